//! A conflict of fewest causes, and the proof that no conflict has fewer.
//!
//! Causes that can hold together leave others out, and every conflict contains at least one of those: it *hits* the
//! set that was left out. So a smallest set that hits every set ever left out has no more causes than a
//! smallest conflict. If it is a conflict itself, it is a smallest one. If not, it is grown until nothing
//! more can be added, and what it then leaves out is one more set to hit (implicit hitting sets; Ignatiev,
//! Previti, Liffiton and Marques-Silva 2015 use them for smallest unsatisfiable subsets). The smallest hitting
//! sets are models of a small formula with a counter, the bound of which only rises.
//!
//! This converges quickly if a few causes are enough, and may take very long if a smallest conflict has
//! dozens. It should therefore be given a limit; what it returns without a proof is still a conflict.

use super::{Causes, Progress, Verdict, Watch, share};
use crate::encodings::cnf::{Bit, Directions, Family, Formula, Lit, Totalizer};
use crate::solver::{Budget, SatAnswer, SatSolver, load, new_solver};
use fastrand::Rng;

/// A conflict, and whether it is proven that none has fewer causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Smallest {
    /// The causes, ascending.
    pub(super) causes: Vec<usize>,
    /// Whether it is proven that no conflict has fewer causes; if not, the budget ended first.
    pub(super) proven: bool,
    /// Sets of causes that can hold. If it is proven, any fewer causes than those of the conflict are within one of them.
    pub(super) feasible: Vec<Vec<usize>>,
}

/// Looks for a conflict of fewest causes; `known` is a minimal conflict, from which no cause can be dropped.
pub(super) fn smallest(
    causes: &mut dyn Causes,
    known: Vec<usize>,
    seed: u64,
    budget: &Budget,
    watch: Watch<'_>,
) -> Smallest {
    let mut rng = Rng::with_seed(seed);
    let mut feasible = Vec::new();
    let mut sets = HittingSets::new(causes.count(), known.len(), seed);
    loop {
        watch(Progress::Fewest { at_least: sets.least, at_most: known.len() });
        let hitting = match sets.next(budget) {
            Next::Set(hitting) => hitting,
            Next::TooLarge => return Smallest { causes: known, proven: true, feasible },
            Next::Stopped => return Smallest { causes: known, proven: false, feasible },
        };
        match causes.test(&hitting, &share(budget)) {
            // Every smaller set leaves something unhit.
            Verdict::Infeasible(mut causes) => {
                causes.sort_unstable();
                causes.dedup();
                return Smallest { causes, proven: true, feasible };
            }
            Verdict::Unknown => return Smallest { causes: known, proven: false, feasible },
            Verdict::Feasible => {
                let grown = grow(causes, hitting, &mut rng, budget);
                sets.add((0..causes.count()).filter(|cause| !grown.contains(cause)));
                feasible.push(grown);
            }
        }
    }
}

/// Adds causes to ones that can hold, as long as all of them can; ends early with the budget.
fn grow(causes: &mut dyn Causes, feasible: Vec<usize>, rng: &mut Rng, budget: &Budget) -> Vec<usize> {
    // Starts from all causes: a core says which ones are worth leaving out.
    let mut inside: Vec<usize> = (0..causes.count()).collect();
    let mut outside = Vec::new();
    loop {
        match causes.test(&inside, &share(budget)) {
            Verdict::Feasible => break,
            Verdict::Unknown => return feasible,
            Verdict::Infeasible(core) => {
                let open: Vec<usize> = core.into_iter().filter(|cause| !feasible.contains(cause)).collect();
                // Nothing is open only if tests contradicted each other about `feasible`.
                let Some(out) = rng.choice(open) else { return feasible };
                inside.retain(|&cause| cause != out);
                outside.push(out);
            }
        }
    }
    // Only the last one removed is known to be in conflict with what is left; the others may fit in again.
    outside.pop();
    for cause in outside {
        inside.push(cause);
        if causes.test(&inside, &share(budget)) != Verdict::Feasible {
            inside.pop();
        }
    }
    inside
}

/// Sets of causes that hit everything added, in order of size.
struct HittingSets {
    solver: Box<dyn SatSolver>,
    members: Vec<Lit>,
    count: Totalizer,
    /// The known lower bound on the size of a hitting set.
    least: usize,
    /// The size from which on sets are of no interest.
    most: usize,
}

/// The outcome of a search for the next hitting set.
enum Next {
    /// One of the smallest hitting sets.
    Set(Vec<usize>),
    /// All hitting sets are too large to be of interest.
    TooLarge,
    /// The budget ended first.
    Stopped,
}

impl HittingSets {
    /// Creates the formula for this many causes; sets of `most` or more are of no interest.
    fn new(causes: usize, most: usize, seed: u64) -> Self {
        let mut formula = Formula::new();
        let family = formula.family(Family::auxiliary("member"));
        let members: Vec<Lit> = (0..causes).map(|_| formula.auxiliary(family)).collect();
        let bits = members.iter().map(|&lit| Bit::from(lit));
        let count = Totalizer::new(&mut formula, family, bits, most, Directions::Upper);
        let mut solver = new_solver(seed);
        load(&mut *solver, &formula, 0);
        Self { solver, members, count, least: 0, most }
    }

    /// Demands that sets contain one of these causes.
    fn add(&mut self, causes: impl Iterator<Item = usize>) {
        let clause: Vec<Lit> = causes.map(|cause| self.members[cause]).collect();
        self.solver.add_clause(&clause);
    }

    /// Finds a smallest set that hits everything added so far.
    fn next(&mut self, budget: &Budget) -> Next {
        while self.least < self.most {
            if let Some(more) = self.count.at_least(self.least + 1).and_then(Bit::lit) {
                self.solver.assume(!more);
            }
            match self.solver.solve(budget) {
                SatAnswer::Unknown => return Next::Stopped,
                SatAnswer::Unsat => self.least += 1,
                SatAnswer::Sat => {
                    let is_in = |&cause: &usize| self.solver.value(self.members[cause]);
                    return Next::Set((0..self.members.len()).filter(is_in).collect());
                }
            }
        }
        Next::TooLarge
    }
}
