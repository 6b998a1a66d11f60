//! About what the rating loses as a sum of costs, for solvers that minimise, in grids of more fields than `losses.rs`
//! serves.
//!
//! Each factor contributes what its count loses, in hundredths of a point. For the number of question fields that is
//! exact. The other factors depend on shares (of the words, of the letters, of the question fields); here the wholes
//! are taken from the ceiling, so the costs are exact where the layout has the same wholes as the ceiling, and close
//! elsewhere. A cost of 600 is one point of the rating.
//!
//! The costs grow step by step: "at least n" (an output of a totalizer) costs as much as the n-th one adds. So all
//! wishes are single literals, and the same list serves MaxSAT and pseudo-Boolean solvers.
//!
//! A dead letter costs what it takes from its factor. For clusters there is no such sum, because the factor divides
//! by their number: each question field with two question fields beside it costs what one additional cluster of three
//! takes from the factor at the ceiling. A layout without clusters is rated exactly.

use super::LayoutEncoding;
use super::counts::Number;
use crate::arrowword::bound::Ceiling;
use crate::arrowword::rating::{Counts, IDEAL};
use crate::cnf::{Bit, Directions, Soft, Totalizer};

/// The most that a factor of 100 points can lose, in hundredths of a point.
const ALL: f64 = 10_000.0;

/// The wishes, and what every layout costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// The literals that cost something when they are false.
    pub soft: Vec<Soft>,
    /// The cost that no layout can avoid.
    pub base: u64,
}

impl Costs {
    /// Charges a weight if the bit is true.
    pub(super) fn charge(&mut self, bit: Bit, weight: u64) {
        match bit {
            _ if weight == 0 => {}
            Bit::False => {}
            Bit::True => self.base += weight,
            Bit::Lit(lit) => self.soft.push(Soft { weight, lit: !lit }),
        }
    }
}

/// Returns what a count of `n` costs, in hundredths of a point, if the wholes are those of the ceiling.
fn cost(number: Number, n: usize, wholes: &Counts) -> u64 {
    let share = |whole: usize| n as f64 * 100.0 / whole.max(1) as f64;
    let lost = match number {
        Number::Questions => ((share(wholes.unblocked) - 22.0) * 2.0).powi(2),
        Number::Doubles => (share(wholes.questions) - 22.0).powi(2),
        Number::Uncrossed => ((share(wholes.letters).max(20.0) - 20.0) / 2.0).powi(2),
        Number::Words(bucket) => (share(wholes.words) - IDEAL[bucket]).powi(2) / 8.0,
    };
    (lost * 100.0).min(ALL).round() as u64
}

impl LayoutEncoding {
    /// Adds counters to the formula and returns what each count costs.
    pub fn add_costs(&mut self, ceiling: &Ceiling) -> Costs {
        let mut costs = Costs::default();
        let wholes = &ceiling.counts;
        for number in Number::all() {
            self.add_number(number, wholes, &mut costs);
        }
        self.add_dead(wholes, &mut costs);
        self.add_clustered(wholes, &mut costs);
        costs
    }

    fn add_number(&mut self, number: Number, wholes: &Counts, costs: &mut Costs) {
        self.formula.label("what is counted");
        let bits = self.bits_of(number);
        let most = bits.iter().filter(|&&bit| bit != Bit::False).count();
        let of = |n| cost(number, n, wholes);
        let best = (0..=most).min_by_key(|&n| of(n)).unwrap_or(0);
        // From `top` on, nothing more is lost.
        let top = (best..most).rev().find(|&n| of(n + 1) > of(n)).map_or(best, |n| n + 1);
        let directions = if best > 0 { Directions::Both } else { Directions::Upper };
        self.formula.label("counts");
        let counter = Totalizer::new(&mut self.formula, self.families.count, bits, top, directions);
        costs.base += of(best);
        for n in best + 1..=top {
            if let Some(bit) = counter.at_least(n) {
                costs.charge(bit, of(n) - of(n - 1));
            }
        }
        for n in 0..best {
            if let Some(bit) = counter.at_least(n + 1) {
                costs.charge(!bit, of(n) - of(n + 1));
            }
        }
    }

    /// Charges for dead letters.
    fn add_dead(&mut self, wholes: &Counts, costs: &mut Costs) {
        let weight = (40_000.0 / wholes.letters.max(1) as f64).round() as u64;
        self.dead_letters().into_iter().for_each(|dead| costs.charge(dead, weight));
    }

    /// Returns the bits that are implied if a letter is dead: if it is uncrossed and so is one beside it.
    pub(super) fn dead_letters(&mut self) -> Vec<Bit> {
        self.formula.label("what is counted");
        let uncrossed = self.bits_of(Number::Uncrossed);
        self.formula.label("dead letters");
        let grid = self.spec.base.clone();
        let mut letters = Vec::new();
        for pos in grid.positions() {
            let beside: Vec<Bit> =
                grid.neighbours4(pos).map(|other| uncrossed[grid.index_of(other)]).collect();
            let here = uncrossed[grid.index_of(pos)];
            if here == Bit::False || beside.iter().all(|&bit| bit == Bit::False) {
                continue;
            }
            let dead = Bit::from(self.formula.indexed_var(self.families.dead, &[pos.row, pos.col]));
            beside.into_iter().for_each(|other| self.formula.add_bits([!here, !other, dead]));
            letters.push(dead);
        }
        letters
    }

    /// Charges for clusters: a question field with two others around it is the middle of one.
    fn add_clustered(&mut self, wholes: &Counts, costs: &mut Costs) {
        self.formula.label("clusters");
        let grid = self.spec.base.clone();
        let weight = (9_000.0 / wholes.questions.max(1) as f64).round() as u64;
        for pos in grid.positions() {
            let around: Vec<Bit> =
                grid.neighbours8(pos).map(|p| self.question(p)).filter(|&bit| bit != Bit::False).collect();
            let here = self.question(pos);
            if here == Bit::False || around.len() < 2 {
                continue;
            }
            let middle = Bit::from(self.formula.indexed_var(self.families.clustered, &[pos.row, pos.col]));
            for (i, &a) in around.iter().enumerate() {
                around[i + 1..].iter().for_each(|&b| self.formula.add_bits([!here, !a, !b, middle]));
            }
            costs.charge(middle, weight);
        }
    }
}
