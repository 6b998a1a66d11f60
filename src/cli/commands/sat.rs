//! `cwsat sat`: a DIMACS formula to any back end.
//!
//! For whoever has a formula already: to compare back ends on it, or to use a portfolio of them as one solver.
//! It answers as in the SAT competitions, so it can itself be the process of a back end.

use crate::cli::contract::solve::parse_duration;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, located};
use crate::cli::interrupt::stop_on_interrupt;
use crate::cli::solver::SolverArgs;
use cwsat::encodings::cnf::{Lit, Var, dimacs};
use cwsat::solver::{Answer, Budget, SatSolver, load};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Solve a formula in DIMACS with any back end
///
/// Prints the result as in the SAT competitions: a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and
/// the model in lines with `v`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The formula, a DIMACS file; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    solver: SolverArgs,
    /// Another seed gives another search
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// The longest time, as in `90`, `60s`, `5m` or `1h`
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,
}

const EXAMPLE: &str = "\
Examples:
  cwsat sat formula.cnf
  cwsat sat formula.cnf --portfolio cadical,cadical:seed=7,varisat --time-limit 60s
  cwsat sat formula.cnf --solver 'process:minisat {cnf} {out}'

Exit codes:
  0  there is a model
  1  there is none
  2  the formula or the solver cannot be used
  3  stopped before there was an answer";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let input = Input::read(&self.file)?;
        let formula = dimacs::read(input.bytes()?).map_err(|error| input.at(error))?;
        drop(input);
        let budget = Budget::unlimited().with_flag(stop_on_interrupt());
        let budget = match self.time_limit {
            Some(limit) => budget.within(limit),
            None => budget,
        };
        let mut solver = self.solver.back_end().solver(self.seed);
        load(&mut *solver, &formula, 0);
        let answer = solver.solve(&budget);
        let mut out = io::BufWriter::new(io::stdout().lock());
        let exit = match answer {
            Answer::Sat => {
                writeln!(out, "s SATISFIABLE")?;
                write_model(&mut out, formula.var_count(), &*solver)?;
                Exit::Ok
            }
            Answer::Unsat => {
                writeln!(out, "s UNSATISFIABLE")?;
                Exit::Broken
            }
            Answer::Unknown => {
                writeln!(out, "s UNKNOWN")?;
                Exit::Stopped
            }
        };
        out.flush()?;
        match budget.failure() {
            Some(reason) => Err(located(&self.file, reason)),
            None => Ok(exit),
        }
    }
}

/// The model in lines of moderate length.
fn write_model(out: &mut impl Write, vars: usize, solver: &dyn SatSolver) -> io::Result<()> {
    const A_LINE: usize = 15;
    let lits: Vec<Lit> = (0..vars)
        .map(|index| Var::new(index).positive())
        .map(|l| if solver.value(l) { l } else { !l })
        .collect();
    for line in lits.chunks(A_LINE) {
        write!(out, "v")?;
        for lit in line {
            write!(out, " {lit}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "v 0")
}
