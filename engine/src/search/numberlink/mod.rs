//! From a Numberlink problem to the smallest rectangle, proven by formulas, or to the best one within the time limit.
//!
//! Three kinds of work share what they know (`race`). *Proving* goes up by area through all shapes of rectangles: each
//! is a formula of its own (`rectangle`), and the first area with a model is the optimum. A shape that resists is put
//! aside until its turn comes again. Some turns go down from the best answer in the same way. *Packing* (`pack`) comes from above: it makes complete
//! answers without any formula and shrinks their board. *Shortening* (`shorten`) also comes from above, by formulas of
//! short wires; it proves nothing either, and finds tight answers where packing does not. With one thread they take
//! turns; with more, every other thread proves from the start, and the packers join in once packing finds nothing
//! better. While packing finds no answer at all, the formula of one generous rectangle looks for one, too (`generous`).
//! From about 19 blocks on, all threads mostly pack and shorten, and where formulas would be too large they
//! only pack.

pub mod claim;
pub mod explain;
pub mod generate;
mod generous;
mod pack;
mod race;
mod rectangle;
mod shapes;
mod shorten;
#[cfg(test)]
mod testing;
pub mod wirings;

use crate::encodings::numberlink::bounds::Counts;
use crate::encodings::numberlink::{self as puzzle, Problem, rules};
use crate::search::{self, Bug, OwnReason, Setup};
use crate::solver::clock::Instant;
use crate::solver::{Budget, seed, threads};
use generous::{Finder, Found};
use pack::{Packer, Pieces};
pub use race::Progress;
use race::{End, Race, Shape};
use rectangle::{Fit, Rectangle};
use shorten::Shortener;
use std::sync::Arc;
use std::time::Duration;

/// A complete answer, and what is known about it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The board, cropped to the rectangle around blocks and wires.
    pub solution: puzzle::Solution,
    /// The area of that rectangle.
    pub area: usize,
    /// The lower bound of the area; equal to `area` if the answer is optimal.
    pub bound: usize,
    /// The lower bound that follows from counting alone.
    pub counted: usize,
    /// The shapes (rows, columns) that formulas proved too small, in this order.
    pub refuted: Vec<(usize, usize)>,
    /// When the first complete answer was found.
    pub first_after: Duration,
    /// When this answer was found.
    pub found_after: Duration,
    /// When the search was over.
    pub done_after: Duration,
}

impl Answer {
    /// Returns whether no answer can be smaller.
    pub fn is_optimal(&self) -> bool {
        self.area == self.bound
    }
}

/// There is no answer: every shape up to the largest board is proven too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the blocks and wires do not fit on any board up to the stated size: that is proven; allow a larger board, or \
     other numbers"
)]
pub struct Impossible;

impl OwnReason for Impossible {
    type Stopped = Stopped;
}

/// The budget ended before the first complete answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before a complete answer was found: give it more time")]
pub struct Stopped;

/// Why a search for an answer has none.
pub type NoAnswer = search::NoAnswer<Impossible>;

/// The conflict limit of a shape's turn; the solver goes on where it stopped as long as memory permits.
const CONFLICTS: u32 = 5_000;
/// The whole formulas of all threads of a search have at most about this many clauses at a time. A solver takes up to 400 bytes
/// for each of them.
const TOGETHER: usize = 3_000_000;
/// However many threads there are, each may have one with this many: problems that can be proven need no more.
const EACH: usize = 250_000;
/// A formula with more clauses than this for each second of the time that is left is not made: the solver does not look at
/// the clock while it reads and prepares them, and other programs may run beside it.
const CLAUSES_A_SECOND: f64 = 200_000.0;
/// Solvers that are put aside are kept while those of all threads together have fewer clauses than this.
const KEPT: usize = 3_000_000;
/// Up to this many blocks, proving gets most of the time.
const SMALL: usize = 18;
/// One turn of proving in this many begins with the largest shape that would be better than the best answer.
const FROM_ABOVE: usize = 8;
/// With more blocks, a turn of proving has this many conflicts, since most shapes resist forever and the time is
/// better spent on packing,
const FEW_CONFLICTS: u32 = 2_000;
/// and it comes after this many turns of packing, plus one for each of these many clauses, since making and loading
/// them takes time.
const PACKS_A_PROOF: usize = 100;
const CLAUSES_A_PACK: usize = 1_000;
/// With more blocks, this many turns of packing follow a turn of shortening for each [`CONFLICTS`](shorten::CONFLICTS)
/// that it may have used: that takes about as long.
const PACKS_A_SHORTENING: usize = 500;
/// While there is no answer, a turn of looking for one by a formula comes after this many turns of packing, plus one for
/// every four times [`CLAUSES_A_PACK`] clauses.
const PACKS_A_FIND: usize = 8;
/// After this many turns without anything better, a packer also proves.
const SETTLED: usize = 40;
/// The same where proving gets most of the time.
const SETTLED_IF_SMALL: usize = 10;

/// Solves a problem as well as the budget allows. `watch` is called with progress, from any thread. If a back end
/// breaks, the best answer so far is returned, and [`Budget::failure`] says why there is no better one.
pub fn solve(
    problem: &Problem,
    setup: &Setup,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    improve(problem, None, setup, budget, watch)
}

/// Like [`solve`], but starts with an answer that is already known, if there is one, and only returns a better one or this.
pub fn improve(
    problem: &Problem,
    known: Option<&puzzle::Solution>,
    setup: &Setup,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let counts = Counts::of(problem);
    let pieces = Pieces::new(problem, budget);
    let (racing, over) = budget.racer();
    let race = Race::new(problem, &counts, Arc::clone(&over), watch);
    if let Some(known) = known {
        race.offer(known.cropped());
    }
    let search = Search { problem, setup, counts: &counts, pieces: &pieces, race: &race, budget: &racing };
    threads::race(setup.threads, &over, |worker| search.work(worker));
    let Some(bound) = race.bound() else { return Err(Impossible.into()) };
    let Some(best) = race.best() else {
        return Err(NoAnswer::ended_early(budget, Stopped));
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

/// Checks that an answer follows the rules and has the area it is said to have.
fn sound(problem: &Problem, answer: &puzzle::Solution, area: usize) -> Result<(), Bug> {
    let other = (answer.area() != area).then(|| format!("the answer has area {}, not {area}", answer.area()));
    let broken = rules::check(problem, answer).into_iter().map(|broken| broken.to_string());
    Bug::if_any(broken.chain(other))
}

/// What all threads read.
struct Search<'a> {
    problem: &'a Problem,
    setup: &'a Setup,
    counts: &'a Counts,
    pieces: &'a Pieces,
    race: &'a Race<'a>,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    /// Does one thread's work, until the search is over or the budget ends.
    fn work(&self, worker: usize) {
        let seed = seed::derive(self.setup.seed, worker as u64);
        // A process could take arbitrarily long for a window, as it has no limit on conflicts.
        let windows = Some(&self.setup.back_end).filter(|back_end| back_end.is_built_in());
        let mut packer = Packer::new(self.problem, self.counts, self.pieces, windows, seed);
        let mut prover = Prover { search: self, worker, seed, kept: Vec::new() };
        let back_end = &self.setup.back_end;
        let mut shortener = Shortener::new(self.problem, self.counts, back_end, seed);
        let mut finder = Finder::new(self.problem, self.counts, back_end, seed);
        let (mut idle, mut prove_at, mut shorten_at, mut find_at) = (0, 0, 0, PACKS_A_FIND);
        for turn in 0.. {
            if self.race.is_over() || self.budget.exhausted() {
                break;
            }
            let patience = if self.is_small() { SETTLED_IF_SMALL } else { SETTLED };
            let settled = worker % 2 == 1 || idle >= patience;
            let has_answer = self.race.best().is_some();
            // Without an answer, half of the time is for finding one.
            let proves_small = if has_answer { turn % 8 != 3 } else { turn % 2 == 0 };
            let proves = settled && if self.is_small() { proves_small } else { turn >= prove_at };
            let bound = self.race.bound().unwrap_or(0);
            if proves {
                prove_at = turn + PACKS_A_PROOF + formula_size(self.problem, bound) / CLAUSES_A_PACK;
                // Now and then from above: with room to spare, the formula often has a model at once.
                let is_above = has_answer && turn % FROM_ABOVE == 1;
                let end = if is_above { End::Largest } else { End::Smallest };
                if prover.work(end) {
                    continue;
                }
            }
            let best = self.race.best();
            if best.is_none() && turn >= find_at {
                match finder.work(bound, |area| self.is_worth_loading(area), self.budget) {
                    Found::Answer(answer) => {
                        idle = 0;
                        self.race.offer(answer);
                        continue;
                    }
                    Found::TooSmall { rows, cols } => self.race.close(rows, cols),
                    Found::Nothing => {}
                }
                find_at = turn + PACKS_A_FIND + formula_size(self.problem, bound) / CLAUSES_A_PACK / 4;
            }
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

    /// Returns whether a proof is within reach.
    fn is_small(&self) -> bool {
        self.problem.blocks().len() <= SMALL
    }

    /// Returns whether there is memory and time for the formula of a rectangle of this area.
    fn is_worth_loading(&self, area: usize) -> bool {
        let clauses = formula_size(self.problem, area);
        let time = self.budget.remaining().map_or(f64::INFINITY, |left| left.as_secs_f64());
        let most = (TOGETHER / self.setup.threads.max(1)).max(EACH);
        clauses <= most && clauses as f64 <= CLAUSES_A_SECOND * time
    }
}

/// Estimates how many clauses the formula of a rectangle of this area has.
fn formula_size(problem: &Problem, area: usize) -> usize {
    let blocks = problem.groups().len();
    // Per field: 12 clauses per number for links and tautness, and 12 per position of a block.
    area * (12 * problem.nets() + 12 * blocks + 60)
}

/// A thread that proves shapes too small, or finds answers in them.
struct Prover<'a> {
    search: &'a Search<'a>,
    worker: usize,
    seed: u64,
    /// The solvers of shapes that were put aside.
    kept: Vec<(usize, Rectangle<'a>)>,
}

impl Prover<'_> {
    /// Works on the next shape for one turn; returns `false` if there is none.
    fn work(&mut self, end: End) -> bool {
        let search = self.search;
        let race = search.race;
        let worth = |shape: &Shape| search.is_worth_loading(shape.area());
        let Some(shape) = race.claim(self.worker, end, worth) else { return false };
        let place = self.kept.iter().position(|(index, _)| *index == shape.index);
        let mut rectangle = match place {
            Some(place) => self.kept.swap_remove(place).1,
            None => {
                let back_end = &search.setup.back_end;
                Rectangle::new(search.problem, shape.rows, shape.cols, back_end, self.seed)
            }
        };
        let conflicts = if search.is_small() { CONFLICTS } else { FEW_CONFLICTS };
        match rectangle.fit(Some(conflicts), search.budget) {
            Fit::Yes(answer) => {
                race.offer(answer);
                return true;
            }
            Fit::No => {
                race.close(shape.rows, shape.cols);
                return true;
            }
            Fit::Unknown if race.is_moot(shape.area()) || search.budget.exhausted() => return true,
            Fit::Unknown => {}
        }
        self.kept.retain(|(index, other)| *index != shape.index && !race.is_moot(other.area()));
        let together: usize = self.kept.iter().map(|(_, other)| other.clauses()).sum();
        if together + rectangle.clauses() <= KEPT / search.setup.threads.max(1) {
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
    fn a_known_answer_is_kept_if_there_is_no_time_for_a_better_one() {
        let request = generate::Request { blocks: 80, nets: 100, rows: 20, cols: 20, seed: 1 };
        let (problem, known) = generate::generate(request, &Budget::unlimited()).unwrap();
        let ended = Budget::unlimited();
        ended.fail("it is over".into());
        let setup = Setup::default();
        assert!(solve(&problem, &setup, &ended, &|_| {}).is_err());
        let answer = improve(&problem, Some(&known), &setup, &ended, &|_| {}).unwrap();
        assert_eq!(answer.solution, known.cropped());
        assert!(answer.bound < answer.area);
    }

    #[test]
    fn no_answer_that_breaks_a_rule_is_returned() {
        let problem = format_q::read(testing::FIVE_BLOCKS).unwrap();
        let answer = solve(&problem, &Setup::default(), &Budget::unlimited(), &|_| {}).unwrap();
        assert!(sound(&problem, &answer.solution, answer.area).is_ok());
        assert!(sound(&problem, &answer.solution, answer.area - 1).is_err(), "an area that it does not have");
        let mut cut = answer.solution.clone();
        let (wire, _) = cut.fields.iter().find(|(_, cell)| matches!(cell, Cell::Number(_))).unwrap();
        cut.fields[wire] = Cell::Empty;
        assert!(sound(&problem, &cut, cut.area()).is_err(), "a wire that is cut");
    }
}
