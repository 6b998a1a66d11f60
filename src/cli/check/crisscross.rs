//! `cwsat check` for criss-crosses: every broken rule with its place, and how good the layout is.

use super::report::{Broken, Report, judge, write_verdict, write_violations_at_fields};
use super::{Common, Exit, Failure};
use crate::cli::files;
use cwsat::encodings::crisscross::base::{self, Style};
use cwsat::encodings::crisscross::format::Read;
use cwsat::encodings::crisscross::puzzle::{Entry, Value};
use cwsat::encodings::crisscross::{format, rules};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Judges layout after layout.
pub fn run(common: &Common) -> Result<Exit, Failure> {
    let base = common.words.iter().map(|path| read_base(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let base = (!common.words.is_empty()).then_some(&base[..]);
    judge(&common.inputs, common.json, |path| {
        let failed = |source| Failure::CrissCross { path: path.to_owned(), source };
        let read = format::read(&files::read_text(path)?).map_err(failed)?;
        Ok(vec![Verdict::new(path.display().to_string(), &read, base)])
    })
}

/// The verdict on one layout, as it is written in JSON.
#[derive(Serialize)]
struct Verdict {
    file: String,
    valid: bool,
    violations: Vec<Broken>,
    words: usize,
    crossings: usize,
    #[serde(rename = "box")]
    extent: Extent,
    #[serde(skip)]
    value: Value,
}

/// Rows and columns of the box around all words.
#[derive(Serialize)]
struct Extent {
    rows: usize,
    columns: usize,
}

impl Verdict {
    fn new(file: String, read: &Read, base: Option<&[Entry]>) -> Self {
        let broken = rules::check(&read.layout, base).into_iter().chain(rules::check_drawing(read));
        let violations: Vec<_> =
            broken.map(|broken| Broken::new(broken.rule(), broken.place(), broken.to_string())).collect();
        let value = read.layout.value();
        Self {
            file,
            valid: violations.is_empty(),
            violations,
            words: value.words,
            crossings: value.crossings,
            extent: Extent { rows: value.rows, columns: value.cols },
            value,
        }
    }
}

impl Report for Verdict {
    fn violations(&self) -> &[Broken] {
        &self.violations
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_verdict(out, &self.file, &self.violations)?;
        writeln!(out)?;
        write_violations_at_fields(out, &self.violations)?;
        writeln!(out, "  {}", self.value)
    }
}

/// The words of a list; the questions do not matter here, so either style will do.
fn read_base(path: &Path) -> Result<Vec<Entry>, Failure> {
    let text = files::read_text(path)?;
    let read = |style| base::read(&text, style);
    let best = match (read(Style::Marked), read(Style::Spaced)) {
        (Ok(marked), Ok(spaced)) if spaced.skipped.len() < marked.skipped.len() => Ok(spaced),
        (Err(_), Ok(spaced)) => Ok(spaced),
        (marked, _) => marked,
    };
    best.map(|base| base.entries).map_err(|source| Failure::Base { path: path.to_owned(), source })
}
