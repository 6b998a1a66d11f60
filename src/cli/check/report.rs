//! What the verdicts on all kinds of puzzles have in common: the way through the inputs, the first line, the broken
//! rules, and their JSON.

use super::{Exit, Failure};
use anstyle::AnsiColor;
use cwsat::encodings::grid::Pos;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A broken rule; row and column count from 0, as in all JSON of this program.
#[derive(Serialize)]
pub struct Broken {
    pub rule: &'static str,
    pub row: Option<usize>,
    pub column: Option<usize>,
    pub message: String,
}

impl Broken {
    /// A rule that is broken at a field, or nowhere in particular.
    pub fn new(rule: &'static str, place: Option<Pos>, message: String) -> Self {
        Self { rule, row: place.map(|pos| pos.row), column: place.map(|pos| pos.col), message }
    }
}

/// The verdict on one puzzle; its fields are its JSON.
pub trait Report: Serialize {
    /// The broken rules; without any the puzzle is valid.
    fn violations(&self) -> &[Broken];

    /// The verdict for a reader, on several lines.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Judges input after input and prints the verdicts. What cannot be read is told, and the others are judged all the
/// same; the worst counts.
pub fn judge<R: Report>(
    inputs: &[PathBuf],
    json: bool,
    mut report: impl FnMut(&Path) -> Result<Vec<R>, Failure>,
) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    let mut exit = Exit::Ok;
    for path in inputs {
        let reports = match report(path) {
            Ok(reports) => reports,
            Err(failure) => {
                exit = exit.max(failure.report());
                continue;
            }
        };
        for report in reports {
            if !report.violations().is_empty() {
                exit = exit.max(Exit::Broken);
            }
            if json {
                serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
                writeln!(out)?;
            } else {
                report.write(&mut out)?;
            }
        }
    }
    out.flush()?;
    Ok(exit)
}

/// The first line without its end: the name, and whether it is valid.
pub fn write_verdict(out: &mut dyn Write, file: &str, violations: &[Broken]) -> io::Result<()> {
    let (color, verdict) = match violations.len() {
        0 => (AnsiColor::Green, "valid".to_owned()),
        1 => (AnsiColor::Red, "1 rule broken".to_owned()),
        n => (AnsiColor::Red, format!("{n} rules broken")),
    };
    let style = color.on_default().bold();
    write!(out, "{file}: {style}{verdict}{style:#}")
}

/// A line for each broken rule.
pub fn write_violations(out: &mut dyn Write, violations: &[Broken]) -> io::Result<()> {
    violations.iter().try_for_each(|violation| writeln!(out, "  {}", violation.message))
}

/// The broken rules, and how their fields are counted.
pub fn write_violations_at_fields(out: &mut dyn Write, violations: &[Broken]) -> io::Result<()> {
    write_violations(out, violations)?;
    match violations.iter().any(|violation| violation.row.is_some()) {
        true => writeln!(out, "  (fields as (row,column), counted from 0)"),
        false => Ok(()),
    }
}
