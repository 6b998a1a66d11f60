//! The quick engine: draw a pattern of blanks, then fill the rest like any crossword.
//!
//! Once the blanks are decided, the word propagator and its restarting search do the rest; with the sizes and lists
//! that people use, most patterns can be filled at once. A pattern that resists is given up after a few hundred
//! failures, since drawing another one takes no time; in longer turns it gets more. This engine finds grids and proves
//! nothing.

use super::blanks::Blanks;
use super::engine::{GridEngine, Step};
use crate::encodings::digram::pattern;
use crate::encodings::digram::puzzle::Cells;
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use fastrand::Rng;
use std::sync::Arc;

/// The failure limit of a pattern while turns are short.
const FAILURES: u64 = 300;
/// The minimum number of patterns in a long turn.
const PATTERNS: u64 = 10;
/// The cost of setting up a pattern's slots, in failures.
const SETUP: u64 = 30;

/// Random patterns, each filled.
pub struct Quick {
    blanks: Blanks,
    index: Arc<WordIndex>,
    rng: Rng,
}

impl Quick {
    /// Creates the engine for these patterns and words; another seed draws other patterns.
    pub fn new(blanks: Blanks, index: &Arc<WordIndex>, seed: u64) -> Self {
        Self { blanks, index: Arc::clone(index), rng: Rng::with_seed(seed) }
    }
}

impl GridEngine for Quick {
    /// `effort` counts failures.
    fn run(&mut self, effort: u64, found: &mut dyn FnMut(Cells) -> bool, budget: &Budget) -> Step {
        let failures = FAILURES.max(effort / PATTERNS);
        let mut left = effort;
        while left > 0 && !budget.exhausted() {
            left = left.saturating_sub(SETUP);
            let Some(blanks) = self.blanks.draw(&mut self.rng) else { continue };
            let options =
                FillOptions { seed: self.rng.u64(..), failures: Some(failures), ..FillOptions::default() };
            match fill(&pattern::slots(&blanks), &self.index, &options, budget) {
                FillOutcome::Filled(letters) => {
                    if !found(pattern::with_letters(&blanks, &letters)) {
                        return Step::Enough;
                    }
                }
                FillOutcome::Infeasible { .. } => {}
                FillOutcome::Stopped { .. } => left = left.saturating_sub(failures),
            }
        }
        Step::Limit
    }
}
