//! CaDiCaL, embedded through `cadical-sys`.
//!
//! CaDiCaL checks the budget every few conflicts, through a terminator. The model is copied out after each call, so
//! that reading it needs no mutable access and clauses may be added while it is read. `cadical-sys` panics on misuse (a
//! literal 0, an option after the first clause); [`Lit`] cannot be 0, and options are only set on a fresh solver, so
//! neither can happen here.

use super::clauses::Values;
use super::{Budget, SatAnswer, SatSolver};
use crate::encodings::cnf::{Lit, Var};
use cadical_sys::{CaDiCal, ExternalPropagator, Status, Terminator};

/// The CaDiCaL back end.
pub struct Cadical {
    solver: CaDiCal,
    assumptions: Vec<Lit>,
    model: Values,
    core: Vec<Lit>,
    vars: usize,
    fresh: bool,
    /// The conflict limit of the next call.
    limit: Option<u32>,
}

struct StopWith(Budget);

impl Terminator for StopWith {
    fn terminated(&mut self) -> bool {
        self.0.exhausted()
    }
}

impl Cadical {
    /// Creates a solver without clauses. CaDiCaL's options have their defaults, except for the "lucky" assignments that
    /// it tries first (all true, all false, …): on easy formulas they take precedence over all phases, so all seeds
    /// would give the same model.
    pub fn new() -> Self {
        let mut solver = CaDiCal::new();
        solver.set("lucky", 0);
        Self {
            solver,
            assumptions: Vec::new(),
            model: Values::default(),
            core: Vec::new(),
            vars: 0,
            fresh: true,
            limit: None,
        }
    }

    /// Sets one of CaDiCaL's options, for example `("chrono", 0)`. Returns `false` if there is no such option or a
    /// clause was added before.
    pub(crate) fn set_option(&mut self, name: &str, value: i32) -> bool {
        self.fresh && CaDiCal::is_valid_option(name) && self.solver.set(name, value)
    }

    /// Selects one of CaDiCaL's predefined sets of options: `sat`, `unsat`, `plain`, `default`. Returns `false` if
    /// there is no such set or a clause was added before.
    fn configure(&mut self, name: &str) -> bool {
        self.fresh && CaDiCal::is_valid_configuration(name) && self.solver.configure(name)
    }

    /// Connects an external propagator, which is notified about these variables and from now on belongs to the solver.
    pub(crate) fn connect<P: ExternalPropagator + 'static>(
        &mut self,
        propagator: P,
        observed: impl IntoIterator<Item = Lit>,
    ) {
        self.solver.connect_external_propagator(propagator);
        for lit in observed {
            self.know(lit);
            self.solver.add_observed_var(lit.var().positive().dimacs());
        }
    }

    fn know(&mut self, lit: Lit) {
        self.vars = self.vars.max(lit.var().index() + 1);
        self.fresh = false;
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl SatSolver for Cadical {
    fn name(&self) -> &str {
        "cadical"
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.fresh = false;
        for &lit in clause {
            self.know(lit);
            self.solver.add(lit.dimacs());
        }
        self.solver.add(0);
    }

    fn assume(&mut self, lit: Lit) {
        self.know(lit);
        self.assumptions.push(lit);
    }

    fn solve(&mut self, budget: &Budget) -> SatAnswer {
        self.core.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        let limit = self.limit.take();
        if budget.exhausted() {
            return SatAnswer::Unknown;
        }
        for lit in &assumptions {
            self.solver.assume(lit.dimacs());
        }
        if let Some(conflicts) = limit {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        self.solver.connect_terminator(StopWith(budget.clone()));
        let status = self.solver.solve();
        let answer = match status {
            Status::SATISFIABLE => {
                // Reading a value needs mutable access, so `Values::of` cannot be used.
                let value = |index| self.solver.val(Var::new(index).positive().dimacs()) > 0;
                self.model = Values((0..self.vars).map(value).collect());
                SatAnswer::Sat
            }
            Status::UNSATISFIABLE => {
                for &lit in &assumptions {
                    if self.solver.failed(lit.dimacs()) {
                        self.core.push(lit);
                    }
                }
                SatAnswer::Unsat
            }
            Status::UNKNOWN => SatAnswer::Unknown,
        };
        self.solver.disconnect_terminator();
        answer
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.value(lit)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn prefer(&mut self, lit: Lit) {
        self.know(lit);
        self.solver.phase(lit.dimacs());
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.limit = Some(conflicts);
    }

    fn expect_model(&mut self) {
        self.configure("sat");
    }

    fn set_seed(&mut self, seed: u64) {
        self.set_option("seed", (seed % 2_000_000_000) as i32);
    }
}
