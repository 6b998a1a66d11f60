//! A conflict of fewest causes, and the proof that there is none of fewer.
//!
//! Causes that can hold together leave others out, and every conflict has at least one of those: it *hits* what
//! was left out. So a smallest set that hits everything that was ever left out has no more causes than a
//! smallest conflict. If it is a conflict itself, it is a smallest one; if it is not, it is grown until nothing
//! more can be added, and what is left out then is one more thing to be hit (implicit hitting sets; Ignatiev,
//! Previti, Liffiton and Marques-Silva 2015 have it for smallest unsatisfiable subsets). The smallest hitting
//! sets are models of a small formula with a counter, whose bound only rises.
//!
//! This converges quickly where a few causes are enough, and may take very long where a smallest conflict has
//! dozens. It is therefore to be given a limit, and what it says without a proof is still a conflict.

use super::{Causes, Progress, Verdict, Watch, share};
use crate::encodings::cnf::{Bit, Directions, Family, Formula, Lit, Totalizer};
use crate::solver::{Budget, SatAnswer, SatSolver, load, new_solver};
use fastrand::Rng;

/// A conflict, and whether none of fewer causes exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The causes, ascending.
    pub causes: Vec<usize>,
    /// Whether it is proven that no fewer causes are a conflict; if not, the budget ended first.
    pub proven: bool,
}

/// Looks for a conflict of fewest causes; `known` is one that cannot be made smaller by leaving causes out.
pub fn smallest(
    causes: &mut dyn Causes,
    known: Vec<usize>,
    seed: u64,
    budget: &Budget,
    watch: Watch<'_>,
) -> Smallest {
    let mut rng = Rng::with_seed(seed);
    let mut sets = HittingSets::new(causes.count(), known.len(), seed);
    loop {
        watch(Progress::Fewest { at_least: sets.least, at_most: known.len() });
        let hitting = match sets.next(budget) {
            Next::Set(hitting) => hitting,
            Next::TooLarge => return Smallest { causes: known, proven: true },
            Next::Stopped => return Smallest { causes: known, proven: false },
        };
        match causes.test(&hitting, &share(budget)) {
            // All that is smaller leaves something unhit.
            Verdict::Infeasible(mut causes) => {
                causes.sort_unstable();
                causes.dedup();
                return Smallest { causes, proven: true };
            }
            Verdict::Unknown => return Smallest { causes: known, proven: false },
            Verdict::Feasible => {
                let grown = grow(causes, hitting, &mut rng, budget);
                sets.add((0..causes.count()).filter(|cause| !grown.contains(cause)));
            }
        }
    }
}

/// Adds causes to some that can hold, as long as all can; ends early with the budget.
fn grow(causes: &mut dyn Causes, feasible: Vec<usize>, rng: &mut Rng, budget: &Budget) -> Vec<usize> {
    // From above: a core says which causes are worth leaving out.
    let mut inside: Vec<usize> = (0..causes.count()).collect();
    let mut outside = Vec::new();
    loop {
        match causes.test(&inside, &share(budget)) {
            Verdict::Feasible => break,
            Verdict::Unknown => return feasible,
            Verdict::Infeasible(core) => {
                let open: Vec<usize> = core.into_iter().filter(|cause| !feasible.contains(cause)).collect();
                // None only if a test said both that these can hold and that they cannot.
                let Some(out) = rng.choice(open) else { return feasible };
                inside.retain(|&cause| cause != out);
                outside.push(out);
            }
        }
    }
    // The last one went because nothing else was left to go; the others may have gone in vain.
    outside.pop();
    for cause in outside {
        inside.push(cause);
        if causes.test(&inside, &share(budget)) != Verdict::Feasible {
            inside.pop();
        }
    }
    inside
}

/// Sets of causes that hit all that was added, from the smallest ones on.
struct HittingSets {
    solver: Box<dyn SatSolver>,
    members: Vec<Lit>,
    count: Totalizer,
    /// No hitting set is smaller.
    least: usize,
    /// Sets of this size are of no interest.
    most: usize,
}

/// The next hitting set.
enum Next {
    /// One of the smallest.
    Set(Vec<usize>),
    /// They all have as many causes as are of no interest.
    TooLarge,
    /// The budget ended first.
    Stopped,
}

impl HittingSets {
    /// Over so many causes; sets of `most` or more are of no interest.
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

    /// One of these has to be in.
    fn add(&mut self, causes: impl Iterator<Item = usize>) {
        let clause: Vec<Lit> = causes.map(|cause| self.members[cause]).collect();
        self.solver.add_clause(&clause);
    }

    /// A smallest set that hits everything so far.
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
