//! The grid of a puzzle in cwsat's own texts: the `.cwg` file of an arrowword, and for the other kinds the text that
//! `cwsat solve` writes.

use crate::encodings::arrowword::cwg;
use crate::publish::exchange::NoExport;
use crate::publish::puzzle::{Kind, Puzzle, TextForm, convert};

/// Returns an error if `.cwg` files cannot hold this kind.
pub fn cwg_holds(kind: Kind) -> Result<(), NoExport> {
    if kind.has_question_fields() { Ok(()) } else { Err(no_cwg(kind)) }
}

/// Returns an error if this kind has no text that is written from a document.
pub fn text_holds(kind: Kind) -> Result<(), NoExport> {
    match kind.features().text {
        TextForm::Written(_) => Ok(()),
        TextForm::Elsewhere(advice) => Err(NoExport::Grid { kind, advice }),
    }
}

/// Returns the grid of an arrowword, without clues.
pub fn write_cwg(puzzle: &Puzzle) -> Result<String, NoExport> {
    convert::to_arrowword(puzzle).map(|grid| cwg::write(&grid)).ok_or(no_cwg(puzzle.kind))
}

fn no_cwg(kind: Kind) -> NoExport {
    NoExport::Grid { kind, advice: ".cwg files hold arrowwords only; use .txt" }
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
