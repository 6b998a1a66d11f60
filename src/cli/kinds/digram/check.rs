//! `cwsat check` for digram grids: every broken rule with its row or column.
//!
//! Faults of the text (a capital letter, half a cell, rows of different lengths) are also reported as broken rules,
//! because the author of the grid wants to see them in the same form.

use super::words::resolve;
use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Checks, Request, Verdict};
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::json::fields;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::digram::format::{self, Fault};
use cwsat::encodings::digram::puzzle::{Cells, Line};
use cwsat::encodings::digram::rules::{self, Violation};
use cwsat::encodings::digram::words::spell;
use cwsat::encodings::grid::Direction;
use cwsat::encodings::lexicon::WordList;
use serde_json::json;

impl Checks for super::Digram {
    type Flags = NoFlags;

    fn bench<'a>(request: &'a Request<'a>, _: &NoFlags) -> Result<Bench<'a>, Failure> {
        let words = match request.words {
            [] => None,
            paths => {
                Some(WordList::merged(resolve(paths, None, request.reporter)?.iter().map(|read| &read.list)))
            }
        };
        let judge = move |input: &Input| {
            let grids = format::read_all(input.text()?);
            let which = |number: usize| match grids.len() {
                1 => String::new(),
                _ => format!(", grid {}", number + 1),
            };
            let grids = grids.iter().enumerate();
            Ok(grids.map(|(i, grid)| verdict(which(i), grid.as_ref(), words.as_ref())).collect())
        };
        Ok(Bench { skip: 0, judge: Box::new(judge) })
    }
}

impl From<&Fault> for Broken {
    fn from(fault: &Fault) -> Self {
        Self { rule: fault.rule(), row: fault.row(), column: None, message: fault.to_string() }
    }
}

impl From<&Violation> for Broken {
    fn from(violation: &Violation) -> Self {
        let line = violation.line();
        let of = |direction| (line.direction == direction).then_some(line.number);
        Self {
            rule: violation.rule(),
            row: of(Direction::Across),
            column: of(Direction::Down),
            message: violation.to_string(),
        }
    }
}

fn verdict(which: String, grid: Result<&Cells, &Vec<Fault>>, list: Option<&WordList>) -> Verdict {
    let violations: Vec<Broken> = match grid {
        Ok(cells) => rules::check(cells, list).iter().map(Broken::from).collect(),
        Err(faults) => faults.iter().map(Broken::from).collect(),
    };
    let spelled = |cells: &Cells| -> Vec<String> {
        Line::all(cells.rows(), cells.cols()).map(|line| spell(&line.word(cells))).collect()
    };
    // The words of the rows, then those of the columns.
    let words = grid.map(spelled).unwrap_or_default();
    let details = match grid {
        Ok(cells) if violations.is_empty() => {
            let (rows, columns) = words.split_at(cells.rows());
            format!("  rows: {}\n  columns: {}\n", rows.join(", "), columns.join(", "))
        }
        _ => String::new(),
    };
    Verdict {
        which,
        violations,
        remark: String::new(),
        details,
        json: fields(json!({
            "rows": grid.ok().map(Cells::rows),
            "columns": grid.ok().map(Cells::cols),
            "words": words,
        })),
    }
}
