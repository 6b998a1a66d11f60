//! A letter of any script, as it stands in a field: what criss-crosses are made of, and what a document can hold.
//!
//! Puzzles that are filled from a list keep to the 26 [`Letter`]s, whose number is known in advance. A criss-cross has
//! only the letters of its own words, so it need not know an alphabet: it counts the signs that occur.

use super::Letter;
use std::fmt;

/// A letter of any script, or a digit: a single upper-case character that is read from left to right, of Unicode's
/// Basic Multilingual Plane, where all scripts in everyday use are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sign(char);

impl Sign {
    /// Returns the sign of a character that is already in upper case; `None` if it is not one.
    pub fn from_char(c: char) -> Option<Self> {
        let mut upper = c.to_uppercase();
        let is_upper = (upper.next(), upper.next()) == (Some(c), None) && !c.is_lowercase();
        let is_letter = c.is_alphabetic() && !unicode_normalization::char::is_combining_mark(c);
        let is_basic = c <= '\u{ffff}';
        (is_upper && is_basic && (is_letter || c.is_ascii_digit()) && !is_right_to_left(c)).then_some(Self(c))
    }

    /// Returns the sign of a character in either case. Of `ß` it is the capital `ẞ`.
    pub fn of(c: char) -> Option<Self> {
        let mut upper = if c == 'ß' { 'ẞ' } else { c }.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(c), None) => Self::from_char(c),
            _ => None,
        }
    }

    /// Returns the character.
    pub const fn char(self) -> char {
        self.0
    }

    /// Returns the letter A to Z; `None` if it is another one.
    pub fn latin(self) -> Option<Letter> {
        Letter::from_char(self.0)
    }
}

/// Returns whether a character belongs to a script that is written from right to left.
pub(crate) fn is_right_to_left(c: char) -> bool {
    matches!(u32::from(c), 0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
}

impl From<Letter> for Sign {
    fn from(letter: Letter) -> Self {
        Self(letter.char())
    }
}

impl PartialEq<Letter> for Sign {
    fn eq(&self, letter: &Letter) -> bool {
        self.0 == letter.char()
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_capitals_and_digits_of_scripts_from_left_to_right() {
        for (c, sign) in
            [('a', 'A'), ('ä', 'Ä'), ('ß', 'ẞ'), ('ж', 'Ж'), ('ς', 'Σ'), ('7', '7'), ('漢', '漢'), ('ა', 'Ა')]
        {
            assert_eq!(Sign::of(c).map(Sign::char), Some(sign), "{c}");
        }
        for c in [' ', '-', '.', '\u{301}', 'ש', 'ع', 'ª', '²', '№', 'ि', '😀'] {
            assert_eq!(Sign::of(c), None, "{c}");
        }
        assert_eq!(Sign::from_char('ä'), None, "not in upper case");
        let latin = Letter::from_char('Q').unwrap();
        assert!(Sign::from(latin) == latin && Sign::from(latin).latin() == Some(latin));
        assert!(Sign::from(latin) != Letter::from_char('R').unwrap());
        let umlaut = Sign::of('é').unwrap();
        assert_eq!(umlaut.latin(), None);
        assert_eq!(format!("{umlaut} {umlaut:?}"), "É É");
    }
}
