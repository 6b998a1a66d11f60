//! The counts behind the rating as sums in a formula, and the price of missing a target.
//!
//! Each count has a target (for uncrossed letters a range). Being off by k costs 1 + 2 + … + k times the price of that
//! count, and beyond `KNEE` the cost grows linearly: close to the rating's squares where it matters, and without large
//! numbers far from the target. Totalizers give "at least n" for each n; the price of a count is a part of a
//! [`LinearSum`] over those bits, and one bound on the sum drives the search.
//!
//! In a window most of what is counted is constant. A `slack` around the current value limits how far a count may
//! move in one step, so a totalizer counts to about a dozen and the formula stays small.

use super::{LayoutEncoding, Lengths};
use crate::arrowword::puzzle::Arrow;
use crate::arrowword::rating::{Counts, IDEAL};
use crate::cnf::{Bit, Directions, LinearSum, Lit, Part, Totalizer};
use crate::grid::{Direction, Pos};

/// The deviation up to which each further one costs more than the one before; beyond it they all cost the same.
const KNEE: u64 = 4;

/// The counts a layout should have, and the range for its uncrossed letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetCounts {
    /// Question fields.
    pub questions: usize,
    /// Question fields with two questions.
    pub doubles: usize,
    /// Words of 2, 3, …, 8, and 9 or more letters, as in [`Counts::lengths`].
    pub lengths: [usize; 8],
    /// The most letters in exactly one word.
    pub most_uncrossed: usize,
    /// The fewest letters in exactly one word. The rating does not ask for any, but the sum of all word lengths is
    /// twice the letters less the uncrossed ones: with too few of those there is no room for short words, and no single
    /// window can mend that.
    pub least_uncrossed: usize,
}

/// The price of being one off, for each count.
#[derive(Clone, Debug)]
pub struct Prices {
    /// Per question field.
    pub questions: u64,
    /// Per double question.
    pub doubles: u64,
    /// Per word of a length class.
    pub words: u64,
    /// Per uncrossed letter outside the range.
    pub uncrossed: u64,
}

impl Default for Prices {
    /// Returns prices close to what the rating takes off (words 1 : question fields 2.3 : doubles 12), except that
    /// doubles cost less because they are easy to mend and are mended last.
    fn default() -> Self {
        Self { questions: 2, doubles: 4, words: 1, uncrossed: 1 }
    }
}

/// One of the counts in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Questions,
    Doubles,
    Uncrossed,
    /// The words of one place in [`Counts::lengths`].
    Words(usize),
}

impl Number {
    /// Lists all of them in the order in which they are added to a formula.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let lengths = (0..IDEAL.len()).map(Self::Words);
        [Self::Questions, Self::Doubles, Self::Uncrossed].into_iter().chain(lengths)
    }

    /// Returns the value among a layout's counts.
    fn of(self, counts: &Counts) -> usize {
        match self {
            Self::Questions => counts.questions,
            Self::Doubles => counts.doubles,
            Self::Uncrossed => counts.uncrossed,
            Self::Words(bucket) => counts.lengths[bucket],
        }
    }
}

impl TargetCounts {
    /// Returns the smallest and the largest value that cost nothing.
    fn range(&self, number: Number) -> (usize, usize) {
        let n = match number {
            Number::Questions => self.questions,
            Number::Doubles => self.doubles,
            Number::Uncrossed => return (self.least_uncrossed.min(self.most_uncrossed), self.most_uncrossed),
            Number::Words(bucket) => self.lengths[bucket],
        };
        (n, n)
    }

    /// Returns how many words there are too many (negative: too few), for each place in [`Counts::lengths`].
    pub fn surplus(&self, counts: &Counts) -> [isize; 8] {
        std::array::from_fn(|bucket| counts.lengths[bucket] as isize - self.lengths[bucket] as isize)
    }

    /// Returns the price of a layout with these counts.
    pub fn price(&self, counts: &Counts, prices: &Prices) -> u64 {
        Number::all()
            .map(|number| {
                let (n, (low, high)) = (number.of(counts), self.range(number));
                let off = low.saturating_sub(n) + n.saturating_sub(high);
                prices.of(number) * steps(off as u64)
            })
            .sum()
    }
}

impl Prices {
    fn of(&self, number: Number) -> u64 {
        match number {
            Number::Questions => self.questions,
            Number::Doubles => self.doubles,
            Number::Uncrossed => self.uncrossed,
            Number::Words(_) => self.words,
        }
    }
}

/// Returns 1 + 2 + … + KNEE + KNEE + KNEE + …, a sum of `off` terms.
fn steps(off: u64) -> u64 {
    let near = off.min(KNEE);
    near * (near + 1) / 2 + (off - near) * KNEE
}

/// The price of a layout's counts as a sum in the formula.
#[derive(Clone, Debug)]
pub struct Objective {
    sum: LinearSum,
}

impl Objective {
    /// Returns the literals to add as units, or to assume, so that the price is at most `bound`, which must not be
    /// larger than the limit the objective was made for. `None` if every layout of this formula costs more.
    pub fn at_most(&self, bound: u64) -> Option<Vec<Lit>> {
        self.sum.at_most(bound).map(Iterator::collect)
    }
}

impl LayoutEncoding {
    /// Adds the counts, and their price against a target, to the formula. `around` holds the values expected and a
    /// slack: no count may then rise or fall by more than that (except that uncrossed letters may fall without limit;
    /// falling further earns nothing). Counts without a price are left out. Bounds up to `limit` can be set.
    pub fn add_objective(
        &mut self,
        target: &TargetCounts,
        prices: &Prices,
        limit: u64,
        around: Option<(&Counts, usize)>,
    ) -> Objective {
        let mut parts: Vec<Part> = Vec::new();
        self.formula.label("counts");
        for number in Number::all() {
            if prices.of(number) == 0 {
                continue;
            }
            let bits = self.bits_of(number);
            let fixed = bits.iter().filter(|&&bit| bit == Bit::True).count();
            let most = bits.iter().filter(|&&bit| bit != Bit::False).count();
            let (low, high) = target.range(number);
            let (least, top) = match around {
                Some((counts, slack)) => {
                    let stands = number.of(counts);
                    (stands.saturating_sub(slack).max(fixed), (stands + slack).min(most))
                }
                None => (fixed, most.min(high + 40)),
            };
            // There can be too few only if the constants alone are too few.
            let directions = if low > fixed { Directions::Both } else { Directions::Upper };
            let family = self.families.count;
            let counter = Totalizer::new(&mut self.formula, family, bits, top + 1, directions);
            if let Some(too_many) = counter.at_least(top + 1) {
                self.formula.add_bits([!too_many]);
            }
            if directions == Directions::Both
                && let Some(enough) = counter.at_least(least)
            {
                self.formula.add_bits([enough]);
            }
            let price = prices.of(number);
            let mut part: Part = Vec::new();
            for n in (high + 1)..=top.max(high) {
                // Down to `least` the price is charged whether or not the count goes further down.
                let bit = if n <= least { Some(Bit::True) } else { counter.at_least(n) };
                part.extend(bit.map(|bit| (price * steps((n - high) as u64), bit)));
            }
            for n in least..low.min(top + 1) {
                // Fewer than n + 1 means that at least low - n are missing.
                part.extend(counter.at_least(n + 1).map(|bit| (price * steps((low - n) as u64), !bit)));
            }
            if top < low {
                part.push((price * steps((low - top) as u64), Bit::True));
            }
            parts.push(part);
        }
        self.formula.label("price");
        let family = self.families.price;
        Objective { sum: LinearSum::new(&mut self.formula, family, parts, limit) }
    }

    /// Returns the bits that are summed up for a count; for uncrossed letters, one for each field in reading order.
    pub(super) fn bits_of(&mut self, number: Number) -> Vec<Bit> {
        if let Some((_, bits)) = self.counted.iter().find(|(n, _)| *n == number) {
            return bits.clone();
        }
        let bits = self.make_bits_of(number);
        self.counted.push((number, bits.clone()));
        bits
    }

    fn make_bits_of(&mut self, number: Number) -> Vec<Bit> {
        let positions: Vec<_> = self.spec.base.positions().collect();
        let mut bits = Vec::new();
        for pos in positions {
            match number {
                Number::Questions => bits.push(self.question(pos)),
                Number::Doubles => {
                    // Pair 0 of the family is "any of the pairs".
                    let mut pairs = Vec::new();
                    for (i, &(a, b)) in Arrow::PAIRS.iter().enumerate() {
                        let both = [self.arrow(pos, a), self.arrow(pos, b)];
                        pairs.push(self.formula.and(self.families.double, &[pos.row, pos.col, i + 1], &both));
                    }
                    bits.push(self.formula.or(self.families.double, &[pos.row, pos.col, 0], &pairs));
                }
                Number::Uncrossed => {
                    let [across, down] = Direction::BOTH.map(|d| self.in_word[d as usize][pos]);
                    let letter = self.letter(Some(pos));
                    let indices = [pos.row, pos.col];
                    let crossed = self.formula.and(self.families.crossed, &indices, &[across, down]);
                    bits.push(self.formula.and(self.families.uncrossed, &indices, &[letter, !crossed]));
                }
                Number::Words(bucket) => {
                    let shortest = Counts::shortest(bucket);
                    for direction in Direction::BOTH {
                        if bucket == IDEAL.len() - 1 {
                            bits.push(self.long_word(direction, pos, shortest));
                        } else {
                            bits.push(self.word_of_len(direction, pos, shortest));
                        }
                    }
                }
            }
        }
        bits
    }

    /// Returns the bit "a word of at least `len` letters starts here".
    fn long_word(&mut self, direction: Direction, pos: Pos, len: usize) -> Bit {
        let reach = self.reach(direction, pos, len);
        if self.options.asks_all() {
            return reach;
        }
        let asked = self.asked(direction, pos);
        let indices = [direction as usize, pos.row, pos.col, Lengths::MAX + 1];
        self.formula.and(self.families.run, &indices, &[reach, asked])
    }
}
