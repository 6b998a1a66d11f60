//! Slots against crossings to a fixpoint, with all words different and no two of one family.
//!
//! A crossing is a cell that two slots share and that has no letter yet; only there letters are kept, as 26 bits. A
//! cell in one slot, or with a given letter, needs no state: it restricts the words of its slots from the start. When a
//! crossing loses letters, the other slot loses the words that have them there (by the letters lost or by the letters
//! left, whichever are fewer); when a slot loses words, every letter of its crossings needs a word that supports it,
//! searched for first in the block where one was found the last time (residual support). A slot with one word left
//! removes that word from all other slots of its length, and its relatives from all others.
//!
//! The propagator can be built over all slots or over a window of them, with the surrounding letters given and the
//! words used elsewhere banned; building one costs microseconds per slot, so windows are built from scratch.

use super::domain::{Domains, Ones, has_support};
use super::index::{LengthIndex, UsedWords, WordIndex};
use crate::encodings::lexicon::{Letter, SlotProblem};
use std::collections::VecDeque;
use std::sync::Arc;

/// A slot that has no word left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The slot's number in the propagator.
    pub slot: usize,
}

const NONE: u32 = u32::MAX;

/// Words of slots, letters of crossings, and the trail over both.
#[derive(Clone, Debug)]
pub struct Propagator {
    index: Arc<WordIndex>,
    slots: Vec<Place>,
    /// The crossing at each position of each slot, or `NONE`.
    links: Vec<u32>,
    /// Letters that the other slot has removed from this position and that have not been processed yet.
    pending: Vec<u32>,
    /// For each position and letter, the block in which a word supported it.
    residues: Vec<u32>,
    crossings: Vec<Crossing>,
    by_len: Vec<Vec<u32>>,
    domains: Domains,
    queue: VecDeque<u32>,
    fixed: Vec<u32>,
    crossing_trail: Vec<(u32, u32)>,
    marks: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    len: usize,
    first: usize,
    queued: bool,
    fixed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Crossing {
    letters: u32,
    /// The two ends: slot and position.
    ends: [(u32, u32); 2],
}

impl Propagator {
    /// Builds a propagator over all slots of a problem, at its fixpoint; an error if that leaves a slot empty.
    pub fn new(index: &Arc<WordIndex>, problem: &SlotProblem) -> Result<Self, Conflict> {
        let all: Vec<_> = (0..problem.slots.len()).collect();
        Self::window(index, problem, &all, &problem.cells, &UsedWords::new())
    }

    /// Builds a propagator over some slots, numbered in the given order, with these letters in the cells and without
    /// the words used elsewhere; at its fixpoint.
    pub fn window(
        index: &Arc<WordIndex>,
        problem: &SlotProblem,
        slots: &[usize],
        letters: &[Option<Letter>],
        used: &UsedWords,
    ) -> Result<Self, Conflict> {
        let mut this = Self::build(index, problem, slots, letters, used);
        for slot in 0..slots.len() {
            if this.count(slot) == 0 {
                return Err(Conflict { slot });
            }
            this.enqueue(slot);
        }
        this.propagate()?;
        Ok(this)
    }

    fn build(
        index: &Arc<WordIndex>,
        problem: &SlotProblem,
        slots: &[usize],
        letters: &[Option<Letter>],
        used: &UsedWords,
    ) -> Self {
        let positions = slots.iter().map(|&s| problem.slots[s].len()).sum();
        let mut this = Self {
            index: Arc::clone(index),
            slots: Vec::with_capacity(slots.len()),
            links: vec![NONE; positions],
            pending: vec![0; positions],
            residues: vec![0; positions * Letter::COUNT],
            crossings: Vec::new(),
            by_len: vec![Vec::new(); index.longest() + 1],
            domains: Domains::default(),
            queue: VecDeque::with_capacity(slots.len()),
            fixed: Vec::with_capacity(slots.len()),
            crossing_trail: Vec::new(),
            marks: Vec::new(),
        };
        let mut open: Vec<(usize, u32, u32)> = Vec::with_capacity(positions);
        let mut first = 0;
        for (number, &slot) in slots.iter().enumerate() {
            let cells = &problem.slots[slot].cells;
            let words = index.of_len(cells.len());
            let mut given = Vec::new();
            for (position, &cell) in cells.iter().enumerate() {
                match letters[cell] {
                    Some(letter) => given.push(words.mask(position, letter.index())),
                    None => open.push((cell, number as u32, position as u32)),
                }
            }
            let taken = used.of_len(cells.len());
            this.domains.add(words.blocks(), |bits| {
                words.fill(bits);
                bits.iter_mut().zip(taken).for_each(|(bits, taken)| *bits &= !taken);
                for mask in given {
                    bits.iter_mut().zip(mask).for_each(|(bits, mask)| *bits &= mask);
                }
            });
            this.slots.push(Place { len: cells.len(), first, queued: false, fixed: false });
            if let Some(list) = this.by_len.get_mut(cells.len()) {
                list.push(number as u32);
            }
            first += cells.len();
        }
        open.sort_unstable();
        for pair in open.windows(2) {
            let ((a, s, p), (b, t, q)) = (pair[0], pair[1]);
            if a == b {
                for (slot, position) in [(s, p), (t, q)] {
                    this.links[this.slots[slot as usize].first + position as usize] =
                        this.crossings.len() as u32;
                }
                this.crossings.push(Crossing { letters: (1 << Letter::COUNT) - 1, ends: [(s, p), (t, q)] });
            }
        }
        this
    }

    /// Returns the number of slots.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns the words that can be in a slot.
    pub fn lexicon(&self, slot: usize) -> &LengthIndex {
        self.index.of_len(self.slots[slot].len)
    }

    /// Returns the word sets of the slots.
    pub fn domains(&self) -> &Domains {
        &self.domains
    }

    /// Returns the number of words a slot has left.
    pub fn count(&self, slot: usize) -> usize {
        self.domains.count(slot)
    }

    /// Returns the slots that are fixed to one word, in the order in which this happened.
    pub fn fixed(&self) -> &[u32] {
        &self.fixed
    }

    /// Returns whether a slot is fixed to one word.
    pub(crate) fn is_fixed(&self, slot: usize) -> bool {
        self.slots[slot].fixed
    }

    /// Returns the word of a fixed slot.
    pub fn word(&self, slot: usize) -> usize {
        self.domains.any(slot)
    }

    /// Returns where a slot crosses open ones: its position, the other slot and the position there, the letters left.
    pub fn crossings(&self, slot: usize) -> impl Iterator<Item = (usize, usize, usize, u32)> {
        let Place { len, first, .. } = self.slots[slot];
        self.links[first..first + len].iter().enumerate().filter(|(_, link)| **link != NONE).map(
            move |(position, &link)| {
                let Crossing { letters, ends } = self.crossings[link as usize];
                let (other, there) =
                    if ends[0] == (slot as u32, position as u32) { ends[1] } else { ends[0] };
                (position, other as usize, there as usize, letters)
            },
        )
    }

    /// Returns those crossings of a slot, in the same form, whose field has several letters left.
    pub fn open_crossings(&self, slot: usize) -> impl Iterator<Item = (usize, usize, usize, u32)> {
        self.crossings(slot).filter(|(.., letters)| !letters.is_power_of_two())
    }

    /// Returns the number of open levels.
    #[cfg(test)]
    pub fn level(&self) -> usize {
        self.marks.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.marks.push((self.crossing_trail.len(), self.fixed.len()));
        self.domains.push();
    }

    /// Undoes everything since the last level was opened, and closes it.
    pub fn pop(&mut self) {
        let Some((crossings, fixed)) = self.marks.pop() else { return };
        for (crossing, old) in self.crossing_trail.drain(crossings..).rev() {
            self.crossings[crossing as usize].letters = old;
        }
        for slot in self.fixed.drain(fixed..) {
            self.slots[slot as usize].fixed = false;
        }
        self.domains.pop();
    }

    /// Fixes a slot to a word that it still has, and propagates.
    pub fn assign(&mut self, slot: usize, word: usize) -> Result<(), Conflict> {
        if !self.domains.contains(slot, word) {
            return Err(Conflict { slot });
        }
        if !self.slots[slot].fixed {
            self.domains.keep_only(slot, word);
            self.enqueue(slot);
        }
        self.propagate()
    }

    /// Keeps the words of a slot that have this letter at a position, and propagates.
    pub fn restrict(&mut self, slot: usize, position: usize, letter: Letter) -> Result<(), Conflict> {
        let before = self.count(slot);
        let mask = self.index.of_len(self.slots[slot].len).mask(position, letter.index());
        self.domains.retain(slot, |b| mask[b]);
        self.narrowed(slot, before)
    }

    /// Removes from a slot the words that have this letter at a position, and propagates.
    pub fn forbid(&mut self, slot: usize, position: usize, letter: Letter) -> Result<(), Conflict> {
        let before = self.count(slot);
        let mask = self.index.of_len(self.slots[slot].len).mask(position, letter.index());
        self.domains.retain(slot, |b| !mask[b]);
        self.narrowed(slot, before)
    }

    /// Propagates from a slot that had `before` words.
    fn narrowed(&mut self, slot: usize, before: usize) -> Result<(), Conflict> {
        match self.count(slot) {
            0 => return Err(Conflict { slot }),
            count if count < before => self.enqueue(slot),
            _ => {}
        }
        self.propagate()
    }

    /// Removes a word from a slot, and propagates.
    pub fn exclude(&mut self, slot: usize, word: usize) -> Result<(), Conflict> {
        if self.domains.contains(slot, word) {
            self.domains.remove(slot, word);
            if self.count(slot) == 0 {
                return Err(Conflict { slot });
            }
            self.enqueue(slot);
        }
        self.propagate()
    }

    fn enqueue(&mut self, slot: usize) {
        if !self.slots[slot].queued {
            self.slots[slot].queued = true;
            self.queue.push_back(slot as u32);
        }
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(slot) = self.queue.pop_front() {
            let slot = slot as usize;
            self.slots[slot].queued = false;
            let result = self.narrow(slot).and_then(|()| self.settle(slot));
            if let Err(conflict) = result {
                self.clear_queue(slot);
                return Err(conflict);
            }
            self.support(slot);
        }
        Ok(())
    }

    /// Clears the queue, since the level is going to be undone.
    fn clear_queue(&mut self, failing: usize) {
        self.clear_pending(failing);
        while let Some(slot) = self.queue.pop_front() {
            self.slots[slot as usize].queued = false;
            self.clear_pending(slot as usize);
        }
    }

    fn clear_pending(&mut self, slot: usize) {
        let Place { len, first, .. } = self.slots[slot];
        self.pending[first..first + len].fill(0);
    }

    /// Removes from a slot the words with letters that its crossings have lost.
    fn narrow(&mut self, slot: usize) -> Result<(), Conflict> {
        let Place { len, first, .. } = self.slots[slot];
        let words = self.index.of_len(len);
        for position in 0..len {
            let lost = std::mem::take(&mut self.pending[first + position]);
            if lost == 0 {
                continue;
            }
            let left = self.crossings[self.links[first + position] as usize].letters;
            if left.is_power_of_two() {
                let mask = words.mask(position, left.trailing_zeros() as usize);
                self.domains.retain(slot, |b| mask[b]);
            } else if left.count_ones() <= lost.count_ones() {
                self.domains.retain(slot, |b| words.union(position, left, b));
            } else {
                self.domains.retain(slot, |b| !words.union(position, lost, b));
            }
            if self.domains.count(slot) == 0 {
                return Err(Conflict { slot });
            }
        }
        Ok(())
    }

    /// Fixes a slot with one word left, and removes that word and its relatives from the other slots.
    fn settle(&mut self, slot: usize) -> Result<(), Conflict> {
        if self.domains.count(slot) != 1 || self.slots[slot].fixed {
            return Ok(());
        }
        self.slots[slot].fixed = true;
        self.fixed.push(slot as u32);
        let word = self.domains.any(slot);
        let len = self.slots[slot].len;
        self.remove_elsewhere(slot, len, word)?;
        for i in 0..self.index.of_len(len).relatives(word).len() {
            let (len, relative) = self.index.of_len(len).relatives(word)[i];
            self.remove_elsewhere(slot, len as usize, relative as usize)?;
        }
        Ok(())
    }

    /// Removes a word from all slots but one.
    fn remove_elsewhere(&mut self, slot: usize, len: usize, word: usize) -> Result<(), Conflict> {
        for i in 0..self.by_len[len].len() {
            let other = self.by_len[len][i] as usize;
            if other != slot && self.domains.contains(other, word) {
                self.domains.remove(other, word);
                if self.count(other) == 0 {
                    return Err(Conflict { slot: other });
                }
                self.enqueue(other);
            }
        }
        Ok(())
    }

    /// Removes from the crossings of a slot the letters that none of its words has there.
    fn support(&mut self, slot: usize) {
        let Place { len, first, .. } = self.slots[slot];
        let words = self.index.of_len(len);
        let few = self.domains.count(slot) <= 16;
        let mut present = [0; 64];
        if few {
            for word in self.domains.words(slot) {
                for (seen, letter) in present.iter_mut().zip(words.word(word)) {
                    *seen |= 1_u32 << letter.index();
                }
            }
        }
        for position in 0..len {
            let link = self.links[first + position];
            if link == NONE {
                continue;
            }
            let letters = self.crossings[link as usize].letters;
            if letters.is_power_of_two() {
                continue;
            }
            let supported = if few && position < present.len() {
                letters & present[position]
            } else {
                let active = self.domains.active(slot);
                let mut supported = letters;
                for letter in Ones(u64::from(letters)) {
                    let residue = &mut self.residues[(first + position) * Letter::COUNT + letter];
                    if !has_support(active, words.mask(position, letter), residue) {
                        supported &= !(1 << letter);
                    }
                }
                supported
            };
            if supported != letters {
                if !self.marks.is_empty() {
                    self.crossing_trail.push((link, letters));
                }
                let crossing = &mut self.crossings[link as usize];
                crossing.letters = supported;
                let (other, there) = if crossing.ends[0] == (slot as u32, position as u32) {
                    crossing.ends[1]
                } else {
                    crossing.ends[0]
                };
                self.pending[self.slots[other as usize].first + there as usize] |= letters & !supported;
                if !self.slots[other as usize].queued {
                    self.slots[other as usize].queued = true;
                    self.queue.push_back(other);
                }
            }
        }
    }
}
