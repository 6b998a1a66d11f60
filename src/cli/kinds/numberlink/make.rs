//! `cwsat make` for Numberlink: random problems. Blocks are laid and wired at random, so the problem has an answer, but
//! the best one is not known.
//!
//! The problem itself takes no search. To be drawn it is solved, like any other.

use super::read::{YearArg, parse_rect};
use super::solve::Wiring;
use crate::cli::budget::interruptible;
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::contract::solve::{Claim, Options, Search, Solved, Task, Unsolved};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use cwsat::encodings::numberlink::{Problem, format_q};
use cwsat::search::numberlink::generate::{self, NotMade, generate};
use cwsat::solver::Budget;
use std::path::PathBuf;
use std::sync::Arc;

/// The flags of Numberlink.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Make this many blocks.
    #[arg(long, value_name = "N", default_value_t = 8)]
    blocks: usize,
    /// Make this many wires.
    #[arg(long, value_name = "N", default_value_t = 7)]
    nets: usize,
}

/// A size that no board has.
#[derive(Debug, thiserror::Error)]
#[error("`{size}` is not the size of a board: {reason}")]
struct NoBoard {
    size: String,
    reason: String,
}

/// The board if no size is given, width and height.
const USUAL: (usize, usize) = (10, 10);

impl Makes for super::Numberlink {
    type Flags = Flags;

    fn make<'a>(request: &Request<'a>, flags: &Flags) -> Result<Making<'a>, Failure> {
        let (cols, rows) = match request.size()? {
            Some(size) => parse_rect(size).map_err(|reason| NoBoard { size: size.to_owned(), reason })?,
            None => USUAL,
        };
        let chance = Chance { blocks: flags.blocks, nets: flags.nets, rows, cols };
        // A problem that cannot be made is refused at once. If time is up before that is known, it is reported like any
        // search that was stopped.
        match chance.problem(request.options.seed, &interruptible(request.options.time_limit)) {
            Ok(_) | Err(NotMade::Stopped) => {}
            Err(error) => return Err(error.into()),
        }
        let problem = Box::new(move |seed, budget: &Budget| {
            let problem = chance.problem(seed, budget).map_err(unsolved)?;
            Ok(format_q::write(&problem))
        });
        let task = Box::new(Random { chance, options: request.options });
        Ok(Making { problem: Some(problem), ..Making::of(task) })
    }
}

/// What a random problem has.
#[derive(Clone, Copy)]
struct Chance {
    blocks: usize,
    nets: usize,
    rows: usize,
    cols: usize,
}

impl Chance {
    fn problem(self, seed: u64, budget: &Budget) -> Result<Problem, NotMade> {
        let Self { blocks, nets, rows, cols } = self;
        let (problem, _) = generate(generate::Request { blocks, nets, rows, cols, seed }, budget)?;
        Ok(problem)
    }
}

/// Returns the outcome of a search that had nothing to search for.
fn unsolved<'a>(reason: NotMade) -> Unsolved<'a> {
    Unsolved {
        exit: if reason == NotMade::Stopped { Exit::Stopped } else { Exit::BadInput },
        failure: reason.into(),
        claim: Box::new(|| Claim::Nothing("there is no problem")),
    }
}

/// The search for the answer to a random problem.
struct Random<'a> {
    chance: Chance,
    options: &'a Options,
}

impl Task for Random<'_> {
    fn name(&self) -> String {
        format!("numberlink {}x{}", self.chance.cols, self.chance.rows)
    }

    fn file_name(&self) -> Option<PathBuf> {
        None
    }

    fn solve<'a>(&'a self, search: &Search) -> Result<Solved<'a>, Unsolved<'a>> {
        let problem = self.chance.problem(search.seed, search.budget).map_err(unsolved)?;
        let input = Input::of_text(&self.name(), String::new());
        Wiring {
            input,
            options: self.options,
            problem: Arc::new(problem),
            year: YearArg::Later.into(),
            number: 0,
        }
        .wired(search)
    }
}
