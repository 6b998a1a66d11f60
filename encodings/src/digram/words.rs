//! The words of digram grids: those of a list that are written in lower case, a to z, with an even number of
//! letters.
//!
//! What is written otherwise is left out, not changed: a capital marks a name or an abbreviation in the
//! dictionaries of most systems (`/usr/share/dict/words`), and an apostrophe or an accent would be lost. That is
//! why this is not [`read_list`](crate::lexicon::read_list), which folds every word to A to Z. A list may be in
//! any encoding that extends ASCII, since lines beyond a to z are skipped anyway.

use super::puzzle::Size;
use crate::grid::Direction;
use crate::lexicon::{Letter, WordList, WordListBuilder};
use std::fmt;

/// A list that was read, and what was left out of it.
#[derive(Clone, Debug)]
pub struct ReadWords {
    /// What the list is called, usually its file.
    pub name: String,
    /// The words, all of even length and of equal score.
    pub list: WordList,
    /// How many lines were left out because they hold a capital letter.
    pub capitalised: usize,
    /// How many lines were left out because they hold another character that is no letter a to z.
    pub foreign: usize,
    /// How many words were left out because they have an odd number of letters.
    pub odd: usize,
}

impl fmt::Display for ReadWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} words of even length", self.name, self.list.len())?;
        let left_out = [
            (self.odd, "of odd length"),
            (self.capitalised, "with a capital letter"),
            (self.foreign, "with another character than a to z"),
        ];
        let parts: Vec<String> =
            left_out.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, " (left out: {})", parts.join(", ")) }
    }
}

/// A list has no word for a digram grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{name} has no usable word: digram grids take words of an even number of letters, written in lower case a \
     to z; left out were {capitalised} lines with a capital letter, {foreign} with another character, and {odd} \
     words of odd length"
)]
#[allow(missing_docs)] // the message says what the parts are
pub struct NoWords {
    pub name: String,
    pub capitalised: usize,
    pub foreign: usize,
    pub odd: usize,
}

/// Reads a list: one word a line; `;` or TAB and what follows, and comments from `#` on, are skipped.
///
/// `name` stands in the error and in the answer, usually it is the file's path.
pub fn read(text: &[u8], name: &str) -> Result<ReadWords, NoWords> {
    let mut builder = WordListBuilder::default();
    let (mut capitalised, mut foreign, mut odd) = (0, 0, 0);
    let mut letters: Vec<Letter> = Vec::with_capacity(64);
    for line in text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).split(|&b| b == b'\n') {
        let word = line.split(|b| b";\t#".contains(b)).next().unwrap_or_default().trim_ascii();
        letters.clear();
        letters.extend(
            word.iter()
                .filter(|b| b.is_ascii_lowercase())
                .filter_map(|b| Letter::from_index(usize::from(b - b'a'))),
        );
        if letters.len() < word.len() {
            if word.iter().any(u8::is_ascii_uppercase) { capitalised += 1 } else { foreign += 1 }
        } else if letters.len() % 2 == 1 {
            odd += 1;
        } else {
            builder.push(&letters, WordList::DEFAULT_SCORE);
        }
    }
    let (list, name) = (builder.build(), name.to_owned());
    match list.is_empty() {
        true => Err(NoWords { name, capitalised, foreign, odd }),
        false => Ok(ReadWords { name, list, capitalised, foreign, odd }),
    }
}

/// The numbers of digrams that lines of that direction can have: those the size allows and the list has words
/// for, ascending.
pub fn usable_lens(size: Size, list: &WordList, direction: Direction) -> Vec<usize> {
    size.word_lens(direction).filter(|digrams| list.count(2 * digrams) > 0).collect()
}

/// The letters of a word as they are written in a digram grid: in lower case.
pub fn spell(word: &[Letter]) -> String {
    word.iter().map(|letter| letter.char().to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &WordList) -> Vec<String> {
        list.ids().map(|id| spell(list.word(id))).collect()
    }

    #[test]
    fn only_lower_case_words_of_even_length_count() {
        let text =
            "\u{feff}# a list\nabet\r\nAbel\nUSA\nit's\ncafé\nuser;80\nabet\nodd\n  no  # comment\n\nio\t5";
        let read = read(text.as_bytes(), "words").unwrap();
        assert_eq!(words(&read.list), ["io", "no", "abet", "user"]);
        assert_eq!((read.capitalised, read.foreign, read.odd), (2, 2, 1));
        assert_eq!(
            read.to_string(),
            "words: 4 words of even length (left out: 1 of odd length, 2 with a capital letter, 2 with another \
             character than a to z)"
        );
    }

    #[test]
    fn any_encoding_is_read_and_a_list_without_words_is_an_error() {
        assert_eq!(words(&read(b"caf\xe9\nabet\n\xff\xfe\n", "latin").unwrap().list), ["abet"]);
        let error = read(b"AAL\nodd\n", "upper").unwrap_err().to_string();
        assert!(
            error.starts_with("upper has no usable word") && error.contains("1 lines with a capital"),
            "{error}"
        );
        assert!(read(b"", "empty").is_err());
    }
}
