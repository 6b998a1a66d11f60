//! Any solver that reads DIMACS and prints a result, as a process.
//!
//! Each call writes all clauses to a file, with the assumptions as unit clauses, and starts the solver again: learnt
//! clauses are not kept, so this is for formulas that take much longer to solve than to write. It is also the way to
//! use solvers that run on many machines (see `docs/solvers.md`). A time limit or a stop ends the process and all its
//! descendants; every model is checked against the clauses before it is believed. The answer "no model" cannot be
//! checked like that.
//!
//! Errors are reported to the budget ([`Budget::fail`]); the answer is then [`SatAnswer::Unknown`].

mod command;
mod counter;
mod error;
mod run;

pub use command::{CommandLine, CommandLineError};
pub use counter::{Counted, count_by, read_count};
use error::{ProcessError, Said};

use super::clauses::{Clauses, Values};
use super::{Budget, SatAnswer, SatSolver};
use crate::encodings::cnf::model::{self, Model, ModelError, Verdict};
use crate::encodings::cnf::{Lit, Var, dimacs};
use std::fs::File;
use std::io::BufReader;

/// A solver that runs as a process.
#[derive(Clone, Debug)]
pub struct Process {
    name: String,
    command: CommandLine,
    seed: u64,
    clauses: Clauses,
    assumptions: Vec<Lit>,
    model: Values,
    core: Vec<Lit>,
}

impl Process {
    /// Creates a solver without clauses; nothing is started before [`SatSolver::solve`].
    pub fn new(command: CommandLine) -> Self {
        Self {
            name: format!("process:{command}"),
            command,
            seed: 0,
            clauses: Clauses::default(),
            assumptions: Vec::new(),
            model: Values::default(),
            core: Vec::new(),
        }
    }

    fn ask(&mut self, assumptions: &[Lit], budget: &Budget) -> Result<SatAnswer, ProcessError> {
        let vars = self.clauses.vars();
        let write = |file| {
            let units = assumptions.iter().map(std::slice::from_ref);
            let count = self.clauses.len() + assumptions.len();
            dimacs::write_clauses(vars, count, self.clauses.from(0).chain(units), file)
        };
        let Some(finished) = run::run(&self.command, self.seed, vars, write, budget)? else {
            return Ok(SatAnswer::Unknown);
        };
        let status = finished.status;
        if status.code().is_none() {
            return Err(ProcessError::Crashed { status, said: finished.said() });
        }
        let file = File::open(finished.result()).map_err(ProcessError::Watch)?;
        match model::read(BufReader::new(file), vars) {
            Ok(Verdict::Sat(model)) => self.believe(&model, assumptions).map(|()| SatAnswer::Sat),
            Ok(Verdict::Unsat) => Ok(SatAnswer::Unsat),
            Ok(Verdict::Unknown) => Ok(SatAnswer::Unknown),
            Err(ModelError::Empty) => Err(ProcessError::Silent { status, said: finished.said() }),
            Err(source) => Err(ProcessError::Output { source, said: finished.said() }),
        }
    }

    /// Stores a model after checking it.
    fn believe(&mut self, model: &Model, assumptions: &[Lit]) -> Result<(), ProcessError> {
        let vars = self.clauses.vars();
        let values = Values::of(vars, |lit| model.value(lit.var()) == Some(lit.is_positive()));
        let unit = assumptions.iter().find(|&&lit| !values.value(lit)).map(std::slice::from_ref);
        if let Some(clause) = unit.or_else(|| self.clauses.violated(|lit| values.value(lit))) {
            let missing = (0..vars).filter(|&index| model.value(Var::new(index)).is_none()).count();
            return Err(ProcessError::WrongModel { clause: clause.to_vec(), missing });
        }
        self.model = values;
        Ok(())
    }
}

impl SatSolver for Process {
    fn name(&self) -> &str {
        &self.name
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause);
    }

    fn assume(&mut self, lit: Lit) {
        self.clauses.know(lit);
        self.assumptions.push(lit);
    }

    fn solve(&mut self, budget: &Budget) -> SatAnswer {
        self.core.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        if budget.exhausted() {
            return SatAnswer::Unknown;
        }
        match self.ask(&assumptions, budget) {
            Ok(answer) => {
                if answer == SatAnswer::Unsat {
                    // A process does not say which of them matter.
                    self.core = assumptions;
                }
                answer
            }
            Err(error) => {
                budget.fail(format!("the solver `{}` {error}", self.command));
                SatAnswer::Unknown
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.value(lit)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn set_seed(&mut self, seed: u64) {
        // Small enough for any solver.
        self.seed = seed % 1_000_000_000;
    }
}
