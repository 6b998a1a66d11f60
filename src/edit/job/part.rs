//! Filling a part of a grid.

use super::{NoResult, Work};
use crate::edit::board::{Board, Place};
use crate::edit::slots::Slots;
use crate::encodings::grid::{Pos, Run};
use crate::encodings::lexicon::{Letter, Slot, SlotProblem, WordList};
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How much a word's score counts where only a part is filled.
const SCORE_WEIGHT: f32 = 0.02;

/// The failures per slot after which preferred words alone are given up.
const FAILURES: u64 = 200;

impl Work {
    /// Fills the slots that go through these fields, with preferred words alone if that works at once, and not as in the
    /// grids that are known already: another fill has another word in some slot, so each slot in turn is denied the words
    /// that it has there.
    pub(super) fn another_part(
        &self,
        given: &Board,
        cells: &BTreeSet<Pos>,
        known: &[Board],
        threads: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Board, NoResult> {
        let (problem, positions) = partial(&Slots::of(given), cells);
        if problem.slots.is_empty() {
            return Err(NoResult::NothingToFill);
        }
        if let Some(place) = unfillable(given, &positions) {
            return Err(NoResult::Unfillable(place.pos()));
        }
        let used = self.used(given);
        let first = self.part(&problem, &used, threads, seed, budget)?;
        let first = given.with_letters(&positions, &first);
        if !known.contains(&first) {
            return Ok(first);
        }
        let mut order: Vec<usize> = (0..problem.slots.len()).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        for slot in order {
            let word = |board: &Board| -> Option<Vec<Letter>> {
                problem.slots[slot].cells.iter().map(|&cell| board.letter(positions[cell])).collect()
            };
            let used = known.iter().filter_map(word).chain(used.iter().cloned()).collect();
            let Ok(letters) = self.part(&problem, &used, threads, seed, budget) else { continue };
            let board = given.with_letters(&positions, &letters);
            if !known.contains(&board) {
                return Ok(board);
            }
        }
        Err(NoResult::NothingElseHere)
    }

    /// Fills slots with words that are not used, with preferred ones alone if that works at once.
    fn part(
        &self,
        problem: &SlotProblem,
        used: &BTreeSet<Vec<Letter>>,
        threads: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<Letter>, NoResult> {
        let lengths: BTreeSet<usize> = problem.slots.iter().map(Slot::len).collect();
        let index = |list: &WordList| {
            let list = list.filtered(|id| !used.contains(list.word(id)));
            Arc::new(WordIndex::of_lengths(&list, lengths.iter().copied()))
        };
        let options = |failures| FillOptions {
            seed,
            threads,
            score_weight: SCORE_WEIGHT,
            failures,
            ..FillOptions::default()
        };
        let limit = FAILURES * problem.slots.len() as u64;
        for list in self.vocabulary.preferred.iter() {
            if let FillOutcome::Filled(letters) = fill(problem, &index(list), &options(Some(limit)), budget) {
                return Ok(letters);
            }
        }
        match fill(problem, &index(&self.vocabulary.list), &options(None), budget) {
            FillOutcome::Filled(letters) => Ok(letters),
            FillOutcome::Infeasible { .. } => Err(NoResult::NoWordsFit),
            FillOutcome::Stopped { .. } => Err(NoResult::Stopped),
        }
    }

    /// Returns the words of a grid and their relatives, none of which can be used again.
    fn used(&self, board: &Board) -> BTreeSet<Vec<Letter>> {
        let words: Vec<Vec<Letter>> = board.filled().into_iter().map(|(_, word)| word).collect();
        let apart = self.vocabulary.list.apart();
        let relatives =
            words.iter().flat_map(|word| apart.into_iter().flat_map(|apart| apart.relatives(word)));
        relatives.map(<[Letter]>::to_vec).chain(words.iter().cloned()).collect()
    }
}

/// Returns a word that breaks a rule wherever it is filled, and would be if these fields were.
fn unfillable(given: &Board, positions: &[Pos]) -> Option<Place> {
    let slots: BTreeSet<Run> = given.slots().into_iter().map(|(_, run)| run).collect();
    let is_open = |pos: &Pos| given.letter(*pos).is_none();
    let would_be = |run: &Run| {
        run.cells().any(|pos| is_open(&pos))
            && run.cells().all(|pos| !is_open(&pos) || positions.contains(&pos))
    };
    let of = |(place, run): (Place, Option<Run>)| {
        run.filter(|run| !slots.contains(run) && would_be(run)).map(|_| place)
    };
    given.words().into_iter().find_map(of)
}

/// Returns the slots that are filled if those that go through one of these fields are, and the position of each of their
/// cells. Besides these, they are the ones whose open cells all lie in these.
fn partial(slots: &Slots, cells: &BTreeSet<Pos>) -> (SlotProblem, Vec<Pos>) {
    let is_here = |slot: &&Slot| slot.cells.iter().any(|&cell| cells.contains(&slots.positions[cell]));
    let all = &slots.problem.slots;
    let reached: BTreeSet<usize> = all.iter().filter(is_here).flat_map(|slot| slot.cells.clone()).collect();
    let is_given = |cell: &usize| slots.problem.cells[*cell].is_some();
    let mut problem = SlotProblem::default();
    let mut positions = Vec::new();
    let mut number: BTreeMap<usize, usize> = BTreeMap::new();
    for slot in all {
        let is_filled = slot.cells.iter().all(|cell| is_given(cell) || reached.contains(cell));
        if !is_filled || slot.cells.iter().all(is_given) {
            continue;
        }
        let renumbered = slot.cells.iter().map(|&cell| {
            *number.entry(cell).or_insert_with(|| {
                positions.push(slots.positions[cell]);
                problem.cells.push(slots.problem.cells[cell]);
                positions.len() - 1
            })
        });
        let cells = renumbered.collect();
        problem.slots.push(Slot { cells });
    }
    (problem, positions)
}
