//! `cwsat explain`: why a puzzle has no solution.

use crate::cli::contract::explain::{Found, Request};
use crate::cli::contract::solve::parse_duration;
use crate::cli::contract::{Verb, json};
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::stop_on_interrupt;
use crate::cli::registry::{KindFlags, Known, OfVerb};
use crate::cli::reporter::{self, Reporter};
use crate::cli::solver::SolverArgs;
use cwsat::solver::Budget;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Say why a puzzle has no solution
///
/// Finds a few of the given things, words and rules that cannot all hold, though any of them could be dropped to
/// make room for the others. The kind of puzzle is seen from the input, or told by --as.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle, a file; `-` reads standard input. For digram grids a size, as in `4x5`
    #[arg(value_name = "INPUT", required_unless_present = "size")]
    input: Option<PathBuf>,
    /// Rows x columns, as in `4x5`, of a puzzle that is not read from a file. For criss-crosses the board: rows x
    /// columns, one side, or `auto` [default: auto]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// The kind of puzzle; without it, what the input looks like
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
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
    /// No progress on standard error
    #[arg(short, long)]
    quiet: bool,
    /// The explanation as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: KindFlags<Explain>,
}

/// The flags of kinds for this command.
#[derive(Clone, Debug)]
pub struct Explain;

impl OfVerb for Explain {
    const VERB: Verb = Verb::Explain;
}

const EXAMPLE: &str = "\
Examples:
  cwsat explain my.cwg
  cwsat explain my.cwg --words words.txt --time-limit 60s --json
  cwsat explain --as digram 5x5 --words words.txt
  cwsat explain Q.txt --rect 6x5

Exit codes:
  0  the puzzle can be finished
  1  it cannot, and the causes are printed
  2  the input or the word list cannot be read, or the solver broke
  3  stopped before it was known";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let (kind, input) = Known::of_input_or_size(self.kind, self.input.as_deref(), self.size.as_deref())?;
        let flags = self.flags.of(kind)?;
        kind.refuse_words(&self.words)?;
        let (_, board) = kind.sort_size(self.size.as_deref())?;
        let budget = Budget::unlimited().with_flag(stop_on_interrupt());
        let budget = match self.time_limit {
            Some(limit) => budget.within(limit),
            None => budget,
        };
        let reporter = Reporter::new(self.quiet);
        let meter = reporter.meter(&input.name());
        let request = Request {
            input: &input,
            board,
            words: &self.words,
            seed: self.seed,
            time_limit: self.time_limit,
            back_end: self.solver.back_end(),
            budget: &budget,
            reporter,
            meter: &meter,
        };
        let found = kind.kind().explain(&request, flags);
        drop(meter);
        self.deliver(kind, &input.name(), found?, &budget)
    }

    /// Prints what was found, as text or as JSON, and says how the command ends. If a solver broke on the way,
    /// the user is told; and if that left the question open, more time would not help, so that is an error.
    fn deliver(&self, kind: Known, name: &str, found: Found, budget: &Budget) -> Result<Exit, Failure> {
        let Found { mut exit, text, json: mut own } = found;
        let failure = budget.failure();
        let is_broken = failure.is_some() && exit == Exit::Stopped;
        if let Some(reason) = failure {
            own.insert("failure".to_owned(), reason.into());
            reporter::error(&format_args!("{name}: {reason}"));
        }
        if is_broken {
            exit = Exit::BadInput;
        }
        let mut out = anstream::stdout().lock();
        match self.json {
            true => json::write(&mut out, &json::object("explain", &kind.to_string(), name, own))?,
            false if is_broken => {}
            false => write!(out, "{text}")?,
        }
        out.flush()?;
        Ok(exit)
    }
}
