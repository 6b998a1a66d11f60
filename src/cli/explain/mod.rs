//! `cwsat explain`: why a puzzle has no solution.
//!
//! What all kinds of puzzles have in common is here; each kind has a file with its own flags and its own `run`.

mod arrowword;
mod crisscross;
mod digram;
mod picture;
mod template;

use super::interrupt::stop_on_interrupt;
use super::kind::Kind;
use super::solve::parse_duration;
use super::solver::SolverArgs;
use super::{Exit, Failure, complain};
use cwsat::search::explain::slots::Options;
use cwsat::solver::Budget;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Say why a puzzle has no solution
///
/// Finds a few of the given things, words and rules that cannot all hold, though any of them could be dropped to
/// make room for the others. The kind of puzzle is seen from the input, or told by --as.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    arrowword: Option<arrowword::Flags>,
    #[command(flatten)]
    crisscross: Option<crisscross::Flags>,
}

/// What all kinds of puzzles have in common.
#[derive(Debug, clap::Args)]
struct Common {
    /// The puzzle, a file; `-` reads standard input. For digram grids a size, as in `4x5`
    #[arg(value_name = "INPUT", required_unless_present = "size")]
    input: Option<PathBuf>,
    /// Rows x columns, as in `4x5`, of a puzzle that is not read from a file. For criss-crosses the board: rows x
    /// columns, one side, or `auto` [default: auto]
    #[arg(long, value_name = "SIZE")]
    size: Option<PathBuf>,
    /// The kind of puzzle; without it, what the input looks like
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,
    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list; for digram grids the system's dictionary, or the embedded English list
    #[arg(short, long, value_name = "LIST")]
    words: Vec<PathBuf>,
    /// Another seed may find another explanation
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// The longest time, as in `90`, `60s`, `5m` or `1h`. If it ends early, the causes that are left are
    /// named, but there may be fewer
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,
    #[command(flatten)]
    solver: SolverArgs,
    /// The explanation as one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Examples:
  cwsat explain my.cwg
  cwsat explain my.cwg --words words.txt --time-limit 60s --json
  cwsat explain --as digram 5x5 --words words.txt

Exit codes:
  0  the puzzle can be finished
  1  it cannot, and the causes are printed
  2  the input or the word list cannot be read, or the solver broke
  3  stopped before it was known";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        // A size alone makes a digram grid.
        let Common { kind, size, input, .. } = &self.common;
        let kind = Kind::of(kind.or(input.is_none().then_some(Kind::Digram)), self.common.input());
        let given =
            [(Kind::Arrowword, self.arrowword.is_some()), (Kind::Crisscross, self.crisscross.is_some())];
        Kind::refuse_flags(kind, &given)?;
        match kind {
            Kind::Crisscross if input.is_none() => Err(Failure::NoInput { kind }),
            Kind::Crisscross if !self.common.words.is_empty() => Err(Failure::WordsInInput { kind }),
            Kind::Crisscross => crisscross::run(&self.common, &self.crisscross.unwrap_or_default()),
            _ if size.is_some() && input.is_some() => Err(Failure::SizeForFile { kind }),
            Kind::Arrowword => arrowword::run(&self.common, &self.arrowword.unwrap_or_default()),
            Kind::Template => template::run(&self.common),
            Kind::Digram => digram::run(&self.common),
            Kind::Numberlink => Err(Failure::NotExplained { kind }),
        }
    }
}

impl Common {
    /// What is explained: a file or a size.
    fn input(&self) -> &Path {
        self.input.as_deref().or(self.size.as_deref()).unwrap_or(Path::new("-"))
    }

    /// How the explanation is searched for.
    fn options(&self) -> Options {
        Options { seed: self.seed, back_end: self.solver.back_end().clone(), ..Options::default() }
    }

    /// The budget, which ends with the time limit or on Ctrl-C.
    fn budget(&self) -> Budget {
        let budget = Budget::unlimited().with_flag(stop_on_interrupt());
        match self.time_limit {
            Some(limit) => budget.within(limit),
            None => budget,
        }
    }

    /// Prints what was found, as text or as JSON, and says how the command ends. If a solver broke on the way,
    /// the user is told; and if that left the question open, more time would not help, so that is an error.
    fn deliver(&self, found: Found, budget: &Budget) -> Result<Exit, Failure> {
        let Found { mut exit, text, mut json } = found;
        let failure = budget.failure();
        let is_broken = failure.is_some() && exit == Exit::Stopped;
        if let Some(reason) = failure {
            json["failure"] = reason.into();
            let message = format!("{}: {reason}", self.input().display());
            complain("error", anstyle::AnsiColor::Red, &message);
        }
        if is_broken {
            exit = Exit::BadInput;
        }
        let mut out = anstream::stdout().lock();
        match self.json {
            true => writeln!(out, "{json}")?,
            false if is_broken => {}
            false => write!(out, "{text}")?,
        }
        out.flush()?;
        Ok(exit)
    }
}

/// What a command found, in both its forms.
struct Found {
    /// [`Exit::Stopped`] if nothing is known.
    exit: Exit,
    text: String,
    json: serde_json::Value,
}
