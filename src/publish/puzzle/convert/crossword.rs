//! Crosswords with numbered words: what the documents of their kinds have in common.
//!
//! A document has no bars of its own, as its words say where they are: two neighbouring fields that no word joins have a bar
//! between them, in a kind that has bars.

use super::{BLOCKED, entry, hidden, in_one_line};
use crate::encodings::crossword::bars::Bars;
use crate::encodings::crossword::puzzle::{Cell, Template};
use crate::encodings::crossword::solution;
use crate::encodings::grid::Run;
use crate::publish::puzzle::{Entry, Field, Kind, Puzzle};

/// Returns the document of a crossword of this kind; `clue` returns the clue of a word.
pub fn crossword(kind: Kind, template: &Template, mut clue: impl FnMut(Run) -> Option<String>) -> Puzzle {
    let fields = template.cells.map(|_, cell| match *cell {
        Cell::Block => BLOCKED,
        Cell::Open => Field::Open,
        Cell::Letter(letter) => hidden(letter),
    });
    let entries =
        template.numbering().iter().map(|numbered| entry(numbered.run, clue(numbered.run))).collect();
    Puzzle::new(kind, fields, entries)
}

/// Returns the crossword of a document, without its clues; `None` if its kind is not made of a template.
pub fn to_crossword(puzzle: &Puzzle) -> Option<Template> {
    let cell = |field: &Field| match *field {
        Field::Open => Cell::Open,
        Field::Letter { letter, .. } => letter.latin().map_or(Cell::Open, Cell::Letter),
        _ => Cell::Block,
    };
    let bars = || Bars::from_iter(puzzle.bars());
    puzzle
        .kind
        .features()
        .is_of_template
        .then(|| Template::with_bars(puzzle.fields.map(|_, field| cell(field)), &bars()))
}

/// Returns the text of a crossword with its clues, as `write` writes it; letters that are not given are in its solution
/// only.
pub(super) fn text(
    puzzle: &Puzzle,
    write: fn(&Template, Option<&Template>, &[solution::Entry]) -> String,
) -> Option<String> {
    let template = to_crossword(puzzle)?;
    let said = |run| {
        let entry = puzzle.entries.iter().find(|entry| entry.run == run);
        let clue = entry.and_then(Entry::clue).map(|clue| in_one_line(&clue.text));
        let spelling = entry.and_then(|entry| entry.spelling.clone());
        solution::Said { spelling, clue, own: entry.is_some_and(|entry| entry.own) }
    };
    let cell = |pos, cell: &Cell| match (cell, puzzle.fields[pos].given()) {
        (Cell::Letter(_), None) => Cell::Open,
        _ => *cell,
    };
    let given = Template::with_bars(template.cells.map(cell), template.bars());
    Some(write(&template, Some(&given), &solution::entries(&template, said)))
}
