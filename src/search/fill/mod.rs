//! Filling a fixed layout: cells and slots in, letters out.

pub mod restart;
pub mod rng;
pub mod tree;

use crate::solver::Budget;
use crate::solver::words::{Propagator, WordIndex};
use cwsat_encodings::lexicon::{Letter, SlotProblem};
use rng::Rng;
use std::sync::Arc;
use tree::{Dive, Tree};

/// What a fill is to do.
#[derive(Clone, Debug, Default)]
pub struct FillOptions {
    /// The same seed gives the same fill.
    pub seed: u64,
}

/// How a fill ended.
#[derive(Clone, Debug, PartialEq)]
pub enum FillOutcome {
    /// The letter of each cell.
    Filled(Vec<Letter>),
    /// No fill.
    Infeasible,
    /// Stopped.
    Stopped,
}

/// temp
pub fn fill(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    options: &FillOptions,
    budget: &Budget,
) -> FillOutcome {
    let mut rng = Rng::new(options.seed);
    let Ok(words) = Propagator::new(index, problem) else { return FillOutcome::Infeasible };
    let n = words.len();
    let mut tree = Tree::new(words, n);
    let d = restart::restart(&mut tree, u64::MAX, &mut rng, budget);
    eprintln!("failures {}", tree.failures());
    match d {
        Dive::Filled => {
            let mut letters = problem.cells.clone();
            for (s, slot) in problem.slots.iter().enumerate() {
                let word = tree.words.lexicon(s).word(tree.words.word(s));
                for (&c, &l) in slot.cells.iter().zip(word) {
                    letters[c] = Some(l);
                }
            }
            FillOutcome::Filled(letters.into_iter().flatten().collect())
        }
        Dive::Exhausted => FillOutcome::Infeasible,
        _ => FillOutcome::Stopped,
    }
}
