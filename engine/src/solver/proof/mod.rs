//! Proofs that a formula has no model, written while a back end looks for one.
//!
//! "No model" is credible only if somebody else can check it. Both embedded back ends can log the clauses they derive:
//! [`refute`] gives a formula to a fresh solver, solves once, without assumptions, and passes the log on as text or
//! bytes. Nothing here checks a proof; that is left to independent programs (`drat-trim`, `rate`, `cake_lpr`, `lrat-check`,
//! `veripb`, `varisat-checker`).
//!
//! The log goes through our own writer and not into a file that the solver opens. So a full disk is an error instead of
//! a proof that breaks off, and the budget also ends varisat, which cannot be interrupted but stops when its proof can
//! no longer be written.

#[cfg(feature = "cadical")]
mod cadical;
mod log;
mod merge;

use super::{BackEnd, Budget};
use crate::encodings::cnf::Formula;
use crate::encodings::unknown::{Unknown, find};
use log::Log;
pub use merge::{MOST_BYTES, MergeError, Merger, StepProblem};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// The format of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofFormat {
    /// DRAT as text: one derived clause per line, with `d` in front of a clause that is no longer needed.
    #[default]
    Drat,
    /// LRAT as text: each derived clause has a number, and the numbers of the clauses that it follows from. The clauses
    /// of the formula have the numbers from 1 in the order of its file. Checking takes no search, so there are checkers
    /// that are themselves proven correct.
    Lrat,
    /// A proof of VeriPB, version 3.0: the same steps as constraints of a pseudo-Boolean formula.
    VeriPb,
    /// varisat's binary format, which its checker reads without any search.
    Varisat,
}

impl ProofFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Drat, Self::Lrat, Self::VeriPb, Self::Varisat];

    /// Returns the name that a person writes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drat => "drat",
            Self::Lrat => "lrat",
            Self::VeriPb => "veripb",
            Self::Varisat => "varisat",
        }
    }
}

impl fmt::Display for ProofFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ProofFormat {
    type Err = Unknown;

    fn from_str(name: &str) -> Result<Self, Unknown> {
        find(name, "a proof format", &Self::ALL)
    }
}

/// A complete proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Its length in bytes.
    pub bytes: u64,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoProof {
    /// The formula has a model.
    #[error("the formula has a model, so there is nothing to prove")]
    Model,
    /// The budget ended first.
    #[error("stopped before the proof was finished; give it more time")]
    Stopped,
    /// The proof could not be written.
    #[error("the proof cannot be written: {0}")]
    Write(#[from] io::Error),
    /// This back end does not write proofs in this format.
    #[error("{solver} writes no proofs in the format {format}; {advice}")]
    Format {
        /// The back end.
        solver: String,
        /// The requested format.
        format: ProofFormat,
        /// What to do instead.
        advice: &'static str,
    },
}

/// How a solver ended.
enum End {
    Unsat,
    Sat,
    Unknown,
}

/// Writes a proof to `out` that the formula has no model, by a fresh solver of that back end. Unless this returns a
/// [`Refutation`], what was written is useless.
pub fn refute(
    formula: &Formula,
    back_end: &BackEnd,
    seed: u64,
    format: ProofFormat,
    out: impl Write + 'static,
    budget: &Budget,
) -> Result<Refutation, NoProof> {
    can_write(back_end, format)?;
    let log = Log::new(Box::new(out), budget);
    let end = match back_end {
        #[cfg(feature = "cadical")]
        BackEnd::Cadical => cadical::run(formula, seed, format, &log, budget),
        _ => varisat_run(formula, format, &log),
    };
    let _ = seed; // not used without CaDiCaL
    let mut log = log.0.borrow_mut();
    match end {
        End::Sat => return Err(NoProof::Model),
        _ if budget.exhausted() && log.failed => return Err(NoProof::Stopped),
        End::Unknown if log.error.is_none() => return Err(NoProof::Stopped),
        End::Unknown | End::Unsat => {}
    }
    // The empty clause may be a clause of the formula, and then it was never derived.
    if format == ProofFormat::Drat && !log.ends_with_empty_clause() {
        log.put(b"0\n");
    }
    log.finish()?;
    Ok(Refutation { bytes: log.bytes })
}

/// Checks that this back end writes proofs in this format; the error says what to do instead.
pub fn can_write(back_end: &BackEnd, format: ProofFormat) -> Result<(), NoProof> {
    let advice = match (back_end, format) {
        #[cfg(feature = "cadical")]
        (BackEnd::Cadical, ProofFormat::Drat | ProofFormat::Lrat | ProofFormat::VeriPb) => return Ok(()),
        #[cfg(feature = "cadical")]
        (BackEnd::Cadical, ProofFormat::Varisat) => "use another format, or the solver varisat",
        (BackEnd::Varisat, ProofFormat::Drat | ProofFormat::Varisat) => return Ok(()),
        (BackEnd::Varisat, _) if BackEnd::default() == BackEnd::Varisat => {
            "use the format drat or varisat, or a cwsat that was built with cadical"
        }
        (BackEnd::Varisat, _) => "use the solver cadical, or the format drat or varisat",
        (BackEnd::Process(_) | BackEnd::Ipasir(_) | BackEnd::Portfolio(_), _) => {
            "use a built-in solver for the proof"
        }
    };
    Err(NoProof::Format { solver: back_end.to_string(), format, advice })
}

/// Returns the back end that writes the proof in this format when `wished` is used otherwise: `wished` if it can,
/// otherwise one that is built in. Without CaDiCaL, none may be able to; see [`can_write`].
pub fn prover(wished: &BackEnd, format: ProofFormat) -> BackEnd {
    let candidates = [wished, &BackEnd::default()];
    let able = candidates.into_iter().find(|back_end| can_write(back_end, format).is_ok());
    able.cloned().unwrap_or(BackEnd::Varisat)
}

fn varisat_run(formula: &Formula, format: ProofFormat, log: &Log) -> End {
    use varisat::ExtendFormula;
    let mut solver = varisat::Solver::new();
    let theirs = match format {
        ProofFormat::Varisat => varisat::ProofFormat::Varisat,
        _ => varisat::ProofFormat::Drat, // the only other one that `can_write` lets through
    };
    solver.write_proof(log.clone(), theirs);
    let mut lits = Vec::new();
    for clause in formula.clauses() {
        lits.clear();
        lits.extend(clause.iter().map(|lit| varisat::Lit::from_index(lit.var().index(), lit.is_positive())));
        solver.add_clause(&lits);
    }
    match solver.solve() {
        Ok(true) => End::Sat,
        Ok(false) => match solver.close_proof() {
            Ok(()) => End::Unsat,
            Err(_) => End::Unknown,
        },
        Err(_) => End::Unknown,
    }
}
