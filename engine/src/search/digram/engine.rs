//! What the engines have in common: they run for a while, hand over grids, and report how they ended.
//!
//! Every engine resumes where it stopped. Nobody knows in advance which engine is better, so they take turns, each turn
//! twice as long as the one before.

use crate::encodings::digram::puzzle::Cells;
use crate::solver::Budget;

/// How a turn of an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The effort is used up, or the budget has ended.
    Limit,
    /// The receiver wants no more grids.
    Enough,
    /// This engine has handed over every grid there is.
    Exhausted,
}

/// An engine that finds grids.
pub trait GridEngine {
    /// Continues the search with this much effort, in the engine's own unit, and hands each grid to `found` until that
    /// returns `false`. An engine may hand over the same grid twice.
    fn run(&mut self, effort: u64, found: &mut dyn FnMut(Cells) -> bool, budget: &Budget) -> Step;
}
