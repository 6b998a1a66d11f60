//! How many models a formula has, or how many different values some of its variables take in them.
//!
//! Each model that is found is excluded by a clause over the variables that count, until there is none left. That takes
//! one call of the solver per model, so it is feasible up to some hundred thousand of them. It requires nothing of the
//! formula, and a count is called complete only if the solver has proven that no other model exists.

use crate::encodings::cnf::{Formula, Lit};
use crate::solver::clock::Instant;
use crate::solver::{BackEnd, Budget, SatAnswer, load};

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many there are, or at least.
    pub models: u64,
    /// Whether it is shown that there are no others.
    pub is_complete: bool,
}

/// Counts the models of a formula that differ in the variables of these literals, up to `most` of them or until the budget
/// ends. `progress` is called with the number so far, and with the clause that excludes the model: with all these clauses, the
/// formula has no model if the count is complete.
pub fn count_models(
    formula: &Formula,
    on: &[Lit],
    back_end: &BackEnd,
    seed: u64,
    most: u64,
    budget: &Budget,
    mut progress: impl FnMut(u64, &[Lit]),
) -> Count {
    let start = Instant::now();
    let mut solver = back_end.solver(seed);
    load(&mut *solver, formula, 0);
    log::debug!("counting on {} of {}", on.len(), formula.size());
    let mut models = 0;
    let mut others: Vec<Lit> = Vec::with_capacity(on.len());
    while models < most {
        match solver.solve(budget) {
            SatAnswer::Sat => {}
            answer => return Count { models, is_complete: answer == SatAnswer::Unsat },
        }
        models += 1;
        if models % 10_000 == 0 {
            log::debug!("{models} models after {:.1} s", start.elapsed().as_secs_f64());
        }
        others.clear();
        others.extend(on.iter().map(|&lit| if solver.value(lit) { !lit } else { lit }));
        solver.add_clause(&others);
        progress(models, &others);
    }
    // Perhaps these were all.
    Count { models, is_complete: solver.solve(budget) == SatAnswer::Unsat }
}
