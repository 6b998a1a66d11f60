//! The race of rounds on several threads, and when it is over.
//!
//! Threads share nothing but the best puzzle so far, except on very large grids, where all of them work on one fill. Even
//! threads anneal their layouts, odd ones make them by windows of the formula: the two ways rarely fail on the same grid, and
//! the first to reach the ceiling ends the race. A single thread takes the two ways in turns (see [`Turns`]). On wide grids all
//! of them anneal. Where the SAT solver is too slow for windows, they do so too, and turn to the formula only if that fails.

use super::best::Best;
use super::finish::{Finisher, promise};
use super::roads::{Effort, Layouter, NoLayoutAtAll};
use super::touch_up::touch_up;
use super::turns::{Turn, Turns};
use super::{Ending, Job, Layer, NoAnswer, NoPuzzle, Options, Progress, Road};
use crate::encodings::arrowword::bound::Ceiling;
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::search::layout::{is_vast, is_wide};
use crate::solver::{Budget, seed, threads};
use fastrand::Rng;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The efforts of rounds 1, 2, …; the last one applies to all later rounds.
pub(super) const EFFORTS: [Effort; 3] = [
    Effort { moves: 800, polished: 0, windows: 0.05, stretch: 1.0 },
    Effort { moves: 3000, polished: 60, windows: 0.5, stretch: 0.4 },
    Effort { moves: 3000, polished: 400, windows: 2.0, stretch: 0.2 },
];

/// The rounds of full effort per thread without a better puzzle after which the search has settled.
const PATIENCE: usize = 3;

/// The rounds of full effort per thread without any puzzle after which the layouts are tried in turn.
const PATIENCE_WITHOUT_PUZZLE: usize = 2;

/// The same if puzzles were found, but none with the solution word.
const PATIENCE_WITHOUT_WORD: usize = 12;

/// The most such rounds with own words, for which every round finds other places (one more round is allowed for each
/// word), and their number as long as there is no puzzle with these words.
const MOST_PATIENCE: usize = 15;
const PATIENCE_FOR_OWN_WORDS: usize = 100;

/// How often a layout with own words is polished.
const POLISHED: usize = 20;

/// How many times in a row polishing may fail before it ends.
const PATIENCE_FOR_POLISHING: usize = 2;

/// The rounds of annealing without any valid layout after which a thread turns to the formula.
const HOPELESS: usize = 2;

/// The data that all threads of a race work with.
#[derive(Clone, Copy)]
pub(super) struct Race<'a> {
    pub(super) job: Job<'a>,
    /// The ceiling by counting, with the counts that layouts aim at.
    pub(super) ceiling: &'a Ceiling,
    /// Layouts to fill first, the best first.
    pub(super) start: &'a [Puzzle],
    pub(super) best: &'a Best<'a>,
    /// How long the first puzzle of a very large grid may take; what has been filled would be lost if other rounds began.
    pub(super) until_first: &'a Budget,
    pub(super) watch: &'a (dyn Fn(Progress) + Sync),
}

/// The signals that the threads of a race exchange.
#[derive(Default)]
struct Signals {
    /// The rounds of full effort, on all threads, since the best puzzle last changed.
    without_gain: AtomicUsize,
    /// Whether the formula has no model, so that no layout of the grid follows the rules.
    no_layout: AtomicBool,
}

impl Race<'_> {
    /// Runs rounds on all threads until the ceiling is reached, nothing better is found, or the budget ends.
    pub(super) fn run(&self, options: &Options, budget: &Budget) -> Result<Ending, NoAnswer> {
        let whole = budget;
        let (budget, done) = if self.is_joint() { self.until_first } else { whole }.racer();
        let signals = Signals::default();
        // On a very large grid the threads do not race: they fill the same layout.
        let racers = if self.is_joint() { 1 } else { options.setup.threads };
        let endings = threads::race(racers, &done, |thread| {
            let mut rng = Rng::with_seed(seed::derive(options.setup.seed, thread as u64));
            let turns = self.turns_of(thread, options);
            let ending = self.rounds(thread, turns, options, &signals, &mut rng, &budget);
            done.store(true, Ordering::Relaxed);
            ending
        });
        self.best.call_in_reserve();
        if signals.no_layout.load(Ordering::Relaxed) {
            return Err(NoPuzzle::NoLayout.into());
        }
        Ok(match endings.contains(&Ending::Settled) {
            _ if self.best.is_at_ceiling() => Ending::Ceiling,
            _ if self.is_joint() && self.best.score().is_some() => {
                touch_up(self.job, self.ceiling, self.best, self.watch, options, whole)
            }
            true => Ending::Settled,
            false => Ending::Stopped,
        })
    }

    /// Returns whether the threads work together on each fill.
    fn is_joint(&self) -> bool {
        self.job.themes.is_empty() && is_vast(self.ceiling.counts.unblocked)
    }

    /// Returns how a thread makes its layouts.
    fn turns_of(&self, thread: usize, options: &Options) -> Turns {
        /// Above this many fields, the formula takes too much memory for several threads.
        const MOST_FIELDS: usize = 15_000;
        // The formula does not know which runs the letters of own words allow.
        let open = self.job.given.fields.iter().filter(|(_, field)| **field == Field::Open).count();
        // On a wide grid, annealing reaches the ceiling long before windows of the formula do.
        let suits_formula = self.job.themes.is_empty()
            && !is_wide(open)
            && self.ceiling.counts.unblocked <= MOST_FIELDS
            && options.setup.back_end.suits_windows();
        match options.road {
            Some(road) => Turns::only(road),
            None if suits_formula && options.setup.threads == 1 => Turns::both(EFFORTS.len()),
            None if suits_formula && thread % 2 == 1 => Turns::only(Road::Formula),
            None => Turns::only(Road::Annealing),
        }
    }

    /// Rearranges the layout from which the search starts, if there is one; returns how the race ends, if it does.
    fn polish_present(
        &self,
        layouter: &Layouter<'_>,
        finisher: &Finisher<'_>,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Option<Ending> {
        let present = self.job.present.filter(|_| self.best.score().is_some())?;
        if self.is_joint() {
            return Some(Ending::Settled); // it is touched up
        }
        for effort in &EFFORTS[1..] {
            (self.watch)(self.best.progress(Layer::Layout, 1));
            let better = match self.best.preference.own.is_empty() {
                true => layouter.polish_present(present, effort.polished, rng),
                false => layouter.polish_with_own(present, true, rng),
            };
            if let Some(better) = better {
                finisher.finish(better, 1, rng);
            }
            if budget.exhausted() {
                return Some(Ending::Stopped);
            }
            if self.best.is_done() {
                return Some(Ending::Ceiling);
            }
        }
        None
    }

    /// Runs the rounds of one thread.
    fn rounds(
        &self,
        thread: usize,
        mut turns: Turns,
        options: &Options,
        signals: &Signals,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Ending {
        let Self { best, watch, .. } = *self;
        let own = &best.preference.own;
        let back_end = options.setup.back_end.clone();
        let layouter = Layouter { thread, ..Layouter::new(self.job, self.ceiling, best, back_end, budget) };
        let threads = if self.is_joint() { options.setup.threads.max(1) } else { 1 };
        let finisher = Finisher { job: self.job, best, watch, layouter: &layouter, options, threads, budget };
        for layout in self.start.iter().skip(thread).step_by(options.setup.threads.max(1)) {
            if budget.exhausted() {
                return Ending::Stopped;
            }
            finisher.finish(layout.clone(), 1, rng);
            if best.is_done() {
                return Ending::Ceiling;
            }
        }
        if let Some(ending) = self.polish_present(&layouter, &finisher, rng, budget) {
            return ending;
        }
        let mut without_layout = 0;
        for round in 1.. {
            if budget.exhausted() {
                break;
            }
            let Turn { road, number } = turns.next_turn();
            // With own words, many layouts are tried rather than one tried hard; what is good is polished.
            let effort =
                if own.is_empty() { EFFORTS[(number - 1).min(EFFORTS.len() - 1)] } else { EFFORTS[0] };
            (self.watch)(self.best.progress(Layer::Layout, round));
            let before = self.best.mark();
            let layout = match road {
                Road::Annealing => layouter.anneal(effort, rng),
                Road::Formula => match layouter.by_formula(effort, rng) {
                    Ok(layout) => layout,
                    Err(NoLayoutAtAll) => {
                        signals.no_layout.store(true, Ordering::Relaxed);
                        break;
                    }
                },
            };
            match layout {
                Some(mut layout) => {
                    finisher.finish(layout.clone(), round, rng);
                    // A puzzle with all own words is worth more effort.
                    let mut in_vain = 0;
                    for time in 0..if own.is_empty() { 0 } else { POLISHED } {
                        // The better of what the threads have goes on; no layout gets better from one with runs that are not words,
                        // unless hardly any other can be had.
                        let better = best.layout_above(promise(&layout));
                        let may_go_on =
                            |better: &Puzzle| layouter.wants_unasked() || better.unasked_runs().is_empty();
                        layout = better.filter(may_go_on).unwrap_or(layout);
                        match layouter.polish_with_own(&layout, time % 2 == 0, rng) {
                            Some(better) => {
                                finisher.finish(better.clone(), round, rng);
                                layout = better;
                                in_vain = 0;
                            }
                            None => in_vain += 1,
                        }
                        if in_vain == PATIENCE_FOR_POLISHING {
                            break;
                        }
                    }
                }
                None if budget.exhausted() => break,
                None => without_layout += 1,
            }
            let hopeless = without_layout >= HOPELESS && own.is_empty();
            if road == Road::Annealing && hopeless && options.road.is_none() {
                log::info!("annealing finds no layout for this grid: the formula takes over");
                turns.leave_to_formula();
            }
            if self.best.is_done() {
                return Ending::Ceiling;
            }
            if self.is_joint() && self.best.score().is_some() {
                return Ending::Settled; // it is touched up
            }
            let patience = match self.best.score() {
                Some(_) if own.is_empty() => PATIENCE,
                Some(_) => (PATIENCE + own.len()).min(MOST_PATIENCE),
                None if own.is_empty() && best.is_unspelled() => PATIENCE_WITHOUT_WORD,
                None if own.is_empty() => PATIENCE_WITHOUT_PUZZLE,
                None => PATIENCE_FOR_OWN_WORDS,
            };
            let patience = patience * if self.is_joint() { 1 } else { options.setup.threads.max(1) };
            let mark = self.best.mark();
            turns.ended(mark != before, mark.is_some());
            if mark != before {
                signals.without_gain.store(0, Ordering::Relaxed);
            } else if number >= EFFORTS.len()
                && signals.without_gain.fetch_add(1, Ordering::Relaxed) + 1 >= patience
            {
                return Ending::Settled;
            }
        }
        Ending::Stopped
    }
}
