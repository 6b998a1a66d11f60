//! The learning engine: the formula of the grid, and a clause that excludes each grid that was found.
//!
//! It is slower to start than the other engines, and slower from one grid to the next, but a solver that learns can
//! finish problems that narrowly fail, where plain search never ends.

use super::engine::{GridEngine, Step};
use crate::encodings::digram::encoding::DigramEncoding;
use crate::encodings::digram::puzzle::{Cells, Size};
use crate::encodings::lexicon::WordList;
use crate::solver::{BackEnd, Budget, SatAnswer, SatSolver, ask, load};
use std::sync::Arc;

/// The formula, loaded into a solver.
pub struct Learning {
    encoding: DigramEncoding,
    solver: Box<dyn SatSolver>,
    mark: usize,
}

impl Learning {
    /// Makes the formula and loads it into a solver.
    pub fn new(size: Size, list: &Arc<WordList>, back_end: &BackEnd, seed: u64) -> Self {
        let encoding = DigramEncoding::new(size, list);
        let mut solver = back_end.solver(seed);
        let mark = load(&mut *solver, &encoding.formula, 0);
        Self { encoding, solver, mark }
    }
}

impl GridEngine for Learning {
    /// `effort` limits the conflicts between two grids, and also the number of grids.
    fn run(&mut self, effort: u64, found: &mut dyn FnMut(Cells) -> bool, budget: &Budget) -> Step {
        for _ in 0..effort {
            self.solver.limit_conflicts(u32::try_from(effort).unwrap_or(u32::MAX));
            match ask(&mut *self.solver, &self.encoding.formula, &"another grid", budget) {
                SatAnswer::Unsat => return Step::Exhausted,
                SatAnswer::Unknown => return Step::Limit,
                SatAnswer::Sat => {
                    let grid = self.encoding.decode(|lit| self.solver.value(lit));
                    self.encoding.forbid(&grid);
                    self.mark = load(&mut *self.solver, &self.encoding.formula, self.mark);
                    if !found(grid) {
                        return Step::Enough;
                    }
                }
            }
        }
        Step::Limit
    }
}
