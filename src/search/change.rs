//! A finished puzzle without one of its words, with as few other letters as possible.
//!
//! An editor who dislikes one word likes the others. So the question is not for another fill but for the nearest one: the
//! fewest letters that have to change so that every slot has a word again. It is answered from below: is one letter enough,
//! are two, and so on, each by a search that misses nothing (iterative deepening), so the first number that is enough is the
//! minimum. Changed letters make the words that cross them invalid; one of these is taken at a time, the one with the fewest
//! ways to mend it, and every word that is near enough is tried in it, after which its cells stay as they are. Slots of
//! one direction have no cell in common, so the invalid ones of a direction need a letter each, and that bound prunes
//! nearly everything: as nearly all letters stay, this is small enough to be searched without a formula.
//!
//! Of the first two thousand changes with the fewest letters the one with the best words is taken.

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use std::collections::VecDeque;

/// The changes with the fewest letters that are compared by their words.
const COMPARED: usize = 2000;

/// A finished puzzle to be changed.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Its slots; given letters are never changed.
    pub problem: &'a SlotProblem,
    /// The letter of each cell.
    pub letters: &'a [Letter],
    /// The words that may be used, with those of the puzzle.
    pub index: &'a WordIndex,
    /// The slot of the word to be replaced.
    pub slot: usize,
    /// The word to put there; `None` for any other one.
    pub by: Option<&'a [Letter]>,
}

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The letter of each cell.
    pub letters: Vec<Letter>,
    /// The number of letters that are different; all changes with fewer were ruled out.
    pub changed: usize,
}

/// Why there is no change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoChange {
    /// It is proven that there is none.
    #[error("no other puzzle with this layout and these words is without it")]
    None,
    /// The search ended first.
    #[error(
        "no change was found in time; {0} letters are not enough. Give it more time, or free a region (--free)"
    )]
    Stopped(usize),
}

/// Finds the change with the fewest letters.
pub fn change(job: Job<'_>, budget: &Budget) -> Result<Change, NoChange> {
    let mut search = Search::new(job, budget);
    let cells = job.letters.len();
    for most in 1..=cells {
        search.most = most;
        if !search.starts() {
            return Err(NoChange::None);
        }
        search.run(most);
        log::debug!("{most} letters: {} changes, {} nodes", search.found, search.nodes);
        if let Some((_, letters)) = search.best.take() {
            return Ok(Change { letters, changed: most });
        }
        if search.stopped {
            return Err(NoChange::Stopped(most - 1));
        }
        // With this many letters every cell could have changed, had it been of use.
        if !search.was_limited {
            return Err(NoChange::None);
        }
        search.was_limited = false;
    }
    Err(NoChange::None)
}

struct Search<'a> {
    job: Job<'a>,
    budget: &'a Budget,
    /// The slots through each cell.
    slots_at: Vec<Vec<usize>>,
    /// Each slot's direction, 0 or 1: slots of one direction have no cell in common.
    side: Vec<usize>,
    letters: Vec<Letter>,
    /// The word to be replaced.
    replaced: Vec<Letter>,
    /// Whether a cell is decided, one way or the other.
    frozen: Vec<u32>,
    /// The number of each slot's word; `None` if it spells no word that may be there.
    words: Vec<Option<usize>>,
    most: usize,
    nodes: u64,
    found: usize,
    /// The best change so far, with the sum of the scores of its words.
    best: Option<(f64, Vec<Letter>)>,
    /// Whether a larger number of letters would have allowed more.
    was_limited: bool,
    stopped: bool,
}

/// What is wrong with a state.
enum Fault {
    Nothing,
    /// This slot needs another word.
    Slot(usize),
    /// One of these slots needs another word: they have the same one, or relatives.
    Pair(usize, usize),
}

impl<'a> Search<'a> {
    fn new(job: Job<'a>, budget: &'a Budget) -> Self {
        let Job { problem, letters, .. } = job;
        let mut slots_at = vec![Vec::new(); letters.len()];
        for (number, slot) in problem.slots.iter().enumerate() {
            slot.cells.iter().for_each(|&cell| slots_at[cell].push(number));
        }
        let frozen = problem.cells.iter().map(|given| u32::from(given.is_some())).collect();
        let mut search = Self {
            job,
            budget,
            side: sides(problem, &slots_at),
            slots_at,
            letters: letters.to_vec(),
            replaced: problem.slots[job.slot].cells.iter().map(|&cell| letters[cell]).collect(),
            frozen,
            words: Vec::new(),
            most: 0,
            nodes: 0,
            found: 0,
            best: None,
            was_limited: false,
            stopped: false,
        };
        search.words = (0..problem.slots.len()).map(|slot| search.spelled(slot)).collect();
        search
    }

    /// Returns the word that a slot spells; `None` if it is the one to be replaced, which must not come back elsewhere.
    fn spelled(&self, slot: usize) -> Option<usize> {
        let word: Vec<Letter> =
            self.job.problem.slots[slot].cells.iter().map(|&cell| self.letters[cell]).collect();
        if word == self.replaced { None } else { self.job.index.find(&word) }
    }

    /// Returns whether there is anything to try.
    fn starts(&self) -> bool {
        self.job.by.is_none_or(|by| {
            by.len() == self.job.problem.slots[self.job.slot].len() && self.job.index.find(by).is_some()
        })
    }

    /// Tries everything with up to `most` changed letters.
    fn run(&mut self, most: usize) {
        let slot = self.job.slot;
        self.refill(slot, most);
    }

    fn go(&mut self, left: usize) {
        self.nodes += 1;
        if self.stopped || self.nodes.is_multiple_of(256) && self.budget.exhausted() {
            self.stopped = true;
            return;
        }
        let mut invalid = [0_usize; 2];
        for (slot, word) in self.words.iter().enumerate() {
            invalid[self.side[slot]] += usize::from(word.is_none());
        }
        if invalid[0].max(invalid[1]) > left {
            self.was_limited = true;
            return;
        }
        match self.fault() {
            Fault::Nothing => self.keep(),
            Fault::Slot(slot) => self.refill(slot, left),
            Fault::Pair(a, b) => {
                self.refill(a, left);
                self.refill(b, left);
            }
        }
    }

    /// Remembers a change, if its words are better.
    fn keep(&mut self) {
        self.found += 1;
        if self.found > COMPARED {
            return;
        }
        let score = |(slot, word): (usize, &Option<usize>)| {
            let words = self.job.index.of_len(self.job.problem.slots[slot].len());
            word.map_or(0.0, |word| f64::from(words.score(word)))
        };
        let score: f64 = self.words.iter().enumerate().map(score).sum();
        if self.best.as_ref().is_none_or(|(best, _)| score > *best) {
            self.best = Some((score, self.letters.clone()));
        }
    }

    /// Finds what is wrong: of the slots without a word, the one with the fewest open cells; or two slots with words that
    /// exclude each other.
    fn fault(&self) -> Fault {
        let open = |slot: &usize| {
            self.job.problem.slots[*slot].cells.iter().filter(|&&cell| self.frozen[cell] == 0).count()
        };
        let invalid = (0..self.words.len()).filter(|&slot| self.words[slot].is_none());
        if let Some(slot) = invalid.min_by_key(open) {
            return Fault::Slot(slot);
        }
        // Only words that are new can be in each other's way.
        let len = |slot: usize| self.job.problem.slots[slot].len();
        for (slot, word) in self.words.iter().enumerate() {
            let Some(word) = *word else { continue };
            let is_new = self.job.problem.slots[slot]
                .cells
                .iter()
                .any(|&cell| self.letters[cell] != self.job.letters[cell]);
            if !is_new {
                continue;
            }
            let relatives = self.job.index.of_len(len(slot)).relatives(word);
            let excludes = |other: usize, its: usize| {
                (len(other), its) == (len(slot), word) || relatives.contains(&(len(other) as u32, its as u32))
            };
            let other = self
                .words
                .iter()
                .enumerate()
                .find(|&(other, its)| other != slot && its.is_some_and(|its| excludes(other, its)));
            if let Some((other, _)) = other {
                return Fault::Pair(slot, other);
            }
        }
        Fault::Nothing
    }

    /// Tries every other word in a slot that takes up to `left` more letters, and goes on with each.
    fn refill(&mut self, slot: usize, left: usize) {
        let problem = self.job.problem;
        let cells = &problem.slots[slot].cells;
        let index = self.job.index;
        let words = index.of_len(cells.len());
        let before = self.words[slot];
        let forbidden = if self.replaced.len() == cells.len() { index.find(&self.replaced) } else { None };
        let wanted = if slot == self.job.slot { self.job.by.and_then(|by| index.find(by)) } else { None };
        let mut near: Vec<(usize, usize)> = Vec::new();
        for word in 0..words.count() {
            if Some(word) == before || Some(word) == forbidden || wanted.is_some_and(|wanted| wanted != word)
            {
                continue;
            }
            let mut changes = 0;
            let fits = words.word(word).iter().zip(cells).all(|(&letter, &cell)| {
                let same = self.letters[cell] == letter;
                changes += usize::from(!same);
                same || self.frozen[cell] == 0
            });
            if fits && changes <= left {
                near.push((changes, word));
            } else if fits {
                self.was_limited = true;
            }
        }
        near.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| words.score(b.1).total_cmp(&words.score(a.1)))
        });
        for (changes, word) in near {
            if self.stopped || self.found > COMPARED {
                return;
            }
            let letters: Vec<Letter> = cells.iter().map(|&cell| self.letters[cell]).collect();
            let crossing: Vec<(usize, Option<usize>)> = cells
                .iter()
                .zip(words.word(word))
                .filter(|&(&cell, &letter)| self.letters[cell] != letter)
                .flat_map(|(&cell, _)| &self.slots_at[cell])
                .map(|&crossing| (crossing, self.words[crossing]))
                .collect();
            for (&cell, &letter) in cells.iter().zip(words.word(word)) {
                self.letters[cell] = letter;
                self.frozen[cell] += 1;
            }
            for &(crossing, _) in &crossing {
                self.words[crossing] = self.spelled(crossing);
            }
            self.words[slot] = Some(word);
            self.go(left - changes);
            for (&cell, letter) in cells.iter().zip(letters) {
                self.letters[cell] = letter;
                self.frozen[cell] -= 1;
            }
            for (crossing, word) in crossing {
                self.words[crossing] = word;
            }
            self.words[slot] = before;
        }
    }
}

/// Returns a direction of each slot, so that crossing slots have different ones.
fn sides(problem: &SlotProblem, slots_at: &[Vec<usize>]) -> Vec<usize> {
    let mut side = vec![usize::MAX; problem.slots.len()];
    for start in 0..side.len() {
        if side[start] != usize::MAX {
            continue;
        }
        side[start] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(slot) = queue.pop_front() {
            for &cell in &problem.slots[slot].cells {
                for &other in &slots_at[cell] {
                    if side[other] == usize::MAX {
                        side[other] = 1 - side[slot];
                        queue.push_back(other);
                    }
                }
            }
        }
    }
    side
}
