//! A partial fill: words in some slots, free of contradictions, all different.
//!
//! This is the state that the repair and growing parts work on. A cell has a letter as long as it is given or a word needs it;
//! words are put in and taken out one at a time. A slot without a word may still be partly or wholly lettered by the
//! words that cross it; [`Partial::alive`] says whether any word fits.

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::words::{UsedWords, WordIndex};
use std::collections::HashSet;
use std::sync::Arc;

const NONE: u32 = u32::MAX;

/// Words in some slots of a problem.
#[derive(Clone, Debug)]
pub(super) struct Partial<'a> {
    /// The problem.
    pub(super) problem: &'a SlotProblem,
    /// The word index.
    pub(super) index: Arc<WordIndex>,
    /// The letter of each cell, given or from a word.
    pub(super) letters: Vec<Option<Letter>>,
    /// The words in use.
    pub(super) used: UsedWords,
    /// The slots that cross each slot, once per crossing.
    pub(super) neighbours: Vec<Vec<u32>>,
    words: Vec<Option<u32>>,
    holders: Vec<u8>,
    /// The slot that has each word, by length and number; `NONE` if no slot has it.
    slot_of: Vec<Vec<u32>>,
    /// The slots without a word.
    missing: Vec<u32>,
    /// The index in `missing` of each slot without a word.
    place: Vec<u32>,
}

impl<'a> Partial<'a> {
    /// Creates an empty fill.
    pub(super) fn new(problem: &'a SlotProblem, index: &Arc<WordIndex>) -> Self {
        let slots = problem.slots.len();
        let neighbours = crossing_slots(problem);
        Self {
            problem,
            index: Arc::clone(index),
            letters: problem.cells.clone(),
            used: UsedWords::new(),
            neighbours,
            words: vec![None; slots],
            holders: vec![0; problem.cells.len()],
            slot_of: (0..=index.longest()).map(|len| vec![NONE; index.of_len(len).count()]).collect(),
            missing: (0..slots as u32).collect(),
            place: (0..slots as u32).collect(),
        }
    }

    /// Returns the slots without a word.
    pub(super) fn missing(&self) -> &[u32] {
        &self.missing
    }

    /// Returns the word of a slot, if it has one.
    pub(super) fn word(&self, slot: usize) -> Option<usize> {
        self.words[slot].map(|w| w as usize)
    }

    /// Returns the slot that has a word of this number of letters.
    pub(super) fn slot_of(&self, len: usize, word: usize) -> Option<usize> {
        let slot = *self.slot_of.get(len)?.get(word)?;
        (slot != NONE).then_some(slot as usize)
    }

    /// Returns whether a word can be put into a slot: it has none, the letters there agree, and the word is not in use.
    pub(super) fn takes(&self, slot: usize, word: usize) -> bool {
        !self.used.contains(self.problem.slots[slot].len(), word) && self.fits(slot, word)
    }

    /// Returns whether a slot has no word, and the letters there agree with this one.
    pub(super) fn fits(&self, slot: usize, word: usize) -> bool {
        let cells = &self.problem.slots[slot].cells;
        let mut letters = cells.iter().zip(self.index.of_len(cells.len()).word(word));
        self.words[slot].is_none()
            && letters.all(|(&cell, letter)| self.letters[cell].is_none_or(|held| held == *letter))
    }

    /// Puts a word into a slot that has none. The word has to fit and must not be in use.
    pub(super) fn put(&mut self, slot: usize, word: usize) {
        let cells = &self.problem.slots[slot].cells;
        let words = self.index.of_len(cells.len());
        let letters = words.word(word);
        for (&cell, &letter) in cells.iter().zip(letters) {
            debug_assert!(self.letters[cell].is_none_or(|l| l == letter));
            self.letters[cell] = Some(letter);
            self.holders[cell] += 1;
        }
        let new = self.used.insert(words, word);
        debug_assert!(new && self.words[slot].is_none());
        self.words[slot] = Some(word as u32);
        self.slot_of[cells.len()][word] = slot as u32;
        let at = self.place[slot] as usize;
        self.missing.swap_remove(at);
        if let Some(&moved) = self.missing.get(at) {
            self.place[moved as usize] = at as u32;
        }
    }

    /// Takes the word out of a slot and returns it, if there was one.
    pub(super) fn take(&mut self, slot: usize) -> Option<usize> {
        let word = self.words[slot].take()? as usize;
        let cells = &self.problem.slots[slot].cells;
        for &cell in cells {
            self.holders[cell] -= 1;
            if self.holders[cell] == 0 {
                self.letters[cell] = self.problem.cells[cell];
            }
        }
        self.used.remove(self.index.of_len(cells.len()), word);
        self.slot_of[cells.len()][word] = NONE;
        self.place[slot] = self.missing.len() as u32;
        self.missing.push(slot as u32);
        Some(word)
    }

    /// Returns whether some unused word fits the letters of a slot without a word.
    pub(super) fn alive(&self, slot: usize) -> bool {
        self.fitting_blocks(slot).any(|bits| bits != 0)
    }

    /// Returns how many unused words fit the letters of a slot without a word.
    pub(super) fn fitting(&self, slot: usize) -> u32 {
        self.fitting_blocks(slot).map(u64::count_ones).sum()
    }

    /// Returns the unused words that fit the letters of a slot, as bits in blocks.
    fn fitting_blocks(&self, slot: usize) -> impl Iterator<Item = u64> {
        let cells = &self.problem.slots[slot].cells;
        let words = self.index.of_len(cells.len());
        (0..words.blocks()).map(move |block| {
            let mut bits = words.full(block) & !self.used.block(cells.len(), block);
            for (position, &cell) in cells.iter().enumerate() {
                if let Some(letter) = self.letters[cell] {
                    bits &= words.mask(position, letter.index())[block];
                }
            }
            bits
        })
    }

    /// Returns the slots of a kind that cross some slots, except for those seen before, and marks them as seen.
    pub(super) fn beside(
        &self,
        slots: &[usize],
        seen: &mut HashSet<usize>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let crossing = slots.iter().flat_map(|&slot| &self.neighbours[slot]).map(|&slot| slot as usize);
        crossing.filter(|&slot| is_wanted(slot) && seen.insert(slot)).collect()
    }

    /// Puts a word into every slot in which these letters spell an unused word, then takes out the words around
    /// slots in which no word fits any more.
    pub(super) fn start_from(&mut self, hint: &[Option<Letter>]) {
        self.spell(hint);
        for slot in self.missing.clone() {
            if !self.alive(slot as usize) {
                for other in self.neighbours[slot as usize].clone() {
                    self.take(other as usize);
                }
            }
        }
    }

    /// Puts a word into every slot in which these letters spell an unused word.
    pub(super) fn spell(&mut self, hint: &[Option<Letter>]) {
        for slot in 0..self.problem.slots.len() {
            let cells = &self.problem.slots[slot].cells;
            let wanted = |&cell: &usize| {
                let hint = hint.get(cell).copied().flatten();
                self.problem.cells[cell].or(hint)
            };
            let word: Option<Vec<_>> = cells.iter().map(wanted).collect();
            let Some(word) = word.and_then(|w| self.index.find(&w)) else { continue };
            if self.words[slot].is_none() && !self.used.contains(cells.len(), word) {
                self.put(slot, word);
            }
        }
    }

    /// Takes out words until no slot without a word has all its letters, as it may have from words that cross it.
    pub(super) fn take_unspelled(&mut self) {
        loop {
            let has_all = |slot: &u32| {
                let cells = &self.problem.slots[*slot as usize].cells;
                cells.iter().all(|&cell| self.letters[cell].is_some())
            };
            let Some(slot) = self.missing.iter().copied().find(has_all) else { break };
            let crossing = self.neighbours[slot as usize].iter().copied();
            let Some(other) = crossing.into_iter().find(|&other| self.words[other as usize].is_some()) else {
                break;
            };
            self.take(other as usize);
        }
    }

    /// Returns the letters, if every slot has a word and every cell a letter.
    pub(super) fn complete(&self) -> Option<Vec<Letter>> {
        if self.missing.is_empty() { self.letters.iter().copied().collect() } else { None }
    }
}

/// Returns the slots that cross each slot, once per crossing.
pub(super) fn crossing_slots(problem: &SlotProblem) -> Vec<Vec<u32>> {
    let mut of_cell: Vec<Vec<u32>> = vec![Vec::new(); problem.cells.len()];
    for (slot, cells) in problem.slots.iter().enumerate() {
        for &cell in &cells.cells {
            of_cell[cell].push(slot as u32);
        }
    }
    (problem.slots.iter().enumerate())
        .map(|(slot, cells)| {
            let crossing = cells.cells.iter().flat_map(|&cell| &of_cell[cell]);
            crossing.copied().filter(|&other| other != slot as u32).collect()
        })
        .collect()
}
