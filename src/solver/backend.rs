//! What every SAT back end can do, and how to get one.
//!
//! The trait is deliberately small: clauses, assumptions, an answer within a budget, a model, a core, and two
//! hints (seed and phases) that a back end may ignore. Whoever drives an encoding uses nothing else, so a new
//! back end is one file and one line in the shared test suite (`tests/backends.rs`).

use super::Budget;
use crate::encodings::cnf::{Formula, Lit};

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

/// The back ends that are built in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackEnd {
    /// CaDiCaL, the default where it is built in.
    #[cfg(feature = "cadical")]
    #[default]
    Cadical,
    /// varisat, always there.
    #[cfg_attr(not(feature = "cadical"), default)]
    Varisat,
}

impl BackEnd {
    /// All that are built in, the default first.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "cadical")]
        Self::Cadical,
        Self::Varisat,
    ];

    /// A fresh solver with this seed.
    pub fn solver(self, seed: u64) -> Box<dyn SatSolver> {
        let mut solver: Box<dyn SatSolver> = match self {
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(super::Cadical::new()),
            Self::Varisat => Box::new(super::Varisat::new()),
        };
        solver.set_seed(seed);
        solver
    }

    /// The name as a person writes it.
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
            Self::Varisat => "varisat",
        }
    }
}

impl std::str::FromStr for BackEnd {
    type Err = UnknownBackEnd;

    fn from_str(name: &str) -> Result<Self, UnknownBackEnd> {
        let found = Self::ALL.iter().find(|back_end| back_end.name() == name);
        found.copied().ok_or_else(|| UnknownBackEnd(name.to_owned()))
    }
}

/// There is no back end of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver `{0}`; this program has {built_in}", built_in = BackEnd::ALL.iter().map(|b| b.name()).collect::<Vec<_>>().join(" and "))]
pub struct UnknownBackEnd(pub String);

/// A fresh solver of the default back end.
pub fn new_solver(seed: u64) -> Box<dyn SatSolver> {
    BackEnd::default().solver(seed)
}

/// Gives the solver the clauses of a formula from a mark on (0: all of them); the mark for the next time.
pub fn load(solver: &mut dyn SatSolver, formula: &Formula, mark: usize) -> usize {
    for clause in formula.clauses_from(mark) {
        solver.add_clause(clause);
    }
    formula.clause_count()
}
