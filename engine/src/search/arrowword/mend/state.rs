//! A puzzle of which both the question fields and the words change, a few at a time.
//!
//! Words are known by their first field and direction, not by a number, because slots come and go. So a change costs as much as
//! the fields that it touches, however large the puzzle is. Each step is recorded, so that it can be taken back, or repeated on
//! another thread's copy.

use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use crate::encodings::lexicon::Letter;
use crate::solver::words::{UsedWords, WordIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;

/// The most runs that are looked at for words which can be passed on.
const MOST_PASSED: usize = 300;

/// A pattern of question fields, and the words of some of its runs, without contradictions and all different.
#[derive(Clone)]
pub(super) struct State {
    /// The fields; those for letters are open.
    pub(super) fields: Grid<Field>,
    /// The letters of words.
    pub(super) letters: Grid<Option<Letter>>,
    /// The words in use.
    pub(super) used: UsedWords,
    /// The words that start at each field, across and down.
    words: Grid<[Option<u32>; 2]>,
    /// The run that has each word, by length and number.
    holders: FxHashMap<(usize, usize), Run>,
    index: Arc<WordIndex>,
    /// What has been done.
    log: Vec<Step>,
}

/// A step from one state to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Put(Run, usize),
    Take(Run, usize),
    Flip(Pos),
}

/// A change of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// The fields that turn into question fields, or back.
    pub(super) flips: Vec<Pos>,
    /// The words that disappear.
    pub(super) lost: Vec<(Run, usize)>,
    /// The words that appear. Some may have to be taken from other runs.
    pub(super) gained: Vec<(Run, usize)>,
    /// How many more runs may lose their words than get one.
    pub(super) more: usize,
}

fn side(direction: Direction) -> usize {
    usize::from(direction == Direction::Down)
}

impl State {
    /// Creates the state of a layout with these letters, as far as they spell different words.
    pub(super) fn new(layout: &Puzzle, letters: &Grid<Option<Letter>>, index: &Arc<WordIndex>) -> Self {
        let mut state = Self {
            fields: layout.fields.map(|_, &field| if field.is_solution() { Field::Open } else { field }),
            letters: letters.map(|_, _| None),
            used: UsedWords::new(),
            words: letters.map(|_, _| [None; 2]),
            holders: FxHashMap::default(),
            index: Arc::clone(index),
            log: Vec::new(),
        };
        for run in state.runs() {
            let word: Option<Vec<Letter>> = run.cells().map(|pos| letters[pos]).collect();
            if let Some(word) = word.and_then(|word| index.find(&word))
                && !state.used.contains(run.len, word)
            {
                state.repeat(Step::Put(run, word));
            }
        }
        state
    }

    /// Returns all runs of two or more letters.
    fn runs(&self) -> Vec<Run> {
        let mut runs = self.fields.runs(|field| field.is_solution());
        runs.retain(|run| run.len >= 2);
        runs
    }

    /// Returns the runs without a word.
    pub(super) fn open(&self) -> Vec<Run> {
        let mut runs = self.runs();
        runs.retain(|&run| self.word(run).is_none());
        runs
    }

    /// Returns the run of two or more letters through a field.
    pub(super) fn run_through(&self, pos: Pos, direction: Direction) -> Option<Run> {
        let is_letter = |pos: &Pos| self.fields.get(*pos).is_some_and(|field| field.is_solution());
        if !is_letter(&pos) {
            return None;
        }
        let (down, right) = direction.step();
        let back = |pos: &Pos| pos.offset(-down, -right).filter(is_letter);
        let ahead = |pos: &Pos| pos.offset(down, right).filter(is_letter);
        let before = std::iter::successors(Some(pos), back).count() - 1;
        let len = before + std::iter::successors(Some(pos), ahead).count();
        let start = pos.offset(-down * before as isize, -right * before as isize)?;
        (len >= 2).then_some(Run { start, direction, len })
    }

    /// Returns the word of a run.
    pub(super) fn word(&self, run: Run) -> Option<usize> {
        self.words[run.start][side(run.direction)].map(|word| word as usize)
    }

    /// Returns whether a run is still one.
    pub(super) fn has(&self, run: Run) -> bool {
        self.run_through(run.start, run.direction) == Some(run)
    }

    /// Returns the runs that a flip changes.
    pub(super) fn touched(&self, pos: Pos) -> Vec<Run> {
        let through = |pos: Pos, direction| self.run_through(pos, direction);
        let mut runs: Vec<Run> =
            Direction::BOTH.into_iter().filter_map(|direction| through(pos, direction)).collect();
        if !self.fields[pos].is_solution() {
            for direction in Direction::BOTH {
                let (down, right) = direction.step();
                let beside = [pos.offset(-down, -right), pos.offset(down, right)].into_iter().flatten();
                runs.extend(beside.filter_map(|pos| through(pos, direction)));
            }
        }
        runs
    }

    /// Returns the letters of a run that belong to words which cross it.
    fn crossed(&self, run: Run) -> Vec<Option<Letter>> {
        let held = |pos: Pos| {
            let crossing = self.run_through(pos, run.direction.crossing());
            crossing.filter(|&crossing| self.word(crossing).is_some()).and(self.letters[pos])
        };
        run.cells().map(held).collect()
    }

    /// Returns the words in use that no other word could replace where they are, with all words around them left in place.
    pub(super) fn irreplaceable(&self) -> UsedWords {
        let mut words = UsedWords::new();
        for (&(len, word), &run) in &self.holders {
            let all = self.index.of_len(len);
            if all.fitting(&self.crossed(run)).all(|word| self.used.contains(len, word)) {
                words.insert(all, word);
            }
        }
        words
    }

    /// Makes a step without a record of it.
    fn make_step(&mut self, step: Step) {
        match step {
            Step::Put(run, word) => self.put(run, word),
            Step::Take(run, word) => self.take(run, word),
            // No word may be near that this changes.
            Step::Flip(pos) => {
                let field = &mut self.fields[pos];
                *field = if field.is_solution() { Field::Question } else { Field::Open };
            }
        }
    }

    /// Makes a step. A word can only be taken in the pattern in which it was put in, and no word may be in a run that a flip changes.
    pub(super) fn repeat(&mut self, step: Step) {
        self.make_step(step);
        self.log.push(step);
    }

    fn put(&mut self, run: Run, word: usize) {
        let index = Arc::clone(&self.index);
        let words = index.of_len(run.len);
        for (pos, &letter) in run.cells().zip(words.word(word)) {
            debug_assert!(self.letters[pos].is_none_or(|held| held == letter));
            self.letters[pos] = Some(letter);
        }
        self.used.insert(words, word);
        self.words[run.start][side(run.direction)] = Some(word as u32);
        self.holders.insert((run.len, word), run);
    }

    fn take(&mut self, run: Run, word: usize) {
        self.words[run.start][side(run.direction)] = None;
        for pos in run.cells() {
            let crossing = self.run_through(pos, run.direction.crossing());
            if crossing.is_none_or(|crossing| self.word(crossing).is_none()) {
                self.letters[pos] = None;
            }
        }
        self.used.remove(self.index.of_len(run.len), word);
        self.holders.remove(&(run.len, word));
    }

    /// Takes the word out of a run, and returns it if there was one.
    pub(super) fn take_out(&mut self, run: Run) -> Option<usize> {
        let word = self.word(run)?;
        self.repeat(Step::Take(run, word));
        Some(word)
    }

    /// Returns what has been done since the record was cleared.
    pub(super) fn log(&self) -> &[Step] {
        &self.log
    }

    /// Clears the record.
    pub(super) fn forget(&mut self) {
        self.log.clear();
    }

    /// Takes back all steps but the first `count`.
    pub(super) fn undo_to(&mut self, count: usize) {
        while self.log.len() > count {
            let Some(step) = self.log.pop() else { return };
            self.make_step(match step {
                Step::Put(run, word) => Step::Take(run, word),
                Step::Take(run, word) => Step::Put(run, word),
                Step::Flip(pos) => Step::Flip(pos),
            });
        }
    }

    /// Returns how many runs without a word a change fills or makes disappear.
    fn closed_by(&self, change: &Change) -> usize {
        let lost: FxHashSet<Run> = change.lost.iter().map(|&(run, _)| run).collect();
        let flipped = change.flips.iter().flat_map(|&pos| self.touched(pos));
        let gained = change.gained.iter().map(|&(run, _)| run);
        let closed: FxHashSet<Run> = flipped
            .chain(gained)
            .filter(|run| !lost.contains(run) && self.has(*run) && self.word(*run).is_none())
            .collect();
        closed.len()
    }

    /// Makes a change that was found on a copy. Words that other runs have by now, and relatives of them, are taken from these, if
    /// `may_lose` allows that; runs that lose theirs get others where these can be passed on, and no more runs may be left without
    /// one than the change fills and allows beyond that. Returns these; `None`, and nothing has changed, if the change cannot be made.
    pub(super) fn make(&mut self, change: &Change, may_lose: impl Fn(Run) -> bool) -> Option<Vec<Run>> {
        let most = self.closed_by(change) + change.more;
        let before = self.log.len();
        for &(run, _) in &change.lost {
            self.take_out(run);
        }
        change.flips.iter().for_each(|&pos| self.repeat(Step::Flip(pos)));
        let mut robbed = Vec::new();
        for &(run, word) in &change.gained {
            for holder in self.in_the_way(run.len, word) {
                if may_lose(holder) {
                    self.take_out(holder);
                    robbed.push(holder);
                }
            }
            if self.used.contains(run.len, word) {
                self.undo_to(before);
                return None;
            }
            self.repeat(Step::Put(run, word));
        }
        robbed.retain(|&run| !self.pass_on(run, &may_lose));
        if robbed.len() > most {
            self.undo_to(before);
            return None;
        }
        Some(robbed)
    }

    /// Returns the runs with this word or with relatives of it, beside which it must not stand.
    fn in_the_way(&self, len: usize, word: usize) -> Vec<Run> {
        let relatives = self.index.of_len(len).relatives(word).iter();
        let relatives = relatives.map(|&(len, word)| (len as usize, word as usize));
        let all = std::iter::once((len, word)).chain(relatives);
        all.filter_map(|word| self.holders.get(&word).copied()).collect()
    }

    /// Finds a word for a run that has none, with all letters that cross it held: one that is not in use, or one that another run
    /// can do without because it can have yet another one, and so on. Returns whether there is one.
    pub(super) fn pass_on(&mut self, run: Run, may_lose: impl Fn(Run) -> bool) -> bool {
        let index = Arc::clone(&self.index);
        let words = index.of_len(run.len);
        // The run that wants the word of each run.
        let mut wanted_by: FxHashMap<Run, Run> = FxHashMap::default();
        let mut queue = VecDeque::from([run]);
        while let Some(wants) = queue.pop_front() {
            for word in words.fitting(&self.crossed(wants)) {
                if !self.used.contains(run.len, word) {
                    self.hand_over(wants, word, &wanted_by);
                    return true;
                }
                if let Some(&holder) = self.holders.get(&(run.len, word))
                    && wanted_by.len() < MOST_PASSED
                    && holder != run
                    && holder != wants
                    && !wanted_by.contains_key(&holder)
                    && may_lose(holder)
                {
                    wanted_by.insert(holder, wants);
                    queue.push_back(holder);
                }
            }
        }
        false
    }

    /// Gives a run this word, the run that wants its word that one, and so on.
    fn hand_over(&mut self, run: Run, word: usize, wanted_by: &FxHashMap<Run, Run>) {
        let (mut run, mut word) = (run, word);
        let mut gained = Vec::new();
        loop {
            let old = self.take_out(run);
            gained.push(Step::Put(run, word));
            let (Some(&next), Some(old)) = (wanted_by.get(&run), old) else { break };
            (run, word) = (next, old);
        }
        gained.into_iter().for_each(|step| self.repeat(step));
    }
}
