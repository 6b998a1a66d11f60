//! `cwsat check` for Numberlink: every broken rule with its place, the area and the quality.

use super::{Common, Exit, Failure};
use crate::cli::numberlink::{YearArg, picture, read_answer, read_problem};
use anstyle::AnsiColor;
use cwsat::encodings::numberlink::rules::{self, Violation};
use std::io::Write;

/// The flags of Numberlink.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Numberlink")]
#[group(id = "numberlink")]
pub struct Flags {
    /// The form of the answers' files; with `2019` block fields without a number may be `0`
    #[arg(long, value_name = "YEAR", value_enum, default_value_t)]
    year: YearArg,
}

/// Judges answers: the first input is the problem, the others are answers to it.
pub fn run(common: &Common, flags: &Flags) -> Result<Exit, Failure> {
    let Some((first, answers)) = common.inputs.split_first().filter(|(_, answers)| !answers.is_empty())
    else {
        return Err(Failure::NoNumberlinkAnswer);
    };
    let problem = read_problem(first)?;
    let mut out = anstream::stdout().lock();
    let mut exit = Exit::Ok;
    for path in answers {
        let answer = match read_answer(path, &problem, flags.year.into()) {
            Ok(answer) => answer,
            Err(failure) => {
                exit = exit.max(failure.report());
                continue;
            }
        };
        let broken = rules::check(&problem, &answer);
        if !broken.is_empty() {
            exit = exit.max(Exit::Broken);
        }
        let (area, extent) = (answer.area(), answer.extent());
        let quality = if broken.is_empty() { 1.0 / area.max(1) as f64 } else { 0.0 };
        let file = path.display().to_string();
        if common.json {
            let violations: Vec<_> = broken.iter().map(violation_json).collect();
            let report = serde_json::json!({
                "file": file,
                "valid": broken.is_empty(),
                "violations": violations,
                "columns": extent.map_or(0, |e| e.cols),
                "rows": extent.map_or(0, |e| e.rows),
                "area": area,
                "quality": quality,
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
        writeln!(out, "{file}: {style}{verdict}{style:#}")?;
        for violation in &broken {
            writeln!(out, "  {violation}")?;
        }
        if let Some(extent) = extent {
            writeln!(out, "  area {area} ({}x{}), quality {quality:.6}", extent.cols, extent.rows)?;
        }
        write!(out, "{}", picture(&problem, &answer))?;
    }
    out.flush()?;
    Ok(exit)
}

fn violation_json(violation: &Violation) -> serde_json::Value {
    serde_json::json!({
        "rule": violation.rule(),
        "row": violation.pos().map(|pos| pos.row),
        "column": violation.pos().map(|pos| pos.col),
        "message": violation.to_string(),
    })
}
