//! Better words for a finished fill: windows of a few slots, searched for a higher sum of scores.
//!
//! A window of neighbouring slots is freed, its surroundings are held, and a branch and bound looks for words
//! with a higher sum of scores than the ones before: best word first, and a branch ends when even the
//! best words left cannot beat the sum. With everything around it filled, few words fit anywhere, and a window is
//! done in well under a millisecond. The fill is valid at every moment, and what is found is never lost.

use super::partial::Partial;
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::{Propagator, WordIndex};
use fastrand::Rng;
use std::sync::Arc;

/// The options of a search for better words.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct BetterOptions {
    /// The seed; the same one gives the same words, unless the budget ends first.
    pub(in crate::search) seed: u64,
    /// The most windows to try; `None` for no limit. The search also ends when 40 windows per slot have failed in a
    /// row, or with the budget.
    pub(in crate::search) windows: Option<u64>,
}

/// The most nodes of the search in one window.
const NODES: u32 = 400;
/// The most words of a slot that a node tries.
const WIDTH: usize = 24;

/// Raises the sum of the word scores of a complete fill and returns the letters.
pub(in crate::search) fn better(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    letters: Vec<Letter>,
    options: &BetterOptions,
    budget: &Budget,
) -> Vec<Letter> {
    let slots = problem.slots.len();
    let hint: Vec<_> = letters.iter().copied().map(Some).collect();
    let mut fill = Partial::new(problem, index);
    fill.start_from(&hint);
    if !index.is_scored() || slots == 0 || !fill.missing().is_empty() {
        return letters;
    }
    let mut rng = Rng::with_seed(options.seed);
    let most_failures = 40 * slots as u64;
    let mut failures = 0;
    for window in 0..options.windows.unwrap_or(u64::MAX) {
        if failures >= most_failures || (window.is_multiple_of(16) && budget.exhausted()) {
            break;
        }
        failures = if improve(&mut fill, &mut rng) { 0 } else { failures + 1 };
    }
    fill.complete().unwrap_or(letters)
}

/// Tries one window and returns whether it got better.
fn improve(fill: &mut Partial<'_>, rng: &mut Rng) -> bool {
    let score = |fill: &Partial<'_>, slot: usize| {
        let words = fill.index.of_len(fill.problem.slots[slot].len());
        fill.word(slot).map_or(0.0, |word| words.score(word))
    };
    // The middle of the window is the slot with the worst word of three drawn at random.
    let slots = fill.problem.slots.len();
    let mut middle = rng.usize(..slots);
    for _ in 0..2 {
        let other = rng.usize(..slots);
        if score(fill, other) < score(fill, middle) {
            middle = other;
        }
    }
    let size = 1 + rng.usize(..8);
    let mut window = vec![middle];
    for _ in 0..4 * size {
        if window.len() >= size {
            break;
        }
        let from = window[rng.usize(..window.len())];
        let next = fill.neighbours[from].get(rng.usize(..fill.neighbours[from].len().max(1)));
        if let Some(next) = next.map(|&next| next as usize).filter(|next| !window.contains(next)) {
            window.push(next);
        }
    }
    let sum: f32 = window.iter().map(|&slot| score(fill, slot)).sum();
    let old: Vec<_> = window.iter().map(|&slot| fill.take(slot)).collect();
    let words = Propagator::window(&fill.index, fill.problem, &window, &fill.letters, &fill.used);
    let found = words.is_ok_and(|words| {
        let mut search = Search { words, sum: sum + 1e-3, nodes: NODES };
        let found = search.run(rng);
        if found {
            for (local, &slot) in window.iter().enumerate() {
                fill.put(slot, search.words.word(local));
            }
        }
        found
    });
    if !found {
        for (&slot, word) in window.iter().zip(old) {
            if let Some(word) = word {
                fill.put(slot, word);
            }
        }
    }
    found
}

/// Branch and bound in a window.
struct Search {
    words: Propagator,
    sum: f32,
    nodes: u32,
}

impl Search {
    /// Searches for words with scores that add up to more than `sum`. Returns whether it found any; they are then left
    /// in the propagator.
    fn run(&mut self, rng: &mut Rng) -> bool {
        let slots = 0..self.words.len();
        if self.nodes == 0 || slots.clone().map(|slot| self.best(slot)).sum::<f32>() <= self.sum {
            return false;
        }
        self.nodes -= 1;
        let open = slots.filter(|&slot| !self.words.is_fixed(slot));
        let Some(slot) = open.min_by_key(|&slot| self.words.count(slot)) else { return true };
        let lexicon = self.words.lexicon(slot);
        let rank = |word: usize| (lexicon.score(word), word);
        let mut words: Vec<_> = self.words.domains().words(slot).map(rank).collect();
        rng.shuffle(&mut words);
        words.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, word) in words.into_iter().take(WIDTH) {
            self.words.push();
            if self.words.assign(slot, word).is_ok() && self.run(rng) {
                return true;
            }
            self.words.pop();
        }
        false
    }

    /// Returns the best score among the words of a slot.
    fn best(&self, slot: usize) -> f32 {
        let lexicon = self.words.lexicon(slot);
        self.words.domains().words(slot).map(|word| lexicon.score(word)).fold(f32::MIN, f32::max)
    }
}
