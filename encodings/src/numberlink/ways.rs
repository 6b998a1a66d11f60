//! How many fields a wire needs at least, by the positions of the two blocks that it joins.
//!
//! That is the length of a shortest path between the two ends around these two blocks; other blocks and wires can only make it
//! longer.

use super::bounds::beside;
use super::problem::Problem;
use crate::grid::{Grid, Pos};

/// The fields that one wire between two blocks needs.
#[derive(Clone, Debug)]
pub struct Ways {
    /// By the offset of the second block's corner from the first one's, plus `reach`.
    fields: Grid<usize>,
    reach: isize,
    most: usize,
}

impl Ways {
    /// Measures the ways of a wire (counted from 1) up to this many fields; `None` if both ends are on the same block.
    pub fn new(problem: &Problem, number: usize, most: usize) -> Option<Self> {
        let [a, b] = problem.ends(number);
        if a.block == b.block {
            return None;
        }
        let [first, second] = [a, b].map(|end| &problem.blocks()[end.block]);
        let side = |size: fn(&super::Block) -> usize| size(first).max(size(second));
        // Blocks that are further apart have ends that are so, too.
        let reach = most + side(super::Block::rows).max(side(super::Block::cols));
        let centre = reach as isize;
        let fields = Grid::from_fn(2 * reach + 1, 2 * reach + 1, |pos| {
            let shift = (pos.row as isize - centre, pos.col as isize - centre);
            let apart = |shift: isize, from: usize, to: usize| (shift + to as isize).abs_diff(from as isize);
            let distance =
                apart(shift.0, a.offset.row, b.offset.row) + apart(shift.1, a.offset.col, b.offset.col);
            if distance > most {
                return most;
            }
            // Blocks that overlap are not placed so.
            beside(first, second, shift, &[[a.offset, b.offset]]).map_or(most, |fields| fields.min(most))
        });
        Some(Self { fields, reach: centre, most })
    }

    /// Returns the number of fields with the corners of the two blocks' boxes here, or the number up to which it was measured if
    /// that is less. The first block is the one of the first [end](Problem::ends).
    pub fn fields(&self, first: Pos, second: Pos) -> usize {
        let apart = |from: usize, to: usize| (to as isize - from as isize).checked_add(self.reach);
        let index = |from, to| apart(from, to).and_then(|apart| usize::try_from(apart).ok());
        let at = index(first.row, second.row).zip(index(first.col, second.col));
        at.and_then(|(row, col)| self.fields.get(Pos::new(row, col))).copied().unwrap_or(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::*;

    #[test]
    fn a_wire_needs_the_fields_of_a_way_around_both_blocks() {
        let text = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 4X1\n1,+,+,2\nBLOCK#2 1X1\n1\nBLOCK#3 1X1\n2\n";
        let problem = format_q::read(&text.replace("NUM 2", "NUM 3")).unwrap();
        let [left, right] = [1, 2].map(|number| Ways::new(&problem, number, 6).unwrap());
        let at = Pos::new;
        // The bar lies in the columns 3 to 6 of row 4.
        let bar = at(4, 3);
        assert_eq!(left.fields(bar, at(4, 2)), 0, "beside it");
        assert_eq!(left.fields(bar, at(3, 3)), 0, "above it");
        assert_eq!(left.fields(bar, at(3, 2)), 1, "around the corner");
        assert_eq!(left.fields(bar, at(4, 0)), 2, "in line");
        assert_eq!(left.fields(bar, at(4, 7)), 5, "behind it: up, four fields along, and down");
        assert_eq!(left.fields(bar, at(4, 8)), 6, "behind it, one field further away");
        assert_eq!(left.fields(bar, at(8, 8)), 6, "far away, as far as it is measured");
        assert_eq!(left.fields(at(70, 70), at(0, 0)), 6, "out of reach");
        assert_eq!(right.fields(bar, at(4, 7)), 0);
        assert_eq!(right.fields(bar, at(4, 2)), 5);
    }

    #[test]
    fn a_wire_from_a_block_to_itself_has_no_positions() {
        let problem = format_q::read("SIZE 9X9\nBLOCK_NUM 1\nBLOCK#1 4X1\n1,+,+,1\n").unwrap();
        assert!(Ways::new(&problem, 1, 6).is_none());
    }
}
