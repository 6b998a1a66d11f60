//! The letters of a layout; and where they cannot be found, another layout there.
//!
//! A fill that fails is asked where: the slots that failed most. The layout around them is made anew at the
//! same rating, and the fill goes on with the letters that survived. A layout that still refuses after many
//! such changes is given up; the next round makes another one.

use super::best::Best;
use super::roads::Layouter;
use super::{Job, Layer, Options, Progress};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::{self, Counts};
use crate::encodings::grid::Grid;
use crate::encodings::lexicon::Letter;
use crate::search::fill::{self, FillOptions, FillOutcome};
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use fastrand::Rng;
use std::sync::Arc;

/// How often a layout is changed where its fill refuses before it is given up.
const REPAIRS: usize = 40;

/// After so many failures a slot the layout is changed. A limit in failures, not in time, gives the same puzzle
/// on every machine.
const FAILURES_A_SLOT: u64 = 100;

/// Fills the layouts of one thread.
pub(super) struct Finisher<'a> {
    pub(super) job: Job<'a>,
    pub(super) index: &'a Arc<WordIndex>,
    pub(super) best: &'a Best,
    pub(super) watch: &'a (dyn Fn(Progress) + Sync),
    pub(super) layouter: &'a Layouter<'a>,
    pub(super) options: &'a Options,
    pub(super) budget: &'a Budget,
}

impl Finisher<'_> {
    /// Letters for a layout, if it promises to be better than the best puzzle so far.
    pub(super) fn finish(&self, mut layout: Puzzle, round: usize, rng: &mut Rng) {
        let Self { job, index, best, watch, .. } = *self;
        let mut survivors: Grid<Option<Letter>> = job.given.fields.map(|_, _| None);
        for repair in 0..=REPAIRS {
            if !best.wants(promise(&layout)) || self.budget.exhausted() {
                return;
            }
            watch(best.progress(Layer::Fill, round));
            let (problem, positions) = layout.slots();
            let hint = positions.iter().map(|&p| survivors[p]).collect();
            let options = FillOptions {
                hint: Some(hint),
                failures: Some(FAILURES_A_SLOT * problem.slots.len() as u64),
                ..self.options.fill(rng.u64(..))
            };
            let place = match fill::fill(&problem, index, &options, self.budget) {
                FillOutcome::Filled(letters) => {
                    best.offer(layout.with_letters(&positions, &letters), &layout, index);
                    return;
                }
                FillOutcome::Infeasible { core } => core.first().map(|&s| problem.slots[s].cells[0]),
                FillOutcome::Stopped { letters, trouble } => {
                    for (&pos, letter) in positions.iter().zip(letters) {
                        survivors[pos] = letter;
                    }
                    let worst = (0..trouble.len()).max_by(|&a, &b| trouble[a].total_cmp(&trouble[b]));
                    worst.map(|slot| problem.slots[slot].cells[problem.slots[slot].cells.len() / 2])
                }
            };
            let Some(place) = place.map(|cell| positions[cell]) else { return };
            let radius = 3 + repair / 8;
            log::debug!("the fill refuses around {place}: another layout within {radius} fields");
            let Some(other) = self.layouter.elsewhere(&layout, place, radius, rng) else { return };
            layout = other;
        }
        log::info!("round {round}: a layout refused to be filled after {REPAIRS} changes");
    }
}

/// The rating that a layout has once it is filled.
fn promise(layout: &Puzzle) -> f64 {
    Counts::of(layout).score() + rating::BONUS
}
