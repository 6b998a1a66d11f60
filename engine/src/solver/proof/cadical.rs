//! CaDiCaL's derived and deleted clauses, as DRAT, LRAT or VeriPB text.
//!
//! DRAT names clauses by their literals; the other two by numbers, which begin with the formula's own clauses in the
//! order of its file. CaDiCaL's own numbers are not these: a clause that it simplifies while the formula is still being
//! read takes the next number. So [`Tracer`] translates them. Each derived clause comes with the clauses that it follows
//! from by unit propagation, in their order, which is all that LRAT and the rule `rup` of VeriPB need. No step defines a
//! new variable (`factor` is off), and the other techniques that change the set of models only delete clauses.

use super::{End, Log, ProofFormat};
use crate::encodings::cnf::Formula;
use crate::solver::Budget;
use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

struct Stop(Log, Budget);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.1.exhausted() || self.0.0.borrow().failed
    }
}

/// Writes down what CaDiCaL derives; shared with the solver, which owns a copy.
#[derive(Clone)]
struct Tracer(Rc<RefCell<State>>);

struct State {
    log: Log,
    format: ProofFormat,
    /// The clauses of the formula, and how many of them the solver has read.
    given: u64,
    read: u64,
    /// The number of the last clause in the proof.
    last: u64,
    /// For each clause of CaDiCaL its number in the proof.
    numbers: HashMap<i64, u64>,
    /// Clauses of LRAT that the next line deletes.
    deleted: Vec<u64>,
    /// The number of the empty clause.
    empty: Option<u64>,
    line: String,
}

impl State {
    fn new(log: Log, format: ProofFormat, formula: &Formula) -> Self {
        let given = formula.clause_count() as u64;
        let empty = formula.clauses().position(<[_]>::is_empty).map(|at| at as u64 + 1);
        Self {
            log,
            format,
            given,
            read: 0,
            last: given,
            numbers: HashMap::new(),
            deleted: Vec::new(),
            empty,
            line: String::new(),
        }
    }

    /// Adds words and numbers to the line, each with a space behind it.
    fn say<T: ToString>(&mut self, words: impl IntoIterator<Item = T>) {
        for word in words {
            self.line += &word.to_string();
            self.line.push(' ');
        }
    }

    /// Ends the line.
    fn end(&mut self, with: &str) {
        self.line += with;
        self.line.push('\n');
        self.log.0.borrow_mut().put(self.line.as_bytes());
        self.line.clear();
    }

    /// Adds a clause as a constraint of VeriPB.
    fn constraint(&mut self, clause: &[i32]) {
        let term = |&lit: &i32| format!("1 {}x{}", if lit < 0 { "~" } else { "" }, lit.unsigned_abs());
        self.say(clause.iter().map(term));
        self.line += ">= 1";
    }

    fn begin(&mut self) {
        if self.format == ProofFormat::VeriPb {
            self.end("pseudo-Boolean proof version 3.0");
            let given = self.given;
            self.end(&format!("f {given};"));
        }
    }

    fn derived(&mut self, id: i64, witness: i32, clause: &[i32], from: &[i64]) {
        if self.format == ProofFormat::Drat {
            // The literal to resolve on comes first.
            let first = clause.iter().filter(|&&lit| lit == witness);
            let others = clause.iter().filter(|&&lit| lit != witness);
            self.say(first.chain(others));
            return self.end("0");
        }
        if self.empty.is_some() {
            return; // all is said
        }
        let from: Vec<u64> = from.iter().filter_map(|id| self.numbers.get(id).copied()).collect();
        if self.format == ProofFormat::Lrat {
            if !self.deleted.is_empty() {
                let deleted = std::mem::take(&mut self.deleted);
                self.say([self.last]);
                self.say(["d"]);
                self.say(deleted);
                self.end("0");
            }
            self.say([self.last + 1]);
            self.say(clause);
            self.say([0]);
            self.say(from);
            self.end("0");
        } else {
            self.say(["rup"]);
            self.constraint(clause);
            self.say([" :", "~"]);
            self.say(from);
            self.end(";");
        }
        self.last += 1;
        self.numbers.insert(id, self.last);
        if clause.is_empty() {
            self.empty = Some(self.last);
        }
    }

    fn deleted(&mut self, id: i64, clause: &[i32]) {
        if self.format == ProofFormat::Drat {
            self.say(["d"]);
            self.say(clause);
            return self.end("0");
        }
        let Some(number) = self.numbers.remove(&id) else { return };
        match self.format {
            _ if self.empty.is_some() => {}
            ProofFormat::Lrat => self.deleted.push(number),
            // For VeriPB, it would have to be proven that a clause of the formula may go.
            _ if number > self.given => self.end(&format!("del id {number};")),
            _ => {}
        }
    }

    /// Writes what comes after the last step; returns whether the proof is complete.
    fn finish(&mut self) -> bool {
        let Some(empty) = self.empty else { return self.format == ProofFormat::Drat };
        match self.format {
            // The formula has the empty clause itself, and then it was never derived.
            ProofFormat::Lrat if empty <= self.given => {
                self.say([self.last + 1, 0, empty]);
                self.end("0");
            }
            ProofFormat::VeriPb => {
                self.end("output NONE;");
                self.end(&format!("conclusion UNSAT : {empty};"));
                self.end("end pseudo-Boolean proof;");
            }
            _ => {}
        }
        true
    }
}

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        let mut state = self.0.borrow_mut();
        if !restored {
            state.read += 1;
            let number = state.read;
            state.numbers.insert(id, number);
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.0.borrow_mut().derived(id, witness, clause, antecedents);
    }

    fn delete_clause(&mut self, id: i64, _: bool, clause: &[i32]) {
        self.0.borrow_mut().deleted(id, clause);
    }

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

pub(super) fn run(formula: &Formula, seed: u64, format: ProofFormat, log: &Log, budget: &Budget) -> End {
    let mut solver = CaDiCal::new();
    solver.set("seed", (seed % 2_000_000_000) as i32);
    // Some checkers do not accept definitions of new variables.
    if CaDiCal::is_valid_option("factor") {
        solver.set("factor", 0);
    }
    let tracer = Tracer(Rc::new(RefCell::new(State::new(log.clone(), format, formula))));
    tracer.0.borrow_mut().begin();
    solver.connect_proof_tracer1(tracer.clone(), format != ProofFormat::Drat, false);
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
        Status::UNSATISFIABLE if tracer.0.borrow_mut().finish() => End::Unsat,
        Status::UNSATISFIABLE | Status::UNKNOWN => End::Unknown,
    }
}
