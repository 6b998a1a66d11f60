//! Own words on the board: runs with letters that stay while the layout around them changes.
//!
//! An own word holds its fields as letters and the fields at its ends as question fields, and flips leave these alone. All
//! counts are kept up to date when a word is laid or taken away, so a board with own words is annealed like any other.

use super::board::Board;
use super::held::{Held, OwnRun, Place};
use super::pattern::Kind;
use crate::encodings::grid::{Direction, Run};
use crate::encodings::lexicon::{Letter, Slot, SlotProblem};
use fastrand::Rng;

impl Board {
    /// Prepares the board for these words; none of them is on it yet.
    pub(in crate::search) fn welcome(&mut self, words: &[&[Letter]]) {
        let size = self.kinds().len();
        if !words.is_empty() && !self.has_letters {
            self.has_letters = true;
            self.recount();
        }
        self.held = Held {
            runs: words.iter().map(|word| OwnRun { letters: word.to_vec(), place: None }).collect(),
            covered: vec![0; size],
            ends: vec![0; size],
        };
    }

    /// Returns whether an own word is not on the board.
    pub(in crate::search) fn is_missing(&self, own: usize) -> bool {
        self.held.runs[own].place.is_none()
    }

    /// Returns the own words on the board and where they lie.
    pub(in crate::search) fn own_runs(&self) -> impl Iterator<Item = (usize, Run)> {
        let laid = self.held.runs.iter().enumerate();
        laid.filter_map(|(own, run)| Some((own, self.run_at(run.place?, run.letters.len()))))
    }

    /// Returns the runs of the board as slots, with the letters that are known, and the place of each slot.
    pub(in crate::search) fn problem(&self) -> (SlotProblem, Vec<Place>) {
        let mut number = vec![None; self.kinds().len()];
        let (mut problem, mut places) = (SlotProblem::default(), Vec::new());
        for start in 0..self.kinds().len() {
            for step in [1, self.width()] {
                let Some(len) = self.run_from(start, step).filter(|&len| len >= 2) else { continue };
                let cells = (start..).step_by(step).take(len).map(|at| {
                    *number[at].get_or_insert_with(|| {
                        problem.cells.push(self.letter(at));
                        problem.cells.len() - 1
                    })
                });
                let slot = Slot { cells: cells.collect() };
                problem.slots.push(slot);
                places.push(Place { start, step });
            }
        }
        (problem, places)
    }

    /// Returns the run of this length at a place.
    pub(in crate::search) fn run_at(&self, Place { start, step }: Place, len: usize) -> Run {
        let direction = if step == 1 { Direction::Across } else { Direction::Down };
        Run { start: self.pos(start), direction, len }
    }

    /// Returns the middle field of a place for an own word.
    pub(in crate::search) fn middle(&self, own: usize, place: Place) -> usize {
        place.start + self.held.runs[own].letters.len() / 2 * place.step
    }

    /// Draws a place for an own word at random, and returns how much is in its way; `None` if it cannot be there. In the
    /// way are fields that have to flip, other own words beside it (they make runs of letters that nobody chose), and
    /// borders along it (a crossing run that starts at a border needs a bent arrow from beside, where the word itself is).
    pub(in crate::search) fn draw_place(&self, own: usize, rng: &mut Rng) -> Option<(usize, Place)> {
        let start = self.free()[rng.usize(..self.free().len())];
        let step = if rng.bool() { 1 } else { self.width() };
        let letters = &self.held.runs[own].letters;
        let beside = if step == 1 { self.width() } else { 1 };
        let last = start + (letters.len() - 1) * step;
        if last + 2 * self.width() >= self.kinds().len() {
            return None;
        }
        let mut in_the_way = 4 * usize::from(self.kind(start - step) == Kind::Off);
        let mut is_new = false;
        for (i, letter) in letters.iter().enumerate() {
            let at = start + i * step;
            match self.letter(at) {
                Some(other) if other == *letter => {}
                None if self.may_be_letter(at) && self.held.ends[at] == 0 => {
                    is_new = true;
                    in_the_way += usize::from(self.kind(at) == Kind::Question);
                    in_the_way += 4 * usize::from(self.kind(at - beside) == Kind::Off);
                    let sides = [at - beside, at + beside];
                    in_the_way += 4 * sides.iter().filter(|&&at| self.held.covered[at] > 0).count();
                }
                _ => return None,
            }
        }
        for end in [start - step, start + letters.len() * step] {
            match self.kind(end) {
                Kind::Off => {}
                Kind::Letter if self.is_free(end) => in_the_way += 1,
                Kind::Question => {}
                Kind::Letter => return None,
            }
        }
        is_new.then_some((in_the_way, Place { start, step }))
    }

    /// Returns whether an own word agrees with the letters at a run of its length on the board.
    pub(in crate::search) fn agrees(&self, own: usize, Place { start, step }: Place) -> bool {
        let letters = self.held.runs[own].letters.iter().enumerate();
        letters
            .into_iter()
            .all(|(i, letter)| self.letter(start + i * step).is_none_or(|other| other == *letter))
    }

    /// Lays an own word; its fields become letters, and those at its ends questions.
    pub(in crate::search) fn lay(&mut self, own: usize, place: Place) {
        let letters = std::mem::take(&mut self.held.runs[own].letters);
        let Place { start, step } = place;
        for (i, &letter) in letters.iter().enumerate() {
            let at = start + i * step;
            if self.kind(at) == Kind::Question {
                self.flip(at);
            }
            if self.letter(at).is_none() {
                self.set_letter(at, Some(letter));
            }
            self.held.covered[at] += 1;
        }
        for end in [start - step, start + letters.len() * step] {
            if self.kind(end) == Kind::Letter {
                self.flip(end);
            }
            self.held.ends[end] += 1;
        }
        self.held.runs[own] = OwnRun { letters, place: Some(place) };
    }

    /// Returns the place of a run of the grid.
    pub(in crate::search) fn place_of(&self, run: Run) -> Place {
        let step = if run.direction == Direction::Across { 1 } else { self.width() };
        Place { start: self.at(run.start), step }
    }

    /// Lays an own word at a run of the grid.
    pub(in crate::search) fn lay_run(&mut self, own: usize, run: Run) {
        self.lay(own, self.place_of(run));
    }

    /// Takes an own word away; its fields stay as they are, but free.
    pub(in crate::search) fn take_away(&mut self, own: usize) {
        let Some(Place { start, step }) = self.held.runs[own].place.take() else { return };
        let len = self.held.runs[own].letters.len();
        for at in (start..).step_by(step).take(len) {
            self.held.covered[at] -= 1;
            if self.held.covered[at] == 0 && !self.is_given(at) {
                self.set_letter(at, None);
            }
        }
        for end in [start - step, start + len * step] {
            self.held.ends[end] -= 1;
        }
    }
}
