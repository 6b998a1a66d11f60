//! A fill by clauses alone: the whole formula for a SAT solver.
//!
//! By far the slowest way (see `docs/encodings/membership.md`), but it works with every solver, and any
//! answer can be confirmed with another one.

use super::{FillOptions, FillOutcome};
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use crate::encodings::lexicon::membership::Membership;
use crate::encodings::lexicon::{SlotProblem, Theme};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, SatAnswer, load};
use std::sync::Arc;

/// Fills a layout with the words of these themes among the others, or proves that there is no fill, with `options.back_end`. `options.failures` limits the
/// conflicts, if the back end has such a limit; hints and scores are ignored.
pub(super) fn fill_by_clauses(
    problem: &SlotProblem,
    index: &WordIndex,
    membership: Membership,
    themes: &[Theme],
    options: &FillOptions,
    budget: &Budget,
) -> FillOutcome {
    let list = Arc::new(index.to_list());
    let mut encoding = FillEncoding::with_membership(problem, None, &list, membership, Distinct::Letters);
    encoding.add_themes(themes);
    let mut solver = options.back_end.solver(options.seed);
    load(&mut *solver, &encoding.formula, 0);
    if let Some(failures) = options.failures {
        solver.limit_conflicts(u32::try_from(failures).unwrap_or(u32::MAX));
    }
    let answer = solver.solve(budget);
    let letters = encoding.decode(|lit| solver.value(lit));
    match (answer, letters.into_iter().collect()) {
        (SatAnswer::Sat, Some(letters)) => FillOutcome::Filled(letters),
        (SatAnswer::Unsat, _) => FillOutcome::Infeasible { core: (0..problem.slots.len()).collect() },
        _ => FillOutcome::nothing(problem),
    }
}
