//! A part of all layouts, by ranges of their counts, and how much the counts can bring there.
//!
//! For any prices *p*, the rating of a layout with counts *c* is at most
//!
//! *p·c + the greatest (rating(x) − p·x) of all counts x in the ranges*,
//!
//! and the dynamic program gives the greatest *p·c* of all layouts. The second term is computed as it is, with all floors:
//! for given numbers of question fields and doubles, which the factors share as denominators, it is a sum of functions
//! of one count each (of two for clusters).
//!
//! No factor is below 0. That would make much of little where mixtures of layouts are looked at, so areas say which
//! factors are *kept*; the others are taken as 0, and each layout is in the area in which just those are kept that are
//! not 0.

use super::step::{CLUSTERS, COUNTS, DEAD, DOUBLES, LENGTHS, QUESTIONS, SQUARES, Tally, UNCROSSED};
use crate::arrowword::rating::{Counts, FACTORS, IDEAL, double_factor, question_factor};

/// Ranges of the counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// The least and the greatest value of each count.
    pub(super) ranges: [(i32, i32); COUNTS],
    /// The factors that are kept.
    pub(super) kept: Kept,
}

/// The factors of the rating that are kept, by their places in [`FACTORS`]; the others bring nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept(u8);

/// The places of the factors.
const OF_QUESTIONS: usize = 0;
const OF_UNCROSSED: usize = 1;
const OF_LENGTHS: usize = 2;
const OF_DEAD: usize = 3;
const OF_CLUSTERS: usize = 4;
const OF_DOUBLES: usize = 5;

impl Kept {
    /// All of them.
    #[cfg(test)]
    pub(super) const ALL: Self = Self(0b11_1111);
    /// All but the lengths of words.
    #[cfg(test)]
    pub(super) const WITHOUT_LENGTHS: Self = Self(0b11_1011);

    /// The factors that are not 0 with these counts.
    #[cfg(test)]
    pub(super) fn of(tally: &Tally, unblocked: usize) -> Self {
        let factors = counts_of(tally, unblocked).factors();
        Self((0..factors.len()).map(|at| u8::from(factors[at] > 0.0) << at).sum())
    }

    /// Returns whether all that the others keep are kept.
    #[cfg(test)]
    pub(super) fn contains(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Lists all choices.
    pub(super) fn choices() -> impl Iterator<Item = Self> {
        (0..1 << FACTORS.len()).rev().map(Self)
    }

    /// Returns whether a factor is kept.
    fn has(self, factor: usize) -> bool {
        self.0 >> factor & 1 == 1
    }
}

/// What counts bring in an area.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    area: Area,
    unblocked: usize,
    /// The numbers of question fields that are possible.
    questions: (i32, i32),
}

/// The price of leaving a range, in points for each step outside and squared: it guides the search for prices only.
const OUTSIDE: f64 = 2.0;

impl Area {
    /// Returns the part of this area below `middle` in a count, and the part from there on.
    pub(super) fn split(&self, count: usize, middle: i32) -> [Self; 2] {
        let (mut low, mut high) = (*self, *self);
        low.ranges[count].1 = middle - 1;
        high.ranges[count].0 = middle;
        [low, high]
    }

    /// Returns whether a count makes a difference to what the kept factors are.
    pub(super) fn depends_on(&self, count: usize) -> bool {
        match count {
            QUESTIONS => true,
            DOUBLES => self.kept.has(OF_DOUBLES) || self.kept.has(OF_LENGTHS),
            UNCROSSED => self.kept.has(OF_UNCROSSED),
            DEAD => self.kept.has(OF_DEAD),
            SQUARES => self.kept.has(OF_CLUSTERS),
            CLUSTERS => self.kept.has(OF_CLUSTERS) && self.ranges[SQUARES].1 > 0,
            _ => self.kept.has(OF_LENGTHS),
        }
    }

    /// Returns the number of values of a count, less one.
    pub(super) fn width(&self, count: usize) -> i32 {
        self.ranges[count].1 - self.ranges[count].0
    }
}

impl Worth {
    /// Looks at an area; `None` if it has no layout. The rating depends on the number of unblocked fields.
    pub(super) fn new(area: &Area, unblocked: usize) -> Option<Self> {
        let (least, most) = area.ranges[QUESTIONS];
        let first = least.max(1).max(area.ranges[DOUBLES].0);
        let last = most.min(unblocked as i32 - 2);
        let worth = Self { area: *area, unblocked, questions: (first, last) };
        let is_possible = |&questions: &i32| worth.of_questions(questions).is_finite();
        let first = (first..=last).find(is_possible)?;
        let last = (first..=last).rev().find(is_possible)?;
        let (_, clusters) = area.ranges[CLUSTERS];
        (clusters >= 1).then_some(Self { questions: (first, last), ..worth })
    }

    /// Returns the second term of the bound: the most that counts bring beyond their prices.
    pub(super) fn beyond(&self, prices: &[f64; COUNTS]) -> f64 {
        self.most_beyond(prices).0
    }

    /// Returns the second term of the bound, and the question fields and doubles where it is so high.
    pub(super) fn most_beyond(&self, prices: &[f64; COUNTS]) -> (f64, [i32; 2]) {
        let doubles = self.area.ranges[DOUBLES];
        let words = self.questions.0 + doubles.0..=self.questions.1 + doubles.1;
        let first = *words.start();
        let lengths: Vec<f64> = words.map(|words| self.beyond_for_lengths(words, prices)).collect();
        let mut most = (f64::NEG_INFINITY, [0, 0]);
        for questions in self.questions.0..=self.questions.1 {
            let letters = self.unblocked as i32 - questions;
            let apart = self.of_questions(questions) - prices[QUESTIONS] * f64::from(questions)
                + self.beyond_for_uncrossed(letters, prices[UNCROSSED])
                + self.beyond_for_dead(letters, prices[DEAD])
                + self.beyond_for_clusters(questions, prices);
            for number in doubles.0..=doubles.1.min(questions) {
                let worth =
                    self.of_doubles(number, questions) + lengths[(questions + number - first) as usize];
                let worth = apart + worth - prices[DOUBLES] * f64::from(number);
                if worth > most.0 {
                    most = (worth, [questions, number]);
                }
            }
        }
        most
    }

    /// Returns what question fields bring by their own factor.
    fn of_questions(&self, questions: i32) -> f64 {
        self.kept(OF_QUESTIONS, question_factor(questions.max(0) as usize, self.unblocked))
    }

    /// Returns what doubles bring by their own factor.
    fn of_doubles(&self, doubles: i32, questions: i32) -> f64 {
        self.kept(OF_DOUBLES, double_factor(doubles.max(0) as usize, questions.max(0) as usize))
    }

    /// Returns what a factor brings. One that is kept is not 0, since it may as well be given up then.
    fn kept(&self, factor: usize, points: f64) -> f64 {
        match self.area.kept.has(factor) {
            false => 0.0,
            true if points <= 0.0 => f64::NEG_INFINITY,
            true => points / 6.0,
        }
    }

    /// Returns the most that the lengths of this many words bring beyond their prices.
    fn beyond_for_lengths(&self, words: i32, prices: &[f64; COUNTS]) -> f64 {
        let is_kept = self.area.kept.has(OF_LENGTHS);
        let share = 100.0 / f64::from(words);
        let of_length = |(at, ideal): (usize, f64)| {
            let price = prices[LENGTHS + at];
            let worth = |x: i32| {
                let off = if is_kept { share * f64::from(x) - ideal } else { 0.0 };
                off * off / -48.0 - price * f64::from(x)
            };
            let best = if is_kept { ideal / share - 24.0 * price / (share * share) } else { 0.0 };
            most_near(best, self.area.ranges[LENGTHS + at], worth)
        };
        let constant = if is_kept { 100.0 / 6.0 } else { 0.0 };
        constant + IDEAL.into_iter().enumerate().map(of_length).sum::<f64>()
    }

    /// Returns the most that uncrossed letters bring beyond their price.
    fn beyond_for_uncrossed(&self, letters: i32, price: f64) -> f64 {
        let is_kept = self.area.kept.has(OF_UNCROSSED);
        let share = 100.0 / f64::from(letters);
        let worth = |x: i32| {
            let off = (share * f64::from(x) - 20.0).max(0.0) / 2.0;
            let points = if is_kept { (100.0 - off * off) / 6.0 } else { 0.0 };
            points - price * f64::from(x)
        };
        let best = if is_kept { 20.0 / share - 12.0 * price / (share * share) } else { 0.0 };
        most_near(best, self.area.ranges[UNCROSSED], worth)
    }

    /// Returns the most that dead letters bring beyond their price.
    fn beyond_for_dead(&self, letters: i32, price: f64) -> f64 {
        let is_kept = self.area.kept.has(OF_DEAD);
        let worth = |x: i32| {
            let points = if is_kept { 100.0 - 400.0 * f64::from(x) / f64::from(letters) } else { 0.0 };
            points / 6.0 - price * f64::from(x)
        };
        let (least, most) = self.area.ranges[DEAD];
        worth(least).max(worth(most))
    }

    /// Returns the most that clusters bring beyond their prices.
    fn beyond_for_clusters(&self, questions: i32, prices: &[f64; COUNTS]) -> f64 {
        let is_kept = self.area.kept.has(OF_CLUSTERS);
        let (least, most) = self.area.ranges[SQUARES];
        let clusters = self.area.ranges[CLUSTERS].0.max(1)..=self.area.ranges[CLUSTERS].1.min(questions);
        let worth = |clusters: i32, squares: i32| {
            let points = if is_kept { 100.0 - 10.0 * f64::from(squares) / f64::from(clusters) } else { 0.0 };
            let priced = prices[SQUARES] * f64::from(squares) + prices[CLUSTERS] * f64::from(clusters);
            points / 6.0 - priced
        };
        let mut best = f64::NEG_INFINITY;
        for clusters in clusters {
            if least <= 0 {
                best = best.max(worth(clusters, 0));
            }
            // One large cluster takes up the fewest question fields, and a cluster of three has the fewest squares.
            let joined = questions - clusters + 1;
            let (least, most) = (least.max(9), most.min(joined.saturating_mul(joined)));
            if least <= most {
                best = best.max(worth(clusters, least)).max(worth(clusters, most));
            }
        }
        best
    }

    /// Returns what these counts bring: no layout of the area with them rates higher. `-∞` if they are not in the area;
    /// counts that make no difference are not looked at.
    pub(super) fn value(&self, tally: &Tally) -> f64 {
        let is_in = |count: usize| {
            let (least, most) = self.area.ranges[count];
            !self.area.depends_on(count) || (least..=most).contains(&i32::from(tally[count]))
        };
        let questions = i32::from(tally[QUESTIONS]);
        if !(0..COUNTS).all(is_in) || questions < 1 || questions + 2 > self.unblocked as i32 {
            return f64::NEG_INFINITY;
        }
        let factors = counts_of(tally, self.unblocked).factors();
        let kept = (0..factors.len()).filter(|&factor| self.area.kept.has(factor));
        kept.map(|factor| factors[factor]).sum::<f64>() / 6.0
    }

    /// Returns what the kept factors are worth at mean counts, without floors.
    pub(super) fn at(&self, counts: &[f64; COUNTS]) -> f64 {
        let kept = self.area.kept;
        let unblocked = self.unblocked as f64;
        let questions = counts[QUESTIONS].max(1.0);
        let (letters, words) = ((unblocked - questions).max(1.0), questions + counts[DOUBLES]);
        let square = |off: f64| off * off;
        let lengths = IDEAL.into_iter().zip(&counts[LENGTHS..]);
        let points = [
            100.0 - 4.0 * square(100.0 * questions / unblocked - 22.0),
            100.0 - square((100.0 * counts[UNCROSSED] / letters - 20.0).max(0.0) / 2.0),
            100.0 - lengths.map(|(ideal, count)| square(100.0 * count / words - ideal)).sum::<f64>() / 8.0,
            100.0 - 400.0 * counts[DEAD] / letters,
            100.0 - 10.0 * counts[SQUARES] / counts[CLUSTERS].max(1.0),
            match self.area.ranges[DOUBLES].1 {
                0 => 100.0,
                _ => 100.0 - square(100.0 * counts[DOUBLES] / questions - 22.0),
            },
        ];
        (0..points.len()).filter(|&factor| kept.has(factor)).map(|factor| points[factor]).sum::<f64>() / 6.0
    }

    /// Returns how fast the kept factors grow with each count around `counts`, with a price outside of their ranges; `push`
    /// is added where a count has one value only.
    pub(super) fn slopes(&self, counts: &[f64; COUNTS], push: &[f64; COUNTS]) -> [f64; COUNTS] {
        let mut slopes = [0.0; COUNTS];
        let kept = self.area.kept;
        let unblocked = self.unblocked as f64;
        let questions = counts[QUESTIONS].clamp(f64::from(self.questions.0), f64::from(self.questions.1));
        let (letters, words) = (unblocked - questions, (questions + counts[DOUBLES]).max(1.0));
        if kept.has(OF_QUESTIONS) {
            slopes[QUESTIONS] -= 8.0 * (100.0 * questions / unblocked - 22.0) * 100.0 / unblocked;
        }
        if kept.has(OF_UNCROSSED) {
            let share = 100.0 * counts[UNCROSSED] / letters;
            let off = (share - 20.0).max(0.0) / 2.0;
            slopes[UNCROSSED] -= off * 100.0 / letters;
            slopes[QUESTIONS] -= off * share / letters;
        }
        if kept.has(OF_LENGTHS) {
            for (at, ideal) in IDEAL.into_iter().enumerate() {
                let share = 100.0 * counts[LENGTHS + at] / words;
                let slope = (share - ideal) / 4.0;
                slopes[LENGTHS + at] -= slope * 100.0 / words;
                slopes[QUESTIONS] += slope * share / words;
                slopes[DOUBLES] += slope * share / words;
            }
        }
        if kept.has(OF_DEAD) {
            slopes[DEAD] -= 400.0 / letters;
            slopes[QUESTIONS] -= 400.0 * counts[DEAD] / (letters * letters);
        }
        if kept.has(OF_CLUSTERS) {
            let clusters = counts[CLUSTERS].max(1.0);
            slopes[SQUARES] -= 10.0 / clusters;
            slopes[CLUSTERS] += 10.0 * counts[SQUARES] / (clusters * clusters);
        }
        if kept.has(OF_DOUBLES) && self.area.ranges[DOUBLES].1 > 0 {
            let share = 100.0 * counts[DOUBLES] / questions;
            slopes[DOUBLES] -= 2.0 * (share - 22.0) * 100.0 / questions;
            slopes[QUESTIONS] += 2.0 * (share - 22.0) * share / questions;
        }
        std::array::from_fn(|at| {
            let (least, most) = (f64::from(self.area.ranges[at].0), f64::from(self.area.ranges[at].1));
            let outside = (counts[at] - least).min(0.0) + (counts[at] - most).max(0.0);
            let pull = if self.area.depends_on(at) { push[at] - OUTSIDE * outside } else { 0.0 };
            slopes[at] / 6.0 + pull
        })
    }

    /// Returns the push that a count has where it lies outside of its single value.
    pub(super) fn push(&self, counts: &[f64; COUNTS], push: &mut [f64; COUNTS]) {
        for at in (0..COUNTS).filter(|&at| self.area.width(at) == 0) {
            push[at] -= OUTSIDE * (counts[at] - f64::from(self.area.ranges[at].0));
        }
    }

    /// Returns how much a count between two whole ones promises that none of both brings, as far as its curve tells.
    pub(super) fn between(&self, count: usize, counts: &[f64; COUNTS]) -> f64 {
        let step = |at: f64| {
            let mut there = *counts;
            there[count] = at;
            self.slopes(&there, &[0.0; COUNTS])[count]
        };
        let (low, part) = (counts[count].floor(), counts[count].fract());
        let curve = (step(low) - step(low + 1.0)).abs();
        curve * part * (1.0 - part) / 2.0
    }
}

/// Returns what counts say of a layout, with this number of unblocked fields.
fn counts_of(tally: &Tally, unblocked: usize) -> Counts {
    let count = |at: usize| usize::try_from(tally[at]).unwrap_or(0);
    Counts {
        unblocked,
        questions: count(QUESTIONS),
        doubles: count(DOUBLES),
        letters: unblocked.saturating_sub(count(QUESTIONS)),
        uncrossed: count(UNCROSSED),
        dead: count(DEAD),
        words: count(QUESTIONS) + count(DOUBLES),
        lengths: std::array::from_fn(|at| count(LENGTHS + at)),
        clusters: count(CLUSTERS),
        cluster_squares: count(SQUARES),
    }
}

/// Returns the most that layouts with these counts rate.
pub(super) fn rating_of(tally: &Tally, unblocked: usize) -> f64 {
    counts_of(tally, unblocked).score()
}

/// Returns the greatest value of a concave function of whole numbers of a range, whose best place is this number.
fn most_near(best: f64, (least, most): (i32, i32), worth: impl Fn(i32) -> f64) -> f64 {
    let low = (best.floor().clamp(f64::from(least), f64::from(most))) as i32;
    // Rounding may have put the best place beside the right one, and what has no best place is greatest at an end.
    let places = [least, low - 1, low, low + 1, low + 2, most];
    let places = places.into_iter().filter(|place| (least..=most).contains(place));
    places.map(worth).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests;
