//! A finished puzzle without one of its words, with as few other letters as possible.
//!
//! An editor who dislikes one word likes the others. So the question is not for another fill but for the nearest one: the
//! fewest letters that have to change so that every slot has a word again. It is answered from below, by a search that
//! misses nothing and is repeated with more letters until they are enough (iterative deepening, as in IDA*; Korf,
//! "Depth-first iterative-deepening", 1985), so the first number that is enough is the minimum. Changed letters make the
//! words that cross them invalid; one of these is taken at a time, the one with the fewest words that fit it, and each of
//! these words is tried in it, after which its cells stay as they are. Slots of one direction have no cell in common, so
//! what the invalid ones of a direction need at least adds up, and that bound prunes nearly everything: as nearly all
//! letters stay, this is small enough to be searched without a formula.
//!
//! Of the first two thousand changes with the fewest letters the one with the best words is taken.

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use std::collections::{HashMap, VecDeque};

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

/// Finds the change with the fewest letters. `watch` is called with each number of letters that is tried.
pub fn change(job: Job<'_>, budget: &Budget, watch: &dyn Fn(usize)) -> Result<Change, NoChange> {
    let mut search = Search::new(job, budget);
    let mut most = 1;
    loop {
        watch(most);
        search.most = most;
        search.beyond = None;
        search.refill(job.slot, 0);
        log::debug!("{most} letters: {} changes, {} nodes", search.found, search.nodes);
        if let Some((_, letters)) = search.best.take() {
            return Ok(Change { letters, changed: most });
        }
        if search.stopped {
            return Err(NoChange::Stopped(most - 1));
        }
        most = search.beyond.ok_or(NoChange::None)?;
    }
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
    /// How many refilled slots, or given letters, hold each cell.
    frozen: Vec<u32>,
    /// The number of each slot's word; `None` if it spells no word that may be there.
    words: Vec<Option<usize>>,
    /// What was found out about slots without a word, by the slot and its letters.
    mends: HashMap<(usize, Vec<Option<Letter>>, Vec<Letter>), Option<Mend>>,
    /// The most letters that may change.
    most: usize,
    /// The fewest letters with which there would have been more to try; `None` if there is nothing more.
    beyond: Option<usize>,
    nodes: u64,
    found: usize,
    /// The best change so far, with the sum of the scores of its words.
    best: Option<(f64, Vec<Letter>)>,
    stopped: bool,
}

/// How a slot without a word can get one.
#[derive(Clone, Copy, Debug)]
struct Mend {
    /// The fewest letters that have to change for it.
    letters: usize,
    /// The number of words that fit.
    words: usize,
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
            mends: HashMap::new(),
            most: 0,
            beyond: None,
            nodes: 0,
            found: 0,
            best: None,
            stopped: false,
        };
        search.words = (0..problem.slots.len()).map(|slot| search.spelled(slot)).collect();
        search
    }

    fn letters_of(&self, slot: usize) -> Vec<Letter> {
        self.job.problem.slots[slot].cells.iter().map(|&cell| self.letters[cell]).collect()
    }

    /// Returns the word that a slot spells; `None` if it is the one to be replaced, which must not come back elsewhere.
    fn spelled(&self, slot: usize) -> Option<usize> {
        let word = self.letters_of(slot);
        if word == self.replaced { None } else { self.job.index.find(&word) }
    }

    /// Returns the letters that a slot's word has to have: those of its frozen cells.
    fn fixed(&self, slot: usize) -> Vec<Option<Letter>> {
        let fixed = |&cell: &usize| (self.frozen[cell] > 0).then(|| self.letters[cell]);
        self.job.problem.slots[slot].cells.iter().map(fixed).collect()
    }

    /// Returns the words that can be put into a slot in place of what is there, each with the number of letters that change.
    fn candidates(&self, slot: usize) -> Vec<(usize, usize)> {
        let letters = self.letters_of(slot);
        let words = self.job.index.of_len(letters.len());
        let by = self.job.by.filter(|_| slot == self.job.slot);
        let fixed = self.fixed(slot);
        let fits = words.fitting(&fixed).filter(|&word| {
            let word = words.word(word);
            word != letters && word != self.replaced && by.is_none_or(|by| word == by)
        });
        let changes = |word: usize| words.word(word).iter().zip(&letters).filter(|(a, b)| a != b).count();
        fits.map(|word| (changes(word), word)).collect()
    }

    /// Returns how a slot without a word can get one; `None` if it cannot.
    fn mend(&mut self, slot: usize) -> Option<Mend> {
        let key = (slot, self.fixed(slot), self.letters_of(slot));
        if let Some(&mend) = self.mends.get(&key) {
            return mend;
        }
        let candidates = self.candidates(slot);
        let least = candidates.iter().map(|&(letters, _)| letters).min();
        let mend = least.map(|letters| Mend { letters, words: candidates.len() });
        self.mends.insert(key, mend);
        mend
    }

    /// Tries everything from a state in which `used` letters have changed.
    fn go(&mut self, used: usize) {
        self.nodes += 1;
        if self.stopped || self.nodes.is_multiple_of(256) && self.budget.exhausted() {
            self.stopped = true;
            return;
        }
        let mut needed = [0; 2];
        let mut scarcest: Option<(usize, usize)> = None;
        for slot in 0..self.words.len() {
            if self.words[slot].is_some() {
                continue;
            }
            let Some(mend) = self.mend(slot) else { return };
            needed[self.side[slot]] += mend.letters;
            if scarcest.is_none_or(|(words, _)| mend.words < words) {
                scarcest = Some((mend.words, slot));
            }
        }
        let needed = used + needed[0].max(needed[1]);
        if needed > self.most {
            self.limit(needed);
            return;
        }
        match scarcest.map_or_else(|| self.clash(), |(_, slot)| Fault::Slot(slot)) {
            Fault::Nothing => self.keep(),
            Fault::Slot(slot) => self.refill(slot, used),
            Fault::Pair(a, b) => {
                self.refill(a, used);
                self.refill(b, used);
            }
        }
    }

    /// Remembers that there would have been more to try with this many letters.
    fn limit(&mut self, needed: usize) {
        self.beyond = Some(self.beyond.map_or(needed, |least| least.min(needed)));
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

    /// Finds two slots with words that exclude each other.
    fn clash(&self) -> Fault {
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

    /// Tries every other word in a slot, the nearest first, and goes on with each.
    fn refill(&mut self, slot: usize, used: usize) {
        let cells = &self.job.problem.slots[slot].cells;
        let words = self.job.index.of_len(cells.len());
        let before = self.words[slot];
        let mut candidates = self.candidates(slot);
        candidates.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| words.score(b.1).total_cmp(&words.score(a.1)))
        });
        for (changes, word) in candidates {
            if self.stopped || self.found > COMPARED {
                return;
            }
            if used + changes > self.most {
                self.limit(used + changes);
                return;
            }
            let letters = self.letters_of(slot);
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
            self.go(used + changes);
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
