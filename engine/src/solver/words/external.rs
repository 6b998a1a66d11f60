//! [`LazyWords`] as CaDiCaL's external propagator (IPASIR-UP), which also makes the decisions.
//!
//! The adapter translates between literals and letters of cells, passes clauses on literal by literal, and makes the
//! decisions: the slot with the fewest words relative to its activity is to spell the word, of some that are drawn,
//! that leaves its crossings the most words, and the word's letters are decided one after another as long as the word
//! is possible. A slot first tries the word it spelled the last time, as a solver does with the phases of variables.
//! Nothing here may panic: the callers are C++.

use super::lazy::{LazyWords, NEVER};
use crate::encodings::cnf::Lit;
use crate::encodings::lexicon::{Lemma, Letter, LetterEncoding, LetterLit};
use cadical_sys::ExternalPropagator;
use fastrand::Rng;

/// How many words are drawn and compared for a decision.
const DRAWN: usize = 32;

/// A word list beside CaDiCaL.
#[derive(Debug)]
pub struct ExternalWords {
    /// The words.
    pub words: LazyWords,
    /// The cell and letter of each variable.
    letters: Vec<Option<(usize, Letter)>>,
    /// The variable of each letter of each cell (cell times 26 plus letter), as a DIMACS number; 0 if there is none.
    numbers: Vec<i32>,
    /// The rest of the clause that is being passed on.
    clause: Vec<i32>,
    handing_over: bool,
    /// The slot and word that are being decided.
    target: Option<(usize, usize)>,
    /// The last word that each slot spelled.
    phases: Vec<Option<u32>>,
    rng: Rng,
}

impl ExternalWords {
    /// Creates the adapter for the variables of these letters.
    pub fn new(words: LazyWords, encoding: &LetterEncoding, seed: u64) -> Self {
        let mut letters = vec![None; encoding.formula.var_count()];
        let mut numbers = vec![0; words.cells.len() * Letter::COUNT];
        for (lit, cell, letter) in encoding.variables() {
            letters[lit.var().index()] = Some((cell, letter));
            numbers[cell * Letter::COUNT + letter.index()] = lit.dimacs();
        }
        let phases = vec![None; words.slots.len()];
        let rng = Rng::with_seed(seed);
        Self { words, letters, numbers, clause: Vec::new(), handing_over: false, target: None, phases, rng }
    }

    /// Makes a slot prefer a word.
    pub fn prefer(&mut self, slot: usize, word: usize) {
        self.phases[slot] = Some(word as u32);
    }

    fn number(&self, lit: LetterLit) -> i32 {
        let number = self.numbers[lit.cell * Letter::COUNT + lit.letter.index()];
        if lit.here { number } else { -number }
    }

    fn letter(&self, number: i32) -> Option<LetterLit> {
        let lit = Lit::from_dimacs(number)?;
        let (cell, letter) = self.letters.get(lit.var().index()).copied().flatten()?;
        Some(LetterLit { cell, letter, here: lit.is_positive() })
    }

    fn hand_over(&mut self, lemma: &Lemma) {
        self.clause = lemma.clause.iter().map(|&lit| self.number(lit)).collect();
    }

    /// Returns the open slot with the fewest words relative to its activity.
    fn choose_slot(&mut self) -> Option<usize> {
        let (mut best, mut least) = (None, f32::INFINITY);
        for slot in 0..self.words.slots.len() {
            if self.words.slots[slot].spelled || self.first_open(slot).is_none() {
                continue;
            }
            let size = self.words.domains.count(slot) as f32 / self.words.activity[slot];
            if size < least || (size == least && self.rng.bool()) {
                (best, least) = (Some(slot), size);
            }
        }
        best
    }

    /// Returns the first open position of a slot.
    fn first_open(&self, slot: usize) -> Option<usize> {
        let place = self.words.slots[slot];
        let cells = &self.words.cell_of[place.first..place.first + place.len];
        cells.iter().position(|&cell| self.words.cells[cell as usize].settled == NEVER)
    }

    /// Draws some words of a slot and returns the one that leaves its crossings the most words.
    fn choose_word(&mut self, slot: usize) -> usize {
        if let Some(word) = self.phases[slot].map(|word| word as usize)
            && self.words.domains.contains(slot, word)
        {
            return word;
        }
        let drawn = self.words.domains.draw(slot, DRAWN, &mut self.rng);
        let place = self.words.slots[slot];
        let lexicon = self.words.lexicon(slot);
        let mut values = vec![0.0_f32; drawn.len()];
        for position in 0..place.len {
            let cell = self.words.cell_of[place.first + position] as usize;
            let Some((other, there)) = self.words.crossing(cell, slot) else { continue };
            if self.words.cells[cell].settled != NEVER {
                continue;
            }
            let crossed = self.words.lexicon(other);
            let (order, bits) = self.words.domains.active(other);
            let mut left = [f32::NAN; Letter::COUNT];
            for (value, &word) in values.iter_mut().zip(&drawn) {
                let letter = lexicon.word(word)[position].index();
                if left[letter].is_nan() {
                    let mask = crossed.mask(there, letter);
                    let common = |&b: &u32| (bits[b as usize] & mask[b as usize]).count_ones();
                    left[letter] = (order.iter().map(common).sum::<u32>() as f32).ln();
                }
                *value += left[letter];
            }
        }
        let rng = &mut self.rng;
        let noisy = drawn.iter().zip(values).map(|(&word, value)| (word, value + 0.5 * rng.f32()));
        noisy.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(word, _)| word)
    }
}

impl LazyWords {
    /// Returns the other slot through a cell, and the position there.
    fn crossing(&self, cell: usize, slot: usize) -> Option<(usize, usize)> {
        let other = self.slots_at(cell).find(|&other| other != slot)?;
        let place = self.slots[other];
        let cells = &self.cell_of[place.first..place.first + place.len];
        Some((other, cells.iter().position(|&c| c as usize == cell)?))
    }
}

impl ExternalPropagator for ExternalWords {
    fn are_reasons_forgettable(&mut self) -> bool {
        true
    }

    fn notify_assignment(&mut self, lits: &[i32]) {
        for &number in lits {
            if let Some(lit) = self.letter(number) {
                self.words.assign(lit);
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.words.push();
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        for (slot, phase) in self.phases.iter_mut().enumerate() {
            if self.words.slots[slot].spelled {
                *phase = Some(self.words.domains.any(slot) as u32);
            }
        }
        self.words.backtrack(new_level);
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        // All letters have been reported, so the only thing left to report is a violated clause.
        if let Some(lit) = self.words.propagate() {
            let lemma = self.words.reason(lit);
            self.words.set_broken(lemma);
        }
        self.words.is_complete()
    }

    fn cb_decide(&mut self) -> i32 {
        for _ in 0..2 {
            if let Some((slot, word)) = self.target
                && self.words.domains.contains(slot, word)
                && let Some(position) = self.first_open(slot)
            {
                let cell = self.words.cell_of[self.words.slots[slot].first + position] as usize;
                let letter = self.words.lexicon(slot).word(word)[position];
                return self.number(LetterLit { cell, letter, here: true });
            }
            let Some(slot) = self.choose_slot() else { return 0 };
            self.target = Some((slot, self.choose_word(slot)));
        }
        0
    }

    fn cb_propagate(&mut self) -> i32 {
        self.words.propagate().map_or(0, |lit| self.number(lit))
    }

    fn cb_add_reason_clause_lit(&mut self, propagated: i32) -> i32 {
        if !self.handing_over {
            let Some(lit) = self.letter(propagated) else { return 0 };
            let lemma = self.words.reason(lit);
            self.hand_over(&lemma);
            self.handing_over = true;
        }
        let next = self.clause.pop();
        self.handing_over = next.is_some();
        next.unwrap_or(0)
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        let Some(lemma) = self.words.broken() else { return false };
        *is_forgettable = true;
        self.hand_over(&lemma);
        true
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        self.clause.pop().unwrap_or(0)
    }
}
