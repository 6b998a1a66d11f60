//! The problem: the maximum size of the board, and blocks whose fields may have numbers.
//!
//! [`Problem::new`] is the only constructor, and rejects what the contest does not allow: shapes other than the
//! monomino and the tetrominoes in tight boxes, numbers that do not occur exactly twice, gaps in the numbering. So code
//! that is given a problem needs no further checks; `ends(n)` always has two fields.

use crate::grid::{Grid, Pos};
use thiserror::Error;

/// The maximum width and height of a board.
pub const LARGEST: usize = 72;

/// A field of a block's box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Not part of the block: wires and other blocks may use it. Written `0`.
    Open,
    /// Part of the block, closed to wires. Written `+`.
    Plain,
    /// Part of the block, and one of the two ends of the wire with this number (1 or more).
    Number(usize),
}

/// A block in its tight box.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    fields: Grid<Field>,
}

impl Block {
    /// Makes a block of these fields; an error unless it is a monomino or a tetromino in a tight box.
    pub fn new(fields: Grid<Field>) -> Result<Self, ShapeError> {
        let solid: Vec<Pos> = fields.iter().filter(|(_, f)| **f != Field::Open).map(|(p, _)| p).collect();
        let tight = (0..fields.rows()).all(|r| solid.iter().any(|p| p.row == r))
            && (0..fields.cols()).all(|c| solid.iter().any(|p| p.col == c));
        match solid.len() {
            1 | 4 => {}
            0 => return Err(ShapeError::Empty),
            n => return Err(ShapeError::Size(n)),
        }
        if !tight {
            return Err(ShapeError::Loose);
        }
        let mut reached = vec![solid[0]];
        let mut next = 0;
        while next < reached.len() {
            let more = fields.neighbours4(reached[next]).filter(|p| fields[*p] != Field::Open);
            let more: Vec<Pos> = more.filter(|p| !reached.contains(p)).collect();
            reached.extend(more);
            next += 1;
        }
        if reached.len() < solid.len() { Err(ShapeError::Pieces) } else { Ok(Self { fields }) }
    }

    /// Returns the box with its fields.
    pub fn fields(&self) -> &Grid<Field> {
        &self.fields
    }

    /// Returns the height of the box.
    pub fn rows(&self) -> usize {
        self.fields.rows()
    }

    /// Returns the width of the box.
    pub fn cols(&self) -> usize {
        self.fields.cols()
    }

    /// Iterates over the fields that belong to the block, with their positions in the box.
    pub fn cells(&self) -> impl Iterator<Item = (Pos, Field)> {
        self.fields.iter().filter(|(_, field)| **field != Field::Open).map(|(pos, field)| (pos, *field))
    }

    /// Returns whether no field has a number.
    fn is_plain(&self) -> bool {
        self.fields.iter().all(|(_, field)| !matches!(field, Field::Number(_)))
    }
}

/// One end of a wire: a field of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The block, counted from 0.
    pub block: usize,
    /// The position in the block's box.
    pub offset: Pos,
}

/// Blocks to be placed and wired on a board of limited size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    rows: usize,
    cols: usize,
    blocks: Vec<Block>,
    ends: Vec<[End; 2]>,
}

impl Problem {
    /// Makes a problem with a board of at most `rows` x `cols` (1 to [`LARGEST`] each). Each number from 1 to the
    /// largest has to be on exactly two fields.
    pub fn new(rows: usize, cols: usize, blocks: Vec<Block>) -> Result<Self, ProblemError> {
        if !(1..=LARGEST).contains(&rows) || !(1..=LARGEST).contains(&cols) {
            return Err(ProblemError::Board { rows, cols });
        }
        if blocks.is_empty() {
            return Err(ProblemError::NoBlocks);
        }
        let mut found: Vec<(usize, End)> = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            for (offset, field) in block.cells() {
                if let Field::Number(number) = field {
                    found.push((number, End { block: index, offset }));
                }
            }
        }
        found.sort_by_key(|&(number, end)| (number, end.block, end.offset));
        let mut ends = Vec::new();
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let number = group[0].0;
            if number != ends.len() + 1 {
                return Err(ProblemError::Gap { missing: ends.len() + 1, found: number });
            }
            match *group {
                [(_, a), (_, b)] => ends.push([a, b]),
                [(_, end)] => return Err(ProblemError::Once { number, block: end.block + 1 }),
                _ => {
                    let mut blocks: Vec<usize> = group.iter().map(|(_, end)| end.block + 1).collect();
                    blocks.dedup();
                    return Err(ProblemError::TooOften { number, count: group.len(), blocks });
                }
            }
        }
        Ok(Self { rows, cols, blocks, ends })
    }

    /// Returns the maximum height of the board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the maximum width of the board.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the blocks; `BLOCK#i` is `blocks()[i - 1]`.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns how many wires there are; the numbers are `1..=nets()`.
    pub fn nets(&self) -> usize {
        self.ends.len()
    }

    /// Returns the two ends of the wire with a number in `1..=nets()`.
    pub fn ends(&self, number: usize) -> [End; 2] {
        self.ends[number - 1]
    }

    /// Returns the problem with another maximum board size; its sides are clamped to 1 to [`LARGEST`].
    #[must_use]
    pub fn on(&self, rows: usize, cols: usize) -> Self {
        Self { rows: rows.clamp(1, LARGEST), cols: cols.clamp(1, LARGEST), ..self.clone() }
    }

    /// Returns the problem in which only these blocks (counted from 0) have to be placed, and of their numbers only
    /// these joined. Fields with any other number, or with one that lost its other end, become plain; the remaining
    /// numbers are renumbered from 1, in the old order. `None` if no blocks are left.
    pub fn part(&self, blocks: &[usize], numbers: &[usize]) -> Option<Self> {
        let kept: Vec<usize> = (1..=self.nets())
            .filter(|number| numbers.contains(number))
            .filter(|&number| self.ends(number).iter().all(|end| blocks.contains(&end.block)))
            .collect();
        let place = |number: usize| kept.iter().position(|&other| other == number);
        let blocks = (0..self.blocks.len()).filter(|block| blocks.contains(block)).map(|block| {
            let fields = self.blocks[block].fields.map(|_, &field| match field {
                Field::Number(number) => place(number).map_or(Field::Plain, |at| Field::Number(at + 1)),
                field => field,
            });
            Block { fields }
        });
        Self::new(self.rows, self.cols, blocks.collect()).ok()
    }

    /// Returns the total number of fields of the blocks.
    pub fn cells(&self) -> usize {
        self.blocks.iter().map(|block| block.cells().count()).sum()
    }

    /// Returns the blocks (counted from 0) of each group: identical blocks without numbers form a group, every other
    /// block is a group of its own.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            match groups.iter_mut().find(|group| block.is_plain() && self.blocks[group[0]] == *block) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        groups
    }
}

/// Why a block does not have one of the allowed shapes.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// All fields are [`Field::Open`].
    #[error("has only `0` fields; a block has one field (monomino) or four (tetromino)")]
    Empty,
    /// Neither one field nor four.
    #[error("has {0} fields; a block has one field (monomino) or four (tetromino)")]
    Size(usize),
    /// A border row or column of the box has open fields only.
    #[error("does not touch all sides of its box; state the smallest box around it")]
    Loose,
    /// The fields are not connected.
    #[error("falls into pieces; its four fields have to be connected by their edges")]
    Pieces,
}

/// Why blocks do not make a problem.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are; blocks are counted from 1
pub enum ProblemError {
    #[error("the board is {cols}X{rows}; each side has to be 1 to {LARGEST}")]
    Board { rows: usize, cols: usize },
    #[error("there are no blocks; state at least one")]
    NoBlocks,
    #[error("there is no number {missing}, but a number {found}; number the wires 1, 2, 3, … without gaps")]
    Gap { missing: usize, found: usize },
    #[error(
        "the number {number} occurs only once, in BLOCK#{block}; each number has to be on exactly two fields"
    )]
    Once { number: usize, block: usize },
    #[error(
        "the number {number} is on {count} fields, in {}; each number has to be on exactly two fields",
        blocks.iter().map(|block| format!("BLOCK#{block}")).collect::<Vec<_>>().join(", ")
    )]
    TooOften { number: usize, count: usize, blocks: Vec<usize> },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &[&str]) -> Result<Block, ShapeError> {
        Block::new(Grid::from_fn(text.len(), text[0].len(), |p| match text[p.row].as_bytes()[p.col] {
            b'0' => Field::Open,
            b'+' => Field::Plain,
            digit => Field::Number(usize::from(digit - b'0')),
        }))
    }

    #[test]
    fn only_monomino_and_tetrominoes_in_tight_boxes() {
        for good in [&["+"][..], &["1++2"], &["1", "+", "+", "+"], &["+0", "++", "0+"], &["++", "++"]] {
            assert!(block(good).is_ok(), "{good:?}");
        }
        assert_eq!(block(&["0"]), Err(ShapeError::Empty));
        assert_eq!(block(&["++"]), Err(ShapeError::Size(2)));
        assert_eq!(block(&["+++", "0++"]), Err(ShapeError::Size(5)));
        assert_eq!(block(&["+0"]), Err(ShapeError::Loose));
        assert_eq!(block(&["+++", "0+0", "000"]), Err(ShapeError::Loose));
        assert_eq!(block(&["+0+", "+0+"]), Err(ShapeError::Loose));
        assert_eq!(block(&["+00", "0++", "00+"]), Err(ShapeError::Pieces));
    }

    #[test]
    fn a_part_keeps_the_numbers_of_both_ends() {
        let blocks = [&["12++"][..], &["1"], &["3"], &["23++"]].map(|text| block(text).unwrap());
        let problem = Problem::new(5, 6, blocks.to_vec()).unwrap();
        let part = problem.part(&[0, 2, 3], &[1, 2, 3]).unwrap();
        // Block 1 is gone, and number 1 with it.
        let expected = [&["+1++"][..], &["2"], &["12++"]].map(|text| block(text).unwrap());
        assert_eq!(part, Problem::new(5, 6, expected.to_vec()).unwrap());
        assert_eq!(problem.part(&[3], &[2, 3]).unwrap().nets(), 0);
        assert_eq!(problem.part(&[], &[1]), None);
        assert_eq!((problem.on(0, 99).rows(), problem.on(0, 99).cols()), (1, LARGEST));
    }

    #[test]
    fn each_number_stands_twice_without_gaps() {
        let all =
            |texts: &[&[&str]]| Problem::new(9, 9, texts.iter().map(|text| block(text).unwrap()).collect());
        let problem = all(&[&["1+21"], &["2"]]).unwrap();
        assert_eq!((problem.nets(), problem.cells()), (2, 5));
        assert_eq!(problem.ends(1).map(|end| (end.block, end.offset.col)), [(0, 0), (0, 3)]);
        assert_eq!(problem.ends(2).map(|end| end.block), [0, 1]);
        assert_eq!(all(&[&["1+++"]]), Err(ProblemError::Once { number: 1, block: 1 }));
        assert_eq!(
            all(&[&["1"], &["11++"]]),
            Err(ProblemError::TooOften { number: 1, count: 3, blocks: vec![1, 2] })
        );
        assert_eq!(all(&[&["33++"]]), Err(ProblemError::Gap { missing: 1, found: 3 }));
        assert_eq!(all(&[]), Err(ProblemError::NoBlocks));
        assert_eq!(Problem::new(0, 9, vec![]), Err(ProblemError::Board { rows: 0, cols: 9 }));
        assert_eq!(Problem::new(9, 73, vec![]), Err(ProblemError::Board { rows: 9, cols: 73 }));
    }

    #[test]
    fn identical_plain_blocks_are_one_group() {
        let plain = || block(&["++", "++"]).unwrap();
        let other = block(&["1+", "+1"]).unwrap();
        let blocks = vec![plain(), other, plain(), block(&["+"]).unwrap()];
        assert_eq!(Problem::new(9, 9, blocks).unwrap().groups(), [vec![0, 2], vec![1], vec![3]]);
    }
}
