//! Digram grids: one, some or all of a size.
//!
//! There are four engines, each of which finds what the others miss:
//! * `quick` draws a pattern of blanks and fills the rest like a crossword: grids in milliseconds, no proof;
//! * `rows` chooses a pattern that has many grids and lays rows from the top: grids where there are few, no proof;
//! * `enumerate` walks through all grids along a trie: exact, and unbeaten on small lists;
//! * `formula` lets a SAT solver learn why there is no (further) grid: exact, for problems that narrowly fail.
//!
//! Nobody can tell in advance which one a problem needs, so they take turns, each twice as long as the one before; with
//! two or more threads the first two have threads of their own. Their grids go into one pool, without duplicates. As
//! soon as one of the exact engines has finished, it is proven that there are no more grids.

mod blanks;
pub mod claim;
mod ease;
mod engine;
mod enumerate;
pub mod explain;
mod formula;
mod quick;
mod rows;
mod trie;

use crate::encodings::digram::puzzle::{Cells, Size};
use crate::encodings::digram::rules;
use crate::encodings::digram::words::usable_lens;
use crate::encodings::grid::Direction;
use crate::encodings::lexicon::WordList;
use crate::search::{self, Bug, OwnReason, Setup};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, seed, threads};
use blanks::Blanks;
use engine::{GridEngine, Step};
use enumerate::Enumerate;
use formula::Learning;
use quick::Quick;
use rows::Rows;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// A problem to solve.
#[derive(Clone, Debug)]
pub struct Job {
    /// Rows and columns.
    pub size: Size,
    /// The words, as read by [`words`](crate::encodings::digram::words).
    pub list: Arc<WordList>,
    /// How many grids are wanted; `None` for all of them.
    pub wanted: Option<NonZeroUsize>,
}

impl Job {
    /// One grid of this size.
    pub fn one(size: Size, list: WordList) -> Self {
        Self { size, list: Arc::new(list), wanted: Some(NonZeroUsize::MIN) }
    }

    /// The same job, but for one grid.
    fn one_of(job: &Self) -> Self {
        Self { wanted: Some(NonZeroUsize::MIN), ..job.clone() }
    }

    /// All grids of this size.
    pub fn all(size: Size, list: WordList) -> Self {
        Self { size, list: Arc::new(list), wanted: None }
    }
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Seed, threads and back end. Another seed gives other grids.
    pub setup: Setup,
    /// Which engines take part.
    pub engines: Engines,
}

impl Default for Options {
    fn default() -> Self {
        Self { setup: Setup::default(), engines: Engines::ALL }
    }
}

/// A choice of engines: all of them, except when they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engines {
    /// Random patterns of blanks, each filled.
    pub quick: bool,
    /// Rows from the top in patterns that have many grids.
    pub rows: bool,
    /// The walk along a trie.
    pub enumerate: bool,
    /// The formula in a SAT solver.
    pub formula: bool,
}

impl Engines {
    /// All engines.
    pub const ALL: Self = Self { quick: true, rows: true, enumerate: true, formula: true };
}

/// The state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of different grids found so far.
    pub found: usize,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The number of grids that was asked for has been found.
    Enough,
    /// There are no other grids; this is proven.
    All,
    /// The budget ended; there may be more grids.
    Stopped,
}

/// The grids that were found; at least one.
#[derive(Clone, Debug)]
pub struct Answer {
    /// All different; in alphabetical order if they are complete, otherwise in the order in which they were found.
    pub grids: Vec<Cells>,
    /// Why there are no more.
    pub ending: Ending,
}

/// Describes a range of word lengths, which are even, for a sentence.
fn letters(least: usize, most: usize) -> String {
    if least == most {
        format!("{least} letters")
    } else {
        format!("{least} to {most} letters (an even number)")
    }
}

/// Why there is no grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum NoGrid {
    #[error(
        "there is no {size} grid over this word list: {lines} take words of {}, and the list has none; \
         use another list or another size",
        letters(*least, *most)
    )]
    NoWords { size: Size, lines: &'static str, least: usize, most: usize },

    #[error(
        "there is no {size} grid over this word list: all ways to place blanks and words were ruled out; use a \
         larger list or another size"
    )]
    RuledOut { size: Size },
}

impl OwnReason for NoGrid {
    type Stopped = Stopped;
}

/// The budget ended before a grid was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before a grid was found, and whether there is one is not known: give it more time")]
pub struct Stopped;

/// Why a search for grids has no answer.
pub type NoAnswer = search::NoAnswer<NoGrid>;

/// The effort of an engine's first turn, in the engine's own unit.
const QUICK: u64 = 3_000;
const ROWS: u64 = 3_000_000;
const ENUMERATE: u64 = 1_000_000;
const FORMULA: u64 = 2_000;
/// The most words in all lines together for which the formula is tried. Beyond, it takes gigabytes and learns nothing in
/// useful time.
const MOST_LEARNT: usize = 200_000;

/// Finds grids until there are enough, there are no more, or the budget ends. `watch` is called with progress, from any
/// thread.
pub fn solve(
    job: &Job,
    options: &Options,
    budget: &Budget,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Answer, NoAnswer> {
    let size = job.size;
    for (direction, lines) in Direction::BOTH.into_iter().zip(["rows", "columns"]) {
        if usable_lens(size, &job.list, direction).is_empty() {
            let lens = size.word_lens(direction);
            let (least, most) = (2 * lens.start, 2 * (lens.end - 1));
            return Err(NoGrid::NoWords { size, lines, least, most }.into());
        }
    }
    let pool = Pool { wanted: job.wanted, watch, found: Mutex::default() };
    let ending = Race::new(job, options, &pool).run(budget);
    let mut grids = pool.found.into_inner().unwrap_or_else(PoisonError::into_inner).grids;
    grids.iter().try_for_each(|grid| sound(grid, job))?;
    match ending {
        Ending::All if grids.is_empty() => Err(NoGrid::RuledOut { size }.into()),
        Ending::Stopped if grids.is_empty() => Err(NoAnswer::ended_early(budget, Stopped)),
        Ending::All => {
            grids.sort_by_cached_key(key);
            Ok(Answer { grids, ending })
        }
        Ending::Enough | Ending::Stopped => Ok(Answer { grids, ending }),
    }
}

/// Checks that a grid that was found has the size asked for and follows the rules.
fn sound(grid: &Cells, job: &Job) -> Result<(), Bug> {
    let size = (grid.rows() != job.size.rows() || grid.cols() != job.size.cols())
        .then(|| format!("it has {} rows and {} columns, not {}", grid.rows(), grid.cols(), job.size));
    let broken = rules::check(grid, Some(&job.list)).into_iter().map(|broken| broken.to_string());
    Bug::if_any(size.into_iter().chain(broken))
}

/// The grids found so far, without duplicates.
struct Pool<'a> {
    wanted: Option<NonZeroUsize>,
    watch: &'a (dyn Fn(Progress) + Sync),
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    grids: Vec<Cells>,
    keys: HashSet<Box<[u16]>>,
}

impl Pool<'_> {
    /// Takes a grid; returns whether more are wanted.
    fn offer(&self, grid: Cells) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = self.wanted.map_or(usize::MAX, NonZeroUsize::get);
        if found.grids.len() < wanted && found.keys.insert(key(&grid)) {
            found.grids.push(grid);
            (self.watch)(Progress { found: found.grids.len() });
        }
        found.grids.len() < wanted
    }
}

/// A grid as numbers that sort alphabetically, blanks first.
fn key(grid: &Cells) -> Box<[u16]> {
    grid.iter().map(|(_, cell)| cell.map_or(0, |digram| digram.index() as u16 + 1)).collect()
}

/// The engines of a job, distributed over threads.
struct Race<'a> {
    job: &'a Job,
    options: &'a Options,
    index: Arc<WordIndex>,
    blanks: Option<Blanks>,
    pool: &'a Pool<'a>,
}

impl<'a> Race<'a> {
    fn new(job: &'a Job, options: &'a Options, pool: &'a Pool<'a>) -> Self {
        let blanks = Blanks::new(job.size, &job.list);
        Self { job, options, index: Arc::new(WordIndex::new(&job.list)), blanks, pool }
    }

    fn run(&self, budget: &Budget) -> Ending {
        if self.options.setup.threads <= 1 {
            return self.turns(0).run(self.pool, budget);
        }
        // Most of the time one short turn of the quick engine is enough.
        if self.job.wanted.is_some()
            && let Some(ending) = Turns::new([self.quick(0)]).round(self.pool, budget)
        {
            return ending;
        }
        let (budget, finish) = budget.racer();
        let endings = threads::race(self.options.setup.threads, &finish, |racer| {
            let ending = self.turns(racer).run(self.pool, &budget);
            if ending != Ending::Stopped {
                finish.store(true, Ordering::Relaxed);
            }
            ending
        });
        let decided = [Ending::Enough, Ending::All].into_iter().find(|ending| endings.contains(ending));
        decided.unwrap_or(Ending::Stopped)
    }

    /// Returns the engines that take turns in this thread. If all grids are wanted, an exact engine has to finish; the
    /// quick one is there only to find some grids in case none does.
    fn turns(&self, racer: usize) -> Turns<'_> {
        match (self.options.setup.threads, racer, self.job.wanted) {
            (0 | 1, _, Some(_)) => Turns::new([self.quick(0), self.rows(0), self.walk(), self.learn()]),
            (0 | 1, _, None) => Turns::new([self.walk(), self.learn(), self.quick(0)]),
            (_, 0, Some(_)) => Turns::new([self.walk(), self.learn()]),
            (_, 0, None) => Turns::new([self.walk()]),
            (_, 1, None) => Turns::new([self.learn(), self.quick(1)]),
            (_, racer, _) => Turns::new([self.quick(racer), self.rows(racer)]),
        }
    }

    fn quick(&self, racer: usize) -> Option<Turn<'_>> {
        let seed = seed::derive(self.options.setup.seed, racer as u64);
        let blanks = self.blanks.as_ref().filter(|_| self.options.engines.quick)?;
        Some(Turn::new(QUICK, move || Quick::new(blanks.clone(), &self.index, seed)))
    }

    fn rows(&self, racer: usize) -> Option<Turn<'_>> {
        let seed = seed::derive(self.options.setup.seed, racer as u64);
        let blanks = self.blanks.as_ref().filter(|_| self.options.engines.rows)?;
        Some(Turn::new(ROWS, move || Rows::new(self.job.size, &self.job.list, blanks.clone(), seed)))
    }

    fn walk(&self) -> Option<Turn<'_>> {
        let make = || Enumerate::new(self.job.size, &self.job.list);
        self.options.engines.enumerate.then(|| Turn::new(ENUMERATE, make))
    }

    /// Returns the number of words that fit the lines, each counted for each line.
    fn words_of_lines(&self) -> usize {
        let Job { size, list, .. } = self.job;
        let of_line = |direction| -> usize {
            usable_lens(*size, list, direction).into_iter().map(|digrams| list.count(2 * digrams)).sum()
        };
        size.rows() * of_line(Direction::Across) + size.cols() * of_line(Direction::Down)
    }

    fn learn(&self) -> Option<Turn<'_>> {
        let Setup { back_end, seed, .. } = &self.options.setup;
        let make = || Learning::new(self.job.size, &self.job.list, back_end, *seed);
        let is_small = || self.words_of_lines() <= MOST_LEARNT;
        (self.options.engines.formula && is_small()).then(|| Turn::new(FORMULA, make))
    }
}

/// Engines that take turns in one thread.
struct Turns<'a>(Vec<Turn<'a>>);

struct Turn<'a> {
    effort: u64,
    engine: Option<Box<dyn GridEngine + 'a>>,
    /// Makes the engine when its first turn comes: some engines are never needed.
    make: Box<dyn Fn() -> Box<dyn GridEngine + 'a> + 'a>,
}

impl<'a> Turn<'a> {
    fn new<E: GridEngine + 'a>(effort: u64, make: impl Fn() -> E + 'a) -> Self {
        Self { effort, engine: None, make: Box::new(move || Box::new(make())) }
    }
}

impl<'a> Turns<'a> {
    fn new(turns: impl IntoIterator<Item = Option<Turn<'a>>>) -> Self {
        Self(turns.into_iter().flatten().collect())
    }

    /// Runs rounds until the search has ended.
    fn run(&mut self, pool: &Pool<'_>, budget: &Budget) -> Ending {
        while !self.0.is_empty() {
            if let Some(ending) = self.round(pool, budget) {
                return ending;
            }
        }
        Ending::Stopped
    }

    /// Gives each engine one turn; returns `None` if that has not ended the search.
    fn round(&mut self, pool: &Pool<'_>, budget: &Budget) -> Option<Ending> {
        for turn in &mut self.0 {
            if budget.exhausted() {
                return Some(Ending::Stopped);
            }
            let engine = turn.engine.get_or_insert_with(&turn.make);
            match engine.run(turn.effort, &mut |grid| pool.offer(grid), budget) {
                Step::Enough => return Some(Ending::Enough),
                Step::Exhausted => return Some(Ending::All),
                Step::Limit => turn.effort = turn.effort.saturating_mul(2),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::digram::{format, words};

    #[test]
    fn no_grid_that_breaks_a_rule_is_returned() {
        let list = "abac acne ayin abacay abacus abet acanth user acinetan nether".replace(' ', "\n");
        let list = words::read(list.as_bytes(), "list").unwrap().list;
        let job = Job::one(Size::new(4, 6).unwrap(), list);
        let broken = |text: &str| sound(&format::read(text).unwrap(), &job).err().map(|bug| bug.broken);
        let grid = "abacay......\n......abacus\nac..inetan..\n..ne....ther\n";
        assert_eq!(broken(grid), None);
        assert!(
            broken(&grid.replace("cus", "cup")).is_some_and(|broken| broken.contains("not in the word list"))
        );
        assert!(broken("abac\n....\n").is_some_and(|broken| broken.contains("2 rows and 2 columns")));
    }
}
