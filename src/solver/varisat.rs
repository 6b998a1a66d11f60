//! varisat: a CDCL solver in pure Rust, always built in.
//!
//! It has no interrupt, no seed and no phases: the budget is checked before the call only, and a call that
//! runs, runs to its end. A hard time limit with this back end needs a child process. Seed and phase hints
//! are ignored, so the same clauses always give the same model.

use super::{Answer, Budget, SatSolver};
use crate::encodings::cnf::Lit;
use varisat::ExtendFormula;

/// The varisat back end.
#[derive(Default)]
pub struct Varisat {
    solver: varisat::Solver<'static>,
    assumptions: Vec<varisat::Lit>,
    clause: Vec<varisat::Lit>,
    model: Vec<bool>,
    core: Vec<Lit>,
    vars: usize,
    /// The empty clause was added; varisat is not asked any more.
    contradiction: bool,
}

impl Varisat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// varisat knows a variable once it was made by `new_var`; assumptions on unknown ones are not safe.
    fn make_known(&mut self, lit: Lit) -> varisat::Lit {
        while self.vars <= lit.var().index() {
            self.solver.new_var();
            self.vars += 1;
        }
        varisat::Lit::from_index(lit.var().index(), lit.is_positive())
    }
}

impl SatSolver for Varisat {
    fn name(&self) -> &'static str {
        "varisat"
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.contradiction |= clause.is_empty();
        let mut theirs = std::mem::take(&mut self.clause);
        theirs.clear();
        theirs.extend(clause.iter().map(|&lit| self.make_known(lit)));
        if !theirs.is_empty() {
            self.solver.add_clause(&theirs);
        }
        self.clause = theirs;
    }

    fn assume(&mut self, lit: Lit) {
        let lit = self.make_known(lit);
        self.assumptions.push(lit);
    }

    fn solve(&mut self, budget: &Budget) -> Answer {
        self.core.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        if self.contradiction {
            return Answer::Unsat;
        }
        if budget.exhausted() {
            return Answer::Unknown;
        }
        self.solver.assume(&assumptions);
        match self.solver.solve() {
            Ok(true) => {
                self.model.clear();
                self.model.resize(self.vars, false);
                for lit in self.solver.model().unwrap_or_default() {
                    if let Some(value) = self.model.get_mut(lit.index()) {
                        *value = lit.is_positive();
                    }
                }
                Answer::Sat
            }
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                self.core.extend(core.iter().filter_map(|lit| Lit::from_dimacs(lit.to_dimacs() as i32)));
                Answer::Unsat
            }
            // Only proof output can fail, and none is written here.
            Err(error) => {
                log::warn!("varisat stopped: {error}");
                Answer::Unknown
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.get(lit.var().index()).copied().unwrap_or(false) == lit.is_positive()
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }
}
