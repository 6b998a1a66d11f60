//! What `cwsat solve` and the kinds tell each other.

use crate::cli::clued;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, STDIN};
use crate::cli::reporter::{Meter, Reporter};
use crate::cli::solver::SolverArgs;
use cwsat::encodings::cnf::Formula;
use cwsat::encodings::fnv;
use cwsat::search::fill::Engine;
use cwsat::search::{NoAnswer, OwnReason, Setup};
use cwsat::solver::{BackEnd, Budget};
use serde_json::{Map, Value};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The flags that mean the same to all kinds.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list; for digram grids the system's dictionary, or the embedded English list.
    #[arg(short, long, value_name = "LIST")]
    pub words: Vec<PathBuf>,
    /// Another seed gives another answer. The input's file name counts as well, so that equal grids of
    /// different names get different puzzles.
    #[arg(short, long, default_value_t = 0)]
    pub seed: u64,
    /// The longest time for each input, as in `90`, `60s`, `5m` or `1h`. Without it, until the answer cannot
    /// get better or does not.
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// How many threads search at the same time. With one, the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = default_threads(), value_parser = parse_threads)]
    threads: NonZeroUsize,
    #[command(flatten)]
    solver: SolverArgs,
    /// How letters are found: auto (this program's own search, quickest), propagator (the word list inside
    /// CaDiCaL, which learns), or all clauses for the solver: direct (a variable for each word) or mdd (a
    /// diagram of the words). Of several, as in `auto,mdd,propagator`, the first answer counts.
    #[arg(long, value_name = "NAME,…", default_value_t)]
    pub encoding: Engine,
    /// No progress and no summary on standard error.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub clued: clued::Flags,
}

impl Options {
    /// How an input is searched, with this seed.
    pub fn setup(&self, seed: u64) -> Setup {
        Setup { seed, threads: self.threads.get(), back_end: self.back_end().clone() }
    }

    /// Who solves the formulas.
    pub fn back_end(&self) -> &BackEnd {
        self.solver.back_end()
    }
}

/// What was asked for.
pub struct Request<'a> {
    /// The inputs, files and sizes, all of one kind.
    pub inputs: &'a [Input],
    /// The size of the board, for kinds to which `--size` means that.
    pub board: Option<&'a str>,
    /// The flags of all kinds.
    pub options: &'a Options,
    /// Who is told.
    pub reporter: Reporter,
}

impl Request<'_> {
    /// The seed of an input: the given one and the file's name, mixed.
    pub fn seed_of(&self, input: &Input) -> u64 {
        seed_for(self.options.seed, input.path())
    }
}

/// The seed of an input: the given one and the file's name, mixed.
pub fn seed_for(seed: u64, path: &Path) -> u64 {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    fnv::extend(fnv::START ^ seed, name.bytes())
}

/// A puzzle that was read and can be solved.
pub trait Task {
    /// What it is called in messages and in JSON: mostly the name of its input.
    fn name(&self) -> String;

    /// The name of its answer in a folder of answers; `None` for the kind's name of what has none.
    fn file_name(&self) -> Option<PathBuf>;

    /// Whether there may be several answers, each a file of its own in a folder.
    fn has_many_answers(&self) -> bool {
        false
    }

    /// Searches for the answer.
    fn solve<'a>(&'a self, search: &Search<'a>) -> Result<Solved<'a>, Unsolved<'a>>;
}

/// The name of an input's answer in a folder: its own; standard input has none.
pub fn file_name(input: &Input) -> Option<PathBuf> {
    let path = input.path();
    path.file_name().filter(|_| path != Path::new(STDIN)).map(PathBuf::from)
}

/// With what a task is solved.
pub struct Search<'a> {
    /// When to stop.
    pub budget: &'a Budget,
    /// Where progress is shown.
    pub meter: &'a Meter,
}

/// What an answer is written as.
pub enum Text {
    /// One text.
    One(String),
    /// Several, each with the name of a file.
    Many(Vec<(String, String)>),
}

/// An answer, which has passed the rules.
pub struct Solved<'a> {
    /// [`Exit::Ok`], or [`Exit::Stopped`] if it is not complete.
    pub exit: Exit,
    /// The answer in the kind's own format.
    pub text: Text,
    /// The fields of its JSON beside those of all kinds.
    pub json: Map<String, Value>,
    /// Lines to be told before the summary.
    pub remarks: Vec<String>,
    /// One sentence or two on how good it is.
    pub summary: String,
    /// A picture for whoever sits before a terminal.
    pub picture: Option<Box<dyn FnOnce() -> String + 'a>>,
    /// What can be proven of it.
    pub claim: LazyClaim<'a>,
}

/// Why there is no answer.
pub struct Unsolved<'a> {
    /// [`Exit::Broken`] if there is none, [`Exit::Stopped`] if that is not known.
    pub exit: Exit,
    /// A sentence that names the input.
    pub failure: Failure,
    /// What can be proven of it.
    pub claim: LazyClaim<'a>,
}

/// How a search without an answer ends; `own` says it for the kind's own reasons.
pub fn exit_of<R: OwnReason>(reason: &NoAnswer<R>, own: impl FnOnce(&R) -> Exit) -> Exit {
    match reason {
        NoAnswer::None(reason) => own(reason),
        NoAnswer::Broken(_) | NoAnswer::Bug(_) => Exit::BadInput,
        NoAnswer::Stopped(_) => Exit::Stopped,
    }
}

/// What can be proven, made only where a proof is wanted.
pub type LazyClaim<'a> = Box<dyn FnOnce() -> Claim + 'a>;

/// What `--proof` can prove.
pub enum Claim {
    /// This formula has no model, which means what the text says.
    Refutation {
        /// The formula.
        formula: Box<Formula>,
        /// What it means that it has no model.
        text: String,
        /// The seed of the proof's search.
        seed: u64,
    },
    /// Nothing, and why.
    Nothing(&'static str),
}

/// Reads a number of threads that a machine can be asked for.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 256;
    let number: NonZeroUsize = text.parse().map_err(|_| format!("a number from 1 to {MOST} is expected"))?;
    if number.get() <= MOST { Ok(number) } else { Err(format!("{MOST} threads are the most")) }
}

fn default_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Reads `90`, `1.5`, `60s`, `500ms`, `5m` or `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("`{other}` is no unit of time; use ms, s, m or h, as in `60s`")),
    };
    let number: f64 =
        number.parse().map_err(|_| "a time is a number and a unit, as in `60s` or `5m`".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_unit() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert!(parse_duration("5 weeks").is_err_and(|e| e.contains("weeks")));
        assert!(
            parse_duration("-3s").is_err() && parse_duration("").is_err() && parse_duration("1e999").is_err()
        );
    }

    #[test]
    fn equal_grids_of_different_names_get_different_seeds() {
        assert_ne!(seed_for(0, Path::new("15x15_1.cwg")), seed_for(0, Path::new("15x15_2.cwg")));
        assert_eq!(seed_for(0, Path::new("a/15x15_1.cwg")), seed_for(0, Path::new("b/15x15_1.cwg")));
    }
}
