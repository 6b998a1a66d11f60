//! Clues for words: lines `WORD|clue`, as many for a word as there are.
//!
//! ```text
//! # a comment
//! ROSE|a flower
//! rose|it was risen
//! Übermut|goes before a fall
//! ```
//!
//! Words are folded as those of a word list are, so it does not matter how they are written. Collections of clues
//! are large; they often come split into files by the first two letters of the words, named `_AE.clu` or
//! `_ae.txt`, and [`prefix_of_file`] tells which words such a file is for, so that the others need not be read.
//! A line that cannot be used is skipped and counted, as in a word list.

use crate::lexicon::{Letter, fold};
use std::collections::HashMap;
use std::fmt;

/// Clues by word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clues {
    by_word: HashMap<Vec<Letter>, Vec<String>>,
}

/// The lines of a text that were no clues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedClues {
    /// How many.
    pub count: usize,
    /// The first of them: line number from 1, and the line.
    pub first: Option<(usize, String)>,
}

impl fmt::Display for SkippedClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.count == 1 { "line is" } else { "lines are" };
        write!(f, "{} {lines} no `WORD|clue` and skipped", self.count)?;
        match &self.first {
            Some((line, text)) => write!(f, ", as line {line} {text:?}"),
            None => Ok(()),
        }
    }
}

impl Clues {
    /// Adds the clues of a text; what was skipped.
    pub fn add(&mut self, text: &str) -> SkippedClues {
        let mut skipped = SkippedClues::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match read_line(line) {
                Some((word, clue)) => self.by_word.entry(word).or_default().push(clue.to_owned()),
                None => {
                    skipped.count += 1;
                    let short = || line.chars().take(40).collect();
                    skipped.first.get_or_insert_with(|| (index + 1, short()));
                }
            }
        }
        skipped
    }

    /// The clues of a word, in the order in which they were read; none if there are none.
    pub fn of(&self, word: &[Letter]) -> &[String] {
        self.by_word.get(word).map_or(&[], Vec::as_slice)
    }

    /// How many words have a clue.
    pub fn words(&self) -> usize {
        self.by_word.len()
    }
}

fn read_line(line: &str) -> Option<(Vec<Letter>, &str)> {
    let (word, clue) = line.split_once('|')?;
    let word = fold(word.trim()).filter(|word| word.len() >= 2)?;
    let clue = clue.trim();
    (!clue.is_empty()).then_some((word, clue))
}

/// The first two letters of the words in a file of this name: `_AE.clu` and `_ae.txt` hold those of AE….
pub fn prefix_of_file(name: &str) -> Option<[Letter; 2]> {
    let name = name.strip_prefix('_')?;
    let (stem, ending) = name.split_once('.')?;
    if !["clu", "txt"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return None;
    }
    let mut letters = stem.chars().map(|c| Letter::from_char(c.to_ascii_uppercase()));
    match (letters.next(), letters.next(), letters.next()) {
        (Some(Some(a)), Some(Some(b)), None) => Some([a, b]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word(text: &str) -> Vec<Letter> {
        fold(text).expect("a word")
    }

    #[test]
    fn clues_are_found_by_the_folded_word() {
        let mut clues = Clues::default();
        let text = "\u{feff}ROSE|a flower\r\nrose | it was | risen \n\n# ROSE|no\nÜbel|evil\nROSE|a flower\n";
        assert_eq!(clues.add(text), SkippedClues::default());
        assert_eq!(clues.of(&word("ROSE")), ["a flower", "it was | risen", "a flower"]);
        assert_eq!(clues.of(&word("UEBEL")), ["evil"]);
        assert!(clues.of(&word("EI")).is_empty() && clues.words() == 2);
    }

    #[test]
    fn what_is_no_clue_is_counted() {
        let mut clues = Clues::default();
        let skipped = clues.add("EI|an egg\nROSE a flower\nTOR|\n|x\nA|one\nE-MAIL|post\n");
        assert_eq!((clues.words(), skipped.count), (1, 5));
        assert_eq!(
            skipped.to_string(),
            "5 lines are no `WORD|clue` and skipped, as line 2 \"ROSE a flower\""
        );
    }

    #[test]
    fn names_of_files_tell_the_words() {
        let name = |name| prefix_of_file(name).map(|[a, b]| format!("{a}{b}"));
        assert_eq!(name("_AE.clu").as_deref(), Some("AE"));
        assert_eq!(name("_ae.txt").as_deref(), Some("AE"));
        for other in ["AE.clu", "_AE", "_A.clu", "_AEI.clu", "_ae.md", "_äe.txt", "", "_.txt"] {
            assert_eq!(name(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,80}|[A-C|#\n ]{0,40}") {
            let mut clues = Clues::default();
            let _ = (clues.add(&text), prefix_of_file(&text));
        }
    }
}
