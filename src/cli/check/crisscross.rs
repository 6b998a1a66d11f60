//! `cwsat check` for criss-crosses: every broken rule with its place, and how good the layout is.

use super::{Common, Exit, Failure};
use crate::cli::files;
use anstyle::AnsiColor;
use cwsat::encodings::crisscross::base::{self, Style};
use cwsat::encodings::crisscross::puzzle::Entry;
use cwsat::encodings::crisscross::{format, rules};
use std::io::Write;
use std::path::Path;

/// Judges layout after layout.
pub fn run(common: &Common) -> Result<Exit, Failure> {
    let base = common.words.iter().map(|path| read_base(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let base = (!common.words.is_empty()).then_some(&base[..]);
    let mut out = anstream::stdout().lock();
    let mut exit = Exit::Ok;
    for path in &common.inputs {
        let read = files::read_text(path).and_then(|text| {
            format::read(&text).map_err(|source| Failure::CrissCross { path: path.clone(), source })
        });
        let read = match read {
            Ok(read) => read,
            Err(failure) => {
                exit = exit.max(failure.report());
                continue;
            }
        };
        let mut broken = rules::check(&read.layout, base);
        broken.extend(rules::check_drawing(&read));
        if !broken.is_empty() {
            exit = exit.max(Exit::Broken);
        }
        let value = read.layout.value();
        if common.json {
            let violations: Vec<_> = broken
                .iter()
                .map(|violation| {
                    serde_json::json!({
                        "rule": violation.rule(),
                        "row": violation.place().map(|pos| pos.row),
                        "column": violation.place().map(|pos| pos.col),
                        "message": violation.to_string(),
                    })
                })
                .collect();
            let report = serde_json::json!({
                "file": path.display().to_string(),
                "valid": broken.is_empty(),
                "violations": violations,
                "words": value.words,
                "crossings": value.crossings,
                "box": { "rows": value.rows, "columns": value.cols },
            });
            writeln!(out, "{report}")?;
            continue;
        }
        let (color, verdict) = match broken.len() {
            0 => (AnsiColor::Green, "valid".to_owned()),
            1 => (AnsiColor::Red, "1 rule broken".to_owned()),
            n => (AnsiColor::Red, format!("{n} rules broken")),
        };
        let style = color.on_default().bold();
        writeln!(out, "{}: {style}{verdict}{style:#}", path.display())?;
        for violation in &broken {
            writeln!(out, "  {violation}")?;
        }
        if broken.iter().any(|violation| violation.place().is_some()) {
            writeln!(out, "  (fields as (row,column), counted from 0)")?;
        }
        writeln!(out, "  {value}")?;
    }
    out.flush()?;
    Ok(exit)
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
