//! Explanations of why there is no solution: from many causes that cannot all hold to a few that cannot.
//!
//! The kinds of puzzles have their own explanations, made of what is here: [`explain_slots`] says why slots and given
//! letters cannot be filled from a list, for all puzzles with words.
//!
//! A kind numbers its givens and the demands of its rules from 0 as *causes*, and tests whether a subset of them
//! can hold (`Causes`). `minimise` then looks for a subset that cannot hold but could if any one
//! of its members were dropped. Two things make that quick: the answer "infeasible" may include a smaller subset
//! that is already infeasible (a core of assumptions, a few slots), and as long as many causes are left, many are
//! dropped at once. Which of several minimal sets is found depends on the order of the tests, so several orders are
//! tried and the smallest set is kept. It is *a* minimal set, not always the smallest there is: that is a harder
//! problem, for which there is `smallest`.
//!
//! * `claim`: what an explanation claims, as a formula that others can refute;
//! * `fewer`: what shows that a smallest set of slots is one;
//! * `assumed`: causes that are assumptions of a SAT solver, with any back end and for any encoding;
//! * `smallest`: a conflict of fewest causes, proven;
//! * `slots`: the explanation of slots;
//! * `together`: demands of any kind, tested one set after another.

pub(super) mod assumed;
mod claim;
mod fewer;
mod slots;
mod smallest;
mod together;

#[cfg(test)]
mod tests;

use crate::search::hall;
use crate::solver::Budget;
use fastrand::Rng;

pub use claim::{Claim, NoClaim};
pub use fewer::{Fewest, PartFill};
pub use hall::TooFew;
pub use slots::{
    ExplainOptions, SlotConflict, SlotOutcome, claim_of_few, claim_of_fewest, claim_of_slots, explain_slots,
};
pub(super) use slots::{Ground, claim_of_slots_on, explain_slots_on, fewer_to_name};
pub use together::{Together, together};

/// The answer to whether causes can hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They cannot, and these of them already cannot: not necessarily the fewest, in any order.
    Infeasible(Vec<usize>),
    /// They can hold together.
    Feasible,
    /// The budget ended first.
    Unknown,
}

/// Causes, numbered from 0.
pub(super) trait Causes {
    /// Returns the number of causes.
    fn count(&self) -> usize;

    /// Tests whether these causes, and what always holds, can hold together; the others may hold or not.
    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict;
}

/// Causes that cannot all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The causes, ascending. Empty if what always holds is already impossible.
    pub causes: Vec<usize>,
    /// Whether it is known that dropping any one lets the others hold; if not, the budget ended first.
    pub minimal: bool,
}

/// The outcome of a search for a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All causes can hold together.
    Feasible,
    /// These causes cannot hold together.
    Conflict(Conflict),
    /// The budget ended before either was known.
    Stopped,
}

/// The state of the search for an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is a conflict, and causes are being dropped from it.
    Narrowing {
        /// How many causes are left.
        left: usize,
        /// How many of them are known to be needed.
        needed: usize,
    },
    /// A conflict of fewest causes is being looked for.
    Fewest {
        /// No conflict has fewer causes than this.
        at_least: usize,
        /// The number of causes in the smallest known conflict.
        at_most: usize,
    },
}

/// A callback that is called with progress.
pub type Watch<'a> = &'a (dyn Fn(Progress) + Sync);

/// The fraction of the remaining time that one test may take; an undecided test keeps its causes.
const SHARE: f64 = 0.25;

/// Looks for a minimal set of causes that cannot hold together. Where there is a choice, causes with low numbers are
/// dropped first. `orders` is the number of orders to try in all, at least 1.
pub(super) fn minimise(
    causes: &mut dyn Causes,
    orders: usize,
    seed: u64,
    budget: &Budget,
    watch: Watch<'_>,
) -> Outcome {
    let all: Vec<usize> = (0..causes.count()).collect();
    match causes.test(&all, budget) {
        Verdict::Feasible => Outcome::Feasible,
        Verdict::Unknown => Outcome::Stopped,
        Verdict::Infeasible(core) => Outcome::Conflict(narrow(causes, core, orders, seed, budget, watch)),
    }
}

/// Does the same as [`minimise`], given causes that are known to be in conflict.
pub(super) fn narrow(
    causes: &mut dyn Causes,
    mut core: Vec<usize>,
    orders: usize,
    seed: u64,
    budget: &Budget,
    watch: Watch<'_>,
) -> Conflict {
    core.sort_unstable();
    core.dedup();
    let mut best = one_order(causes, core, budget, watch);
    let mut all: Vec<usize> = (0..causes.count()).collect();
    let mut rng = Rng::with_seed(seed);
    for _ in 1..orders {
        if best.causes.len() <= 1 || budget.exhausted() {
            break;
        }
        // Start from all causes, not from the core: the smallest set may lie elsewhere.
        rng.shuffle(&mut all);
        let other = one_order(causes, all.clone(), budget, watch);
        if (other.minimal, best.causes.len()) > (best.minimal, other.causes.len()) {
            best = other;
        }
    }
    best
}

/// Drops the causes that can be dropped, in this order.
fn one_order(causes: &mut dyn Causes, mut open: Vec<usize>, budget: &Budget, watch: Watch<'_>) -> Conflict {
    // Open: not tested yet. Needed: without it the others can hold. Undecided: its test did not end.
    let (mut needed, mut undecided) = (Vec::new(), Vec::new());
    let mut chunk = open.len();
    while !open.is_empty() {
        chunk = chunk.clamp(1, open.len());
        let mut at = 0;
        while at < open.len() {
            let end = (at + chunk).min(open.len());
            let left = needed.len() + undecided.len() + open.len();
            watch(Progress::Narrowing { left, needed: needed.len() });
            let kept: Vec<usize> = [&needed[..], &undecided, &open[..at], &open[end..]].concat();
            match causes.test(&kept, &share(budget)) {
                Verdict::Infeasible(core) => {
                    let keep = |set: &mut Vec<usize>| set.retain(|cause| core.contains(cause));
                    let before = open[..at].iter().filter(|cause| core.contains(cause)).count();
                    open.drain(at..end);
                    keep(&mut open);
                    keep(&mut undecided);
                    at = before;
                }
                Verdict::Feasible if end - at == 1 => needed.push(open.remove(at)),
                Verdict::Unknown if end - at == 1 => undecided.push(open.remove(at)),
                Verdict::Feasible | Verdict::Unknown => at = end,
            }
            if budget.exhausted() {
                undecided.append(&mut open);
            }
        }
        chunk /= 2;
    }
    let minimal = undecided.is_empty();
    needed.append(&mut undecided);
    needed.sort_unstable();
    Conflict { causes: needed, minimal }
}

/// Returns the budget of one test.
fn share(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(left) => budget.clone().within(left.mul_f64(SHARE)),
        None => budget.clone(),
    }
}
