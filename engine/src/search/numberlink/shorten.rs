//! Smaller answers by formulas of short wires ([`ShortWires`]), for problems that are too large for the whole formula.
//!
//! Shapes below the best area are tried one after another, each with a conflict limit that doubles when its turn comes
//! again, and with another seed, since the times to a model vary widely. If the blocks could lie in the meshes of a
//! [`Lattice`], that is tried first: they rarely can, but the answer comes quickly. A question without a model is
//! settled, and so is the same question about shapes inside.
//!
//! [`ShortWires`]: crate::encodings::numberlink::ShortWires

use super::rectangle::{Fit, Rectangle};
use super::shapes;
use crate::encodings::numberlink::{Lattice, Problem, Solution, bounds::Counts};
use crate::solver::{BackEnd, Budget};
use std::collections::BTreeMap;

/// The conflict limit of a question's first turn.
pub const CONFLICTS: u32 = 10_000;
/// How many turns double; later ones stay as long.
const DOUBLINGS: u32 = 3;
/// Formulas with more clauses than about this many are not made.
const LARGEST_FORMULA: usize = 2_000_000;

/// How the blocks are to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Arrangement {
    /// Most of them in the meshes of the lattice.
    Regular,
    /// Anywhere.
    Free,
}

/// What one thread knows about the questions it has asked.
pub struct Shortener<'a> {
    problem: &'a Problem,
    counts: &'a Counts,
    back_end: &'a BackEnd,
    lattice: Option<Lattice>,
    /// How often each question was asked about a shape without a result.
    asked: BTreeMap<(Arrangement, (usize, usize)), u32>,
    refuted: Vec<(Arrangement, (usize, usize))>,
    rng: fastrand::Rng,
}

impl<'a> Shortener<'a> {
    /// Creates a shortener with its own seed.
    pub fn new(problem: &'a Problem, counts: &'a Counts, back_end: &'a BackEnd, seed: u64) -> Self {
        let rng = fastrand::Rng::with_seed(seed);
        let lattice = Lattice::of(problem);
        Self { problem, counts, back_end, lattice, asked: BTreeMap::new(), refuted: Vec::new(), rng }
    }

    /// Asks about one shape with an area below `beats` and not below `bound`. Returns how many times [`CONFLICTS`]
    /// that may have taken, and the answer if one was found.
    pub fn work(&mut self, beats: usize, bound: usize, budget: &Budget) -> (usize, Option<Solution>) {
        let Some((arrangement, shape, turns)) = self.next(beats, bound) else { return (1, None) };
        let share = 1 << turns.min(DOUBLINGS);
        let lattice = self.lattice.as_ref().filter(|_| arrangement == Arrangement::Regular);
        let mut rectangle = Rectangle::short(self.problem, shape, lattice, self.back_end, self.rng.u64(..));
        match rectangle.fit(Some(CONFLICTS * share), budget) {
            Fit::Yes(answer) => return (share as usize, Some(answer)),
            Fit::No => self.refuted.push((arrangement, shape)),
            Fit::Unknown => *self.asked.entry((arrangement, shape)).or_default() += 1,
        }
        (share as usize, None)
    }

    /// Returns one of the questions that were asked least, regular ones first, and how often it was asked.
    fn next(&mut self, beats: usize, bound: usize) -> Option<(Arrangement, (usize, usize), u32)> {
        let shapes: Vec<_> = shapes::below(self.problem, self.counts, beats, bound).collect();
        let question = |arrangement| shapes.iter().map(move |&(shape, weight)| (arrangement, shape, weight));
        let open = [Arrangement::Regular, Arrangement::Free].into_iter().flat_map(question);
        let open: Vec<_> = open
            .filter(|&(arrangement, shape, _)| self.is_open(arrangement, shape))
            .map(|(arrangement, shape, weight)| {
                let turns = self.asked.get(&(arrangement, shape)).copied().unwrap_or(0);
                ((turns, arrangement), (shape, weight))
            })
            .collect();
        let (turns, arrangement) = open.iter().map(|(rank, _)| *rank).min()?;
        let first = open.into_iter().filter(|(rank, _)| *rank == (turns, arrangement));
        let first: Vec<_> = first.map(|(_, shape)| shape).collect();
        Some((arrangement, shapes::draw(&first, &mut self.rng)?, turns))
    }

    /// Returns whether the question may still have a model and its formula is not too large.
    fn is_open(&self, arrangement: Arrangement, (rows, cols): (usize, usize)) -> bool {
        let lies_inside = |&(other, (r, c)): &(Arrangement, (usize, usize))| {
            // What fits nowhere does not fit into meshes either.
            other >= arrangement && rows <= r && cols <= c
        };
        let possible = match arrangement {
            Arrangement::Regular => self.lattice.is_some_and(|lattice| lattice.has_room(rows, cols)),
            Arrangement::Free => true,
        };
        // Per field: about 55 clauses per number for paths, and 15 per position of a block.
        let clauses = rows * cols * (55 * self.problem.nets() + 15 * self.problem.groups().len());
        possible && clauses <= LARGEST_FORMULA && !self.refuted.iter().any(lies_inside)
    }
}
