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
//! use the same word; otherwise the window has failed, unless all its words are new: then the others are put in. Slots that
//! have not failed often come first, for each thread in an order of its own (file `order`).
//!
//! Tried and rejected: accepting only steps that leave fewer empty slots (stuck at seams); starting from the
//! deepest dive of the restarting search (words all over the grid whose seams do not meet); growing one
//! connected part on a single propagator (stalls at 150 to 250 slots of a hard grid); forcing small parts
//! early instead of trying larger windows first (undoes as much as it solves); looking two crossings ahead (half the
//! speed for no gain).

mod choose;
mod order;
mod put;

use super::partial::Partial;
use super::scarce::rarity;
use super::tree::Merit;
use super::window::{Manner, Window};
use crate::encodings::lexicon::Letter;
use crate::solver::words::UsedWords;
use crate::solver::{Budget, seed, threads};
use fastrand::Rng;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::yield_now;

/// The most slots without a word that one window takes on.
const BATCH: f32 = 12.0;
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
/// The most slots without a word that one window of a very large fill takes on, and the factor by which each failed
/// window around a slot reduces this.
const LARGE_BATCH: f32 = 60.0;
const SHRINKS: f32 = 0.4;
/// The smallest such number, however often a window failed: with one slot, there would be no choice between two.
const SMALLEST_BATCH: f32 = 2.0;
/// The failures that a window of a very large fill is allowed for each of its slots.
const FAILURES_A_SLOT: u64 = 2;
/// The failed windows around a slot of a very large fill before it is left until all others were tried.
const PASSED_OVER: u32 = 2;
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
    /// How many slots without a word a window takes on, unless the fill is very large; grows with success and shrinks with failure.
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
    /// The slots that are not tried any more.
    set_aside: Vec<bool>,
    /// How often the slots set aside have been tried again; a part around a slot is filled by itself this many times
    /// before that slot is set aside.
    rounds: u32,
    /// How often words were taken from elsewhere for windows around each slot.
    taken: Vec<u8>,
    /// How many windows that are being solved each slot is in, or crosses.
    claims: Vec<u16>,
    /// See [`Merit`].
    rarity: Arc<Vec<Vec<f32>>>,
    /// For each thread, the slots in the order in which it fills them.
    orders: Vec<Vec<u32>>,
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
    pub(super) fn for_large(mut self, threads: usize) -> Self {
        let slots = self.trouble.len();
        self.large = Some(Large {
            set_aside: vec![false; slots],
            rounds: 0,
            taken: vec![0; slots],
            claims: vec![0; slots],
            rarity: Arc::new(rarity(self.fill.problem, &self.fill.index)),
            orders: order::sweeps(&self.fill.neighbours, threads),
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
            let mut window = match self.next(0, rng) {
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

    /// Does the same with several threads at once. Only for very large fills: in others, windows would meet.
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
                let mut window = match repairer.next(thread, &mut rng) {
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
    fn next(&mut self, thread: usize, rng: &mut Rng) -> Next {
        let Some(seed) = self.pick(thread, rng) else {
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
                Some(large)
                    if failed >= TAKING && failed.is_multiple_of(2) && large.taken[seed] < MOST_TAKEN =>
                {
                    Manner::Taking
                }
                _ => Manner::Held,
            };
            let freed = FREED * failed as usize;
            let batch = match self.large {
                Some(_) => (LARGE_BATCH * SHRINKS.powi(failed as i32)).max(SMALLEST_BATCH),
                None => self.batch,
            };
            let window = self.nearest(seed, freed, batch as usize, rng);
            let base = if self.large.is_some() { FAILURES_A_SLOT * window.len() as u64 } else { 0 };
            (manner, window, base + 50 + FAILURES * u64::from(failed))
        };
        let (decided, old) = match manner {
            Manner::Alone => (decided, Vec::new()),
            _ => self.take_out(decided, seed),
        };
        self.claim(&decided, true);
        let decide = decided.len();
        let claimed = decided.clone();
        let mut slots = decided;
        slots.extend(self.ahead(&slots, manner == Manner::Alone));
        let activity = slots.iter().map(|&slot| (1.0 + self.trouble[slot]).min(50.0)).collect();
        let merit = self.large.as_ref().map(|large| Merit {
            rarity: Arc::clone(&large.rarity),
            taken: if manner == Manner::Held { UsedWords::new() } else { self.fill.used.frozen() },
            penalty: Merit::TAKEN,
        });
        let score_weight = self.score_weight;
        Next::Solve(Window {
            seed,
            manner,
            slots,
            decide,
            claimed,
            old,
            limit,
            activity,
            score_weight,
            merit,
        })
    }

    /// Takes the words of slots out and returns the slots and these words. On a very large fill, leaves out slots other than the
    /// seed that no word fits even then: they would make the window hopeless, and get one of their own.
    fn take_out(&mut self, slots: Vec<usize>, seed: usize) -> (Vec<usize>, Vec<Option<usize>>) {
        let taken: Vec<_> = slots.into_iter().map(|slot| (slot, self.fill.take(slot))).collect();
        let stays = |slot, word: Option<usize>| {
            self.large.is_none() || slot == seed || word.is_some() || self.fill.alive(slot)
        };
        taken.into_iter().filter(|&(slot, word)| stays(slot, word)).unzip()
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

    /// Claims slots and those that cross them for a window, or releases them.
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
}
