//! Crosswords of a black and white template.

use super::{BLOCKED, entry, hidden, in_one_line};
use crate::encodings::grid::Run;
use crate::encodings::template::puzzle::{Cell, Template};
use crate::encodings::template::solution;
use crate::publish::puzzle::{Entry, Field, Kind, Puzzle};

/// Returns the document of a crossword; `clue` returns the clue of a word.
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

/// Returns the crossword of a document, without its clues; `None` if it is of another kind.
pub fn to_template(puzzle: &Puzzle) -> Option<Template> {
    let cell = |field: &Field| match *field {
        Field::Open => Cell::Open,
        Field::Letter { letter, .. } => Cell::Letter(letter),
        _ => Cell::Block,
    };
    (puzzle.kind == Kind::Template).then(|| Template { cells: puzzle.fields.map(|_, field| cell(field)) })
}

/// Returns the text of a crossword with its clues; letters that are not given are in its solution only.
pub(in crate::publish::puzzle) fn text(puzzle: &Puzzle) -> Option<String> {
    let template = to_template(puzzle)?;
    let said = |run| {
        let entry = puzzle.entries.iter().find(|entry| entry.run == run);
        let clue = entry.and_then(Entry::clue).map(|clue| in_one_line(&clue.text));
        (entry.and_then(|entry| entry.spelling.clone()), clue)
    };
    let cell = |pos, cell: &Cell| match (cell, puzzle.fields[pos].given()) {
        (Cell::Letter(_), None) => Cell::Open,
        _ => *cell,
    };
    let given = Template { cells: template.cells.map(cell) };
    Some(solution::write(&template, Some(&given), &solution::entries(&template, said)))
}
