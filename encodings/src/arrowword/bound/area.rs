//! A lower bound on the cost over ranges of the numbers of question fields and doubles.
//!
//! For the word lengths, only the ratio of letters to words matters once numbers need not be whole: with more letters
//! per word the lengths (or the uncrossed letters) are strained. That cost is monotone in the ratio, so it is smallest at
//! one end of a range. With fewer letters per word the lengths are strained as well, but by then the numbers of question
//! fields and doubles cost more: leaving that out does not add a step, except where many short words are demanded.

use super::super::rating::IDEAL;
use super::{DOUBLES, LENGTHS, QUESTIONS, UNCROSSED};

/// A range of numbers of question fields and one of numbers of doubles, each with both ends included.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) questions: (usize, usize),
    pub(super) doubles: (usize, usize),
}

impl Area {
    /// Splits the longer side and returns the two halves; `None` for a single pair of numbers.
    pub(super) fn halves(self) -> Option<[Self; 2]> {
        let split = |(low, high): (usize, usize)| {
            let middle = low.midpoint(high);
            [(low, middle), (middle + 1, high)]
        };
        let width = |(low, high): (usize, usize)| high - low;
        if width(self.questions) == 0 && width(self.doubles) == 0 {
            None
        } else if width(self.questions) >= width(self.doubles) {
            Some(split(self.questions).map(|questions| Self { questions, ..self }))
        } else {
            Some(split(self.doubles).map(|doubles| Self { doubles, ..self }))
        }
    }
}

/// Lower bounds on the costs of areas, for one choice of factors given up.
pub(super) struct Costs {
    pub(super) given_up: u32,
    unblocked: f64,
    longest: f64,
    /// The cost of the lengths that cannot occur.
    missing: f64,
}

impl Costs {
    pub(super) fn new(unblocked: usize, longest: usize, given_up: u32) -> Self {
        let lengths: Vec<(f64, f64)> = (2..=longest.min(9)).map(|n| n as f64).zip(IDEAL).collect();
        let count = lengths.len() as f64;
        let absent: f64 = 100.0 - lengths.iter().map(|(_, ideal)| ideal).sum::<f64>();
        let spread = absent / count;
        let squares: f64 = IDEAL[lengths.len()..].iter().map(|ideal| ideal * ideal).sum();
        Self {
            given_up,
            unblocked: unblocked as f64,
            longest: longest as f64,
            missing: (squares + count * spread * spread) / 8.0,
        }
    }

    fn keeps(&self, factor: u32) -> bool {
        self.given_up & factor == 0
    }

    /// Returns a lower bound on the cost in an area; infinite if nothing in it is possible.
    pub(super) fn least(&self, area: Area) -> f64 {
        let (fewest, most) = area.questions;
        if area.doubles.0 > most {
            return f64::INFINITY;
        }
        let letters = |questions: usize| self.unblocked - questions as f64;
        let low = letters(most) / (most + area.doubles.1) as f64;
        let high = letters(fewest) / (fewest + area.doubles.0) as f64;
        if high < 1.0 || low > self.longest {
            return f64::INFINITY;
        }
        self.of_numbers(area) + self.of_lengths(low)
    }

    /// Returns a lower bound on the cost of the numbers themselves, including the factors given up.
    pub(super) fn of_numbers(&self, area: Area) -> f64 {
        let (fewest, most) = area.questions;
        let beyond = |low: f64, high: f64| (low - 22.0).max(22.0 - high).max(0.0);
        let mut cost = f64::from(self.given_up.count_ones()) * 100.0;
        if self.keeps(QUESTIONS) {
            let share = |n: usize| n as f64 * 100.0 / self.unblocked;
            cost += (2.0 * beyond(share(fewest), share(most))).powi(2);
        }
        if self.keeps(DOUBLES) && area.doubles.1 > 0 {
            let share = |n: usize, of: usize| n as f64 * 100.0 / of as f64;
            cost += beyond(share(area.doubles.0, most), share(area.doubles.1, fewest)).powi(2);
        }
        cost
    }

    /// Returns a lower bound on the cost of lengths and uncrossed letters with at least `ratio` letters per word.
    fn of_lengths(&self, ratio: f64) -> f64 {
        if !self.keeps(LENGTHS) {
            return 0.0;
        }
        self.missing.max(self.of_long_words(ratio))
    }

    /// Returns a lower bound on the cost of lengths and uncrossed letters with at least `ratio` letters per word.
    ///
    /// The shares of the lengths solve a small quadratic program: they are at least 0, add up to 100 %, and the mean
    /// length together with the uncrossed letters accounts for all letters. Its multipliers are guessed by dropping
    /// negative shares; whatever the guess, the dual value is a lower bound.
    fn of_long_words(&self, ratio: f64) -> f64 {
        let (give, need) =
            if self.keeps(UNCROSSED) { (ratio * ratio / 2500.0, 1.8 * ratio) } else { (0.0, ratio) };
        let count = IDEAL.len().min(self.longest as usize - 1);
        let length = |i: usize| if i == 7 { self.longest } else { (i + 2) as f64 };
        let mut used = [true; 8];
        let (mut shift, mut pull) = (0.0, 0.0);
        for _ in 0..count {
            let open = || (0..count).filter(|&i| used[i]);
            let n = open().count() as f64;
            let c: f64 = open().map(length).sum();
            let cc = open().map(|i| length(i) * length(i)).sum::<f64>() + 1250.0 * give;
            let y = 100.0 - open().map(|i| IDEAL[i]).sum::<f64>();
            let cy = 100.0 * need - open().map(|i| IDEAL[i] * length(i)).sum::<f64>();
            let det = n * cc - c * c;
            pull = if det > 1e-9 { ((n * cy - c * y) / det).max(0.0) } else { 0.0 };
            shift = (y - pull * c) / n;
            let negative = |i: &usize| IDEAL[*i] + shift + pull * length(*i) < 0.0;
            let dropped: Vec<usize> = open().filter(negative).collect();
            if dropped.is_empty() || dropped.len() as f64 == n {
                break;
            }
            dropped.into_iter().for_each(|i| used[i] = false);
        }
        let price = 25.0 * pull;
        let of_shares = |i: usize| {
            let slope = shift + pull * length(i);
            let share = (IDEAL[i] + slope).max(0.0);
            (share - IDEAL[i]).powi(2) / 8.0 - slope * share / 4.0
        };
        let absent: f64 = IDEAL[count..].iter().map(|ideal| ideal * ideal / 8.0).sum();
        let shares: f64 = (0..count).map(of_shares).sum();
        25.0 * shift + price * need - price * price * give / 4.0 + shares + absent
    }
}
