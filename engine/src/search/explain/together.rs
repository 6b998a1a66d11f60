//! Demands that cannot all be kept, for any puzzle: the caller says how a subset of them is tested.

use super::{Causes, Conflict, Verdict, Watch, narrow};
use crate::solver::Budget;

/// Whether demands can be kept together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Together {
    /// They can.
    Kept,
    /// They cannot.
    Conflict {
        /// Demands, numbered from 0, that cannot all be kept, ascending. None if there is no puzzle without any of them.
        demands: Vec<usize>,
        /// Whether it is known that without any one of them the others can be kept.
        minimal: bool,
    },
    /// The budget ended before either was known.
    Unknown,
}

/// Finds out whether this many demands can be kept together, and if not, looks for a minimal set of them that cannot.
/// `test` says of some demands, by number, whether a puzzle can keep all of them; `None` if it does not know. Those with low
/// numbers are dropped first.
pub fn together(
    demands: usize,
    test: &mut dyn FnMut(&[usize], &Budget) -> Option<bool>,
    budget: &Budget,
    watch: Watch<'_>,
) -> Together {
    let mut tested = Tested { demands, test };
    let all: Vec<usize> = (0..demands).collect();
    match tested.test(&all, budget) {
        Verdict::Feasible => Together::Kept,
        Verdict::Unknown => Together::Unknown,
        Verdict::Infeasible(all) => {
            // Every test may be a search, so one order has to be enough.
            let Conflict { causes, minimal } = narrow(&mut tested, all, 1, 0, budget, watch);
            Together::Conflict { demands: causes, minimal }
        }
    }
}

struct Tested<'a> {
    demands: usize,
    test: &'a mut dyn FnMut(&[usize], &Budget) -> Option<bool>,
}

impl Causes for Tested<'_> {
    fn count(&self) -> usize {
        self.demands
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        match (self.test)(subset, budget) {
            Some(true) => Verdict::Feasible,
            Some(false) => Verdict::Infeasible(subset.to_vec()),
            None => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks about six demands, of which none of these sets can be kept.
    fn asked(conflicts: &[&[usize]], known: impl Fn(&[usize]) -> bool) -> Together {
        let mut test = |subset: &[usize], _: &Budget| {
            let is_in = |conflict: &&[usize]| conflict.iter().all(|demand| subset.contains(demand));
            known(subset).then(|| !conflicts.iter().any(is_in))
        };
        together(6, &mut test, &Budget::unlimited(), &|_| {})
    }

    #[test]
    fn a_minimal_set_is_named_and_what_is_not_known_is_not_called_minimal() {
        let conflict = |demands: &[usize], minimal| Together::Conflict { demands: demands.to_vec(), minimal };
        assert_eq!(asked(&[], |_| true), Together::Kept);
        assert_eq!(asked(&[&[1, 4]], |_| true), conflict(&[1, 4], true));
        assert_eq!(asked(&[&[0, 2, 3], &[4, 5]], |_| true), conflict(&[4, 5], true));
        assert_eq!(asked(&[&[]], |_| true), conflict(&[], true));
        assert_eq!(asked(&[&[1]], |subset| subset.len() != 6), Together::Unknown);
        // That 4 is needed is never found out.
        assert_eq!(asked(&[&[1, 4]], |subset| subset != [1, 5] && subset != [1]), conflict(&[1, 4], false));
    }
}
