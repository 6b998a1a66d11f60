//! What becomes of a window: its words are put into the fill, and what contradicts them is taken out.

use super::{BATCH, FIRST_PATIENCE, Large, PATIENCE, Repairer};
use crate::search::fill::window::{Manner, Outcome, Solved, Window};
use fastrand::Rng;
use std::collections::HashSet;
use std::sync::Arc;

/// A window may take words from this many more slots than it fills: what is taken has to be filled again.
const MOST_LOST: usize = 2;

impl Repairer<'_> {
    /// Puts back what a window had.
    fn give_up(&mut self, window: Window) {
        self.claim(&window.claimed, false);
        for (&slot, word) in window.slots.iter().zip(window.old) {
            if let Some(word) = word.filter(|&word| self.fill.takes(slot, word)) {
                self.fill.put(slot, word);
            }
        }
    }

    /// Puts in what was found in a window, or puts back what it had. Returns slots that are proven to have no fill, if that
    /// is what was found: the part and the slots around it.
    pub(super) fn bring_back(&mut self, window: Window, solved: Solved, rng: &mut Rng) -> Option<Vec<usize>> {
        let (seed, manner) = (window.seed, window.manner);
        self.learn(&window, &solved);
        let filled = match solved.outcome {
            Outcome::Hopeless if manner == Manner::Alone => {
                self.claim(&window.claimed, false);
                return Some(window.slots);
            }
            Outcome::Filled(words) if manner == Manner::Alone => {
                self.claim(&window.claimed, false);
                self.put_alone(&window, &words, rng);
                true
            }
            Outcome::Filled(words) if self.allows(&window, &words) => {
                self.claim(&window.claimed, false);
                for (slot, word) in words {
                    if manner == Manner::Taking && window.slots[..window.decide].contains(&slot) {
                        self.take_elsewhere(slot, word);
                    }
                    if self.fill.takes(slot, word) {
                        self.fill.put(slot, word);
                    }
                }
                if let Some(large) = self.large.as_mut().filter(|_| manner == Manner::Taking) {
                    large.taken[seed] += 1;
                }
                true
            }
            _ => {
                self.give_up(window);
                false
            }
        };
        if self.fill.missing().len() < self.fewest {
            self.fewest = self.fill.missing().len();
            self.best.clone_from(&self.fill.letters);
        }
        let failed = self.failed[seed];
        if filled {
            self.failed[seed] = failed.saturating_sub(1);
            self.batch = (self.batch * 1.3).min(BATCH);
        } else {
            self.failed[seed] += 1;
            self.batch = (self.batch * 0.6).max(1.0);
            let had_enough = |large: &Large| match large.rounds {
                0 => self.failed[seed] >= FIRST_PATIENCE,
                rounds => self.failed[seed] >= PATIENCE && self.forced[seed] >= rounds,
            };
            if self.large.as_ref().is_some_and(had_enough) {
                self.set_aside(seed, rng);
            }
        }
        log::debug!(
            "slot {seed}, {failed} failed: {manner:?} {}; {} missing",
            if filled { "filled" } else { "failed" },
            self.fill.missing().len()
        );
        None
    }

    /// Returns whether what was found in a window still fits what is around it, which other threads may have changed.
    fn allows(&self, window: &Window, words: &[(usize, usize)]) -> bool {
        let new = || window.old.iter().filter(|word| word.is_none()).count();
        match window.manner {
            // A window in which all words are new is put in without those that no longer fit.
            Manner::Held if new() == window.decide => return true,
            Manner::Taking if self.taken_by(window, words) > new() + MOST_LOST => return false,
            _ => {}
        }
        words.iter().all(|&(slot, word)| {
            let is_decided = || window.slots[..window.decide].contains(&slot);
            let fits = match window.manner {
                Manner::Taking => self.fill.fits(slot, word),
                _ => self.fill.takes(slot, word),
            };
            fits || !is_decided()
        })
    }

    /// Returns how many slots would lose their words to a window.
    fn taken_by(&self, window: &Window, words: &[(usize, usize)]) -> usize {
        let decided = &window.slots[..window.decide];
        let holders = words.iter().filter(|(slot, _)| decided.contains(slot)).flat_map(|&(slot, word)| {
            let len = self.fill.problem.slots[slot].len();
            let relatives = self.fill.index.of_len(len).relatives(word).iter();
            let words = relatives.map(|&(len, word)| (len as usize, word as usize));
            std::iter::once((len, word)).chain(words).filter_map(|(len, word)| self.fill.slot_of(len, word))
        });
        holders.collect::<HashSet<usize>>().len()
    }

    /// Takes a word, and those that exclude it, from the slots that have them.
    fn take_elsewhere(&mut self, slot: usize, word: usize) {
        let len = self.fill.problem.slots[slot].len();
        let index = Arc::clone(&self.fill.index);
        let relatives = index.of_len(len).relatives(word).iter();
        let words = relatives.map(|&(len, word)| (len as usize, word as usize));
        for (len, word) in std::iter::once((len, word)).chain(words) {
            if let Some(holder) = self.fill.slot_of(len, word) {
                self.fill.take(holder);
            }
        }
    }

    /// Sets a slot aside together with those near it that have no word: another layout there has to solve it.
    fn set_aside(&mut self, seed: usize, rng: &mut Rng) {
        /// The number of slots set aside at once.
        const NEAR: usize = 10;
        let near = self.nearest(seed, 0, NEAR, rng);
        let Some(large) = &mut self.large else { return };
        for slot in near.into_iter().chain([seed]) {
            large.set_aside[slot] = true;
            self.failed[slot] = 0;
            self.forced[slot] = 0;
        }
        self.hard.push(seed);
    }

    /// Puts in a part that was filled by itself, looking ahead to the slots around it as if they had no words, and takes out
    /// the words that contradict it.
    fn put_alone(&mut self, window: &Window, words: &[(usize, usize)], rng: &mut Rng) {
        let part = &window.slots[..window.decide];
        for &slot in part {
            self.fill.take(slot);
        }
        for &(slot, word) in words.iter().filter(|(slot, _)| part.contains(slot)) {
            self.make_room(slot, word);
            self.fill.put(slot, word);
        }
        // Where no word fits a slot around the window any more, words that cross it outside the window are taken out.
        for &slot in part {
            for other in self.fill.neighbours[slot].clone() {
                let other = other as usize;
                if self.fill.word(other).is_none() && !self.fill.alive(other) {
                    self.trouble[other] += 1.0;
                    let mut around = self.fill.neighbours[other].clone();
                    rng.shuffle(&mut around);
                    for around in around {
                        if self.fill.alive(other) {
                            break;
                        }
                        if !part.contains(&(around as usize)) {
                            self.fill.take(around as usize);
                        }
                    }
                }
            }
        }
    }

    /// Takes out the words that cross a slot with letters other than those of `word`, and `word` and its relatives from
    /// any other slot.
    fn make_room(&mut self, slot: usize, word: usize) {
        let cells = &self.fill.problem.slots[slot].cells;
        let index = Arc::clone(&self.fill.index);
        let letters = index.of_len(cells.len()).word(word);
        if !self.fill.fits(slot, word) {
            for other in self.fill.neighbours[slot].clone() {
                let theirs = &self.fill.problem.slots[other as usize].cells;
                let clash = cells
                    .iter()
                    .zip(letters)
                    .any(|(c, &l)| theirs.contains(c) && self.fill.letters[*c].is_some_and(|held| held != l));
                if clash {
                    self.fill.take(other as usize);
                }
            }
        }
        if self.fill.used.contains(cells.len(), word) {
            self.take_elsewhere(slot, word);
        }
    }

    /// Adds the failures of a window to the trouble of its slots, a fixed amount per window.
    fn learn(&mut self, window: &Window, solved: &Solved) {
        self.failures += solved.failures;
        self.tried += solved.tried;
        if let Some(conflict) = solved.conflict {
            self.trouble[window.slots[conflict]] += 1.0;
        } else if solved.failures > 0 {
            let total: f32 = solved.activity.iter().sum();
            for (activity, &slot) in solved.activity.iter().zip(&window.slots) {
                let share = activity / total;
                self.trouble[slot] = self.trouble[slot] * 0.95 + share * 2.0;
            }
        }
    }
}
