//! The letters of a layout; and where none can be found, another layout at that place.
//!
//! A fill that fails reports the slots that failed most. The layout around them is made again at the same rating, and
//! the fill continues with the letters that survived. A layout that still has no fill after many such changes is
//! abandoned; the next round makes another one.
//!
//! As long as there is no puzzle, a layout is first filled with any words, which is a matter of milliseconds. This puzzle is only
//! kept in reserve: the search goes on with preferred words as if it did not exist.

use super::best::Best;
use super::mend::Mender;
use super::roads::{Layouter, unrelated, usable};
use super::{Job, Layer, Options, Progress};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::encodings::arrowword::rating::{self, Counts};
use crate::encodings::grid::Grid;
use crate::encodings::lexicon::{Letter, Slot};
use crate::search::fill::{self, FillOptions, FillOutcome, OwnFill};
use crate::search::layout::{arrows, is_vast};
use crate::search::preference::Preference;
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often a layout is changed where its fill fails before it is given up.
const REPAIRS: usize = 40;

/// The same for fills with preferred words alone, after which the next list is tried. A layout at the ceiling is worth
/// all patience: its fill is the answer.
const REPAIRS_FOR_PREFERRED: usize = 8;

/// The same for a list that is more preferred than two others. With it the best puzzle is refilled at the end anyway.
const REPAIRS_FOR_MOST_PREFERRED: usize = 1;

/// The free fields from which on the first puzzle is filled with any words. Smaller grids are filled in no time, and there the
/// layout of the first round may well be the best.
const FIELDS_OF_QUICK: usize = 100;

/// The failures per slot that this is worth: a good layout is filled with a tenth of them.
const FAILURES_A_SLOT_OF_QUICK: u64 = 20;

/// How often a very large layout is changed as soon as some places refuse.
const EARLY: usize = 8;

/// The failures per slot after which the layout is changed. A limit on failures, not on time, gives the same puzzle on
/// every machine.
const FAILURES_A_SLOT: u64 = 100;

/// The same for a very large layout: with more of them, one that refuses at a single place holds up the search for half a minute,
/// where another layout is found and filled in two seconds.
const FAILURES_A_SLOT_OF_VAST: u64 = 8;

/// A very large layout is given up when, after `EARLY` changes or more, this many in a row have not helped.
const WITHOUT_GAIN: usize = 4;

/// How hard a layout is tried with one list.
#[derive(Clone, Copy)]
struct Patience {
    /// How often it is changed where its fill fails.
    repairs: usize,
    /// The failures per slot before each change.
    failures_a_slot: u64,
    /// Whether the puzzle is only kept in reserve.
    in_reserve: bool,
}

/// The filler of one thread's layouts.
pub(super) struct Finisher<'a> {
    pub(super) job: Job<'a>,
    pub(super) best: &'a Best<'a>,
    pub(super) watch: &'a (dyn Fn(Progress) + Sync),
    pub(super) layouter: &'a Layouter<'a>,
    pub(super) options: &'a Options,
    /// The threads that work together on a very large fill.
    pub(super) threads: usize,
    pub(super) budget: &'a Budget,
}

impl Finisher<'_> {
    /// Fills a layout if it promises a better puzzle than the best so far, if possible with preferred words alone.
    pub(super) fn finish(&self, layout: Puzzle, round: usize, rng: &mut Rng) {
        let nothing = self.job.given.fields.map(|_, _| None);
        self.finish_from(layout, nothing, round, rng);
    }

    /// Does the same, and keeps these letters where possible.
    pub(super) fn finish_from(
        &self,
        layout: Puzzle,
        letters: Grid<Option<Letter>>,
        round: usize,
        rng: &mut Rng,
    ) {
        let failures = if self.is_vast() { FAILURES_A_SLOT_OF_VAST } else { FAILURES_A_SLOT };
        let lists = self.best.preference.preferred.len();
        if self.should_be_quick(promise(&layout)) {
            let patience =
                Patience { repairs: 0, failures_a_slot: FAILURES_A_SLOT_OF_QUICK, in_reserve: true };
            let all = self.best.preference.all();
            // With random numbers of its own, so that the search goes on as it would have without.
            let rng = &mut rng.clone();
            self.finish_with(all, (layout.clone(), letters.clone()), patience, round, rng);
        }
        for (at, (index, is_all)) in self.best.preference.indices().enumerate() {
            if !is_all && self.is_vast() && asks_for_most(&layout, index) {
                log::debug!("preferred list {} has too few words for this layout", at + 1);
                continue;
            }
            let repairs = match is_all {
                true => REPAIRS,
                // Own words are placed so that the whole list fits around them; whether preferred words do is left to
                // chance.
                false if !self.best.preference.own.is_empty() => 0,
                false if at + 2 < lists => REPAIRS_FOR_MOST_PREFERRED,
                false if at + 1 == lists && self.best.is_ceiling(promise(&layout)) => REPAIRS,
                false => REPAIRS_FOR_PREFERRED,
            };
            let patience = Patience { repairs, failures_a_slot: failures, in_reserve: false };
            if self.finish_with(index, (layout.clone(), letters.clone()), patience, round, rng) {
                return;
            }
        }
        log::info!("round {round}: a layout refused to be filled, whatever was changed");
    }

    /// Returns whether a layout that promises this rating should have a puzzle with any words before it is filled with preferred
    /// ones.
    fn should_be_quick(&self, promise: f64) -> bool {
        let Preference { preferred, own, .. } = self.best.preference;
        !preferred.is_empty()
            && own.is_empty()
            && self.best.wants_in_reserve(promise)
            && self.layouter.ceiling.counts.unblocked >= FIELDS_OF_QUICK
            && !self.is_vast()
    }

    /// Returns whether a layout is mended place by place where its fill with these words fails: where words are scarce, all of them may
    /// be used, and there is no puzzle whose rating would have to be surpassed.
    fn can_mend(&self, index: &Arc<WordIndex>) -> bool {
        self.is_vast()
            && self.job.is_bare()
            && self.layouter.prices.fills > 0.0
            && Arc::ptr_eq(index, self.best.preference.all())
            && self.best.score().is_none()
    }

    fn is_vast(&self) -> bool {
        is_vast(self.layouter.ceiling.counts.unblocked)
    }

    /// Fills a layout with the words of an index. Returns whether nothing is left to do: it is filled, no longer
    /// wanted, or the budget is exhausted.
    fn finish_with(
        &self,
        index: &Arc<WordIndex>,
        (mut layout, mut survivors): (Puzzle, Grid<Option<Letter>>),
        Patience { repairs, failures_a_slot, in_reserve }: Patience,
        round: usize,
        rng: &mut Rng,
    ) -> bool {
        let Self { job, best, watch, .. } = *self;
        let is_vast = self.is_vast();
        let (mut fewest, mut without_gain) = (usize::MAX, 0);
        for repair in 0..=repairs {
            if !best.wants(promise(&layout)) {
                return true;
            }
            if self.budget.exhausted() {
                self.keep(&layout, &survivors);
                return true;
            }
            watch(best.progress(Layer::Fill, round));
            let (problem, positions) = layout.slots();
            let hint = positions.iter().map(|&p| survivors[p]).collect();
            let options = FillOptions {
                hint: Some(hint),
                failures: Some(failures_a_slot * problem.slots.len() as u64),
                threads: self.threads,
                // After some changes, the places that refuse are filled with more effort instead.
                ends_early: job.themes.is_empty() && repair < EARLY,
                ..self.options.fill(rng.u64(..))
            };
            let places = match fill::fill(&problem, index, &options, self.budget) {
                FillOutcome::Filled(letters) => {
                    let laid_out = (&problem, &positions[..]);
                    let Some(letters) =
                        best.preference.spell(laid_out, letters, index, &options, self.budget)
                    else {
                        best.note(&OwnFill { is_unspelled: true, ..OwnFill::nothing(&problem) });
                        return false;
                    };
                    let puzzle = layout.with_letters(&positions, &letters);
                    match in_reserve {
                        true => best.keep_in_reserve(puzzle, &layout),
                        false => best.offer(puzzle, &layout),
                    }
                    return true;
                }
                FillOutcome::Infeasible { core } => {
                    core.first().map(|&s| problem.slots[s].cells[0]).into_iter().collect()
                }
                FillOutcome::Stopped { letters, trouble } => {
                    for (&pos, letter) in positions.iter().zip(letters) {
                        survivors[pos] = letter;
                    }
                    let middle = |slot: usize| problem.slots[slot].cells[problem.slots[slot].cells.len() / 2];
                    // The time may end while another layout is made.
                    self.keep(&layout, &survivors);
                    if self.budget.exhausted() {
                        return true;
                    }
                    let is_open =
                        |slot: &&Slot| slot.cells.iter().any(|&cell| survivors[positions[cell]].is_none());
                    let open = problem.slots.iter().filter(is_open).count();
                    (fewest, without_gain) =
                        if open < fewest { (open, 0) } else { (fewest, without_gain + 1) };
                    if is_vast && repair >= EARLY && without_gain >= WITHOUT_GAIN {
                        return false;
                    }
                    worst_of(&trouble).map(middle).collect::<Vec<_>>()
                }
            };
            if repair == repairs || places.is_empty() {
                return false;
            }
            if self.can_mend(index) {
                let mender = Mender {
                    given: job.given,
                    index,
                    supply: &(0..=job.list.longest()).map(|len| job.list.count(len)).collect::<Vec<_>>(),
                    prices: self.layouter.prices.for_mending(self.layouter.ceiling.counts.unblocked as i32),
                    threads: self.threads,
                    budget: self.budget,
                };
                let (pattern, letters, open) = mender.mend(&layout, &survivors, rng);
                log::info!("{open} slots are still open");
                let Some(other) = arrows(&pattern) else { return false };
                (layout, survivors) = (other, letters);
                continue;
            }
            let radius = 3 + repair / 8;
            let places: Vec<_> = places.into_iter().map(|cell| positions[cell]).collect();
            log::debug!(
                "the fill refuses at {} places, as around {}: another layout within {radius} fields",
                places.len(),
                places[0]
            );
            let Some(other) = self.layouter.elsewhere(&layout, &places, radius, rng) else { return false };
            layout = other;
        }
        false
    }

    /// Keeps a layout with the letters that fit it, unless there is a puzzle already.
    fn keep(&self, layout: &Puzzle, letters: &Grid<Option<Letter>>) {
        if self.best.score().is_none() {
            let (_, positions) = layout.slots();
            let letters: Vec<Option<Letter>> = positions.iter().map(|&pos| letters[pos]).collect();
            self.best.keep_unfinished(layout, &letters);
        }
    }
}

/// Returns the slots with the most trouble: one, or several that have equally much, as places of a very large fill do at which
/// everything failed.
fn worst_of(trouble: &[f32]) -> impl Iterator<Item = usize> {
    let most = trouble.iter().copied().fold(0.0, f32::max);
    let last = trouble.iter().rposition(|&trouble| trouble == most);
    let is_one_of_many = |&slot: &usize| trouble[slot] == 1.0 && most == 1.0;
    let many: Vec<usize> = (0..trouble.len()).filter(is_one_of_many).collect();
    if many.is_empty() { last.into_iter().collect() } else { many }.into_iter()
}

/// Returns whether a layout asks for more words of some length than layouts may ask of a list with these words.
fn asks_for_most(layout: &Puzzle, index: &WordIndex) -> bool {
    let mut asked: BTreeMap<usize, usize> = BTreeMap::new();
    layout.slots().0.slots.iter().for_each(|slot| *asked.entry(slot.len()).or_default() += 1);
    asked.into_iter().any(|(len, count)| count > usable(unrelated(index, len)))
}

/// Returns the rating that a layout will have once it is filled.
pub(super) fn promise(layout: &Puzzle) -> f64 {
    Counts::of(layout).score() + rating::BONUS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_trouble_all_places_are_changed_and_otherwise_the_worst() {
        assert_eq!(worst_of(&[0.2, 1.0, 0.0, 1.0]).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(worst_of(&[0.2, 0.5, 0.1]).collect::<Vec<_>>(), [1]);
    }
}
