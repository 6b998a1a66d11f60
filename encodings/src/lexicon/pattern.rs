//! Look-up of words by pattern: known letters, and `?` or `.` for unknown ones.
//!
//! A pattern is folded like a word (`?är` is `?AER`), so that it can be typed like the word itself. A look-up scans all
//! words of the length: for a hundred thousand letters this takes no noticeable time, and an index would serve no other
//! purpose.

use super::fold::fold_between;
use super::{Letter, WordId, WordList};
use std::fmt;
use std::str::FromStr;

/// Known and unknown letters of a word, such as `?A??E`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    letters: Vec<Option<Letter>>,
}

/// Why a text is not a pattern.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It is empty.
    #[error("the pattern is empty: write the letters you know, and ? for each that you do not, as in ?A??E")]
    Empty,
    /// It has `*` or the like, but the length of the word has to be known.
    #[error(
        "the pattern {pattern:?} has a '{found}', but a pattern says how long the word is: write one ? for each unknown letter, as in ?A??E"
    )]
    AnyLength {
        /// The pattern as typed.
        pattern: String,
        /// The character.
        found: char,
    },
    /// It has a character that is neither a letter nor a wildcard.
    #[error(
        "the pattern {pattern:?} has a '{found}', which is neither a letter nor ? or . for an unknown letter"
    )]
    NoLetter {
        /// The pattern as typed.
        pattern: String,
        /// The character.
        found: char,
    },
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut letters = Vec::new();
        for piece in fold_between(text, ['?', '.']) {
            let (known, wildcard) = piece.map_err(|found| {
                let pattern = text.to_owned();
                match found {
                    '*' | '%' | '+' => PatternError::AnyLength { pattern, found },
                    _ => PatternError::NoLetter { pattern, found },
                }
            })?;
            letters.extend(known.into_iter().map(Some));
            letters.extend(wildcard.map(|_| None));
        }
        if letters.is_empty() { Err(PatternError::Empty) } else { Ok(Self { letters }) }
    }
}

impl Pattern {
    /// Returns how many letters the word has.
    #[allow(clippy::len_without_is_empty)] // a pattern is never empty
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Returns the letter at each position; `None` where it is unknown.
    pub fn letters(&self) -> &[Option<Letter>] {
        &self.letters
    }

    /// Returns whether the word matches the pattern.
    pub fn matches(&self, word: &[Letter]) -> bool {
        word.len() == self.len() && self.letters.iter().zip(word).all(|(p, l)| p.is_none_or(|p| p == *l))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters.iter().try_for_each(|l| write!(f, "{}", l.map_or('?', Letter::char)))
    }
}

impl WordList {
    /// Iterates over the words that match a pattern, in alphabetical order.
    pub fn matching<'a>(&'a self, pattern: &'a Pattern) -> impl Iterator<Item = WordId> + 'a {
        let len = pattern.len();
        let words = self.words(len).enumerate();
        words.filter(|(_, word)| pattern.matches(word)).map(move |(index, _)| WordId { len, index })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::fold;

    fn list(words: &str) -> WordList {
        WordList::new(words.split(' ').map(|w| (fold(w).expect("a word"), 1.0)))
    }

    fn look_up(list: &WordList, pattern: &str) -> Vec<String> {
        let pattern: Pattern = pattern.parse().expect("a pattern");
        list.matching(&pattern).map(|id| list.word(id).iter().map(|l| l.char()).collect()).collect()
    }

    #[test]
    fn finds_the_words_that_match_a_pattern() {
        let list = list("Lampe Sahne Rad Bad Bär Tanne Banner");
        assert_eq!(look_up(&list, "?A??E"), ["LAMPE", "SAHNE", "TANNE"]);
        assert_eq!(look_up(&list, " .a??e "), ["LAMPE", "SAHNE", "TANNE"]);
        assert_eq!(look_up(&list, "???"), ["BAD", "RAD"]);
        assert_eq!(look_up(&list, "?är"), ["BAER"]);
        assert_eq!(look_up(&list, "bad"), ["BAD"]);
        assert!(look_up(&list, "????????????").is_empty());
    }

    #[test]
    fn is_written_back_in_one_way() {
        for (text, shown) in [("?a.ß", "?A?SS"), ("..", "??"), ("x", "X")] {
            assert_eq!(text.parse::<Pattern>().expect("a pattern").to_string(), shown);
        }
        let pattern: Pattern = "?a".parse().expect("a pattern");
        assert_eq!(pattern.letters(), [None, Letter::from_char('A')]);
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, part) in
            [("", "empty"), ("A*E", "how long"), ("A-E", "'-'"), ("A3", "'3'"), ("a b", "' '")]
        {
            let error = text.parse::<Pattern>().expect_err("no pattern").to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
