//! `cwsat explain`: why a puzzle has no solution.
//!
//! What all kinds of puzzles have in common is here; each kind has a file with its own flags and its own `run`.

mod arrowword;
mod picture;
mod template;

use super::interrupt::stop_on_interrupt;
use super::kind::Kind;
use super::solve::parse_duration;
use super::solver::SolverArgs;
use super::{Exit, Failure};
use cwsat::search::explain::slots::Options;
use cwsat::solver::Budget;
use std::path::PathBuf;
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
}

/// What all kinds of puzzles have in common.
#[derive(Debug, clap::Args)]
struct Common {
    /// The puzzle, a file; `-` reads standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// The kind of puzzle; without it, what the input looks like
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,
    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list
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

Exit codes:
  0  the puzzle can be finished
  1  it cannot, and the causes are printed
  2  the input or the word list cannot be read
  3  stopped before it was known";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let kind = Kind::of(self.common.kind, &self.common.input);
        Kind::refuse_flags(kind, &[(Kind::Arrowword, self.arrowword.is_some())])?;
        match kind {
            Kind::Arrowword => arrowword::run(&self.common, &self.arrowword.unwrap_or_default()),
            Kind::Template => template::run(&self.common),
            Kind::Digram => Err(Failure::NothingToExplain { kind }),
        }
    }
}

impl Common {
    /// How the explanation is searched for.
    fn options(&self) -> Options {
        Options { seed: self.seed, back_end: self.solver.back_end().clone(), ..Options::default() }
    }

    /// The budget, which ends with the time limit or on Ctrl-C.
    fn budget(&self) -> Result<Budget, Failure> {
        let budget = Budget::unlimited().with_flag(stop_on_interrupt());
        Ok(match self.time_limit {
            Some(limit) => budget.within(limit),
            None => budget,
        })
    }
}
