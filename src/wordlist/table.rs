//! The table of an embedded list: its words as they are in memory, and what the program's sources say about each.
//!
//! Whoever solves a small puzzle should not wait until some megabytes of lists, families and clues have been read. So
//! the answers to the questions that are asked of all words are computed beforehand: the score, whether there is a
//! clue, how well known the word is, and which words are its relatives. Words are sorted by length and then by the
//! alphabet, and numbered in this order from 0, so the words of up to some length, and their relatives, are the
//! beginning of every column.
//!
//! The file is made from the sources (`made.rs`). It begins with lines of text that start with `#`, the last of which
//! is `# words: LENGTH:COUNT …`, by ascending length. The rest is binary: for each of these lengths the letters of all
//! words (A to Z), their scores, and what is [`Known`] of their clues; then, for each word of the list, the number of
//! its relatives with smaller numbers, and the distances to them, from the word to the farthest and from each to the
//! next. These numbers have seven bits a byte, the lowest first, and a set high bit in all bytes but the last (LEB128).

use crate::encodings::lexicon::{Apart, Letter, WordList};
use std::iter;
use std::sync::{LazyLock, OnceLock};

/// The table of the German list.
static GERMAN: LazyLock<Table> = LazyLock::new(|| Table::read(include_bytes!("../../useful/german.table")));

/// The table of the English list.
static ENGLISH: LazyLock<Table> = LazyLock::new(|| Table::read(include_bytes!("../../useful/english.table")));

/// What precedes the counts.
pub(super) const COUNTS: &str = "# words:";

/// A list with what is known about its words.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The words of each length.
    by_len: Vec<Column>,
    /// The relatives of all words.
    relatives: &'static [u8],
}

/// The words of one length.
#[derive(Debug, Default)]
struct Column {
    letters: &'static [u8],
    scores: &'static [u8],
    /// What is known of each.
    known: &'static [u8],
    /// The list of them, made when it is asked for: most words are longer than a small grid.
    list: OnceLock<WordList>,
}

impl Column {
    /// Returns the list of these words, all of `len` letters.
    fn list(&self, len: usize) -> &WordList {
        self.list.get_or_init(|| {
            let letters = self.letters.iter().map(|&byte| Letter::of_ascii_letter(byte)).collect();
            let scores = self.scores.iter().map(|&score| f32::from(score)).collect();
            let mut columns = Vec::new();
            columns.resize_with(len, Default::default);
            columns.push((letters, scores));
            WordList::of_columns(columns)
        })
    }
}

/// What the program's own sources of clues say about a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// How well known it is, from 1 (everybody knows it) to 5; `None` if the sources do not say.
    pub level: Option<u8>,
    /// Which clues it has, for each of two spaces: a question field, and a line of a list of clues.
    pub clues: [HasClue; 2],
}

/// Whether a word has a clue that fits a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum HasClue {
    /// It has none.
    #[default]
    No,
    /// All are weak.
    Weak,
    /// It has a good one.
    Good,
}

impl Known {
    /// Returns what a byte of the table says.
    pub fn of_byte(byte: u8) -> Self {
        let clue = |code: u8| match code & 3 {
            0 => HasClue::No,
            1 => HasClue::Weak,
            _ => HasClue::Good,
        };
        Self { level: Some(byte & 7).filter(|&level| level > 0), clues: [clue(byte >> 3), clue(byte >> 5)] }
    }

    /// Returns the byte that says so.
    #[cfg(test)]
    pub(super) fn to_byte(self) -> u8 {
        let [field, list] = self.clues.map(|clue| clue as u8);
        self.level.unwrap_or(0) | field << 3 | list << 5
    }
}

impl Table {
    /// Returns the table of the German list.
    pub fn german() -> &'static Self {
        &GERMAN
    }

    /// Returns the table of the English list.
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// Reads a table. What is cut off at its end is missing from the list.
    pub(super) fn read(bytes: &'static [u8]) -> Self {
        let (counts, mut rest) = header(bytes);
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count.min(rest.len()));
            rest = left;
            taken
        };
        let mut by_len = Vec::new();
        for (len, count) in counts {
            by_len.resize_with(len + 1, Column::default);
            let (letters, scores, known) = (take(len * count), take(count), take(count));
            by_len[len] = Column { letters, scores, known, list: OnceLock::new() };
        }
        Self { by_len, relatives: rest }
    }

    /// Returns the words with their scores.
    pub fn words(&self) -> WordList {
        self.words_up_to(usize::MAX)
    }

    /// Returns the words of at most `longest` letters; longer ones are not even read.
    pub fn words_up_to(&self, longest: usize) -> WordList {
        let columns = self.by_len.iter().enumerate().take(longest.saturating_add(1));
        let lists: Vec<&WordList> = columns.map(|(len, column)| column.list(len)).collect();
        WordList::merged(lists)
    }

    /// Returns what is known about each word of a list, by length and index, each as a byte for [`Known::of_byte`], and
    /// whether the table has all of them; nothing is known about other words.
    pub fn known(&self, list: &WordList) -> (Vec<Vec<u8>>, bool) {
        let mut has_all = true;
        let words = self.words_up_to(list.longest());
        let of_len = |len: usize| {
            let known = self.by_len.get(len).map_or(&[][..], |column| column.known);
            let byte = |place: Option<usize>| place.and_then(|place| known.get(place)).copied();
            let bytes = list.indices_in(&words, len).map(byte);
            bytes.inspect(|byte| has_all &= byte.is_some()).map(Option::unwrap_or_default).collect()
        };
        let known = (0..=list.longest()).map(of_len).collect();
        (known, has_all)
    }

    /// Returns the relatives in a list; `None` if the table does not have all its words.
    pub fn relatives(&self, list: &WordList) -> Option<Apart> {
        let words = self.words_up_to(list.longest());
        let mut is_listed = Vec::with_capacity(words.len());
        for len in 0..=list.longest() {
            let start = is_listed.len();
            is_listed.resize(start + words.count(len), false);
            for place in list.indices_in(&words, len) {
                is_listed[start + place?] = true;
            }
        }
        let is_listed = |number: u32| is_listed.get(number as usize) == Some(&true);
        let mut pairs = Vec::with_capacity(self.relatives.len() / 2);
        pairs.extend(self.earlier_relatives(words.len()).filter(|&(a, b)| is_listed(a) && is_listed(b)));
        Some(Apart::of_numbers(&words, pairs))
    }

    /// Iterates over the relatives among the first `count` words: pairs of numbers, the larger one first, sorted.
    fn earlier_relatives(&self, count: usize) -> impl Iterator<Item = (u32, u32)> {
        let mut numbers = numbers(self.relatives);
        let (mut words, mut left, mut word, mut number) = (0..count as u32, 0, 0, 0);
        iter::from_fn(move || {
            if left == 0 {
                while left == 0 {
                    word = words.next()?;
                    left = numbers.next()?;
                }
                number = word.checked_sub(numbers.next()?)?;
            } else {
                number += numbers.next()?;
            }
            left -= 1;
            Some((word, number))
        })
    }
}

/// Returns the lengths with the numbers of their words, and what follows the text.
fn header(bytes: &[u8]) -> (Vec<(usize, usize)>, &[u8]) {
    let mut rest = bytes;
    while rest.first() == Some(&b'#') {
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let line = std::str::from_utf8(&rest[..end]).unwrap_or_default();
        rest = rest.get(end + 1..).unwrap_or_default();
        if let Some(counts) = line.strip_prefix(COUNTS) {
            let count = |item: &str| {
                let (len, count) = item.split_once(':')?;
                Some((len.parse().ok()?, count.parse().ok()?))
            };
            return (counts.split_whitespace().filter_map(count).collect(), rest);
        }
    }
    (Vec::new(), rest)
}

/// Iterates over numbers of seven bits a byte.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let mut bytes = bytes.iter();
    iter::from_fn(move || {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = *bytes.next()?;
            number |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    })
}

/// Appends a number in the form that [`numbers`] reads.
#[cfg(test)]
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
