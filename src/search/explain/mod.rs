//! Why not? From many causes that cannot all hold to a few of them that cannot.
//!
//! A puzzle kind names what was given and what the rules ask as *causes*, numbered from 0, and says of a subset
//! whether it can hold ([`Causes`]). [`minimise`] then looks for a subset that cannot hold but could if any one
//! of its members were dropped. Two things make that quick: an answer "infeasible" may come with a smaller subset
//! that already is (a core of assumptions, a few slots), and as long as many causes are left, many are dropped
//! at once. Which of several minimal sets is found depends on the order of the tests, so some orders are tried
//! and the smallest set is kept. It is *a* minimal set, not always the smallest there is: that is a harder
//! problem, and [`mod@smallest`] is for it.
//!
//! * [`assumed`]: causes that are assumptions of a SAT solver; with any back end, for any encoding;
//! * [`hall`]: more slots than words that fit them, which a SAT solver would take ages to count;
//! * [`mod@smallest`]: a conflict of fewest causes, proven;
//! * [`slots`]: why slots and given letters cannot be filled from a list, for all puzzles with words.

pub(super) mod assumed;
mod hall;
mod slots;
mod smallest;

#[cfg(test)]
mod tests;

use crate::solver::Budget;
use fastrand::Rng;

pub use hall::TooFew;
pub use slots::{ExplainOptions, SlotConflict, SlotOutcome, explain_slots};
pub(super) use slots::{Ground, explain_slots_on};

/// Whether causes can hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They cannot: already these of them cannot. Not necessarily the fewest; any order.
    Infeasible(Vec<usize>),
    /// They can.
    Feasible,
    /// The budget ended first.
    Unknown,
}

/// Causes, numbered from 0.
pub(super) trait Causes {
    /// How many there are.
    fn count(&self) -> usize;

    /// Whether these causes, and what always holds, can hold together; nothing is asked of the others.
    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict;
}

/// Causes that cannot all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The causes, ascending. Empty if what always holds is already impossible.
    pub causes: Vec<usize>,
    /// Whether it is known that all could hold if any one were dropped; if not, the budget ended first.
    pub minimal: bool,
}

/// What became of a search for a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All causes can hold together.
    Feasible,
    /// These cannot.
    Conflict(Conflict),
    /// The budget ended before either was known.
    Stopped,
}

/// How far an explanation is.
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
        /// None has fewer causes than this.
        at_least: usize,
        /// The smallest that is known has so many.
        at_most: usize,
    },
}

/// Who hears of progress.
pub type Watch<'a> = &'a (dyn Fn(Progress) + Sync);

/// How much of the time that is left one test may take: an undecided test leaves its causes in.
const SHARE: f64 = 0.25;

/// Looks for a minimal set of causes that cannot hold together; the ones with low numbers are dropped first
/// where there is a choice. `orders` is how many orders are tried in all, at least 1.
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

/// [`minimise`] where it is known that these causes cannot hold together.
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
        // From all of them, not from the core: the smallest set may lie elsewhere.
        rng.shuffle(&mut all);
        let other = one_order(causes, all.clone(), budget, watch);
        if (other.minimal, best.causes.len()) > (best.minimal, other.causes.len()) {
            best = other;
        }
    }
    best
}

/// Drops what can be dropped, in this order.
fn one_order(causes: &mut dyn Causes, mut open: Vec<usize>, budget: &Budget, watch: Watch<'_>) -> Conflict {
    // Open: not tested yet. Needed: without it the others can hold. Undecided: nobody knows.
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

/// The budget of one test.
fn share(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(left) => budget.clone().within(left.mul_f64(SHARE)),
        None => budget.clone(),
    }
}
