//! Depth-first search on the word propagator, up to a number of failures: what the restarts, the windows and
//! the exhaustive mode have in common.
//!
//! A node has two branches: the slot takes the word, or the slot loses it. Or, by letters: the slot takes one letter of the word,
//! where it has the fewest letters left, or loses that letter. Losing a letter says far more than losing one word of
//! thousands, which is mostly followed by a similar one that fails for the same reason. The slot is the one with the fewest
//! words relative to its activity, which failures raise (dom/wdeg with decay), or simply the one with the fewest words.
//! The word is, of some drawn at random, the one that leaves its crossings the most words, by the product of what
//! each crossing keeps: looking at all words costs more than it gains, and drawing also makes puzzles
//! of different seeds differ. With phases on, a slot first tries the word it had when the last dive ended, which keeps
//! what was good in a solved corner while the search works on another; with phases off it starts afresh. Their heavy
//! tails differ, so callers alternate.

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::{Conflict, Propagator, UsedWords};
use fastrand::Rng;
use std::sync::Arc;

/// How many words are drawn and compared to choose one.
const DRAWN: usize = 32;
/// The factor by which each failure raises what the next one adds.
const GROWTH: f32 = 1.02;
const NO_WORD: u32 = u32::MAX;

/// The outcome of a dive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dive {
    /// Every slot to be decided has its word.
    Filled,
    /// There is no fill.
    Exhausted,
    /// The failures are used up; the tree is back at its root.
    Limit,
    /// The budget has ended; the tree is back at its root.
    Stopped,
}

/// How a dive makes its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// Whether a slot first tries the word it had when the last dive ended.
    pub(super) phases: bool,
    /// Whether the slot is chosen by its words relative to the trouble it has caused, not by its words alone.
    pub(super) trouble: bool,
}

/// A propagator and what the search has learnt about its slots.
pub(super) struct Tree {
    /// The propagator, at the root between dives, filled after a successful one.
    pub(super) words: Propagator,
    /// How much trouble each slot has caused; grows with failures.
    pub(super) activity: Vec<f32>,
    /// The word each slot prefers when phases are on.
    phases: Vec<u32>,
    /// The number of slots to decide; the search only looks ahead to the others.
    decide: usize,
    bump: f32,
    decisions: Vec<Decision>,
    failures: u64,
    /// The words that were tried.
    tried: u64,
    /// The most words settled at the same time, as slot and word.
    best: Vec<(u32, u32)>,
    /// How much a word's score counts compared with what the word leaves its crossings.
    pub(super) score_weight: f32,
    /// How much chance counts compared with that.
    pub(super) noise: f32,
    /// What else speaks for a word.
    pub(super) merit: Option<Merit>,
    /// Whether a decision is about one letter of a word and not about all of it.
    pub(super) by_letters: bool,
}

/// What a slot has taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pub(super) slot: usize,
    pub(super) word: usize,
    /// Only the letter at this position.
    pub(super) position: Option<usize>,
}

/// What speaks for a word, besides what it leaves its crossings and its score.
#[derive(Clone, Debug)]
pub(super) struct Merit {
    /// How rare its letters are, weighed by how scarce words of its length are, by length and number.
    pub(super) rarity: Arc<Vec<Vec<f32>>>,
    /// Words that are used elsewhere, and would have to be taken from there.
    pub(super) taken: UsedWords,
    /// How many more words, as a logarithm, a word that is used elsewhere has to leave its crossings to be preferred to one that is not.
    pub(super) penalty: f32,
}

impl Merit {
    /// The usual penalty.
    pub(super) const TAKEN: f32 = 4.0;

    fn of(&self, len: usize, word: usize) -> f32 {
        let rarity = self.rarity.get(len).and_then(|words| words.get(word)).copied().unwrap_or(0.0);
        if self.taken.contains(len, word) { rarity - self.penalty } else { rarity }
    }
}

impl Tree {
    /// Creates a tree over a propagator that decides the first `decide` slots.
    pub(super) fn new(words: Propagator, decide: usize) -> Self {
        let slots = words.len();
        Self {
            words,
            activity: vec![1.0; slots],
            phases: vec![NO_WORD; slots],
            decide,
            bump: 1.0,
            decisions: Vec::new(),
            failures: 0,
            tried: 0,
            best: Vec::new(),
            score_weight: 0.0,
            noise: 0.5,
            merit: None,
            by_letters: true,
        }
    }

    /// Returns the number of slots to decide, which are the first ones.
    pub(super) fn decided(&self) -> usize {
        self.decide
    }

    /// Returns the number of failures so far.
    pub(super) fn failures(&self) -> u64 {
        self.failures
    }

    /// Returns the number of words tried so far.
    pub(super) fn tried(&self) -> u64 {
        self.tried
    }

    /// Makes a slot prefer a word.
    pub(super) fn prefer(&mut self, slot: usize, word: usize) {
        self.phases[slot] = word as u32;
    }

    /// Searches until a fill is found, the tree is exhausted, there were `limit` more failures, or the budget ends.
    pub(super) fn dive(&mut self, limit: u64, manner: Manner, rng: &mut Rng, budget: &Budget) -> Dive {
        let end = self.failures.saturating_add(limit);
        let mut ticks = 0_u32;
        while let Some(slot) = self.choose_slot(manner.trouble, rng) {
            ticks += 1;
            if ticks.is_multiple_of(64) && budget.exhausted() {
                self.unwind();
                return Dive::Stopped;
            }
            let word = self.choose_word(slot, manner.phases, rng);
            self.tried += 1;
            let position = if self.by_letters { self.choose_position(slot, rng) } else { None };
            if !self.decide(Decision { slot, word, position }) {
                return Dive::Exhausted;
            }
            if self.failures >= end {
                self.unwind();
                return Dive::Limit;
            }
        }
        Dive::Filled
    }

    /// Takes a decision. If it fails, it is lost, and if that fails, too, the one before is, and so on. Returns whether
    /// there still may be a fill; if not, the tree is at its root.
    pub(super) fn decide(&mut self, decision: Decision) -> bool {
        self.words.push();
        self.decisions.push(decision);
        let mut result = self.take(decision);
        while let Err(conflict) = result {
            self.fail(conflict);
            let Some(decision) = self.decisions.pop() else { return false };
            self.words.pop();
            self.keep_best();
            result = self.lose(decision);
        }
        true
    }

    /// The slot of a decision takes what was decided.
    fn take(&mut self, Decision { slot, word, position }: Decision) -> Result<(), Conflict> {
        match position {
            None => self.words.assign(slot, word),
            Some(position) => {
                self.words.restrict(slot, position, self.words.lexicon(slot).word(word)[position])
            }
        }
    }

    /// The slot of a decision loses what was decided.
    fn lose(&mut self, Decision { slot, word, position }: Decision) -> Result<(), Conflict> {
        match position {
            None => self.words.exclude(slot, word),
            Some(position) => {
                self.words.forbid(slot, position, self.words.lexicon(slot).word(word)[position])
            }
        }
    }

    /// Goes back to the root, keeping the present words as phases.
    pub(super) fn unwind(&mut self) {
        self.keep_phases();
        while self.decisions.pop().is_some() {
            self.words.pop();
        }
    }

    fn keep_phases(&mut self) {
        for &slot in self.words.fixed() {
            self.phases[slot as usize] = self.words.word(slot as usize) as u32;
        }
    }

    /// Returns the most words that were settled at the same time, as slot and word.
    pub(super) fn best(&self) -> &[(u32, u32)] {
        &self.best
    }

    /// Returns the letters of a filled tree over all slots of a problem.
    pub(super) fn letters(&self, problem: &SlotProblem) -> Vec<Letter> {
        let mut letters = problem.cells.clone();
        for (number, slot) in problem.slots.iter().enumerate() {
            let word = self.words.lexicon(number).word(self.words.word(number));
            for (&cell, &letter) in slot.cells.iter().zip(word) {
                letters[cell] = Some(letter);
            }
        }
        letters.into_iter().flatten().collect()
    }

    /// Remembers the words that are settled after the failing level is undone, if they are more than ever before.
    fn keep_best(&mut self) {
        let fixed = self.words.fixed();
        if fixed.len() > self.best.len() {
            self.best = fixed.iter().map(|&s| (s, self.words.word(s as usize) as u32)).collect();
        }
    }

    fn fail(&mut self, conflict: Conflict) {
        self.failures += 1;
        self.activity[conflict.slot] += self.bump;
        self.bump *= GROWTH;
        if self.bump > 1e20 {
            self.bump *= 1e-20;
            for activity in &mut self.activity {
                *activity = (*activity * 1e-20).max(1e-20);
            }
        }
    }

    fn choose_slot(&self, trouble: bool, rng: &mut Rng) -> Option<usize> {
        let mut best = None;
        let mut least = f32::INFINITY;
        for slot in (0..self.decide).filter(|&s| !self.words.is_fixed(s)) {
            let trouble = if trouble { self.activity[slot] } else { 1.0 };
            let size = self.words.count(slot) as f32 / trouble;
            if size < least || (size == least && rng.u64(..) & 1 == 0) {
                least = size;
                best = Some(slot);
            }
        }
        best
    }

    /// Returns the position at which a slot has the fewest letters left; `None` if no crossing is open any more.
    fn choose_position(&self, slot: usize, rng: &mut Rng) -> Option<usize> {
        let open = self.words.open_crossings(slot);
        open.min_by_key(|(.., letters)| (letters.count_ones(), rng.u32(..))).map(|(position, ..)| position)
    }

    fn choose_word(&mut self, slot: usize, phases: bool, rng: &mut Rng) -> usize {
        if phases && self.phases[slot] != NO_WORD {
            let word = self.phases[slot] as usize;
            if self.words.domains().contains(slot, word) {
                return word;
            }
        }
        let drawn = self.words.domains().draw(slot, DRAWN, rng);
        let mut value = [0.0_f32; DRAWN];
        let drawn = &drawn[..];
        let lexicon = self.words.lexicon(slot);
        for (position, other, there, _) in self.words.open_crossings(slot) {
            let mut left = [f32::NAN; 26];
            let crossed = self.words.lexicon(other);
            let (order, bits) = self.words.domains().active(other);
            for (value, &word) in value.iter_mut().zip(drawn) {
                let letter = lexicon.word(word)[position].index();
                if left[letter].is_nan() {
                    let mask = crossed.mask(there, letter);
                    let count: u32 =
                        order.iter().map(|&b| (bits[b as usize] & mask[b as usize]).count_ones()).sum();
                    left[letter] = (count as f32).ln();
                }
                *value += left[letter];
            }
        }
        let mut best = drawn[0];
        let mut most = f32::NEG_INFINITY;
        for (&value, &word) in value.iter().zip(drawn) {
            let merit = self.merit.as_ref().map_or(0.0, |merit| merit.of(lexicon.word(word).len(), word));
            let value = value + self.noise * rng.f32() + self.score_weight * lexicon.score(word) + merit;
            if value > most {
                most = value;
                best = word;
            }
        }
        best
    }
}
