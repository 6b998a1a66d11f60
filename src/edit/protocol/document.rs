//! The document, as it is shown and saved.

use super::{Asked, Cell, Towards};
use crate::publish::puzzle::Clue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The document, as it is shown and saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The kind of puzzle: `arrowword`, `template`, `barred` or `crisscross`.
    pub kind: String,
    /// The rows of the grid.
    pub grid: Vec<String>,
    /// The bars of a barred crossword.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<Bar>,
    /// How blocks and bars of a crossword are laid; `None` for other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The fields that no job changes, row by row. A letter that is not pinned was found by the program.
    #[serde(default)]
    pub pinned: Vec<Cell>,
    /// The letters that are shown to the solver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Cell>,
    /// The words: of an arrowword ordered by question field and arrow, of a crossword across ones first, by number.
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

/// A bar between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// The field before it.
    pub at: Cell,
    /// Where it is, seen from there: to the right (`across`), or below (`down`).
    pub towards: Towards,
}

/// How the blocks and bars of a crossword are laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// What each step keeps: `none`, `half-turn`, `quarter-turn` or `mirror`.
    pub symmetry: String,
    /// How blocks are placed in a layout by the program: `double-spaced`, `british` or `american`.
    pub style: String,
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

/// A word, with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// Its question, or where it begins.
    pub question: Asked,
    /// Its fields, in reading order; empty if a question has none.
    #[serde(default)]
    pub cells: Vec<Cell>,
    /// Its number in print, of a crossword; it follows from the grid and is not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// How the word is written outside of the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
    /// Its clues, best first.
    #[serde(default)]
    pub clues: Vec<Clue>,
    /// About how many characters a clue may have, by which clues are chosen; `None` if it is in a list, which has room. What fits in
    /// print is in [`SetClue`](super::SetClue). It follows from the grid and is not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<usize>,
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
    /// Whether other words are used only if something is known that asks for them.
    pub clued: bool,
    /// Clues of words that must or should be there, by these words as they are written there.
    pub clues: BTreeMap<String, String>,
    /// The letters of the solution word that is wanted; `None` for no solution word.
    pub solution_word: Option<String>,
}
