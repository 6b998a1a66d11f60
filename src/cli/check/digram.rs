//! `cwsat check` for digram grids: every broken rule with its row or column.
//!
//! What is wrong with the text (a capital letter, half a cell, rows of different length) is reported as a broken
//! rule too, since whoever typed a grid wants to know of it in the same way.

use super::{Common, Exit, Failure};
use crate::cli::{digram_words, files};
use anstyle::AnsiColor;
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
    let mut out = anstream::stdout().lock();
    let mut exit = Exit::Ok;
    for path in &common.inputs {
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(failure) => {
                exit = exit.max(failure.report());
                continue;
            }
        };
        let grids = format::read_all(&text);
        for (number, grid) in grids.iter().enumerate() {
            let mut name = path.display().to_string();
            if grids.len() > 1 {
                name += &format!(", grid {}", number + 1);
            }
            let report = Report::new(name, grid.as_ref(), words.as_ref());
            if !report.valid {
                exit = exit.max(Exit::Broken);
            }
            if common.json {
                serde_json::to_writer(&mut out, &report).map_err(std::io::Error::from)?;
                writeln!(out)?;
            } else {
                report.write(&mut out)?;
            }
        }
    }
    out.flush()?;
    Ok(exit)
}

/// The verdict on one grid, as it is written in JSON.
#[derive(Serialize)]
struct Report {
    file: String,
    valid: bool,
    rows: Option<usize>,
    columns: Option<usize>,
    violations: Vec<Broken>,
    /// The words of the rows, then of the columns.
    words: Vec<String>,
}

/// A broken rule; row and column count from 0, as in the JSON of other puzzles.
#[derive(Serialize)]
struct Broken {
    rule: &'static str,
    row: Option<usize>,
    column: Option<usize>,
    message: String,
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

impl Report {
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

    /// The verdict for a reader.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let (color, verdict) = match self.violations.len() {
            0 => (AnsiColor::Green, "valid".to_owned()),
            1 => (AnsiColor::Red, "1 rule broken".to_owned()),
            n => (AnsiColor::Red, format!("{n} rules broken")),
        };
        let style = color.on_default().bold();
        writeln!(out, "{}: {style}{verdict}{style:#}", self.file)?;
        for violation in &self.violations {
            writeln!(out, "  {}", violation.message)?;
        }
        if let (true, Some(rows)) = (self.valid, self.rows) {
            writeln!(out, "  rows: {}", self.words[..rows].join(", "))?;
            writeln!(out, "  columns: {}", self.words[rows..].join(", "))?;
        }
        Ok(())
    }
}
