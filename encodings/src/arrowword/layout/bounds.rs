//! Bounds on the counts of a layout that imply a rating.
//!
//! The rating is not a linear function of the counts (they are shares of each other, squared), but it is easy to say
//! how bad it can get while each count stays within a range: every factor is worst at one end of the range of its
//! share. So we start from the counts of the ceiling, where each range is a single number, and widen one range after
//! another by one as long as the worst rating within the ranges is still good enough. The result is a box: a lower
//! and an upper bound for each count, which are plain cardinality constraints.
//!
//! That is sound but not complete: every layout within the bounds reaches the rating asked for (with no dead letter and
//! no cluster of three, which have clauses of their own), but so may one outside them. The exact encoding (`losses.rs`)
//! has tables over pairs of counts, which only serves small grids; for a search it would be no better, because the box is
//! centred on the best counts there are.

use super::LayoutEncoding;
use super::counts::Number;
use crate::arrowword::bound::Ceiling;
use crate::arrowword::rating::{Counts, IDEAL, double_factor, question_factor, uncrossed_factor};
use crate::cnf::{Bit, Directions, Totalizer};

/// A lower and an upper bound for each of a layout's [`Counts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Fields that are not blocked.
    pub fields: usize,
    /// Question fields.
    pub questions: (usize, usize),
    /// Question fields with two questions.
    pub doubles: (usize, usize),
    /// The most letters in exactly one word.
    pub uncrossed: usize,
    /// Words of 2, 3, …, 8, and 9 or more letters, as in [`Counts::lengths`].
    pub lengths: [(usize, usize); 8],
}

impl Bounds {
    /// Finds the widest bounds, by widening one after another, within which no layout without dead letters and
    /// clusters rates lower than `score`. `None` if `score` is above the ceiling.
    pub fn at_least(score: f64, ceiling: &Ceiling) -> Option<Self> {
        let counts = &ceiling.counts;
        let point = |n: usize| (n, n);
        let mut bounds = Self {
            fields: counts.unblocked,
            questions: point(counts.questions),
            doubles: point(counts.doubles),
            uncrossed: counts.uncrossed,
            lengths: counts.lengths.map(point),
        };
        let enough = |bounds: &Self| bounds.worst() >= score - 1e-9;
        if !enough(&bounds) {
            return None;
        }
        let mut moves: Vec<Move> = [Move::Uncrossed]
            .into_iter()
            .chain((0..Self::RANGES).flat_map(|range| [Move::Down(range), Move::Up(range)]))
            .collect();
        while !moves.is_empty() {
            moves.retain(|&one| match bounds.widened(one).filter(enough) {
                Some(wider) => {
                    bounds = wider;
                    true
                }
                None => false,
            });
        }
        Some(bounds)
    }

    /// Returns bounds that every layout of this many fields is within.
    pub fn open(fields: usize) -> Self {
        // A field is the first one of at most two words.
        Self {
            fields,
            questions: (0, fields),
            doubles: (0, fields),
            uncrossed: fields,
            lengths: [(0, 2 * fields); 8],
        }
    }

    /// Returns these bounds with one of them moved outwards by one, if that is possible.
    fn widened(&self, one: Move) -> Option<Self> {
        let mut wider = self.clone();
        match one {
            Move::Uncrossed => wider.uncrossed += 1,
            Move::Down(range) => {
                let low = &mut wider.range(range).0;
                *low = low.checked_sub(1)?;
            }
            Move::Up(range) => {
                let high = &mut wider.range(range).1;
                *high = (*high < self.fields).then_some(*high + 1)?;
            }
        }
        let possible =
            wider.questions.0 > 0 && wider.questions.1 < self.fields && wider.uncrossed <= self.fields;
        possible.then_some(wider)
    }

    /// How many ranges there are.
    const RANGES: usize = 2 + IDEAL.len();

    /// Returns a range by number: question fields, doubles, then the words by length.
    fn range(&mut self, number: usize) -> &mut (usize, usize) {
        match number {
            0 => &mut self.questions,
            1 => &mut self.doubles,
            words => &mut self.lengths[words - 2],
        }
    }

    /// Returns a lower limit for the rating of a layout within the bounds that has no dead letters and no clusters.
    pub fn worst(&self) -> f64 {
        let (fewest, most) = self.questions;
        let questions = question_factor(fewest, self.fields).min(question_factor(most, self.fields));
        let uncrossed = uncrossed_factor(self.uncrossed, self.fields - most);
        let doubles = match self.doubles.1 {
            0 => 100.0,
            // No doubles at all would cost nothing, but a single one is almost as bad as the formula says for none.
            _ => [(self.doubles.0, most), (self.doubles.1, fewest)]
                .map(|(n, of)| if n == 0 { 0.0 } else { double_factor(n, of) })
                .into_iter()
                .fold(100.0, f64::min),
        };
        (questions + uncrossed + self.worst_lengths() + 100.0 + 100.0 + doubles) / 6.0
    }

    /// Returns a lower limit for the factor of the word lengths. Each share is farthest from its ideal at an end of its
    /// range, with as many or as few words in all as there can be.
    fn worst_lengths(&self) -> f64 {
        let sum = |end: fn(&(usize, usize)) -> usize| self.lengths.iter().map(end).sum::<usize>();
        // Every question field asks for one word or two.
        let fewest = sum(|range| range.0).max(self.questions.0 + self.doubles.0).max(1);
        let most = sum(|range| range.1).min(self.questions.1 + self.doubles.1).max(1);
        let off = self.lengths.iter().zip(IDEAL).map(|(&(low, high), ideal)| {
            let shares = [low as f64 / most as f64, (high as f64 / fewest as f64).min(1.0)];
            shares.map(|share| (share * 100.0 - ideal).powi(2)).into_iter().fold(0.0, f64::max)
        });
        (100.0 - off.sum::<f64>() / 8.0).max(0.0)
    }

    /// Tells whether the counts of a puzzle are within the bounds.
    pub fn contain(&self, counts: &Counts) -> bool {
        let inside = |(low, high): (usize, usize), n| (low..=high).contains(&n);
        inside(self.questions, counts.questions)
            && inside(self.doubles, counts.doubles)
            && counts.uncrossed <= self.uncrossed
            && self.lengths.iter().zip(counts.lengths).all(|(&range, n)| inside(range, n))
    }

    /// Returns the bounds as text, one line each.
    pub fn lines(&self) -> Vec<String> {
        let range = |(low, high): (usize, usize)| match low == high {
            true => low.to_string(),
            false => format!("{low}..{high}"),
        };
        let mut lines = vec![
            format!("bound question fields: {}", range(self.questions)),
            format!("bound double questions: {}", range(self.doubles)),
            format!("bound uncrossed letters: 0..{}", self.uncrossed),
        ];
        lines.extend(self.lengths.iter().enumerate().map(|(bucket, &words)| {
            let more = if bucket == IDEAL.len() - 1 { " or more" } else { "" };
            format!("bound words of {}{more} letters: {}", Counts::shortest(bucket), range(words))
        }));
        lines
    }
}

#[derive(Clone, Copy)]
enum Move {
    Uncrossed,
    Down(usize),
    Up(usize),
}

impl LayoutEncoding {
    /// Adds cardinality constraints that keep the counts within the bounds.
    pub fn add_bounds(&mut self, bounds: &Bounds) {
        for number in Number::all() {
            let (low, high) = match number {
                Number::Questions => bounds.questions,
                Number::Doubles => bounds.doubles,
                Number::Uncrossed => (0, bounds.uncrossed),
                Number::Words(bucket) => bounds.lengths[bucket],
            };
            self.formula.label("what is counted");
            let bits = self.bits_of(number);
            self.formula.label("counts");
            if low == 0 && high >= bits.len() {
                continue; // no bound
            }
            let fixed = bits.iter().filter(|&&bit| bit == Bit::True).count();
            let directions = if low > fixed { Directions::Both } else { Directions::Upper };
            let counter = Totalizer::new(&mut self.formula, self.families.count, bits, high + 1, directions);
            self.formula.label("bounds");
            self.formula.add_bits(counter.at_least(low));
            self.formula.add_bits(counter.at_least(high + 1).map(|bit| !bit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrowword::bound::ceiling;

    #[test]
    fn at_the_ceiling_the_bounds_are_its_counts_and_below_they_are_wide() {
        let ceiling = ceiling(225, 15).unwrap();
        let tight = Bounds::at_least(ceiling.score, &ceiling).unwrap();
        assert!(tight.contain(&ceiling.counts));
        assert_eq!(tight.questions, (ceiling.counts.questions, ceiling.counts.questions));
        let wide = Bounds::at_least(95.0, &ceiling).unwrap();
        assert!(wide.contain(&ceiling.counts) && wide.worst() >= 95.0);
        assert!(wide.questions.0 < wide.questions.1 && wide.doubles.0 < wide.doubles.1, "{wide:?}");
        assert!(wide.lengths[1..].iter().all(|(low, high)| low < high), "{wide:?}");
        assert_eq!(Bounds::at_least(ceiling.score + 0.001, &ceiling), None);
        assert_eq!(wide.lines().len(), 11);
    }

    /// The promise, tested on counts drawn from the box.
    #[test]
    fn nothing_within_the_bounds_rates_lower() {
        let mut seen = 0;
        for (fields, longest, score) in [(25, 5, 60.0), (81, 9, 80.0), (225, 15, 90.0), (600, 15, 97.0)] {
            let ceiling = ceiling(fields, longest).unwrap();
            let Some(bounds) = Bounds::at_least(score, &ceiling) else { continue };
            let mut state = 1u64;
            let mut draw = |(low, high): (usize, usize)| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                low + (state >> 33) as usize % (high - low + 1)
            };
            for _ in 0..200_000 {
                let (questions, doubles) = (draw(bounds.questions), draw(bounds.doubles));
                let lengths: [usize; 8] = bounds.lengths.map(&mut draw);
                let words: usize = lengths.iter().sum();
                if doubles > questions || words != questions + doubles {
                    continue;
                }
                let counts = Counts {
                    unblocked: fields,
                    questions,
                    doubles,
                    letters: fields - questions,
                    uncrossed: draw((0, bounds.uncrossed)),
                    words,
                    lengths,
                    clusters: questions,
                    ..Counts::default()
                };
                seen += 1;
                assert!(counts.score() >= score - 1e-9, "{counts:?} in {bounds:?}: {}", counts.score());
            }
        }
        assert!(seen > 1000, "{seen}");
    }
}
