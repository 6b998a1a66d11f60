//! Fills that contain own words: places for these, then an ordinary fill around them.
//!
//! A fill that fails says where the trouble is; the own words there look for other places, and all others stay. Small
//! problems, and those that refuse several times, also go to the formula, which places and fills at once and so ends in
//! a proof if there is no fill.

use super::clauses::{Demand, fill_by_clauses};
use super::place::{NoPlaces, OwnWords, Places};
use super::{FillOptions, FillOutcome, fill};
use crate::encodings::lexicon::SlotProblem;
use crate::encodings::lexicon::membership::Membership;
use crate::solver::words::WordIndex;
use crate::solver::{Budget, seed};
use fastrand::Rng;
use std::collections::HashSet;
use std::sync::Arc;

/// The failures per slot of the first fill around placed words; each further fill is allowed as many more.
const FAILURES_A_SLOT: u64 = 60;
/// The failures per word of a search for places.
const FAILURES_A_WORD: u64 = 200;
/// The fills with places that are tried before the formula is asked.
const TRIES: u64 = 6;
/// A slot is in trouble if it has at least this share of the trouble of the worst one.
const TROUBLED: f32 = 0.5;

/// A fill with own words.
pub(in crate::search) struct OwnFill {
    /// What came out. [`FillOutcome::Infeasible`] is proven for all places of the words.
    pub(in crate::search) outcome: FillOutcome,
    /// The words that found no place, if that is why there is no fill.
    pub(in crate::search) missing: Vec<usize>,
    /// Whether there are fills, but none that was found spells the solution word.
    pub(in crate::search) is_unspelled: bool,
}

impl OwnFill {
    /// Returns the outcome of a search that has not begun.
    pub(in crate::search) fn nothing(problem: &SlotProblem) -> Self {
        Self::of(FillOutcome::nothing(problem))
    }

    /// Returns an outcome that no own word is to blame for.
    pub(in crate::search) fn of(outcome: FillOutcome) -> Self {
        Self { outcome, missing: Vec::new(), is_unspelled: false }
    }
}

impl OwnWords<'_> {
    /// Fills a problem with own words among the others.
    pub(in crate::search) fn fill(
        &self,
        problem: &SlotProblem,
        index: &Arc<WordIndex>,
        options: &FillOptions,
        budget: &Budget,
    ) -> OwnFill {
        if self.is_empty() {
            return OwnFill::of(fill(problem, index, options, budget));
        }
        let mut rng = Rng::with_seed(seed::derive(options.seed, u64::MAX));
        let mut places = Places::default();
        let mut missing = Vec::new();
        let mut spent = 0;
        let is_spent = |spent| options.failures.is_some_and(|most| spent >= most) || budget.exhausted();
        for turn in 1..=TRIES {
            if is_spent(spent) {
                break;
            }
            let failures = FAILURES_A_WORD * self.len() as u64;
            match self.place(problem, index, &places, failures, &mut rng, budget) {
                Ok(found) => places = found,
                Err(NoPlaces::NoFill(_)) => {
                    let core = (0..problem.slots.len()).collect();
                    return OwnFill::of(FillOutcome::Infeasible { core });
                }
                Err(NoPlaces::Impossible(missing)) => {
                    let core = (0..problem.slots.len()).collect();
                    return OwnFill { missing, ..OwnFill::of(FillOutcome::Infeasible { core }) };
                }
                Err(NoPlaces::Limit(words)) => {
                    missing = words;
                    places = Places::default();
                    continue;
                }
            }
            let given = self.given(problem, &places);
            let most = FAILURES_A_SLOT * turn * problem.slots.len() as u64;
            let failures = options.failures.map_or(most, |failures| most.min(failures - spent));
            let seed = seed::derive(options.seed, turn);
            let tried = FillOptions { seed, failures: Some(failures), ..options.clone() };
            spent += failures;
            let trouble = match fill(&given, index, &tried, budget) {
                outcome @ FillOutcome::Filled(_) => return OwnFill::of(outcome),
                FillOutcome::Infeasible { core } => core.into_iter().collect(),
                FillOutcome::Stopped { trouble, .. } => in_trouble(&trouble),
            };
            self.displace(&mut places, &given, &trouble, &mut rng);
        }
        let outcome = match is_spent(spent) {
            true => FillOutcome::nothing(problem),
            false => {
                let demand = Demand { themes: self.themes(), ..Demand::default() };
                fill_by_clauses(problem, index, Membership::Direct, demand, options, budget)
            }
        };
        OwnFill { missing, ..OwnFill::of(outcome) }
    }

    /// Takes the words that are in trouble, or cross it, out of their places; if none is, half of all words.
    pub(in crate::search) fn displace(
        &self,
        places: &mut Places,
        problem: &SlotProblem,
        trouble: &HashSet<usize>,
        rng: &mut Rng,
    ) {
        let cells: HashSet<usize> =
            trouble.iter().flat_map(|&slot| problem.slots[slot].cells.iter().copied()).collect();
        let is_near = |slot: usize| problem.slots[slot].cells.iter().any(|cell| cells.contains(cell));
        let mut moved = false;
        for place in &mut places.slots {
            if place.is_some_and(is_near) {
                *place = None;
                moved = true;
            }
        }
        if !moved {
            places.slots.iter_mut().filter(|_| rng.bool()).for_each(|place| *place = None);
        }
    }
}

/// Returns the slots that caused the most trouble.
pub(in crate::search) fn in_trouble(trouble: &[f32]) -> HashSet<usize> {
    trouble.iter().enumerate().filter(|(_, trouble)| **trouble >= TROUBLED).map(|(slot, _)| slot).collect()
}
