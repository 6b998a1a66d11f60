//! Proofs that a formula has no model, written while a back end looks for one.
//!
//! "No model" is credible only if somebody else can check it. Both embedded back ends can log the clauses they derive:
//! [`refute`] gives a formula to a fresh solver, solves once, without assumptions, and passes the log on as text or
//! bytes. Nothing here checks a proof; that is left to independent programs (`drat-trim`, `rate`, `varisat-checker`).
//!
//! The log goes through our own writer and not into a file that the solver opens. So a full disk is an error instead of
//! a proof that breaks off, and the budget also ends varisat, which cannot be interrupted but stops when its proof can
//! no longer be written.

use super::{BackEnd, Budget};
use crate::encodings::cnf::Formula;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::rc::Rc;
use std::str::FromStr;

/// The format of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofFormat {
    /// DRAT as text: one derived clause per line, with `d` in front of a clause that is no longer needed.
    #[default]
    Drat,
    /// varisat's binary format, which its checker reads without any search.
    Varisat,
}

impl ProofFormat {
    /// Both formats.
    pub const ALL: [Self; 2] = [Self::Drat, Self::Varisat];

    /// Returns the name that a person writes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drat => "drat",
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
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| format!("`{name}` is not a proof format; the formats are drat and varisat"))
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
        BackEnd::Cadical => cadical::run(formula, seed, &log, budget),
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
        (BackEnd::Cadical, ProofFormat::Drat) => return Ok(()),
        #[cfg(feature = "cadical")]
        (BackEnd::Cadical, ProofFormat::Varisat) => "use the format drat, or the solver varisat",
        (BackEnd::Varisat, _) => return Ok(()),
        (BackEnd::Process(_) | BackEnd::Portfolio(_), _) => "use a built-in solver for the proof",
    };
    Err(NoProof::Format { solver: back_end.to_string(), format, advice })
}

/// Returns the back end that writes the proof in this format when `wished` is used otherwise: `wished` if it can,
/// otherwise one that is built in.
pub fn prover(wished: &BackEnd, format: ProofFormat) -> BackEnd {
    let candidates = [wished, &BackEnd::default()];
    let able = candidates.into_iter().find(|back_end| can_write(back_end, format).is_ok());
    able.cloned().unwrap_or(BackEnd::Varisat)
}

/// The destination of a proof, shared with the solver that writes it.
#[derive(Clone)]
struct Log(Rc<RefCell<Inner>>);

struct Inner {
    out: BufWriter<Box<dyn Write>>,
    budget: Budget,
    bytes: u64,
    /// The last bytes written.
    tail: [u8; 3],
    error: Option<io::Error>,
    failed: bool,
}

impl Log {
    fn new(out: Box<dyn Write>, budget: &Budget) -> Self {
        let out = BufWriter::with_capacity(1 << 16, out);
        let budget = budget.clone();
        Self(Rc::new(RefCell::new(Inner {
            out,
            budget,
            bytes: 0,
            tail: *b"\n\n\n",
            error: None,
            failed: false,
        })))
    }
}

impl Inner {
    /// Writes, or stores the error; after a failure nothing more is written.
    fn put(&mut self, bytes: &[u8]) {
        if self.failed {
            return;
        }
        if let Err(error) = self.out.write_all(bytes) {
            self.error = Some(error);
            self.failed = true;
        }
        self.bytes += bytes.len() as u64;
        for &byte in &bytes[bytes.len().saturating_sub(self.tail.len())..] {
            self.tail.rotate_left(1);
            self.tail[self.tail.len() - 1] = byte;
        }
    }

    /// Returns whether the last line is the empty clause.
    fn ends_with_empty_clause(&self) -> bool {
        self.tail == *b"\n0\n"
    }

    fn finish(&mut self) -> Result<(), NoProof> {
        if let Some(error) = self.error.take() {
            return Err(error.into());
        }
        Ok(self.out.flush()?)
    }
}

/// varisat writes here, a few thousand bytes at a time; an error makes it stop.
impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.0.borrow_mut();
        if log.budget.exhausted() {
            log.failed = true;
            return Err(io::Error::other("the budget has ended"));
        }
        log.put(bytes);
        match &log.error {
            Some(error) => Err(error.kind().into()),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn varisat_run(formula: &Formula, format: ProofFormat, log: &Log) -> End {
    use varisat::ExtendFormula;
    let mut solver = varisat::Solver::new();
    let theirs = match format {
        ProofFormat::Drat => varisat::ProofFormat::Drat,
        ProofFormat::Varisat => varisat::ProofFormat::Varisat,
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

#[cfg(feature = "cadical")]
mod cadical {
    //! CaDiCaL's derived and deleted clauses as DRAT text.

    use super::{End, Inner, Log};
    use crate::encodings::cnf::Formula;
    use crate::solver::Budget;
    use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

    struct Stop(Log, Budget);

    impl Terminator for Stop {
        fn terminated(&mut self) -> bool {
            self.1.exhausted() || self.0.0.borrow().failed
        }
    }

    impl Inner {
        fn clause(&mut self, start: &[u8], clause: &[i32]) {
            let mut line = start.to_vec();
            for lit in clause {
                line.extend_from_slice(lit.to_string().as_bytes());
                line.push(b' ');
            }
            line.extend_from_slice(b"0\n");
            self.put(&line);
        }
    }

    impl ProofTracer for Log {
        fn add_derived_clause(
            &mut self,
            _id: i64,
            _redundant: bool,
            witness: i32,
            clause: &[i32],
            _: &[i64],
        ) {
            let mut log = self.0.borrow_mut();
            match clause.iter().position(|&lit| lit == witness) {
                // In DRAT, the literal to resolve on comes first.
                Some(place) if place > 0 => {
                    let mut clause = clause.to_vec();
                    clause.swap(0, place);
                    log.clause(b"", &clause);
                }
                _ => log.clause(b"", clause),
            }
        }

        fn delete_clause(&mut self, _id: i64, _redundant: bool, clause: &[i32]) {
            self.0.borrow_mut().clause(b"d ", clause);
        }

        fn add_original_clause(&mut self, _: i64, _: bool, _: &[i32], _: bool) {}
        fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
        fn strengthen(&mut self, _: i64) {}
        fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
        fn add_assumption(&mut self, _: i32) {}
        fn add_constraint(&mut self, _: &[i32]) {}
        fn reset_assumptions(&mut self) {}
        fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
        fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
        fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
        fn conclude_unknown(&mut self, _: &[i32]) {}
    }

    pub(super) fn run(formula: &Formula, seed: u64, log: &Log, budget: &Budget) -> End {
        let mut solver = CaDiCal::new();
        solver.set("seed", (seed % 2_000_000_000) as i32);
        // Some checkers do not accept definitions of new variables.
        if CaDiCal::is_valid_option("factor") {
            solver.set("factor", 0);
        }
        solver.connect_proof_tracer1(log.clone(), false, false);
        for clause in formula.clauses() {
            for lit in clause {
                solver.add(lit.dimacs());
            }
            solver.add(0);
        }
        solver.connect_terminator(Stop(log.clone(), budget.clone()));
        let status = solver.solve();
        solver.disconnect_terminator();
        solver.disconnect_proof_tracer1();
        match status {
            Status::SATISFIABLE => End::Sat,
            Status::UNSATISFIABLE => End::Unsat,
            Status::UNKNOWN => End::Unknown,
        }
    }
}
