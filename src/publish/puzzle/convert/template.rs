//! Crosswords of a black and white template.

use super::{BLOCKED, entry, hidden};
use crate::encodings::grid::Run;
use crate::encodings::template::puzzle::{Cell, Template};
use crate::publish::puzzle::{Field, Kind, Puzzle};

/// The document of a crossword; `clue` is asked for each word's clue.
pub fn template(template: &Template, mut clue: impl FnMut(Run) -> Option<String>) -> Puzzle {
    let fields = template.cells.map(|_, cell| match *cell {
        Cell::Block => BLOCKED,
        Cell::Open => Field::Open,
        Cell::Letter(letter) => hidden(letter),
    });
    let entries =
        template.numbering().iter().map(|numbered| entry(numbered.run, clue(numbered.run))).collect();
    Puzzle::new(Kind::Template, fields, entries)
}

/// The crossword of a document, without its clues; nothing if it is of another kind.
pub fn to_template(puzzle: &Puzzle) -> Option<Template> {
    let cell = |field: &Field| match *field {
        Field::Open => Cell::Open,
        Field::Letter { letter, .. } => Cell::Letter(letter),
        _ => Cell::Block,
    };
    (puzzle.kind == Kind::Template).then(|| Template { cells: puzzle.fields.map(|_, field| cell(field)) })
}
