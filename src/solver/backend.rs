//! What every SAT back end can do, and how to get one.
//!
//! The trait is deliberately small: clauses, assumptions, an answer within a budget, a model, a core, and two
//! hints (seed and phases) that a back end may ignore. Whoever drives an encoding uses nothing else, so a new
//! back end is one file and one line in the shared test suite (`tests/backends.rs`).

use super::{Budget, Random};
use crate::encodings::cnf::{Formula, Lit, Var};

/// What a call to [`SatSolver::solve`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model; [`SatSolver::value`] reads it.
    Sat,
    /// There is none under the assumptions; [`SatSolver::core`] names those that matter.
    Unsat,
    /// The budget ended first.
    Unknown,
}

/// An incremental SAT solver.
pub trait SatSolver {
    /// The name as a person writes it in `--solver`.
    fn name(&self) -> &'static str;

    /// Adds a clause; variables come into being when they are first named.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Assumes a literal for the next call of [`SatSolver::solve`] only.
    fn assume(&mut self, lit: Lit);

    /// Looks for a model of the clauses under the assumptions, and forgets the assumptions.
    fn solve(&mut self, budget: &Budget) -> Answer;

    /// After [`Answer::Sat`]: whether the literal is true in the model. A variable the solver never saw, or
    /// left open, is false. After any other answer the value means nothing (it is still no error to ask).
    fn value(&self, lit: Lit) -> bool;

    /// After [`Answer::Unsat`]: assumptions that cannot all hold, not necessarily a minimal set; empty if
    /// there is no model at all. Empty after any other answer.
    fn core(&self) -> &[Lit];

    /// Hint: where the solver has to guess this variable, guess so.
    fn prefer(&mut self, _lit: Lit) {}

    /// Hint: give up the next call of [`SatSolver::solve`] after about so many conflicts. Unlike a time limit
    /// it gives the same answer on every machine and under every load.
    fn limit_conflicts(&mut self, _conflicts: u32) {}

    /// Hint: another seed, another search. Only before the first clause.
    fn set_seed(&mut self, _seed: u64) {}
}

/// The default back end: CaDiCaL where it is built in, else varisat.
pub fn new_solver(seed: u64) -> Box<dyn SatSolver> {
    #[cfg(feature = "cadical")]
    let mut solver = super::Cadical::new();
    #[cfg(not(feature = "cadical"))]
    let mut solver = super::Varisat::new();
    solver.set_seed(seed);
    Box::new(solver)
}

/// Gives the solver the clauses of a formula from a mark on (0: all of them); the mark for the next time.
pub fn load(solver: &mut dyn SatSolver, formula: &Formula, mark: usize) -> usize {
    for clause in formula.clauses_from(mark) {
        solver.add_clause(clause);
    }
    formula.clause_count()
}

/// Gives the variables `0..count` random preferred values, so that models differ between seeds and are not
/// the ones nearest to "all false".
pub fn scramble_phases(solver: &mut dyn SatSolver, count: usize, seed: u64) {
    let mut random = Random::new(seed);
    for index in 0..count {
        solver.prefer(Var::new(index).lit(random.below(2) == 1));
    }
}
