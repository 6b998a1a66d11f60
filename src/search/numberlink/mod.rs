//! From a Numberlink problem to the smallest rectangle that a formula proves, or the best one in time.
//!
//! Three kinds of work share what they know (`race`). *Proving* goes up by area over all shapes of rectangles:
//! each is a formula of its own (`rectangle`), and the first area with a model is the optimum. A shape that
//! resists is put aside, and gets twice as long when its turn comes again. *Packing* (`pack`) comes from
//! above: it makes complete answers without any formula and shrinks their board. *Shortening* (`shorten`) also
//! comes from above, by formulas of short wires; it proves nothing either, and finds tight answers where packing
//! does not. With one thread they take turns; with more, every other thread proves from the start, and the packers
//! join in when packing finds nothing better any more. From some 15 blocks on all threads mostly pack and shorten,
//! and where formulas would be too large they only pack.

pub mod claim;
pub mod explain;
pub mod generate;
mod pack;
mod race;
mod rectangle;
mod shapes;
mod shorten;

use crate::encodings::numberlink::bounds::Counts;
use crate::encodings::numberlink::{self as puzzle, Problem, rules};
use crate::search::Bug;
use crate::solver::{BackEnd, Budget, seed, threads};
use pack::{Packer, Pieces};
use race::{Race, Shape};
use rectangle::{Fit, Rectangle};
use shorten::Shortener;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The same seed gives the same answer, with one thread and no time limit that interferes.
    pub seed: u64,
    /// How many threads work, at least 1.
    pub threads: usize,
    /// Who solves the formulas.
    pub back_end: BackEnd,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, threads: 1, back_end: BackEnd::default() }
    }
}

/// How far the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The area of the best answer so far.
    pub best: Option<usize>,
    /// No answer has a smaller area: proven.
    pub bound: usize,
}

/// A complete answer and what is known of it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The board; it is no larger than the rectangle around blocks and wires.
    pub solution: puzzle::Solution,
    /// The area of that rectangle.
    pub area: usize,
    /// No answer has a smaller area. Equal to `area` if the answer is optimal.
    pub bound: usize,
    /// The part of the bound that follows from counting alone.
    pub counted: usize,
    /// The shapes (rows, columns) that formulas proved too small, in this order.
    pub refuted: Vec<(usize, usize)>,
    /// When the first complete answer was there.
    pub first_after: Duration,
    /// When this answer was there.
    pub found_after: Duration,
    /// When the search was over.
    pub done_after: Duration,
}

impl Answer {
    /// Whether no answer can be smaller.
    pub fn is_optimal(&self) -> bool {
        self.area == self.bound
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// Every shape up to the largest board is proven too small.
    #[error(
        "the blocks and wires do not fit on any board up to the stated size: that is proven; allow a larger board, or \
         other numbers"
    )]
    Impossible,
    /// The SAT solver broke, so that there is no answer.
    #[error("{0}")]
    Broken(String),
    /// What was found is none.
    #[error(transparent)]
    Bug(#[from] Bug),
    /// The budget ended before the first complete answer.
    #[error("stopped before a complete answer was found: give it more time")]
    Stopped,
}

/// Conflicts of the first turn of a shape; each later turn has twice as many.
const CONFLICTS: u32 = 20_000;
/// So many turns double; from then on they stay as long.
const DOUBLINGS: u32 = 10;
/// Formulas with more clauses than about this are not made.
const LARGEST_FORMULA: usize = 4_000_000;
/// Solvers that are put aside are kept while those of all threads have fewer clauses than this together.
const KEPT: usize = 10_000_000;
/// Up to so many blocks proving gets most of the time.
const SMALL: usize = 14;
/// With more blocks a turn of proving has so many conflicts however often it comes back, as most shapes resist for ever
/// and the time is better spent on packing,
const FEW_CONFLICTS: u32 = 2_000;
/// and comes after so many turns of packing, and one more for each so many clauses, as making and loading them takes time.
const PACKS_A_PROOF: usize = 100;
const CLAUSES_A_PACK: usize = 1_000;
/// With more blocks so many turns of packing follow a turn of shortening for each [`CONFLICTS`](shorten::CONFLICTS) that it
/// may have had: that takes about as long.
const PACKS_A_SHORTENING: usize = 500;
/// So many turns without anything better, and a packer proves as well.
const SETTLED: usize = 40;

/// Solves a problem as well as the budget allows. `watch` hears of progress, from any thread. Where a back end
/// breaks, the best answer before counts, and [`Budget::failure`] tells why there is no better one.
pub fn solve(
    problem: &Problem,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let counts = Counts::of(problem);
    let pieces = Pieces::new(problem);
    let (racing, over) = budget.racer();
    let race = Race::new(problem, &counts, Arc::clone(&over), watch);
    let search = Search { problem, options, counts: &counts, pieces: &pieces, race: &race, budget: &racing };
    threads::race(options.threads, &over, |worker| search.work(worker));
    let Some(bound) = race.bound() else { return Err(NoAnswer::Impossible) };
    let Some(best) = race.best() else {
        return Err(budget.failure().map_or(NoAnswer::Stopped, |why| NoAnswer::Broken(why.to_owned())));
    };
    sound(problem, &best.answer, best.area)?;
    Ok(Answer {
        area: best.area,
        solution: puzzle::Solution::clone(&best.answer),
        bound,
        counted: counts.area(),
        refuted: race.refuted(),
        first_after: race.first_after(),
        found_after: best.after,
        done_after: started.elapsed(),
    })
}

/// Whether an answer follows the rules and has the area it is said to have.
fn sound(problem: &Problem, answer: &puzzle::Solution, area: usize) -> Result<(), Bug> {
    let other = (answer.area() != area).then(|| format!("the answer has area {}, not {area}", answer.area()));
    let broken = rules::check(problem, answer).into_iter().map(|broken| broken.to_string());
    Bug::if_any(broken.chain(other))
}

/// What all threads look at.
struct Search<'a> {
    problem: &'a Problem,
    options: &'a Options,
    counts: &'a Counts,
    pieces: &'a Pieces,
    race: &'a Race<'a>,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    /// One thread's work, until all is over or the budget ends.
    fn work(&self, worker: usize) {
        let seed = seed::derive(self.options.seed, worker as u64);
        let mut packer = Packer::new(self.problem, self.counts, self.pieces, seed);
        let mut prover = Prover { search: self, worker, seed, kept: Vec::new() };
        let back_end = &self.options.back_end;
        let mut shortener = Shortener::new(self.problem, self.counts, back_end, seed);
        let (mut idle, mut prove_at, mut shorten_at) = (0, 0, 0);
        for turn in 0.. {
            if self.race.is_over() || self.budget.exhausted() {
                break;
            }
            let settled = worker % 2 == 1 || idle >= SETTLED;
            let proves = settled && if self.is_small() { turn % 4 != 3 } else { turn >= prove_at };
            let bound = self.race.bound().unwrap_or(0);
            if proves {
                prove_at = turn + PACKS_A_PROOF + formula_size(self.problem, bound) / CLAUSES_A_PACK;
                if prover.work() {
                    continue;
                }
            }
            let best = self.race.best();
            let shortens = !self.is_small() && settled && turn >= shorten_at;
            if let Some(best) = best.as_ref().filter(|_| shortens) {
                let (share, answer) = shortener.work(best.area, bound, self.budget);
                shorten_at = turn + PACKS_A_SHORTENING * share;
                if let Some(answer) = answer {
                    idle = 0;
                    self.race.offer(answer);
                    continue;
                }
            }
            match packer.work(best.as_ref().map(|best| &*best.answer), bound, self.budget) {
                Some(answer) => {
                    idle = 0;
                    self.race.offer(answer);
                }
                None => idle += 1,
            }
        }
    }

    /// Whether a proof is to be hoped for.
    fn is_small(&self) -> bool {
        self.problem.blocks().len() <= SMALL
    }

    /// About how many clauses the formula of a shape has.
    fn clauses(&self, shape: &Shape) -> usize {
        formula_size(self.problem, shape.area())
    }
}

/// About how many clauses the formula of a rectangle of this area has.
fn formula_size(problem: &Problem, area: usize) -> usize {
    let blocks = problem.groups().len();
    // Per field: 12 clauses a number for links and tautness, 12 a position of a block.
    area * (12 * problem.nets() + 12 * blocks + 60)
}

/// A thread that proves shapes too small, or finds answers in them.
struct Prover<'a> {
    search: &'a Search<'a>,
    worker: usize,
    seed: u64,
    /// Solvers of shapes that were put aside.
    kept: Vec<(usize, Rectangle<'a>)>,
}

impl Prover<'_> {
    /// Works on the next shape for its turn; false if there is none.
    fn work(&mut self) -> bool {
        let search = self.search;
        let race = search.race;
        let allowed = |shape: &Shape| search.clauses(shape) <= LARGEST_FORMULA;
        let Some(shape) = race.claim(self.worker, allowed) else { return false };
        let place = self.kept.iter().position(|(index, _)| *index == shape.index);
        let mut rectangle = match place {
            Some(place) => self.kept.swap_remove(place).1,
            None => {
                let back_end = &search.options.back_end;
                Rectangle::new(search.problem, shape.rows, shape.cols, back_end, self.seed)
            }
        };
        let (turns, conflicts) = match search.is_small() {
            true => (1u32 << shape.level.min(DOUBLINGS), CONFLICTS),
            false => (1, FEW_CONFLICTS),
        };
        for _ in 0..turns {
            match rectangle.fit(Some(conflicts), search.budget) {
                Fit::Yes(answer) => {
                    race.offer(answer);
                    return true;
                }
                Fit::No => {
                    race.close(&shape);
                    return true;
                }
                Fit::Unknown if race.is_moot(shape.area()) || search.budget.exhausted() => return true,
                Fit::Unknown => {}
            }
        }
        self.kept.retain(|(index, other)| *index != shape.index && !race.is_moot(other.area()));
        let together: usize = self.kept.iter().map(|(_, other)| other.clauses()).sum();
        if together + rectangle.clauses() <= KEPT / search.options.threads.max(1) {
            self.kept.push((shape.index, rectangle));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::numberlink::{Cell, format_q};

    #[test]
    fn no_answer_that_breaks_a_rule_is_returned() {
        let text = include_str!("../../../test_cases/numberlink/Q_5_4.txt");
        let problem = format_q::read(text).unwrap();
        let answer = solve(&problem, &Options::default(), &Budget::unlimited(), &|_| {}).unwrap();
        assert!(sound(&problem, &answer.solution, answer.area).is_ok());
        assert!(sound(&problem, &answer.solution, answer.area - 1).is_err(), "an area that it has not");
        let mut cut = answer.solution.clone();
        let (wire, _) = cut.fields.iter().find(|(_, cell)| matches!(cell, Cell::Number(_))).unwrap();
        cut.fields[wire] = Cell::Empty;
        assert!(sound(&problem, &cut, cut.area()).is_err(), "a wire that is cut");
    }
}
