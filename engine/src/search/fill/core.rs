//! The search for a core: a small set of slots that has no fill even by itself.
//!
//! A layout of hundreds of slots that cannot be filled usually fails because of a few dozen slots, and a
//! tree over those can be exhausted, whereas a tree over all cannot. So start where the trouble is, take the
//! neighbours with the most trouble and the most crossings, and search that part alone, looking ahead to the slots that
//! cross it. A part that can be filled is too small; one that is not decided is too large. Only the letters
//! given in the problem are held.

use super::restart::restart;
use super::tree::{Dive, Tree};
use crate::encodings::lexicon::SlotProblem;
use crate::solver::Budget;
use crate::solver::words::{Propagator, UsedWords, WordIndex};
use fastrand::Rng;
use std::sync::Arc;

/// The sizes, in slots, of the parts to try around one slot.
const SIZES: [usize; 4] = [6, 10, 16, 24];

/// Tries parts around a slot with much trouble; returns the slots of one without a fill, if one is found.
pub(super) fn find_core(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    neighbours: &[Vec<u32>],
    trouble: &[f32],
    failures: u64,
    rng: &mut Rng,
    budget: &Budget,
) -> Option<Vec<usize>> {
    let ranks = trouble.iter().map(|t| t * (0.5 + rng.f32())).enumerate();
    let (seed, _) = ranks.max_by(|a, b| a.1.total_cmp(&b.1))?;
    for size in SIZES {
        let (mut part, rim) = part(neighbours, trouble, seed, size);
        let decide = part.len();
        part.extend(rim);
        let words = match Propagator::window(index, problem, &part, &problem.cells, &UsedWords::new()) {
            Ok(words) => words,
            Err(_) => return Some(part),
        };
        match restart(&mut Tree::new(words, decide), failures, rng, budget) {
            Dive::Filled => {}
            Dive::Exhausted => return Some(part),
            Dive::Limit | Dive::Stopped => break,
        }
    }
    None
}

/// Returns up to `size` slots around a seed, those with the most trouble and crossings, and the slots around them.
pub(super) fn part(
    neighbours: &[Vec<u32>],
    trouble: &[f32],
    seed: usize,
    size: usize,
) -> (Vec<usize>, Vec<usize>) {
    let mut part = vec![seed];
    let mut rim: Vec<usize> = Vec::new();
    let mut pull = vec![0.0_f32; trouble.len()];
    while let Some(&last) = part.last() {
        for &other in &neighbours[last] {
            let other = other as usize;
            if !part.contains(&other) {
                if pull[other] == 0.0 {
                    rim.push(other);
                }
                pull[other] += 0.02 + trouble[other];
            }
        }
        let best = (0..rim.len()).max_by(|&a, &b| pull[rim[a]].total_cmp(&pull[rim[b]]));
        match best {
            Some(best) if part.len() < size => part.push(rim.swap_remove(best)),
            _ => break,
        }
    }
    (part, rim)
}
