//! Dives that go by the number of fills each letter has, as belief propagation estimates it.
//!
//! A template of few blocks has fills, but so few a word that the search with restarts hardly meets one: what counts for a letter is not
//! how many words it leaves the crossing slot, but how many fills all of the grid has with it. That number cannot be computed,
//! but it can be estimated: each slot tells each slot that crosses it how often each letter stands in their common field,
//! counted over its words, each weighed by what the other crossing slots tell of its letters. This goes on until nobody has anything
//! new to tell. (The sum-product algorithm on the graph of slots; Pearl 1988, Kschischang, Frey and Loeliger 2001. To decide by
//! numbers of solutions is counting-based search: Pesant 2005, Zanarini and Pesant 2007.)
//!
//! A dive takes the surest letter of all fields, has the propagator draw its conclusions, listens to the slots around, and goes on.
//! That takes milliseconds, where a failure of the restarting search takes a tenth of one, but one or a few such dives fill templates
//! that this search does not fill in a minute (`docs/benchmarks.md`). When the beliefs have been wrong a few dozen times, the rest of
//! the dive goes by trouble, as in that search.

use super::tree::{Decision, Dive, Manner, Tree};
use crate::solver::Budget;
use crate::solver::words::Propagator;
use fastrand::Rng;

/// The sweeps over all slots before the first dive, at most.
const SWEEPS: usize = 40;
/// A slot has something new to tell if that differs by more from what it told before, for any letter. A third of this and five times as
/// much are worse: with the one, dives take longer and fail more often, with the other they hardly ever succeed.
const NEWS: f32 = 0.01;
/// The share of what a slot told before in what it tells now; without it, slots can contradict each other in turns.
const INERTIA: f32 = 0.2;
/// No letter is told to be less likely than this: what a decision rules out may be possible again when it is undone.
const LEAST: f32 = 1e-6;
/// How much chance counts in the choice of a field, compared with the share of its likeliest letter.
const NOISE: f32 = 0.1;
/// Letters are drawn by this power of their shares: nearly always the likeliest.
const SHARPNESS: i32 = 8;
/// How often beliefs may have been wrong in a dive.
const MISTAKES: u64 = 50;
/// The failures of the rest of the dive.
const REST: u64 = 4000;

/// The words that are listened to in the time of one failure of the restarting search.
const WORDS_A_FAILURE: u64 = 3000;

/// The shares of the letters in a field.
type Shares = [f32; 26];

/// What slots tell each other.
#[derive(Clone)]
struct Beliefs {
    /// For each slot and position, what the slot is told by the one that crosses it there.
    told: Vec<Vec<Shares>>,
    /// How many words each slot had when it last spoke.
    words: Vec<usize>,
    /// Whether it was told anything new since then.
    has_news: Vec<bool>,
}

/// The dives that go by beliefs.
#[derive(Default)]
pub(super) struct Believer {
    /// The beliefs at the root, which each dive begins with.
    root: Option<Beliefs>,
    /// The words that were listened to in all dives.
    listened: u64,
}

impl Believer {
    /// Returns what the beliefs have cost, in failures of the restarting search. The failures of dives are those of their tree.
    pub(super) fn cost(&self) -> u64 {
        self.listened / WORDS_A_FAILURE
    }

    /// Dives until a fill is found, there is proven to be none, what dives have cost is at least `cost`, or the budget ends.
    pub(super) fn run(&mut self, tree: &mut Tree, cost: u64, rng: &mut Rng, budget: &Budget) -> Dive {
        let spent = |this: &Self, tree: &Tree| this.cost() + tree.failures();
        let end = spent(self, tree).saturating_add(cost);
        while spent(self, tree) < end {
            match self.dive(tree, rng, budget) {
                Dive::Limit => {}
                other => return other,
            }
        }
        Dive::Limit
    }

    fn dive(&mut self, tree: &mut Tree, rng: &mut Rng, budget: &Budget) -> Dive {
        let mut beliefs = self.root.get_or_insert_with(|| Beliefs::new(&tree.words, budget)).clone();
        let mistakes = tree.failures() + MISTAKES;
        while tree.failures() <= mistakes {
            self.listened += beliefs.listen(&tree.words, budget);
            if budget.exhausted() {
                tree.unwind();
                return Dive::Stopped;
            }
            let Some(decision) = beliefs.decision(&tree.words, tree.decided(), rng) else { break };
            if !tree.decide(decision) {
                return Dive::Exhausted;
            }
        }
        let settled = tree.words.fixed().len();
        let end = tree.dive(REST, Manner { phases: false, trouble: true }, rng, budget);
        log::debug!("beliefs settle {settled} of {} slots, then {end:?}", tree.words.len());
        end
    }
}

impl Beliefs {
    /// Creates the beliefs at the root, which are rough ones if the budget ends.
    fn new(words: &Propagator, budget: &Budget) -> Self {
        let even = |slot| vec![[1.0 / 26.0; 26]; words.lexicon(slot).word(words.domains().any(slot)).len()];
        let mut this = Self {
            told: (0..words.len()).map(even).collect(),
            words: vec![usize::MAX; words.len()],
            has_news: vec![true; words.len()],
        };
        for _ in 0..SWEEPS {
            if this.listen(words, budget) == 0 {
                break;
            }
        }
        this
    }

    /// Every slot that has lost words or was told anything new tells its crossings, until the budget ends: a sweep over all slots takes
    /// so long that others in a race would wait for it. Returns how many words these slots have.
    fn listen(&mut self, words: &Propagator, budget: &Budget) -> u64 {
        let mut listened = 0;
        for slot in (0..words.len()).filter(|&slot| !words.is_fixed(slot)) {
            let count = words.count(slot);
            if (self.has_news[slot] || self.words[slot] != count) && !budget.exhausted() {
                self.has_news[slot] = false;
                self.words[slot] = count;
                self.tell(slot, words);
                listened += count as u64;
            }
        }
        listened
    }

    /// A slot tells its crossings.
    fn tell(&mut self, slot: usize, words: &Propagator) {
        let open: Vec<_> = words.open_crossings(slot).collect();
        let lexicon = words.lexicon(slot);
        let mut sums = vec![[0.0_f32; 26]; open.len()];
        let told: Vec<Shares> = open.iter().map(|&(position, ..)| self.told[slot][position]).collect();
        // Most of the time of a dive is spent here.
        words.domains().words(slot).for_each(|word| {
            let letters = lexicon.word(word);
            let mut weight = 1.0;
            for (told, &(position, ..)) in told.iter().zip(&open) {
                weight *= told[letters[position].index()];
            }
            for (sum, &(position, ..)) in sums.iter_mut().zip(&open) {
                sum[letters[position].index()] += weight;
            }
        });
        for ((sum, told), &(_, other, there, letters)) in sums.iter_mut().zip(&told).zip(&open) {
            // What a slot tells does not contain what it was told at that place.
            for (letter, (sum, told)) in sum.iter_mut().zip(told).enumerate() {
                *sum = if letters >> letter & 1 == 1 { *sum / told } else { 0.0 };
            }
            let total: f32 = sum.iter().sum();
            // With dozens of letters that are nearly impossible, all weights can be rounded to zero.
            if total <= 0.0 || !total.is_finite() {
                continue;
            }
            let mut news = 0.0_f32;
            for (told, sum) in self.told[other][there].iter_mut().zip(sum) {
                let share = (*sum / total).max(LEAST) * (1.0 - INERTIA) + *told * INERTIA;
                news = news.max((share - *told).abs());
                *told = share;
            }
            self.has_news[other] |= news > NEWS;
        }
    }

    /// Returns the estimated share of the fills that have each letter at a crossing, as the propagator describes it.
    fn shares(&self, slot: usize, (position, other, there, letters): (usize, usize, usize, u32)) -> Shares {
        let mut shares = [0.0; 26];
        for letter in (0..26).filter(|letter| letters >> letter & 1 == 1) {
            shares[letter] = self.told[slot][position][letter] * self.told[other][there][letter];
        }
        let total: f32 = shares.iter().sum();
        shares.map(|share| share / total)
    }

    /// Returns the surest letter of the first slots, by and large, as a decision; `None` if no crossing of these is open.
    fn decision(&self, words: &Propagator, decide: usize, rng: &mut Rng) -> Option<Decision> {
        let mut surest: Option<(f32, usize, usize, Shares)> = None;
        for slot in (0..decide).filter(|&slot| !words.is_fixed(slot)) {
            // Each crossing is looked at from one side.
            for crossing in words.open_crossings(slot).filter(|&(_, other, ..)| slot < other) {
                let shares = self.shares(slot, crossing);
                let sureness = shares.iter().copied().fold(0.0, f32::max) + NOISE * rng.f32();
                if surest.as_ref().is_none_or(|&(most, ..)| sureness > most) {
                    surest = Some((sureness, slot, crossing.0, shares));
                }
            }
        }
        let (_, slot, position, shares) = surest?;
        let weights = shares.map(|share| share.powi(SHARPNESS));
        let mut drawn = rng.f32() * weights.iter().sum::<f32>();
        let possible = (0..26).filter(|&letter| shares[letter] > 0.0);
        let letter = possible.clone().find(|&letter| {
            drawn -= weights[letter];
            drawn < 0.0
        });
        let letter = letter.or_else(|| possible.max_by(|&a, &b| shares[a].total_cmp(&shares[b])))?;
        let lexicon = words.lexicon(slot);
        let word =
            words.domains().words(slot).find(|&word| lexicon.word(word)[position].index() == letter)?;
        Some(Decision { slot, word, position: Some(position) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_valid, babble, picture, tiny};
    use super::*;
    use crate::encodings::lexicon::{SlotProblem, WordId, WordList};
    use crate::solver::words::WordIndex;
    use proptest::{prop_assert, proptest};
    use std::sync::Arc;

    /// Counts the letters of each cell over all fills, in which a word may occur twice.
    fn count(
        problem: &SlotProblem,
        list: &WordList,
        slot: usize,
        letters: &mut [Option<usize>],
        counts: &mut [[u64; 26]],
    ) {
        let Some(place) = problem.slots.get(slot) else {
            for (count, letter) in counts.iter_mut().zip(letters) {
                letter.iter().for_each(|&letter| count[letter] += 1);
            }
            return;
        };
        for index in 0..list.count(place.len()) {
            let word = list.word(WordId { len: place.len(), index });
            if place.cells.iter().zip(word).all(|(&c, l)| letters[c].is_none_or(|held| held == l.index())) {
                let mut next = letters.to_vec();
                place.cells.iter().zip(word).for_each(|(&c, l)| next[c] = Some(l.index()));
                count(problem, list, slot + 1, &mut next, counts);
            }
        }
    }

    /// Where slots cross without a cycle, belief propagation is exact.
    #[test]
    fn shares_are_those_of_all_fills_of_a_tree() {
        let problem = picture(&[".....###", ".#.#.###", ".#.#...."]);
        for seed in 0..10 {
            let list = babble(40, 5, seed);
            let words = Propagator::new(&Arc::new(WordIndex::new(&list)), &problem).expect("there is a fill");
            let mut counts = vec![[0; 26]; problem.cells.len()];
            count(&problem, &list, 0, &mut vec![None; problem.cells.len()], &mut counts);
            let beliefs = Beliefs::new(&words, &Budget::unlimited());
            let mut compared = 0;
            for slot in 0..words.len() {
                for crossing in words.crossings(slot) {
                    let position = crossing.0;
                    let counts = counts[problem.slots[slot].cells[position]];
                    let all: u64 = counts.iter().sum();
                    let shares = beliefs.shares(slot, crossing);
                    for letter in 0..26 {
                        let expected = counts[letter] as f32 / all as f32;
                        assert!(
                            (shares[letter] - expected).abs() < 2.0 * NEWS,
                            "seed {seed}, slot {slot}, position {position}, letter {letter}: {} of {expected}",
                            shares[letter]
                        );
                        compared += 1;
                    }
                }
            }
            assert_eq!(compared, 8 * 26, "four crossings, from both sides");
        }
    }

    proptest! {
        /// For tiny grids and alphabets, dives by beliefs agree with plain enumeration.
        #[test]
        fn dives_agree_with_enumeration((problem, list, expected) in tiny(), seed in 0_u64..100) {
            let Ok(words) = Propagator::new(&Arc::new(WordIndex::new(&list)), &problem) else {
                prop_assert!(!expected);
                return Ok(());
            };
            let mut tree = Tree::new(words, problem.slots.len());
            let mut rng = Rng::with_seed(seed);
            match Believer::default().run(&mut tree, u64::MAX, &mut rng, &Budget::unlimited()) {
                Dive::Filled => {
                    prop_assert!(expected);
                    assert_valid(&problem, &list, &tree.letters(&problem));
                }
                Dive::Exhausted => prop_assert!(!expected),
                end => prop_assert!(false, "there was no limit: {end:?}"),
            }
        }
    }
}
