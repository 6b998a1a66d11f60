//! A fill by clauses alone: the whole formula for a SAT solver.
//!
//! By far the slowest way (see `docs/encodings/membership.md`), but it works with every solver, and any
//! answer can be confirmed with another one.

use super::{FillOptions, FillOutcome};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::fill::{Distinct, FillEncoding};
use crate::encodings::lexicon::membership::Membership;
use crate::encodings::lexicon::{Letter, SlotProblem, Theme};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, SatAnswer, ask, load};
use std::sync::Arc;

/// What a fill has to have.
#[derive(Clone, Copy, Default)]
pub(in crate::search) struct Demand<'a> {
    /// Own words.
    pub(in crate::search) themes: &'a [Theme],
    /// These and the own words that are there already: their first fields do not spell the solution word.
    pub(in crate::search) all_own: &'a [Theme],
    /// The solution word; empty if there is none.
    pub(in crate::search) spelled: &'a [Letter],
    /// The positions of the cells, which only a solution word needs.
    pub(in crate::search) positions: &'a [Pos],
}

/// Fills a layout with what is demanded, or proves that there is no such fill, with `options.back_end`. `options.failures`
/// limits the conflicts, if the back end has such a limit; hints and scores are ignored.
pub(in crate::search) fn fill_by_clauses(
    problem: &SlotProblem,
    index: &WordIndex,
    membership: Membership,
    demand: Demand<'_>,
    options: &FillOptions,
    budget: &Budget,
) -> FillOutcome {
    let list = Arc::new(index.to_list());
    let mut encoding = FillEncoding::with_membership(problem, None, &list, membership, Distinct::Letters);
    encoding.add_themes(demand.themes);
    if !demand.spelled.is_empty() {
        encoding.spell(demand.spelled, demand.positions, demand.all_own);
    }
    let mut solver = options.back_end.solver(options.seed);
    load(&mut *solver, &encoding.formula, 0);
    if let Some(failures) = options.failures {
        solver.limit_conflicts(u32::try_from(failures).unwrap_or(u32::MAX));
    }
    let answer = ask(&mut *solver, &encoding.formula, &"a fill", budget);
    let letters = encoding.decode(|lit| solver.value(lit));
    match (answer, letters.into_iter().collect()) {
        (SatAnswer::Sat, Some(letters)) => FillOutcome::Filled(letters),
        (SatAnswer::Unsat, _) => FillOutcome::Infeasible { core: (0..problem.slots.len()).collect() },
        _ => FillOutcome::nothing(problem),
    }
}
