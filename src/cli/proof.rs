//! `--proof FILE`: writes a proof that there is no answer, or no better one, and its formula to `FILE.cnf`.
//!
//! Both files are written whole or not at all. The proof is put in place last, so wherever there is a proof, its
//! formula is there too.

use super::exit::{Exit, Failure};
use super::output::Output;
use super::reporter::{self, Reporter};
use cwsat::encodings::cnf::{Formula, dimacs};
use cwsat::solver::proof::{NoProof, ProofFormat, can_write, prover, refute};
use cwsat::solver::{BackEnd, Budget};
use std::io;
use std::path::PathBuf;

/// The flags.
#[derive(Debug, clap::Args)]
pub struct ProofArgs {
    /// Write a proof of the result to this file, and the formula that it is about to FILE.cnf: that there is no answer, no
    /// better one or no other one, or that causes exclude each other. Only for a single input; where a claim about a large
    /// grid cannot be proven in this way, a note says so.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write the proof in this format: drat (text, from cadical or varisat), lrat (text, from cadical; checked
    /// without search, by a checker that is proven correct), veripb (text, from cadical) or varisat (binary, from varisat).
    #[arg(long, value_name = "FORMAT", default_value_t, requires = "proof")]
    proof_format: ProofFormat,
}

/// A claim, built only if a proof is wanted.
pub type LazyClaim<'a> = Box<dyn FnOnce() -> Claim + Send + 'a>;

/// What `--proof` can prove.
pub enum Claim {
    /// The formula has no model.
    Refutation {
        /// The formula.
        formula: Box<Formula>,
        /// What it means that the formula has no model, in one line; more lines are only for the formula's file.
        text: String,
        /// The seed for the search of the proof.
        seed: u64,
    },
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// Where and how to write a proof.
#[derive(Debug)]
pub struct Target {
    proof: Output,
    formula: Output,
    format: ProofFormat,
    solver: BackEnd,
}

impl ProofArgs {
    /// Returns the two files to be written; empty if no proof is wanted.
    pub fn files(&self) -> Vec<PathBuf> {
        let beside = |path: &PathBuf| {
            let mut beside = path.clone().into_os_string();
            beside.push(".cnf");
            PathBuf::from(beside)
        };
        self.proof.iter().flat_map(|path| [path.clone(), beside(path)]).collect()
    }

    /// Makes sure that a proof can be written; `None` if none is wanted. The proof is made by `solver` if it can.
    pub fn target(&self, inputs: usize, solver: &BackEnd) -> Result<Option<Target>, Failure> {
        let [path, beside] = &self.files()[..] else { return Ok(None) };
        if inputs > 1 {
            return Err(ProofError::OfSeveral { path: path.clone() }.into());
        }
        let format = self.proof_format;
        let solver = prover(solver, format);
        can_write(&solver, format).map_err(|source| ProofError::None { path: path.clone(), source })?;
        let (proof, formula) = (Output::new(path)?, Output::new(beside)?);
        Ok(Some(Target { proof, formula, format, solver }))
    }
}

impl Target {
    /// Writes a proof of the claim, or reports why there is none.
    pub fn prove(&self, claim: Claim, budget: &Budget, reporter: Reporter) -> Result<Exit, Failure> {
        match claim {
            Claim::Refutation { formula, text, seed } => self.write(&formula, &text, seed, budget, reporter),
            Claim::Nothing(why) => {
                self.nothing(why, reporter);
                Ok(Exit::Ok)
            }
        }
    }

    /// Does the same for what a search or a count ended with. If it `is_solved`, a proof that nothing better, or nothing
    /// else, exists is not a failure: it makes the answer optimal, or the count complete.
    pub fn prove_of(
        &self,
        claim: Claim,
        is_solved: bool,
        budget: &Budget,
        reporter: Reporter,
    ) -> Result<Exit, Failure> {
        let made = self.prove(claim, budget, reporter)?;
        Ok(if is_solved && made == Exit::Broken { Exit::Ok } else { made })
    }

    /// Proves that the formula has no model, which means what `claim` says in its first line, writes both files, and reports
    /// how to check the proof.
    pub fn write(
        &self,
        formula: &Formula,
        claim: &str,
        seed: u64,
        budget: &Budget,
        reporter: Reporter,
    ) -> Result<Exit, Failure> {
        let (proof, cnf) = (self.proof.path().display(), self.formula.path().display());
        let mut lines = claim.lines();
        let head = [
            "written by cwsat: a formula without a model; the proof is in the file of the same name without .cnf"
                .to_owned(),
            format!("what that means: {}", lines.clone().next().unwrap_or_default()),
        ];
        let header: Vec<String> =
            head.into_iter().chain(lines.clone().skip(1).map(ToOwned::to_owned)).collect();
        let claim = lines.next().unwrap_or_default();
        let mut no_proof = None;
        let mut no_formula = None;
        let mut bytes = 0;
        let written = self.proof.write_with(|file| {
            let other = |_| io::Error::other("there is no proof");
            let refuted = refute(formula, &self.solver, seed, self.format, file.try_clone()?, budget);
            bytes = match refuted {
                Ok(refutation) => refutation.bytes,
                Err(NoProof::Write(error)) => return Err(error),
                Err(source) => {
                    no_proof = Some(source);
                    return Err(io::Error::other("there is no proof"));
                }
            };
            let beside = self.formula.write_with(|file| dimacs::write(formula, &header, file));
            beside.map_err(|error| no_formula = Some(error)).map_err(other)
        });
        if let Some(source) = no_proof {
            let stopped = matches!(source, NoProof::Stopped);
            let error = ProofError::None { path: self.proof.path().to_owned(), source };
            return match stopped {
                true => {
                    reporter::warn(&error);
                    Ok(Exit::Stopped)
                }
                false => Err(error.into()),
            };
        }
        if let Some(failure) = no_formula {
            return Err(failure);
        }
        written?;
        let check = match self.format {
            ProofFormat::Drat => format!("drat-trim {cnf} {proof}"),
            ProofFormat::Lrat => format!("cake_lpr {cnf} {proof} (or lrat-check)"),
            ProofFormat::VeriPb => format!("veripb --cnf {cnf} {proof}"),
            ProofFormat::Varisat => "the crate varisat-checker".to_owned(),
        };
        reporter.tell(&format_args!(
            "{proof}: {bytes} bytes prove that {cnf} has no model: {claim}. Check it with {check}"
        ));
        Ok(Exit::Broken)
    }

    /// Reports that there is nothing to prove.
    pub fn nothing(&self, why: &str, reporter: Reporter) {
        let proof = self.proof.path().display();
        reporter.note(&format_args!("{proof}: no proof was written: {why}"));
    }
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
enum ProofError {
    #[error("{}: no proof was written: {source}", path.display())]
    None { path: PathBuf, source: NoProof },

    #[error("{}: a proof covers a single input; give only one with --proof", path.display())]
    OfSeveral { path: PathBuf },
}
