//! "Nobody has the same value", in clauses that can count.
//!
//! Said of each two holders, it takes few clauses, but solvers take very long to see from these that there are more holders
//! than values (pigeons and holes). So counters say it: how many of the first `i` holders have one of the first `w` values. One
//! more holder raises this number by one if it has one of these values, and one more value raises it by one at most, since
//! only one holder can have it. With more holders than values, a contradiction follows almost without a search.

use super::{Bit, FamilyId, Formula};

/// Adds clauses by which no two holders have the same value, unless one of the bits `unless` is true. `has[i][w]` is true if
/// holder `i` has value `w`; each holder has at most one of them.
pub fn all_different(formula: &mut Formula, family: FamilyId, has: &[Vec<Bit>], unless: &[Bit]) {
    let values = has.iter().map(Vec::len).max().unwrap_or(0);
    // For each number of values: the bits "at least c of the holders so far have one of these values", from c = 1 on.
    let mut before: Vec<Vec<Bit>> = vec![Vec::new(); values + 1];
    for (holder, has) in has.iter().enumerate() {
        let mut counts: Vec<Vec<Bit>> = vec![Vec::new()];
        let mut is_one_of = Bit::False;
        for value in 1..=values {
            formula.label("counted holders");
            is_one_of = either(formula, family, is_one_of, has.get(value - 1).copied().unwrap_or(Bit::False));
            // Of more than one beyond the number of values nothing needs to be known.
            let count: Vec<Bit> =
                (0..(holder + 1).min(value + 1)).map(|_| formula.auxiliary(family).into()).collect();
            for c in 1..=count.len() {
                let (now, as_many, fewer) =
                    (count[c - 1], at_least(&before[value], c), at_least(&before[value], c - 1));
                formula.add_bits([now, !as_many]);
                formula.add_bits([now, !fewer, !is_one_of]);
                formula.add_bits([!now, fewer]);
                formula.add_bits([!now, as_many, is_one_of]);
            }
            formula.label("no value twice");
            for c in 1..=count.len() {
                let with_fewer_values = at_least(&counts[value - 1], c - 1);
                formula.add_bits(unless.iter().copied().chain([!count[c - 1], with_fewer_values]));
            }
            counts.push(count);
        }
        before = counts;
    }
}

/// Returns the bit "at least `c`" of a counter.
fn at_least(count: &[Bit], c: usize) -> Bit {
    match c {
        0 => Bit::True,
        _ => count.get(c - 1).copied().unwrap_or(Bit::False),
    }
}

/// Returns a bit that is true if one of these is.
fn either(formula: &mut Formula, family: FamilyId, a: Bit, b: Bit) -> Bit {
    match (a, b) {
        (Bit::False, one) | (one, Bit::False) => one,
        _ => {
            let one: Bit = formula.auxiliary(family).into();
            formula.add_bits([one, !a]);
            formula.add_bits([one, !b]);
            formula.add_bits([!one, a, b]);
            one
        }
    }
}
