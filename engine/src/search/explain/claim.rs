//! What an explanation claims, as a formula that others can refute: the clauses of the rules, and each cause as one more.
//!
//! Each cause gets a variable that implies what the cause says, and a clause of this variable alone. So a proof that the
//! formula has no model shows that these causes exclude each other, whatever else the puzzle gives; and if any one of
//! these clauses is taken out of a formula of a minimal set, what is left has a model.

use super::fewer::{Fewest, PartFill};
use crate::encodings::cnf::{Bit, Family, Formula, Lit};

/// Causes that exclude each other, as a formula without a model.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The clauses of the rules and of what the causes say, and at the end one for each cause.
    pub formula: Formula,
    /// The number of each cause's clause, counted from 1; `None` for a cause that is part of the other clauses, because
    /// they were made for it.
    pub clauses: Vec<Option<usize>>,
    /// That no fewer causes exclude each other, if the formula claims that as well.
    pub fewest: Option<Fewest>,
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
    pub(in crate::search) fn new(formula: Formula, causes: &[Option<Vec<Bit>>]) -> Self {
        Self::unless(formula, causes, None, Bit::False)
    }

    /// Does the same for slots that are as few as possible among `all`; `fills` show that. The formula then has two cases
    /// without a model: that the causes hold, and that fewer slots exclude each other. Its clauses are such that the rules
    /// alone have a model, so neither case has one because of the other.
    pub(super) fn of_fewest(
        mut formula: Formula,
        causes: &[Option<Vec<Bit>>],
        all: usize,
        fills: &[PartFill],
        slots: usize,
    ) -> Self {
        let (fewer, fewest) = Fewest::add(&mut formula, all, fills, slots);
        Self::unless(formula, causes, Some(fewest), fewer.into())
    }

    /// Adds causes to a formula, which need not hold in another case.
    fn unless(
        mut formula: Formula,
        causes: &[Option<Vec<Bit>>],
        fewest: Option<Fewest>,
        other_case: Bit,
    ) -> Self {
        let family = formula.family(Family::auxiliary("cause"));
        formula.label("what causes say");
        let mut say = |bits: &Vec<Bit>| -> Lit {
            let cause = formula.auxiliary(family);
            bits.iter().for_each(|&bit| formula.add_bits([Bit::from(!cause), bit, other_case]));
            cause
        };
        let causes: Vec<Option<Lit>> = causes.iter().map(|bits| bits.as_ref().map(&mut say)).collect();
        formula.label("causes");
        let mut hold = |cause: Lit| {
            formula.add([cause]);
            formula.clause_count()
        };
        let clauses = causes.into_iter().map(|cause| cause.map(&mut hold)).collect();
        Self { formula, clauses, fewest }
    }
}
