//! What the engines have in common: they run for a while, hand over grids, and say how they ended.
//!
//! Every engine goes on where it stopped, so that engines of which nobody knows which is better can take turns,
//! each turn twice as long as the one before.

use crate::encodings::digram::puzzle::Cells;
use crate::solver::Budget;

/// How a turn of an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The effort is used up, or the budget has ended.
    Limit,
    /// Whoever takes the grids wants no more.
    Enough,
    /// There is no grid that this engine has not handed over.
    Exhausted,
}

/// Something that finds grids.
pub trait GridEngine {
    /// Searches on, with so much effort as the engine counts it, and hands each grid to `found`, until that says
    /// false. An engine may hand over the same grid twice.
    fn run(&mut self, effort: u64, found: &mut dyn FnMut(Cells) -> bool, budget: &Budget) -> Step;
}
