//! Regular arrangements: blocks in the meshes of a lattice.
//!
//! Problems that people make by tiling a rectangle often have a solution in which most boxes lie in rows and columns
//! like tiles, and the other blocks fill the gaps between them (problem 18 of 2019: 36 boxes in 6 x 6 meshes of 2 rows
//! x 3 columns, and 13 squares where their corners meet). Searching for such solutions only is much faster than
//! searching for any solution; whether there is one is not known in advance.

use super::problem::{Block, Problem};
use crate::grid::Pos;
use std::collections::BTreeMap;

/// A lattice with meshes of the size that most boxes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The height of a mesh in fields.
    pub rows: usize,
    /// The width of a mesh in fields.
    pub cols: usize,
    /// The number of blocks with a box of this size, each of which takes a mesh of its own.
    pub blocks: usize,
}

impl Lattice {
    /// Returns the lattice of a problem; `None` if no box size is shared by more than half of the blocks, or if that
    /// size is a single field.
    pub fn of(problem: &Problem) -> Option<Self> {
        let mut sizes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for block in problem.blocks() {
            *sizes.entry((block.rows(), block.cols())).or_default() += 1;
        }
        let half = problem.blocks().len() / 2;
        let most = sizes.into_iter().find(|&(size, blocks)| blocks > half && size != (1, 1));
        most.map(|((rows, cols), blocks)| Self { rows, cols, blocks })
    }

    /// Returns whether a rectangle has enough meshes.
    pub fn has_room(&self, rows: usize, cols: usize) -> bool {
        (rows / self.rows) * (cols / self.cols) >= self.blocks
    }

    /// Returns whether this block belongs in a mesh.
    pub fn holds(&self, block: &Block) -> bool {
        (block.rows(), block.cols()) == (self.rows, self.cols)
    }

    /// Returns the position of a field within its mesh, if the lattice begins in the upper left corner.
    pub fn phase(&self, pos: Pos) -> Pos {
        Pos::new(pos.row % self.rows, pos.col % self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::*;

    #[test]
    fn the_lattice_is_that_of_most_blocks() {
        let wide = "3X2\n0,+,+\n+,+,0\n";
        let read = |text: &str| format_q::read(&format!("SIZE 9X9\n{text}")).unwrap();
        let problem = read(&format!("BLOCK_NUM 3\nBLOCK#1 {wide}BLOCK#2 1X1\n+\nBLOCK#3 {wide}"));
        let lattice = Lattice::of(&problem).unwrap();
        assert_eq!(lattice, Lattice { rows: 2, cols: 3, blocks: 2 });
        assert!(lattice.has_room(2, 6) && lattice.has_room(5, 3) && !lattice.has_room(3, 5));
        assert!(lattice.holds(&problem.blocks()[0]) && !lattice.holds(&problem.blocks()[1]));
        assert_eq!(lattice.phase(Pos::new(3, 7)), Pos::new(1, 1));
        assert_eq!(Lattice::of(&read(&format!("BLOCK_NUM 2\nBLOCK#1 {wide}BLOCK#2 1X1\n+\n"))), None);
        assert_eq!(Lattice::of(&read("BLOCK_NUM 2\nBLOCK#1 1X1\n+\nBLOCK#2 1X1\n+\n")), None);
    }
}
