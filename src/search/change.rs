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
//! A search from below has no change before it has the smallest one, and that may take long. So if the first nodes have not
//! settled it, the search pauses and looks for any change: the same tree, but from each of the nearest words in turn, with
//! the nearest word in each slot and a few nodes only, and with no limit on letters but the best change so far. If that has
//! none, a region around the word is filled anew (`near`), a larger one each time. They alternate with the search from
//! below, with twice the nodes each time, until there is a change; then the search from below goes on alone. Whenever it is
//! ended, the best change so far and the number of letters that is surely needed are both true.
//!
//! Of the first two thousand changes with the fewest letters the one with the best words is taken.

use super::near::{self, near};
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// The changes with the fewest letters that are compared by their words.
const COMPARED: usize = 2000;

/// The nodes of the search from below before it looks for any change.
const FIRST_NODES: u64 = 2000;

/// The parts into which the nodes of the search for any change are divided, each for another word in place of the old one.
const DIVES: u64 = 10;

/// The slots without a word of which it is remembered how they can get one; then all of them are forgotten.
const MOST_MENDS: usize = 1 << 20;

/// A finished puzzle to be changed.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Its slots; given letters are never changed.
    pub problem: &'a SlotProblem,
    /// The letter of each cell.
    pub letters: &'a [Letter],
    /// The words that may be used: those of the puzzle and others, without the one to be replaced.
    pub index: &'a Arc<WordIndex>,
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
    /// The number of letters that are different.
    pub changed: usize,
    /// The fewest letters that any change could have: all with fewer were ruled out. Equal to `changed` unless the search
    /// was stopped.
    pub at_least: usize,
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
        "no change was found in time; it takes at least {at_least} other letter{}. Give it more time, or free a region (--free)",
        if *at_least == 1 { "" } else { "s" }
    )]
    Stopped {
        /// The fewest letters that have to change.
        at_least: usize,
    },
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The fewest letters that any change could have.
    pub at_least: usize,
    /// The letters of the best change so far.
    pub best: Option<usize>,
}

/// Finds the change with the fewest letters; if the budget ends before, the best one so far. `watch` is called with
/// progress.
pub fn change(job: Job<'_>, budget: &Budget, watch: &dyn Fn(Progress)) -> Result<Change, NoChange> {
    let mut search = Search::new(job, budget, watch);
    let mut slice = FIRST_NODES;
    let mut radius = 0;
    loop {
        search.show();
        let paused = search.level((search.best.is_none()).then_some(slice));
        log::debug!("{} letters: {} changes, {} nodes", search.at_least, search.found, search.nodes);
        if search.found > 0 || search.stopped {
            break;
        }
        if paused {
            search.dive(slice);
            slice *= 2;
            radius += 1;
            if search.best.is_none() {
                search.refill_around(radius);
            }
        } else {
            search.at_least = search.beyond.ok_or(NoChange::None)?;
        }
    }
    let at_least = search.at_least;
    match search.best {
        Some(Best { changed, letters, .. }) => Ok(Change { letters, changed, at_least }),
        None => Err(NoChange::Stopped { at_least }),
    }
}

/// The best change so far.
#[derive(Clone, Debug)]
struct Best {
    changed: usize,
    /// The sum of the scores of the words.
    score: f64,
    letters: Vec<Letter>,
}

struct Search<'a> {
    job: Job<'a>,
    budget: &'a Budget,
    watch: &'a dyn Fn(Progress),
    /// The fewest letters that any change could have.
    at_least: usize,
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
    mends: HashMap<Unfilled, Option<Mend>>,
    /// The most letters that may change.
    most: usize,
    /// The fewest letters with which there would have been more to try; `None` if there is nothing more.
    beyond: Option<usize>,
    nodes: u64,
    /// The number of nodes at which the search pauses.
    pause: u64,
    /// The changes found with the fewest letters.
    found: usize,
    best: Option<Best>,
    stopped: bool,
}

/// A slot without a word: its number, the letters that it has to keep, and its letters.
type Unfilled = (usize, Vec<Option<Letter>>, Vec<Letter>);

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
    fn new(job: Job<'a>, budget: &'a Budget, watch: &'a dyn Fn(Progress)) -> Self {
        let Job { problem, letters, .. } = job;
        let mut slots_at = vec![Vec::new(); letters.len()];
        for (number, slot) in problem.slots.iter().enumerate() {
            slot.cells.iter().for_each(|&cell| slots_at[cell].push(number));
        }
        let frozen = problem.cells.iter().map(|given| u32::from(given.is_some())).collect();
        let mut search = Self {
            job,
            budget,
            watch,
            at_least: 1,
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
            pause: u64::MAX,
            found: 0,
            best: None,
            stopped: false,
        };
        search.words = (0..problem.slots.len()).map(|slot| search.spelled(slot)).collect();
        search
    }

    fn show(&self) {
        (self.watch)(Progress { at_least: self.at_least, best: self.best.as_ref().map(|best| best.changed) });
    }

    /// Tries all changes with the fewest letters that are not ruled out yet, or as many as this number of nodes allows;
    /// returns whether there would have been more to try.
    fn level(&mut self, nodes: Option<u64>) -> bool {
        self.most = self.at_least;
        self.beyond = None;
        self.pause = nodes.map_or(u64::MAX, |nodes| self.nodes + nodes);
        self.refill(self.job.slot, 0);
        self.found == 0 && self.is_paused()
    }

    /// Looks for any change, and for better and better ones, with this number of nodes.
    fn dive(&mut self, nodes: u64) {
        let end = self.nodes + nodes;
        for (changes, word) in self.nearest(self.job.slot) {
            if self.stopped || self.nodes >= end || changes > self.most_in_dive() {
                break;
            }
            self.pause = (self.nodes + nodes / DIVES).min(end);
            self.most = self.most_in_dive();
            self.put(self.job.slot, word, changes);
        }
    }

    /// Fills the words around the one to be replaced anew.
    fn refill_around(&mut self, radius: usize) {
        if let Some(letters) = near(self.job, radius, self.budget) {
            let changed = near::changed(self.job, &letters);
            let words = self.job.index.mean_score(&self.job.problem.slots, &letters);
            let score = words * self.job.problem.slots.len() as f64;
            self.best = Some(Best { changed, score, letters });
            self.show();
        }
    }

    /// Returns the most letters of a change that is better than the best one.
    fn most_in_dive(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, |best| best.changed - 1)
    }

    fn is_paused(&self) -> bool {
        self.nodes >= self.pause
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
        if self.mends.len() >= MOST_MENDS {
            self.mends.clear();
        }
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
        if self.is_paused() {
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
            Fault::Nothing => self.keep(used),
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

    /// Remembers a change, if it has fewer letters than the best one or better words.
    fn keep(&mut self, changed: usize) {
        self.found += usize::from(changed == self.at_least);
        if self.found > COMPARED {
            return;
        }
        let score = |(slot, word): (usize, &Option<usize>)| {
            let words = self.job.index.of_len(self.job.problem.slots[slot].len());
            word.map_or(0.0, |word| f64::from(words.score(word)))
        };
        let score: f64 = self.words.iter().enumerate().map(score).sum();
        let is_better = |best: &Best| changed < best.changed || changed == best.changed && score > best.score;
        if self.best.as_ref().is_none_or(is_better) {
            let is_nearer = self.best.as_ref().is_none_or(|best| changed < best.changed);
            self.best = Some(Best { changed, score, letters: self.letters.clone() });
            // What is no better need not be looked at; from below, all are as good.
            if changed > self.at_least {
                self.most = changed - 1;
            }
            if is_nearer {
                self.show();
            }
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

    /// Returns the words that can be put into a slot, the nearest first and among these the best.
    fn nearest(&self, slot: usize) -> Vec<(usize, usize)> {
        let words = self.job.index.of_len(self.job.problem.slots[slot].len());
        let mut candidates = self.candidates(slot);
        candidates.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| words.score(b.1).total_cmp(&words.score(a.1)))
        });
        candidates
    }

    /// Tries every other word in a slot, the nearest first, and goes on with each.
    fn refill(&mut self, slot: usize, used: usize) {
        for (changes, word) in self.nearest(slot) {
            if self.stopped || self.is_paused() || self.found > COMPARED {
                return;
            }
            if used + changes > self.most {
                self.limit(used + changes);
                return;
            }
            self.put(slot, word, used + changes);
        }
    }

    /// Goes on with a word in a slot, after which `used` letters have changed; then takes it out again.
    fn put(&mut self, slot: usize, word: usize, used: usize) {
        let cells = &self.job.problem.slots[slot].cells;
        let words = self.job.index.of_len(cells.len());
        let before = self.words[slot];
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
        self.go(used);
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
