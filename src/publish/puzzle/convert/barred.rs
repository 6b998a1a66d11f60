//! Crosswords with bars between their fields.

use super::crossword::{self, crossword, to_crossword};
use crate::encodings::barred::solution;
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::grid::Run;
use crate::publish::puzzle::{Kind, Puzzle};

/// Returns the document of a barred crossword; `clue` returns the clue of a word.
pub fn barred(template: &Template, clue: impl FnMut(Run) -> Option<String>) -> Puzzle {
    crossword(Kind::Barred, template, clue)
}

/// Returns the crossword of a document, without its clues; `None` if it is of another kind.
pub fn to_barred(puzzle: &Puzzle) -> Option<Template> {
    to_crossword(puzzle).filter(|_| puzzle.kind == Kind::Barred)
}

/// Returns the text of a crossword with its clues; letters that are not given are in its solution only.
pub(in crate::publish::puzzle) fn text(puzzle: &Puzzle) -> Option<String> {
    crossword::text(puzzle, solution::write)
}
