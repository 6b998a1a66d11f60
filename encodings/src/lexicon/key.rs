//! The numbers by which the variables of words are told apart, and the words that they are named after.

use super::{WordId, WordList};

/// Returns the stride of word keys, which are slot times stride plus the word's index: the largest number of words of
/// one length.
pub(crate) fn list_stride(list: &WordList) -> u64 {
    (0..=list.longest()).map(|len| list.count(len)).max().unwrap_or(0).max(1) as u64
}

/// Returns the letters of a word; empty if the list has no such word.
pub(crate) fn spell(list: &WordList, len: usize, index: usize) -> String {
    if index >= list.count(len) {
        return String::new();
    }
    list.word(WordId { len, index }).iter().map(|l| l.char()).collect()
}
