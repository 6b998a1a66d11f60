//! The restarting search: dive after dive from the root, each with more failures allowed than the one before
//! it on average (Luby's sequence), activities kept, phases on in one dive and off in the next (on first, for phases a caller has set).
//!
//! What fails once at the root stays excluded, so that a small problem without a fill ends in a proof. It
//! learns no clauses: a node costs a few microseconds, and on fillable grids many quick tries beat few
//! clever ones by an order of magnitude.

use super::tree::{Dive, Tree};
use crate::solver::Budget;
use fastrand::Rng;

/// Failures in the shortest dive.
const UNIT: u64 = 50;

/// Dives until a fill is found, there is none, `failures` are used up, or the budget ends.
pub fn restart(tree: &mut Tree, failures: u64, rng: &mut Rng, budget: &Budget) -> Dive {
    let end = tree.failures().saturating_add(failures);
    for dive in 1.. {
        let left = end.saturating_sub(tree.failures());
        if left == 0 {
            break;
        }
        let limit = (UNIT * luby(dive)).min(left);
        match tree.dive(limit, dive % 2 == 1, rng, budget) {
            Dive::Limit => log::trace!("dive {dive}: {limit} failures"),
            end => return end,
        }
        if budget.exhausted() {
            return Dive::Stopped;
        }
    }
    Dive::Limit
}

/// Luby's sequence 1 1 2 1 1 2 4 1 1 2 …, from `index` 1 on.
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
