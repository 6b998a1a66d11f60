//! A hard template filled part by part: a part with words that grows until it is all of the template.
//!
//! The time of dives grows exponentially with the number of slots. Of a template of 156 slots on which they found nothing in minutes,
//! parts of 75 were filled in a second, of 110 in five, of 148 in forty. So the part with the most trouble is filled by itself first. Then
//! slots beside it join, a few at a time: the one that has the fewest words left, and those near it. With them, the slots nearest to them
//! that have words are filled anew, and all other letters are held. If that fails, more slots are filled anew; if they are too many to decide, the
//! words there are taken out, and the part grows again from what is left.
//!
//! Unlike the windows of the repair, which are small and all over the fill, these are as large as dives by beliefs can fill, and what is
//! filled always hangs together, so that no two parts meet at a seam. (Large neighbourhood search: Shaw 1998.)

use super::FillOutcome;
use super::belief::Believer;
use super::core::part;
use super::partial::Partial;
use super::restart::restart;
use super::tree::{Dive, Tree};
use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::Budget;
use crate::solver::words::{Propagator, WordIndex};
use fastrand::Rng;
use std::collections::HashSet;
use std::sync::Arc;

/// The slots of the first part.
const FIRST: usize = 60;
/// The fewest that it shrinks to if it cannot be filled.
const LEAST_FIRST: usize = 15;
/// How many slots join at once.
const JOINING: usize = 5;
/// How many slots that have words are filled anew with those that join.
const LOOSE: usize = 30;
/// If more are, and that is not decided, words are taken out.
const MOST_LOOSE: usize = 70;
/// How many words are taken out then, on average.
const TAKEN_OUT: f32 = 25.0;
/// How often words are taken out, without the part growing larger than ever before, until it starts from another place.
const PATIENCE: u32 = 15;
/// What dives in a window may cost, in failures of the restarting search.
const COST: u64 = 3000;
/// The failures of the restarting search before these dives.
const RESTARTS: u64 = 1000;
/// How much chance counts in the order in which slots join.
const NOISE: f32 = 0.5;

/// A part of a template that has words, and grows.
pub(super) struct Grower<'a> {
    /// The words of the part.
    fill: Partial<'a>,
    /// How many slots the part begins with.
    first: usize,
    /// How many slots that have words are filled anew with those that join at first.
    few: usize,
    /// How many of them are filled anew the next time.
    loose: usize,
    /// The most slots that had words since the part began.
    most: usize,
    /// How often words were taken out since then.
    taken_out: u32,
    /// What all windows have cost, in failures of the restarting search.
    cost: u64,
    /// The letters of the largest part so far, and how many slots had words in it.
    best: (usize, Vec<Option<Letter>>),
}

impl<'a> Grower<'a> {
    /// Creates a part without slots.
    pub(super) fn new(problem: &'a SlotProblem, index: &Arc<WordIndex>) -> Self {
        let fill = Partial::new(problem, index);
        let best = (0, fill.letters.clone());
        Self { fill, first: FIRST, few: LOOSE, loose: LOOSE, most: 0, taken_out: 0, cost: 0, best }
    }

    /// Returns what all windows have cost, in failures of the restarting search.
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns the letters of the largest part so far.
    pub(super) fn best(&self) -> &[Option<Letter>] {
        &self.best.1
    }

    /// Grows until all slots are filled, some are proven to have no fill, or this has cost at least `cost` or the budget ends, and then
    /// returns `None`. The part begins where there was the most trouble, of which there is one number for each slot.
    pub(super) fn run(
        &mut self,
        trouble: &[f32],
        cost: u64,
        rng: &mut Rng,
        budget: &Budget,
    ) -> Option<FillOutcome> {
        let end = self.cost.saturating_add(cost);
        while self.cost < end && !budget.exhausted() {
            let joining = if self.filled() == 0 { self.begin(trouble, rng) } else { self.joining(rng) };
            let outcome = self.join(joining, rng, budget);
            if outcome.is_some() {
                return outcome;
            }
        }
        None
    }

    /// Returns how many slots have words.
    fn filled(&self) -> usize {
        self.fill.neighbours.len() - self.fill.missing().len()
    }

    /// Returns the slots of the first part, around one with much trouble.
    fn begin(&mut self, trouble: &[f32], rng: &mut Rng) -> Vec<usize> {
        (self.loose, self.most, self.taken_out) = (self.few, 0, 0);
        let most = trouble.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let trouble: Vec<f32> = trouble.iter().map(|trouble| trouble / most).collect();
        let ranks = trouble.iter().map(|trouble| trouble * (1.0 - NOISE * rng.f32())).enumerate();
        let seed = ranks.max_by(|a, b| a.1.total_cmp(&b.1));
        seed.map_or_else(Vec::new, |(seed, _)| part(&self.fill.neighbours, &trouble, seed, self.first).0)
    }

    /// Returns the slots that join next: the one without a word which the part leaves the fewest, and those near it.
    fn joining(&self, rng: &mut Rng) -> Vec<usize> {
        let mut left = |slot: usize| {
            let cells = &self.fill.problem.slots[slot].cells;
            let is_crossed = cells.iter().any(|&cell| self.fill.letters[cell].is_some());
            let words = if is_crossed { self.fill.fitting(slot) as f32 } else { f32::INFINITY };
            (words + 1.0) * (1.0 + NOISE * rng.f32())
        };
        let ranked = self.fill.missing().iter().map(|&slot| (left(slot as usize), slot as usize));
        let Some((_, first)) = ranked.min_by(|a, b| a.0.total_cmp(&b.0)) else { return Vec::new() };
        let mut seen = HashSet::from([first]);
        let mut joining = vec![first];
        let mut ring = joining.clone();
        while !ring.is_empty() && joining.len() < JOINING {
            ring = self.fill.beside(&ring, &mut seen, |_| true);
            let missing = ring.iter().filter(|&&slot| self.fill.word(slot).is_none());
            let mut ranked: Vec<(f32, usize)> = missing.map(|&slot| (left(slot), slot)).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            joining.extend(ranked.into_iter().map(|(_, slot)| slot));
        }
        joining.truncate(JOINING);
        joining
    }

    /// Fills slots that join, together with those near them that have words. Returns how this ends the search, if it does.
    fn join(&mut self, joining: Vec<usize>, rng: &mut Rng, budget: &Budget) -> Option<FillOutcome> {
        let (filled, joined) = (self.filled(), joining.len());
        let loose = self.near(&joining, self.loose, rng);
        // Of a template that does not hang together, nothing else may be near.
        let (is_by_itself, is_all) = (loose.len() == filled, loose.len() < self.loose);
        let old: Vec<(usize, usize)> =
            loose.into_iter().filter_map(|slot| Some((slot, self.fill.take(slot)?))).collect();
        let mut window: Vec<usize> =
            joining.iter().copied().chain(old.iter().map(|&(slot, _)| slot)).collect();
        let decide = window.len();
        // It has to leave the slots without a word that cross it one.
        let mut seen = window.iter().copied().collect();
        window.extend(self.fill.beside(&window, &mut seen, |slot| self.fill.word(slot).is_none()));
        let (end, words) = self.solve(&window, decide, rng, budget);
        log::debug!("{filled} slots have words, {joined} join, {} are filled anew: {end:?}", old.len());
        if end == Dive::Filled {
            words.into_iter().for_each(|(slot, word)| self.fill.put(slot, word));
            self.loose = (self.loose * 3 / 4).max(self.few);
            let filled = self.filled();
            if filled > self.most {
                (self.most, self.taken_out) = (filled, 0);
            }
            if filled > self.best.0 {
                self.best = (filled, self.fill.letters.clone());
            }
            return self.fill.complete().map(FillOutcome::Filled);
        }
        old.into_iter().for_each(|(slot, word)| self.fill.put(slot, word));
        match end {
            Dive::Exhausted if is_by_itself => return Some(FillOutcome::Infeasible { core: window }),
            Dive::Stopped => {}
            _ if filled == 0 => self.first = (self.first * 3 / 4).max(LEAST_FIRST),
            // Proofs that more of them are no use take next to no time.
            _ if is_all || (end == Dive::Limit && self.loose > MOST_LOOSE) => self.take_out(&joining, rng),
            _ => self.loose = self.loose * 5 / 4 + 5,
        }
        None
    }

    /// Takes out words around slots that cannot join, and all of them if that has been no use for too long.
    fn take_out(&mut self, slots: &[usize], rng: &mut Rng) {
        self.taken_out += 1;
        self.loose = self.few;
        let out = if self.taken_out > PATIENCE {
            (0..self.fill.neighbours.len()).collect()
        } else {
            let count = (TAKEN_OUT * (0.5 + rng.f32())) as usize;
            self.near(slots, count.min(self.filled() / 2), rng)
        };
        for slot in out {
            self.fill.take(slot);
        }
    }

    /// Searches a window, of which the first slots are decided, with everything around it held. Returns the words of these.
    fn solve(
        &mut self,
        window: &[usize],
        decide: usize,
        rng: &mut Rng,
        budget: &Budget,
    ) -> (Dive, Vec<(usize, usize)>) {
        self.cost += 1;
        let Partial { problem, ref index, ref letters, ref used, .. } = self.fill;
        let Ok(words) = Propagator::window(index, problem, window, letters, used) else {
            return (Dive::Exhausted, Vec::new());
        };
        let mut tree = Tree::new(words, decide);
        let mut believer = Believer::default();
        let mut end = restart(&mut tree, RESTARTS, rng, budget);
        if end == Dive::Limit {
            end = believer.run(&mut tree, COST, rng, budget);
        }
        self.cost += tree.failures() + believer.cost();
        let word = |local| (window[local], tree.words.word(local));
        (end, if end == Dive::Filled { (0..decide).map(word).collect() } else { Vec::new() })
    }

    /// Returns up to `most` slots that have words, those that are the fewest crossings away.
    fn near(&self, slots: &[usize], most: usize, rng: &mut Rng) -> Vec<usize> {
        let mut seen = slots.iter().copied().collect();
        let mut near = Vec::new();
        let mut ring = slots.to_vec();
        while !ring.is_empty() && near.len() < most {
            ring = self.fill.beside(&ring, &mut seen, |slot| self.fill.word(slot).is_some());
            rng.shuffle(&mut ring);
            near.extend(&ring);
        }
        near.truncate(most);
        near
    }
}

#[cfg(test)]
mod tests {
    use super::super::presentable;
    use super::super::tests::{assert_presentable, assert_valid, babble, exists, large, tiny};
    use super::*;
    use crate::encodings::lexicon::WordList;
    use proptest::{prop_assert, proptest};

    fn grower<'a>(problem: &'a SlotProblem, list: &WordList, first: usize, few: usize) -> Grower<'a> {
        Grower { first, few, ..Grower::new(problem, &Arc::new(WordIndex::new(list))) }
    }

    fn run(grower: &mut Grower, cost: u64, seed: u64) -> Option<FillOutcome> {
        let trouble = vec![1.0; grower.fill.problem.slots.len()];
        grower.run(&trouble, cost, &mut Rng::with_seed(seed), &Budget::unlimited())
    }

    /// A part of a few slots grows until all of a template is filled, by joining and by filling anew what is near.
    #[test]
    fn a_part_grows_over_all_of_a_template() {
        let problem = large(3);
        assert!(problem.slots.len() > 100, "{} slots", problem.slots.len());
        for seed in 0..4 {
            let list = babble(6000, 12, seed);
            let mut grower = grower(&problem, &list, 8, 2);
            // A window may cost at least 1, so the part stays small.
            assert_eq!(run(&mut grower, 1, seed), None);
            let begun = grower.best().iter().flatten().count();
            assert!((8..60).contains(&begun), "{begun} letters");
            assert_presentable(&problem, &list, &presentable(&problem, &grower.fill.index, grower.best()));
            match run(&mut grower, u64::MAX, seed) {
                Some(FillOutcome::Filled(letters)) => assert_valid(&problem, &list, &letters),
                end => panic!("{end:?}"),
            }
        }
    }

    proptest! {
        /// For tiny grids and alphabets, a part that begins with a few slots grows to a fill, or to slots without one by themselves, as plain
        /// enumeration says.
        #[test]
        fn growth_agrees_with_enumeration(
            (problem, list, expected) in tiny(),
            (first, few) in (1_usize..5, 0_usize..3),
            seed in 0_u64..100,
        ) {
            match run(&mut grower(&problem, &list, first, few), u64::MAX, seed) {
                Some(FillOutcome::Filled(letters)) => {
                    prop_assert!(expected);
                    assert_valid(&problem, &list, &letters);
                }
                Some(FillOutcome::Infeasible { core }) => {
                    let slots = core.iter().map(|&slot| problem.slots[slot].clone()).collect();
                    let alone = SlotProblem { slots, ..problem.clone() };
                    prop_assert!(!expected && !exists(&alone, &list, 0, &mut problem.cells.clone()));
                }
                end => prop_assert!(false, "there was no limit: {end:?}"),
            }
        }
    }
}
