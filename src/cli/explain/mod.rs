//! `cwsat explain`: why a puzzle has no solution.
//!
//! What all kinds of puzzles have in common is here; each kind has a file with its own flags and its own `run`.

mod arrowword;
mod crisscross;
mod digram;
mod numberlink;
mod picture;
mod template;

use super::interrupt::stop_on_interrupt;
use super::kind::Kind;
use super::progress::Meter;
use super::solve::parse_duration;
use super::solver::SolverArgs;
use super::{Exit, Failure, complain};
use cwsat::search::explain::hall::TooFew;
use cwsat::search::explain::slots::Options;
use cwsat::search::explain::{Progress, Watch};
use cwsat::solver::Budget;
use serde_json::{Value, json};
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
    #[command(flatten)]
    numberlink: Option<numberlink::Flags>,
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
    /// No progress on standard error
    #[arg(short, long)]
    quiet: bool,
    /// The explanation as one JSON object
    #[arg(long)]
    json: bool,
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
        // A size alone makes a digram grid.
        let Common { kind, size, input, .. } = &self.common;
        let kind = Kind::of(kind.or(input.is_none().then_some(Kind::Digram)), self.common.input());
        let given = [
            (Kind::Arrowword, self.arrowword.is_some()),
            (Kind::Crisscross, self.crisscross.is_some()),
            (Kind::Numberlink, self.numberlink.is_some()),
        ];
        Kind::refuse_flags(kind, &given)?;
        match kind {
            Kind::Crisscross | Kind::Numberlink if input.is_none() => Err(Failure::NoInput { kind }),
            Kind::Crisscross if !self.common.words.is_empty() => Err(Failure::WordsInInput { kind }),
            Kind::Numberlink if !self.common.words.is_empty() => Err(Failure::NoWords { kind }),
            Kind::Crisscross => crisscross::run(&self.common, &self.crisscross.unwrap_or_default()),
            _ if size.is_some() && input.is_some() => Err(Failure::SizeForFile { kind }),
            Kind::Arrowword => arrowword::run(&self.common, &self.arrowword.unwrap_or_default()),
            Kind::Template => template::run(&self.common),
            Kind::Digram => digram::run(&self.common),
            Kind::Numberlink => numberlink::run(&self.common, &self.numberlink.unwrap_or_default()),
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

    /// Runs a search, and tells meanwhile how far it is.
    fn watched<T>(&self, search: impl FnOnce(Watch<'_>) -> T) -> T {
        let meter = Meter::new(self.input(), self.quiet);
        meter.say("looking for an answer, and for a proof that there is none".to_owned());
        let found = search(&|progress| {
            meter.say(match progress {
                Progress::Narrowing { left, needed } => {
                    format!("there is no answer: {left} causes left, {needed} of them known to be needed")
                }
                Progress::Fewest { at_least, at_most } => {
                    format!("{at_most} causes; looking for fewer: {at_least} or more are needed")
                }
            });
        });
        meter.finish();
        found
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

/// Why slots cannot be filled from a list that is too small: a heading, and a line for each length.
fn too_few_text(list: &str, few: &[TooFew]) -> String {
    let lines = few.iter().enumerate().map(|(i, few)| format!("{:>3}. {}\n", i + 1, too_few_sentence(few)));
    let rest = if few.len() > 1 { ", each of which is reason enough" } else { "" };
    format!("this cannot be filled: {list} has too few words, as no word may come twice{rest}\n")
        + &lines.collect::<String>()
}

fn too_few_sentence(few: &TooFew) -> String {
    let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let TooFew { len, words, slots } = *few;
    format!("the list has {} of {len} letters for {}", plural(words, "word"), plural(slots, "slot"))
}

/// The same as causes of an explanation in JSON.
fn too_few_json(few: &[TooFew]) -> Value {
    let cause = |few: &TooFew| {
        json!({
            "kind": "too-few-words",
            "text": too_few_sentence(few),
            "length": few.len,
            "words": few.words,
            "slots": few.slots,
        })
    };
    few.iter().map(cause).collect()
}

/// What a command found, in both its forms.
struct Found {
    /// [`Exit::Stopped`] if nothing is known.
    exit: Exit,
    text: String,
    json: serde_json::Value,
}
