//! Why a slot has no word, or none with some letter: a clause that its words imply.
//!
//! Each word that contradicts this has to be ruled out by something that held before, and the fewer literals that
//! takes, the more the clause is worth. This is a hitting set, computed greedily: what holds at the root costs nothing,
//! so it comes first; then fixed cells, where one literal rules out every other letter; then single missing letters;
//! and finally words that another slot spells, or a relative of.

use super::domain::Ones;
use super::lazy::LazyWords;
use crate::encodings::lexicon::{Lemma, Letter, LetterLit};

/// The factor by which each conflict raises what the next one adds to the activity of its slot.
const GROWTH: f32 = 1.02;

/// The words that are not ruled out yet.
struct Open(Vec<u64>);

impl Open {
    fn is_empty(&self) -> bool {
        self.0.iter().all(|&block| block == 0)
    }

    /// Returns how many words a set has in common with these.
    fn common(&self, set: &[u64]) -> u32 {
        self.0.iter().zip(set).map(|(a, b)| (a & b).count_ones()).sum()
    }

    fn keep(&mut self, set: &[u64]) {
        self.0.iter_mut().zip(set).for_each(|(a, b)| *a &= b);
    }

    fn drop(&mut self, set: &[u64]) {
        self.0.iter_mut().zip(set).for_each(|(a, b)| *a &= !b);
    }

    fn words(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(b, &bits)| Ones(bits).map(move |i| b * 64 + i))
    }
}

impl LazyWords {
    /// Returns the lemma that a slot has no word, or none that would allow the letter that `target` denies, by what
    /// held before the time `limit`.
    pub(super) fn explain(&mut self, slot: usize, target: Option<LetterLit>, limit: u64) -> Lemma {
        self.raise(slot, target.is_none());
        let place = self.slots[slot];
        let cells = &self.cell_of[place.first..place.first + place.len];
        let words = self.index.of_len(place.len);
        let mut open = Open(self.base[slot].clone());
        let mut clause = Vec::new();
        let mut positions: Vec<usize> = (0..place.len).collect();
        if let Some(target) = target {
            clause.push(target);
            positions.retain(|&position| cells[position] as usize != target.cell);
            if let Some(own) = cells.iter().position(|&cell| cell as usize == target.cell) {
                open.keep(words.mask(own, target.letter.index()));
            }
        }
        let cell_at = |position: usize| cells[position] as usize;
        // Fixed cells: the literal is not needed if it holds at the root.
        let mut settled: Vec<usize> = positions.clone();
        settled.retain(|&p| (1..limit).contains(&self.cells[cell_at(p)].settled));
        let value = |p: usize| self.cells[cell_at(p)].letters.trailing_zeros() as usize;
        for root in [true, false] {
            loop {
                let candidates = settled.iter().enumerate();
                let candidates =
                    candidates.filter(|&(_, &p)| !root || self.cells[cell_at(p)].settled_level == 0);
                let left = candidates.map(|(i, &p)| (open.common(words.mask(p, value(p))), i)).min();
                let Some((left, i)) = left else { break };
                if left == open.0.iter().map(|block| block.count_ones()).sum::<u32>() {
                    break;
                }
                let p = settled.swap_remove(i);
                open.keep(words.mask(p, value(p)));
                clause.extend(literal(cell_at(p), value(p), false));
            }
            if root {
                self.drop_letters(&mut open, &mut clause, slot, &positions, limit, true);
            }
        }
        self.drop_letters(&mut open, &mut clause, slot, &positions, limit, false);
        self.drop_words(&mut open, &mut clause, slot, limit);
        debug_assert!(open.is_empty(), "slot {slot} has words that nothing rules out");
        clause.sort_unstable();
        clause.dedup();
        Lemma { slot, clause }
    }

    /// Rules words out by missing letters, those that rule out most first; by all of them, or only by those missing at
    /// the root.
    fn drop_letters(
        &self,
        open: &mut Open,
        clause: &mut Vec<LetterLit>,
        slot: usize,
        positions: &[usize],
        limit: u64,
        root: bool,
    ) {
        let first = self.slots[slot].first;
        let words = self.lexicon(slot);
        let mut missing = Vec::new();
        if open.is_empty() {
            return;
        }
        for &position in positions {
            let cell = self.cell_of[first + position] as usize;
            for letter in 0..Letter::COUNT {
                let key = cell * Letter::COUNT + letter;
                if (1..limit).contains(&self.removed[key]) && (!root || self.removed_level[key] == 0) {
                    missing.push((position, letter));
                }
            }
        }
        while !open.is_empty() {
            let hits = |&(p, letter): &(usize, usize)| open.common(words.mask(p, letter));
            missing.retain(|place| hits(place) > 0);
            let Some(best) = missing.iter().max_by_key(|place| hits(place)).copied() else { return };
            let (position, letter) = best;
            open.drop(words.mask(position, letter));
            clause.extend(literal(self.cell_of[first + position] as usize, letter, true));
        }
    }

    /// Rules words out because another slot spells them or a relative.
    fn drop_words(&self, open: &mut Open, clause: &mut Vec<LetterLit>, slot: usize, limit: u64) {
        let words = self.lexicon(slot);
        let left: Vec<usize> = open.words().collect();
        for word in left {
            let itself = (self.slots[slot].len as u32, word as u32);
            let excluding = [itself].into_iter().chain(words.relatives(word).iter().copied());
            let mut excluded = excluding.filter_map(|(len, other)| {
                let letters = self.index.of_len(len as usize).word(other as usize);
                let spells = |&&other: &&u32| {
                    let first = self.slots[other as usize].first;
                    other as usize != slot
                        && letters.iter().enumerate().all(|(i, letter)| {
                            let cell = self.cells[self.cell_of[first + i] as usize];
                            cell.settled < limit && cell.letters == 1 << letter.index()
                        })
                };
                self.by_len[len as usize].iter().find(spells).map(|&other| (letters, other))
            });
            if let Some((letters, other)) = excluded.next() {
                let first = self.slots[other as usize].first;
                for (i, letter) in letters.iter().enumerate() {
                    let cell = self.cell_of[first + i] as usize;
                    if self.cells[cell].settled > 0 {
                        clause.extend(literal(cell, letter.index(), false));
                    }
                }
                open.0[word / 64] &= !(1 << (word % 64));
            }
        }
    }

    /// Raises the activity of a slot: by much if it lost all words, by little if it only took part.
    fn raise(&mut self, slot: usize, much: bool) {
        self.activity[slot] += if much { self.bump } else { 0.1 * self.bump };
        if much {
            self.bump *= GROWTH;
        }
        if self.bump > 1e20 {
            self.bump *= 1e-20;
            for activity in &mut self.activity {
                *activity = (*activity * 1e-20).max(1e-20);
            }
        }
    }
}

fn literal(cell: usize, letter: usize, here: bool) -> Option<LetterLit> {
    Letter::from_index(letter).map(|letter| LetterLit { cell, letter, here })
}
