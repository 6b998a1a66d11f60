//! Crosswords of a black and white template.

use super::crossword::{self, crossword, to_crossword};
use crate::encodings::crossword::puzzle::Template;
use crate::encodings::grid::Run;
use crate::encodings::template::solution;
use crate::publish::puzzle::{Kind, Puzzle};

/// Returns the document of a crossword; `clue` returns the clue of a word.
pub fn template(template: &Template, clue: impl FnMut(Run) -> Option<String>) -> Puzzle {
    crossword(Kind::Template, template, clue)
}

/// Returns the crossword of a document, without its clues; `None` if it is of another kind.
pub fn to_template(puzzle: &Puzzle) -> Option<Template> {
    to_crossword(puzzle).filter(|_| puzzle.kind == Kind::Template)
}

/// Returns the text of a crossword with its clues; letters that are not given are in its solution only.
pub(in crate::publish::puzzle) fn text(puzzle: &Puzzle) -> Option<String> {
    crossword::text(puzzle, solution::write)
}
