//! `--solution-word`: a word or phrase that the finished puzzle spells in numbered fields.
//!
//! The search makes sure that a puzzle has such fields; which of them are numbered is decided in its document, as far
//! apart as possible.

use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::spelled::are_near;
use cwsat::encodings::lexicon::{Letter, Theme};
use cwsat::publish::puzzle::Puzzle;
use cwsat::publish::puzzle::solution_word::{self, NoSolutionWord};
use serde_json::{Value, json};
use std::collections::HashSet;

/// A word to be spelled.
#[derive(Clone, Debug)]
pub struct Keyword {
    text: String,
    letters: Vec<Letter>,
}

impl std::str::FromStr for Keyword {
    type Err = NoSolutionWord;

    fn from_str(text: &str) -> Result<Self, NoSolutionWord> {
        Ok(Self { text: text.to_owned(), letters: solution_word::read(text)? })
    }
}

impl Keyword {
    /// Returns the letters to be spelled.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Chooses the fields in a finished puzzle, none of them at the start of an own word. A puzzle that was searched
    /// for with this word has such fields.
    pub fn place(&self, puzzle: &mut Puzzle, own: &[Theme], seed: u64) -> Result<(), NoKeyword> {
        let own: HashSet<String> = own
            .iter()
            .flat_map(Theme::words)
            .map(|word| word.iter().map(|letter| letter.char()).collect())
            .collect();
        let starts = puzzle.entries.iter().filter(|entry| own.contains(&puzzle.pattern(entry)));
        let taboo: HashSet<Pos> = starts.filter_map(|entry| puzzle.cells(entry).next()).collect();
        let fields = solution_word::choose(puzzle, &self.text, &taboo, seed)?;
        if fields.iter().enumerate().any(|(at, &a)| fields[..at].iter().any(|&b| are_near(a, b))) {
            return Err(NoKeyword::TooClose(self.text.clone()));
        }
        puzzle.solution_word = fields;
        Ok(())
    }
}

/// Returns the solution word of a puzzle for JSON: its letters and their fields; null if there is none.
pub fn as_json(puzzle: &Puzzle) -> Value {
    if puzzle.solution_word.is_empty() {
        return Value::Null;
    }
    let letters: String =
        puzzle.solution_word.iter().filter_map(|&pos| puzzle.fields.get(pos)?.solution()).collect();
    let fields: Vec<Value> =
        puzzle.solution_word.iter().map(|pos| json!({ "row": pos.row, "column": pos.col })).collect();
    json!({ "letters": letters, "fields": fields })
}

/// Why the fields of a solution word could not be chosen.
#[derive(Debug, thiserror::Error)]
pub enum NoKeyword {
    /// The puzzle does not have its letters.
    #[error("{0}")]
    Unplaced(#[from] NoSolutionWord),
    /// The puzzle has them side by side.
    #[error(
        "the letters of the solution word {0} are side by side in the puzzle that was found; choose another word"
    )]
    TooClose(String),
}
