//! A lower bound on the cost over ranges of the numbers of question fields and doubles.
//!
//! For the word lengths, only the ratio of letters to words matters once numbers need not be whole (file `strain`).
//! With more letters per word the words (or the uncrossed letters) are strained, and with fewer letters the needed
//! words may be too long. Both costs are monotone in the ratio, so each is smallest at one end of a range. The share of
//! needed words is smallest where there are most words, and that of the list's words is largest where there are fewest.

use super::super::rating::{Counts, IDEAL};
use super::strain::{Class, Demand, strain};
use super::{DOUBLES, LENGTHS, QUESTIONS, Stock, UNCROSSED};

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
    unblocked: usize,
    longest: usize,
    /// The cost of the lengths that cannot occur.
    missing: f64,
    /// The lengths that can occur, with numbers of words in percent, and the numbers of words needed of each and that there are.
    classes: Vec<(Class, Stock)>,
    needed: Needed,
    /// The most words of all lengths together.
    supply: usize,
}

/// The words that are needed.
struct Needed {
    words: usize,
    /// The letters that they have at least, and at most.
    least: usize,
    most: usize,
}

impl Needed {
    /// Returns whether this many words, including the needed ones, can have this many letters with each letter in one or two
    /// words.
    fn fit(&self, words: (usize, usize), letters: (usize, usize), longest: usize) -> bool {
        let others = |words: usize| words.saturating_sub(self.words);
        self.words <= words.1
            && self.least + 2 * others(words.0) <= 2 * letters.1
            && self.most + longest * others(words.1) >= letters.0
    }
}

impl Costs {
    /// No words of a length beyond `longest` may be needed.
    pub(super) fn new(unblocked: usize, longest: usize, stock: [Stock; 8], given_up: u32) -> Self {
        let class = |(bucket, ideal): (usize, f64)| {
            let shortest = Counts::shortest(bucket);
            let longest = if bucket == 7 { longest } else { shortest };
            let (shortest, longest) = (shortest as f64, longest as f64);
            (Class { shortest, longest, ideal, needed: 0.0, supply: f64::INFINITY }, stock[bucket])
        };
        let occur = longest.min(9) - 1;
        let classes: Vec<_> = IDEAL.into_iter().enumerate().take(occur).map(class).collect();
        let letters = |length: fn(&Class) -> f64| -> usize {
            classes.iter().map(|(class, stock)| stock.needed * length(class) as usize).sum()
        };
        let needed = Needed {
            words: classes.iter().map(|(_, stock)| stock.needed).sum(),
            least: letters(|class| class.shortest),
            most: letters(|class| class.longest),
        };
        let supply = classes.iter().fold(0, |sum: usize, (_, stock)| sum.saturating_add(stock.supply));
        let missing = IDEAL[occur..].iter().map(|ideal| ideal * ideal / 8.0).sum();
        Self { given_up, unblocked, longest, missing, classes, needed, supply }
    }

    fn keeps(&self, factor: u32) -> bool {
        self.given_up & factor == 0
    }

    /// Returns a lower bound on the cost in an area; infinite if nothing in it is possible.
    pub(super) fn least(&self, area: Area) -> f64 {
        let (fewest, most) = area.questions;
        let letters = (self.unblocked - most, self.unblocked - fewest);
        // A word has at least two letters, and a letter is in at most two words.
        let words = (fewest + area.doubles.0, (most + area.doubles.1.min(most)).min(letters.1));
        let words = (words.0.max(self.needed.words), words.1.min(self.supply));
        if area.doubles.0 > most || words.0 > words.1 || !self.needed.fit(words, letters, self.longest) {
            return f64::INFINITY;
        }
        self.of_numbers(area) + self.of_lengths(words, letters)
    }

    /// Returns a lower bound on the cost of the numbers themselves, including the factors given up.
    pub(super) fn of_numbers(&self, area: Area) -> f64 {
        let (fewest, most) = area.questions;
        let beyond = |low: f64, high: f64| (low - 22.0).max(22.0 - high).max(0.0);
        let mut cost = f64::from(self.given_up.count_ones()) * 100.0;
        if self.keeps(QUESTIONS) {
            let share = |n: usize| n as f64 * 100.0 / self.unblocked as f64;
            cost += (2.0 * beyond(share(fewest), share(most))).powi(2);
        }
        if self.keeps(DOUBLES) && area.doubles.1 > 0 {
            let share = |n: usize, of: usize| n as f64 * 100.0 / of as f64;
            cost += beyond(share(area.doubles.0, most), share(area.doubles.1, fewest)).powi(2);
        }
        cost
    }

    /// Returns a lower bound on the cost of lengths and uncrossed letters, with numbers of words and letters in these ranges.
    fn of_lengths(&self, words: (usize, usize), letters: (usize, usize)) -> f64 {
        let fewest = (letters.0 as f64 / words.1 as f64).max(1.0);
        if !self.keeps(LENGTHS) {
            // Even if all words are as long as they can be, they may leave letters uncrossed.
            let all = self.needed.most + self.longest * (words.1 - self.needed.words);
            let crossed = all as f64 / letters.0 as f64;
            let off = if self.keeps(UNCROSSED) { 50.0 * (1.8 - crossed).max(0.0) } else { 0.0 };
            return off * off;
        }
        let share =
            |n: usize, of: usize| if n == usize::MAX { f64::INFINITY } else { n as f64 * 100.0 / of as f64 };
        let class = |&(class, stock): &(Class, Stock)| Class {
            needed: share(stock.needed, words.1),
            supply: share(stock.supply, words.0),
            ..class
        };
        let mut classes = [Class { shortest: 0.0, longest: 0.0, ideal: 0.0, needed: 0.0, supply: 0.0 }; 8];
        for (place, known) in classes.iter_mut().zip(&self.classes) {
            *place = class(known);
        }
        let (need, rest_weight) = if self.keeps(UNCROSSED) {
            (180.0 * fewest, 0.25 / (fewest * fewest))
        } else {
            (100.0 * fewest, f64::INFINITY)
        };
        let limit = 200.0 * letters.1 as f64 / words.0 as f64;
        let demand = Demand { weight: 1.0 / 8.0, words: 100.0, need, rest_weight, limit };
        self.missing + strain(&classes[..self.classes.len()], &demand).cost
    }
}
