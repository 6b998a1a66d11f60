//! `cwsat check` for Numberlink: every broken rule with its place, the area and the quality.

use super::report::{Broken, Report, judge, write_verdict, write_violations};
use super::{Common, Exit, Failure};
use crate::cli::numberlink::{YearArg, picture, read_answer, read_problem};
use cwsat::encodings::numberlink::{Answer, Problem, rules};
use serde::Serialize;
use std::io::{self, Write};

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
    judge(answers, common.json, |path| {
        let answer = read_answer(path, &problem, flags.year.into())?;
        Ok(vec![Verdict::new(path.display().to_string(), &problem, &answer)])
    })
}

/// The verdict on one answer, as it is written in JSON.
#[derive(Serialize)]
struct Verdict {
    file: String,
    valid: bool,
    violations: Vec<Broken>,
    columns: usize,
    rows: usize,
    area: usize,
    quality: f64,
    #[serde(skip)]
    picture: String,
}

impl Verdict {
    fn new(file: String, problem: &Problem, answer: &Answer) -> Self {
        let broken = rules::check(problem, answer).into_iter();
        let violations: Vec<_> =
            broken.map(|broken| Broken::new(broken.rule(), broken.pos(), broken.to_string())).collect();
        let (area, extent) = (answer.area(), answer.extent());
        Self {
            file,
            valid: violations.is_empty(),
            quality: if violations.is_empty() { 1.0 / area.max(1) as f64 } else { 0.0 },
            violations,
            columns: extent.map_or(0, |e| e.cols),
            rows: extent.map_or(0, |e| e.rows),
            area,
            picture: picture(problem, answer),
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
        write_violations(out, &self.violations)?;
        if self.area > 0 {
            let Self { area, columns, rows, quality, .. } = self;
            writeln!(out, "  area {area} ({columns}x{rows}), quality {quality:.6}")?;
        }
        write!(out, "{}", self.picture)
    }
}
