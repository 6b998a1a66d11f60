//! The numbers the rating is made of, counted in a puzzle and in a formula, and the price of missing them.
//!
//! For each number there is a target (for uncrossed letters an upper limit). Being off by k costs
//! 1 + 2 + … + k times the number's price, from [`KNEE`] on evenly: close to the rating's squares where it
//! matters, and without large numbers where the way is long anyway. Totalizers give "at least n" for each n;
//! the price of a number is a part of a [`LinearSum`] over those bits, and one bound on the sum drives the
//! search.
//!
//! In a window most of what is counted is constant. How far a number may move in one step is limited by a
//! `slack` around where it stands, so a totalizer counts to about a dozen and the formula stays small.

use super::{LayoutEncoding, Lengths};
use crate::arrowword::puzzle::{Arrow, Field, Puzzle};
use crate::cnf::linear::Part;
use crate::cnf::{Bit, Directions, LinearSum, Lit, Totalizer};
use crate::grid::{Direction, Grid, Pos};

/// From so many missing on, each further one costs the same.
pub const KNEE: u64 = 4;

/// The number of word-length classes: index 2 to 8 for these lengths, 9 for nine or more; 0 and 1 unused.
pub const CLASSES: usize = 10;

/// The class of a word length.
pub fn class(len: usize) -> usize {
    len.min(CLASSES - 1)
}

/// What a layout has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Fields that are not blocked.
    pub fields: usize,
    /// Question fields.
    pub questions: usize,
    /// Question fields with two questions.
    pub doubles: usize,
    /// Words by length class.
    pub words: [usize; CLASSES],
    /// Letters in exactly one word.
    pub uncrossed: usize,
}

impl Counts {
    /// Counts in a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut counts = Self::default();
        let mut arrows: Grid<usize> = puzzle.fields.map(|_, _| 0);
        let mut words: Grid<usize> = puzzle.fields.map(|_, _| 0);
        for &question in &puzzle.questions {
            arrows[question.pos] += 1;
            if let Some(run) = puzzle.run_of(question) {
                counts.words[class(run.len)] += 1;
                run.cells().for_each(|cell| words[cell] += 1);
            }
        }
        for (pos, field) in puzzle.fields.iter() {
            counts.fields += usize::from(!field.is_blocked());
            counts.questions += usize::from(*field == Field::Question);
            counts.doubles += usize::from(arrows[pos] == 2);
            counts.uncrossed += usize::from(field.is_solution() && words[pos] == 1);
        }
        counts
    }

    /// How many letters there are.
    pub fn letters(&self) -> usize {
        self.fields - self.questions
    }

    fn numbers(&self) -> impl Iterator<Item = (Number, usize)> {
        let words = (2..CLASSES).map(|class| (Number::Words(class), self.words[class]));
        [
            (Number::Questions, self.questions),
            (Number::Doubles, self.doubles),
            (Number::Uncrossed, self.uncrossed),
        ]
        .into_iter()
        .chain(words)
    }
}

/// What a layout should have: these numbers, and at most so many uncrossed letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Question fields.
    pub questions: usize,
    /// Question fields with two questions.
    pub doubles: usize,
    /// Words by length class.
    pub words: [usize; CLASSES],
    /// Letters in exactly one word, at most.
    pub uncrossed: usize,
    /// Letters in exactly one word, at least. The rating does not ask for it, but the sum of all word lengths
    /// is twice the letters less the uncrossed ones: with too few of those there is no room for short words,
    /// and no single window can mend that.
    pub least_uncrossed: usize,
}

/// The price of being one off, for each number.
#[derive(Clone, Debug)]
pub struct Prices {
    /// Of question fields.
    pub questions: u64,
    /// Of double questions.
    pub doubles: u64,
    /// Of words of a length class.
    pub words: u64,
    /// Of uncrossed letters beyond the limit.
    pub uncrossed: u64,
}

impl Default for Prices {
    /// About what the rating takes off (words 1 : question fields 2.3 : doubles 12), with the doubles held
    /// down because they are mended last and easily.
    fn default() -> Self {
        Self { questions: 2, doubles: 4, words: 1, uncrossed: 1 }
    }
}

/// One of the numbers that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Questions,
    Doubles,
    Uncrossed,
    Words(usize),
}

impl Target {
    fn range(&self, number: Number) -> (usize, usize) {
        let n = match number {
            Number::Questions => self.questions,
            Number::Doubles => self.doubles,
            Number::Uncrossed => return (self.least_uncrossed.min(self.uncrossed), self.uncrossed),
            Number::Words(class) => self.words[class],
        };
        (n, n)
    }

    /// How many missing or too many a count is, for each class of words (positive: too many).
    pub fn surplus(&self, counts: &Counts) -> [isize; CLASSES] {
        std::array::from_fn(|class| counts.words[class] as isize - self.words[class] as isize)
    }

    /// The price of a layout with these counts.
    pub fn price(&self, counts: &Counts, prices: &Prices) -> u64 {
        counts
            .numbers()
            .map(|(number, n)| {
                let (low, high) = self.range(number);
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

/// 1 + 2 + … + KNEE + KNEE + KNEE + …, `off` summands.
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
    /// The literals to add as units, or to assume, so that the price is at most `bound` (which must not be
    /// larger than the limit the objective was made for). Nothing if no layout of this formula is as cheap.
    pub fn at_most(&self, bound: u64) -> Option<Vec<Lit>> {
        self.sum.at_most(bound).map(Iterator::collect)
    }
}

impl LayoutEncoding {
    /// Adds the counts, and their price against a target, to the formula. `around` is where the numbers are
    /// expected: with it none may rise or fall by more than `slack` (except uncrossed letters, whose fall
    /// needs no limit; falling further earns nothing). Numbers without a price are not counted. Bounds up to
    /// `limit` can be set.
    pub fn add_objective(
        &mut self,
        target: &Target,
        prices: &Prices,
        limit: u64,
        around: Option<(&Counts, usize)>,
    ) -> Objective {
        let mut parts: Vec<Part> = Vec::new();
        self.formula.label("counts");
        let numbers: Vec<(Number, usize)> = around.map_or(&Counts::default(), |a| a.0).numbers().collect();
        for (number, stands) in numbers {
            if prices.of(number) == 0 {
                continue;
            }
            let bits = self.bits_of(number);
            let fixed = bits.iter().filter(|&&bit| bit == Bit::True).count();
            let most = bits.iter().filter(|&&bit| bit != Bit::False).count();
            let (low, high) = target.range(number);
            let (least, top) = match around {
                Some((_, slack)) => (stands.saturating_sub(slack).max(fixed), (stands + slack).min(most)),
                None => (fixed, most.min(high + 40)),
            };
            // Too few is a matter only where the constants alone are too few.
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
                // Down to `least` the price is charged whether or not the number goes further down.
                let bit = if n <= least { Some(Bit::True) } else { counter.at_least(n) };
                part.extend(bit.map(|bit| (price * steps((n - high) as u64), bit)));
            }
            for n in least..low.min(top + 1) {
                // Fewer than n + 1 is at least low - n missing.
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

    /// The bits that this number counts; of uncrossed letters, one for each field in reading order.
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
                Number::Words(wanted) => {
                    for direction in Direction::BOTH {
                        if wanted == CLASSES - 1 {
                            bits.push(self.long_word(direction, pos, wanted));
                        } else {
                            bits.push(self.word_of_len(direction, pos, wanted));
                        }
                    }
                }
            }
        }
        bits
    }

    /// The bit "a word of at least `len` letters starts here".
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
