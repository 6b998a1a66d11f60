//! Ways to count true literals in unary, and which one a formula uses.
//!
//! They all have the same inputs and outputs, so any can take the place of another: output k means "at least k of the
//! literals are true", up to a cap. They differ in size, and in how much a solver sees before all literals are known.
//!
//! | n literals, outputs up to k | new variables | clauses, both directions |
//! |---|---|---|
//! | totalizer: a tree of merges | O(n k) at most, fewer far from the root | O(n k²) at most |
//! | sequential: one literal after the other | n k | 4 n k |
//! | network: sorts by comparing pairs | O(n log² k) | 6 for each pair compared |
//!
//! `docs/encodings/constraints.md` says which one is best where.

use super::{FamilyId, Formula, Lit};
use crate::unknown::{Unknown, find};
use std::fmt;
use std::str::FromStr;

/// A way to count true literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cardinality {
    /// The totalizer (Bailleux and Boufkhad 2003).
    #[default]
    Totalizer,
    /// The sequential counter (Sinz 2005).
    Sequential,
    /// Batcher's odd-even merge sort (Eén and Sörensson 2006, Asín et al. 2011).
    Network,
}

/// A way to bound a sum with large weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PseudoBoolean {
    /// The sum in binary, by full adders, which is exact; and beside it a sum of rounded weights in unary, which notices
    /// sooner that the bound is exceeded.
    #[default]
    Both,
    /// The sum in binary alone.
    Adder,
}

/// The directions in which a totalizer's outputs are tied to the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// A sum of at least k implies output k: enough to forbid large sums or to put a price on them.
    Upper,
    /// Output k implies a sum of at least k: enough to forbid small sums or to put a price on them.
    Lower,
    /// Output k is equivalent to a sum of at least k.
    Both,
}

/// How the constraints of a formula are encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    /// How true literals are counted.
    pub cardinality: Cardinality,
    /// How sums with large weights are bounded.
    pub sums: PseudoBoolean,
}

impl Cardinality {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Totalizer, Self::Sequential, Self::Network];

    /// Returns the name that a person writes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Totalizer => "totalizer",
            Self::Sequential => "sequential",
            Self::Network => "network",
        }
    }
}

impl PseudoBoolean {
    /// All of them, the default first.
    pub const ALL: [Self; 2] = [Self::Both, Self::Adder];

    /// Returns the name that a person writes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Adder => "adder",
        }
    }
}

impl fmt::Display for Cardinality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for PseudoBoolean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cardinality {
    type Err = Unknown;

    fn from_str(name: &str) -> Result<Self, Unknown> {
        find(name, "a way to count", &Self::ALL)
    }
}

impl FromStr for PseudoBoolean {
    type Err = Unknown;

    fn from_str(name: &str) -> Result<Self, Unknown> {
        find(name, "a way to sum up", &Self::ALL)
    }
}

/// Adds a counter of the true literals; returns its outputs "at least k", for k from 1 to the cap or the number of literals.
pub(super) fn count(
    formula: &mut Formula,
    family: FamilyId,
    lits: &[Lit],
    cap: usize,
    directions: Directions,
) -> Vec<Lit> {
    match formula.constraints().cardinality {
        Cardinality::Totalizer => tree(formula, family, lits, cap, directions),
        Cardinality::Sequential => sequence(formula, family, lits, cap, directions),
        Cardinality::Network => {
            let mut network = Network { formula, family, directions };
            network.sort(lits, cap)
        }
    }
}

/// Merges the sums of two halves, each in unary.
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
    // Literal i-1 of a side means "at least i on that side".
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

/// Adds one literal after the other to a sum in unary.
fn sequence(
    formula: &mut Formula,
    family: FamilyId,
    lits: &[Lit],
    cap: usize,
    directions: Directions,
) -> Vec<Lit> {
    let Some((&first, others)) = lits.split_first() else { return Vec::new() };
    // What was counted so far: at least 1, 2, …
    let mut before = vec![first];
    for &lit in others {
        let size = (before.len() + 1).min(cap);
        let sum: Vec<Lit> = (0..size).map(|_| formula.auxiliary(family)).collect();
        for (k, &now) in sum.iter().enumerate() {
            // One fewer, and as many; none fewer than one, so that is true without a literal.
            let (fewer, same) = (k.checked_sub(1).map(|k| before[k]), before.get(k).copied());
            if directions != Directions::Lower {
                formula.add([!lit].into_iter().chain(fewer.map(|fewer| !fewer)).chain([now]));
                if let Some(same) = same {
                    formula.add([!same, now]);
                }
            }
            if directions != Directions::Upper {
                formula.add([!now, lit].into_iter().chain(same));
                if let Some(fewer) = fewer {
                    formula.add([!now, fewer]);
                }
            }
        }
        before = sum;
    }
    before
}

/// A network of comparators; inputs that are not there count as false.
struct Network<'a> {
    formula: &'a mut Formula,
    family: FamilyId,
    directions: Directions,
}

impl Network<'_> {
    /// Sorts the literals, the true ones first, and keeps the first `cap`.
    fn sort(&mut self, lits: &[Lit], cap: usize) -> Vec<Lit> {
        if lits.len() <= 1 {
            return lits.to_vec();
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        let (left, right) = (self.sort(left, cap), self.sort(right, cap));
        let [left, right] = [left, right].map(|side| side.into_iter().map(Some).collect::<Vec<_>>());
        let merged = self.merge(&left, &right, cap);
        merged.into_iter().flatten().collect()
    }

    /// Merges two sorted sequences and keeps the first `cap`: merges those at even and at odd places, and compares neighbours.
    fn merge(&mut self, left: &[Option<Lit>], right: &[Option<Lit>], cap: usize) -> Vec<Option<Lit>> {
        let size = (left.len() + right.len()).min(cap);
        let merged = match (left, right) {
            ([], side) | (side, []) => side.to_vec(),
            (&[a], &[b]) => self.compare(a, b).to_vec(),
            _ => {
                let every_other = |side: &[Option<Lit>], from| {
                    side.iter().skip(from).step_by(2).copied().collect::<Vec<_>>()
                };
                let half = cap / 2 + 1;
                let even = self.merge(&every_other(left, 0), &every_other(right, 0), half);
                let odd = self.merge(&every_other(left, 1), &every_other(right, 1), half);
                // The first of the even ones is the largest; then come pairs, the k-th odd one with the even one after it.
                let mut merged = vec![even.first().copied().flatten()];
                for k in 0..odd.len().max(even.len().saturating_sub(1)) {
                    if merged.len() >= size {
                        break;
                    }
                    let pair = [odd.get(k), even.get(k + 1)].map(|lit| lit.copied().flatten());
                    merged.extend(self.compare(pair[0], pair[1]));
                }
                merged
            }
        };
        merged.into_iter().take(size).collect()
    }

    /// Returns the disjunction and the conjunction of two literals.
    fn compare(&mut self, a: Option<Lit>, b: Option<Lit>) -> [Option<Lit>; 2] {
        let (Some(a), Some(b)) = (a, b) else { return [a.or(b), None] };
        let [any, both] = [(); 2].map(|()| self.formula.auxiliary(self.family));
        if self.directions != Directions::Lower {
            self.formula.add([!a, any]);
            self.formula.add([!b, any]);
            self.formula.add([!a, !b, both]);
        }
        if self.directions != Directions::Upper {
            self.formula.add([!any, a, b]);
            self.formula.add([!both, a]);
            self.formula.add([!both, b]);
        }
        [Some(any), Some(both)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_as_they_are_written() {
        for way in Cardinality::ALL {
            assert_eq!(way.to_string().parse(), Ok(way));
        }
        for way in PseudoBoolean::ALL {
            assert_eq!(way.to_string().parse(), Ok(way));
        }
        let error = "adder".parse::<Cardinality>().unwrap_err().to_string();
        assert!(error.contains("totalizer, sequential and network"), "{error}");
    }
}
