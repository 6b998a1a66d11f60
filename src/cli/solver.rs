//! Which SAT solver: the flags that every command with a solver has.

use cwsat::solver::BackEnd;

/// The choice of a solver.
#[derive(Debug, clap::Args)]
pub struct SolverArgs {
    /// Who solves the formulas: cadical (where it is built in), varisat, or any solver that reads DIMACS as
    /// `process:COMMAND`, with `{cnf}` where the formula's file goes and `{out}` where the result's, if the
    /// solver writes one.
    #[arg(long, value_name = "NAME", default_value_t)]
    solver: BackEnd,
    /// Several solvers in parallel threads, of which the first answer counts, as in
    /// `cadical,cadical:seed=7,varisat`.
    #[arg(long, value_name = "LIST", value_parser = BackEnd::portfolio, conflicts_with = "solver")]
    portfolio: Option<BackEnd>,
}

impl SolverArgs {
    /// The solver that was chosen.
    pub fn back_end(&self) -> &BackEnd {
        self.portfolio.as_ref().unwrap_or(&self.solver)
    }
}
