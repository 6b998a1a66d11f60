//! A window of a large fill: a few slots, searched with everything around them held.
//!
//! A window is made where the fill is known, solved with no more than a copy of what is around it, and brought back. So several
//! threads can each solve one. The search in it costs no more on a larger fill; only copying the letters does, which is little.

use super::LARGE;
use super::restart::restart;
use super::tree::{Dive, Merit, Tree};
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::{Propagator, UsedWords, WordIndex};
use fastrand::Rng;
use std::sync::Arc;

/// What is held around a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// All letters around it, and no word that is used elsewhere.
    Held,
    /// All letters around it; words that are used elsewhere may be taken from there.
    Taking,
    /// Nothing: what contradicts the window is taken out afterwards.
    Alone,
}

/// Slots to be filled anew.
pub(super) struct Window {
    /// The slot around which it lies.
    pub(super) seed: usize,
    pub(super) manner: Manner,
    /// The slots to decide, then those that it looks ahead to.
    pub(super) slots: Vec<usize>,
    /// The number of slots to decide.
    pub(super) decide: usize,
    /// The slots to decide when the window was made, which no other thread's window may be near.
    pub(super) claimed: Vec<usize>,
    /// The words that the decided slots had; they are out of the fill, unless the window is solved alone.
    pub(super) old: Vec<Option<usize>>,
    /// The most failures.
    pub(super) limit: u64,
    /// The trouble that each slot has caused, as the search weighs it.
    pub(super) activity: Vec<f32>,
    pub(super) score_weight: f32,
    pub(super) merit: Option<Merit>,
}

/// What came out of a window.
pub(super) struct Solved {
    pub(super) outcome: Outcome,
    pub(super) failures: u64,
    /// The words that were tried.
    pub(super) tried: u64,
    /// The trouble of each slot after the search; empty if it did not begin.
    pub(super) activity: Vec<f32>,
    /// The slot that had no word from the beginning, by its place in the window.
    pub(super) conflict: Option<usize>,
}

/// How the search in a window ended.
pub(super) enum Outcome {
    /// With these words of slots: all that are decided, and others that have only one word left.
    Filled(Vec<(usize, usize)>),
    /// There is no fill.
    Hopeless,
    /// The failures are used up, or the budget has ended.
    Limit,
}

impl Window {
    /// Searches the window, with these letters and used words around it as far as it holds them. If that is hopeless on a very
    /// large fill, tries for a word in the slot around which it lies, whatever becomes of the other slots without one.
    pub(super) fn solve(
        &mut self,
        problem: &SlotProblem,
        index: &Arc<WordIndex>,
        around: (&[Option<Letter>], &UsedWords),
        rng: &mut Rng,
        budget: &Budget,
    ) -> Solved {
        let first = self.search(problem, index, around, rng, budget);
        let is_hopeless = matches!(first.outcome, Outcome::Hopeless);
        if !is_hopeless || self.merit.is_none() || self.manner == Manner::Alone || !self.cut() {
            return first;
        }
        let second = self.search(problem, index, around, rng, budget);
        Solved { failures: first.failures + second.failures, tried: first.tried + second.tried, ..second }
    }

    /// Leaves out all slots that had no word, except the one around which the window lies; returns whether there were others, and
    /// whether any other slot is left.
    fn cut(&mut self) -> bool {
        let stays: Vec<bool> = (0..self.slots.len())
            .map(|at| self.slots[at] == self.seed || self.old.get(at).is_some_and(Option::is_some))
            .collect();
        let left = stays.iter().filter(|stays| **stays).count();
        if left == self.slots.len() || left < 2 {
            return false;
        }
        fn keep<T>(all: &mut Vec<T>, stays: &[bool]) {
            let mut stays = stays.iter();
            all.retain(|_| stays.next() == Some(&true));
        }
        keep(&mut self.slots, &stays);
        keep(&mut self.activity, &stays);
        keep(&mut self.old, &stays);
        self.decide = left;
        true
    }

    fn search(
        &self,
        problem: &SlotProblem,
        index: &Arc<WordIndex>,
        (letters, used): (&[Option<Letter>], &UsedWords),
        rng: &mut Rng,
        budget: &Budget,
    ) -> Solved {
        let none = UsedWords::new();
        let (letters, used) = match self.manner {
            Manner::Held => (letters, used),
            Manner::Taking => (letters, &none),
            Manner::Alone => (&problem.cells[..], &none),
        };
        let words = match Propagator::window(index, problem, &self.slots, letters, used) {
            Ok(words) => words,
            Err(conflict) => {
                return Solved {
                    outcome: Outcome::Hopeless,
                    failures: 1,
                    tried: 0,
                    activity: Vec::new(),
                    conflict: Some(conflict.slot),
                };
            }
        };
        let mut tree = Tree::new(words, self.decide);
        tree.score_weight = self.score_weight;
        // In a large fill, windows by letters are slower (docs/benchmarks.md, by letters).
        tree.by_letters = problem.slots.len() < LARGE;
        tree.merit.clone_from(&self.merit);
        tree.activity.copy_from_slice(&self.activity);
        if self.manner != Manner::Alone {
            for (local, word) in self.old.iter().enumerate() {
                if let Some(word) = *word {
                    tree.prefer(local, word);
                }
            }
        }
        let outcome = match restart(&mut tree, self.limit, rng, budget) {
            Dive::Filled => {
                let word = |&local: &u32| (self.slots[local as usize], tree.words.word(local as usize));
                Outcome::Filled(tree.words.fixed().iter().map(word).collect())
            }
            Dive::Exhausted => Outcome::Hopeless,
            Dive::Limit | Dive::Stopped => Outcome::Limit,
        };
        Solved {
            outcome,
            failures: tree.failures(),
            tried: tree.tried(),
            activity: tree.activity,
            conflict: None,
        }
    }
}
