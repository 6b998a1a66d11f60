//! Any puzzle near a finished one: the fields around a word are emptied and filled again.
//!
//! Where the smallest change of [`change`](super) takes long, as in a large puzzle in which one word requires ten others
//! to change, the ordinary search finds some change at once, preferring the letters that were there before. The region
//! is limited by the number of crossings from the word.

use super::Job;
use crate::encodings::lexicon::Letter;
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::Budget;

/// The failures per slot of the region after which a fill is given up.
const FAILURES_A_SLOT: u64 = 30;

/// The fills of each region, from different seeds.
const SEEDS: u64 = 4;

/// Fills the words that are at most `radius` crossings away from the word to be replaced, several times; returns the letters
/// of the fill that changes the fewest, if there is one.
pub(super) fn near(job: Job<'_>, radius: usize, budget: &Budget) -> Option<Vec<Letter>> {
    let slots = &job.problem.slots;
    let mut region = vec![job.slot];
    for _ in 0..radius {
        let cells: Vec<usize> = region.iter().flat_map(|&slot| &slots[slot].cells).copied().collect();
        let touches = |&slot: &usize| slots[slot].cells.iter().any(|cell| cells.contains(cell));
        region = (0..slots.len()).filter(touches).collect();
    }
    let mut problem = job.problem.clone();
    let given = |cell: usize| job.problem.cells[cell].unwrap_or(job.letters[cell]);
    problem.cells = (0..job.letters.len()).map(|cell| Some(given(cell))).collect();
    for &cell in region.iter().flat_map(|&slot| &slots[slot].cells) {
        problem.cells[cell] = job.problem.cells[cell];
    }
    for (&cell, &letter) in slots[job.slot].cells.iter().zip(job.by.unwrap_or_default()) {
        problem.cells[cell] = Some(letter);
    }
    let filled = (0..SEEDS).filter_map(|seed| {
        let options = FillOptions {
            seed,
            hint: Some(job.letters.iter().copied().map(Some).collect()),
            failures: Some(FAILURES_A_SLOT * region.len() as u64),
            ..FillOptions::default()
        };
        match fill(&problem, job.index, &options, budget) {
            FillOutcome::Filled(letters) => Some(letters),
            FillOutcome::Infeasible { .. } | FillOutcome::Stopped { .. } => None,
        }
    });
    filled.min_by_key(|letters| changed(job, letters))
}

/// Returns how many letters are different.
pub(super) fn changed(job: Job<'_>, letters: &[Letter]) -> usize {
    letters.iter().zip(job.letters).filter(|(a, b)| a != b).count()
}
