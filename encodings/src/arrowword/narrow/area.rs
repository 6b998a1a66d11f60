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

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: f64 = f64::NEG_INFINITY;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn a_part_is_off_by_as_little_as_its_whole_allows() {
        // Of 100, and of something between 100 and 200.
        let known =
            [(22, (100, 100), 0.0), (30, (100, 100), 8.0), (10, (100, 200), 12.0), (50, (100, 200), 3.0)];
        for (part, whole, expected) in known {
            assert!(is_near(off(part, whole, 22.0), expected), "{part} of {whole:?}");
        }
        assert!(is_near(off(33, (100, 200), 22.0), 0.0), "22 percent of 150");
        assert!(is_near(off(0, (0, 0), 22.0), 22.0), "nothing of nothing");
        assert!(is_near(off(3, (0, 1), 22.0), 278.0));
    }

    #[test]
    fn doubles_and_squares_bring_what_the_best_other_counts_allow() {
        assert!(is_near(most_for_doubles(0, (5, 9)), double_factor(0, 1)));
        assert!(is_near(most_for_doubles(22, (50, 100)), 100.0));
        assert!(is_near(most_for_doubles(25, (100, 100)), 91.0));
        assert!(is_near(most_for_doubles(25, (10, 100)), 91.0), "at least as many fields as doubles");
        assert!(is_near(most_for_doubles(44, (10, 100)), 0.0), "no less than nothing");
        let squares = [
            ((0, 0, 9), 100.0),
            ((1, 5, 9), NEVER),
            ((8, 5, 9), NEVER),
            // Three fields in one cluster, and others beside them.
            ((9, 5, 10), 82.0),
            ((9, 5, 4), 55.0),
            ((9, 5, 3), 10.0),
            ((9, 5, 2), 0.0),
            // Two of three fields, or one of five that is a bit larger.
            ((18, 5, 10), 64.0),
            ((25, 5, 10), 50.0),
            ((90, 2, 40), 0.0),
        ];
        for ((squares, clusters, questions), expected) in squares {
            let most = most_for_squares(squares, clusters, questions);
            assert!(
                most == expected || is_near(most, expected),
                "{squares}, {clusters}, {questions}: {most}"
            );
        }
    }

    #[test]
    fn a_table_has_the_lowest_concave_function_above_it() {
        let table = Table::new(2, vec![0.0, 3.0, 4.0, 0.0]).unwrap();
        assert_eq!((table.least, &table.slopes[..]), (2, &[3.0, 1.0, -4.0][..]));
        for (at, value) in
            [(1.0, 0.0), (2.0, 0.0), (2.5, 1.5), (3.5, 3.5), (4.25, 3.0), (5.0, 0.0), (9.0, 0.0)]
        {
            assert!(is_near(table.concave(at), value), "{at}: {}", table.concave(at));
            assert!(is_near(table.overrated(at), 0.0), "{at}");
        }
        // Between two slopes it changes evenly, and outside it leads back.
        for (at, slope) in
            [(2.5, 3.0), (3.0, 2.0), (3.25, 1.5), (4.5, -4.0), (5.0, -4.0), (0.0, 7.0), (7.0, -8.0)]
        {
            assert!(is_near(table.slope(at, 99.0), slope), "{at}: {}", table.slope(at, 99.0));
        }
        // What is impossible at the ends is left out, and a dip is bridged.
        let table = Table::new(5, vec![NEVER, 1.0, 0.0, 5.0, NEVER]).unwrap();
        assert_eq!(
            (table.least, &table.values[..], &table.slopes[..]),
            (6, &[1.0, 0.0, 5.0][..], &[2.0, 2.0][..])
        );
        for (at, above) in [(6.0, 0.0), (6.5, 1.5), (7.0, 3.0), (7.25, 2.25), (8.0, 0.0), (99.0, 0.0)] {
            assert!(is_near(table.overrated(at), above), "{at}: {}", table.overrated(at));
        }
        // An impossible value between counts like a very bad one.
        let table = Table::new(0, vec![1.0, NEVER, 1.0]).unwrap();
        assert!(is_near(table.overrated(1.0), 101.0) && table.slopes == [0.0, 0.0]);
        assert!(Table::new(0, vec![NEVER; 3]).is_none() && Table::new(0, Vec::new()).is_none());
        // A single value pulls back, and has what pushed it before.
        let table = Table::new(2, vec![7.0]).unwrap();
        assert!(is_near(table.slope(3.0, 1.0), -1.0) && is_near(table.concave(3.0), 7.0));
    }

    /// Returns an area in which each count has its range, of a grid with 20 unblocked fields.
    fn area(keeps_lengths: bool) -> Area {
        let mut ranges = [(0, 3); COUNTS];
        ranges[QUESTIONS] = (3, 6);
        ranges[DOUBLES] = (0, 4);
        ranges[CLUSTERS] = (1, 4);
        ranges[SQUARES] = (0, 9);
        Area { ranges, keeps_lengths }
    }

    #[test]
    fn no_counts_bring_more_than_prices_and_what_is_beyond_them() {
        for keeps_lengths in [true, false] {
            let tables = Tables::new(&area(keeps_lengths), 20).unwrap();
            let prices: [f64; COUNTS] = std::array::from_fn(|at| 0.3 * at as f64 - 2.0);
            let mut largest = f64::NEG_INFINITY;
            for number in 0..4_usize.pow(6) {
                let digit = |at: usize| (number / 4_usize.pow(at as u32) % 4) as i16;
                let mut tally: Tally = [0; COUNTS];
                tally[QUESTIONS] = 3 + digit(0);
                tally[DOUBLES] = digit(1);
                tally[UNCROSSED] = digit(2);
                tally[CLUSTERS] = 1 + digit(3);
                tally[LENGTHS + 1] = digit(4);
                tally[LENGTHS + 3] = digit(5);
                let priced: f64 =
                    prices.iter().zip(&tally).map(|(price, &count)| price * f64::from(count)).sum();
                largest = largest.max(tables.value(&tally) - priced);
            }
            let beyond = tables.beyond(&prices);
            assert!(beyond >= largest - 1e-9 && beyond.is_finite(), "{beyond} {largest}");
            // Each count by itself brings the most that its table has.
            let alone: f64 =
                tables.counts.iter().map(|table| table.values.iter().copied().fold(NEVER, f64::max)).sum();
            assert!(is_near(tables.beyond(&[0.0; COUNTS]), tables.constant + alone));
        }
    }

    #[test]
    fn counts_bring_their_factors() {
        let tables = Tables::new(&area(false), 20).unwrap();
        let mut tally: Tally = [0; COUNTS];
        (tally[QUESTIONS], tally[CLUSTERS]) = (4, 1);
        // 4 of 20 fields are 20 %: 4 points off, so 100 - 16; all else is best.
        assert!(is_near(tables.value(&tally), (84.0 + 4.0 * 100.0) / 6.0), "{}", tables.value(&tally));
        // With as few question fields as may be, there are 17 letters.
        tally[DEAD] = 2;
        let dead = 100.0 - 400.0 * 2.0 / 17.0;
        assert!(is_near(tables.value(&tally), (84.0 + 3.0 * 100.0 + dead) / 6.0));
        tally[QUESTIONS] = 7;
        assert_eq!(tables.value(&tally), NEVER, "that is outside");
        let kept = Tables::new(&area(true), 20).unwrap();
        tally[QUESTIONS] = 4;
        assert!(kept.value(&tally) < tables.value(&tally) + 100.0 / 6.0, "no word has its ideal share");
        assert!(is_near(kept.constant, 100.0 / 6.0) && tables.constant == 0.0);
    }

    #[test]
    fn an_area_without_a_layout_has_no_tables() {
        let changed = |count: usize, range| {
            let mut area = area(true);
            area.ranges[count] = range;
            area
        };
        assert!(Tables::new(&changed(QUESTIONS, (0, 0)), 20).is_none());
        assert!(Tables::new(&changed(QUESTIONS, (0, 1)), 20).is_some());
        assert!(Tables::new(&changed(CLUSTERS, (0, 0)), 20).is_none());
        assert!(
            Tables::new(&area(true), 4).is_none() && Tables::new(&area(true), 5).is_some(),
            "two letters"
        );
        assert!(Tables::new(&changed(SQUARES, (3, 8)), 20).is_none(), "no cluster has such squares");
        assert!(Tables::new(&changed(DOUBLES, (7, 9)), 20).is_none(), "more doubles than question fields");
    }

    #[test]
    fn an_area_is_split_before_a_value() {
        let whole = area(true);
        let [low, high] = whole.split(SQUARES, 4);
        assert_eq!((low.ranges[SQUARES], high.ranges[SQUARES]), ((0, 3), (4, 9)));
        assert_eq!((low.width(SQUARES), high.width(SQUARES), whole.width(QUESTIONS)), (3, 5, 3));
        let others = |area: &Area| Area {
            ranges: std::array::from_fn(|at| if at == SQUARES { (0, 0) } else { area.ranges[at] }),
            ..*area
        };
        assert!(others(&low) == others(&whole) && others(&high) == others(&whole));
    }

    #[test]
    fn what_is_pushed_is_pushed_back_towards_the_only_value() {
        let mut area = area(true);
        area.ranges[DEAD] = (2, 2);
        let tables = Tables::new(&area, 20).unwrap();
        let mut push = [0.0; COUNTS];
        tables.push(&[3.0; COUNTS], &mut push);
        let expected = std::array::from_fn(|at| if at == DEAD { -OUTSIDE } else { 0.0 });
        assert_eq!(push, expected);
        let slopes = tables.slopes(&[3.0; COUNTS], &push);
        assert!(is_near(slopes[DEAD], -2.0 * OUTSIDE), "{slopes:?}");
        // Of what is concave, question fields and doubles are left out.
        let mean = [4.0; COUNTS];
        let others = (0..COUNTS).filter(|&at| at != QUESTIONS && at != DOUBLES);
        let sum: f64 = others.map(|at| tables.counts[at].concave(4.0)).sum();
        assert!(is_near(tables.concave(&mean), sum) && tables.counts[QUESTIONS].concave(4.0) > 0.0);
        assert!(is_near(tables.overrated(SQUARES, 4.5), tables.counts[SQUARES].overrated(4.5)));
    }
}
