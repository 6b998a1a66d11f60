//! The flags that choose the SAT solver, for all commands that use one.

use cwsat::solver::BackEnd;

/// The choice of a solver.
#[derive(Debug, clap::Args)]
pub struct SolverArgs {
    /// Use this SAT solver: cadical (if it is built in), varisat, `ipasir:LIBRARY`, a shared library with the interface
    /// IPASIR, or `process:COMMAND`, any program that reads DIMACS; in COMMAND, `{cnf}` stands for the file of the
    /// formula, and `{out}` for that of the result, if the program writes one.
    #[arg(long, value_name = "NAME", default_value_t)]
    solver: BackEnd,
    /// Use several solvers in parallel threads, as in `cadical,cadical:seed=7,varisat`; the first answer counts.
    #[arg(long, value_name = "LIST", value_parser = BackEnd::portfolio, conflicts_with = "solver")]
    portfolio: Option<BackEnd>,
}

impl SolverArgs {
    /// Returns the chosen solver.
    pub fn back_end(&self) -> &BackEnd {
        self.portfolio.as_ref().unwrap_or(&self.solver)
    }
}
