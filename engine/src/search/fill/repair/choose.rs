//! Where the next window lies: around a slot without a word, containing the slots nearest to it.

use super::{PASSED_OVER, Repairer};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

impl Repairer<'_> {
    /// Returns whether a slot can be picked: it is not set aside, nor in or near another thread's window.
    fn is_open(&self, slot: usize) -> bool {
        self.large.as_ref().is_none_or(|large| large.claims[slot] == 0 && !large.set_aside[slot])
    }

    /// Returns whether a slot is in another thread's window, or crosses one.
    fn is_claimed(&self, slot: usize) -> bool {
        self.large.as_ref().is_some_and(|large| large.claims[slot] > 0)
    }

    /// Picks a slot without a word for a thread; `None` if there is none, or if all are claimed or set aside. On a very large fill, each thread
    /// first goes through the slots in its order, and then, as on all others, trouble and known letters are preferred.
    pub(super) fn pick(&self, thread: usize, rng: &mut Rng) -> Option<usize> {
        /// At most this many slots are compared.
        const COMPARED: usize = 48;
        let missing = self.fill.missing();
        let Some(large) = &self.large else { return self.best_of(missing, rng) };
        let order = &large.orders[thread % large.orders.len()];
        let is_next = |slot: usize| {
            self.fill.word(slot).is_none() && self.failed[slot] < PASSED_OVER && self.is_open(slot)
        };
        if let Some(slot) = order.iter().map(|&slot| slot as usize).find(|&slot| is_next(slot)) {
            return Some(slot);
        }
        let mut open: Vec<u32> =
            missing.iter().copied().filter(|&slot| self.is_open(slot as usize)).collect();
        if open.len() > COMPARED {
            rng.shuffle(&mut open);
            open.truncate(COMPARED);
        }
        self.best_of(&open, rng)
    }

    /// Returns the slot with the most trouble and known letters, up to chance.
    fn best_of(&self, slots: &[u32], rng: &mut Rng) -> Option<usize> {
        let rank = |slot: u32| {
            let cells = &self.fill.problem.slots[slot as usize].cells;
            let lettered = cells.iter().filter(|&&c| self.fill.letters[c].is_some()).count();
            let known = lettered as f32 / cells.len() as f32;
            (self.trouble[slot as usize] + 0.1) * (0.01 + known)
        };
        let ranks = slots.iter().map(|&slot| (rank(slot) * (1.0 + rng.f32()), slot as usize));
        ranks.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, slot)| slot)
    }

    /// Returns the slots nearest to one by random distances over crossings, which are shorter to slots with trouble: up
    /// to `words` that have a word and up to `missing` that have none; or, if `missing` is `usize::MAX`, `words` in
    /// all.
    pub(super) fn nearest(&self, seed: usize, words: usize, missing: usize, rng: &mut Rng) -> Vec<usize> {
        let mut seen = vec![false; self.trouble.len()];
        let mut heap = BinaryHeap::from([(Reverse(0_u32), seed)]);
        let mut window = Vec::new();
        let (mut with, mut without) = (0, 0);
        while let Some((Reverse(distance), slot)) = heap.pop() {
            if std::mem::replace(&mut seen[slot], true) || self.is_claimed(slot) {
                continue;
            }
            let filled = self.fill.word(slot).is_some() || missing == usize::MAX;
            let (count, most) = if filled { (&mut with, words) } else { (&mut without, missing) };
            if *count < most {
                *count += 1;
                window.push(slot);
            }
            if with >= words && (without >= missing || distance > 6 * 1024) {
                break;
            }
            for &other in &self.fill.neighbours[slot] {
                let other = other as usize;
                if !seen[other] {
                    let step = (0.4 + rng.f32()) / (1.0 + self.trouble[other]).sqrt();
                    heap.push((Reverse(distance + 1 + (step * 1024.0) as u32), other));
                }
            }
        }
        window
    }

    /// Returns whether a window should leave this slot a word: it has none, and, on a very large fill, there is one at all.
    fn looks_ahead_to(&self, slot: usize) -> bool {
        self.fill.word(slot).is_none() && (self.large.is_none() || self.fill.alive(slot))
    }

    /// Returns the slots that cross a window: all, or those without a word.
    pub(super) fn ahead(&self, window: &[usize], all: bool) -> Vec<usize> {
        let mut seen: HashSet<usize> = window.iter().copied().collect();
        self.fill.beside(window, &mut seen, |slot| all || self.looks_ahead_to(slot))
    }
}
