//! The search for a reason: a small set of slots that has no fill even by itself.
//!
//! A layout of hundreds of slots that cannot be filled mostly fails for a reason of a few dozen slots, and a
//! tree over those can be exhausted, where a tree over all cannot. So: start where the trouble is, take the
//! neighbours with the most trouble and the most crossings, and search that part alone with what crosses it
//! looked ahead to. A part that fills is too small, one that neither fills nor ends is too large or its order
//! is bad. The letters given in the problem are held, nothing else.

use super::partial::crossing_slots;
use super::restart::restart;
use super::rng::Rng;
use super::tree::{Dive, Tree};
use crate::solver::Budget;
use crate::solver::words::{Propagator, UsedWords, WordIndex};
use cwsat_encodings::lexicon::SlotProblem;
use std::sync::Arc;

/// What became of a part by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// These slots have no fill.
    Infeasible(Vec<usize>),
    /// The part has a fill.
    Fillable,
    /// Not known within the failures.
    Unknown,
}

/// Tries one part of `size` slots around `seed`.
#[allow(clippy::too_many_arguments)] // a problem, a place, and how hard to try
pub fn try_part(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    neighbours: &[Vec<u32>],
    trouble: &[f32],
    seed: usize,
    size: usize,
    failures: u64,
    rng: &mut Rng,
    budget: &Budget,
) -> Part {
    let mut part = vec![seed];
    let mut pull = vec![0.0_f32; trouble.len()];
    let mut rim: Vec<usize> = Vec::new();
    for i in 0..size {
        let Some(&slot) = part.get(i) else { break };
        for &other in &neighbours[slot] {
            let other = other as usize;
            if part.contains(&other) {
                continue;
            }
            if pull[other] == 0.0 {
                rim.push(other);
            }
            pull[other] += 0.02 + trouble[other];
        }
        let Some(best) = (0..rim.len()).max_by(|&a, &b| pull[rim[a]].total_cmp(&pull[rim[b]])) else { break };
        part.push(rim.swap_remove(best));
    }
    part.truncate(size);
    let decide = part.len();
    rim.retain(|slot| !part.contains(slot));
    part.extend(rim);
    let words = match Propagator::window(index, problem, &part, &problem.cells, &UsedWords::new()) {
        Ok(words) => words,
        Err(_) => return Part::Infeasible(part),
    };
    let mut tree = Tree::new(words, decide);
    match restart(&mut tree, failures, rng, budget) {
        Dive::Filled => Part::Fillable,
        Dive::Exhausted => {
            let blamed = (tree.activity.iter().zip(&part).enumerate())
                .filter(|(local, (activity, _))| *local < decide || **activity > 1.0);
            let _ = blamed;
            Part::Infeasible(part)
        }
        Dive::Limit | Dive::Stopped => Part::Unknown,
    }
}

/// The neighbours of all slots, as [`try_part`] wants them.
pub fn neighbours(problem: &SlotProblem) -> Vec<Vec<u32>> {
    crossing_slots(problem)
}
