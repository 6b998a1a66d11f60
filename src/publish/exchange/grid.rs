//! The grid of a puzzle in cwsat's own texts: the `.cwg` file of an arrowword, and the text of the other kinds as
//! `cwsat solve` writes it.

use crate::encodings::arrowword::cwg;
use crate::encodings::template::puzzle::{Cell, Template};
use crate::encodings::template::solution;
use crate::encodings::{crisscross, digram};
use crate::publish::exchange::NoExport;
use crate::publish::puzzle::{Kind, Puzzle, convert};

/// The grid of an arrowword, without clues.
pub fn write_cwg(puzzle: &Puzzle) -> Result<String, NoExport> {
    let grid = convert::to_arrowword(puzzle);
    grid.map(|grid| cwg::write(&grid))
        .ok_or(NoExport::Grid { kind: puzzle.kind, advice: ".cwg files hold arrowwords only; take .txt" })
}

/// The text of a kind that has no file format with an ending of its own; with the clues, where it holds any.
pub fn write_text(puzzle: &Puzzle) -> Result<String, NoExport> {
    let no_grid = |advice| NoExport::Grid { kind: puzzle.kind, advice };
    let text = match puzzle.kind {
        Kind::Template => convert::to_template(puzzle).map(|template| {
            let clue = |run| {
                let entry = puzzle.entries.iter().find(|entry| entry.run == run)?;
                entry.clue().map(|clue| in_one_line(&clue.text))
            };
            let given = given(puzzle, &template);
            solution::write(&template, Some(&given), &solution::entries(&template, clue))
        }),
        Kind::Crisscross => convert::to_crisscross(puzzle).map(|mut layout| {
            for question in layout.words.iter_mut().filter_map(|word| word.question.as_mut()) {
                *question = in_one_line(question);
            }
            crisscross::format::write(&layout, [])
        }),
        Kind::Digram => convert::to_digram(puzzle).map(|cells| digram::format::write(&cells)),
        Kind::Arrowword => return Err(no_grid("its text is a .cwg file")),
        Kind::Numberlink => {
            return Err(no_grid("its text is that of the problem and the answer; take .json"));
        }
    };
    text.ok_or_else(|| no_grid("not all of its letters are known; take .json"))
}

/// A crossword with no letters but those that are given away.
fn given(puzzle: &Puzzle, template: &Template) -> Template {
    let cell = |pos, cell: &Cell| match (cell, puzzle.fields[pos].given()) {
        (Cell::Letter(_), None) => Cell::Open,
        _ => *cell,
    };
    Template { cells: template.cells.map(cell) }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
