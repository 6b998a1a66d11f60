//! `cwsat sat`: solves a DIMACS formula with any back end.
//!
//! It is for users who already have a formula: to compare back ends, or to use a portfolio of them as one solver. Its
//! output is that of the SAT competitions, so it can itself be the external process of a back end.

use crate::cli::budget::{interruptible, parse_duration};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{STDIN, located};
use crate::cli::output::keep_apart;
use crate::cli::proof::ProofArgs;
use crate::cli::reporter::Reporter;
use crate::cli::seed;
use crate::cli::solver::SolverArgs;
use crate::cli::waiting::Waiting;
use cwsat::encodings::cnf::dimacs::{self, DimacsError, Limits};
use cwsat::encodings::cnf::{Formula, Var};
use cwsat::solver::{Budget, SatAnswer, Standalone};
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Solve a DIMACS formula with any back end
///
/// Prints the result as in the SAT competitions: a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and the
/// model in `v` lines. With --proof, a second run of the solver writes a proof that there is no model.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The formula: a DIMACS file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    solver: SolverArgs,
    /// Set the seed; another seed gives another search.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    seed: u64,
    /// Stop after this time, as in `90` (seconds), `60s`, `5m` or `1h` [default: no limit].
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,
    #[command(flatten)]
    proof: ProofArgs,
}

const EXAMPLE: &str = "\
Examples:
  cwsat sat formula.cnf
  cwsat sat formula.cnf --portfolio cadical,cadical:seed=7,varisat --time-limit 60s
  cwsat sat formula.cnf --solver 'process:minisat {cnf} {out}'
  cwsat sat formula.cnf --proof none.lrat --proof-format lrat

Exit codes:
  0  the formula has a model
  1  the formula has no model
  2  the formula or the solver cannot be used
  3  stopped before there was an answer";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let budget = interruptible(self.time_limit);
        for file in self.proof.files() {
            keep_apart(&file, [self.file.as_path()])?;
        }
        let target = self.proof.target(1, self.solver.back_end())?;
        let mut kept = None;
        let answer = match self.read(&budget) {
            Err(DimacsError::Stopped) => (SatAnswer::Unknown, None),
            Err(DimacsError::Io(error)) if error.kind() == ErrorKind::TimedOut && budget.exhausted() => {
                (SatAnswer::Unknown, None)
            }
            Err(error) => return Err(located(&self.file, error)),
            Ok(formula) => {
                let mut solver = Standalone::load(&formula, self.solver.back_end(), self.seed, &budget);
                let vars = formula.var_count();
                // Only a proof needs the formula again.
                kept = target.as_ref().map(|_| formula);
                (solver.solve(&budget), Some((vars, solver)))
            }
        };
        let mut out = io::BufWriter::new(io::stdout().lock());
        let exit = match answer {
            (SatAnswer::Sat, Some((vars, solver))) => {
                writeln!(out, "s SATISFIABLE")?;
                write_model(&mut out, vars, &solver)?;
                Exit::Ok
            }
            (SatAnswer::Unsat, _) => {
                writeln!(out, "s UNSATISFIABLE")?;
                Exit::Broken
            }
            _ => {
                writeln!(out, "s UNKNOWN")?;
                Exit::Stopped
            }
        };
        out.flush()?;
        if let Some(reason) = budget.failure() {
            return Err(located(&self.file, reason));
        }
        let reporter = Reporter::new(false);
        match (target, kept, exit) {
            (Some(target), Some(formula), Exit::Broken) => {
                target.write(&formula, "the formula has no model", self.seed, &budget, reporter)
            }
            (Some(target), _, Exit::Ok) => {
                target.nothing("the formula has a model", reporter);
                Ok(exit)
            }
            (Some(target), ..) => {
                target.nothing("it is not known whether the formula has a model", reporter);
                Ok(exit)
            }
            (None, ..) => Ok(exit),
        }
    }

    /// Reads the formula piece by piece, as long as the budget lasts.
    fn read(&self, budget: &Budget) -> Result<Formula, DimacsError> {
        let go_on = || !budget.exhausted();
        let limits = Limits { bytes: Limits::BYTES, go_on: &go_on };
        let read =
            |input: &mut dyn Read| dimacs::read_within(BufReader::with_capacity(1 << 18, input), &limits);
        let path = self.file.clone();
        if path == Path::new(STDIN) {
            read(&mut Waiting::new(|| Ok(io::stdin()), &go_on))
        } else if path.metadata()?.is_file() {
            read(&mut File::open(path)?)
        } else {
            read(&mut Waiting::new(|| File::open(path), &go_on))
        }
    }
}

/// Writes the model in lines of moderate length.
fn write_model(out: &mut impl Write, vars: usize, solver: &Standalone) -> io::Result<()> {
    const A_LINE: usize = 15;
    for first in (0..vars).step_by(A_LINE) {
        write!(out, "v")?;
        for index in first..vars.min(first + A_LINE) {
            write!(out, " {}", solver.literal(Var::new(index)))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "v 0")
}
