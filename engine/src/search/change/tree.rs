//! The search itself: slots without a word, each with the words that are worth a try.
//!
//! Of all slots without a word, the one with the fewest candidates is taken, and each of its candidates is tried; if
//! some slot has none, nothing is tried. Candidates are words that may lead to a change with few enough letters. That is
//! known without placing the word ([`Mends`]), so most words cost no more than an addition.

use super::mends::{Mend, Mends};
use super::near::{self, near};
use super::{Job, Progress};
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many changes with the fewest letters are compared by their words, and for how many nodes after the first one
/// more of them are looked for.
const COMPARED: usize = 2000;
const NODES_OF_COMPARED: u64 = 10_000;

/// The parts into which the nodes of the search for any change are divided, each for another word in place of the old one.
const DIVES: u64 = 10;

/// The best change so far.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub changed: usize,
    /// The sum of the scores of the words.
    score: f64,
    pub letters: Vec<Letter>,
}

pub(super) struct Search<'a> {
    job: Job<'a>,
    budget: &'a Budget,
    watch: &'a dyn Fn(Progress),
    /// The fewest letters that any change could have.
    pub at_least: usize,
    /// The slots through each cell.
    slots_at: Vec<Vec<usize>>,
    /// Each slot's direction, 0 or 1: slots of one direction have no cell in common.
    side: Vec<usize>,
    letters: Vec<Letter>,
    /// How many refilled slots, or given letters, hold each cell.
    frozen: Vec<u32>,
    /// The number of each slot's word; `None` if it spells no word that may be there.
    words: Vec<Option<usize>>,
    mends: Mends<'a>,
    /// The most letters that may change.
    most: usize,
    /// The fewest letters with which there would have been more to try; `None` if there is nothing more.
    pub beyond: Option<usize>,
    pub nodes: u64,
    /// The number of nodes at which the search pauses.
    pause: u64,
    /// The changes found with the fewest letters.
    pub found: usize,
    pub best: Option<Best>,
    pub stopped: bool,
}

/// What is wrong with a state.
enum Fault {
    Nothing,
    /// One of these slots needs another word: they have the same one, or relatives.
    Pair(usize, usize),
}

/// The slots without a word.
struct Broken {
    /// Each with its words, and the fewest letters that have to change in it.
    slots: Vec<(usize, Rc<Mend>, usize)>,
    /// The letters that have to change in those of each direction.
    needed: [usize; 2],
}

/// The words to try in a slot.
#[derive(Default)]
struct Tries {
    /// The fewest letters that all changes with the word have, how many change in the slot, and the number of the word.
    words: Vec<(usize, usize, usize)>,
    /// The fewest letters of changes with the words that are left out; `None` if no word is.
    beyond: Option<usize>,
}

impl<'a> Search<'a> {
    pub fn new(job: Job<'a>, budget: &'a Budget, watch: &'a dyn Fn(Progress)) -> Self {
        let Job { problem, letters, .. } = job;
        let mut slots_at = vec![Vec::new(); letters.len()];
        for (number, slot) in problem.slots.iter().enumerate() {
            slot.cells.iter().for_each(|&cell| slots_at[cell].push(number));
        }
        let frozen = problem.cells.iter().map(|given| u32::from(given.is_some())).collect();
        let replaced = problem.slots[job.slot].cells.iter().map(|&cell| letters[cell]).collect();
        let mut search = Self {
            job,
            budget,
            watch,
            at_least: 1,
            side: sides(problem, &slots_at),
            slots_at,
            letters: letters.to_vec(),
            frozen,
            words: Vec::new(),
            mends: Mends::new(job, replaced),
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

    pub fn show(&self) {
        (self.watch)(Progress { at_least: self.at_least, best: self.best.as_ref().map(|best| best.changed) });
    }

    /// Tries all changes with the fewest letters that are not ruled out yet, or as many as this number of nodes allows;
    /// returns whether there would have been more to try.
    pub fn level(&mut self, nodes: Option<u64>) -> bool {
        self.most = self.at_least;
        self.beyond = None;
        self.pause = nodes.map_or(u64::MAX, |nodes| self.nodes + nodes);
        self.go(0);
        self.found == 0 && self.is_paused()
    }

    /// Looks for any change, and for better and better ones, with this number of nodes.
    pub fn dive(&mut self, nodes: u64) {
        let end = self.nodes + nodes;
        self.most = self.most_in_dive();
        self.pause = end;
        let Some(broken) = self.broken() else { return };
        let Some(tries) = self.tries(self.job.slot, 0, &broken, usize::MAX) else { return };
        for (least, changes, word) in tries.words {
            if self.stopped || self.nodes >= end || least > self.most_in_dive() {
                break;
            }
            self.pause = (self.nodes + nodes / DIVES).min(end);
            self.most = self.most_in_dive();
            self.put(self.job.slot, word, changes);
        }
    }

    /// Fills the words around the one to be replaced anew.
    pub fn refill_around(&mut self, radius: usize) {
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
        if word == self.mends.replaced() { None } else { self.job.index.find(&word) }
    }

    /// Returns the words that can be put into a slot in place of what is there; its frozen cells keep their letters.
    fn mend(&mut self, slot: usize) -> Rc<Mend> {
        let fixed = |&cell: &usize| (self.frozen[cell] > 0).then(|| self.letters[cell]);
        let fixed: Vec<Option<Letter>> = self.job.problem.slots[slot].cells.iter().map(fixed).collect();
        self.mends.of(slot, &fixed, &self.letters_of(slot))
    }

    /// Returns the slots without a word; `None` if one of them can have none.
    fn broken(&mut self) -> Option<Broken> {
        let mut broken = Broken { slots: Vec::new(), needed: [0; 2] };
        for slot in 0..self.words.len() {
            if self.words[slot].is_some() {
                continue;
            }
            let mend = self.mend(slot);
            let letters = mend.letters()? as usize;
            broken.needed[self.side[slot]] += letters;
            broken.slots.push((slot, mend, letters));
        }
        Some(broken)
    }

    /// Returns the words to try in a slot, those with the fewest letters first; `None` if they are as many as `enough` or more, which
    /// is found out before all of them are judged.
    fn tries(&mut self, slot: usize, used: usize, broken: &Broken, enough: usize) -> Option<Tries> {
        let job = self.job;
        let mend = self.mend(slot);
        let side = self.side[slot];
        let needed_of = |slot: usize| {
            broken.slots.iter().find(|(other, ..)| *other == slot).map_or(0, |&(.., letters)| letters)
        };
        let beside = broken.needed[side] - needed_of(slot);
        let mut across = broken.needed[1 - side];
        // Each crossing slot: the place in this one, that in the other one, its words, and the letter with which it stays.
        let mut crossings: Vec<(usize, usize, Rc<Mend>, Option<Letter>)> = Vec::new();
        for (place, &cell) in job.problem.slots[slot].cells.iter().enumerate() {
            for number in 0..self.slots_at[cell].len() {
                let other = self.slots_at[cell][number];
                let is_whole = self.words[other].is_some();
                if other == slot || is_whole && self.frozen[cell] > 0 {
                    continue;
                }
                let at = job.problem.slots[other].cells.iter().position(|&its| its == cell);
                across -= needed_of(other);
                let stays = is_whole.then(|| self.letters[cell]);
                crossings.push((place, at.unwrap_or_default(), self.mend(other), stays));
            }
        }
        let words = job.index.of_len(job.problem.slots[slot].len());
        let mut tries = Tries::default();
        for &(changes, number) in &mend.words {
            let used = used + changes as usize;
            let least = used + beside.max(across);
            if least > self.most {
                // All that follow need at least as many.
                tries.leave_out(least);
                break;
            }
            let word = words.word(number as usize);
            let mut across = across;
            for (place, at, crossing, stays) in &crossings {
                let letter = word[*place];
                if *stays == Some(letter) {
                    continue;
                }
                match crossing.cost(*at, letter) {
                    u32::MAX => across = usize::MAX,
                    cost => across = across.saturating_add(cost as usize),
                }
            }
            // A crossing slot would have no word at all.
            if across == usize::MAX {
                continue;
            }
            let least = used + beside.max(across);
            match least > self.most {
                true => tries.leave_out(least),
                false => tries.words.push((least, changes as usize, number as usize)),
            }
            if tries.words.len() >= enough {
                return None;
            }
        }
        // Words that cost the same stay in their order, in which the best comes first.
        tries.words.sort_by_key(|&(least, ..)| least);
        Some(tries)
    }

    /// Tries everything from a state in which `used` letters have changed.
    fn go(&mut self, used: usize) {
        self.nodes += 1;
        if self.stopped || self.nodes.is_multiple_of(64) && self.budget.exhausted() {
            self.stopped = true;
            return;
        }
        if self.is_paused() {
            return;
        }
        let Some(broken) = self.broken() else { return };
        let needed = used + broken.needed[0].max(broken.needed[1]);
        if needed > self.most {
            self.limit(needed);
            return;
        }
        let mut fewest: Option<(usize, Tries)> = None;
        for &(slot, ..) in &broken.slots {
            // A slot with as many words as another one is not taken, but one without any ends the search here.
            let enough = fewest.as_ref().map_or(usize::MAX, |(_, fewest)| fewest.words.len());
            let Some(tries) = self.tries(slot, used, &broken, enough) else { continue };
            if tries.words.is_empty() {
                tries.beyond.into_iter().for_each(|needed| self.limit(needed));
                return;
            }
            fewest = Some((slot, tries));
        }
        match (fewest, self.clash()) {
            (Some((slot, tries)), _) => self.refill(slot, tries, used),
            (None, Fault::Nothing) => self.keep(used),
            (None, Fault::Pair(a, b)) => {
                for slot in [a, b] {
                    if let Some(tries) = self.tries(slot, used, &broken, usize::MAX) {
                        self.refill(slot, tries, used);
                    }
                }
            }
        }
    }

    /// Tries these words in a slot, and goes on with each.
    fn refill(&mut self, slot: usize, tries: Tries, used: usize) {
        for (least, changes, word) in tries.words {
            if self.stopped || self.is_paused() || self.found > COMPARED {
                return;
            }
            if least > self.most {
                self.limit(least);
                return;
            }
            self.put(slot, word, used + changes);
        }
        tries.beyond.into_iter().for_each(|needed| self.limit(needed));
    }

    /// Remembers that there would have been more to try with this many letters.
    fn limit(&mut self, needed: usize) {
        self.beyond = Some(self.beyond.map_or(needed, |least| least.min(needed)));
    }

    /// Remembers a change, if it has fewer letters than the best one or better words.
    fn keep(&mut self, changed: usize) {
        if changed == self.at_least {
            self.found += 1;
            if self.found == 1 {
                self.pause = self.pause.min(self.nodes + NODES_OF_COMPARED);
            }
        }
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
            // Changes that are no better need not be looked at; those with the fewest letters possible are all
            // compared.
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

impl Tries {
    /// Leaves out a word of which all changes have at least this many letters.
    fn leave_out(&mut self, least: usize) {
        self.beyond = Some(self.beyond.map_or(least, |beyond| beyond.min(least)));
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
