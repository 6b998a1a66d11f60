//! What the built-in clues are for the words of a list, without reading any: for choosing words, of which there are many.
//!
//! The clues of the words of an answer are read from their sources ([`super::collection`]). Which words have one, and how
//! well known each is, is in the table of the embedded list, which has all words of the clue base.

use super::collection::OnlyWeak;
use super::give::{FIELD, LIST};
use crate::encodings::lexicon::{WordId, WordList};
use crate::wordlist::table::{HasClue, Known, Table};

/// The spaces, in characters, for which the table knows whether a word has a clue that fits.
pub(crate) const SPACES: [usize; 2] = [FIELD, LIST];

/// What is known about the words of a list.
#[derive(Clone, Debug)]
pub struct BuiltIn {
    known: Vec<Vec<u8>>,
    is_complete: bool,
}

impl BuiltIn {
    /// Looks up the words of a list.
    pub fn about(list: &WordList) -> Self {
        let (known, is_complete) = Table::german().known(list);
        Self { known, is_complete }
    }

    /// Returns how well known a word of the list is, from 1 (everybody knows it) to 5 (only regular solvers do); `None` if
    /// it is not in the clue base.
    pub fn level(&self, word: WordId) -> Option<u8> {
        Known::of_byte(self.known[word.len][word.index]).level
    }

    /// Returns whether a word of the embedded list has only weak clues that fit a space of `space` characters; `None` if it
    /// has no clue that fits. Returns `None` in place of that if it is not known without reading the clues: for other
    /// words, which may have clues as well, and for spaces that puzzles do not have.
    pub fn asks(&self, space: usize) -> Option<impl Fn(WordId) -> Option<OnlyWeak>> {
        let column = SPACES.iter().position(|&known| known == space)?;
        let asks = move |word: WordId| match Known::of_byte(self.known[word.len][word.index]).clues[column] {
            HasClue::No => None,
            HasClue::Weak => Some(OnlyWeak(true)),
            HasClue::Good => Some(OnlyWeak(false)),
        };
        self.is_complete.then_some(asks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::fold;

    #[test]
    fn words_of_the_table_and_others() {
        let list =
            |words: &[&str]| WordList::new(words.iter().map(|word| (fold(word).expect("a word"), 1.0)));
        let some = list(&["Rose", "Ei", "Straße"]);
        let known = BuiltIn::about(&some);
        let asks = known.asks(FIELD).expect("it is in the table");
        assert!(some.ids().all(|id| known.level(id).is_some() && asks(id) == Some(OnlyWeak(false))));
        assert!(known.asks(FIELD - 1).is_none());
        let more = list(&["Rose", "Xylophagenx"]);
        let known = BuiltIn::about(&more);
        assert!(known.asks(FIELD).is_none());
        assert_eq!(more.ids().filter(|&id| known.level(id).is_some()).count(), 1);
    }
}
