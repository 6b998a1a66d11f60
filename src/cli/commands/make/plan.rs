//! What one `cwsat make` makes, and how each puzzle begins. Nothing here changes, so all lanes can look at it.

use super::Args;
use super::targets::Targets;
use crate::cli::answer::Looking;
use crate::cli::contract::make::{Making, Problem};
use crate::cli::contract::solve::Unsolved;
use crate::cli::registry::Known;
use crate::cli::reporter::Reporter;
use crate::cli::series::Series;
use cwsat::publish::clues::source::Source;
use cwsat::solver::Budget;
use std::num::NonZeroUsize;

/// What is made.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    pub args: &'a Args,
    pub kind: Known,
    pub making: &'a Making<'a>,
    pub sources: &'a [Source],
    pub series: &'a Series,
    pub targets: &'a Targets,
    pub reporter: Reporter,
}

/// A puzzle that was begun.
pub struct Begun {
    /// Its number, from 0.
    pub run: usize,
    pub seed: u64,
    pub name: String,
    pub budget: Budget,
    /// Its text, if that takes no search.
    pub problem: Result<Option<String>, Unsolved<'static>>,
}

impl Begun {
    /// Returns how the answer is looked for.
    pub fn looking<'s>(
        &'s self,
        series: &'s Series,
        threads: NonZeroUsize,
        reporter: Reporter,
    ) -> Looking<'s> {
        Looking { name: &self.name, seed: self.seed, threads, budget: &self.budget, series, reporter }
    }
}

impl Plan<'_> {
    /// Returns how many searches there are.
    pub fn runs(&self) -> usize {
        if self.making.task.has_many_answers() { 1 } else { self.args.count().get() }
    }

    /// Prepares a puzzle; this takes no search.
    pub fn begin(&self, run: usize, budget: Budget) -> Begun {
        let seed = self.args.options.seed.wrapping_add(run as u64);
        let name = match self.runs() {
            1 => self.making.task.name(),
            _ => format!("{}, number {}", self.making.task.name(), run + 1),
        };
        let problem = match &self.making.problem {
            Some(Problem::Random(random)) => random(seed, &budget).map(Some),
            Some(Problem::Searched) | None => Ok(None),
        };
        Begun { run, seed, name, budget, problem }
    }

    /// Returns whether there has to be a search for this puzzle.
    pub fn is_searched(&self, begun: &Begun) -> bool {
        begun.problem.is_ok() && self.needs_search()
    }

    /// Returns whether puzzles have to be searched for.
    pub fn needs_search(&self) -> bool {
        let is_random = matches!(self.making.problem, Some(Problem::Random(_)));
        !is_random || self.args.json || !self.targets.take_no_search()
    }
}
