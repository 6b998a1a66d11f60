//! The restarting search: dive after dive from the root, on average with more and more failures allowed (Luby's
//! sequence). Activities are kept. In short dives, phases are on in one and off in the next (on in the first, for phases that a
//! caller has set). What these do not fill is tried in longer ones, always with phases.
//!
//! What has failed at the root stays excluded, so a small problem without a fill ends in a proof. The search
//! learns no clauses: a node costs a few microseconds, and on fillable grids many quick tries beat a few
//! clever ones by an order of magnitude.

use super::tree::{Dive, Manner, Tree};
use crate::solver::Budget;
use fastrand::Rng;

/// The failures of a tree up to which dives are short.
const SHORT: u64 = 1000;
/// The failures in the shortest dive.
const UNIT: u64 = 50;
/// The same for long dives.
const LONG_UNIT: u64 = 200;

/// Dives until a fill is found, there is proven to be none, `failures` are used up, or the budget ends.
pub(super) fn restart(tree: &mut Tree, failures: u64, rng: &mut Rng, budget: &Budget) -> Dive {
    run(tree, failures, UNIT, |dive| Manner { phases: dive % 2 == 1, trouble: true }, rng, budget)
}

/// Does the same as [`restart`] for a problem that may be hard: after the first [`SHORT`] failures of the tree, dives are longer and
/// always with phases. Hard templates take about half as many failures so, easy ones up to four times as many.
pub(super) fn restart_long(tree: &mut Tree, failures: u64, rng: &mut Rng, budget: &Budget) -> Dive {
    let short = failures.min(SHORT.saturating_sub(tree.failures()));
    match restart(tree, short, rng, budget) {
        Dive::Limit if short < failures => {
            run(tree, failures - short, LONG_UNIT, |_| Manner { phases: true, trouble: true }, rng, budget)
        }
        end => end,
    }
}

/// Does the same as [`restart`] for a problem of few slots: most dives go by the number of words alone and without
/// phases. Where nearly every slot crosses nearly every other one, as in a word square, all cause about the same
/// trouble, and the differences are noise: open 6x6 grids took two to three times as long with it. The first dive is
/// for phases that a caller has set, every seventh for small problems that have a hard spot; a third of Luby's long
/// dives are among them.
pub(super) fn restart_small(tree: &mut Tree, failures: u64, rng: &mut Rng, budget: &Budget) -> Dive {
    let manner = |dive: u64| {
        let usual = dive == 1 || dive.is_multiple_of(7);
        Manner { phases: usual, trouble: usual }
    };
    run(tree, failures, UNIT, manner, rng, budget)
}

fn run(
    tree: &mut Tree,
    failures: u64,
    unit: u64,
    manner: impl Fn(u64) -> Manner,
    rng: &mut Rng,
    budget: &Budget,
) -> Dive {
    let end = tree.failures().saturating_add(failures);
    for dive in 1.. {
        let left = end.saturating_sub(tree.failures());
        if left == 0 {
            break;
        }
        let limit = (unit * luby(dive)).min(left);
        match tree.dive(limit, manner(dive), rng, budget) {
            Dive::Limit => log::trace!("dive {dive}: {limit} failures"),
            end => return end,
        }
        if budget.exhausted() {
            return Dive::Stopped;
        }
    }
    Dive::Limit
}

/// Returns an element of Luby's sequence 1 1 2 1 1 2 4 1 1 2 …, in which `index` starts at 1.
fn luby(index: u64) -> u64 {
    let mut index = index;
    loop {
        let power = (index + 1).next_power_of_two();
        if power == index + 1 {
            return power / 2;
        }
        index -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_starts_as_published() {
        let start: Vec<_> = (1..=15).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
