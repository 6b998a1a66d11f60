//! A part of all layouts, by ranges of their counts, and how much each count can bring there.
//!
//! The factors of the rating share their denominators, but within ranges each factor is at most a sum of functions of one
//! count each: with the denominators that are best for it. These functions are tables over whole numbers, so floors
//! and jumps do no harm. For any prices *p*, the rating of a layout with counts *c* is then at most
//!
//! *sum of pᵢ·cᵢ + sum over i of the greatest (tableᵢ(x) − pᵢ·x)*,
//!
//! and the dynamic program gives the greatest first sum of all layouts. The smaller the ranges, the truer the tables.
//! Only factor 3, which several counts make up together, needs a choice for its floor: either its sum is taken as it is
//! (the lengths are *kept*), or the factor is 0 (they are *given up*), and the better of both is the answer.

use super::step::{CLUSTERS, COUNTS, DEAD, DOUBLES, LENGTHS, QUESTIONS, SQUARES, Tally, UNCROSSED};
use crate::arrowword::rating::{IDEAL, double_factor, question_factor, uncrossed_factor};

/// Ranges of the counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// The least and the greatest value of each count.
    pub(super) ranges: [(i32, i32); COUNTS],
    /// Whether the lengths of words are kept.
    pub(super) keeps_lengths: bool,
}

/// What each count brings, at most, in an area.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// The least value of each count, and what it and the following ones bring.
    counts: Vec<Table>,
    /// What is brought in any case.
    constant: f64,
}

/// What a count brings.
#[derive(Clone, Debug)]
struct Table {
    least: i32,
    values: Vec<f64>,
    /// The slopes of the lowest concave function above the values, from each value to the next.
    slopes: Vec<f64>,
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

    /// Returns the number of values of a count, less one.
    pub(super) fn width(&self, count: usize) -> i32 {
        self.ranges[count].1 - self.ranges[count].0
    }
}

impl Tables {
    /// Makes the tables of an area; `None` if it has no layout. The rating depends on the number of unblocked fields.
    pub(super) fn new(area: &Area, unblocked: usize) -> Option<Self> {
        let least = |count: usize| area.ranges[count].0;
        let most = |count: usize| area.ranges[count].1;
        let questions = (least(QUESTIONS).max(1), most(QUESTIONS));
        let words = (questions.0 + least(DOUBLES), questions.1 + most(DOUBLES));
        let letters = unblocked as i32 - questions.0;
        if letters < 2 || questions.0 > questions.1 || most(CLUSTERS) < 1 {
            return None;
        }
        let value = |count: usize, x: i32| -> f64 {
            let n = x.max(0) as usize;
            let points = match count {
                QUESTIONS => question_factor(n, unblocked),
                DOUBLES if x > questions.1 => f64::NEG_INFINITY,
                DOUBLES => most_for_doubles(x, questions),
                UNCROSSED => uncrossed_factor(n, letters as usize),
                DEAD => (100.0 - 400.0 * f64::from(x) / f64::from(letters)).max(0.0),
                SQUARES => most_for_squares(x, most(CLUSTERS).min(questions.1), questions.1),
                CLUSTERS => 0.0,
                length if area.keeps_lengths => {
                    let off = off(x, words, IDEAL[length - LENGTHS]);
                    if off * off > 800.0 { f64::NEG_INFINITY } else { off * off / -8.0 }
                }
                _ => 0.0,
            };
            points / 6.0
        };
        let tables = (0..COUNTS).map(|count| {
            let (least, most) = area.ranges[count];
            Table::new(least, (least..=most).map(|x| value(count, x)).collect())
        });
        let constant = if area.keeps_lengths { 100.0 / 6.0 } else { 0.0 };
        Some(Self { counts: tables.collect::<Option<_>>()?, constant })
    }

    /// Returns the second sum of the bound: the most that counts bring beyond their prices.
    pub(super) fn beyond(&self, prices: &[f64; COUNTS]) -> f64 {
        let most = |(table, price): (&Table, &f64)| {
            let values = table.values.iter().zip(table.least..);
            values.map(|(value, x)| value - price * f64::from(x)).fold(f64::NEG_INFINITY, f64::max)
        };
        self.constant + self.counts.iter().zip(prices).map(most).sum::<f64>()
    }

    /// Returns what these counts bring: no layout of the area with them rates higher. `None` if they are not in the area.
    pub(super) fn value(&self, tally: &Tally) -> f64 {
        let value = |(table, &count): (&Table, &i16)| {
            let at = usize::try_from(i32::from(count) - table.least).ok();
            at.and_then(|at| table.values.get(at)).copied().unwrap_or(f64::NEG_INFINITY)
        };
        self.constant + self.counts.iter().zip(tally).map(value).sum::<f64>()
    }

    /// Returns how fast the value of each count grows around `counts`; `push` is added where a count has one value only.
    pub(super) fn slopes(&self, counts: &[f64; COUNTS], push: &[f64; COUNTS]) -> [f64; COUNTS] {
        std::array::from_fn(|at| self.counts[at].slope(counts[at], push[at]))
    }

    /// Returns the push that a count has where it lies outside of its single value.
    pub(super) fn push(&self, counts: &[f64; COUNTS], push: &mut [f64; COUNTS]) {
        for ((table, count), push) in self.counts.iter().zip(counts).zip(push) {
            if table.slopes.is_empty() {
                *push -= OUTSIDE * (count - f64::from(table.least));
            }
        }
    }

    /// Returns what mean counts bring by the concave functions, without question fields and doubles themselves.
    pub(super) fn concave(&self, counts: &[f64; COUNTS]) -> f64 {
        let others = (0..COUNTS).filter(|&count| count != QUESTIONS && count != DOUBLES);
        others.map(|count| self.counts[count].concave(counts[count])).sum()
    }

    /// Returns by how much the concave function lies above the table at a value between two whole ones.
    pub(super) fn overrated(&self, count: usize, at: f64) -> f64 {
        self.counts[count].overrated(at)
    }
}

/// Returns the points of factor 6 for this many doubles with the best number of question fields.
fn most_for_doubles(doubles: i32, questions: (i32, i32)) -> f64 {
    match doubles {
        0 => double_factor(0, 1),
        _ => {
            let off = off(doubles, (questions.0.max(doubles), questions.1), 22.0);
            (100.0 - off * off).max(0.0)
        }
    }
}

/// Returns the points of factor 5 for clusters with these squares: they take up question fields, which are then no
/// clusters of their own.
fn most_for_squares(squares: i32, clusters: i32, questions: i32) -> f64 {
    match squares {
        0 => 100.0,
        // A cluster of three has the fewest squares.
        1..9 => f64::NEG_INFINITY,
        _ => {
            // One large cluster takes up the fewest.
            let joined = (f64::from(squares).sqrt() - 1e-9).ceil() as i32 - 1;
            match clusters.min(questions - joined) {
                ..1 => 0.0,
                clusters => (100.0 - 10.0 * f64::from(squares) / f64::from(clusters)).max(0.0),
            }
        }
    }
}

/// Returns how far the share of `part` in a whole of this range is from the ideal one, in percent, at best.
fn off(part: i32, whole: (i32, i32), ideal: f64) -> f64 {
    let share = |whole: i32| 100.0 * f64::from(part) / f64::from(whole.max(1));
    (share(whole.1) - ideal).max(ideal - share(whole.0)).max(0.0)
}

impl Table {
    /// Makes a table; `None` if no value is possible.
    fn new(mut least: i32, mut values: Vec<f64>) -> Option<Self> {
        while values.last().is_some_and(|value| value.is_infinite()) {
            values.pop();
        }
        let impossible = values.iter().take_while(|value| value.is_infinite()).count();
        values.drain(..impossible);
        least += impossible as i32;
        // The corners of the lowest concave function above all values.
        let mut corners: Vec<usize> = Vec::new();
        let slope = |a: usize, b: usize| (values[b] - values[a]) / (b - a) as f64;
        for at in (0..values.len()).filter(|&at| values[at].is_finite()) {
            while let [.., a, b] = corners[..]
                && slope(a, b) <= slope(b, at)
            {
                corners.pop();
            }
            corners.push(at);
        }
        let steps = corners.windows(2).flat_map(|pair| vec![slope(pair[0], pair[1]); pair[1] - pair[0]]);
        let slopes = steps.collect();
        (!values.is_empty()).then_some(Self { least, values, slopes })
    }

    /// Returns the slope of the concave function, made smooth, with a price outside.
    fn slope(&self, at: f64, push: f64) -> f64 {
        let x = at - f64::from(self.least);
        let Some(last) = self.slopes.len().checked_sub(1) else { return push - OUTSIDE * x };
        let outside = OUTSIDE * (x.min(0.0) + (x - self.slopes.len() as f64).max(0.0));
        let between = (x - 0.5).clamp(0.0, last as f64);
        let (low, part) = (between as usize, between.fract());
        let slope = self.slopes[low] * (1.0 - part) + self.slopes[(low + 1).min(last)] * part;
        slope - outside
    }

    /// Returns the value of the concave function.
    fn concave(&self, at: f64) -> f64 {
        let x = (at - f64::from(self.least)).clamp(0.0, self.slopes.len() as f64);
        let low = x as usize;
        let part = self.slopes.get(low).map_or(0.0, |slope| slope * x.fract());
        self.values[0] + self.slopes[..low].iter().sum::<f64>() + part
    }

    /// Returns by how much the concave function lies above the values.
    fn overrated(&self, at: f64) -> f64 {
        let x = (at - f64::from(self.least)).clamp(0.0, self.slopes.len() as f64);
        let (low, part) = (x as usize, x.fract());
        let value = |at: usize| self.values.get(at).copied().unwrap_or(f64::NEG_INFINITY).max(-100.0);
        let between = if part > 0.0 { value(low) * (1.0 - part) + value(low + 1) * part } else { value(low) };
        self.concave(at) - between
    }
}
