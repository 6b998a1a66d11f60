//! What a clue source says about itself and about the wanted words.

use super::candidate::Candidate;
use crate::encodings::lexicon::Letter;
use crate::publish::puzzle::Language;
use std::collections::HashMap;
use std::fmt;

/// What is known about a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Who made it, or where it can be found.
    pub credit: Option<String>,
    /// The licence of its texts.
    pub licence: Option<String>,
    /// Its language, if it states one.
    pub language: Option<Language>,
    /// Whether it does not say whose it is, like a list that somebody made for one puzzle; then there is nobody to
    /// credit.
    pub silent: bool,
}

impl About {
    /// Returns the line that is printed below a puzzle with clues from this source.
    pub fn credit_line(&self) -> String {
        let more = [&self.credit, &self.licence].into_iter().flatten();
        more.fold(self.name.clone(), |line, part| format!("{line}, {part}"))
    }
}

/// What was found in a source.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// What it says about the wanted words.
    pub by_word: HashMap<Vec<Letter>, Vec<Candidate>>,
    /// How the wanted words are spelled, where that says more than their letters.
    pub spellings: HashMap<Vec<Letter>, String>,
    /// How many heads it has, wanted or not.
    pub heads: usize,
    /// How many words have no clue yet (`WORD`, or `WORD|` with nothing after it).
    pub unwritten: usize,
    /// The lines that could not be used.
    pub skipped: SkippedLines,
}

impl Contents {
    /// Adds what is said about a word, unless it is a repetition or the word has as many candidates as is useful.
    pub(super) fn push(&mut self, word: &[Letter], candidate: Candidate) {
        /// A limit, as each candidate is compared with all previous ones.
        const MOST: usize = 1000;
        match self.by_word.get_mut(word) {
            Some(all) if all.len() >= MOST => {}
            Some(all) if all.iter().any(|other| other.text == candidate.text) => {}
            Some(all) => all.push(candidate),
            None => {
                self.by_word.insert(word.to_vec(), vec![candidate]);
            }
        }
    }
}

/// The lines of a file that could not be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedLines {
    /// How many there are.
    pub count: usize,
    /// The first of them: its line number, from 1, and its beginning.
    pub first: Option<(usize, String)>,
}

impl SkippedLines {
    /// Adds a line.
    pub(super) fn add(&mut self, line: usize, text: &str) {
        self.count += 1;
        self.first.get_or_insert_with(|| (line, text.chars().take(40).collect()));
    }
}

impl fmt::Display for SkippedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.count == 1 { "line has" } else { "lines have" };
        let was = if self.count == 1 { "was" } else { "were" };
        write!(f, "{} {lines} no word with a clue (as in `WORD|clue`) and {was} skipped", self.count)?;
        match &self.first {
            Some((line, text)) => write!(f, ", as line {line} {text:?}"),
            None => Ok(()),
        }
    }
}
