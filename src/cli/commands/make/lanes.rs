//! Several puzzles of one `cwsat make` at the same time, because that is faster than one after the other, each with all
//! threads: a search does not become twice as fast with twice the threads.
//!
//! Each lane is a thread that takes one puzzle after the other. Whoever finishes one delivers all that are ready, in the order
//! of their numbers, so the files, what is printed, the clues (a repeated word gets another one) and the register do not depend
//! on which search ends first; one that is finished early waits for those before it. The seed is that of the number, and
//! each search has its own threads, so a lane with one thread finds the same puzzle again.
//!
//! In a series without repeated words, the lanes share out the words that are not repeated, as `--part` does, and each lane
//! takes every nth puzzle and remembers its own words. So no two puzzles have such a word in common, whenever they are made.
//! There are only as many lanes as the list has words for, and a puzzle that is not found with one share is made after the
//! others, with all words.

use super::plan::{Begun, Plan};
use super::press::Press;
use crate::cli::answer;
use crate::cli::budget::interruptible;
use crate::cli::contract::solve::{Found, Unsolved};
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::is_interrupted;
use crate::cli::series::Series;
use cwsat::solver::threads::race;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// As many words of four letters or more per field as a puzzle needs to be as good as with all words, and found as soon. Only words
/// that are preferred to all others count: with few of these left, a search takes several times as long.
const WORDS_A_FIELD: usize = 100;

/// The lanes.
pub struct Lanes {
    /// The number of threads of each.
    threads: Vec<NonZeroUsize>,
    /// The number of puzzles.
    runs: usize,
    /// The series of each lane, if the words are shared out.
    shares: Vec<Series>,
}

/// A puzzle, and what the search for it ended with, if there was one.
type Finished<'a> = (Begun, Option<Result<Found<'a>, Unsolved<'a>>>);

impl Lanes {
    /// Returns the lanes for the puzzles of this plan; `None` if they are made one after the other.
    pub fn of(plan: &Plan<'_>) -> Option<Self> {
        let options = &plan.args.options;
        let (threads, runs) = (options.threads().get(), plan.runs());
        // How many shorter words a puzzle repeats is known only after those before it, and random problems take no time.
        if options.repeat_short.is_some() || !plan.needs_search() {
            return None;
        }
        let mut lanes = threads.min(runs);
        if lanes > 1 && plan.series.remembers() {
            let (rows, cols) = plan.making.extent.unwrap_or((1, 1));
            lanes = lanes.min(plan.making.task.supply(plan.series) / (rows * cols * WORDS_A_FIELD));
        }
        if lanes < 2 {
            return None;
        }
        let shares = match plan.series.remembers() {
            true => (0..lanes).map(|lane| plan.series.share(lane, lanes)).collect(),
            false => Vec::new(),
        };
        let of_lane = |lane| threads / lanes + usize::from(lane < threads % lanes);
        let threads = (0..lanes).filter_map(|lane| NonZeroUsize::new(of_lane(lane))).collect();
        Some(Self { threads, runs, shares })
    }

    /// Makes all puzzles; returns the worst of their exit codes.
    pub fn make(&self, press: &mut Press<'_>) -> Result<Exit, Failure> {
        let plan = press.plan;
        let finish = Arc::new(AtomicBool::new(false));
        let begun = AtomicUsize::new(0);
        let delivery = Mutex::new(Delivery::new(press, self.runs));
        race(self.threads.len(), &finish, |lane| {
            let mut run = lane;
            loop {
                if self.shares.is_empty() {
                    run = begun.fetch_add(1, Ordering::Relaxed);
                }
                if run >= self.runs || is_interrupted() || finish.load(Ordering::Relaxed) {
                    return;
                }
                let finished = self.search(plan, lane, run, &finish);
                if !delivery.lock().unwrap_or_else(PoisonError::into_inner).add(run, finished) {
                    finish.store(true, Ordering::Relaxed);
                }
                run += self.threads.len();
            }
        });
        delivery.into_inner().unwrap_or_else(PoisonError::into_inner).end()
    }

    /// Searches for a puzzle; returns nothing if it is to be made again, with all words.
    fn search<'a>(
        &self,
        plan: Plan<'a>,
        lane: usize,
        run: usize,
        finish: &Arc<AtomicBool>,
    ) -> Option<Finished<'a>> {
        let budget = interruptible(plan.args.options.time_limit).with_flag(Arc::clone(finish));
        let begun = plan.begin(run, budget);
        if !plan.is_searched(&begun) {
            return Some((begun, None));
        }
        let share = self.shares.get(lane);
        if let Some(share) = share {
            share.learn(plan.series);
        }
        let looking = begun.looking(share.unwrap_or(plan.series), self.threads[lane], plan.reporter);
        let outcome = answer::search(plan.making.task.as_ref(), looking);
        match (share, &outcome) {
            (Some(share), Ok(found)) => share.remember(&found.words),
            (Some(_), Err(unsolved)) if unsolved.exit != Exit::BadInput && !begun.budget.exhausted() => {
                let name = &begun.name;
                plan.reporter.note(&format_args!(
                    "{name}: there is none with its share of the words; it is made after the others, with all of them"
                ));
                return None;
            }
            _ => {}
        }
        Some((begun, Some(outcome)))
    }
}

/// Delivers puzzles in the order of their numbers.
struct Delivery<'p, 'a> {
    press: &'p mut Press<'a>,
    /// Which ones are delivered.
    is_done: Vec<bool>,
    /// The first one that is not searched for completely.
    next: usize,
    /// Those that wait for it; nothing if one is to be made again.
    waiting: BTreeMap<usize, Option<Finished<'a>>>,
    /// The worst exit code, or why nothing more can be delivered.
    exit: Result<Exit, Failure>,
}

impl<'p, 'a> Delivery<'p, 'a> {
    fn new(press: &'p mut Press<'a>, runs: usize) -> Self {
        Self { press, is_done: vec![false; runs], next: 0, waiting: BTreeMap::new(), exit: Ok(Exit::Ok) }
    }

    /// Adds a puzzle and delivers all whose turn it is; returns whether more can be delivered.
    fn add(&mut self, run: usize, finished: Option<Finished<'a>>) -> bool {
        self.waiting.insert(run, finished);
        while let Some(finished) = self.waiting.remove(&self.next) {
            self.deliver(self.next, finished);
            self.next += 1;
        }
        self.exit.is_ok()
    }

    fn deliver(&mut self, run: usize, finished: Option<Finished<'a>>) {
        let (Ok(exit), Some((begun, outcome))) = (&self.exit, finished) else { return };
        let series = self.press.plan.series;
        let solved = outcome.map(|outcome| outcome.and_then(|found| (found.finish)(series)));
        self.is_done[run] = true;
        self.exit = self.press.deliver(begun, solved).map(|ended| ended.max(*exit));
    }

    /// Delivers those that are left, and makes the missing ones unless the search was interrupted.
    fn end(mut self) -> Result<Exit, Failure> {
        for (run, finished) in std::mem::take(&mut self.waiting) {
            self.deliver(run, finished);
        }
        let exit = self.exit?;
        let missing = (0..self.is_done.len()).filter(|&run| !self.is_done[run]);
        Ok(self.press.make_each(missing)?.max(exit))
    }
}
