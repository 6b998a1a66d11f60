//! Causes that are assumptions of a SAT solver.
//!
//! The formula is loaded once; a test assumes the literals of the causes, and if there is no model, the core
//! says which of them matter. This works for every encoding in which givens are literals, or in which groups
//! of clauses have a literal that switches them on ([`with_groups`]).

use super::{Causes, Verdict};
use crate::encodings::cnf::{Bit, Family, Formula, Lit};
use crate::solver::{BackEnd, Budget, SatAnswer, SatSolver, load};

/// Causes that are assumptions over one formula.
pub(in crate::search) struct Assumed {
    solver: Box<dyn SatSolver>,
    /// The bits that each cause assumes to be true.
    causes: Vec<Vec<Bit>>,
    /// The bits assumed in every test.
    always: Vec<Bit>,
}

impl Assumed {
    /// Loads a formula; `causes` has for each cause the bits that are true if it holds. A cause with a constant false
    /// bit cannot hold even by itself.
    pub(in crate::search) fn new(
        formula: &Formula,
        causes: Vec<Vec<Bit>>,
        back_end: &BackEnd,
        seed: u64,
    ) -> Self {
        let mut solver = back_end.solver(seed);
        load(&mut *solver, formula, 0);
        Self { solver, causes, always: Vec::new() }
    }

    /// Assumes these bits in every test, in addition to the causes.
    #[must_use]
    pub(in crate::search) fn always(mut self, bits: impl IntoIterator<Item = Bit>) -> Self {
        self.always.extend(bits);
        self
    }

    /// Returns whether a literal is true in the model; only valid after [`Verdict::Feasible`].
    pub(in crate::search) fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }
}

impl Causes for Assumed {
    fn count(&self) -> usize {
        self.causes.len()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        if self.always.contains(&Bit::False) {
            return Verdict::Infeasible(Vec::new());
        }
        if let Some(&cause) = subset.iter().find(|&&cause| self.causes[cause].contains(&Bit::False)) {
            return Verdict::Infeasible(vec![cause]);
        }
        let lits = subset.iter().flat_map(|&cause| &self.causes[cause]).chain(&self.always);
        for lit in lits.filter_map(|bit| bit.lit()) {
            self.solver.assume(lit);
        }
        match self.solver.solve(budget) {
            SatAnswer::Sat => Verdict::Feasible,
            SatAnswer::Unknown => Verdict::Unknown,
            SatAnswer::Unsat => {
                let mut core = Vec::new();
                for &lit in self.solver.core().iter().filter(|&&lit| !self.always.contains(&lit.into())) {
                    let has = |&&cause: &&usize| self.causes[cause].contains(&lit.into());
                    // If several causes assume the same literal, one of them is enough.
                    if !core.iter().any(|cause| has(&cause)) {
                        core.extend(subset.iter().find(has));
                    }
                }
                Verdict::Infeasible(core)
            }
        }
    }
}

/// Returns the formula with each group of clause families (see [`Formula::label`]) switched on by a literal, and these
/// literals in the order of the groups. All other clauses stay as they are.
pub(in crate::search) fn with_groups(formula: &Formula, groups: &[&[&str]]) -> (Formula, Vec<Lit>) {
    let mut grouped = Formula::new();
    let plain = grouped.family(Family::auxiliary("x"));
    let group = grouped.family(Family::auxiliary("group"));
    if formula.var_count() > 0 {
        grouped.vars(plain, 1, formula.var_count());
    }
    let switches: Vec<Lit> = groups.iter().map(|_| grouped.auxiliary(group)).collect();
    for (clause, label) in formula.labelled_clauses() {
        let switch = groups.iter().position(|group| group.contains(&label)).map(|at| !switches[at]);
        grouped.add(clause.iter().copied().chain(switch));
    }
    (grouped, switches)
}
