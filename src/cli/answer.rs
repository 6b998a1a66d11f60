//! What `cwsat solve` and `cwsat make` have in common: the search for one answer, and what is said about it.

use super::contract::json;
use super::contract::solve::{Search, Solved, Task, Unsolved};
use super::reporter::{self, Reporter};
use cwsat::publish::output::text;
use cwsat::publish::puzzle::Puzzle;
use cwsat::solver::Budget;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::io::{self, Write};

/// Searches for the answer of a task, whose name is shown with the progress; warns if something ended the search early.
pub fn search<'a>(
    task: &'a dyn Task,
    name: &str,
    seed: u64,
    budget: &Budget,
    reporter: Reporter,
) -> Result<Solved<'a>, Unsolved<'a>> {
    let meter = reporter.meter(name);
    let solved = task.solve(&Search { budget, meter: &meter, seed });
    meter.finish();
    if solved.is_ok()
        && let Some(failure) = budget.failure()
    {
        reporter::warn(&format_args!("{name}: the search ended early: {failure}"));
    }
    solved
}

/// What the user is told about an answer.
pub struct Said<'a> {
    /// What it looks like, for a terminal.
    pub picture: Option<&'a Puzzle>,
    /// What is missing from it.
    pub missing: &'a [String],
    /// The remarks.
    pub remarks: &'a [String],
    /// The summary.
    pub summary: &'a dyn Display,
}

/// Reports an answer to the user.
pub fn tell(reporter: Reporter, name: &str, said: &Said<'_>) {
    let Said { picture, missing, remarks, summary } = *said;
    for missing in missing {
        reporter::error(&format_args!("{name}: {missing}"));
    }
    if let Some(puzzle) = picture {
        reporter.picture(|| text::solution(puzzle));
    }
    for remark in remarks {
        reporter.tell(&format_args!("{name}: {remark}"));
    }
    reporter.tell(&format_args!("{name}: {summary}"));
}

/// What the JSON about an answer says besides the fields of its kind.
pub struct Head<'a> {
    /// The command.
    pub command: &'a str,
    /// The kind.
    pub kind: &'a str,
    /// The name of the input.
    pub name: &'a str,
    /// Where the answer went.
    pub output: Value,
    /// The seed.
    pub seed: u64,
}

impl Head<'_> {
    /// Writes the object with the fields of the kind on a line of its own.
    pub fn write(self, out: &mut dyn Write, own: Map<String, Value>) -> io::Result<()> {
        let mut common = Map::new();
        common.insert("output".to_owned(), self.output);
        common.insert("seed".to_owned(), self.seed.into());
        common.insert("peak_kib".to_owned(), peak_kib().into());
        common.extend(own);
        json::write(out, &json::object(self.command, self.kind, self.name, common))
    }
}

/// Returns the peak memory of the process so far in KiB, if the system reports it.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
