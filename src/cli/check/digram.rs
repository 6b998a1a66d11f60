//! `cwsat check` for digram grids: every broken rule with its row or column.
//!
//! What is wrong with the text (a capital letter, half a cell, rows of different length) is reported as a broken
//! rule too, since whoever typed a grid wants to know of it in the same way.

use super::report::{Broken, Report, judge, write_verdict, write_violations};
use super::{Common, Exit, Failure};
use crate::cli::{digram_words, files};
use cwsat::encodings::digram::format::{self, Fault};
use cwsat::encodings::digram::puzzle::{Cells, Line};
use cwsat::encodings::digram::rules::{self, Violation};
use cwsat::encodings::digram::words::spell;
use cwsat::encodings::grid::Direction;
use cwsat::encodings::lexicon::WordList;
use serde::Serialize;
use std::io::Write;

/// Judges the grids of file after file.
pub fn run(common: &Common) -> Result<Exit, Failure> {
    let words = match common.words[..] {
        [] => None,
        _ => {
            let lists = digram_words::resolve(&common.words)?;
            Some(WordList::merged(lists.iter().map(|read| &read.list)))
        }
    };
    judge(&common.inputs, common.json, |path| {
        let grids = format::read_all(&files::read_text(path)?);
        let name = |number: usize| match grids.len() {
            1 => path.display().to_string(),
            _ => format!("{}, grid {}", path.display(), number + 1),
        };
        let verdicts = grids.iter().enumerate();
        Ok(verdicts.map(|(i, grid)| Verdict::new(name(i), grid.as_ref(), words.as_ref())).collect())
    })
}

/// The verdict on one grid, as it is written in JSON.
#[derive(Serialize)]
struct Verdict {
    file: String,
    valid: bool,
    rows: Option<usize>,
    columns: Option<usize>,
    violations: Vec<Broken>,
    /// The words of the rows, then of the columns.
    words: Vec<String>,
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

impl Verdict {
    fn new(file: String, grid: Result<&Cells, &Vec<Fault>>, list: Option<&WordList>) -> Self {
        let violations: Vec<Broken> = match grid {
            Ok(cells) => rules::check(cells, list).iter().map(Broken::from).collect(),
            Err(faults) => faults.iter().map(Broken::from).collect(),
        };
        let words = |cells: &Cells| {
            Line::all(cells.rows(), cells.cols()).map(|line| spell(&line.word(cells))).collect()
        };
        Self {
            file,
            valid: violations.is_empty(),
            rows: grid.ok().map(Cells::rows),
            columns: grid.ok().map(Cells::cols),
            violations,
            words: grid.map(words).unwrap_or_default(),
        }
    }
}

impl Report for Verdict {
    fn violations(&self) -> &[Broken] {
        &self.violations
    }

    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        write_verdict(out, &self.file, &self.violations)?;
        writeln!(out)?;
        write_violations(out, &self.violations)?;
        if let (true, Some(rows)) = (self.valid, self.rows) {
            writeln!(out, "  rows: {}", self.words[..rows].join(", "))?;
            writeln!(out, "  columns: {}", self.words[rows..].join(", "))?;
        }
        Ok(())
    }
}
