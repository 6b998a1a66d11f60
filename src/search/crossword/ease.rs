//! How many fills a template can be expected to have.
//!
//! If letters met by chance alone, the expected number of fills would be the product of the numbers of words of all slots
//! and, for each crossing, of the probability that the two words have the same letter there. That probability depends on
//! how long the words are and where in them the letter is: last letters are often S, E and D, so they meet well, and
//! vowels do not meet the consonants that words begin with. The number itself is far off, but it ranks templates well, and
//! it is quickly computed.

use crate::encodings::crossword::puzzle::Template;
use crate::encodings::grid::Grid;
use crate::encodings::lexicon::{Letter, WordList};

/// What the slots and crossings of a template contribute, for one list.
#[derive(Clone, Debug)]
pub struct Ease {
    /// The logarithm of the number of words of each length, negative infinity if there are none.
    words: Vec<f64>,
    /// The number of positions in all shorter words: a position in a word has a number of its own.
    first: Vec<usize>,
    /// For each two positions, the logarithm of the probability that their letters are equal.
    equal: Vec<f32>,
}

/// The least probability that two letters are equal: a list says little about what it hardly has.
const LEAST: f32 = 1e-3;

impl Ease {
    /// Counts the words and letters of a list, for words of at most `longest` letters.
    pub fn new(list: &WordList, longest: usize) -> Self {
        let words: Vec<f64> = (0..=longest).map(|len| (list.count(len) as f64).ln()).collect();
        let first: Vec<usize> = (0..=longest + 1).map(|len| len * len.saturating_sub(1) / 2).collect();
        let positions = first[longest + 1];
        let mut shares = vec![[0.0_f32; Letter::COUNT]; positions];
        for len in 1..=longest {
            let share = 1.0 / list.count(len).max(1) as f32;
            for word in list.words(len) {
                word.iter()
                    .enumerate()
                    .for_each(|(at, letter)| shares[first[len] + at][letter.index()] += share);
            }
        }
        let equal = |a: usize, b: usize| -> f32 {
            let both = shares[a].iter().zip(&shares[b]).map(|(a, b)| a * b);
            both.sum::<f32>().max(LEAST).ln()
        };
        let equal =
            (0..positions * positions).map(|pair| equal(pair / positions, pair % positions)).collect();
        Self { words, first, equal }
    }

    /// Returns the logarithm of the number of words of a length, negative infinity if there are none.
    pub fn of_words(&self, len: usize) -> f64 {
        self.words.get(len).copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns the number of a position in words of this length.
    pub fn position(&self, len: usize, at: usize) -> usize {
        self.first[len] + at
    }

    /// Returns the logarithm of the probability that words have the same letter at these positions.
    pub fn of_crossing(&self, one: usize, other: usize) -> f64 {
        let positions = self.first[self.first.len() - 1];
        f64::from(self.equal[one * positions + other])
    }

    /// Returns the logarithm of the expected number of fills. Letters that are given are not considered.
    pub fn of(&self, template: &Template) -> f64 {
        let mut across = Grid::filled(template.cells.rows(), template.cells.cols(), None);
        let mut ease = 0.0;
        for run in template.runs() {
            // A template may have to do with words that the list lacks, but not as one that is worse than all others.
            ease += self.of_words(run.len).max(0.0);
            for (at, pos) in run.cells().enumerate() {
                let here = self.position(run.len, at);
                if let Some(other) = across[pos].replace(here) {
                    ease += self.of_crossing(other, here);
                }
            }
        }
        ease
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::read_list;
    use crate::encodings::template::format::read;

    #[test]
    fn words_and_crossings_are_counted() {
        let list = read_list("ABC\nABD\nXBC\nXYCD\n".as_bytes(), "list").unwrap().list;
        let ease = Ease::new(&list, 4);
        assert_eq!(ease.of_words(3), 3.0_f64.ln());
        assert_eq!(ease.of_words(2), f64::NEG_INFINITY);
        let crossing = |(a, b): (usize, usize), (c, d): (usize, usize)| {
            ease.of_crossing(ease.position(a, b), ease.position(c, d))
        };
        // First letters A, A, X against the same, second letters that are all B, and no letter in common.
        assert!((crossing((3, 0), (3, 0)) - (5.0_f64 / 9.0).ln()).abs() < 1e-5);
        assert!(crossing((3, 1), (3, 1)).abs() < 1e-5);
        assert!((crossing((3, 1), (4, 1)) - f64::from(LEAST.ln())).abs() < 1e-5);
        // An L of two words that meet in their first letters.
        let template = read("...\n.##\n.##\n").unwrap();
        assert!((ease.of(&template) - (2.0 * 3.0_f64.ln() + (5.0_f64 / 9.0).ln())).abs() < 1e-5);
    }
}
