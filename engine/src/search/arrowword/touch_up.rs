//! Very large grids: once there is a puzzle, it is touched up instead of being made again.
//!
//! The first puzzle of a very large grid is a few words away from the ceiling: annealing leaves a word too many here and one too
//! few there, and each place where the fill refused has cost a little. Another layout would have as many of these flaws, and all
//! of its words would have to be found again. So windows of the best puzzle are rearranged until their sum rates higher; all
//! letters elsewhere stay, and what is missing is a few dozen words. Each thread does this with the best puzzle there is, and
//! starts over when another one has a better one.

use super::best::Best;
use super::finish::Finisher;
use super::roads::Layouter;
use super::{Ending, Job, Layer, Options, Progress};
use crate::encodings::arrowword::bound::Ceiling;
use crate::encodings::arrowword::puzzle::Field;
use crate::solver::{Budget, seed, threads};
use fastrand::Rng;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The sets of windows that are rearranged before the letters are found.
const WINDOWS: usize = 2;

/// The attempts per thread, one after the other, without a better puzzle, after which the search has settled.
const PATIENCE: usize = 40;

/// The seeds of these threads are derived from the numbers from here on.
const SEEDS: u64 = 1 << 33;

/// Touches up the best puzzle on all threads until it is at the ceiling, nothing helps any more, or the budget ends.
pub(super) fn touch_up(
    job: Job<'_>,
    ceiling: &Ceiling,
    best: &Best<'_>,
    watch: &(dyn Fn(Progress) + Sync),
    options: &Options,
    budget: &Budget,
) -> Ending {
    let (budget, done) = &budget.racer();
    let without_gain = AtomicUsize::new(0);
    let patience = PATIENCE * options.setup.threads.max(1);
    let endings = threads::race(options.setup.threads, done, |thread| {
        let mut rng = Rng::with_seed(seed::derive(options.setup.seed, SEEDS + thread as u64));
        let layouter = Layouter::new(job, ceiling, best, options.setup.back_end.clone(), budget);
        let finisher = Finisher { job, best, watch, layouter: &layouter, options, threads: 1, budget };
        for round in 2.. {
            let Some(puzzle) = best.puzzle().filter(|_| !budget.exhausted()) else { break };
            watch(best.progress(Layer::Layout, round));
            let before = best.mark();
            if let Some(better) = layouter.touch_up(&puzzle, WINDOWS, &mut rng) {
                let letters = puzzle.fields.map(|_, field| match field {
                    Field::Letter(letter) => Some(*letter),
                    _ => None,
                });
                finisher.finish_from(better, letters, round, &mut rng);
            }
            if best.is_done() {
                done.store(true, Ordering::Relaxed);
                return Ending::Ceiling;
            }
            if best.mark() != before {
                without_gain.store(0, Ordering::Relaxed);
            } else if without_gain.fetch_add(1, Ordering::Relaxed) + 1 >= patience {
                done.store(true, Ordering::Relaxed);
                return Ending::Settled;
            }
        }
        Ending::Stopped
    });
    let first = |ending| endings.contains(&ending).then_some(ending);
    first(Ending::Ceiling).or(first(Ending::Settled)).unwrap_or(Ending::Stopped)
}
