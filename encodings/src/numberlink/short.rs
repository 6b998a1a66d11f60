//! The formula for short wires only: can all blocks be placed in a rectangle so that no wire needs more than
//! [`LONGEST`] fields between its ends?
//!
//! In good solutions of large problems nearly all ends are side by side. So a wire is not encoded field by field
//! here: each path it can take is one variable, and a placed block requires the other block right beside its
//! ends, or one of the paths from them. Unit propagation then sees immediately which positions of neighbours are left,
//! where in the [complete formula](super::Encoding) it only follows the wire. A model gives a right solution;
//! unsatisfiability says nothing about longer wires. With a [`Lattice`] it says nothing about irregular solutions
//! either.

use super::lattice::Lattice;
use super::names::{NamesError, assemble};
use super::problem::Problem;
use super::solution::{Cell, Solution};
use crate::cnf::{Directions, Family, FamilyId, Formula, Index, Lit, Totalizer, at_most_one, exactly_one};
use crate::grid::{Grid, Pos};
use std::collections::BTreeMap;

/// The maximum number of fields of a wire between its ends.
pub const LONGEST: usize = 2;

/// From the first field of a path to the second one, if it has two: row and column offsets.
const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The formula of a problem on a rectangle; see the [module](self).
#[derive(Clone, Debug)]
pub struct ShortWires {
    formula: Formula,
    rows: usize,
    cols: usize,
    /// A group's first block, the position of its corner, and the literal of that placement.
    placements: Vec<(usize, Pos, Lit)>,
    ways: Vec<Way>,
}

/// One path of a wire.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The number of the wire, counted from 1.
    number: usize,
    /// The field beside the first end.
    first: Pos,
    /// The field beside the second end; the same as `first` if the path has only one field.
    last: Pos,
    lit: Lit,
}

impl Way {
    fn fields(self) -> impl Iterator<Item = Pos> {
        std::iter::once(self.first).chain((self.last != self.first).then_some(self.last))
    }
}

impl ShortWires {
    /// Writes the formula that has a model exactly if the blocks fit into `rows` x `cols` fields with short wires. With
    /// a lattice, the blocks that belong in its meshes have to lie in meshes.
    pub fn new(problem: &Problem, rows: usize, cols: usize, lattice: Option<&Lattice>) -> Self {
        let mut formula = Formula::new();
        let (r, c) = (Index::Number(rows), Index::Number(cols));
        let of = |n: usize| Index::Number(n + 1);
        let block = formula.family(Family::indexed("block", "i,r,c", [of(problem.blocks().len()), r, c]));
        let way =
            Family::indexed("way", "n,r,c,step", [of(problem.nets()), r, c, Index::Number(STEPS.len() + 1)]);
        let way = formula.family(way);
        let auxiliary = formula.family(Family::auxiliary("aux"));
        let grid = Grid::filled(rows, cols, ());
        let mut short = Self { formula, rows, cols, placements: Vec::new(), ways: Vec::new() };
        for group in problem.groups() {
            short.place(problem, &group, block, auxiliary);
        }
        for number in 1..=problem.nets() {
            for first in grid.positions() {
                short.ways.push(Way {
                    number,
                    first,
                    last: first,
                    lit: short.formula.indexed_var(way, &[number, first.row, first.col, 0]),
                });
                for (step, (dr, dc)) in (1..).zip(STEPS) {
                    let Some(last) = first.offset(dr, dc).filter(|&last| grid.contains(last)) else {
                        continue;
                    };
                    let lit = short.formula.indexed_var(way, &[number, first.row, first.col, step]);
                    short.ways.push(Way { number, first, last, lit });
                }
            }
        }
        for number in 1..=problem.nets() {
            short.join(problem, number);
        }
        short.cover(problem, auxiliary);
        if let Some(lattice) = lattice {
            short.align(problem, lattice, auxiliary);
        }
        short
    }

    /// Returns the clauses.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Returns the solution of a model. An error means that it is not a model of this formula.
    pub fn decode(&self, problem: &Problem, value: impl Fn(Lit) -> bool) -> Result<Solution, NamesError> {
        let placed =
            self.placements.iter().filter(|(_, _, lit)| value(*lit)).map(|&(block, at, _)| (block, at));
        let mut solution = assemble(problem, self.rows, self.cols, placed, std::iter::empty())?;
        let beside = |end: Option<Pos>, pos: Pos| end.is_some_and(|end| end.distance(pos) == 1);
        for way in self.ways.iter().filter(|way| value(way.lit)) {
            let number = way.number;
            let [a, b] = [0, 1].map(|which| solution.end(problem, number, which));
            // A model may have more true paths than needed, or longer ones.
            let joined = solution
                .fields
                .positions()
                .any(|pos| solution.fields[pos] == Cell::Number(number) && Some(pos) != a && Some(pos) != b);
            if joined || a.is_some_and(|a| beside(b, a)) {
                continue;
            }
            let alone = way.fields().find(|&pos| beside(a, pos) && beside(b, pos));
            let fits = beside(a, way.first) && beside(b, way.last);
            for pos in way.fields().filter(|&pos| alone.map_or(fits, |alone| alone == pos)) {
                solution.fields[pos] = Cell::Number(number);
            }
        }
        Ok(solution)
    }

    /// Each block has a position; a group of k blocks has at least k (surplus ones can be dropped).
    fn place(&mut self, problem: &Problem, group: &[usize], family: FamilyId, auxiliary: FamilyId) {
        let formula = &mut self.formula;
        formula.label("each block has a position");
        let shape = &problem.blocks()[group[0]];
        let mut lits = Vec::new();
        for row in 0..(self.rows + 1).saturating_sub(shape.rows()) {
            for col in 0..(self.cols + 1).saturating_sub(shape.cols()) {
                let lit = formula.indexed_var(family, &[group[0] + 1, row, col]);
                self.placements.push((group[0], Pos::new(row, col), lit));
                lits.push(lit);
            }
        }
        match group.len() {
            1 => exactly_one(formula, auxiliary, &lits),
            k => {
                let sum = Totalizer::new(
                    formula,
                    auxiliary,
                    lits.into_iter().map(Into::into),
                    k,
                    Directions::Lower,
                );
                formula.add_bits(sum.at_least(k));
            }
        }
    }

    /// The two ends of a number are side by side, or a path leads from one to the other.
    fn join(&mut self, problem: &Problem, number: usize) {
        let ends = problem.ends(number);
        let own = ends[0].block == ends[1].block;
        if own && ends[0].offset.distance(ends[1].offset) == 1 {
            return;
        }
        // Where each end can be, with the placement of its block that puts it there.
        let at = ends.map(|end| {
            let of_block = self.placements.iter().filter(|(block, _, _)| *block == end.block);
            let place = |at: Pos| Pos::new(at.row + end.offset.row, at.col + end.offset.col);
            of_block.map(|&(_, at, lit)| (place(at), lit)).collect::<BTreeMap<Pos, Lit>>()
        });
        let ways: Vec<Way> = self.ways.iter().filter(|way| way.number == number).copied().collect();
        let formula = &mut self.formula;
        formula.label("ends lie side by side or a way joins them");
        for (which, here, there) in [(0, &at[0], &at[1]), (1, &at[1], &at[0])] {
            let mut from: BTreeMap<Pos, Vec<Lit>> = BTreeMap::new();
            for way in &ways {
                let touch = if which == 0 { way.first } else { way.last };
                let sides: Vec<Pos> = neighbours(touch).filter(|side| here.contains_key(side)).collect();
                formula.add(std::iter::once(!way.lit).chain(sides.iter().map(|side| here[side])));
                sides.into_iter().for_each(|side| from.entry(side).or_default().push(way.lit));
            }
            for (&pos, &lit) in here {
                let beside = neighbours(pos).filter_map(|side| there.get(&side).copied()).filter(|_| !own);
                let led = from.get(&pos).into_iter().flatten().copied();
                formula.add(std::iter::once(!lit).chain(beside).chain(led));
            }
        }
    }

    /// The blocks of the lattice lie in its meshes, wherever its first mesh begins.
    fn align(&mut self, problem: &Problem, lattice: &Lattice, auxiliary: FamilyId) {
        let formula = &mut self.formula;
        formula.label("regular blocks lie in meshes");
        let phases = Grid::from_fn(lattice.rows, lattice.cols, |_| formula.auxiliary(auxiliary));
        for &(block, at, lit) in &self.placements {
            if lattice.holds(&problem.blocks()[block]) {
                formula.add([!lit, phases[lattice.phase(at)]]);
            }
        }
        let phases: Vec<Lit> = phases.iter().map(|(_, phase)| *phase).collect();
        at_most_one(formula, auxiliary, &phases);
    }

    /// No field holds two things.
    fn cover(&mut self, problem: &Problem, auxiliary: FamilyId) {
        let mut covers: Grid<Vec<Lit>> = Grid::from_fn(self.rows, self.cols, |_| Vec::new());
        for &(block, at, lit) in &self.placements {
            for (offset, _) in problem.blocks()[block].cells() {
                covers[Pos::new(at.row + offset.row, at.col + offset.col)].push(lit);
            }
        }
        for way in &self.ways {
            way.fields().for_each(|pos| covers[pos].push(way.lit));
        }
        self.formula.label("a field bears one thing");
        for (_, lits) in covers.iter() {
            at_most_one(&mut self.formula, auxiliary, lits);
        }
    }
}

/// Iterates over the four neighbours, including those beyond the lower and the right border.
fn neighbours(pos: Pos) -> impl Iterator<Item = Pos> {
    STEPS.into_iter().filter_map(move |(dr, dc)| pos.offset(dr, dc))
}
