//! Smaller answers by formulas of short wires ([`ShortWires`]), for problems that are too large for the whole formula.
//!
//! Shapes below the best area are asked one after another, each with a limit on conflicts that doubles when its turn
//! comes again, and with another seed, as the times to a model are spread widely. A shape without any model is done
//! with, and so are those inside it.
//!
//! [`ShortWires`]: crate::encodings::numberlink::ShortWires

use super::rectangle::{Fit, Rectangle};
use super::shapes;
use crate::encodings::numberlink::{Answer, Problem, bounds::Counts, encoding::groups};
use crate::solver::{BackEnd, Budget};
use std::collections::BTreeMap;

/// Conflicts of the first turn of a shape.
const CONFLICTS: u32 = 10_000;
/// So many turns double.
const DOUBLINGS: u32 = 3;
/// Formulas with more clauses than about this are not made.
const LARGEST_FORMULA: usize = 3_000_000;

/// What one thread knows of the shapes it asked about.
pub struct Shortener<'a> {
    problem: &'a Problem,
    counts: &'a Counts,
    back_end: &'a BackEnd,
    /// How often each shape was asked about in vain.
    asked: BTreeMap<(usize, usize), u32>,
    refuted: Vec<(usize, usize)>,
    rng: fastrand::Rng,
}

impl<'a> Shortener<'a> {
    /// One of its own seed.
    pub fn new(problem: &'a Problem, counts: &'a Counts, back_end: &'a BackEnd, seed: u64) -> Self {
        let rng = fastrand::Rng::with_seed(seed);
        Self { problem, counts, back_end, asked: BTreeMap::new(), refuted: Vec::new(), rng }
    }

    /// Asks about one shape whose area is below `beats` and not below `bound`; an answer, if one was found.
    pub fn work(&mut self, beats: usize, bound: usize, budget: &Budget) -> Option<Answer> {
        let shapes = shapes::below(self.problem, self.counts, beats, bound);
        let mut open: Vec<_> = shapes.filter(|&(shape, _)| self.is_open(shape)).collect();
        let turns = |shape: &(usize, usize)| self.asked.get(shape).copied().unwrap_or(0);
        let least = open.iter().map(|(shape, _)| turns(shape)).min()?;
        open.retain(|(shape, _)| turns(shape) == least);
        let (rows, cols) = shapes::draw(&open, &mut self.rng)?;
        let mut rectangle = Rectangle::short(self.problem, rows, cols, self.back_end, self.rng.u64(..));
        match rectangle.fit(Some(CONFLICTS << least.min(DOUBLINGS)), budget) {
            Fit::Yes(answer) => return Some(answer),
            Fit::No => self.refuted.push((rows, cols)),
            Fit::Unknown => *self.asked.entry((rows, cols)).or_default() += 1,
        }
        None
    }

    /// Whether it is not known that the shape has no model, and its formula is not too large.
    fn is_open(&self, (rows, cols): (usize, usize)) -> bool {
        // Per field: some 55 clauses a number for ways, 15 a position of a block.
        let clauses = rows * cols * (55 * self.problem.nets() + 15 * groups(self.problem).len());
        clauses <= LARGEST_FORMULA && !self.refuted.iter().any(|&(r, c)| rows <= r && cols <= c)
    }
}
