//! `cwsat check` for template crosswords: every broken rule with its place.

use super::report::{Broken, Report, judge, write_verdict, write_violations};
use super::{Common, Exit, Failure};
use crate::cli::{inputs, wordlists};
use cwsat::encodings::lexicon::WordList;
use cwsat::encodings::template::puzzle::Template;
use cwsat::encodings::template::rules::{self, Violation};
use serde::Serialize;
use std::io::Write;

/// Judges crossword after crossword.
pub fn run(common: &Common) -> Result<Exit, Failure> {
    let words = wordlists::named(&common.words)?.map(|words| words.list);
    let empty = common.against.as_deref().map(inputs::read_template).transpose()?;
    judge(&common.inputs, common.json, |path| {
        let puzzle = inputs::read_template(path)?;
        Ok(vec![Verdict::new(path.display().to_string(), &puzzle, empty.as_ref(), words.as_ref())])
    })
}

/// The verdict on one crossword, as it is written in JSON.
#[derive(Serialize)]
struct Verdict {
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

impl Verdict {
    fn new(file: String, puzzle: &Template, empty: Option<&Template>, words: Option<&WordList>) -> Self {
        let mut found = rules::check(puzzle, words);
        found.extend(empty.into_iter().flat_map(|empty| rules::check_against(puzzle, empty)));
        let is_unfilled = |v: &Violation| matches!(v, Violation::Unfilled { .. });
        let unfilled = found.iter().filter(|v| is_unfilled(v)).count();
        // One sentence for all of them; the first place is enough to look for.
        let first_unfilled = found.iter().find(|v| is_unfilled(v)).and_then(Violation::place);
        found.retain(|v| !is_unfilled(v));
        let broken = |v: &Violation| Broken::new(v.rule(), v.place(), v.to_string());
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
            violations.insert(0, Broken::new(rule, Some(pos), message));
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
}

impl Report for Verdict {
    fn violations(&self) -> &[Broken] {
        &self.violations
    }

    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let share = 100.0 * self.white as f64 / self.fields as f64;
        let words = if self.words == 1 { "word" } else { "words" };
        write_verdict(out, &self.file, &self.violations)?;
        write!(out, ", {} {words}, {share:.0} % white", self.words)?;
        match self.unfilled {
            0 => writeln!(out)?,
            n => writeln!(out, ", {n} of {} fields not filled", self.white)?,
        }
        write_violations(out, &self.violations)
    }
}
