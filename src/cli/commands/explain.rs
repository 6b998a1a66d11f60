//! `cwsat explain`: explains why a puzzle has no solution.

use crate::cli::budget::{interruptible, parse_duration};
use crate::cli::contract::explain::{Found, Request};
use crate::cli::contract::{Verb, json};
use crate::cli::exit::{Exit, Failure};
use crate::cli::keyword::Keyword;
use crate::cli::output;
use crate::cli::own;
use crate::cli::proof::{ProofArgs, Target};
use crate::cli::puzzle::{PuzzleArgs, ReadPuzzle};
use crate::cli::registry::{KindFlags, Known, OfVerb};
use crate::cli::reporter::{self, Reporter};
use crate::cli::seed;
use crate::cli::series;
use crate::cli::solver::SolverArgs;
use crate::cli::together::Rest;
use crate::cli::used;
use cwsat::solver::Budget;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Explain why a puzzle has no solution
///
/// Finds a few of the givens, words and rules that cannot all hold; if any one of them is left out, the others can. The kind of puzzle is recognised from the input, or set with --as.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Set the seed; another seed may find another explanation.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    seed: u64,
    /// Stop after this time, as in `90` (seconds), `60s`, `5m` or `1h`; an explanation found by then may name more
    /// causes than needed.
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,
    #[command(flatten)]
    solver: SolverArgs,
    /// Show no progress on standard error.
    #[arg(short, long)]
    quiet: bool,
    /// Print the explanation as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    own: own::Flags,
    /// Explain why letters in fields that are not adjacent cannot spell this word or phrase.
    #[arg(long, value_name = "TEXT", help_heading = "Own words (arrowwords, crosswords)")]
    solution_word: Option<Keyword>,
    #[command(flatten)]
    series: series::Flags,
    #[command(flatten)]
    flags: KindFlags<Explain>,
}

/// The kinds' own flags for this command.
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
  cwsat explain my.cwg --words words.txt --proof my.lrat --proof-format lrat

Exit codes:
  0  the puzzle has a solution
  1  it has none, and the causes were printed
  2  the input or a word list cannot be used, or the solver failed
  3  stopped before it was known";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let ReadPuzzle { kind, input, board } = self.puzzle.read(&self.flags)?;
        let flags = self.flags.of(kind)?;
        let spelled = self.solution_word.as_ref().map(|_| "--solution-word");
        kind.refuse_filling(self.own.given().or(spelled).or(self.series.given().next()))?;
        let of_wishes = self.puzzle.choice.files().chain(self.own.files()).chain(self.series.files());
        let read: Vec<&Path> = self.puzzle.files().chain(of_wishes).collect();
        for file in self.proof.files() {
            output::keep_apart(&file, read.iter().copied())?;
        }
        let proof = self.proof.target(1, self.solver.back_end())?;
        let budget = interruptible(self.time_limit);
        let reporter = Reporter::new(self.quiet);
        let series = used::series(&self.series, reporter)?;
        let meter = reporter.meter(&input.name());
        let request = Request {
            input: &input,
            board,
            words: &self.puzzle.words,
            rest: Rest {
                choice: &self.puzzle.choice,
                own: &self.own,
                keyword: self.solution_word.as_ref(),
                series: &series,
                language: self.puzzle.language.as_ref(),
            },
            seed: self.seed,
            time_limit: self.time_limit,
            back_end: self.solver.back_end(),
            proves: proof.is_some(),
            budget: &budget,
            reporter,
            meter: &meter,
        };
        let found = kind.kind().explain(&request, flags);
        drop(meter);
        self.deliver(kind, &input.name(), found?, proof.as_ref(), &budget)
    }

    /// Prints what was found, as text or as JSON, writes the proof, and returns the exit code. If a solver failed on the way,
    /// that is reported; if it left the question open, more time would not help, so it is an error.
    fn deliver(
        &self,
        kind: Known,
        name: &str,
        found: Found,
        proof: Option<&Target>,
        budget: &Budget,
    ) -> Result<Exit, Failure> {
        let Found { mut exit, text, json: mut own, claim } = found;
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
        drop(out);
        match proof {
            Some(target) => Ok(exit.max(target.prove(claim, budget, Reporter::new(self.quiet))?)),
            None => Ok(exit),
        }
    }
}
