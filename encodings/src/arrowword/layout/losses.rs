//! What the rating loses, exactly, as values of literals.
//!
//! The rating is 100 less a sixth of what the six factors lose, each at most 100. A factor depends on two or three
//! counts and on nothing else: the question fields on their number; the uncrossed and the dead letters on theirs and on
//! the letters, which are what is left by the question fields; the double questions on theirs and on the question
//! fields. So a table over those counts says what is lost, floor and all, and each row of it is a clause: "with at least
//! this many question fields and uncrossed letters, at least this much is lost". All rows of a table with the same loss
//! share a literal.
//!
//! The word lengths are the only factor with more than three counts; `lengths.rs` says how they are done. Clusters are
//! in `clusters.rs`. They take as many variables as there are pairs of fields. That, and the size of the tables, is why
//! this serves grids of up to [`EXACT_FIELDS`] fields; `costs.rs` and `bounds.rs` have formulas close to it for larger
//! ones.
//!
//! Only one direction is written: what is lost implies the literals, not the reverse. That is what a cost and an upper
//! bound need.

use super::LayoutEncoding;
use super::costs::Costs;
use super::counts::Number;
use crate::arrowword::rating::{dead_factor, double_factor, question_factor, uncrossed_factor};
use crate::cnf::{BinarySum, Bit, Directions, LinearSum, Lit, Part, PseudoBoolean, Totalizer};
use std::collections::BTreeMap;

/// Up to this many fields that are not blocked the rating is encoded exactly, for larger grids approximately.
pub const EXACT_FIELDS: usize = 64;

/// The most that a factor can lose.
pub(super) const ALL: f64 = 100.0;

/// The unit of losses: this many are one of the 100 points of a factor.
const UNITS_A_POINT: f64 = 1e10;

/// What rounding to units may add to the losses of a layout: half a unit for each part, and there are 14 of them.
const ROUNDING: u64 = 14;

/// The unit of costs: this many are one of the 100 points of a factor. Weights and their sum stay below 2^31,
/// which some solvers do not go beyond.
const COSTS_A_POINT: u64 = 1_000_000;

/// Into how many steps the losses that a bound allows are cut for the rounded sum beside the exact one.
const STEPS: u64 = 64;

/// What a layout loses of its factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// The parts of a sum: each is worth the largest value with a true bit. A model may say that more is lost than is,
    /// never less. The values ascend, in units of 1e-10 of a factor's points, and each bit implies the one before it.
    pub parts: Vec<Part>,
}

impl Losses {
    /// This much of the costs is one point of the rating, which is the mean of six factors.
    pub const COST_OF_A_POINT: u64 = 6 * COSTS_A_POINT;

    /// Returns the losses as costs. The rating is 100 - (all costs) / [`Losses::COST_OF_A_POINT`], up to less than
    /// 0.00001.
    pub fn costs(&self) -> Costs {
        let mut costs = Costs::default();
        for part in &self.parts {
            let mut sofar = 0;
            for &(value, bit) in part {
                let cost = (value as f64 / UNITS_A_POINT * COSTS_A_POINT as f64).round() as u64;
                costs.charge(bit, cost - sofar);
                sofar = cost;
            }
        }
        costs
    }
}

/// A lower bound of the rating of all models, which can be raised again and again.
#[derive(Clone, Debug)]
pub struct LeastRating {
    losses: Losses,
    /// The losses rounded down to whole steps, whose sum is noticed sooner than the exact one if it is too large.
    rounded: Option<Rounded>,
    /// The exact sum.
    exact: Option<BinarySum>,
}

#[derive(Clone, Debug)]
struct Rounded {
    sum: LinearSum,
    /// The units of a step.
    step: u64,
    /// The steps that the losses may take at most.
    most: u64,
}

impl LeastRating {
    /// Creates a bound that is not set yet.
    pub fn new(losses: Losses) -> Self {
        Self { losses, rounded: None, exact: None }
    }

    /// Adds the clauses that allow only layouts that rate at least `score`, which must not be less than before.
    pub fn raise(&mut self, encoding: &mut LayoutEncoding, score: f64) {
        encoding.formula.label("at least");
        let (formula, family) = (&mut encoding.formula, encoding.families.sum);
        let bound = allowed(score);
        // With the steps of a much lower bound, few of them would be left.
        let is_fine = |rounded: &Rounded| bound / rounded.step >= STEPS / 2 || rounded.step == 1;
        let is_wanted = formula.constraints().sums == PseudoBoolean::Both;
        if is_wanted && !self.rounded.as_ref().is_some_and(is_fine) {
            let step = bound / STEPS + 1;
            let parts = self.losses.parts.iter().map(|part| {
                let mut rounded: Part = part.iter().map(|&(value, bit)| (value / step, bit)).collect();
                rounded.dedup_by_key(|&mut (value, _)| value); // the bit of the smallest value is implied by the others
                rounded.retain(|&(value, _)| value > 0);
                rounded
            });
            let most = bound / step;
            self.rounded = Some(Rounded { sum: LinearSum::new(formula, family, parts, most), step, most });
        }
        match self.assumptions(score) {
            Some(lits) => lits.into_iter().for_each(|lit| formula.add([lit])),
            None => formula.add([]),
        }
        let exact = self.exact.get_or_insert_with(|| BinarySum::new(formula, family, &self.losses.parts));
        exact.limit(formula, bound);
    }

    /// Returns literals that are true in every layout that rates at least `score`, and in some that rate a little less; to
    /// be assumed. `None` if no layout does. There are none before a bound is set.
    pub fn assumptions(&self, score: f64) -> Option<Vec<Lit>> {
        let Some(Rounded { sum, step, most }) = &self.rounded else { return Some(Vec::new()) };
        // Every loss is rounded down, so this allows more.
        sum.at_most((allowed(score) / step).min(*most)).map(Iterator::collect)
    }
}

/// Returns the losses, in units, that are allowed if at least `score` is asked for.
fn allowed(score: f64) -> u64 {
    units(6.0 * (ALL - score).max(0.0)) + ROUNDING
}

/// A row of a table: if all bits are true, at least this many points are lost.
pub(super) type Row = (Vec<Bit>, f64);

/// Returns a loss in units.
pub(super) fn units(points: f64) -> u64 {
    (points * UNITS_A_POINT).round() as u64
}

/// The counts that the tables are over.
pub(super) struct Counters {
    fields: usize,
    pub(super) questions: Totalizer,
    uncrossed: Totalizer,
    dead: Totalizer,
    doubles: Totalizer,
}

/// Returns the bit "the count is at least `n`". The counters count to the end, so there always is one.
pub(super) fn from(counter: &Totalizer, n: usize) -> Bit {
    counter.at_least(n).unwrap_or(Bit::False)
}

/// Returns the bit "the count is at most `n`".
pub(super) fn up_to(counter: &Totalizer, n: usize) -> Bit {
    !from(counter, n + 1)
}

impl LayoutEncoding {
    /// Returns the number of fields that are not blocked.
    pub fn fields(&self) -> usize {
        self.spec.base.iter().filter(|(_, field)| !field.is_blocked()).count()
    }

    /// Adds to the formula what the layout loses of the rating.
    pub fn add_losses(&mut self) -> Losses {
        let dead = self.dead_letters();
        let counters = Counters {
            fields: self.fields(),
            questions: self.full_counter(&[Number::Questions], Directions::Both),
            uncrossed: self.full_counter(&[Number::Uncrossed], Directions::Upper),
            dead: self.counter(dead, Directions::Upper),
            doubles: self.full_counter(&[Number::Doubles], Directions::Both),
        };
        let mut parts = Vec::new();
        for rows in [
            question_rows(&counters),
            share_rows(&counters, &counters.uncrossed, uncrossed_factor),
            share_rows(&counters, &counters.dead, dead_factor),
            double_rows(&counters),
        ] {
            parts.push(self.table(rows));
        }
        parts.extend(self.length_losses(&counters));
        let rows = self.cluster_rows();
        parts.push(self.table(rows));
        parts.retain(|part| !part.is_empty());
        Losses { parts }
    }

    /// Adds the clauses that allow only layouts that rate at least `score`.
    pub fn add_at_least(&mut self, losses: &Losses, score: f64) {
        LeastRating::new(losses.clone()).raise(self, score);
    }

    /// Adds a counter of all that is counted under these numbers.
    pub(super) fn full_counter(&mut self, numbers: &[Number], directions: Directions) -> Totalizer {
        self.formula.label("what is counted");
        let bits = numbers.iter().flat_map(|&number| self.bits_of(number)).collect();
        self.counter(bits, directions)
    }

    pub(super) fn counter(&mut self, bits: Vec<Bit>, directions: Directions) -> Totalizer {
        self.formula.label("counts");
        let cap = bits.len();
        Totalizer::new(&mut self.formula, self.families.count, bits, cap, directions)
    }

    /// Adds a table; returns its values with their bits, in ascending order.
    pub(super) fn table(&mut self, rows: Vec<Row>) -> Part {
        self.formula.label("losses");
        let mut by_loss: BTreeMap<u64, Vec<Vec<Bit>>> = BTreeMap::new();
        let mut certain = 0;
        for (bits, loss) in rows {
            let loss = units(loss);
            if loss == 0 || bits.contains(&Bit::False) {
                continue;
            }
            if bits.iter().all(|&bit| bit == Bit::True) {
                certain = certain.max(loss);
            } else {
                by_loss.entry(loss).or_default().push(bits);
            }
        }
        let mut part: Part = Vec::new();
        if certain > 0 {
            part.push((certain, Bit::True));
        }
        for (loss, rows) in by_loss.split_off(&(certain + 1)) {
            let lost = Bit::from(self.formula.auxiliary(self.families.lost));
            for bits in rows {
                self.formula.add_bits(bits.into_iter().map(|bit| !bit).chain([lost]));
            }
            if let Some(&(_, less)) = part.last() {
                self.formula.add_bits([!lost, less]);
            }
            part.push((loss, lost));
        }
        part
    }
}

/// Returns the table of the question fields. To both sides of the best number more is lost.
fn question_rows(counters: &Counters) -> Vec<Row> {
    let loss = |n| ALL - question_factor(n, counters.fields);
    let best = (0..=counters.fields).min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(0);
    let row = |n: usize| match n {
        _ if n < best => (vec![up_to(&counters.questions, n)], loss(n)),
        _ if n > best => (vec![from(&counters.questions, n)], loss(n)),
        _ => (Vec::new(), loss(n)),
    };
    (0..=counters.fields).map(row).collect()
}

/// Returns the table of a share of the letters of which more is never better. With more question fields there are
/// fewer letters, so the share is larger.
fn share_rows(counters: &Counters, part: &Totalizer, factor: fn(usize, usize) -> f64) -> Vec<Row> {
    let mut rows = Vec::new();
    // Fewer than there must be are implied by these rows.
    for questions in counters.questions.min()..counters.fields {
        let letters = counters.fields - questions;
        for n in part.min().max(1)..=letters.min(part.max()) {
            let loss = ALL - factor(n, letters);
            rows.push((vec![from(&counters.questions, questions), from(part, n)], loss));
            if loss >= ALL {
                break;
            }
        }
    }
    rows
}

/// Returns the table of the double questions. Above the best share the loss grows with the doubles and falls with the
/// question fields; below it is the reverse, but no doubles lose nothing.
fn double_rows(counters: &Counters) -> Vec<Row> {
    let Counters { questions: of, doubles: counter, .. } = counters;
    let mut rows = Vec::new();
    for questions in of.min().max(1)..=of.max() {
        for doubles in counter.min().max(1)..=questions.min(counter.max()) {
            let loss = ALL - double_factor(doubles, questions);
            let is_few = doubles * 100 < questions * 22;
            let bits = match is_few {
                true => vec![from(of, questions), from(counter, 1), up_to(counter, doubles)],
                false => vec![up_to(of, questions), from(counter, doubles)],
            };
            rows.push((bits, loss));
        }
    }
    rows
}
