//! Rounds, and beside them the proof that nothing rates higher.
//!
//! On a grid of some dozens of fields, rounds find the best puzzle within a second or two but never learn that it is the best,
//! and the proof of that takes half a minute but says little before its end. So one thread tries the layouts to the end while
//! the others run rounds. Whenever the rounds find a better puzzle, the proof goes on with the higher bound and with all that it
//! has learnt; and what it proves on the way brings down the ceiling that the rounds aim at. Whichever has the answer ends both.

use super::exhaust::exhaust;
use super::race::Race;
use super::{Ending, NoAnswer, NoPuzzle, Options};
use crate::search::Setup;
use crate::solver::{Budget, seed, threads};
use std::sync::atomic::{AtomicBool, Ordering};

/// The seeds of further rounds are derived from the numbers from here on, which no thread has.
const RESTARTS: u64 = 1 << 32;

/// Runs rounds on all threads but one, which tries the layouts. There have to be two threads or more.
pub(super) fn run(race: &Race<'_>, options: &Options, budget: &Budget) -> Result<Ending, NoAnswer> {
    let Race { job, start, best, watch, .. } = *race;
    let (budget, done) = budget.racer();
    let is_over = AtomicBool::new(false);
    let end_if_last = |end: &Result<Ending, NoAnswer>| {
        if is_last_word(end) {
            done.store(true, Ordering::Relaxed);
        }
    };
    let (proof, rounds) = threads::both(
        &done,
        || {
            let proof = exhaust(job, options, start, &budget, best, watch);
            end_if_last(&proof);
            is_over.store(true, Ordering::Relaxed);
            proof
        },
        || {
            // As long as the proof goes on, rounds start again when they have settled: they may still be the first to find the best.
            for restart in 0.. {
                let seed = match restart {
                    0 => options.setup.seed,
                    _ => seed::derive(options.setup.seed, RESTARTS + restart),
                };
                let setup = Setup { threads: options.setup.threads - 1, seed, ..options.setup.clone() };
                let rounds = race.run(&Options { setup, ..options.clone() }, &budget);
                if !matches!(rounds, Ok(Ending::Settled)) || is_over.load(Ordering::Relaxed) {
                    end_if_last(&rounds);
                    return rounds;
                }
            }
            Ok(Ending::Stopped)
        },
    );
    match (proof, rounds) {
        (proof, _) if is_last_word(&proof) => proof,
        (_, rounds) if is_last_word(&rounds) => rounds,
        // The rounds have settled, but the proof was not finished in time.
        (Ok(Ending::Stopped), Ok(_)) => Ok(Ending::Stopped),
        // The proof was given up, and the rounds have found no puzzle either.
        (Err(reason), Ok(Ending::Settled)) if best.score().is_none() => Err(reason),
        (_, rounds) => rounds,
    }
}

/// Returns whether this outcome is final.
fn is_last_word(end: &Result<Ending, NoAnswer>) -> bool {
    match end {
        Ok(ending) => matches!(ending, Ending::Ceiling | Ending::Exhausted),
        Err(NoAnswer::None(reason)) => !matches!(reason, NoPuzzle::GaveUp(_)),
        Err(_) => true,
    }
}
