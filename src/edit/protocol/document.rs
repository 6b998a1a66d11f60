//! The document, as it is shown and saved.

use super::{Asked, Cell};
use crate::publish::puzzle::Clue;
use serde::{Deserialize, Serialize};

/// The document, as it is shown and saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The kind of puzzle: `arrowword`.
    pub kind: String,
    /// The rows of the grid.
    pub grid: Vec<String>,
    /// The fields that no job changes, row by row. A letter that is not pinned was found by the program.
    #[serde(default)]
    pub pinned: Vec<Cell>,
    /// The questions, ordered by field and arrow.
    pub words: Vec<Word>,
    /// Title, author, and so on.
    #[serde(default)]
    pub about: About,
    /// What is wished for.
    #[serde(default)]
    pub wishes: Wishes,
    /// The fields of the solution word.
    #[serde(default)]
    pub solution_word: Vec<Cell>,
    /// The pictures of islands: the file by the first field of the island.
    #[serde(default)]
    pub pictures: Vec<Picture>,
}

/// A picture in an island.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// A field of the island.
    pub at: Cell,
    /// The name of the file.
    pub file: String,
}

/// A question of an arrowword and its word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// The question.
    pub question: Asked,
    /// The fields of its word, in reading order; empty if there is none.
    #[serde(default)]
    pub cells: Vec<Cell>,
    /// How the word is written outside of the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
    /// Its clues, best first.
    #[serde(default)]
    pub clues: Vec<Clue>,
    /// How many characters a clue may have in print; it follows from the grid and is not read.
    #[serde(default)]
    pub room: usize,
}

/// What a puzzle says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The language of words and clues, as in `de`.
    pub language: Option<String>,
    /// Lines in small type below the puzzle.
    pub credits: Vec<String>,
}

/// What is wished for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wishes {
    /// Words that the puzzle must have.
    pub needed: Vec<String>,
    /// Words that it should have.
    pub wanted: Vec<String>,
    /// Words that are not to be used.
    pub banned: Vec<String>,
    /// The letters that the solution word shall have; `None` for no solution word.
    pub solution_word: Option<String>,
}
