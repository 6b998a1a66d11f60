//! Arrows and letters for a layout that is given.

use super::best::Best;
use super::{Ending, Job, Layer, NoAnswer, NoPuzzle, Options, Progress, Stopped, rules_of_layout};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::search::explain::fewer_to_name;
use crate::search::fill::{FillOptions, FillOutcome};
use crate::search::layout::sat;
use crate::solver::Budget;

/// Finds arrows and letters for a given layout.
pub(super) fn fill_given(
    job: Job<'_>,
    options: &Options,
    budget: &Budget,
    best: &Best<'_>,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Ending, NoAnswer> {
    watch(best.progress(Layer::Layout, 1));
    let laid_out = arrows_for_given(job, options, budget)?;
    watch(best.progress(Layer::Fill, 1));
    let (problem, positions) = laid_out.slots();
    let fill_options = FillOptions { threads: options.setup.threads, ..options.fill(options.setup.seed) };
    let fill = best.preference.fill(&problem, &positions, &fill_options, budget);
    best.note(&fill);
    match fill.outcome {
        FillOutcome::Filled(letters) => {
            best.offer(laid_out.with_letters(&positions, &letters), &laid_out);
            Ok(Ending::Filled)
        }
        FillOutcome::Infeasible { core } => {
            let mut slots = fewer_to_name(core, &problem, job.list, &options.setup, budget);
            slots.sort_unstable();
            let place = |slot: usize| {
                let run = laid_out.run_of(laid_out.questions[slot]);
                run.map_or_else(String::new, |r| {
                    format!("{} {} with {} letters", r.start, r.direction, r.len)
                })
            };
            Err(NoPuzzle::NoFill(slots.into_iter().map(place).collect()).into())
        }
        FillOutcome::Stopped { letters, .. } => {
            best.miss(fill.missing);
            best.keep_unfinished(&laid_out, &letters);
            Err(NoAnswer::Stopped(best.stopped()))
        }
    }
}

/// Finds arrows for a given layout that ask all runs if possible, otherwise as many as the rules need.
fn arrows_for_given(job: Job<'_>, options: &Options, budget: &Budget) -> Result<Puzzle, NoAnswer> {
    let spec = job.layout_spec();
    for ask_all in [true, false] {
        match sat::structure(
            &spec,
            &rules_of_layout(job.list, ask_all),
            &options.setup.back_end,
            options.setup.seed,
            budget,
        ) {
            sat::Outcome::Found(puzzle) => return Ok(puzzle),
            sat::Outcome::Impossible => {}
            sat::Outcome::Unknown => return Err(NoAnswer::Stopped(Stopped::default())),
        }
    }
    Err(NoPuzzle::NoLayout.into())
}
