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
//! On a very large fill, words get scarce before slots do: when 900 of 1,200 words of three letters are used, the rest rarely
//! fits. There a window may also take words that are used elsewhere, once it has failed without them; the slots that lose them
//! are filled again, where there may be more choice (file `scarce`).
//!
//! Several threads can work on one such fill. Each takes a window that crosses none of the others', and solves it on a copy of
//! the letters and of the used words. What it brings back is put in only if the fill still allows it, so that two threads never
//! use the same word; otherwise the window has failed.
//!
//! Tried and rejected: accepting only steps that leave fewer empty slots (stuck at seams); starting from the
//! deepest dive of the restarting search (words all over the grid whose seams do not meet); growing one
//! connected part on a single propagator (stalls at 150 to 250 slots of a hard grid); forcing small parts
//! early instead of trying larger windows first (undoes as much as it solves); looking two crossings ahead (half the
//! speed for no gain).

use super::partial::Partial;
use super::scarce::rarity;
use super::tree::Merit;
use super::window::{Manner, Outcome, Solved, Window};
use crate::encodings::lexicon::Letter;
use crate::solver::words::UsedWords;
use crate::solver::{Budget, seed, threads};
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::yield_now;

/// The most slots without a word that one window takes on.
const BATCH: f32 = 12.0;
/// How many crossings away from the window it looks ahead to slots without a word.
const AHEAD: usize = 1;
/// The failed windows around a slot before a part there is filled by itself.
const PATIENCE: u32 = 10;
/// The failed windows around a slot of a very large fill before it is set aside for the first time.
const FIRST_PATIENCE: u32 = 6;
/// The slots with a word that each further window around a slot frees in addition.
const FREED: usize = 14;
/// The failures that each further window is allowed in addition.
const FAILURES: u64 = 60;
/// How often words are taken from elsewhere for one slot. Two slots that need the same word would take it from each other forever.
const MOST_TAKEN: u8 = 6;
/// The most slots without a word that one window of a very large fill takes on.
const LARGE_BATCH: f32 = 60.0;
/// The failures that a window of a very large fill is allowed for each of its slots.
const FAILURES_A_SLOT: u64 = 2;
/// The failed windows around a slot before words are taken from elsewhere, on a very large fill.
const TAKING: u32 = 2;

/// The outcome of a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// Every slot has its word.
    Filled,
    /// These slots have no fill, even by themselves.
    Infeasible(Vec<usize>),
    /// The failures are used up.
    Limit,
    /// The slots that are still without a word were set aside, as everything around them failed.
    Stuck,
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
    /// The words that were tried.
    pub(super) tried: u64,
    score_weight: f32,
    /// The letters when the fewest slots were without a word.
    best: Vec<Option<Letter>>,
    /// How many slots were without a word then.
    fewest: usize,
    /// The slots around which everything failed, on a very large fill.
    pub(super) hard: Vec<usize>,
    /// What is only done on a very large fill.
    large: Option<Large>,
}

/// What a very large fill needs.
struct Large {
    /// The slots without a word, and others, near which something has changed.
    fringe: Vec<u32>,
    in_fringe: Vec<bool>,
    /// The slots that are not tried any more.
    set_aside: Vec<bool>,
    /// How often what was set aside has been tried again, and so how often a part around a slot is filled by itself before
    /// that slot is set aside.
    rounds: u32,
    /// How often words were taken from elsewhere for windows around each slot.
    taken: Vec<u8>,
    /// How many windows that are being solved each slot is in, or crosses.
    claims: Vec<u16>,
    /// See [`Merit`].
    rarity: Arc<Vec<Vec<f32>>>,
}

/// What a thread is to do next.
enum Next {
    /// Solve this window.
    Solve(Window),
    /// Wait: all slots without a word are in or near windows of other threads.
    Wait,
    /// Nothing: what is without a word was set aside.
    Stuck,
}

impl<'a> Repairer<'a> {
    /// Creates a repair of this fill, with the trouble known so far: one number per slot, from 0 to 1.
    pub(super) fn new(fill: Partial<'a>, trouble: Vec<f32>, score_weight: f32) -> Self {
        let failed = vec![0; trouble.len()];
        let forced = failed.clone();
        let (best, fewest) = (fill.letters.clone(), fill.missing().len());
        Self {
            best,
            fewest,
            fill,
            trouble,
            failed,
            forced,
            batch: BATCH,
            failures: 0,
            tried: 0,
            score_weight,
            hard: Vec::new(),
            large: None,
        }
    }

    /// Does what very large fills need: words may be taken from elsewhere, and what one window costs does not grow with the fill.
    #[must_use]
    pub(super) fn for_large(mut self) -> Self {
        let slots = self.trouble.len();
        self.batch = LARGE_BATCH;
        self.large = Some(Large {
            fringe: Vec::new(),
            in_fringe: vec![false; slots],
            set_aside: vec![false; slots],
            rounds: 0,
            taken: vec![0; slots],
            claims: vec![0; slots],
            rarity: Arc::new(rarity(self.fill.problem, &self.fill.index)),
        });
        self
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
        loop {
            if let Some(ended) = self.ended(end, budget) {
                return ended;
            }
            let window = match self.next(rng) {
                Next::Wait | Next::Stuck => return Repair::Stuck, // Nobody is there to wait for.
                Next::Solve(window) => window,
            };
            let Partial { problem, ref index, ref letters, ref used, .. } = self.fill;
            let solved = window.solve(problem, index, (letters, used), rng, budget);
            if let Some(core) = self.bring_back(window, solved, rng) {
                return Repair::Infeasible(core);
            }
        }
    }

    /// Does the same with several threads at once. Not for fills that are not very large, in which windows would meet.
    pub(super) fn run_with_threads(
        &mut self,
        count: usize,
        failures: u64,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Repair {
        let end = self.failures.saturating_add(failures);
        let (problem, index) = (self.fill.problem, Arc::clone(&self.fill.index));
        let first = rng.u64(..);
        let (budget, finish) = &budget.racer();
        let shared = Mutex::new(self);
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let outcomes = threads::race(count, finish, |thread| {
            let mut rng = Rng::with_seed(seed::derive(first, thread as u64));
            loop {
                let mut repairer = lock();
                if let Some(ended) = repairer.ended(end, budget) {
                    return ended;
                }
                let window = match repairer.next(&mut rng) {
                    Next::Stuck => return Repair::Stuck,
                    Next::Wait => {
                        drop(repairer);
                        yield_now();
                        continue;
                    }
                    Next::Solve(window) => window,
                };
                let around = (repairer.fill.letters.clone(), repairer.fill.used.frozen());
                drop(repairer);
                let solved = window.solve(problem, &index, (&around.0, &around.1), &mut rng, budget);
                if let Some(core) = lock().bring_back(window, solved, &mut rng) {
                    finish.store(true, Ordering::Relaxed);
                    return Repair::Infeasible(core);
                }
            }
        });
        let rank = |outcome: &Repair| match outcome {
            Repair::Infeasible(_) => 4,
            Repair::Filled => 3,
            Repair::Stuck => 2,
            Repair::Limit => 1,
            Repair::Stopped => 0,
        };
        outcomes.into_iter().max_by_key(rank).unwrap_or(Repair::Stopped)
    }

    /// Returns how the repair has ended, if it has.
    fn ended(&self, end: u64, budget: &Budget) -> Option<Repair> {
        match self.fill.missing() {
            [] => Some(Repair::Filled),
            _ if budget.exhausted() => Some(Repair::Stopped),
            _ if self.failures >= end => Some(Repair::Limit),
            _ => None,
        }
    }

    /// Chooses the next window and takes its words out.
    fn next(&mut self, rng: &mut Rng) -> Next {
        let Some(seed) = self.pick(rng) else {
            let is_aside =
                |slot: &u32| self.large.as_ref().is_none_or(|large| large.set_aside[*slot as usize]);
            return if self.fill.missing().iter().all(is_aside) { Next::Stuck } else { Next::Wait };
        };
        let failed = self.failed[seed];
        let (manner, decided, limit) = if failed >= PATIENCE {
            let forced = self.forced[seed];
            self.forced[seed] += 1;
            self.failed[seed] = 0;
            let size = (3.0 * 1.4_f32.powi(forced as i32)).min(100.0) as usize;
            (Manner::Alone, self.nearest(seed, size, usize::MAX, rng), 500 + 20 * size as u64)
        } else {
            let manner = match &self.large {
                Some(large) if failed >= TAKING && large.taken[seed] < MOST_TAKEN => Manner::Taking,
                _ => Manner::Held,
            };
            let freed = FREED * failed as usize;
            let window = self.nearest(seed, freed, self.batch as usize, rng);
            let base = if self.large.is_some() { FAILURES_A_SLOT * window.len() as u64 } else { 0 };
            (manner, window, base + 50 + FAILURES * u64::from(failed))
        };
        let old = match manner {
            Manner::Alone => Vec::new(),
            _ => decided.iter().map(|&slot| self.fill.take(slot)).collect(),
        };
        self.claim(&decided, true);
        let decide = decided.len();
        let mut slots = decided;
        slots.extend(self.ahead(&slots, manner == Manner::Alone));
        let activity = slots.iter().map(|&slot| (1.0 + self.trouble[slot]).min(50.0)).collect();
        let merit = self.large.as_ref().map(|large| Merit {
            rarity: Arc::clone(&large.rarity),
            taken: if manner == Manner::Held { UsedWords::new() } else { self.fill.used.frozen() },
        });
        let score_weight = self.score_weight;
        Next::Solve(Window { seed, manner, slots, decide, old, limit, activity, score_weight, merit })
    }

    /// Puts back what a window had.
    fn give_up(&mut self, window: Window) {
        self.claim(&window.slots[..window.decide], false);
        for (&slot, word) in window.slots.iter().zip(window.old) {
            if let Some(word) = word.filter(|&word| self.fill.takes(slot, word)) {
                self.fill.put(slot, word);
            }
        }
    }

    /// Puts in what was found in a window, or puts back what it had. Returns slots that are proven to have no fill, if that
    /// is what was found: the part and the slots around it.
    fn bring_back(&mut self, window: Window, solved: Solved, rng: &mut Rng) -> Option<Vec<usize>> {
        let (seed, manner) = (window.seed, window.manner);
        self.learn(&window, &solved);
        let filled = match solved.outcome {
            Outcome::Hopeless if manner == Manner::Alone => {
                self.claim(&window.slots[..window.decide], false);
                return Some(window.slots);
            }
            Outcome::Filled(words) if manner == Manner::Alone => {
                self.claim(&window.slots[..window.decide], false);
                self.put_alone(&window, &words, rng);
                true
            }
            Outcome::Filled(words) if self.allows(&window, &words) => {
                self.claim(&window.slots[..window.decide], false);
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
                self.touch(&window.slots);
                true
            }
            _ => {
                let slots = window.slots.clone();
                self.give_up(window);
                self.touch(&slots);
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
            self.batch = (self.batch * 1.3).min(if self.large.is_some() { LARGE_BATCH } else { BATCH });
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
        words.iter().all(|&(slot, word)| {
            let is_decided = || window.slots[..window.decide].contains(&slot);
            let fits = match window.manner {
                Manner::Taking => self.fill.fits(slot, word),
                _ => self.fill.takes(slot, word),
            };
            fits || !is_decided()
        })
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
                self.touch(&[holder]);
            }
        }
    }

    /// Sets a slot aside, and those without a word near it: that is left to another layout there.
    fn set_aside(&mut self, seed: usize, rng: &mut Rng) {
        /// So many slots are set aside at once.
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

    /// Tries again what was set aside.
    pub(super) fn try_again(&mut self) {
        self.hard.clear();
        if let Some(large) = &mut self.large {
            large.set_aside.fill(false);
            large.taken.fill(0);
            large.rounds += 1;
        }
    }

    /// Notes that something has changed at these slots.
    fn touch(&mut self, slots: &[usize]) {
        let Some(large) = &mut self.large else { return };
        for &slot in slots {
            if self.fill.word(slot).is_none() && !std::mem::replace(&mut large.in_fringe[slot], true) {
                large.fringe.push(slot as u32);
            }
        }
    }

    /// Claims slots and those that cross them for a window, or no longer does so.
    fn claim(&mut self, slots: &[usize], claims: bool) {
        let Some(large) = &mut self.large else { return };
        for &slot in slots {
            let around = self.fill.neighbours[slot].iter().map(|&other| other as usize);
            for slot in std::iter::once(slot).chain(around) {
                let claimed = &mut large.claims[slot];
                *claimed = if claims { claimed.saturating_add(1) } else { claimed.saturating_sub(1) };
            }
        }
    }

    /// Returns whether a slot can be picked: it is not set aside, nor in or near another thread's window.
    fn is_open(&self, slot: usize) -> bool {
        self.large.as_ref().is_none_or(|large| large.claims[slot] == 0 && !large.set_aside[slot])
    }

    /// Returns whether a slot is in another thread's window, or crosses one.
    fn is_claimed(&self, slot: usize) -> bool {
        self.large.as_ref().is_some_and(|large| large.claims[slot] > 0)
    }

    /// Picks a slot without a word, preferring trouble and known letters; `None` if there is none, or if all are claimed.
    fn pick(&mut self, rng: &mut Rng) -> Option<usize> {
        /// So many slots are compared at most.
        const COMPARED: usize = 48;
        let missing = self.fill.missing();
        if self.large.is_none() || missing.len() <= COMPARED {
            let free: Vec<u32> =
                missing.iter().copied().filter(|&slot| self.is_open(slot as usize)).collect();
            return self.best_of(&free, rng);
        }
        let mut drawn = Vec::with_capacity(COMPARED);
        for turn in 0..COMPARED {
            let Some(large) = &mut self.large else { break };
            if turn < COMPARED / 12 || large.fringe.is_empty() {
                drawn.push(missing[rng.usize(..missing.len())]);
                continue;
            }
            let at = rng.usize(..large.fringe.len());
            let slot = large.fringe[at];
            if self.fill.word(slot as usize).is_some() {
                large.fringe.swap_remove(at);
                large.in_fringe[slot as usize] = false;
            } else {
                drawn.push(slot);
            }
        }
        drawn.retain(|&slot| self.is_open(slot as usize));
        if drawn.is_empty() {
            // Most are set aside, so the few others have to be looked for.
            drawn.extend(missing.iter().filter(|&&slot| self.is_open(slot as usize)));
        }
        self.best_of(&drawn, rng)
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
    fn nearest(&self, seed: usize, words: usize, missing: usize, rng: &mut Rng) -> Vec<usize> {
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
                            self.touch(&[around as usize]);
                        }
                    }
                }
            }
        }
        self.touch(&window.slots);
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
                    self.touch(&[other as usize]);
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
