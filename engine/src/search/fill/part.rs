//! A few slots of a puzzle whose layout is being changed, filled with all letters around them held.

use super::restart::restart;
use super::tree::{Dive, Merit, Tree};
use crate::encodings::lexicon::SlotProblem;
use crate::solver::Budget;
use crate::solver::words::{Propagator, UsedWords, WordIndex};
use fastrand::Rng;
use std::sync::Arc;

/// How many more words, as a logarithm, a word that is used elsewhere has to leave its crossings to be preferred to one that is not:
/// each slot that loses its word is another open one.
const PENALTY: f32 = 10.0;

/// Which words to choose.
#[derive(Clone, Copy)]
pub(in crate::search) enum Choice<'a> {
    /// None of these.
    Except(&'a UsedWords),
    /// Others than these, as far as possible.
    Rather(&'a UsedWords),
}

/// Looks for different words. Returns the word of each slot. Slots that had a word before try it first.
pub(in crate::search) fn fill_part(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    choice: Choice<'_>,
    before: &[Option<usize>],
    failures: u64,
    rng: &mut Rng,
    budget: &Budget,
) -> Option<Vec<usize>> {
    let slots: Vec<usize> = (0..problem.slots.len()).collect();
    let none = UsedWords::new();
    let (excluded, kept) = match choice {
        Choice::Except(words) => (words, None),
        Choice::Rather(words) => (&none, Some(words)),
    };
    let words = Propagator::window(index, problem, &slots, &problem.cells, excluded).ok()?;
    let mut tree = Tree::new(words, slots.len());
    tree.merit = kept.map(|kept| Merit { rarity: Arc::default(), taken: kept.frozen(), penalty: PENALTY });
    for (slot, word) in before.iter().enumerate() {
        if let Some(word) = *word {
            tree.prefer(slot, word);
        }
    }
    match restart(&mut tree, failures, rng, budget) {
        Dive::Filled => Some(slots.iter().map(|&slot| tree.words.word(slot)).collect()),
        Dive::Exhausted | Dive::Limit | Dive::Stopped => None,
    }
}
