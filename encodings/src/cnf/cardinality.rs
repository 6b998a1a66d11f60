//! Cardinality constraints: at most one, exactly one, and the totalizer.
//!
//! At-most-one over few literals is pairwise (no new variables, best propagation). Over many it is cut in
//! chunks: of the first three, and a new variable that says "one of the others", at most one is true; the
//! others go on with that variable's negation. About 3n clauses and n/2 variables.
//!
//! The totalizer (Bailleux and Boufkhad 2003) counts in unary: a balanced tree of merges whose root has an
//! output "at least k" for each k. Truncated at a cap, no node counts further than anybody asks. Sorting
//! networks are smaller for large counts, but the windows we solve count to about a dozen, and a totalizer's
//! inner counts propagate.

use super::{Bit, FamilyId, Formula, Lit};

/// Up to this many literals at-most-one is written pairwise. It includes the 26 letters and the question
/// kind of a cell, which are the inner loop of every fill.
pub const PAIRWISE_LIMIT: usize = 27;

/// Adds clauses that at most one of the literals is true; auxiliary variables go to `family`.
pub fn at_most_one(formula: &mut Formula, family: FamilyId, lits: &[Lit]) {
    if lits.len() <= PAIRWISE_LIMIT {
        pairwise(formula, lits);
        return;
    }
    let mut chunk: Vec<Lit> = Vec::with_capacity(4);
    let mut rest = lits;
    while chunk.len() + rest.len() > 4 {
        let (now, later) = rest.split_at(3 - chunk.len());
        chunk.extend(now);
        let others = formula.auxiliary(family);
        chunk.push(others);
        pairwise(formula, &chunk);
        chunk.clear();
        chunk.push(!others);
        rest = later;
    }
    chunk.extend(rest);
    pairwise(formula, &chunk);
}

fn pairwise(formula: &mut Formula, lits: &[Lit]) {
    for (i, &a) in lits.iter().enumerate() {
        for &b in &lits[i + 1..] {
            formula.add([!a, !b]);
        }
    }
}

/// Adds clauses that exactly one of the literals is true; auxiliary variables go to `family`.
pub fn exactly_one(formula: &mut Formula, family: FamilyId, lits: &[Lit]) {
    formula.add(lits.iter().copied());
    at_most_one(formula, family, lits);
}

/// At most one of the bits, where constants count too.
pub fn at_most_one_bit(formula: &mut Formula, family: FamilyId, bits: &[Bit]) {
    let lits: Vec<Lit> = bits.iter().filter_map(|bit| bit.lit()).collect();
    match bits.iter().filter(|&&bit| bit == Bit::True).count() {
        0 => at_most_one(formula, family, &lits),
        1 => lits.iter().for_each(|&lit| formula.add([!lit])),
        _ => formula.add([]),
    }
}

/// Which way a totalizer's outputs are tied to the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// A sum of k or more makes output k true: enough to forbid or to price large sums.
    Upper,
    /// Output k true makes the sum k or more: enough to demand or to price small sums.
    Lower,
    /// Both: output k is equivalent to a sum of k or more.
    Both,
}

/// A unary counter over bits.
#[derive(Clone, Debug)]
pub struct Totalizer {
    base: usize,
    inputs: usize,
    cap: usize,
    outputs: Vec<Lit>,
}

impl Totalizer {
    /// Counts the bits that are true, up to `cap` exactly and beyond it not at all: [`Totalizer::at_least`]
    /// knows the answer for `k <= cap`. True constants count without costing anything.
    pub fn new(
        formula: &mut Formula,
        family: FamilyId,
        bits: impl IntoIterator<Item = Bit>,
        cap: usize,
        directions: Directions,
    ) -> Self {
        let mut base = 0;
        let mut lits = Vec::new();
        for bit in bits {
            match bit {
                Bit::False => {}
                Bit::True => base += 1,
                Bit::Lit(lit) => lits.push(lit),
            }
        }
        let inputs = lits.len();
        let outputs = if cap > base { tree(formula, family, &lits, cap - base, directions) } else { vec![] };
        Self { base, inputs, cap, outputs }
    }

    /// The bit "at least `k` of the inputs are true", unless that lies beyond the cap.
    pub fn at_least(&self, k: usize) -> Option<Bit> {
        match k {
            _ if k <= self.base => Some(Bit::True),
            _ if k > self.base + self.inputs => Some(Bit::False),
            _ if k <= self.cap => self.outputs.get(k - self.base - 1).map(|&lit| lit.into()),
            _ => None,
        }
    }

    /// The smallest sum there can be: the number of true constants.
    pub fn min(&self) -> usize {
        self.base
    }

    /// The largest sum there can be.
    pub fn max(&self) -> usize {
        self.base + self.inputs
    }
}

fn tree(
    formula: &mut Formula,
    family: FamilyId,
    lits: &[Lit],
    cap: usize,
    directions: Directions,
) -> Vec<Lit> {
    if lits.len() <= 1 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let a = tree(formula, family, left, cap, directions);
    let b = tree(formula, family, right, cap, directions);
    let size = (a.len() + b.len()).min(cap);
    let sum: Vec<Lit> = (0..size).map(|_| formula.auxiliary(family)).collect();
    // Literal i-1 of a side says "at least i there".
    if directions != Directions::Lower {
        for i in 0..=a.len() {
            for j in usize::from(i == 0)..=b.len().min(size.saturating_sub(i)) {
                let sides = [(i, &a), (j, &b)].into_iter().filter(|(n, _)| *n > 0);
                let clause: Vec<Lit> = sides.map(|(n, side)| !side[n - 1]).chain([sum[i + j - 1]]).collect();
                if i + j <= size {
                    formula.add(clause);
                }
            }
        }
    }
    if directions != Directions::Upper {
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i + j < size {
                    formula.add([!sum[i + j]].into_iter().chain(a.get(i).copied()).chain(b.get(j).copied()));
                }
            }
        }
    }
    sum
}
