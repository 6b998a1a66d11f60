//! `cwsat proof merge`: the proofs of the parts of a formula as one proof of the whole.

use crate::cli::budget::interruptible;
use crate::cli::cubes::{self, parts_named};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{located, open};
use crate::cli::output::{self, Output};
use crate::cli::reporter::{self, Reporter};
use cwsat::encodings::cnf::dimacs;
use cwsat::solver::proof::{MergeError, Merger};
use std::io::BufWriter;
use std::path::PathBuf;

/// Join the proofs of the parts of a formula
///
/// `cwsat encode --cubes` splits a formula into parts. From a proof for each part that it has no model, in DRAT as text, this
/// command makes one proof that the whole formula has none, which any checker of DRAT proofs accepts. It checks nothing itself.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// What to do: merge.
    #[arg(value_enum, value_name = "ACTION", hide_possible_values = true)]
    action: Action,

    /// The formula that was split.
    #[arg(value_name = "FORMULA")]
    formula: PathBuf,

    /// The file of the cubes [default: the one beside the formula, with the ending `.cubes`].
    #[arg(long, value_name = "FILE")]
    cubes: Option<PathBuf>,

    /// The proofs, each with the number of its part in its name, as in `grid.07.drat`.
    #[arg(value_name = "PROOF", required = true)]
    proofs: Vec<PathBuf>,

    /// Write the proof of the whole to this file.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Show no summary on standard error.
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLE: &str = "\
Example:
  cwsat encode grid.cwg --stage layout --at-least 70 --cubes 16 -o grid.cnf
  parallel 'cadical -q --no-binary {} {.}.drat' ::: grid.[0-9]*.cnf
  cwsat proof merge grid.cnf grid.[0-9]*.drat -o grid.drat
  drat-trim grid.cnf grid.drat

Exit codes:
  0  the proof was written
  2  a proof, the cubes or the formula cannot be used, or a proof is missing
  3  stopped";

/// What can be done with proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Action {
    /// Make one of several.
    Merge,
}

/// Parts without a proof.
#[derive(Debug, thiserror::Error)]
#[error("{}: there is no proof of {}; all {count} are needed", cubes.display(), parts_named(missing))]
struct Missing {
    cubes: PathBuf,
    missing: Vec<usize>,
    count: usize,
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let Action::Merge = self.action;
        let budget = interruptible(None);
        let cubes_file = self.cubes.clone().unwrap_or_else(|| self.formula.with_extension("cubes"));
        let read = [&self.formula, &cubes_file].into_iter().chain(&self.proofs);
        output::keep_apart(&self.output, read.map(PathBuf::as_path))?;
        let output = Output::new(&self.output)?;
        let formula = dimacs::read(open(&self.formula)?).map_err(|error| located(&self.formula, error))?;
        let cubes = cubes::read(&cubes_file)?;
        let parts = cubes::in_order(&self.proofs, cubes.len())?;
        let missing: Vec<usize> =
            (1..).zip(&parts).filter(|(_, part)| part.is_none()).map(|(number, _)| number).collect();
        if !missing.is_empty() {
            return Err(Missing { cubes: cubes_file, missing, count: cubes.len() }.into());
        }
        let mut failed: Option<Failure> = None;
        let mut bytes = 0;
        let written = output.write_with(|file| {
            let mut merger = Merger::new(formula.var_count(), BufWriter::new(file));
            let merge = || -> Result<u64, Failure> {
                for (path, cube) in parts.iter().flatten().zip(&cubes) {
                    if budget.exhausted() {
                        return Err(Stopped.into());
                    }
                    merger.add(cube, open(path)?).map_err(|error| located(path, error))?;
                }
                let of_cover = |error: MergeError| located(&cubes_file, error);
                merger.finish(0, &budget).map_err(of_cover)
            };
            match merge() {
                Ok(length) => bytes = length,
                Err(error) => {
                    failed = Some(error);
                    return Err(std::io::Error::other("there is no proof"));
                }
            }
            Ok(())
        });
        match failed {
            Some(_) if budget.exhausted() => {
                reporter::warn(&Stopped);
                return Ok(Exit::Stopped);
            }
            Some(error) => return Err(error),
            None => written?,
        }
        let (proof, cnf) = (self.output.display(), self.formula.display());
        Reporter::new(self.quiet).tell(&format_args!(
            "{proof}: {bytes} bytes prove that {cnf} has no model, if the {} proofs are right. Check it with drat-trim {cnf} \
             {proof}",
            cubes.len(),
        ));
        Ok(Exit::Ok)
    }
}

/// Ctrl-C ended the command.
#[derive(Debug, thiserror::Error)]
#[error("stopped before the proof was finished; nothing was written")]
struct Stopped;
