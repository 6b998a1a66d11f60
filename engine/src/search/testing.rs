//! A word list for the unit tests of several kinds.

use crate::encodings::lexicon::{Letter, WordList};
use fastrand::Rng;

/// Returns 20,000 words of two to fourteen letters in which, as in those of a language, vowels and consonants mostly
/// alternate and some letters are more frequent than others. They have few letters, so that words cross easily.
pub fn list() -> WordList {
    let mut rng = Rng::with_seed(1);
    let letters = |text: &str| text.chars().filter_map(Letter::from_char).collect::<Vec<_>>();
    let (vowels, consonants) = (letters("EEEAAIOO"), letters("RRRNNTTSSL"));
    let mut word = || {
        let (length, first) = (2 + rng.usize(..7) + rng.usize(..7), rng.usize(..2));
        let letter = |at: usize| {
            let is_vowel = (at + first).is_multiple_of(2) != (rng.u8(..5) == 0);
            let letters = if is_vowel { &vowels } else { &consonants };
            letters[rng.usize(..letters.len())]
        };
        (0..length).map(letter).collect::<Vec<_>>()
    };
    WordList::new((0..20_000).map(|_| (word(), WordList::DEFAULT_SCORE)))
}
