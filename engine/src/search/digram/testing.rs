//! A word list for the unit tests of this folder.

use crate::encodings::digram::words;
use crate::encodings::lexicon::WordList;
use fastrand::Rng;

/// Returns 20,000 words of two to fourteen letters in which, as in those of a language, vowels and consonants mostly
/// alternate and some letters are more frequent than others. They have few letters, so that words cross easily.
pub fn list() -> WordList {
    let mut rng = Rng::with_seed(1);
    let (vowels, consonants) = (b"eeeaaioo", b"rrrnnttssl");
    let mut word = || {
        let (length, first) = (2 + rng.usize(..7) + rng.usize(..7), rng.usize(..2));
        let letter = |at: usize| {
            let letters: &[u8] =
                if (at + first).is_multiple_of(2) != (rng.u8(..5) == 0) { vowels } else { consonants };
            char::from(letters[rng.usize(..letters.len())])
        };
        (0..length).map(letter).collect::<String>() + "\n"
    };
    let text: String = (0..20_000).map(|_| word()).collect();
    words::read(text.as_bytes(), "list").expect("a list of words").list
}
