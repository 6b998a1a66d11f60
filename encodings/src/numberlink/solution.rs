//! A solution: a board with every block in its place and the wires.
//!
//! The board is stored as it is written, field by field, so that a wrong one can be represented and checked, too;
//! [`rules`](super::rules) decides whether it is right.

use super::problem::{Field, Problem};
use crate::grid::{Grid, Pos};

/// A field of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Neither block nor wire. Written `0`.
    #[default]
    Empty,
    /// A field of a block without a number. Written `+`.
    Plain,
    /// An end or another field of the wire with this number (1 or more).
    Number(usize),
}

/// A board with blocks and wires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The fields.
    pub fields: Grid<Cell>,
    /// The upper left corner of each block's box.
    pub at: Vec<Pos>,
}

/// The smallest rectangle around all blocks and wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The upper left corner.
    pub corner: Pos,
    /// Height.
    pub rows: usize,
    /// Width.
    pub cols: usize,
}

impl Extent {
    /// Returns the area, which the contest scores.
    pub fn area(&self) -> usize {
        self.rows * self.cols
    }
}

impl Solution {
    /// Places the blocks at these positions on a board of `rows` x `cols`, without any wires. Block fields outside the
    /// board are left out.
    pub fn lay(problem: &Problem, rows: usize, cols: usize, at: Vec<Pos>) -> Self {
        let mut fields = Grid::filled(rows, cols, Cell::Empty);
        for (block, &corner) in problem.blocks().iter().zip(&at) {
            for (offset, field) in block.cells() {
                let pos = Pos::new(corner.row + offset.row, corner.col + offset.col);
                if fields.contains(pos) {
                    fields[pos] = match field {
                        Field::Number(number) => Cell::Number(number),
                        Field::Open | Field::Plain => Cell::Plain,
                    };
                }
            }
        }
        Self { fields, at }
    }

    /// Returns the smallest rectangle around all fields that are not empty; `None` for an empty board.
    pub fn extent(&self) -> Option<Extent> {
        let used: Vec<Pos> = self.fields.iter().filter(|(_, c)| **c != Cell::Empty).map(|(p, _)| p).collect();
        let corner = Pos::new(used.iter().map(|p| p.row).min()?, used.iter().map(|p| p.col).min()?);
        let last = Pos::new(used.iter().map(|p| p.row).max()?, used.iter().map(|p| p.col).max()?);
        Some(Extent { corner, rows: last.row - corner.row + 1, cols: last.col - corner.col + 1 })
    }

    /// Returns the area of that rectangle; 0 for an empty board.
    pub fn area(&self) -> usize {
        self.extent().map_or(0, |extent| extent.area())
    }

    /// Returns the solution on the smallest board. Boxes are tight, so each lies inside the rectangle if its block
    /// does. If a box begins outside the rectangle, which breaks the rules, the solution is returned unchanged.
    #[must_use]
    pub fn cropped(&self) -> Self {
        let Some(extent) = self.extent() else { return self.clone() };
        let corner = extent.corner;
        if self.at.iter().any(|at| at.row < corner.row || at.col < corner.col) {
            return self.clone();
        }
        let fields = Grid::from_fn(extent.rows, extent.cols, |p| {
            self.fields[Pos::new(p.row + corner.row, p.col + corner.col)]
        });
        let at = self.at.iter().map(|at| Pos::new(at.row - corner.row, at.col - corner.col)).collect();
        Self { fields, at }
    }

    /// Returns the fields with `number` that are connected to `start`, including `start`.
    pub fn wire_from(&self, start: Pos, number: usize) -> Vec<Pos> {
        let mut reached = vec![start];
        let mut seen = Grid::filled(self.fields.rows(), self.fields.cols(), false);
        seen[start] = true;
        let mut next = 0;
        while next < reached.len() {
            for pos in self.fields.neighbours4(reached[next]) {
                if self.fields[pos] == Cell::Number(number) && !seen[pos] {
                    seen[pos] = true;
                    reached.push(pos);
                }
            }
            next += 1;
        }
        reached
    }

    /// Returns the position of an end (`which` is 0 or 1) of the wire `number`; `None` if it is outside the board.
    pub fn end(&self, problem: &Problem, number: usize, which: usize) -> Option<Pos> {
        let end = problem.ends(number)[which];
        let at = self.at.get(end.block)?;
        let pos = Pos::new(at.row + end.offset.row, at.col + end.offset.col);
        self.fields.contains(pos).then_some(pos)
    }

    /// Empties wire fields that are not connected to an end of their wire: models may contain such rings, because no
    /// clause requires connectivity.
    pub(super) fn drop_detached(&mut self, problem: &Problem) {
        let mut kept = Grid::filled(self.fields.rows(), self.fields.cols(), false);
        for number in 1..=problem.nets() {
            for end in [0, 1].into_iter().filter_map(|which| self.end(problem, number, which)) {
                self.wire_from(end, number).into_iter().for_each(|pos| kept[pos] = true);
            }
        }
        let fields = &self.fields;
        self.fields = fields.map(|pos, &cell| match cell {
            Cell::Number(_) if !kept[pos] => Cell::Empty,
            cell => cell,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::*;

    /// A T that stands on its head, with an end of the only wire in its head and one at its foot.
    fn problem() -> Problem {
        format_q::read("SIZE 9X9\nBLOCK_NUM 1\nBLOCK#1 3X2\n0,1,0\n+,1,+\n").unwrap()
    }

    #[test]
    fn a_block_is_laid_downwards_from_its_corner() {
        let solution = Solution::lay(&problem(), 4, 5, vec![Pos::new(2, 1)]);
        let number = Cell::Number(1);
        let expected = [(2, 2, number), (3, 1, Cell::Plain), (3, 2, number), (3, 3, Cell::Plain)];
        let found = solution.fields.iter().filter(|(_, cell)| **cell != Cell::Empty);
        let found: Vec<_> = found.map(|(pos, cell)| (pos.row, pos.col, *cell)).collect();
        assert_eq!(found, expected);
        let ends = [0, 1].map(|which| solution.end(&problem(), 1, which));
        assert_eq!(ends, [Some(Pos::new(2, 2)), Some(Pos::new(3, 2))]);
        let cropped = solution.cropped();
        assert_eq!(
            (cropped.fields.rows(), cropped.fields.cols(), &cropped.at[..]),
            (2, 3, &[Pos::new(0, 0)][..])
        );
    }

    #[test]
    fn a_box_that_begins_outside_what_is_used_is_left_where_it_is() {
        let mut fields = Grid::filled(3, 3, Cell::Empty);
        fields[Pos::new(1, 1)] = Cell::Plain;
        for at in [Pos::new(1, 0), Pos::new(0, 1)] {
            let solution = Solution { fields: fields.clone(), at: vec![at] };
            assert_eq!(solution.cropped(), solution);
        }
    }
}
