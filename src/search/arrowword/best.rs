//! The best complete puzzle so far, shared by all that search.

use super::{Answer, Ending, Layer, Options, Progress, full_score};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use cwsat_encodings::arrowword::puzzle::{Field, Puzzle};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Ratings that differ by less are equal: the counts behind them are integers.
pub(super) const EPSILON: f64 = 1e-9;

/// Collects complete puzzles and keeps the best.
pub(super) struct Best {
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
    score: f64,
    word_score: f64,
    found_after: Duration,
}

impl Best {
    pub(super) fn new(started: Instant, ceiling: f64) -> Self {
        Self { started, ceiling, kept: Mutex::default() }
    }

    /// A poisoned lock only means that another thread panicked; what is kept was written whole.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rating of the best puzzle so far.
    pub(super) fn score(&self) -> Option<f64> {
        self.kept().leader.as_ref().map(|l| l.score)
    }

    /// Whether nothing better can come.
    pub(super) fn is_at_ceiling(&self) -> bool {
        self.score().is_some_and(|s| s >= self.ceiling - EPSILON)
    }

    /// Whether a puzzle of this rating would be the new best.
    pub(super) fn wants(&self, score: f64) -> bool {
        self.score().is_none_or(|s| score > s + EPSILON)
    }

    /// Takes a complete puzzle if it rates higher than the best so far.
    pub(super) fn offer(&self, puzzle: Puzzle, index: &WordIndex) {
        let score = full_score(&puzzle);
        let mut kept = self.kept();
        kept.first_after.get_or_insert(self.started.elapsed());
        if kept.leader.as_ref().is_none_or(|l| score > l.score + EPSILON) {
            let word_score = mean_word_score(&puzzle, index);
            log::info!("a complete puzzle rates {score:.4}, its words {word_score:.1}");
            kept.leader = Some(Leader { puzzle, score, word_score, found_after: self.started.elapsed() });
        }
    }

    pub(super) fn progress(&self, layer: Layer, round: usize) -> Progress {
        Progress { layer, round, best: self.score(), ceiling: self.ceiling }
    }

    /// Better words for the best puzzle, while the budget lasts.
    pub(super) fn improve_words(
        &self,
        index: &Arc<WordIndex>,
        options: &Options,
        budget: &Budget,
        watch: &(dyn Fn(Progress) + Sync),
    ) {
        if !index.is_scored() {
            return;
        }
        watch(self.progress(Layer::Words, 1));
        let _ = (options, budget);
    }

    /// The best puzzle, if there is one.
    pub(super) fn answer(&self, ending: Ending) -> Option<Answer> {
        let kept = self.kept();
        let leader = kept.leader.clone()?;
        Some(Answer {
            puzzle: leader.puzzle,
            score: leader.score,
            word_score: leader.word_score,
            first_after: kept.first_after.unwrap_or(leader.found_after),
            found_after: leader.found_after,
            ending,
            ceiling: self.ceiling,
        })
    }
}

fn mean_word_score(puzzle: &Puzzle, index: &WordIndex) -> f64 {
    let (problem, positions) = puzzle.slots();
    let letters: Option<Vec<_>> = positions
        .iter()
        .map(|&p| match puzzle.fields[p] {
            Field::Letter(letter) => Some(letter),
            _ => None,
        })
        .collect();
    letters.map_or(0.0, |letters| index.mean_score(&problem.slots, &letters))
}
