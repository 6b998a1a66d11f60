//! `cwsat check` for template crosswords: every broken rule with its place.

use super::{Common, Exit, Failure};
use crate::cli::{files, wordlists};
use anstyle::AnsiColor;
use cwsat::encodings::lexicon::WordList;
use cwsat::encodings::template::puzzle::Template;
use cwsat::encodings::template::rules::{self, Violation};
use serde::Serialize;
use std::io::Write;

/// Judges crossword after crossword.
pub fn run(common: &Common) -> Result<Exit, Failure> {
    let words = wordlists::named(&common.words)?.map(|words| words.list);
    let empty = common.against.as_deref().map(files::read_template).transpose()?;
    let mut out = anstream::stdout().lock();
    let mut exit = Exit::Ok;
    for path in &common.inputs {
        let puzzle = match files::read_template(path) {
            Ok(puzzle) => puzzle,
            Err(failure) => {
                exit = exit.max(failure.report());
                continue;
            }
        };
        let report = Report::new(path.display().to_string(), &puzzle, empty.as_ref(), words.as_ref());
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
    out.flush()?;
    Ok(exit)
}

/// The verdict on one crossword, as it is written in JSON.
#[derive(Serialize)]
struct Report {
    file: String,
    valid: bool,
    /// Fields without a letter.
    unfilled: usize,
    violations: Vec<Broken>,
    /// Fields that are no blocks.
    white: usize,
    fields: usize,
    words: usize,
}

/// A broken rule; row and column count from 0, as in all JSON of this program.
#[derive(Serialize)]
struct Broken {
    rule: &'static str,
    row: Option<usize>,
    column: Option<usize>,
    message: String,
}

impl Report {
    fn new(file: String, puzzle: &Template, empty: Option<&Template>, words: Option<&WordList>) -> Self {
        let mut found = rules::check(puzzle, words);
        found.extend(empty.into_iter().flat_map(|empty| rules::check_against(puzzle, empty)));
        let is_unfilled = |v: &Violation| matches!(v, Violation::Unfilled { .. });
        let unfilled = found.iter().filter(|v| is_unfilled(v)).count();
        // One sentence for all of them; the first place is enough to look for.
        let first_unfilled = found.iter().find(|v| is_unfilled(v)).and_then(Violation::place);
        found.retain(|v| !is_unfilled(v));
        let broken = |v: &Violation| Broken {
            rule: v.rule(),
            row: v.place().map(|pos| pos.row),
            column: v.place().map(|pos| pos.col),
            message: v.to_string(),
        };
        let mut violations: Vec<Broken> = found.iter().map(broken).collect();
        // As for other kinds, a puzzle that is not filled yet can be checked, unless its words are.
        if let Some(pos) = first_unfilled.filter(|_| words.is_some()) {
            let at = format!("row {}, column {}", pos.row + 1, pos.col + 1);
            let message = match unfilled {
                1 => format!("{at}: no letter"),
                2 => format!("{at}: no letter, nor in 1 more field"),
                n => format!("{at}: no letter, nor in {} more fields", n - 1),
            };
            let rule = Violation::Unfilled { pos }.rule();
            violations.insert(0, Broken { rule, row: Some(pos.row), column: Some(pos.col), message });
        }
        Self {
            file,
            valid: violations.is_empty(),
            unfilled,
            violations,
            white: puzzle.white(),
            fields: puzzle.cells.rows() * puzzle.cells.cols(),
            words: puzzle.runs().len(),
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
        let share = 100.0 * self.white as f64 / self.fields as f64;
        let words = if self.words == 1 { "word" } else { "words" };
        write!(out, "{}: {style}{verdict}{style:#}, {} {words}, {share:.0} % white", self.file, self.words)?;
        match self.unfilled {
            0 => writeln!(out)?,
            n => writeln!(out, ", {n} of {} fields not filled", self.white)?,
        }
        self.violations.iter().try_for_each(|violation| writeln!(out, "  {}", violation.message))
    }
}
