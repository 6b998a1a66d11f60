//! The words still possible in each slot: sparse bitsets with a common trail.
//!
//! A slot's set has one bit per word, and a permutation of its blocks of which the first `limit` entries are the blocks
//! that are not empty. Narrowing visits only these, so it becomes cheaper the further a slot is filled; undoing
//! restores the changed blocks and the limit, never the permutation. Old blocks are put on the trail at each change
//! without checking whether this level has saved them before: the check costs more than the entry.

use fastrand::Rng;

/// The word sets of all slots.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    sets: Vec<Set>,
    bits: Vec<u64>,
    order: Vec<u32>,
    bit_trail: Vec<(u32, u64)>,
    set_trail: Vec<(u32, u32, u32)>,
    marks: Vec<(usize, usize)>,
    stamp: u64,
}

#[derive(Clone, Copy, Debug)]
struct Set {
    base: usize,
    limit: u32,
    count: u32,
    stamp: u64,
}

impl Domains {
    /// Adds a slot with the set that `set` writes into these blocks, which are zero. The processor does several blocks at a
    /// time if it is done mask by mask.
    pub fn add(&mut self, blocks: usize, set: impl FnOnce(&mut [u64])) {
        let base = self.bits.len();
        self.bits.resize(base + blocks, 0);
        set(&mut self.bits[base..]);
        self.order.resize(base + blocks, 0);
        let (mut limit, mut count) = (0, 0);
        for (b, &bits) in self.bits[base..].iter().enumerate() {
            if bits != 0 {
                self.order[base + limit] = b as u32;
                limit += 1;
                count += bits.count_ones();
            }
        }
        self.sets.push(Set { base, limit: limit as u32, count, stamp: self.stamp });
    }

    /// Returns the number of words of a slot.
    pub fn count(&self, slot: usize) -> usize {
        self.sets[slot].count as usize
    }

    /// Returns whether a slot has this word.
    pub fn contains(&self, slot: usize, word: usize) -> bool {
        self.bits[self.sets[slot].base + word / 64] >> (word % 64) & 1 == 1
    }

    /// Returns the numbers of a slot's blocks that are not empty, and all its blocks.
    pub fn active(&self, slot: usize) -> (&[u32], &[u64]) {
        let set = self.sets[slot];
        (&self.order[set.base..][..set.limit as usize], &self.bits[set.base..])
    }

    /// Returns the words of a slot, in no particular order.
    pub fn words(&self, slot: usize) -> impl Iterator<Item = usize> {
        let (order, bits) = self.active(slot);
        order.iter().flat_map(move |&b| Ones(bits[b as usize]).map(move |i| b as usize * 64 + i))
    }

    /// Returns a word of a slot that is not empty: the only one of a fixed slot.
    pub fn any(&self, slot: usize) -> usize {
        let (order, bits) = self.active(slot);
        let block = order[0] as usize;
        block * 64 + bits[block].trailing_zeros() as usize
    }

    /// Returns some words of a slot that is not empty: all if there are at most `most`, otherwise that many drawn block
    /// by block.
    pub fn draw(&self, slot: usize, most: usize, rng: &mut Rng) -> Vec<usize> {
        if self.count(slot) <= most {
            return self.words(slot).collect();
        }
        let (order, bits) = self.active(slot);
        let mut drawn = Vec::with_capacity(most);
        while drawn.len() < most {
            let block = order[rng.usize(..order.len())] as usize;
            let mut left = bits[block];
            for _ in 0..rng.usize(..left.count_ones() as usize) {
                left &= left - 1;
            }
            drawn.push(block * 64 + left.trailing_zeros() as usize);
        }
        drawn
    }

    /// Opens a level that [`Domains::pop`] can undo.
    pub fn push(&mut self) {
        self.marks.push((self.bit_trail.len(), self.set_trail.len()));
        self.stamp += 1;
    }

    /// Undoes the last level.
    pub fn pop(&mut self) {
        let Some((bits, sets)) = self.marks.pop() else { return };
        for (at, old) in self.bit_trail.drain(bits..).rev() {
            self.bits[at as usize] = old;
        }
        for (slot, limit, count) in self.set_trail.drain(sets..).rev() {
            let set = &mut self.sets[slot as usize];
            set.limit = limit;
            set.count = count;
        }
        self.stamp += 1;
    }

    /// Keeps the words with a bit set in `keep`, which is given a block number.
    pub fn retain(&mut self, slot: usize, keep: impl Fn(usize) -> u64) {
        self.save(slot);
        let Set { base, limit, count, .. } = self.sets[slot];
        let trailing = !self.marks.is_empty();
        let (mut limit, mut count, mut k) = (limit as usize, count, 0);
        while k < limit {
            let block = self.order[base + k] as usize;
            let old = self.bits[base + block];
            let new = old & keep(block);
            if new == old {
                k += 1;
                continue;
            }
            if trailing {
                self.bit_trail.push(((base + block) as u32, old));
            }
            self.bits[base + block] = new;
            count -= (old ^ new).count_ones();
            if new == 0 {
                limit -= 1;
                self.order.swap(base + k, base + limit);
            } else {
                k += 1;
            }
        }
        self.sets[slot].limit = limit as u32;
        self.sets[slot].count = count;
    }

    /// Keeps only this word, which has to be there.
    pub(crate) fn keep_only(&mut self, slot: usize, word: usize) {
        self.save(slot);
        let Set { base, limit, .. } = self.sets[slot];
        let limit = limit as usize;
        let block = word / 64;
        let place = (0..limit).find(|&k| self.order[base + k] as usize == block).unwrap_or(0);
        // Blocks beyond the limit are not visited, but `contains` reads them, so the others are cleared, too.
        for k in 0..limit {
            let at = base + self.order[base + k] as usize;
            if !self.marks.is_empty() {
                self.bit_trail.push((at as u32, self.bits[at]));
            }
            self.bits[at] = 0;
        }
        self.bits[base + block] = 1 << (word % 64);
        self.order.swap(base, base + place);
        self.sets[slot].limit = 1;
        self.sets[slot].count = 1;
    }

    /// Removes one word, which has to be there.
    pub fn remove(&mut self, slot: usize, word: usize) {
        self.save(slot);
        let base = self.sets[slot].base;
        let at = base + word / 64;
        if !self.marks.is_empty() {
            self.bit_trail.push((at as u32, self.bits[at]));
        }
        self.bits[at] &= !(1 << (word % 64));
        self.sets[slot].count -= 1;
        if self.bits[at] == 0 {
            let limit = self.sets[slot].limit as usize;
            let place = (0..limit).find(|&k| self.order[base + k] as usize == word / 64).unwrap_or(0);
            self.order.swap(base + place, base + limit - 1);
            self.sets[slot].limit -= 1;
        }
    }

    fn save(&mut self, slot: usize) {
        let set = &mut self.sets[slot];
        if set.stamp != self.stamp && !self.marks.is_empty() {
            set.stamp = self.stamp;
            self.set_trail.push((slot as u32, set.limit, set.count));
        }
    }
}

/// Returns whether one of the words of `active` (see [`Domains::active`]) is in the set `mask`. The block `residue`, in
/// which one was found the last time, is checked first: mostly one is still there.
#[inline]
pub fn has_support((order, bits): (&[u32], &[u64]), mask: &[u64], residue: &mut u32) -> bool {
    let supports = |block: u32| bits[block as usize] & mask[block as usize] != 0;
    if supports(*residue) {
        return true;
    }
    let found = order.iter().copied().find(|&block| supports(block));
    *residue = found.unwrap_or(*residue);
    found.is_some()
}

/// An iterator over the numbers of the bits that are set.
#[derive(Clone, Copy, Debug)]
pub struct Ones(pub u64);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
