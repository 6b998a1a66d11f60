//! The rules of a digram grid, checked one by one, independent of any encoding.
//!
//! * Each row and each column has at least one blank cell.
//! * Each row and each column is at least half filled.
//! * No two of the rows and columns spell the same word.
//! * With a word list: each of their words is in it.
//!
//! The type of the grid guarantees that rows are equally long and cells hold two letters or none; the
//! [format](super::format) reports where a text violates that.

use super::puzzle::{Cells, Line};
use super::words::spell;
use crate::lexicon::{Letter, WordList};
use std::collections::HashMap;
use thiserror::Error;

/// A broken rule as a sentence with its place.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum Violation {
    #[error("{line} has no blank cell; each row and column needs at least one")]
    NoBlank { line: Line },

    #[error("{line} is less than half filled: {blanks} of {cells} cells are blank")]
    TooManyBlanks { line: Line, blanks: usize, cells: usize },

    #[error("{line} has the word {word}, which {first} already has; no word may occur twice")]
    WordTwice { line: Line, first: Line, word: String },

    #[error("{line} has {word}, which is not in the word list")]
    UnknownWord { line: Line, word: String },
}

impl Violation {
    /// Returns a short, stable name of the broken rule, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NoBlank { .. } => "no-blank",
            Self::TooManyBlanks { .. } => "less-than-half-filled",
            Self::WordTwice { .. } => "word-twice",
            Self::UnknownWord { .. } => "unknown-word",
        }
    }

    /// Returns the row or column that breaks the rule.
    pub fn line(&self) -> Line {
        match *self {
            Self::NoBlank { line }
            | Self::TooManyBlanks { line, .. }
            | Self::WordTwice { line, .. }
            | Self::UnknownWord { line, .. } => line,
        }
    }
}

/// Returns all broken rules, rows before columns; empty if the grid is valid. Without a list any letters count as a
/// word.
pub fn check(cells: &Cells, list: Option<&WordList>) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut seen: HashMap<Vec<Letter>, Line> = HashMap::new();
    for line in Line::all(cells.rows(), cells.cols()) {
        let run = line.run(cells.rows(), cells.cols());
        let blanks = run.cells().filter(|&pos| cells[pos].is_none()).count();
        if blanks == 0 {
            violations.push(Violation::NoBlank { line });
        }
        if 2 * blanks > run.len {
            violations.push(Violation::TooManyBlanks { line, blanks, cells: run.len });
        }
        let word = line.word(cells);
        if word.is_empty() {
            continue;
        }
        if list.is_some_and(|list| list.find(&word).is_none()) {
            violations.push(Violation::UnknownWord { line, word: spell(&word) });
        }
        match seen.get(&word) {
            Some(&first) => violations.push(Violation::WordTwice { line, first, word: spell(&word) }),
            None => drop(seen.insert(word, line)),
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digram::{format, words};

    const VALID: &str = "abacay......\n......abacus\nac..inetan..\n..ne....ther\n";

    fn broken(text: &str, list: &str) -> Vec<String> {
        let list = (!list.is_empty()).then(|| words::read(list.as_bytes(), "list").unwrap().list);
        let cells = format::read(text).unwrap();
        check(&cells, list.as_ref()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_valid_grid_breaks_no_rule() {
        assert_eq!(broken(VALID, ""), [""; 0]);
        let list = "abac acne ayin abacay abacus abet acanth user acinetan nether".replace(' ', "\n");
        assert_eq!(broken(VALID, &list), [""; 0]);
        assert_eq!(
            broken(VALID, &list.replace("user", "used")),
            ["column 6 has user, which is not in the word list"]
        );
    }

    #[test]
    fn each_rule_names_its_line() {
        let of = |lines: [&str; 4]| broken(&lines.join("\n"), "");
        assert_eq!(
            of(["abacayerrrre", "......abacus", "ac..inetan..", "..ne....ther"])[0],
            "row 1 has no blank cell; each row and column needs at least one"
        );
        assert_eq!(
            of(["ab..ay......", "..ev..abacus", "ac..inetan..", "..ne....ther"]),
            ["row 1 is less than half filled: 4 of 6 cells are blank"]
        );
        assert_eq!(
            of(["abacus......", "......abacus", "ac..inetan..", "..ne....ther"]),
            ["row 2 has the word abacus, which row 1 already has; no word may occur twice"]
        );
        assert_eq!(
            of(["acanth......", "......abacus", "ll..inetan..", "..ne....ther"]),
            ["column 5 has the word acanth, which row 1 already has; no word may occur twice"]
        );
        let cells = format::read("abacus......\n......abacus\nac..inetan..\nbaneandasher\n").unwrap();
        let found: Vec<_> = check(&cells, None).iter().map(|v| (v.rule(), v.line().to_string())).collect();
        let expected = [("word-twice", "row 2"), ("no-blank", "row 4")];
        assert_eq!(found, expected.map(|(rule, line)| (rule, line.to_owned())));
        // A line without a letter has no word that could occur twice.
        let empty = broken("....\n....\n", "");
        assert_eq!(empty.len(), 4);
        assert!(empty.iter().all(|text| text.contains("less than half filled")), "{empty:?}");
    }
}
