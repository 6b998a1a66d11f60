//! What a clue source says: of itself, and about the words that were asked for.

use super::candidate::Candidate;
use crate::encodings::lexicon::Letter;
use crate::publish::puzzle::Language;
use std::collections::HashMap;
use std::fmt;

/// What is known of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub name: String,
    /// Whom to thank, or where it is found.
    pub credit: Option<String>,
    /// The licence of its texts.
    pub licence: Option<String>,
    /// Its language, if it says so.
    pub language: Option<Language>,
    /// Whether it says nothing of whose it is, as a list that somebody made for one puzzle. Then there is no one to credit.
    pub silent: bool,
}

impl About {
    /// The line that is printed below a puzzle that has clues of this source.
    pub fn credit_line(&self) -> String {
        let more = [&self.credit, &self.licence].into_iter().flatten();
        more.fold(self.name.clone(), |line, part| format!("{line}, {part}"))
    }
}

/// What was found in a source.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// What it says about the words that were asked for.
    pub by_word: HashMap<Vec<Letter>, Vec<Candidate>>,
    /// How many heads it has, asked for or not.
    pub heads: usize,
    /// How many words wait for a clue (`WORD|` without one).
    pub unwritten: usize,
    /// The lines that could not be used.
    pub skipped: SkippedLines,
}

impl Contents {
    /// Adds what is said about a word, unless that was said already, or more than anybody would look at.
    pub fn push(&mut self, word: &[Letter], candidate: Candidate) {
        /// Each is compared with all before it.
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
    /// How many.
    pub count: usize,
    /// The first of them: line number from 1, and the beginning of the line.
    pub first: Option<(usize, String)>,
}

impl fmt::Display for SkippedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.count == 1 { "line has" } else { "lines have" };
        write!(f, "{} {lines} no word with a clue (as in `WORD|clue`) and skipped", self.count)?;
        match &self.first {
            Some((line, text)) => write!(f, ", as line {line} {text:?}"),
            None => Ok(()),
        }
    }
}
