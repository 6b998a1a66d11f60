//! `cwsat bound --proof FILE`: the equations that the ceiling rests on, proven for one grid.
//!
//! The ceiling is the best rating of all counts that satisfy two equations. That the counts of every layout satisfy them
//! is derived from the clauses of the layout, as a proof for VeriPB; that no such counts rate higher is checked by
//! `useful/check_bound.py`.

use super::exit::Failure;
use super::output::{self, Output};
use super::reporter::Reporter;
use cwsat::encodings::arrowword::bound::Ceiling;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{Equations, LayoutSpec};
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::cnf::derivation::DerivationError;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// The two files.
pub struct EquationsProof {
    proof: Output,
    formula: Output,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
enum NoProof {
    #[error("{}: a proof covers a single grid; give only one with --proof", path.display())]
    OfSeveral { path: PathBuf },
    #[error("{}: no proof was written: {source}; please report this with the grid", path.display())]
    Fails { path: PathBuf, source: DerivationError },
}

impl EquationsProof {
    /// Makes sure that both files can be written and are not among those that are read.
    pub fn new(path: &Path, grids: &[PathBuf], words: &[PathBuf]) -> Result<Self, Failure> {
        if grids.len() > 1 {
            return Err(NoProof::OfSeveral { path: path.to_owned() }.into());
        }
        let beside = PathBuf::from(format!("{}.opb", path.display()));
        for file in [path, &beside] {
            output::keep_apart(file, grids.iter().chain(words).map(PathBuf::as_path))?;
        }
        Ok(Self { proof: Output::new(path)?, formula: Output::new(&beside)? })
    }

    /// Writes the formula and then the proof.
    pub fn write(&self, puzzle: &Puzzle, longest_word: usize, ceiling: &Ceiling) -> Result<(), Failure> {
        let spec = LayoutSpec::new(puzzle, Extend::All);
        let mut equations = Equations::new(&spec, longest_word, ceiling.longest);
        self.formula.write_with(|file| equations.write(file))?;
        let mut fails = None;
        let written = self.proof.write_with(|file| match equations.refute(BufWriter::new(file)) {
            Ok(()) => Ok(()),
            Err(DerivationError::Write(error)) => Err(error),
            Err(source) => {
                fails = Some(source);
                Err(io::Error::other("there is no proof"))
            }
        });
        let (proof, formula) = (self.proof.path(), self.formula.path());
        if let Some(source) = fails {
            return Err(NoProof::Fails { path: proof.to_owned(), source }.into());
        }
        written?;
        Reporter::new(false).tell(&format_args!(
            "{}: a proof that every layout's counts satisfy the equations of the ceiling. Check it with veripb {} {}",
            proof.display(),
            formula.display(),
            proof.display()
        ));
        Ok(())
    }
}
