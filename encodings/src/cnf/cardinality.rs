//! Cardinality constraints: at most one, exactly one, and the totalizer.
//!
//! At-most-one over few literals is pairwise (no new variables, best propagation). Over many literals it is cut into
//! chunks: at most one is true of the first three and a new variable, which means "one of the others"; the others
//! continue with the negation of that variable. That takes about 3n clauses and n/2 variables.
//!
//! The totalizer (Bailleux and Boufkhad 2003) counts in unary: it is a balanced tree of merges with an output "at
//! least k" at the root for each k. Truncated at a cap, no node counts further than needed. Sorting networks are
//! smaller for large counts, but the windows we solve count to about a dozen, and a totalizer's inner counts
//! propagate. Formulas for other solvers may be written with others (`counting.rs`).

use super::counting::{Directions, count};
use super::{Bit, FamilyId, Formula, Lit};

/// Up to this many literals, at-most-one is written pairwise. That includes the 26 letters of a cell and the
/// alternative that it is a question field, which are at the core of every fill.
const PAIRWISE_LIMIT: usize = 27;

/// Adds clauses that allow at most one of the literals to be true; auxiliary variables go to `family`.
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

/// Adds clauses that make exactly one of the literals true; auxiliary variables go to `family`.
pub fn exactly_one(formula: &mut Formula, family: FamilyId, lits: &[Lit]) {
    formula.add(lits.iter().copied());
    at_most_one(formula, family, lits);
}

/// Adds clauses that allow at most one of the bits to be true, including constants; auxiliary variables go to `family`.
pub fn at_most_one_bit(formula: &mut Formula, family: FamilyId, bits: &[Bit]) {
    let lits: Vec<Lit> = bits.iter().filter_map(|bit| bit.lit()).collect();
    match bits.iter().filter(|&&bit| bit == Bit::True).count() {
        0 => at_most_one(formula, family, &lits),
        1 => lits.iter().for_each(|&lit| formula.add([!lit])),
        _ => formula.add([]),
    }
}

/// A unary counter over bits: a totalizer, unless the formula's [`Constraints`](super::Constraints) say otherwise.
#[derive(Clone, Debug)]
pub struct Totalizer {
    base: usize,
    inputs: usize,
    cap: usize,
    outputs: Vec<Lit>,
}

impl Totalizer {
    /// Adds a counter of the true bits to the formula. It counts exactly up to `cap` and not beyond:
    /// [`Totalizer::at_least`] knows the answer for `k <= cap`. True constants count, but cost nothing.
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
        let outputs = if cap > base { count(formula, family, &lits, cap - base, directions) } else { vec![] };
        Self { base, inputs, cap, outputs }
    }

    /// Returns the bit "at least `k` of the inputs are true", or `None` if that is beyond the cap.
    pub fn at_least(&self, k: usize) -> Option<Bit> {
        match k {
            _ if k <= self.base => Some(Bit::True),
            _ if k > self.base + self.inputs => Some(Bit::False),
            _ if k <= self.cap => self.outputs.get(k - self.base - 1).map(|&lit| lit.into()),
            _ => None,
        }
    }

    /// Returns the smallest possible sum: the number of true constants.
    pub fn min(&self) -> usize {
        self.base
    }

    /// Returns the largest possible sum.
    pub fn max(&self) -> usize {
        self.base + self.inputs
    }
}
