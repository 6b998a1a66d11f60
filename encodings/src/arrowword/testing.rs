//! What the unit tests of this folder share: the contest's data, when it lies beside the checkout.

use crate::lexicon::{Letter, WordList};
use std::path::PathBuf;

/// The text of a file of the shared test data, or nothing (and a message) when the data is not there.
pub(super) fn shared(path: &str) -> Option<String> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared"));
    let folder = std::env::var_os("CWSAT_SHARED").map_or_else(beside, PathBuf::from);
    let file = folder.join(path);
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        eprintln!("SKIPPED: {} is not there (set CWSAT_SHARED to its folder)", file.display());
    }
    text
}

/// The contest's word list.
pub(super) fn contest_list() -> Option<WordList> {
    let text = shared("cw-challenge/wordlist.txt")?;
    Some(words(text.lines()))
}

/// A word list of these upper-case words.
pub(super) fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> WordList {
    let letters = |word: &str| word.trim().chars().map(Letter::from_char).collect::<Option<Vec<_>>>();
    WordList::new(words.into_iter().filter_map(letters).map(|word| (word, WordList::DEFAULT_SCORE)))
}
