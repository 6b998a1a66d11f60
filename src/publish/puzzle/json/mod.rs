//! The document as JSON, version `puzzle/1`; `docs/formats.md` describes every field.
//!
//! What follows from other values (a word from the fields, the start of an arrowword's word from its question) is
//! written too, for people and other programs. It is redundant: when the document is read, it is compared with what it
//! follows from, and a difference is an error that names the entry.

mod fields;
mod read;
#[cfg(test)]
mod tests;

pub use read::{EntryProblem, JsonError, read};

use super::{Clue, Entry, Kind, Puzzle};
use crate::encodings::grid::Pos;
use serde::{Deserialize, Serialize};

/// The value of `cwsat` in every document of this version.
pub const VERSION: &str = "puzzle/1";

/// Row and column, from 0.
type Cell = [usize; 2];

/// The document as in the JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    cwsat: String,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    credits: Vec<String>,
    rows: usize,
    columns: usize,
    grid: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<Cell>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<Vec<Cell>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    solution_word: Vec<Cell>,
    #[serde(default)]
    entries: Vec<Word>,
}

/// An entry as in the JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spelling: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<Towards>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    question: Option<Asked>,
    #[serde(default)]
    clues: Vec<Clue>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    own: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Towards {
    Across,
    Down,
}

/// A question field and its arrow.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    row: usize,
    column: usize,
    arrow: String,
}

fn cell(pos: &Pos) -> Cell {
    [pos.row, pos.col]
}

/// Returns the document as text.
pub fn write(puzzle: &Puzzle) -> String {
    use crate::encodings::grid::Direction;
    let word = |entry: &Entry| Word {
        word: Some(puzzle.pattern(entry)),
        spelling: entry.spelling.clone(),
        row: Some(entry.run.start.row),
        column: Some(entry.run.start.col),
        direction: Some(match entry.run.direction {
            Direction::Across => Towards::Across,
            Direction::Down => Towards::Down,
        }),
        question: entry.question.map(|question| Asked {
            row: question.pos.row,
            column: question.pos.col,
            arrow: question.arrow.to_string(),
        }),
        clues: entry.clues.clone(),
        own: entry.own,
    };
    let given = puzzle.fields.iter().filter(|(_, field)| field.given().is_some());
    let document = Document {
        cwsat: VERSION.to_owned(),
        kind: puzzle.kind,
        title: puzzle.title.clone(),
        author: puzzle.author.clone(),
        language: puzzle.language.as_ref().map(ToString::to_string),
        credits: puzzle.credits.clone(),
        rows: puzzle.rows(),
        columns: puzzle.cols(),
        grid: fields::write(puzzle),
        given: given.map(|(pos, _)| cell(&pos)).collect(),
        blocks: fields::blocks(puzzle),
        solution_word: puzzle.solution_word.iter().map(cell).collect(),
        entries: puzzle.entries.iter().map(word).collect(),
    };
    // Strings, numbers and lists can always be written as JSON.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}
