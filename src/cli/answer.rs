//! What `cwsat solve` and `cwsat make` have in common: the search for one answer, and what is said about it.

use super::contract::json;
use super::contract::solve::{Found, Search, Solved, Task, Unsolved};
use super::exit::Exit;
use super::input::located;
use super::proof::Claim;
use super::reporter::{self, Reporter};
use super::series::{Again, Series};
use cwsat::publish::output::text;
use cwsat::publish::puzzle::Puzzle;
use cwsat::solver::Budget;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

/// How an answer is looked for.
#[derive(Clone, Copy)]
pub struct Looking<'s> {
    /// The name that is shown with the progress.
    pub name: &'s str,
    /// The seed, as in `--seed`.
    pub seed: u64,
    /// How many threads to search with.
    pub threads: NonZeroUsize,
    /// When to stop.
    pub budget: &'s Budget,
    /// What earlier puzzles have used.
    pub series: &'s Series,
    /// Where messages go.
    pub reporter: Reporter,
}

/// Searches for the answer of a task; warns if something ended the search early.
pub fn search<'a>(task: &'a dyn Task, looking: Looking<'_>) -> Result<Found<'a>, Unsolved<'a>> {
    let Looking { name, seed, threads, budget, series, reporter } = looking;
    let meter = reporter.meter(name);
    let found = task.search(&Search { budget, meter: &meter, seed, threads, series });
    meter.finish();
    if found.is_ok()
        && let Some(failure) = budget.failure()
    {
        reporter::warn(&format_args!("{name}: the search ended early: {failure}"));
    }
    found
}

/// Searches for an answer with at most `most` of the shorter words that earlier puzzles have used, again and again without
/// those that were too many; with no limit, searches once.
pub fn search_in_series<'a>(
    task: &'a dyn Task,
    looking: Looking<'_>,
    most: Option<usize>,
) -> Result<Solved<'a>, Unsolved<'a>> {
    /// How often an answer is looked for.
    const TRIES: usize = 8;
    let Looking { name, budget, series, .. } = looking;
    let search = |budget: &Budget| (search(task, Looking { budget, ..looking })?.finish)(series);
    let Some(most) = most else { return search(budget) };
    series.let_all_be_used();
    let mut over = None;
    for left in (0..TRIES).rev() {
        // Each search takes all the time that it gets, unless there can be no better answer.
        let part = match budget.remaining() {
            Some(remaining) if left > 0 => budget.clone().within(remaining / 2),
            _ => budget.clone(),
        };
        match search(&part) {
            Ok(solved) => {
                let documents = (solved.documents)();
                match series.keep_to_budget(&documents, most) {
                    Ok(()) => return Ok(Solved { documents: Box::new(move || documents), ..solved }),
                    Err(why) => over = Some(why),
                }
            }
            Err(unsolved) if over.is_none() => return Err(unsolved),
            // Without the words that were too many, there may be no puzzle.
            Err(_) => break,
        }
        if budget.exhausted() {
            break;
        }
    }
    let failure = match over {
        Some(why) => located(Path::new(name), why),
        None => return search(budget),
    };
    let claim = || Claim::Nothing("that no puzzle repeats fewer short words was not proven");
    Err(Unsolved { exit: Exit::Stopped, failure, claim: Box::new(claim) })
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

/// Reports how many words of a puzzle were used before, if there are any.
pub fn tell_again(reporter: Reporter, name: &str, again: Option<Again>) {
    again
        .filter(|again| again.again > 0)
        .iter()
        .for_each(|again| reporter.tell(&format_args!("{name}: {again}")));
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
