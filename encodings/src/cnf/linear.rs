//! A bound on a weighted sum that can be tightened again and again.
//!
//! The sum has *parts*. A part is a list of pairs (value, bit): the part is worth the largest value with a true bit,
//! and 0 if none is true. A weighted literal is a part with one entry; the unary outputs of a totalizer with growing
//! prices ("one too many costs 1, two cost 3, …") are a part with an entry for each, which is why convex prices cost
//! no more than linear ones.
//!
//! The encoding is a generalised totalizer (Joshi, Martins, Manquinho 2015) that merges the smallest nodes first.
//! Only the direction "sum large → output true" is written, and nothing beyond the largest bound that can be set.
//! Such totalizers explode when many different weights meet a large bound; here weights are small integers and bounds
//! are at most a few hundred, because constants are taken out before the tree is built.

use super::{Bit, FamilyId, Formula, Lit};

/// One part of a sum: values with the bits that make the part worth at least that much.
pub type Part = Vec<(u64, Bit)>;

/// A weighted sum with an upper bound that can be lowered.
#[derive(Clone, Debug)]
pub struct LinearSum {
    base: u64,
    outputs: Vec<(u64, Lit)>,
    limit: u64,
}

impl LinearSum {
    /// Builds the sum of the parts such that every bound up to `limit` can be set. As long as no bound is set, the sum
    /// may be larger.
    pub fn new(
        formula: &mut Formula,
        family: FamilyId,
        parts: impl IntoIterator<Item = Part>,
        limit: u64,
    ) -> Self {
        let mut base = 0;
        let mut nodes: Vec<Vec<(u64, Lit)>> = Vec::new();
        for part in parts {
            let fixed = fixed(&part);
            base += fixed;
            let mut node: Vec<(u64, Lit)> = part
                .into_iter()
                .filter(|&(value, _)| value > fixed)
                .filter_map(|(value, bit)| Some((value - fixed, bit.lit()?)))
                .collect();
            node.sort_unstable();
            if !node.is_empty() {
                nodes.push(node);
            }
        }
        let cap = limit.saturating_sub(base) + 1;
        nodes.sort_by_key(|node| std::cmp::Reverse(node.len()));
        // The two shortest are merged until one is left; the merged node is sorted in again.
        while let (Some(a), Some(b)) = (nodes.pop(), nodes.pop()) {
            let merged = merge(formula, family, &a, &b, cap);
            let place = nodes.partition_point(|node| node.len() > merged.len());
            nodes.insert(place, merged);
            if nodes.len() == 1 {
                break;
            }
        }
        let outputs = nodes.pop().unwrap_or_default();
        Self { base, outputs, limit }
    }

    /// Returns the part of the sum that is already known.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Returns the literals that must all be true for the sum to be at most `bound`: they can be added as units
    /// (permanently) or assumed (for one call). `None` if the constants alone exceed the bound. `bound` must not be
    /// larger than the limit that the sum was built for.
    pub fn at_most(&self, bound: u64) -> Option<impl Iterator<Item = Lit>> {
        debug_assert!(bound <= self.limit);
        let rest = bound.checked_sub(self.base)?;
        Some(self.outputs.iter().filter(move |(value, _)| *value > rest).map(|&(_, lit)| !lit))
    }
}

/// Returns what a part is worth in any case.
pub(super) fn fixed(part: &Part) -> u64 {
    part.iter().filter(|(_, bit)| *bit == Bit::True).map(|&(v, _)| v).max().unwrap_or(0)
}

fn merge(
    formula: &mut Formula,
    family: FamilyId,
    a: &[(u64, Lit)],
    b: &[(u64, Lit)],
    cap: u64,
) -> Vec<(u64, Lit)> {
    let with_zero = |side: &[(u64, Lit)]| -> Vec<(u64, Option<Lit>)> {
        std::iter::once((0, None)).chain(side.iter().map(|&(v, lit)| (v, Some(lit)))).collect()
    };
    let (a, b) = (with_zero(a), with_zero(b));
    let mut values: Vec<u64> =
        a.iter().flat_map(|(x, _)| b.iter().map(move |(y, _)| (x + y).min(cap))).filter(|&v| v > 0).collect();
    values.sort_unstable();
    values.dedup();
    let sum: Vec<(u64, Lit)> = values.into_iter().map(|v| (v, formula.auxiliary(family))).collect();
    for pair in sum.windows(2) {
        formula.add([!pair[1].1, pair[0].1]);
    }
    for &(x, left) in &a {
        for &(y, right) in &b {
            let value = (x + y).min(cap);
            if let Ok(place) = sum.binary_search_by_key(&value, |&(v, _)| v) {
                formula.add(left.into_iter().chain(right).map(|lit| !lit).chain([sum[place].1]));
            }
        }
    }
    sum
}
