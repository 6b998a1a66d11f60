//! The grid of a puzzle in cwsat's own texts: the `.cwg` file of an arrowword, and for the other kinds the text that
//! `cwsat solve` writes.

use crate::encodings::arrowword::cwg;
use crate::publish::exchange::NoExport;
use crate::publish::puzzle::{Puzzle, TextForm, convert};

/// Returns the grid of an arrowword, without clues.
pub fn write_cwg(puzzle: &Puzzle) -> Result<String, NoExport> {
    let grid = convert::to_arrowword(puzzle);
    grid.map(|grid| cwg::write(&grid))
        .ok_or(NoExport::Grid { kind: puzzle.kind, advice: ".cwg files hold arrowwords only; use .txt" })
}

/// Returns the text of a kind that has no file extension of its own, with the clues if that text holds any.
pub fn write_text(puzzle: &Puzzle) -> Result<String, NoExport> {
    let no_grid = |advice| NoExport::Grid { kind: puzzle.kind, advice };
    match puzzle.kind.features().text {
        TextForm::Written(text) => {
            text(puzzle).ok_or_else(|| no_grid("not all of its letters are known; use .json"))
        }
        TextForm::Elsewhere(advice) => Err(no_grid(advice)),
    }
}
