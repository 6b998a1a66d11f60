//! One arrangement for each of several windows, so that the sum of their changes is what is missing.
//!
//! Six windows with two hundred arrangements each have 10¹³ sums, so one that meets nine counts exactly is likely to exist. It is
//! found by meeting in the middle: many sums of one half of the windows and many of the other are sorted, and a pair that makes
//! up what is missing is looked for in one pass. That compares 10¹⁰ sums in some hundredths of a second.
//!
//! While much is missing, no sum may be enough. Then two windows at a time are set to their best pair, so that the loss falls.

use super::energy::{Prices, Sums};
use crate::encodings::arrowword::rating::Counts;
use fastrand::Rng;

/// The most arrangements of a window that are tried in pairs.
const MOST_IN_PAIRS: usize = 120;

/// The sums drawn for each half of the windows.
const MOST_SUMS: u64 = 200_000;

/// What a window can be: different arrangements, the present one first.
pub(super) type Choice = Vec<Arrangement>;

/// A flawless arrangement.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    /// The fields to flip.
    pub(super) flips: Vec<usize>,
    /// What that changes.
    pub(super) change: Sums,
}

/// Chooses an arrangement for each window so that the sums lose less: two windows at a time are set to their best pair, until no
/// pair is better than what is there.
pub(super) fn descend(
    start: &Sums,
    choices: &[Choice],
    unblocked: i32,
    prices: &Prices,
    rng: &mut Rng,
) -> Vec<usize> {
    let change = |window: usize, arrangement: usize| &choices[window][arrangement].change;
    let mut chosen = vec![0; choices.len()];
    let mut sums = *start;
    let mut least = sums.energy(unblocked, prices);
    let mut pairs: Vec<(usize, usize)> =
        (0..choices.len()).flat_map(|one| (0..one).map(move |two| (one, two))).collect();
    rng.shuffle(&mut pairs);
    for &(one, two) in &pairs {
        let rest = sums.minus(change(one, chosen[one])).minus(change(two, chosen[two]));
        for (first, arrangement) in choices[one].iter().enumerate().take(MOST_IN_PAIRS) {
            let rest = rest.plus(&arrangement.change);
            for (second, arrangement) in choices[two].iter().enumerate().take(MOST_IN_PAIRS) {
                let both = rest.plus(&arrangement.change);
                let cost = both.energy(unblocked, prices);
                if cost < least - 1e-12 {
                    (least, sums) = (cost, both);
                    (chosen[one], chosen[two]) = (first, second);
                }
            }
        }
    }
    chosen
}

/// A choice for one half of the windows.
#[derive(Clone, Copy)]
struct Half {
    /// The change of the counts that have to be met, or what is missing with it.
    key: i64,
    /// The change of the uncrossed letters.
    uncrossed: i32,
    /// The seed that draws the choice again.
    seed: u64,
}

/// Chooses an arrangement for each window so that all counts are those of `target`, with as many uncrossed letters at most; `None`
/// if none of the sums drawn is right.
pub(super) fn meet(start: &Sums, choices: &[Choice], target: &Counts, rng: &mut Rng) -> Option<Vec<usize>> {
    let keys: Vec<Vec<(i64, i32)>> = choices
        .iter()
        .map(|choice| choice.iter().map(|a| (a.change.key(), a.change.uncrossed())).collect())
        .collect();
    let (one, two) = keys.split_at(keys.len() / 2);
    let draw = |half: &[Vec<(i64, i32)>], seed: u64| -> Vec<usize> {
        let mut rng = Rng::with_seed(seed);
        half.iter().map(|choice| rng.usize(..choice.len())).collect()
    };
    let halves = |half: &[Vec<(i64, i32)>], rng: &mut Rng| -> Vec<Half> {
        let first = rng.u64(..);
        let sum = |number: u64| {
            let seed = first.wrapping_add(number);
            let (mut key, mut uncrossed) = (0, 0);
            let mut rng = Rng::with_seed(seed);
            for choice in half {
                let change = choice[rng.usize(..choice.len())];
                key = change.0.wrapping_add(key);
                uncrossed += change.1;
            }
            Half { key, uncrossed, seed }
        };
        (0..MOST_SUMS).map(sum).collect()
    };
    let wanted = Sums::wanted(target);
    let missing = wanted.minus(start);
    let room = (target.letters / 5).max(target.uncrossed) as i32 - start.uncrossed();
    let mut ones = halves(one, rng);
    let mut twos = halves(two, rng);
    twos.iter_mut().for_each(|half| half.key = missing.key().wrapping_sub(half.key));
    ones.sort_unstable_by_key(|half| (half.key, half.uncrossed, half.seed));
    twos.sort_unstable_by_key(|half| (half.key, half.uncrossed, half.seed));
    // Of equal changes, the first one has the fewest uncrossed letters.
    ones.dedup_by_key(|half| half.key);
    twos.dedup_by_key(|half| half.key);
    let mut other = twos.iter().peekable();
    for half in &ones {
        while other.next_if(|other| other.key < half.key).is_some() {}
        let Some(meets) = other.peek() else { break };
        if meets.key == half.key && meets.uncrossed + half.uncrossed <= room {
            let mut chosen = draw(one, half.seed);
            chosen.extend(draw(two, meets.seed));
            return Some(chosen);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of a good layout, and the sums of one that has two long words too many, and one of five and one of seven letters
    /// too few, with windows that can change that in several ways.
    fn nearly() -> (Counts, Sums, Vec<Choice>) {
        let lengths = [0, 77, 103, 86, 77, 52, 17, 17];
        let counts = Counts {
            unblocked: 1600,
            questions: 352,
            doubles: 77,
            letters: 1248,
            words: 429,
            ..Counts::default()
        };
        let counts = Counts { lengths, ..counts };
        let sums = |lengths| Sums::wanted(&Counts { lengths, ..counts });
        let start = sums([0, 77, 103, 85, 77, 51, 17, 19]);
        let choice = |to: [[usize; 8]; 3]| -> Choice {
            let changes = to.map(|lengths| sums(lengths).minus(&start));
            [Sums::default()]
                .into_iter()
                .chain(changes)
                .map(|change| Arrangement { flips: Vec::new(), change })
                .collect()
        };
        let first = choice([
            [0, 78, 103, 85, 77, 51, 17, 20],
            [0, 77, 104, 86, 77, 51, 17, 17],
            [0, 76, 103, 86, 77, 51, 17, 19],
        ]);
        let second = choice([
            [0, 76, 103, 85, 77, 51, 17, 18],
            [0, 80, 100, 85, 77, 51, 17, 19],
            [0, 77, 102, 85, 77, 52, 17, 19],
        ]);
        (counts, start, vec![first, second])
    }

    #[test]
    fn the_pair_that_makes_up_what_is_missing_is_found_both_ways() {
        let (counts, start, choices) = nearly();
        let mut rng = Rng::with_seed(3);
        assert_eq!(meet(&start, &choices, &counts, &mut rng), Some(vec![2, 3]));
        let prices = Prices::for_fields(1600);
        assert_eq!(descend(&start, &choices, 1600, &prices, &mut rng), [2, 3]);
    }

    #[test]
    fn too_many_uncrossed_letters_are_no_match() {
        let (mut counts, start, choices) = nearly();
        let room = counts.letters / 5;
        let start = |uncrossed| start.plus(&Sums::wanted(&Counts { uncrossed, ..Counts::default() }));
        let mut rng = Rng::with_seed(3);
        assert!(meet(&start(room), &choices, &counts, &mut rng).is_some());
        assert_eq!(meet(&start(room + 1), &choices, &counts, &mut rng), None);
        counts.uncrossed = room + 1;
        assert!(meet(&start(room + 1), &choices, &counts, &mut rng).is_some());
    }
}
