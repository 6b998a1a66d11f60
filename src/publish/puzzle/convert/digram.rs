//! Digram grids: every row and every column is a word.

use super::{BLOCKED, entry};
use crate::encodings::digram::format;
use crate::encodings::digram::puzzle::{Cells, Line};
use crate::publish::puzzle::{Field, Kind, Puzzle};

/// Returns the document of a digram grid.
pub fn digram(cells: &Cells) -> Puzzle {
    let fields = cells.map(|_, cell| cell.map_or(BLOCKED, Field::Digram));
    let lines = Line::all(cells.rows(), cells.cols());
    let words = lines.filter(|line| !line.word(cells).is_empty());
    let entries = words.map(|line| entry(line.run(cells.rows(), cells.cols()), None)).collect();
    Puzzle::new(Kind::Digram, fields, entries)
}

/// Returns the digram grid of a document; `None` if it is of another kind or has open fields, which the format cannot
/// express.
pub fn to_digram(puzzle: &Puzzle) -> Option<Cells> {
    let cell = |field: &Field| match *field {
        Field::Digram(digram) => Some(digram),
        _ => None,
    };
    let is_open = puzzle.fields.iter().any(|(_, field)| *field == Field::Open);
    (puzzle.kind == Kind::Digram && !is_open).then(|| puzzle.fields.map(|_, field| cell(field)))
}

/// Returns the text of a digram grid; `None` if it has open fields.
pub(in crate::publish::puzzle) fn text(puzzle: &Puzzle) -> Option<String> {
    to_digram(puzzle).map(|cells| format::write(&cells))
}
