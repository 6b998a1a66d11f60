//! Fills of sets of slots that are known to have one, to be shown.

use super::causes::Part;
use super::{ExplainOptions, QUICK};
use crate::encodings::cnf::Bit;
use crate::encodings::lexicon::selectable::GivenLetters;
use crate::encodings::lexicon::{Letter, SlotProblem, WordList};
use crate::search::explain::fewer::Fills;
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, SatAnswer, load};
use std::sync::Arc;

/// Fills each of these sets of slots, all of which can be filled; `None` if the budget ends first.
pub(super) fn fills_of(
    sets: &[Vec<usize>],
    problem: &SlotProblem,
    list: &WordList,
    options: &ExplainOptions,
    budget: &Budget,
) -> Option<Fills> {
    let index = Arc::new(WordIndex::new(list));
    let slots = problem.slots.len();
    let filled = |set: &Vec<usize>| {
        let lacks = (0..slots).filter(|slot| !set.contains(slot)).collect();
        let part = Part::whole(problem, set);
        let found = letters_of(&part, list, &index, options, budget)?;
        let mut letters = vec![None; problem.cells.len()];
        for (&cell, letter) in part.cells.iter().zip(found) {
            letters[cell] = Some(letter);
        }
        Some((lacks, letters))
    };
    Some(Fills { slots, fills: sets.iter().map(filled).collect::<Option<_>>()? })
}

/// Returns the letter of each cell of slots that can be filled; `None` if the budget ends first.
fn letters_of(
    part: &Part,
    list: &WordList,
    index: &Arc<WordIndex>,
    options: &ExplainOptions,
    budget: &Budget,
) -> Option<Vec<Letter>> {
    let quick = FillOptions { seed: options.seed, failures: Some(QUICK), ..FillOptions::default() };
    if let FillOutcome::Filled(letters) = fill(&part.problem, index, &quick, budget) {
        return Some(letters);
    }
    let (mut formula, made) = part.formula(list, GivenLetters::Held);
    made.slots.iter().chain([&made.distinct]).for_each(|&lit| formula.add([lit]));
    let mut solver = options.back_end.solver(options.seed);
    load(&mut *solver, &formula, 0);
    if solver.solve(budget) != SatAnswer::Sat {
        return None;
    }
    let letter = |bits: &[Bit; Letter::COUNT]| {
        Letter::all().find(|letter| bits[letter.index()].value(|lit| solver.value(lit)))
    };
    made.cells.iter().map(letter).collect()
}
