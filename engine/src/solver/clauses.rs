//! Clauses that a back end keeps for itself: to give them to a fresh solver, and to check models.

use crate::encodings::cnf::{Lit, Var};

/// Clauses, stored flat.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<usize>,
    vars: usize,
}

impl Clauses {
    pub(super) fn push(&mut self, clause: &[Lit]) {
        clause.iter().for_each(|&lit| self.know(lit));
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// Makes sure that the variable of this literal exists.
    pub(super) fn know(&mut self, lit: Lit) {
        self.vars = self.vars.max(lit.var().index() + 1);
    }

    /// Returns the number of variables: the largest number that was used.
    pub(super) fn vars(&self) -> usize {
        self.vars
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the clauses from this number on.
    pub(super) fn from(&self, first: usize) -> impl Iterator<Item = &[Lit]> + Clone {
        (first..self.ends.len()).map(|number| {
            let start = if number == 0 { 0 } else { self.ends[number - 1] };
            &self.lits[start..self.ends[number]]
        })
    }

    /// Returns the first clause without a true literal.
    pub(super) fn violated(&self, value: impl Fn(Lit) -> bool) -> Option<&[Lit]> {
        self.from(0).find(|clause| !clause.iter().any(|&lit| value(lit)))
    }
}

/// The values of variables by number, as a back end copies them out of its solver.
#[derive(Clone, Debug, Default)]
pub(super) struct Values(pub(super) Vec<bool>);

impl Values {
    /// Returns whether the literal is true; a variable without a value is false.
    pub(super) fn value(&self, lit: Lit) -> bool {
        self.0.get(lit.var().index()).copied().unwrap_or(false) == lit.is_positive()
    }

    /// Reads a solver's values of the first `vars` variables.
    pub(super) fn of(vars: usize, value: impl Fn(Lit) -> bool) -> Self {
        Self((0..vars).map(|index| value(Var::new(index).positive())).collect())
    }
}
