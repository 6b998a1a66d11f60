//! Templates in one part. The solver makes a model of the formula of a kind's templates; if it falls apart, clauses that forbid
//! these cuts are added, and the solver continues. After a few turns the models stay connected.

use super::Template;
use crate::encodings::cnf::{Formula, Lit};
use crate::encodings::crossword::shape::Shapes;
use crate::search::Setup;
use crate::solver::{Budget, SatAnswer, SatSolver, ask, load};

/// A search for templates in one part.
pub struct Whole<S> {
    /// Their formula; clauses that are added to it count in the next search.
    pub shapes: S,
    solver: Box<dyn SatSolver>,
    /// How many of the clauses the solver has.
    loaded: usize,
}

/// What a search found.
pub enum Outcome {
    /// A template.
    Made(Template),
    /// There is none.
    None,
    /// The limit of conflicts or the budget was reached.
    Unknown,
}

impl<S: Shapes> Whole<S> {
    /// Prepares a search.
    pub fn new(shapes: S, setup: &Setup) -> Self {
        let mut solver = setup.back_end.solver(setup.seed);
        let loaded = load(&mut *solver, shapes.formula(), 0);
        Self { shapes, solver, loaded }
    }

    /// Has the solver try this literal first.
    pub fn prefer(&mut self, lit: Lit) {
        self.solver.prefer(lit);
    }

    /// Finds a template under these assumptions; the solver may give up after this many conflicts.
    pub fn find(&mut self, assumed: &[Lit], conflicts: Option<u32>, budget: &Budget) -> Outcome {
        let count = assumed.len();
        let question = format_args!("a template with {count} wishes");
        loop {
            self.loaded = load(&mut *self.solver, self.shapes.formula(), self.loaded);
            assumed.iter().for_each(|&lit| self.solver.assume(lit));
            if let Some(conflicts) = conflicts {
                self.solver.limit_conflicts(conflicts);
            }
            match ask(&mut *self.solver, self.shapes.formula(), &question, budget) {
                SatAnswer::Unsat => return Outcome::None,
                SatAnswer::Unknown => return Outcome::Unknown,
                SatAnswer::Sat => {
                    let template = self.shapes.decode(&|lit| self.solver.value(lit));
                    if self.shapes.connect(&template) <= 1 {
                        return Outcome::Made(template);
                    }
                }
            }
            if budget.exhausted() {
                return Outcome::Unknown;
            }
        }
    }

    /// Returns the formula if it has no model that is a template in one part; `None` if it has one, or if the budget ends first.
    pub fn refuted(mut self, budget: &Budget) -> Option<Formula> {
        match self.find(&[], None, budget) {
            Outcome::None => Some(self.shapes.into_formula()),
            Outcome::Made(_) | Outcome::Unknown => None,
        }
    }
}
