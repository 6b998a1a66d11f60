//! What is expected of a barred grid by custom: enough letters of each word are checked, that is, in another word as well.
//!
//! The numbers are those of D. S. Macnutt ("Ximenes"), *Ximenes on the Art of the Crossword* (1966), chapter 4, and of
//! his successor Azed, as the linter of the project crosswordsmith quotes them: no unchecked letter in a word of three,
//! one in a word of four or five, two in one of six or seven, three in one of eight (Azed makes do with two), and in a longer
//! one at most a third. They are upper bounds: a word may have fewer.

/// The fewest letters that a word should have.
pub const SHORTEST: usize = 3;

/// Returns the largest number of letters of a word of this length that may be in no other word.
pub const fn most_unchecked(len: usize) -> usize {
    match len {
        0..=3 => 0,
        4 | 5 => 1,
        6 | 7 => 2,
        8 => 3,
        _ => len / 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_book() {
        let numbers: Vec<usize> = (3..=15).map(most_unchecked).collect();
        assert_eq!(numbers, [0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5]);
    }
}
