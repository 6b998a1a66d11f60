//! One rectangle: does everything fit into it?
//!
//! The formula is made once; the solver may be asked again and again with a limit on conflicts, and goes on
//! where it was. So several rectangles can be worked on in turns.

use crate::encodings::numberlink::{Answer, Encoding, Problem, encoding, rules};
use crate::solver::{self, BackEnd, Budget, SatSolver, load};

/// What is known about a rectangle.
#[derive(Clone, Debug)]
pub enum Fit {
    /// Everything fits, so.
    Yes(Answer),
    /// Proven: not everything fits.
    No,
    /// The budget ended first.
    Unknown,
}

/// A rectangle that is being worked on.
pub struct Rectangle<'a> {
    problem: &'a Problem,
    rows: usize,
    cols: usize,
    encoding: Encoding,
    solver: Box<dyn SatSolver>,
}

impl<'a> Rectangle<'a> {
    /// The rectangle of `rows` x `cols`.
    pub fn new(problem: &'a Problem, rows: usize, cols: usize, back_end: &BackEnd, seed: u64) -> Self {
        let encoding = Encoding::new(problem, rows, cols, encoding::Options::default());
        let mut solver = back_end.solver(seed);
        load(&mut *solver, encoding.formula(), 0);
        Self { problem, rows, cols, encoding, solver }
    }

    /// Its area.
    pub fn area(&self) -> usize {
        self.rows * self.cols
    }

    /// How many clauses its formula has.
    pub fn clauses(&self) -> usize {
        self.encoding.formula().clause_count()
    }

    /// Works on it, for about so many conflicts if there is a limit.
    pub fn fit(&mut self, conflicts: Option<u32>, budget: &Budget) -> Fit {
        if let Some(conflicts) = conflicts {
            self.solver.limit_conflicts(conflicts);
        }
        match self.solver.solve(budget) {
            solver::Answer::Unsat => Fit::No,
            solver::Answer::Unknown => Fit::Unknown,
            solver::Answer::Sat => {
                let answer = self.encoding.decode(self.problem, |lit| self.solver.value(lit));
                match answer {
                    Ok(answer) if rules::check(self.problem, &answer).is_empty() => {
                        Fit::Yes(answer.cropped())
                    }
                    // A model that is no answer would be an error of the encoding: never hand it on.
                    wrong => {
                        log::error!("a model is no right answer, please report this: {wrong:?}");
                        Fit::Unknown
                    }
                }
            }
        }
    }
}
