//! One round: a layout, its arrows, its letters; and the race of rounds on several threads.
//!
//! A fill that fails is asked where: the slots that failed most. The fields around them are freed in the
//! layout, annealed anew at the same rating, and the fill goes on with the letters that survived. A layout
//! that still refuses after many such changes is given up for the next round.

use super::best::{Best, EPSILON};
use super::{Ending, Job, Layer, NoAnswer, Options, Progress, rules_of_layout};
use crate::search::fill::{self, FillOptions, FillOutcome};
use crate::search::layout::{Board, Prices, Schedule, anneal, loss, polish, rework, sat};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use cwsat_encodings::arrowword::bound::Ceiling;
use cwsat_encodings::arrowword::layout::LayoutSpec;
use cwsat_encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat_encodings::arrowword::rating;
use cwsat_encodings::grid::{Grid, Pos};
use cwsat_encodings::lexicon::Letter;
use fastrand::Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How much work a round puts into its layout.
#[derive(Clone, Copy)]
struct Effort {
    /// Annealing moves a free field.
    moves: u64,
    /// Windows that are polished if the ceiling is not reached.
    windows: usize,
}

/// The efforts of the rounds 1, 2, …; the last one holds for all later rounds.
const EFFORTS: [Effort; 3] = [
    Effort { moves: 800, windows: 0 },
    Effort { moves: 3000, windows: 60 },
    Effort { moves: 3000, windows: 400 },
];

/// After so many rounds of full effort on end without a better puzzle the search has settled.
const PATIENCE: usize = 6;

/// How often a layout is changed where its fill refuses before it is given up.
const REPAIRS: usize = 40;

/// Rounds without any valid layout before the grid is left to the SAT solver.
const HOPELESS: usize = 3;

/// Runs rounds on all threads until the ceiling is reached, nothing better is found, or the budget ends.
pub(super) fn race(
    job: Job<'_>,
    ceiling: &Ceiling,
    index: &Arc<WordIndex>,
    options: &Options,
    budget: &Budget,
    best: &Best,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Ending, NoAnswer> {
    let (budget, done) = budget.racer();
    let idle = AtomicUsize::new(0);
    let threads = options.threads.max(1);
    let results: Vec<_> = thread::scope(|scope| {
        let runners: Vec<_> = (0..threads)
            .map(|thread| {
                let (budget, done, idle) = (&budget, &done, &idle);
                let seed = options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(thread as u64);
                scope.spawn(move || {
                    let patience = PATIENCE * threads;
                    let runner = Runner { job, ceiling, index, budget, best, watch, idle, patience };
                    let ending = runner.run(&mut Rng::with_seed(seed));
                    done.store(true, Ordering::Relaxed);
                    ending
                })
            })
            .collect();
        runners.into_iter().map(|r| r.join()).collect()
    });
    let mut ending = Ok(Ending::Stopped);
    for result in results {
        match result {
            Ok(Ok(Ending::Stopped)) => {}
            Ok(other) => ending = other,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    if best.is_at_ceiling() { Ok(Ending::Ceiling) } else { ending }
}

/// One thread's rounds.
struct Runner<'a> {
    job: Job<'a>,
    ceiling: &'a Ceiling,
    index: &'a Arc<WordIndex>,
    budget: &'a Budget,
    best: &'a Best,
    watch: &'a (dyn Fn(Progress) + Sync),
    /// Rounds of full effort, on all threads, since the best puzzle last changed.
    idle: &'a AtomicUsize,
    patience: usize,
}

impl Runner<'_> {
    fn run(&self, rng: &mut Rng) -> Result<Ending, NoAnswer> {
        let goal = (100.0 - self.ceiling.score) * 6.0 + EPSILON;
        let mut without_layout = 0;
        for round in 1.. {
            if self.budget.exhausted() {
                break;
            }
            let effort = EFFORTS[(round - 1).min(EFFORTS.len() - 1)];
            (self.watch)(self.best.progress(Layer::Layout, round));
            let before = self.best.score();
            match self.layout(effort, goal, rng) {
                Some(board) => self.finish(board, round, rng),
                None if before.is_none() => {
                    without_layout += 1;
                    if without_layout >= HOPELESS {
                        return self.leave_to_sat(rng);
                    }
                }
                None => {}
            }
            if self.best.is_at_ceiling() {
                return Ok(Ending::Ceiling);
            }
            if self.best.score() != before {
                self.idle.store(0, Ordering::Relaxed);
            } else if round >= EFFORTS.len() && self.idle.fetch_add(1, Ordering::Relaxed) + 1 >= self.patience
            {
                return Ok(Ending::Settled);
            }
        }
        Ok(Ending::Stopped)
    }

    /// A valid layout as near to the ceiling as this effort brings it, if one is found.
    fn layout(&self, effort: Effort, goal: f64, rng: &mut Rng) -> Option<Board> {
        let mut board = Board::new(self.job.given, &self.supply());
        board.scatter(rng);
        let schedule = Schedule::for_board(&board, effort.moves);
        let prices = self.prices();
        anneal(&mut board, &schedule, &prices, goal, rng, self.budget);
        if board.tally().broken() > 0 {
            return None;
        }
        polish(&mut board, self.job.given, &prices, goal, effort.windows, rng, self.budget);
        Some(board)
    }

    /// Letters for a layout; where they cannot be found, another layout there.
    fn finish(&self, mut board: Board, round: usize, rng: &mut Rng) {
        let promise = |board: &Board| 100.0 - loss(board.tally(), board.unblocked()) / 6.0 + rating::BONUS;
        let mut survivors: Grid<Option<Letter>> = self.job.given.fields.map(|_, _| None);
        for repair in 0..=REPAIRS {
            if !self.best.wants(promise(&board)) || self.budget.exhausted() {
                return;
            }
            let Some(laid_out) = self.arrows(&board.puzzle(self.job.given), rng) else { return };
            (self.watch)(self.best.progress(Layer::Fill, round));
            let (problem, positions) = laid_out.slots();
            let hint = positions.iter().map(|&p| survivors[p]).collect();
            let options = FillOptions { seed: rng.u64(..), hint: Some(hint), ..FillOptions::default() };
            match fill::fill(&problem, self.index, &options, self.budget) {
                FillOutcome::Filled(letters) => {
                    self.best.offer(with_letters(&laid_out, &positions, &letters), self.index);
                    return;
                }
                FillOutcome::Infeasible { core: slots } => {
                    let place = slots.first().map(|&s| positions[problem.slots[s].cells[0]]);
                    self.relayout(&mut board, place, repair, rng);
                }
                FillOutcome::Stopped { letters, trouble } => {
                    survivors = self.job.given.fields.map(|_, _| None);
                    for (&pos, letter) in positions.iter().zip(letters) {
                        survivors[pos] = letter;
                    }
                    let worst = (0..trouble.len()).max_by(|&a, &b| trouble[a].total_cmp(&trouble[b]));
                    let place = worst.map(|slot| {
                        let cells = &problem.slots[slot].cells;
                        positions[cells[cells.len() / 2]]
                    });
                    self.relayout(&mut board, place, repair, rng);
                }
            }
        }
        log::info!("round {round}: a layout refused to be filled after {REPAIRS} changes");
    }

    /// Another layout around a place, no worse than before; the window grows with the number of repairs.
    fn relayout(&self, board: &mut Board, place: Option<Pos>, repair: usize, rng: &mut Rng) {
        let Some(place) = place else { return };
        let radius = 3 + repair / 8;
        log::debug!("the fill refuses around {place}: another layout within {radius} fields");
        let goal = loss(board.tally(), board.unblocked()) + EPSILON;
        rework(board, self.job.given, place, radius, &self.prices(), goal, rng, self.budget);
    }

    /// How many words of each length a layout may ask for. Not quite all that there are: the last ones of a
    /// length hardly ever fit.
    fn supply(&self) -> Vec<usize> {
        let count = |len| self.job.list.count(len);
        (0..=self.job.list.longest()).map(|len| count(len) - count(len) / 4).collect()
    }

    fn prices(&self) -> Prices {
        let best = &self.ceiling.counts;
        Prices {
            best: Some((best.questions, best.questions + best.doubles)),
            ..Prices::for_fields(best.unblocked as i32)
        }
    }

    /// The arrows of a layout in which every field is decided.
    fn arrows(&self, kinds: &Puzzle, rng: &mut Rng) -> Option<Puzzle> {
        let options = rules_of_layout(self.job.list, true);
        sat::structure(&LayoutSpec::new(kinds, false), &options, rng.u64(..), self.budget).found()
    }

    /// A grid on which annealing finds no valid layout, being small, or narrow, or full of given fields: the
    /// SAT solver makes layouts that keep to the rules, and the best one that can be filled is taken.
    fn leave_to_sat(&self, rng: &mut Rng) -> Result<Ending, NoAnswer> {
        const LAYOUTS: usize = 40;
        log::info!("annealing finds no layout for this grid, the SAT solver takes over");
        let spec = LayoutSpec::new(self.job.given, true);
        for layout in 0..LAYOUTS {
            (self.watch)(self.best.progress(Layer::Layout, layout + 1));
            let options = rules_of_layout(self.job.list, false);
            let laid_out = match sat::structure(&spec, &options, rng.u64(..), self.budget) {
                sat::Outcome::Found(puzzle) => puzzle,
                sat::Outcome::Impossible => return Err(NoAnswer::NoLayout),
                sat::Outcome::Unknown => return Ok(Ending::Stopped),
            };
            (self.watch)(self.best.progress(Layer::Fill, layout + 1));
            let (problem, positions) = laid_out.slots();
            let options = FillOptions { seed: rng.u64(..), ..FillOptions::default() };
            if let FillOutcome::Filled(letters) = fill::fill(&problem, self.index, &options, self.budget) {
                self.best.offer(with_letters(&laid_out, &positions, &letters), self.index);
            }
            if self.best.is_at_ceiling() {
                return Ok(Ending::Ceiling);
            }
        }
        Ok(Ending::Settled)
    }
}

/// The laid-out puzzle with a letter in each of these positions.
pub(super) fn with_letters(laid_out: &Puzzle, positions: &[Pos], letters: &[Letter]) -> Puzzle {
    let mut puzzle = laid_out.clone();
    for (&pos, &letter) in positions.iter().zip(letters) {
        puzzle.fields[pos] = Field::Letter(letter);
    }
    puzzle
}
