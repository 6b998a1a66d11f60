//! The word list inside a SAT solver: slots as constraints that propagate on demand (IPASIR-UP).
//!
//! The solver has a variable for each letter of each cell and knows nothing about words. It reports each letter that it
//! decides; the slot's words that disagree are then removed (from the same sparse bitsets as in the
//! [`Propagator`](super::Propagator)), and letters that no word supports any more go back as literals. The solver's
//! trail is the only queue between slots: slots affect each other only through letters, so that each literal follows
//! from the words of one slot. When a literal takes part in a conflict, the solver asks for its reason, which is
//! computed only then (see `explain`). Words occur at most once and without their relatives: a slot whose cells are
//! all fixed removes these from the others, and the reason for that names those cells.
//!
//! Time is counted in notifications. A reason may use only what held before, so the time of each letter is stored.

use super::domain::{Domains, Ones, has_support};
use super::index::{LengthIndex, WordIndex};
use crate::encodings::lexicon::{Lemma, Letter, LetterLit, SlotProblem};
use std::collections::VecDeque;
use std::sync::Arc;

/// All 26 letters.
const ALL: u32 = (1 << Letter::COUNT) - 1;
/// The time of an event that has not happened.
pub(super) const NEVER: u64 = u64::MAX;

/// The words of all slots under the solver's assignment.
#[derive(Debug)]
pub struct LazyWords {
    pub(super) index: Arc<WordIndex>,
    pub(super) slots: Vec<Place>,
    pub(super) cells: Vec<Cell>,
    /// The cell at each position of each slot.
    pub(super) cell_of: Vec<u32>,
    /// For each cell and letter, the time when the letter was removed.
    pub(super) removed: Vec<u64>,
    /// For each cell and letter, the level at which that happened.
    pub(super) removed_level: Vec<u32>,
    /// The words of each slot when the search began, block by block.
    pub(super) base: Vec<Vec<u64>>,
    pub(super) by_len: Vec<Vec<u32>>,
    pub(super) domains: Domains,
    /// For each position, the letters that its slot has processed.
    worked: Vec<u32>,
    /// For each position and letter, the block in which a word supported it.
    residues: Vec<u32>,
    /// For each cell and letter, the slot that removed the letter.
    source: Vec<u32>,
    dirty: VecDeque<u32>,
    /// The literals to report to the solver.
    out: VecDeque<LetterLit>,
    /// The clause that is violated now, if there is one.
    conflict: Option<Lemma>,
    trail: Vec<Undo>,
    marks: Vec<usize>,
    now: u64,
    /// How much trouble each slot has caused.
    pub(super) activity: Vec<f32>,
    pub(super) bump: f32,
    /// Every lemma, if lemmas are kept.
    lemmas: Option<Vec<Lemma>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) len: usize,
    pub(super) first: usize,
    queued: bool,
    /// All cells are fixed, and the word was removed from the other slots.
    pub(super) spelled: bool,
    /// The number of words when the letters were last compared with them.
    supported: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The letters left.
    pub(super) letters: u32,
    /// When the cell was fixed; 0 if it was from the start.
    pub(super) settled: u64,
    pub(super) settled_level: u32,
    /// The slots through it.
    slots: [u32; 2],
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    /// A cell had these letters.
    Letters(u32, u32),
    /// A cell was not fixed.
    Settled(u32),
    /// A cell had this letter (cell times 26 plus letter).
    Removed(u32),
    /// The slot had processed these letters of a position.
    Worked(u32, u32, u32),
    Spelled(u32),
    Supported(u32, u32),
}

const NO_SLOT: u32 = u32::MAX;

impl LazyWords {
    /// Narrows the words of a problem as far as they narrow each other before any decision. The lemmas for this are
    /// single literals, in an order in which each follows from one slot and the lemmas before it; the last one is the
    /// empty clause if a slot has no word left.
    pub fn new(index: &Arc<WordIndex>, problem: &SlotProblem, keep_lemmas: bool) -> (Self, Vec<Lemma>) {
        let positions = problem.slots.iter().map(|slot| slot.len()).sum();
        let cell = |given: &Option<Letter>| Cell {
            letters: given.map_or(ALL, |letter| 1 << letter.index()),
            settled: if given.is_some() { 0 } else { NEVER },
            settled_level: 0,
            slots: [NO_SLOT; 2],
        };
        let mut this = Self {
            index: Arc::clone(index),
            slots: Vec::with_capacity(problem.slots.len()),
            cells: problem.cells.iter().map(cell).collect(),
            cell_of: Vec::with_capacity(positions),
            removed: vec![NEVER; problem.cells.len() * Letter::COUNT],
            removed_level: vec![0; problem.cells.len() * Letter::COUNT],
            base: Vec::new(),
            by_len: vec![Vec::new(); index.longest() + 1],
            domains: Domains::default(),
            worked: vec![ALL; positions],
            residues: vec![0; positions * Letter::COUNT],
            source: vec![NO_SLOT; problem.cells.len() * Letter::COUNT],
            dirty: VecDeque::new(),
            out: VecDeque::new(),
            conflict: None,
            trail: Vec::new(),
            marks: Vec::new(),
            now: 1,
            activity: vec![1.0; problem.slots.len()],
            bump: 1.0,
            lemmas: None,
        };
        for (number, slot) in problem.slots.iter().enumerate() {
            let words = index.of_len(slot.len());
            this.domains.add(words.blocks(), |bits| words.fill(bits));
            let first = this.cell_of.len();
            let supported = u32::MAX;
            this.slots.push(Place { len: slot.len(), first, queued: false, spelled: false, supported });
            if let Some(slots) = this.by_len.get_mut(slot.len()) {
                slots.push(number as u32);
            }
            for &cell in &slot.cells {
                this.cell_of.push(cell as u32);
                let slots = &mut this.cells[cell].slots;
                slots[usize::from(slots[0] != NO_SLOT)] = number as u32;
            }
            this.enqueue(number as u32);
        }
        let facts = this.narrow_at_the_root();
        let blocks = |slot: usize| index.of_len(problem.slots[slot].len()).blocks();
        let base = |slot: usize| this.domains.active(slot).1[..blocks(slot)].to_vec();
        this.base = (0..this.slots.len()).map(base).collect();
        this.lemmas = keep_lemmas.then(|| facts.clone());
        (this, facts)
    }

    /// Returns what the words imply before any decision.
    fn narrow_at_the_root(&mut self) -> Vec<Lemma> {
        let mut facts = Vec::new();
        while let Some(slot) = self.dirty.pop_front() {
            self.slots[slot as usize].queued = false;
            if let Err(empty) = self.work(slot as usize) {
                facts.push(Lemma { slot: empty, clause: Vec::new() });
                break;
            }
            while let Some(lit) = self.out.pop_front() {
                facts.push(Lemma { slot: slot as usize, clause: vec![lit] });
                let cell = &mut self.cells[lit.cell];
                cell.letters &= !(1 << lit.letter.index());
                self.removed[lit.cell * Letter::COUNT + lit.letter.index()] = 0;
                if cell.letters.is_power_of_two() {
                    cell.settled = 0;
                }
                self.enqueue_at(lit.cell);
            }
        }
        facts
    }

    /// Returns the words that can be in a slot.
    pub(super) fn lexicon(&self, slot: usize) -> &LengthIndex {
        self.index.of_len(self.slots[slot].len)
    }

    /// Returns how much trouble each slot has caused, relative to the most troublesome (1).
    pub fn trouble(&self) -> Vec<f32> {
        let most = self.activity.iter().copied().fold(1.0, f32::max);
        self.activity.iter().map(|activity| activity / most).collect()
    }

    /// Takes the lemmas of the run so far, those of the root first; none unless they are kept.
    pub fn take_lemmas(&mut self) -> Vec<Lemma> {
        self.lemmas.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Handles a literal that the solver has assigned.
    pub fn assign(&mut self, lit: LetterLit) {
        self.now += 1;
        let (bit, key) = (1 << lit.letter.index(), lit.cell * Letter::COUNT + lit.letter.index());
        let cell = &mut self.cells[lit.cell];
        let letters = cell.letters & if lit.here { bit } else { !bit };
        let level = self.marks.len() as u32;
        if letters != cell.letters {
            if !self.marks.is_empty() {
                self.trail.push(Undo::Letters(lit.cell as u32, cell.letters));
            }
            cell.letters = letters;
        }
        // The solver may report the same literal twice; the first time counts.
        if lit.here && cell.settled == NEVER {
            (cell.settled, cell.settled_level) = (self.now, level);
            if !self.marks.is_empty() {
                self.trail.push(Undo::Settled(lit.cell as u32));
            }
        } else if !lit.here && self.removed[key] == NEVER {
            (self.removed[key], self.removed_level[key]) = (self.now, level);
            if !self.marks.is_empty() {
                self.trail.push(Undo::Removed(key as u32));
            }
        }
        self.enqueue_at(lit.cell);
    }

    /// Handles a new decision level.
    pub fn push(&mut self) {
        self.marks.push(self.trail.len());
        self.domains.push();
    }

    /// Handles a backtrack: undoes all levels above this one.
    pub fn backtrack(&mut self, level: usize) {
        if level >= self.marks.len() {
            return;
        }
        // What has not been reported yet came from the level that failed.
        self.out.clear();
        self.conflict = None;
        let mark = self.marks[level];
        for undo in self.trail.split_off(mark).into_iter().rev() {
            match undo {
                Undo::Letters(cell, letters) => self.cells[cell as usize].letters = letters,
                Undo::Settled(cell) => self.cells[cell as usize].settled = NEVER,
                Undo::Removed(key) => self.removed[key as usize] = NEVER,
                Undo::Worked(slot, position, letters) => {
                    self.worked[position as usize] = letters;
                    self.enqueue(slot);
                }
                Undo::Spelled(slot) => {
                    self.slots[slot as usize].spelled = false;
                    self.enqueue(slot);
                }
                Undo::Supported(slot, words) => {
                    self.slots[slot as usize].supported = words;
                    self.enqueue(slot);
                }
            }
        }
        while self.marks.len() > level {
            self.marks.pop();
            self.domains.pop();
        }
    }

    /// Returns a literal that follows. `None` if there is none, or if a clause is violated: see [`Self::broken`].
    pub fn propagate(&mut self) -> Option<LetterLit> {
        loop {
            if self.conflict.is_some() {
                return None;
            }
            while let Some(lit) = self.out.pop_front() {
                // The other slot may have reported it in the meantime.
                if self.cells[lit.cell].letters >> lit.letter.index() & 1 == 1 {
                    return Some(lit);
                }
            }
            let slot = self.dirty.pop_front()? as usize;
            self.slots[slot].queued = false;
            if let Err(empty) = self.work(slot) {
                // Checked again after the next backtrack.
                self.enqueue(slot as u32);
                self.enqueue(empty as u32);
                let lemma = self.explain(empty, None, NEVER);
                self.keep(&lemma);
                self.conflict = Some(lemma);
            }
        }
    }

    /// Returns the clause that is violated, if there is one.
    pub fn broken(&mut self) -> Option<Lemma> {
        self.conflict.take()
    }

    /// Sets a clause that was reported and turns out to be violated.
    pub(super) fn set_broken(&mut self, lemma: Lemma) {
        self.conflict = Some(lemma);
    }

    /// Returns the slots through a cell.
    pub(super) fn slots_at(&self, cell: usize) -> impl Iterator<Item = usize> {
        let slots = self.cells[cell].slots.into_iter();
        slots.filter(|&slot| slot != NO_SLOT).map(|slot| slot as usize)
    }

    /// Returns why a literal that was reported follows.
    pub fn reason(&mut self, lit: LetterLit) -> Lemma {
        let key = lit.cell * Letter::COUNT + lit.letter.index();
        let slot = self.source[key] as usize;
        let lemma = self.explain(slot, Some(lit), self.removed[key]);
        self.keep(&lemma);
        lemma
    }

    /// Returns whether all cells are fixed and each slot spells a word of its own.
    pub fn is_complete(&self) -> bool {
        self.conflict.is_none() && self.dirty.is_empty() && self.slots.iter().all(|slot| slot.spelled)
    }

    fn keep(&mut self, lemma: &Lemma) {
        if let Some(lemmas) = &mut self.lemmas {
            lemmas.push(lemma.clone());
        }
    }

    fn enqueue(&mut self, slot: u32) {
        let place = &mut self.slots[slot as usize];
        if !place.queued {
            place.queued = true;
            self.dirty.push_back(slot);
        }
    }

    fn enqueue_at(&mut self, cell: usize) {
        for slot in self.cells[cell].slots {
            if slot != NO_SLOT {
                self.enqueue(slot);
            }
        }
    }

    /// Applies a slot's letters to its words and its words to its letters; the error is a slot without words.
    fn work(&mut self, slot: usize) -> Result<(), usize> {
        self.narrow(slot)?;
        self.settle(slot)?;
        if self.slots[slot].supported != self.domains.count(slot) as u32 {
            if !self.marks.is_empty() {
                self.trail.push(Undo::Supported(slot as u32, self.slots[slot].supported));
            }
            self.slots[slot].supported = self.domains.count(slot) as u32;
            self.support(slot);
        }
        Ok(())
    }

    /// Removes from a slot the words with letters that its cells have lost.
    fn narrow(&mut self, slot: usize) -> Result<(), usize> {
        let Place { len, first, .. } = self.slots[slot];
        let words = self.index.of_len(len);
        for position in 0..len {
            let left = self.cells[self.cell_of[first + position] as usize].letters;
            let before = self.worked[first + position];
            let lost = before & !left;
            if lost == 0 {
                continue;
            }
            if !self.marks.is_empty() {
                self.trail.push(Undo::Worked(slot as u32, (first + position) as u32, before));
            }
            self.worked[first + position] = left;
            if left.count_ones() <= lost.count_ones() {
                self.domains.retain(slot, |b| words.union(position, left, b));
            } else {
                self.domains.retain(slot, |b| !words.union(position, lost, b));
            }
        }
        if self.domains.count(slot) == 0 { Err(slot) } else { Ok(()) }
    }

    /// If all cells of a slot are fixed, removes its word and the relatives of that from the other slots.
    fn settle(&mut self, slot: usize) -> Result<(), usize> {
        let Place { len, first, spelled, .. } = self.slots[slot];
        let cells = &self.cell_of[first..first + len];
        if spelled
            || self.domains.count(slot) != 1
            || cells.iter().any(|&cell| self.cells[cell as usize].settled == NEVER)
        {
            return Ok(());
        }
        self.slots[slot].spelled = true;
        if !self.marks.is_empty() {
            self.trail.push(Undo::Spelled(slot as u32));
        }
        let word = self.domains.any(slot);
        let mut empty = self.remove_elsewhere(slot, len, word);
        for i in 0..self.index.of_len(len).relatives(word).len() {
            let (len, relative) = self.index.of_len(len).relatives(word)[i];
            empty = empty.and(self.remove_elsewhere(slot, len as usize, relative as usize));
        }
        empty
    }

    /// Removes a word from all slots but one; the error is a slot without words.
    fn remove_elsewhere(&mut self, slot: usize, len: usize, word: usize) -> Result<(), usize> {
        let mut empty = Ok(());
        for i in 0..self.by_len[len].len() {
            let other = self.by_len[len][i] as usize;
            if other != slot && self.domains.contains(other, word) {
                self.domains.remove(other, word);
                self.enqueue(other as u32);
                if self.domains.count(other) == 0 {
                    empty = Err(other);
                }
            }
        }
        empty
    }

    /// Reports the letters of a slot's cells that none of its words has there.
    fn support(&mut self, slot: usize) {
        let Place { len, first, .. } = self.slots[slot];
        let words = self.index.of_len(len);
        for position in 0..len {
            let cell = self.cell_of[first + position] as usize;
            let letters = self.cells[cell].letters;
            if self.cells[cell].settled != NEVER {
                continue;
            }
            let active = self.domains.active(slot);
            for letter in Ones(u64::from(letters)) {
                let residue = &mut self.residues[(first + position) * Letter::COUNT + letter];
                if has_support(active, words.mask(position, letter), residue) {
                    continue;
                }
                self.source[cell * Letter::COUNT + letter] = slot as u32;
                if let Some(letter) = Letter::from_index(letter) {
                    self.out.push_back(LetterLit { cell, letter, here: false });
                }
            }
        }
    }
}
