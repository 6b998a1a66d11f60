//! Lower bounds for the area by counting alone, before any formula is made.
//!
//! Blocks cover their fields, and wires need further fields: for two blocks joined by wires, every relative position is
//! tried, and the lengths of the shortest paths between the ends (each wire by itself) are added up. The smallest sum
//! over all positions is a lower bound for the fields that the wires between these two blocks need, and since a wire
//! belongs to one pair of blocks only, the bounds of all pairs add up. Besides, a rectangle of even area that has no
//! field to spare has as many black as white fields of a chessboard covered, which is impossible with an odd number of
//! T tetrominoes and no monominoes.

use super::problem::{Block, Problem};
use crate::grid::{Grid, Pos};
use std::collections::BTreeMap;
use std::collections::VecDeque;

/// A lower bound and the counts it follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The number of fields of the blocks.
    pub cells: usize,
    /// The least number of fields that the wires need.
    pub wires: usize,
    /// The width of the widest block.
    pub cols: usize,
    /// The height of the tallest block.
    pub rows: usize,
    /// Whether the blocks cannot fill a rectangle of even area completely.
    pub unbalanced: bool,
}

/// The largest offset between two blocks that is tried; beyond it each wire needs at least [`FAR_WIRE`] fields.
const REACH: isize = 9;
const FAR_WIRE: usize = 4;

impl Counts {
    /// Counts the fields of a problem.
    pub fn of(problem: &Problem) -> Self {
        let blocks = problem.blocks();
        let mut pairs: BTreeMap<[usize; 2], Vec<[Pos; 2]>> = BTreeMap::new();
        for number in 1..=problem.nets() {
            // The first end's block does not come after the second's.
            let [a, b] = problem.ends(number);
            pairs.entry([a.block, b.block]).or_default().push([a.offset, b.offset]);
        }
        let wires = pairs.iter().map(|(&[a, b], nets)| {
            if a == b { within(&blocks[a], nets) } else { between(&blocks[a], &blocks[b], nets) }
        });
        Self {
            cells: problem.cells(),
            wires: wires.sum(),
            cols: blocks.iter().map(Block::cols).max().unwrap_or(1),
            rows: blocks.iter().map(Block::rows).max().unwrap_or(1),
            // Two monominoes balance a T.
            unbalanced: blocks.iter().filter(|block| is_unbalanced(block)).count() % 2 == 1
                && blocks.iter().all(|block| block.cells().count() == 4),
        }
    }

    /// Returns a lower bound for the area of any solution, whatever its shape.
    pub fn area(&self) -> usize {
        (self.cells + self.wires).max(self.cols * self.rows)
    }

    /// Returns whether a rectangle of this size is possible as far as the counts tell. If not, no solution fits into
    /// it.
    pub fn allow(&self, rows: usize, cols: usize) -> bool {
        let area = rows * cols;
        let balanced = !(self.unbalanced && area == self.cells && area.is_multiple_of(2));
        rows >= self.rows && cols >= self.cols && area >= self.cells + self.wires && balanced
    }
}

/// Returns whether the numbers of black and white chessboard fields that a block covers differ by two: the T tetromino.
fn is_unbalanced(block: &Block) -> bool {
    let black = block.cells().filter(|(pos, _)| (pos.row + pos.col).is_multiple_of(2)).count();
    let all = block.cells().count();
    all == 4 && black != 2
}

/// Returns the least number of fields that wires from a block to itself need.
fn within(block: &Block, nets: &[[Pos; 2]]) -> usize {
    let mut board = Grid::filled(block.rows() + 2, block.cols() + 2, false);
    let shift = |pos: Pos| Pos::new(pos.row + 1, pos.col + 1);
    block.cells().for_each(|(pos, _)| board[shift(pos)] = true);
    // If no path joins two ends even without other wires, the problem is unsolvable; the formula will show that.
    nets.iter().filter_map(|&[a, b]| way(&board, shift(a), shift(b))).sum()
}

/// Returns the least number of fields that a wire (counted from 1) from a block to itself needs.
pub(super) fn own_wire(problem: &Problem, number: usize) -> usize {
    let [a, b] = problem.ends(number);
    within(&problem.blocks()[a.block], &[[a.offset, b.offset]])
}

/// Returns the least number of fields that the wires between two blocks need, wherever the blocks are.
fn between(a: &Block, b: &Block, nets: &[[Pos; 2]]) -> usize {
    let mut best = FAR_WIRE * nets.len();
    for down in -REACH..=REACH {
        for right in -REACH..=REACH {
            if let Some(sum) = beside(a, b, (down, right), nets) {
                best = best.min(sum);
            }
            if best == 0 {
                return 0;
            }
        }
    }
    best
}

/// Returns that number for one position of `b`; `None` if the blocks overlap there or a wire has no path.
pub(super) fn beside(
    a: &Block,
    b: &Block,
    (down, right): (isize, isize),
    nets: &[[Pos; 2]],
) -> Option<usize> {
    // A ring of free fields around both blocks is enough: no shortest path goes further out.
    let corner = |shift: isize| shift.min(0).unsigned_abs() + 1;
    let (top, left) = (corner(down), corner(right));
    let place_a = |pos: Pos| Some(Pos::new(pos.row + top, pos.col + left));
    let place_b = |pos: Pos| Pos::new(pos.row + top, pos.col + left).offset(down, right);
    let size = |shift: isize, first: usize, a: usize, b: usize| {
        let second = first.checked_add_signed(shift)?;
        Some((first + a).max(second + b) + 1)
    };
    let rows = size(down, top, a.rows(), b.rows())?;
    let cols = size(right, left, a.cols(), b.cols())?;
    let mut board = Grid::filled(rows, cols, false);
    let mut lay = |pos: Pos| !std::mem::replace(&mut board[pos], true);
    for (pos, _) in a.cells() {
        lay(place_a(pos)?);
    }
    for (pos, _) in b.cells() {
        if !lay(place_b(pos)?) {
            return None;
        }
    }
    nets.iter().map(|&[from, to]| way(&board, place_a(from)?, place_b(to)?)).sum()
}

/// Returns the number of free fields between two ends on a shortest path over free fields; `None` if there is no path.
fn way(board: &Grid<bool>, from: Pos, to: Pos) -> Option<usize> {
    let mut far: Grid<Option<usize>> = board.map(|_, _| None);
    far[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(pos) = queue.pop_front() {
        let next = far[pos]? + 1;
        for neighbour in board.neighbours4(pos) {
            if neighbour == to {
                return Some(next - 1);
            }
            if !board[neighbour] && far[neighbour].is_none() {
                far[neighbour] = Some(next);
                queue.push_back(neighbour);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::format_q;
    use super::super::problem::Field;
    use super::*;

    fn counts(blocks: &[&str]) -> Counts {
        let mut text = format!("SIZE 72X72\nBLOCK_NUM {}\n", blocks.len());
        for (block, number) in blocks.iter().zip(1..) {
            text.push_str(&format!("BLOCK#{number} {block}\n"));
        }
        Counts::of(&format_q::read(&text).unwrap())
    }

    #[test]
    fn wires_that_cannot_be_short_are_counted() {
        let neighbours = counts(&["2X2\n1,+\n+,+", "2X2\n+,+\n+,1"]);
        assert_eq!((neighbours.cells, neighbours.wires, neighbours.area()), (8, 0, 8));
        // Both ends on one block, on opposite sides of a bar.
        assert_eq!(counts(&["4X1\n1,+,+,1"]).wires, 4);
        // The corners of two squares: when one pair touches, the other has to go around.
        assert!(counts(&["2X2\n1,2\n+,+", "2X2\n+,+\n2,1"]).wires > 0);
        // Four wires between two squares: three fields each, if the squares are alike, in the best position for all; turned
        // round, no position is better than one far away.
        assert_eq!(counts(&["2X2\n1,2\n3,4", "2X2\n1,2\n3,4"]).wires, 12);
        assert_eq!(counts(&["2X2\n1,2\n3,4", "2X2\n4,3\n2,1"]).wires, 4 * FAR_WIRE);
    }

    fn block(rows: &str) -> Block {
        let rows: Vec<Vec<Field>> = rows
            .split('/')
            .map(|row| row.chars().map(|c| if c == '0' { Field::Open } else { Field::Plain }).collect())
            .collect();
        Block::new(Grid::from_fn(rows.len(), rows[0].len(), |pos| rows[pos.row][pos.col])).unwrap()
    }

    const SHAPES: [&str; 9] =
        ["+", "++++", "+/+/+/+", "++/++", "+++/0+0", "0+/++/0+", "++0/0++", "+0/+0/++", "+++/00+"];

    /// Returns the first and the last field of a block.
    fn corners(block: &Block) -> [Pos; 2] {
        [block.cells().next().unwrap().0, block.cells().last().unwrap().0]
    }

    /// Returns the number of free fields between two fields on a board with room to spare; `None` if the blocks overlap
    /// or there is no path.
    fn on_a_large_board(blocks: &[(&Block, Pos)], from: Pos, to: Pos) -> Option<usize> {
        let mut board = Grid::filled(18, 18, false);
        for (block, at) in blocks {
            for (pos, _) in block.cells() {
                if std::mem::replace(&mut board[Pos::new(at.row + pos.row, at.col + pos.col)], true) {
                    return None;
                }
            }
        }
        // Breadth first, one wave at a time.
        let mut reached = vec![from];
        for steps in 0.. {
            if reached.iter().any(|&pos| board.neighbours4(pos).any(|next| next == to)) {
                return Some(steps);
            }
            let before = reached.len();
            for pos in reached.clone() {
                let next: Vec<Pos> = board.neighbours4(pos).filter(|&next| !board[next]).collect();
                next.into_iter().for_each(|next| {
                    if !reached.contains(&next) {
                        reached.push(next)
                    }
                });
            }
            if reached.len() == before {
                return None;
            }
        }
        None
    }

    #[test]
    fn a_ring_of_one_field_is_room_enough_beside_another_block() {
        let at = |shift: isize| 7_usize.checked_add_signed(shift).unwrap();
        for (a, b) in SHAPES.iter().flat_map(|a| SHAPES.iter().map(move |b| (block(a), block(b)))) {
            for shift in
                [(-3, -1), (-2, 0), (-1, 2), (0, -3), (0, 1), (0, 2), (1, -2), (1, 1), (2, 0), (3, 3)]
            {
                let (place_a, place_b) = (Pos::new(7, 7), Pos::new(at(shift.0), at(shift.1)));
                let mut sum = Some(0);
                for from in corners(&a) {
                    for to in corners(&b) {
                        let on = |place: Pos, pos: Pos| Pos::new(place.row + pos.row, place.col + pos.col);
                        let blocks = [(&a, place_a), (&b, place_b)];
                        let expected = on_a_large_board(&blocks, on(place_a, from), on(place_b, to));
                        assert_eq!(beside(&a, &b, shift, &[[from, to]]), expected, "{a:?} {b:?} {shift:?}");
                        sum = sum.zip(expected).map(|(sum, one)| sum + one);
                    }
                }
                let all = corners(&a).into_iter().flat_map(|from| corners(&b).map(|to| [from, to]));
                assert_eq!(beside(&a, &b, shift, &all.collect::<Vec<_>>()), sum, "{a:?} {b:?} {shift:?}");
            }
        }
    }

    #[test]
    fn a_ring_of_one_field_is_room_enough_around_a_block() {
        for shape in SHAPES.iter().filter(|shape| shape.len() > 1) {
            let block = block(shape);
            let [from, to] = corners(&block);
            let on = |pos: Pos| Pos::new(pos.row + 7, pos.col + 7);
            let expected = on_a_large_board(&[(&block, Pos::new(7, 7))], on(from), on(to)).unwrap();
            assert_eq!(within(&block, &[[from, to]]), expected, "{shape}");
            assert_eq!(within(&block, &[[from, to], [to, from]]), 2 * expected, "{shape}");
        }
        // By hand: above the T, as its stem is in the way below; likewise for the three rotated ones.
        assert_eq!(within(&block("+++/0+0"), &[[Pos::new(0, 0), Pos::new(0, 2)]]), 3);
        assert_eq!(within(&block("+0/++/+0"), &[[Pos::new(0, 0), Pos::new(2, 0)]]), 3);
        assert_eq!(within(&block("0+0/+++"), &[[Pos::new(1, 0), Pos::new(1, 2)]]), 3);
        assert_eq!(within(&block("0+/++/0+"), &[[Pos::new(0, 1), Pos::new(2, 1)]]), 3);
    }

    #[test]
    fn an_area_has_room_for_all_fields_and_the_longest_blocks() {
        let bars = counts(&["4X1\n+,+,+,+", "1X4\n+\n+\n+\n+"]);
        assert_eq!((bars.cells, bars.wires, bars.cols, bars.rows, bars.area()), (8, 0, 4, 4, 16));
        assert!(bars.allow(4, 4) && !bars.allow(3, 6) && !bars.allow(6, 3));
        let squares = counts(&["2X2\n+,+\n+,+", "2X2\n+,+\n+,+"]);
        assert_eq!(squares.area(), 8);
        assert!(squares.allow(2, 4) && squares.allow(4, 2) && squares.allow(3, 3) && !squares.allow(2, 3));
        let wired = counts(&["4X1\n1,+,+,1", "2X2\n+,+\n+,+"]);
        assert_eq!((wired.cells, wired.wires, wired.area()), (8, 4, 12));
        assert!(wired.allow(3, 4) && !wired.allow(2, 5) && !wired.allow(11, 1));
    }

    #[test]
    fn an_odd_number_of_t_fills_no_even_rectangle() {
        let t = "3X2\n+,+,+\n0,+,0";
        let i = "1X4\n+\n+\n+\n+";
        let odd = counts(&[t, i, i]);
        assert!(!odd.allow(4, 3) && odd.allow(4, 4) && !odd.allow(3, 4), "{odd:?}");
        assert!(counts(&[t, i, t]).allow(4, 3));
        // A T, and two monominoes in the corners that it leaves.
        assert!(counts(&[t, "1X1\n+", "1X1\n+"]).allow(2, 3));
    }
}
