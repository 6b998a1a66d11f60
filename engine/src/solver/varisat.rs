//! varisat: a CDCL solver in pure Rust, always built in.
//!
//! varisat 0.2 has no interrupt, no seed and no phases. All three are built from what it has:
//!
//! * **Stopping.** It can write a proof while it solves, and a proof that cannot be written ends the call with an
//!   error. So it is given a proof file that stores nothing ([`Watch`]), checks the budget whenever varisat writes
//!   another 8 KiB, and refuses them when time is up. That is every 100 ms or so, has no measurable cost, and needs no
//!   child process. The steps of the proof are counted, too: each learnt clause is a conflict, which gives a conflict
//!   limit.
//! * **Continuing.** After such an error varisat cannot be used any more, so the clauses are kept here, too, and the
//!   next call gets a fresh solver with all of them. Learnt clauses are lost then; calls that end by themselves keep
//!   them.
//! * **Phases.** It guesses false first, so a variable that should preferably be true is passed on negated.
//! * **Seeds.** Ties between variables are broken by the order in which varisat first meets them, in a clause or an
//!   assumption, so a seed has it meet all of them in a random order before it gets the clauses.
//!
//! Phases and seeds only count before the first call (or the first one after a stop), since that is when the variables
//! are passed on.

use super::clauses::{Clauses, Values};
use super::{Budget, SatAnswer, SatSolver};
use crate::encodings::cnf::{Lit, Var};
use fastrand::Rng;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat};
use varisat_internal_proof::ProofStep;
use varisat_internal_proof::binary_format::Parser;

/// The varisat back end.
#[derive(Default)]
pub struct Varisat {
    clauses: Clauses,
    assumptions: Vec<Lit>,
    preferred: Vec<Lit>,
    seed: u64,
    /// The conflict limit of the next call.
    limit: Option<u32>,
    live: Option<Live>,
    model: Values,
    core: Vec<Lit>,
    /// Whether the empty clause was added; then varisat is no longer called.
    contradiction: bool,
}

impl Varisat {
    /// Creates a solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }
}

impl SatSolver for Varisat {
    fn name(&self) -> &str {
        "varisat"
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.contradiction |= clause.is_empty();
        self.clauses.push(clause);
    }

    fn assume(&mut self, lit: Lit) {
        self.clauses.know(lit);
        self.assumptions.push(lit);
    }

    fn solve(&mut self, budget: &Budget) -> SatAnswer {
        self.core.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        let limit = self.limit.take();
        if self.contradiction {
            return SatAnswer::Unsat;
        }
        if budget.exhausted() {
            return SatAnswer::Unknown;
        }
        let mut live =
            self.live.take().unwrap_or_else(|| Live::new(self.clauses.vars(), self.seed, &self.preferred));
        live.take_over(&self.clauses);
        let answer = match live.solve(&assumptions, budget, limit) {
            Ok(true) => {
                self.model = live.model(self.clauses.vars());
                SatAnswer::Sat
            }
            Ok(false) => {
                self.core = live.core();
                SatAnswer::Unsat
            }
            Err(error) => {
                log::debug!("varisat was stopped: {error}");
                return SatAnswer::Unknown; // without `live`: it cannot be used again
            }
        };
        self.live = Some(live);
        answer
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.value(lit)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn prefer(&mut self, lit: Lit) {
        self.clauses.know(lit);
        self.preferred.push(lit);
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.limit = Some(conflicts);
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// A varisat solver, and the translation of our variables into its own.
struct Live {
    solver: varisat::Solver<'static>,
    watch: Rc<RefCell<Watch>>,
    /// Its literal for each of our variables, and our literal for each of its variables.
    theirs: Vec<varisat::Lit>,
    ours: Vec<Lit>,
    /// The number of our clauses that it has.
    loaded: usize,
}

impl Live {
    fn new(vars: usize, seed: u64, preferred: &[Lit]) -> Self {
        let mut solver = varisat::Solver::new();
        let watch = Rc::new(RefCell::new(Watch::default()));
        solver.write_proof(Proof(Rc::clone(&watch)), ProofFormat::Varisat);
        let mut numbers: Vec<usize> = (0..vars).collect();
        if seed != 0 {
            Rng::with_seed(seed).shuffle(&mut numbers);
        }
        let mut guess = vec![false; vars];
        for lit in preferred {
            guess[lit.var().index()] = lit.is_positive();
        }
        let mut live = Self { solver, watch, theirs: Vec::new(), ours: vec![], loaded: 0 };
        live.ours = vec![Var::new(0).positive(); vars];
        for (ours, theirs) in numbers.into_iter().enumerate() {
            live.solver.new_var();
            live.theirs.push(varisat::Lit::from_index(theirs, !guess[ours]));
            live.ours[theirs] = Var::new(ours).lit(!guess[ours]);
        }
        if seed != 0 {
            let met: Vec<varisat::Lit> =
                (0..vars).map(|theirs| varisat::Lit::from_index(theirs, true)).collect();
            live.solver.assume(&met);
            live.solver.assume(&[]);
        }
        live
    }

    fn translate(&self, lit: Lit) -> varisat::Lit {
        let theirs = self.theirs[lit.var().index()];
        if lit.is_positive() { theirs } else { !theirs }
    }

    fn translate_back(&self, lit: varisat::Lit) -> Lit {
        let ours = self.ours[lit.index()];
        if lit.is_positive() { ours } else { !ours }
    }

    /// Passes on the variables and clauses that it does not have yet.
    fn take_over(&mut self, clauses: &Clauses) {
        for number in self.theirs.len()..clauses.vars() {
            self.solver.new_var();
            self.theirs.push(varisat::Lit::from_index(number, true));
            self.ours.push(Var::new(number).positive());
        }
        let mut translated = Vec::new();
        for clause in clauses.from(self.loaded) {
            translated.clear();
            translated.extend(clause.iter().map(|&lit| self.translate(lit)));
            self.solver.add_clause(&translated);
        }
        self.loaded = clauses.len();
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
        limit: Option<u32>,
    ) -> Result<bool, varisat::solver::SolverError> {
        let assumptions: Vec<varisat::Lit> = assumptions.iter().map(|&lit| self.translate(lit)).collect();
        self.solver.assume(&assumptions);
        self.watch.borrow_mut().begin(budget, limit);
        let result = self.solver.solve();
        self.watch.borrow_mut().end();
        result
    }

    fn model(&self, vars: usize) -> Values {
        let mut values = Values(vec![false; vars]);
        for lit in self.solver.model().unwrap_or_default() {
            let lit = self.translate_back(lit);
            values.0[lit.var().index()] = lit.is_positive();
        }
        values
    }

    fn core(&self) -> Vec<Lit> {
        let core = self.solver.failed_core().unwrap_or_default();
        core.iter().map(|&lit| self.translate_back(lit)).collect()
    }
}

/// The file to which varisat believes it writes its proof.
struct Proof(Rc<RefCell<Watch>>);

impl Write for Proof {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let mut watch = self.0.borrow_mut();
        // A piece that was refused is offered again when varisat drops its buffer; it must not be parsed twice.
        if !watch.refused {
            watch.read(piece);
            watch.refused = watch.is_over();
        }
        // Not `Interrupted`: a buffered writer would try again.
        if watch.refused { Err(io::ErrorKind::TimedOut.into()) } else { Ok(piece.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Parses the proof and decides when the call has to end.
#[derive(Default)]
struct Watch {
    /// The budget and the conflict count at which the call ends; `None` between two calls, when an error would break
    /// the solver needlessly.
    call: Option<(Budget, u64)>,
    /// Whether the call was ended, and with it the proof.
    refused: bool,
    /// The number of conflicts so far, over all calls.
    conflicts: u64,
    parser: Parser,
    /// The beginning of a step that is not complete yet.
    unread: Vec<u8>,
}

impl Watch {
    fn begin(&mut self, budget: &Budget, limit: Option<u32>) {
        let last = limit.map_or(u64::MAX, |limit| self.conflicts + u64::from(limit));
        self.call = Some((budget.clone(), last));
    }

    fn end(&mut self) {
        self.call = None;
    }

    fn is_over(&self) -> bool {
        self.call.as_ref().is_some_and(|(budget, last)| self.conflicts >= *last || budget.exhausted())
    }

    fn read(&mut self, piece: &[u8]) {
        self.unread.extend_from_slice(piece);
        let mut rest = &self.unread[..];
        loop {
            let mut step = rest;
            match self.parser.parse_step(&mut step) {
                Ok(ProofStep::AtClause { .. }) => self.conflicts += 1,
                Ok(_) => {}
                Err(_) => break,
            }
            rest = step;
        }
        let read = self.unread.len() - rest.len();
        self.unread.drain(..read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each pair, one variable is true: the one that varisat guesses last.
    #[test]
    fn a_seed_decides_what_is_guessed_first() {
        let model = |seed| {
            let mut solver = Varisat::new();
            solver.set_seed(seed);
            for pair in 0..20 {
                let [a, b] = [0, 1].map(|of| Var::new(2 * pair + of).positive());
                solver.add_clause(&[a, b]);
                solver.add_clause(&[!a, !b]);
            }
            assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
            (0..40).map(|var| solver.value(Var::new(var).positive())).collect::<Vec<_>>()
        };
        assert_eq!(model(1), model(1));
        assert_ne!(model(1), model(2));
        assert_ne!(model(0), model(1));
    }
}
