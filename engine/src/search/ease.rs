//! How well the words of a list can be expected to meet, by their lengths and by the positions at which they cross.
//!
//! If signs met by chance alone, the expected number of fills of a grid would be the product of the numbers of words of all lines
//! and, for each crossing, of the probability that the two words have the same sign there. That probability depends on how
//! long the words are and where in them the crossing is. The number itself is far off, but it ranks patterns well, and it is
//! quickly computed.

/// What lines and crossings contribute to the expected number of fills, for one list, as logarithms.
#[derive(Clone, Debug)]
pub struct Ease {
    /// The logarithm of the number of words of each length, negative infinity if there are none.
    words: Vec<f64>,
    /// For each length, the number of positions in all shorter words: a position in a word has a number of its own.
    first: Vec<usize>,
    /// For each two positions, the logarithm of the probability that their signs are equal.
    equal: Vec<f32>,
    /// The same where nothing is known about the words.
    least: f32,
}

/// Longer words are counted, but their positions are not looked at. No language has crosswords with such words.
const KNOWN: usize = 40;

impl Ease {
    /// Counts words of up to `longest` signs. `words` returns those of a length, each as numbers below `signs`; `least`
    /// is the least probability that two signs are equal, since a list says little about what is rare in it.
    pub fn new<Words, Word>(longest: usize, signs: usize, least: f32, words: impl Fn(usize) -> Words) -> Self
    where
        Words: ExactSizeIterator<Item = Word>,
        Word: IntoIterator<Item = usize>,
    {
        // The table grows with the fourth power of the length.
        let known = longest.min(KNOWN);
        let first: Vec<usize> = (0..=known + 1).map(|len| len * len.saturating_sub(1) / 2).collect();
        let positions = first[known + 1];
        let mut shares = vec![vec![0.0_f32; signs]; positions];
        let mut counts = vec![f64::NEG_INFINITY; longest + 1];
        for len in 1..=longest {
            let words = words(len);
            counts[len] = (words.len() as f64).ln();
            if len > known {
                continue;
            }
            let share = 1.0 / words.len() as f32;
            for word in words {
                word.into_iter().enumerate().for_each(|(at, sign)| shares[first[len] + at][sign] += share);
            }
        }
        let equal = |a: usize, b: usize| -> f32 {
            let both = shares[a].iter().zip(&shares[b]).map(|(a, b)| a * b);
            both.sum::<f32>().max(least).ln()
        };
        let equal =
            (0..positions * positions).map(|pair| equal(pair / positions, pair % positions)).collect();
        Self { words: counts, first, equal, least: least.ln() }
    }

    /// Returns the logarithm of the number of words of a length, negative infinity if there are none.
    pub fn of_words(&self, len: usize) -> f64 {
        self.words.get(len).copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns the number of a position in words of this length; for words that are too long, one about which nothing
    /// is known.
    pub fn position(&self, len: usize, at: usize) -> usize {
        self.first.get(len).map_or(usize::MAX, |first| first + at)
    }

    /// Returns the logarithm of the probability that words have the same sign at these positions.
    pub(crate) fn of_crossing(&self, one: usize, other: usize) -> f64 {
        let positions = self.first[self.first.len() - 1];
        let known = one < positions && other < positions;
        f64::from(if known { self.equal[one * positions + other] } else { self.least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_crossings_are_counted() {
        // ABC, ABD and XBC, and a word of four signs.
        let three = [[0, 1, 2], [0, 1, 3], [4, 1, 2]];
        let words = |len: usize| -> Vec<Vec<usize>> {
            match len {
                3 => three.iter().map(|word| word.to_vec()).collect(),
                4 => vec![vec![4, 5, 2, 3]],
                _ => Vec::new(),
            }
        };
        let ease = Ease::new(4, 6, 1e-3, |len| words(len).into_iter());
        assert_eq!(ease.of_words(3), 3.0_f64.ln());
        assert_eq!((ease.of_words(2), ease.of_words(5)), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        let crossing = |(a, b): (usize, usize), (c, d): (usize, usize)| {
            ease.of_crossing(ease.position(a, b), ease.position(c, d)).exp()
        };
        // First signs A, A, X against the same, second signs that are all B, no sign in common, and a word that is too long.
        assert!((crossing((3, 0), (3, 0)) - 5.0 / 9.0).abs() < 1e-5);
        assert!((crossing((3, 1), (3, 1)) - 1.0).abs() < 1e-5);
        assert!((crossing((3, 1), (4, 1)) - 1e-3).abs() < 1e-5);
        assert!((crossing((6, 5), (3, 1)) - 1e-3).abs() < 1e-5);
    }

    #[test]
    fn very_long_words_are_counted_without_their_positions() {
        let ease = Ease::new(200, 1, 1e-3, |len| vec![vec![0; len]; usize::from(len >= KNOWN)].into_iter());
        assert_eq!(ease.of_words(200), 0.0);
        assert!(ease.equal.len() < 1_000_000, "{}", ease.equal.len());
        let crossing = |one, other| ease.of_crossing(ease.position(one, 0), ease.position(other, 0)).exp();
        assert!((crossing(KNOWN, KNOWN) - 1.0).abs() < 1e-5);
        assert!((crossing(KNOWN, KNOWN + 1) - 1e-3).abs() < 1e-5);
    }
}
