//! The best complete puzzle so far, shared by all threads of a search.

use super::{Answer, Ending, Layer, Options, Progress, full_score};
use crate::encodings::arrowword::puzzle::{Field, Puzzle};
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::Letter;
use crate::search::fill::{BetterOptions, FillOptions, FillOutcome, better, fill};
use crate::search::preference::{Outside, Preference};
use crate::solver::{Budget, seed, threads};
use std::cmp::Ordering;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Ratings that differ by less are equal, since the counts behind them are integers.
pub(super) const EPSILON: f64 = 1e-9;

/// How much the scores count in each search of [`Best::improve_words`]; `None` starts from the fill already there.
const WORD_WEIGHTS: [Option<f32>; 6] = [None, Some(0.02), Some(0.05), Some(0.05), Some(0.1), Some(0.1)];

/// The failures per slot that a fill guided by scores is worth.
const FAILURES_A_SLOT: u64 = 30;

/// A collector of complete puzzles that keeps the best.
pub(super) struct Best<'a> {
    /// The words to fill with.
    pub(super) preference: &'a Preference<'a>,
    started: Instant,
    ceiling: f64,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    first_after: Option<Duration>,
    leader: Option<Leader>,
}

#[derive(Clone)]
struct Leader {
    puzzle: Puzzle,
    /// The puzzle without the letters that the search chose.
    layout: Puzzle,
    score: f64,
    /// The words outside of the preferred lists.
    outside: Outside,
    word_score: f64,
    found_after: Duration,
}

impl<'a> Best<'a> {
    pub(super) fn new(started: Instant, ceiling: f64, preference: &'a Preference<'a>) -> Self {
        Self { preference, started, ceiling, kept: Mutex::default() }
    }

    /// Locks what is kept. A poisoned lock only means that another thread panicked; what is kept was written whole.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the rating of the best puzzle so far.
    pub(super) fn score(&self) -> Option<f64> {
        self.kept().leader.as_ref().map(|l| l.score)
    }

    /// Returns whether the best puzzle is at the ceiling.
    pub(super) fn is_at_ceiling(&self) -> bool {
        self.score().is_some_and(|s| s >= self.ceiling - EPSILON)
    }

    /// Returns whether a puzzle of this rating would be the new best.
    pub(super) fn wants(&self, score: f64) -> bool {
        self.score().is_none_or(|s| score > s + EPSILON)
    }

    /// Keeps a complete puzzle of this layout if it rates higher than the best so far, or equally high with better
    /// words: more of them preferred, then higher scores.
    pub(super) fn offer(&self, puzzle: Puzzle, layout: &Puzzle) {
        let score = full_score(&puzzle);
        let (problem, positions) = puzzle.slots();
        let Some(letters) = letters_at(&puzzle, &positions) else { return };
        let word_score = self.preference.all().mean_score(&problem.slots, &letters);
        let outside = self.preference.outside(&problem, &letters);
        let mut kept = self.kept();
        kept.first_after.get_or_insert(self.started.elapsed());
        let is_better = |l: &Leader| {
            let words = || match outside.cmp(&l.outside) {
                Ordering::Equal => word_score > l.word_score + EPSILON,
                fewer => fewer == Ordering::Less,
            };
            score > l.score + EPSILON || (score > l.score - EPSILON && words())
        };
        if kept.leader.as_ref().is_none_or(is_better) {
            log::info!("a complete puzzle rates {score:.4}, its words {word_score:.1}, {outside:?}");
            let found_after = match &kept.leader {
                // Better words do not change the time at which the rating was reached.
                Some(l) if score <= l.score + EPSILON => l.found_after,
                _ => self.started.elapsed(),
            };
            kept.leader =
                Some(Leader { puzzle, layout: layout.clone(), score, outside, word_score, found_after });
        }
    }

    pub(super) fn progress(&self, layer: Layer, round: usize) -> Progress {
        Progress { layer, round, best: self.score(), ceiling: self.ceiling }
    }

    /// Finds better words for the best puzzle: several searches guided by the scores refill its layout, each fill is
    /// improved window by window, and the fill with the highest mean score is kept.
    pub(super) fn improve_words(
        &self,
        options: &Options,
        budget: &Budget,
        watch: &(dyn Fn(Progress) + Sync),
    ) {
        let Some(leader) = self.kept().leader.clone() else { return };
        // No word outside of the lists comes in for the sake of scores.
        let index = self.preference.index_of(&leader.outside);
        if !index.is_scored() {
            return;
        }
        watch(self.progress(Layer::Words, 1));
        let (problem, positions) = leader.layout.slots();
        let next = AtomicUsize::new(0);
        let (budget, finish) = &budget.racer();
        threads::race(options.setup.threads, finish, |_| {
            loop {
                let start = next.fetch_add(1, Relaxed);
                if start >= WORD_WEIGHTS.len() || budget.exhausted() {
                    break;
                }
                let seed = seed::derive(options.setup.seed, start as u64 + 1);
                let letters = match WORD_WEIGHTS[start] {
                    None => letters_at(&leader.puzzle, &positions),
                    Some(score_weight) => {
                        let failures = Some(FAILURES_A_SLOT * problem.slots.len() as u64);
                        let options = FillOptions { seed, score_weight, failures, ..FillOptions::default() };
                        match fill(&problem, index, &options, budget) {
                            FillOutcome::Filled(letters) => Some(letters),
                            _ => None,
                        }
                    }
                };
                let Some(letters) = letters else { continue };
                let better_options = BetterOptions { seed, windows: None };
                let letters = better(&problem, index, letters, &better_options, budget);
                self.offer(leader.layout.with_letters(&positions, &letters), &leader.layout);
                watch(self.progress(Layer::Words, 1));
            }
        });
    }

    /// Returns the best puzzle, if there is one.
    pub(super) fn answer(&self, ending: Ending) -> Option<Answer> {
        let kept = self.kept();
        let leader = kept.leader.clone()?;
        Some(Answer {
            puzzle: leader.puzzle,
            score: leader.score,
            word_score: leader.word_score,
            first_after: kept.first_after.unwrap_or(leader.found_after),
            found_after: leader.found_after,
            done_after: self.started.elapsed(),
            ending,
            ceiling: self.ceiling,
        })
    }
}

/// Returns the letters at these positions, if all of them are filled.
fn letters_at(puzzle: &Puzzle, positions: &[Pos]) -> Option<Vec<Letter>> {
    let letter = |&pos: &Pos| match puzzle.fields[pos] {
        Field::Letter(letter) => Some(letter),
        _ => None,
    };
    positions.iter().map(letter).collect()
}
