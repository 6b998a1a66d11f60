//! Iterative repair: a large partial fill, improved window by window, never thrown away.
//!
//! A search that starts from scratch fills a grid of a few hundred slots only if all its hard spots come out
//! right in the same dive; the chance of that falls exponentially with the area. Here each hard spot is
//! solved by itself. The state is a partial fill without contradictions. A step picks a slot without a word,
//! frees the slots nearest to it, and refills this window with everything outside held; it looks ahead to slots without
//! a word just outside, so that the window leaves them at least one word. If that fails, the
//! next window there is larger and gets more failures.
//!
//! Held letters can make a window hopeless that is easy by itself. After some failed windows, the slots there are
//! therefore filled with nothing around them held, that fill is put in place, and whatever contradicts it is
//! taken out: the trouble moves outward, where there is more room. And if such a part by itself has no fill
//! at all, neither has the layout: these slots are the proof, and the place where the layout has to change.
//!
//! Tried and rejected: accepting only steps that leave fewer empty slots (stuck at seams); starting from the
//! deepest dive of the restarting search (words all over the grid whose seams do not meet); growing one
//! connected part on a single propagator (stalls at 150 to 250 slots of a hard grid); forcing small parts
//! early instead of trying larger windows first (undoes as much as it solves); looking two crossings ahead (half the
//! speed for no gain).

use super::partial::Partial;
use super::restart::restart;
use super::tree::{Dive, Tree};
use crate::encodings::lexicon::Letter;
use crate::solver::Budget;
use crate::solver::words::{Propagator, UsedWords};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The most slots without a word that one window takes on.
const BATCH: f32 = 12.0;
/// How many crossings away from the window it looks ahead to slots without a word.
const AHEAD: usize = 1;
/// The failed windows around a slot before a part there is filled by itself.
const PATIENCE: u32 = 10;
/// The slots with a word that each further window around a slot frees in addition.
const FREED: usize = 14;
/// The failures that each further window is allowed in addition.
const FAILURES: u64 = 60;

/// The outcome of a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// Every slot has its word.
    Filled,
    /// These slots have no fill, even by themselves.
    Infeasible(Vec<usize>),
    /// The failures are used up.
    Limit,
    /// The budget has ended.
    Stopped,
}

/// A partial fill and what is known about the trouble in it.
pub(super) struct Repairer<'a> {
    /// The partial fill.
    pub(super) fill: Partial<'a>,
    /// How much trouble each slot has caused lately.
    pub(super) trouble: Vec<f32>,
    /// The failed windows around each slot, less one for each success since.
    failed: Vec<u32>,
    /// How often a part around each slot was filled by itself.
    forced: Vec<u32>,
    /// How many slots without a word a window takes on; grows with success and shrinks with failure.
    batch: f32,
    failures: u64,
    score_weight: f32,
    /// The letters when the fewest slots were without a word.
    best: Vec<Option<Letter>>,
    /// How many slots were without a word then.
    fewest: usize,
}

/// The outcome of a window.
enum Window {
    Filled,
    Hopeless,
    Limit,
}

impl<'a> Repairer<'a> {
    /// Creates a repair of this fill, with the trouble known so far: one number per slot, from 0 to 1.
    pub(super) fn new(fill: Partial<'a>, trouble: Vec<f32>, score_weight: f32) -> Self {
        let failed = vec![0; trouble.len()];
        let forced = failed.clone();
        let (best, fewest) = (fill.letters.clone(), fill.missing().len());
        Self { best, fewest, fill, trouble, failed, forced, batch: BATCH, failures: 0, score_weight }
    }

    /// Returns the letters when the fewest slots were without a word.
    pub(super) fn best(&self) -> &[Option<Letter>] {
        &self.best
    }

    /// Returns the number of failures so far.
    pub(super) fn failures(&self) -> u64 {
        self.failures
    }

    /// Fills window after window until all slots are filled, they are proven to have no fill, `failures` are
    /// used up, or the budget ends.
    pub(super) fn run(&mut self, failures: u64, rng: &mut Rng, budget: &Budget) -> Repair {
        let end = self.failures.saturating_add(failures);
        while let Some(seed) = self.pick(rng) {
            if budget.exhausted() {
                return Repair::Stopped;
            }
            if self.failures >= end {
                return Repair::Limit;
            }
            let failed = self.failed[seed];
            let outcome = if failed >= PATIENCE {
                let forced = self.forced[seed];
                self.forced[seed] += 1;
                self.failed[seed] = 0;
                let size = (3.0 * 1.4_f32.powi(forced as i32)).min(100.0) as usize;
                let part = self.nearest(seed, size, usize::MAX, rng);
                match self.force(part, 500 + 20 * size as u64, rng, budget) {
                    Ok(outcome) => outcome,
                    Err(core) => return Repair::Infeasible(core),
                }
            } else {
                let freed = FREED * failed as usize;
                let window = self.nearest(seed, freed, self.batch as usize, rng);
                let limit = 50 + FAILURES * u64::from(failed);
                self.refill(&window, limit, rng, budget)
            };
            if self.fill.missing().len() < self.fewest {
                self.fewest = self.fill.missing().len();
                self.best.clone_from(&self.fill.letters);
            }
            if matches!(outcome, Window::Filled) {
                self.failed[seed] = self.failed[seed].saturating_sub(1);
                self.batch = (self.batch * 1.3).min(BATCH);
            } else {
                self.failed[seed] += 1;
                self.batch = (self.batch * 0.6).max(1.0);
            }
            log::debug!(
                "slot {seed}, {failed} failed: {}; {} missing",
                match outcome {
                    Window::Filled => "filled",
                    Window::Hopeless => "hopeless",
                    Window::Limit => "limit",
                },
                self.fill.missing().len()
            );
        }
        Repair::Filled
    }

    /// Picks a slot without a word, preferring trouble and known letters.
    fn pick(&self, rng: &mut Rng) -> Option<usize> {
        let rank = |&slot: &u32| {
            let cells = &self.fill.problem.slots[slot as usize].cells;
            let lettered = cells.iter().filter(|&&c| self.fill.letters[c].is_some()).count();
            let known = lettered as f32 / cells.len() as f32;
            (self.trouble[slot as usize] + 0.1) * (0.01 + known)
        };
        let missing = self.fill.missing();
        let ranks = missing.iter().map(|slot| (rank(slot) * (1.0 + rng.f32()), *slot as usize));
        ranks.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, slot)| slot)
    }

    /// Returns the slots nearest to one by random distances over crossings, which are shorter to slots with trouble: up
    /// to `words` that have a word and up to `missing` that have none; or, if `missing` is `usize::MAX`, `words` in
    /// all.
    fn nearest(&self, seed: usize, words: usize, missing: usize, rng: &mut Rng) -> Vec<usize> {
        let mut seen = vec![false; self.trouble.len()];
        let mut heap = BinaryHeap::from([(Reverse(0_u32), seed)]);
        let mut window = Vec::new();
        let (mut with, mut without) = (0, 0);
        while let Some((Reverse(distance), slot)) = heap.pop() {
            if std::mem::replace(&mut seen[slot], true) {
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

    /// Returns the slots at most `AHEAD` crossings away from a window: all, or those without a word.
    fn ahead(&self, window: &[usize], all: bool) -> Vec<usize> {
        let mut seen: HashSet<usize> = window.iter().copied().collect();
        let mut found: Vec<usize> = Vec::new();
        let mut edge = window.to_vec();
        for _ in 0..AHEAD {
            let mut next = Vec::new();
            for &other in edge.iter().flat_map(|&slot| &self.fill.neighbours[slot]) {
                if (all || self.fill.word(other as usize).is_none()) && seen.insert(other as usize) {
                    next.push(other as usize);
                }
            }
            found.extend(&next);
            edge = next;
        }
        found
    }

    /// Frees a window and refills it with everything around it held; restores it if that fails.
    fn refill(&mut self, window: &[usize], limit: u64, rng: &mut Rng, budget: &Budget) -> Window {
        let old: Vec<_> = window.iter().map(|&slot| self.fill.take(slot)).collect();
        let mut slots = window.to_vec();
        slots.extend(self.ahead(window, false));
        let Partial { problem, index, letters, used, .. } = &self.fill;
        let outcome = match Propagator::window(index, problem, &slots, letters, used) {
            Err(conflict) => {
                self.trouble[slots[conflict.slot]] += 1.0;
                self.failures += 1;
                Window::Hopeless
            }
            Ok(words) => {
                let mut tree = self.tree(words, &slots, window.len());
                for (local, word) in old.iter().enumerate() {
                    if let Some(word) = *word {
                        tree.prefer(local, word);
                    }
                }
                let dive = restart(&mut tree, limit, rng, budget);
                self.learn(&tree, &slots);
                if dive == Dive::Filled {
                    for &local in tree.words.fixed() {
                        self.fill.put(slots[local as usize], tree.words.word(local as usize));
                    }
                }
                match dive {
                    Dive::Filled => Window::Filled,
                    Dive::Exhausted => Window::Hopeless,
                    Dive::Limit | Dive::Stopped => Window::Limit,
                }
            }
        };
        if !matches!(outcome, Window::Filled) {
            for (&slot, word) in window.iter().zip(old) {
                if let Some(word) = word {
                    self.fill.put(slot, word);
                }
            }
        }
        outcome
    }

    /// Fills a part by itself, looking ahead to the slots around it as if they had no words, and takes out
    /// the words that contradict it. The error is a set of slots without a fill: the part and the slots around it.
    fn force(
        &mut self,
        part: Vec<usize>,
        limit: u64,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Result<Window, Vec<usize>> {
        let mut slots = part.clone();
        slots.extend(self.ahead(&part, true));
        let Partial { problem, index, .. } = &self.fill;
        let words = match Propagator::window(index, problem, &slots, &problem.cells, &UsedWords::new()) {
            Ok(words) => words,
            Err(_) => return Err(slots),
        };
        let mut tree = self.tree(words, &slots, part.len());
        let dive = restart(&mut tree, limit, rng, budget);
        self.learn(&tree, &slots);
        match dive {
            Dive::Exhausted => return Err(slots),
            Dive::Limit | Dive::Stopped => return Ok(Window::Limit),
            Dive::Filled => {}
        }
        for &slot in &part {
            self.fill.take(slot);
        }
        let window = part;
        for (local, &slot) in window.iter().enumerate() {
            let word = tree.words.word(local);
            self.make_room(slot, word);
            self.fill.put(slot, word);
        }
        // Where no word fits a slot around the window any more, words that cross it outside the window are taken out.
        for &slot in &window {
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
                        if !window.contains(&(around as usize)) {
                            self.fill.take(around as usize);
                        }
                    }
                }
            }
        }
        Ok(Window::Filled)
    }

    /// Takes out the words that cross a slot with letters other than those of `word`, and `word` and its relatives from
    /// any other slot.
    fn make_room(&mut self, slot: usize, word: usize) {
        let cells = &self.fill.problem.slots[slot].cells;
        let index = std::sync::Arc::clone(&self.fill.index);
        let letters = index.of_len(cells.len()).word(word);
        let wrong = |fill: &Partial<'_>| {
            cells.iter().zip(letters).any(|(&c, &l)| fill.letters[c].is_some_and(|held| held != l))
        };
        if wrong(&self.fill) {
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
            let relatives = index.of_len(cells.len()).relatives(word);
            let excludes = |len: usize, other: usize| {
                (len, other) == (cells.len(), word) || relatives.contains(&(len as u32, other as u32))
            };
            for other in 0..self.trouble.len() {
                let len = self.fill.problem.slots[other].len();
                if self.fill.word(other).is_some_and(|other| excludes(len, other)) {
                    self.fill.take(other);
                }
            }
        }
    }

    fn tree(&self, words: Propagator, slots: &[usize], decide: usize) -> Tree {
        let mut tree = Tree::new(words, decide);
        tree.score_weight = self.score_weight;
        for (activity, &slot) in tree.activity.iter_mut().zip(slots) {
            *activity = (1.0 + self.trouble[slot]).min(50.0);
        }
        tree
    }

    /// Adds the failures of a window to the trouble of its slots, a fixed amount per window.
    fn learn(&mut self, tree: &Tree, slots: &[usize]) {
        self.failures += tree.failures();
        if tree.failures() == 0 {
            return;
        }
        let total: f32 = tree.activity.iter().sum();
        for (activity, &slot) in tree.activity.iter().zip(slots) {
            let share = activity / total;
            self.trouble[slot] = self.trouble[slot] * 0.95 + share * 2.0;
        }
    }
}
