//! `cwsat check` for Numberlink: every broken rule with its place, the area and the quality.

use super::read::{YearArg, picture, read_answer, read_problem};
use crate::cli::broken::Broken;
use crate::cli::contract::check::{Bench, Checks, Request, Verdict};
use crate::cli::contract::json::fields;
use crate::cli::exit::Failure;
use cwsat::encodings::numberlink::{Problem, Solution, rules};
use serde_json::json;

/// The flags of Numberlink.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Read answers in the format of this year.
    #[arg(long, value_name = "YEAR", value_enum, default_value_t)]
    year: YearArg,
}

/// A problem without an answer.
#[derive(Debug, thiserror::Error)]
#[error("give the problem and then an answer to it, as in `cwsat check Q.txt A.txt`")]
struct NoAnswerFile;

impl Checks for super::Numberlink {
    type Flags = Flags;

    fn bench<'a>(request: &'a Request<'a>, flags: &Flags) -> Result<Bench<'a>, Failure> {
        let [problem, _, ..] = request.inputs else { return Err(NoAnswerFile.into()) };
        let problem = read_problem(problem)?;
        let year = flags.year.into();
        let judge = move |input: &_| Ok(vec![verdict(&problem, &read_answer(input, &problem, year)?)]);
        Ok(Bench { skip: 1, judge: Box::new(judge) })
    }
}

fn verdict(problem: &Problem, answer: &Solution) -> Verdict {
    let broken = rules::check(problem, answer).into_iter();
    let violations: Vec<_> =
        broken.map(|broken| Broken::new(broken.rule(), broken.pos(), broken.to_string())).collect();
    let (area, extent) = (answer.area(), answer.extent());
    let (columns, rows) = extent.map_or((0, 0), |extent| (extent.cols, extent.rows));
    let quality = if violations.is_empty() { 1.0 / area.max(1) as f64 } else { 0.0 };
    let mut details = String::new();
    if area > 0 {
        details = format!("  area {area} ({columns}x{rows}), quality {quality:.6}\n");
    }
    details += &picture(problem, answer);
    Verdict {
        which: String::new(),
        violations,
        remark: String::new(),
        details,
        json: fields(json!({ "columns": columns, "rows": rows, "area": area, "quality": quality })),
    }
}
