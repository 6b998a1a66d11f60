//! What an explanation claims, as a formula that others can refute: the clauses of the rules, and each cause as one more.
//!
//! Each cause gets a variable that implies what the cause says, and a clause of this variable alone. So a proof that the
//! formula has no model shows that these causes exclude each other, whatever else the puzzle gives; and if any one of
//! these clauses is taken out of a formula of a minimal set, what is left has a model.

use crate::encodings::cnf::{Bit, Family, Formula, Lit};

/// Causes that exclude each other, as a formula without a model.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The clauses of the rules and of what the causes say, and at the end one for each cause.
    pub formula: Formula,
    /// The number of each cause's clause, counted from 1; `None` for a cause that is part of the other clauses, because
    /// they were made for it.
    pub clauses: Vec<Option<usize>>,
}

/// Why there is no formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoClaim {
    /// Counting found the causes, and clauses would take ages to count.
    Counted,
    /// The formula would be too large.
    TooLarge,
    /// What is impossible is so before anything is asked.
    NothingToRefute,
}

impl Claim {
    /// Adds causes to a formula: for each one the bits that are true if it holds, or `None` if the formula was made for it.
    pub(in crate::search) fn new(mut formula: Formula, causes: &[Option<Vec<Bit>>]) -> Self {
        let family = formula.family(Family::auxiliary("cause"));
        formula.label("what causes say");
        let mut say = |bits: &Vec<Bit>| -> Lit {
            let cause = formula.auxiliary(family);
            bits.iter().for_each(|&bit| formula.add_bits([Bit::from(!cause), bit]));
            cause
        };
        let causes: Vec<Option<Lit>> = causes.iter().map(|bits| bits.as_ref().map(&mut say)).collect();
        formula.label("causes");
        let mut hold = |cause: Lit| {
            formula.add([cause]);
            formula.clause_count()
        };
        let clauses = causes.into_iter().map(|cause| cause.map(&mut hold)).collect();
        Self { formula, clauses }
    }
}

/// The most slots without enough words for which clauses are asked to show that: these are pigeons and holes.
pub(super) const MOST_PIGEONS: usize = 10;
