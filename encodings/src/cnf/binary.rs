//! An exact upper bound on a sum with large weights.
//!
//! A [`LinearSum`](super::LinearSum) has an output for each value that the sum can take, which are far too many if the
//! weights are large and all different. Here each part of the sum is a binary number instead, and the numbers are added
//! by full adders: some 14 clauses for each part and binary digit, whatever the weights. Such a sum says little before
//! most of its inputs are known; a [`LinearSum`](super::LinearSum) of rounded weights beside it makes up for that.

use super::linear::fixed;
use super::{Bit, FamilyId, Formula, Part};

/// A weighted sum as a binary number.
#[derive(Clone, Debug)]
pub struct BinarySum {
    base: u64,
    /// The digits, the lowest first.
    digits: Vec<Bit>,
}

impl BinarySum {
    /// Adds the sum of the parts to the formula. In each part the values ascend, and a bit has to imply the one before
    /// it. A model may say that the sum is larger than it is, never that it is smaller.
    pub fn new(formula: &mut Formula, family: FamilyId, parts: &[Part]) -> Self {
        let base = parts.iter().map(fixed).sum();
        let mut columns: Vec<Vec<Bit>> = Vec::new();
        for part in parts {
            for (place, digit) in number(formula, family, part) {
                put(&mut columns, place, digit);
            }
        }
        let mut digits = Vec::new();
        let mut place = 0;
        while place < columns.len() {
            // Three of a column, or two at the end, become one here and one in the next column.
            while columns[place].len() > 1 {
                let rest = columns[place].len().saturating_sub(3);
                let ends = columns[place].split_off(rest);
                let (sum, carry) = add(formula, family, &ends);
                columns[place].insert(0, sum);
                put(&mut columns, place + 1, carry);
            }
            digits.push(columns[place].pop().unwrap_or(Bit::False));
            place += 1;
        }
        Self { base, digits }
    }

    /// Adds the clauses for the sum to be at most `bound`.
    pub fn limit(&self, formula: &mut Formula, bound: u64) {
        let Some(rest) = bound.checked_sub(self.base) else {
            formula.add([]);
            return;
        };
        let is_in = |place: usize| rest.checked_shr(place as u32).is_some_and(|rest| rest & 1 == 1);
        if (self.digits.len()..64).any(is_in) {
            return; // no sum is as large
        }
        for (place, &digit) in self.digits.iter().enumerate().filter(|&(place, _)| !is_in(place)) {
            // With this digit the sum is larger, unless it lacks a higher digit that the bound has.
            let higher = self.digits.iter().enumerate().skip(place + 1);
            let missing = higher.filter(|&(higher, _)| is_in(higher)).map(|(_, &digit)| !digit);
            formula.add_bits(missing.chain([!digit]));
        }
    }
}

/// Returns the binary digits of a part beyond what is certain, each with its place.
fn number(formula: &mut Formula, family: FamilyId, part: &Part) -> Vec<(usize, Bit)> {
    let fixed = fixed(part);
    let open: Vec<(u64, Bit)> =
        part.iter().filter(|(value, _)| *value > fixed).map(|&(value, bit)| (value - fixed, bit)).collect();
    let all = open.iter().fold(0, |all, (value, _)| all | value);
    let places = (0..64).filter(|place| all >> place & 1 == 1);
    let mut digits = Vec::new();
    for place in places {
        let digit = Bit::from(formula.auxiliary(family));
        for (n, &(value, bit)) in open.iter().enumerate() {
            let next = open.get(n + 1).map_or(Bit::False, |&(_, next)| next);
            if value >> place & 1 == 1 {
                formula.add_bits([!bit, next, digit]);
            }
        }
        digits.push((place, digit));
    }
    digits
}

fn put(columns: &mut Vec<Vec<Bit>>, place: usize, digit: Bit) {
    if columns.len() <= place {
        columns.resize(place + 1, Vec::new());
    }
    columns[place].push(digit);
}

/// Returns the sum of two or three binary digits: its digit and the carry.
fn add(formula: &mut Formula, family: FamilyId, digits: &[Bit]) -> (Bit, Bit) {
    let sum = Bit::from(formula.auxiliary(family));
    let carry = Bit::from(formula.auxiliary(family));
    for values in 0..1u32 << digits.len() {
        let unless = || digits.iter().enumerate().map(|(n, &d)| if values >> n & 1 == 1 { !d } else { d });
        let ones = values.count_ones();
        formula.add_bits(unless().chain([if ones % 2 == 1 { sum } else { !sum }]));
    }
    for (n, &a) in digits.iter().enumerate() {
        for &b in &digits[n + 1..] {
            formula.add_bits([!a, !b, carry]);
            if digits.len() > 2 {
                formula.add_bits([a, b, !carry]);
            }
        }
    }
    if digits.len() == 2 {
        digits.iter().for_each(|&digit| formula.add_bits([digit, !carry]));
    }
    (sum, carry)
}
