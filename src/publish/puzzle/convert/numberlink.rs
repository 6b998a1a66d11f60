//! Numberlink: the puzzle is the blocks in their places; the wires are the solution.

use crate::encodings::grid::Pos;
use crate::encodings::numberlink::{Cell, Field as BlockField, Problem, Solution};
use crate::publish::puzzle::{Field, Kind, Puzzle};

/// Returns the document of an answer, on its whole board: see [`Solution::cropped`].
pub fn numberlink(problem: &Problem, answer: &Solution) -> Puzzle {
    let mut fields = answer.fields.map(|_, cell| match *cell {
        Cell::Empty | Cell::Plain => Field::Open,
        Cell::Number(number) => Field::Wire(number),
    });
    for (block, (shape, at)) in problem.blocks().iter().zip(&answer.at).enumerate() {
        for (offset, field) in shape.cells() {
            let pos = Pos::new(at.row + offset.row, at.col + offset.col);
            if fields.contains(pos) {
                let number = match field {
                    BlockField::Number(number) => Some(number),
                    BlockField::Open | BlockField::Plain => None,
                };
                fields[pos] = Field::Block { block, number };
            }
        }
    }
    Puzzle::new(Kind::Numberlink, fields, Vec::new())
}
