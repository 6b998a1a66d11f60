//! One attempt to give a run without a word one, and if need be another layout around it at the same time.

use super::rearrange::draw_flips;
use super::state::{Change, State, Step};
use crate::encodings::grid::{Direction, Pos, Run};
use crate::encodings::lexicon::{Slot, SlotProblem};
use crate::search::fill::{Choice, fill_part};
use crate::search::layout::{Board, Prices};
use crate::solver::Budget;
use crate::solver::words::{UsedWords, WordIndex};
use fastrand::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// How far from the field in the middle an attempt may change anything.
pub(super) const REACH: usize = 20;

/// The most words that are taken out around what changes, at the first attempt at a run, with each further attempt, and at last. A
/// number up to that is drawn.
const FREED: usize = 12;
const FREED_A_TRY: usize = 2;
const MOST_FREED: usize = 40;

/// The same where any words may be taken from elsewhere: each one more may cost another slot its word.
const FREED_TO_TAKE: usize = 8;

/// The failures that the search for words may have at the first attempt, and with each further one, up to a limit.
const FAILURES: u64 = 100;
const FAILURES_A_TRY: u64 = 8;
const MOST_FAILURES: u64 = 500;

/// How much worse the layout may get at the first attempt to change it, and how much more with each further attempt at the run, as a
/// temperature in points of the six factors together.
const TEMPERATURE: f64 = 0.3;
const TEMPERATURE_A_TRY: f64 = 0.02;

/// What attempts need.
pub(super) struct Tools<'a> {
    pub(super) index: &'a Arc<WordIndex>,
    pub(super) prices: Prices,
    pub(super) budget: &'a Budget,
}

/// A run for which an attempt is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) run: Run,
    /// The attempts before this one.
    pub(super) tries: u32,
    /// How many more runs may lose their words than get one.
    pub(super) more: usize,
}

/// What an attempt does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It looks for words that are not in use.
    Unused,
    /// It may take words that other ones can replace where they are in use.
    Exchanging,
    /// It may take any words.
    Taking,
    /// It changes the layout, and exchanges words.
    Rearranging,
}

impl Manner {
    /// Returns the manner of an attempt at a run after this many earlier ones.
    pub(super) fn of(tries: u32) -> Self {
        [Self::Unused, Self::Exchanging, Self::Taking, Self::Rearranging][tries as usize % 4]
    }
}

impl Tools<'_> {
    /// Looks for words for a run and some around it, and for a change of the layout that makes this possible. Leaves the state and
    /// the board as they are. `kept` are the words that no others can replace where they are in use.
    pub(super) fn attempt(
        &self,
        state: &mut State,
        board: &mut Board,
        task: Task,
        kept: &UsedWords,
        rng: &mut Rng,
    ) -> Option<Change> {
        let before = state.log().len();
        let change = self.find(state, board, task, kept, rng);
        state.undo_to(before);
        change
    }

    fn find(
        &self,
        state: &mut State,
        board: &mut Board,
        task: Task,
        kept: &UsedWords,
        rng: &mut Rng,
    ) -> Option<Change> {
        let Task { run: seed, tries, more } = task;
        let centre = seed.cell(rng.usize(..seed.len));
        let manner = Manner::of(tries);
        let flips = match manner {
            Manner::Rearranging => {
                let temperature = TEMPERATURE + TEMPERATURE_A_TRY * f64::from(tries);
                draw_flips(state, board, seed, &self.prices, temperature, rng)
            }
            _ => Vec::new(),
        };
        let mut change = Change { flips, ..Change::default() };
        let changed: Vec<Run> = change.flips.iter().flat_map(|&pos| state.touched(pos)).collect();
        for run in changed {
            lose(state, run, &mut change);
        }
        change.flips.iter().for_each(|&pos| state.repeat(Step::Flip(pos)));
        let mut decided = Decided::default();
        let around = change.flips.iter().flat_map(|&pos| around(pos)).chain(seed.cells());
        for pos in around.filter(|&pos| state.fields.contains(pos)) {
            for run in Direction::BOTH.into_iter().filter_map(|direction| state.run_through(pos, direction)) {
                if state.word(run).is_none() {
                    decided.add(run, None);
                }
            }
        }
        let most = match manner {
            Manner::Taking if tries % 8 == 2 => FREED_TO_TAKE,
            _ => (FREED + FREED_A_TRY * tries as usize).min(MOST_FREED),
        };
        change.more = if manner == Manner::Taking { more } else { 0 };
        decided.free_nearest(state, centre, rng.usize(..=most), &mut change, rng);
        let mut kept = kept.clone();
        for &(run, word) in &change.lost {
            kept.remove(self.index.of_len(run.len), word);
        }
        let failures = (FAILURES + FAILURES_A_TRY * u64::from(tries)).min(MOST_FAILURES);
        let (problem, before) = (decided.problem(state), &decided.before);
        let choice = match manner {
            Manner::Unused => Choice::Except(&state.used),
            Manner::Exchanging | Manner::Rearranging => Choice::Except(&kept),
            Manner::Taking => Choice::Rather(&kept),
        };
        let words = fill_part(&problem, self.index, choice, before, failures, rng, self.budget)?;
        change.gained = decided.runs.into_iter().zip(words).collect();
        Some(change)
    }
}

/// The runs that get words.
#[derive(Default)]
struct Decided {
    runs: Vec<Run>,
    /// The words that they had.
    before: Vec<Option<usize>>,
    all: FxHashSet<Run>,
}

impl Decided {
    fn add(&mut self, run: Run, before: Option<usize>) {
        if self.all.insert(run) {
            self.runs.push(run);
            self.before.push(before);
        }
    }

    /// Returns the runs as slots, with the letters they have.
    fn problem(&self, state: &State) -> SlotProblem {
        let mut problem = SlotProblem::default();
        let mut number: FxHashMap<Pos, usize> = FxHashMap::default();
        for run in &self.runs {
            let cells = run.cells().map(|pos| {
                *number.entry(pos).or_insert_with(|| {
                    problem.cells.push(state.letters[pos]);
                    problem.cells.len() - 1
                })
            });
            let cells = cells.collect();
            problem.slots.push(Slot { cells });
        }
        problem
    }

    /// Adds this many of the nearest runs with words, by random distances over crossings, and takes their words out.
    fn free_nearest(
        &mut self,
        state: &mut State,
        centre: Pos,
        count: usize,
        change: &mut Change,
        rng: &mut Rng,
    ) {
        let mut seen = self.all.clone();
        let mut heap: BinaryHeap<(Reverse<u32>, Run)> =
            self.runs.iter().map(|&run| (Reverse(0), run)).collect();
        let mut freed = 0;
        while let Some((Reverse(distance), run)) = heap.pop() {
            if seen.insert(run) {
                if freed == count {
                    break;
                }
                freed += 1;
                let word = lose(state, run, change);
                self.add(run, word);
            }
            for pos in run.cells() {
                let Some(other) = state.run_through(pos, run.direction.crossing()) else { continue };
                let is_near =
                    |pos: Pos| pos.row.abs_diff(centre.row) <= REACH && pos.col.abs_diff(centre.col) <= REACH;
                if !seen.contains(&other)
                    && state.word(other).is_some()
                    && is_near(other.start)
                    && is_near(other.cell(other.len - 1))
                {
                    heap.push((Reverse(distance + 1024 + rng.u32(400..1400)), other));
                }
            }
        }
    }
}

/// Takes the word out of a run, and takes note of it.
fn lose(state: &mut State, run: Run, change: &mut Change) -> Option<usize> {
    let word = state.take_out(run)?;
    change.lost.push((run, word));
    Some(word)
}

/// Returns a field and those beside it.
fn around(pos: Pos) -> impl Iterator<Item = Pos> {
    [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)]
        .into_iter()
        .filter_map(move |(down, right)| pos.offset(down, right))
}
