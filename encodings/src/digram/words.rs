//! The words of digram grids: those of a list that are written in lower case, a to z, with an even number of
//! letters.
//!
//! Words that are written differently are left out, not changed: a capital marks a name or an abbreviation in the
//! dictionaries of most systems (`/usr/share/dict/words`), and an apostrophe or an accent would be lost. That is
//! why this is not [`read_list`](crate::lexicon::read_list), which takes every word folded to A to Z. A list may be in
//! any encoding that extends ASCII, because lines with other characters are skipped anyway.

use super::puzzle::Size;
use crate::grid::Direction;
use crate::lexicon::{Letter, Style, WordList, WordListBuilder, for_each_entry};
use std::borrow::Cow;
use std::fmt;

/// The list as it was read, and what was left out.
#[derive(Clone, Debug)]
pub struct ReadWords {
    /// The name of the list, usually its file.
    pub name: String,
    /// The words, all of even length and of equal score.
    pub list: WordList,
    /// The number of lines that were left out because they have a capital letter.
    pub capitalised: usize,
    /// The number of lines that were left out because they have some other character than a to z.
    pub foreign: usize,
    /// The number of words that were left out because they have an odd number of letters.
    pub odd: usize,
    /// Whether the list is UTF-8 text.
    pub is_utf8: bool,
}

impl fmt::Display for ReadWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = if self.list.len() == 1 { "word" } else { "words" };
        write!(f, "{}: {} {words} of even length", self.name, self.list.len())?;
        let left_out = [
            (self.odd, "of odd length"),
            (self.capitalised, "with a capital letter"),
            (self.foreign, "with another character than a to z"),
        ];
        let parts: Vec<String> =
            left_out.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        if !parts.is_empty() {
            write!(f, " (left out: {})", parts.join(", "))?;
        }
        f.write_str(encoding_note(self.is_utf8))
    }
}

/// The error that a list has no word for a digram grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{name} has no usable word: digram grids take words of an even number of letters, written in lower case a \
     to z; left out were {} with a capital letter, {foreign} with another character, and {} of odd length{}",
    counted(*capitalised, "line"), counted(*odd, "word"), encoding_note(*is_utf8)
)]
#[allow(missing_docs)] // the message says what the parts are
pub struct NoWords {
    pub name: String,
    pub capitalised: usize,
    pub foreign: usize,
    pub odd: usize,
    pub is_utf8: bool,
}

/// Returns a number of things, such as `1 line` and `2 lines`.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Returns the note about the encoding of a list.
fn encoding_note(is_utf8: bool) -> &'static str {
    if is_utf8 { "" } else { "; the list is not UTF-8 text: if words are missing, save it as UTF-8" }
}

/// Reads a list of [the usual form](crate::lexicon::entries); scores and clues are ignored.
///
/// `name` is used in the error and in the result; usually it is the file's path.
pub fn read(text: &[u8], name: &str) -> Result<ReadWords, NoWords> {
    let mut builder = WordListBuilder::default();
    let (mut capitalised, mut foreign, mut odd) = (0, 0, 0);
    for_each_entry(&String::from_utf8_lossy(text), Style::Marked, |entry| {
        let (word, letters) = match entry {
            Ok(entry) => (entry.spelling, entry.letters),
            // What is wrong with the line does not matter if its word is left out anyway.
            Err(unusable) => (unusable.word, Cow::default()),
        };
        if !word.bytes().all(|b| b.is_ascii_lowercase()) {
            if word.bytes().any(|b| b.is_ascii_uppercase()) { capitalised += 1 } else { foreign += 1 }
        } else if word.len() % 2 == 1 {
            odd += 1;
        } else {
            builder.push(&letters, WordList::DEFAULT_SCORE);
        }
    });
    let (list, name) = (builder.build(), name.to_owned());
    // NUL bytes are valid UTF-8, but in a text they mean UTF-16.
    let is_utf8 = std::str::from_utf8(text).is_ok() && !text.contains(&0);
    match list.is_empty() {
        true => Err(NoWords { name, capitalised, foreign, odd, is_utf8 }),
        false => Ok(ReadWords { name, list, capitalised, foreign, odd, is_utf8 }),
    }
}

/// Returns the numbers of digrams that lines of this direction can have, ascending: those that the size allows and for
/// which the list has words.
pub fn usable_lens(size: Size, list: &WordList, direction: Direction) -> Vec<usize> {
    size.word_lens(direction).filter(|digrams| list.count(2 * digrams) > 0).collect()
}

/// Returns the words of a list that a digram grid can have: those of even length.
pub fn of_even_length(list: &WordList) -> WordList {
    list.filtered(|id| list.word(id).len().is_multiple_of(2))
}

/// Returns the letters of a word as they are written in a digram grid: in lower case.
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
    fn what_was_not_left_out_is_not_mentioned() {
        assert_eq!(read(b"io\nabet\n", "list").unwrap().to_string(), "list: 2 words of even length");
        let odd = read(b"io\nodd\n", "list").unwrap().to_string();
        assert_eq!(odd, "list: 1 word of even length (left out: 1 of odd length)");
    }

    #[test]
    fn lines_have_the_lengths_for_which_there_are_words() {
        let list = read(b"io\nabet\nabacus\n", "list").unwrap().list;
        let size = Size::new(3, 6).unwrap();
        // A row of six cells has three to five digrams, a column of three has two.
        assert_eq!(usable_lens(size, &list, Direction::Across), [3]);
        assert_eq!(usable_lens(size, &list, Direction::Down), [2]);
    }

    #[test]
    fn any_encoding_is_read_and_a_list_without_words_is_an_error() {
        let latin = read(b"caf\xe9\nabet\n\xff\xfe\n", "latin").unwrap();
        assert_eq!(words(&latin.list), ["abet"]);
        assert!(latin.to_string().starts_with("latin: 1 word of even length (left out: "), "{latin}");
        assert!(latin.to_string().contains("is not UTF-8 text"), "{latin}");
        let wide = read(b"a\0b\0\n\0", "wide").unwrap_err().to_string();
        assert!(wide.contains("2 with another character") && wide.contains("save it as UTF-8"), "{wide}");
        let error = read(b"AAL\nodd\n", "upper").unwrap_err().to_string();
        assert!(
            error.starts_with("upper has no usable word")
                && error.contains("1 line with a capital")
                && error.ends_with("and 1 word of odd length"),
            "{error}"
        );
        assert!(read(b"", "empty").is_err());
    }
}
