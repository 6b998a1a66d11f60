//! A board that is being packed: the blocks on it, the wires between them, and the remaining fields.
//!
//! Invariant: no wire touches itself (`walk` in file `window` relies on it); one whose blocks are both on the board may be
//! missing. Fields have flat indices with a wall around the board, so that
//! neighbours need no bounds checks.

use crate::encodings::grid::Pos;
use crate::encodings::numberlink::{Cell, Field, Problem, Solution};
use std::collections::VecDeque;

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Here {
    Empty,
    Wall,
    Block(u16),
    Wire(u16),
}

/// What is needed to place a block anywhere; computed once from the problem.
#[derive(Clone, Debug)]
pub struct Piece {
    pub rows: usize,
    pub cols: usize,
    /// The fields in the box: row, column, and the number that ends there.
    pub fields: Vec<(usize, usize, Option<u16>)>,
    /// The wires that end here: number, position of this end, the other block, position of the other end.
    pub nets: Vec<Net>,
}

/// One wire as seen from a block.
#[derive(Clone, Copy, Debug)]
pub struct Net {
    pub number: u16,
    pub here: (usize, usize),
    pub other: usize,
    pub there: (usize, usize),
}

/// A part of the board: the first row and column, and one past the last ones.
pub type Frame = [usize; 4];

/// The pieces of a problem.
pub fn pieces(problem: &Problem) -> Vec<Piece> {
    let place = |offset: Pos| (offset.row, offset.col);
    let mut pieces: Vec<Piece> = problem
        .blocks()
        .iter()
        .map(|block| Piece {
            rows: block.rows(),
            cols: block.cols(),
            fields: block
                .cells()
                .map(|(offset, field)| {
                    let number = match field {
                        Field::Number(number) => Some(number as u16 - 1),
                        Field::Plain | Field::Open => None,
                    };
                    (offset.row, offset.col, number)
                })
                .collect(),
            nets: Vec::new(),
        })
        .collect();
    for number in 1..=problem.nets() {
        let [a, b] = problem.ends(number);
        let number = number as u16 - 1;
        let net = Net { number, here: place(a.offset), other: b.block, there: place(b.offset) };
        pieces[a.block].nets.push(net);
        if a.block != b.block {
            let net = Net { number, here: place(b.offset), other: a.block, there: place(a.offset) };
            pieces[b.block].nets.push(net);
        }
    }
    pieces
}

/// Returns for each wire one of its blocks and the wire as seen from that block.
pub fn owners(pieces: &[Piece]) -> Vec<(usize, Net)> {
    let nets =
        pieces.iter().enumerate().flat_map(|(block, piece)| piece.nets.iter().map(move |net| (block, *net)));
    let mut owners: Vec<(usize, Net)> = nets.collect();
    owners.sort_by_key(|(block, net)| (net.number, *block));
    owners.dedup_by_key(|(_, net)| net.number);
    owners
}

/// No path yet.
pub const FAR: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub struct Board {
    pub rows: usize,
    pub cols: usize,
    stride: usize,
    pub cells: Vec<Here>,
    /// The number that ends on a field of a block.
    ends: Vec<Option<u16>>,
    /// The position of each block: the flat index of its box's corner.
    pub at: Vec<Option<usize>>,
    /// The fields of each laid wire between its ends; `None` if it is not laid.
    wires: Vec<Option<Vec<usize>>>,
}

/// Memory for path searches, kept between searches.
#[derive(Debug, Default)]
pub struct Scratch {
    far: Vec<u16>,
    touched: Vec<usize>,
    queue: VecDeque<usize>,
}

impl Board {
    pub fn new(rows: usize, cols: usize, blocks: usize, nets: usize) -> Self {
        let stride = cols + 2;
        let mut cells = vec![Here::Wall; stride * (rows + 2)];
        for row in 0..rows {
            cells[(row + 1) * stride + 1..][..cols].fill(Here::Empty);
        }
        let ends = vec![None; cells.len()];
        Self { rows, cols, stride, cells, ends, at: vec![None; blocks], wires: vec![None; nets] }
    }

    pub fn flat(&self, row: usize, col: usize) -> usize {
        (row + 1) * self.stride + col + 1
    }

    pub fn place_of(&self, flat: usize) -> (usize, usize) {
        (flat / self.stride - 1, flat % self.stride - 1)
    }

    pub fn neighbours(&self, flat: usize) -> [usize; 4] {
        [flat - self.stride, flat - 1, flat + 1, flat + self.stride]
    }

    fn offset(&self, corner: usize, (row, col): (usize, usize)) -> usize {
        corner + row * self.stride + col
    }

    /// Returns whether a piece fits with its corner here.
    pub fn is_free(&self, piece: &Piece, corner: usize) -> bool {
        piece.fields.iter().all(|&(r, c, _)| self.cells[self.offset(corner, (r, c))] == Here::Empty)
    }

    /// Returns the corners for which the box of a piece is on the board; only those in a window (top, left, and one
    /// past bottom and right) if there is one.
    pub fn corners(&self, piece: &Piece, window: Option<[usize; 4]>) -> impl Iterator<Item = usize> + use<> {
        let rows = (self.rows + 1).saturating_sub(piece.rows);
        let cols = (self.cols + 1).saturating_sub(piece.cols);
        let stride = self.stride;
        let [top, left, bottom, right] = window.unwrap_or([0, 0, rows, cols]);
        (top..bottom.min(rows))
            .flat_map(move |row| (left..right.min(cols)).map(move |col| (row + 1) * stride + col + 1))
    }

    /// Returns how many fields wires take, and how many sides of empty fields do not face an empty field.
    pub fn waste(&self) -> (usize, usize) {
        let (mut wire, mut edge) = (0, 0);
        for (flat, cell) in self.cells.iter().enumerate() {
            match cell {
                Here::Wire(_) => wire += 1,
                Here::Empty => {
                    edge +=
                        self.neighbours(flat).into_iter().filter(|&n| self.cells[n] != Here::Empty).count();
                }
                Here::Wall | Here::Block(_) => {}
            }
        }
        (wire, edge)
    }

    /// Returns how many sides of a piece touch walls, blocks or wires, and how many empty fields beside it would be
    /// left without an empty neighbour.
    pub fn contact(&self, piece: &Piece, corner: usize) -> (i32, i32) {
        let (mut contact, mut holes) = (0, 0);
        let own = |flat: usize| piece.fields.iter().any(|&(r, c, _)| self.offset(corner, (r, c)) == flat);
        for &(r, c, _) in &piece.fields {
            for side in self.neighbours(self.offset(corner, (r, c))) {
                if self.cells[side] != Here::Empty {
                    contact += 1;
                } else if !own(side)
                    && self.neighbours(side).into_iter().all(|n| self.cells[n] != Here::Empty || own(n))
                {
                    holes += 1;
                }
            }
        }
        (contact, holes)
    }

    /// Places a piece, without its wires.
    pub fn lay(&mut self, block: usize, piece: &Piece, corner: usize) {
        for &(r, c, number) in &piece.fields {
            let flat = self.offset(corner, (r, c));
            self.cells[flat] = Here::Block(block as u16);
            self.ends[flat] = number;
        }
        self.at[block] = Some(corner);
    }

    /// Removes a block with all its wires.
    pub fn lift(&mut self, block: usize, piece: &Piece) {
        let Some(corner) = self.at[block].take() else { return };
        for &(r, c, _) in &piece.fields {
            let flat = self.offset(corner, (r, c));
            self.cells[flat] = Here::Empty;
            self.ends[flat] = None;
        }
        for net in &piece.nets {
            self.cut(net.number);
        }
    }

    /// Removes a wire.
    pub fn cut(&mut self, number: u16) {
        for flat in self.wires[usize::from(number)].take().into_iter().flatten() {
            self.cells[flat] = Here::Empty;
        }
    }

    pub fn is_laid(&self, number: u16) -> bool {
        self.wires[usize::from(number)].is_some()
    }

    /// Returns the fields of the two ends of a wire, if both blocks are on the board.
    pub fn ends_of(&self, block: usize, net: &Net) -> Option<(usize, usize)> {
        Some((self.offset(self.at[block]?, net.here), self.offset(self.at[net.other]?, net.there)))
    }

    /// Returns the field of the wire's end on the other block, if that block is on the board.
    pub fn other_end(&self, net: &Net) -> Option<usize> {
        Some(self.offset(self.at[net.other]?, net.there))
    }

    /// Returns the field that this end would have.
    pub fn own_end(&self, net: &Net, corner: usize) -> usize {
        self.offset(corner, net.here)
    }

    /// Returns the flat index of a field of a box with this corner.
    pub fn own_end_at(&self, corner: usize, offset: (usize, usize)) -> usize {
        self.offset(corner, offset)
    }

    /// Lays a wire on these fields, which have to be empty.
    pub fn lay_wire(&mut self, number: u16, way: Vec<usize>) {
        for &flat in &way {
            self.cells[flat] = Here::Wire(number);
        }
        self.wires[usize::from(number)] = Some(way);
    }

    /// Computes for each empty field how many fields a wire from `start` to it takes, up to `limit`. Valid until the
    /// scratch memory is used again.
    pub fn flood<'s>(&self, start: usize, limit: u16, scratch: &'s mut Scratch) -> &'s [u16] {
        self.search(start, None, limit, scratch);
        &scratch.far
    }

    fn search(&self, start: usize, goal: Option<usize>, limit: u16, scratch: &mut Scratch) -> bool {
        scratch.far.resize(self.cells.len(), FAR);
        if scratch.far.len() > self.cells.len() {
            scratch.far.truncate(self.cells.len());
        }
        for flat in scratch.touched.drain(..) {
            if let Some(far) = scratch.far.get_mut(flat) {
                *far = FAR;
            }
        }
        scratch.queue.clear();
        scratch.far[start] = 0;
        scratch.touched.push(start);
        scratch.queue.push_back(start);
        while let Some(flat) = scratch.queue.pop_front() {
            let next = scratch.far[flat] + 1;
            if next > limit {
                break;
            }
            for side in self.neighbours(flat) {
                if Some(side) == goal {
                    return true;
                }
                if self.cells[side] == Here::Empty && scratch.far[side] == FAR {
                    scratch.far[side] = next;
                    scratch.touched.push(side);
                    scratch.queue.push_back(side);
                }
            }
        }
        false
    }

    /// Lays a wire by a shortest path between two ends. If there are several, the random number decides.
    pub fn route(
        &mut self,
        number: u16,
        (from, to): (usize, usize),
        rng: &mut fastrand::Rng,
        scratch: &mut Scratch,
    ) -> bool {
        if !self.search(from, Some(to), FAR - 1, scratch) {
            return false;
        }
        let mut way = Vec::new();
        let mut here = to;
        let length = |flat: usize| scratch.far[flat];
        loop {
            let sides = self.neighbours(here);
            let least = sides.into_iter().map(length).min().unwrap_or(FAR);
            if least == 0 {
                break;
            }
            let first = rng.usize(..4);
            let side = (0..4).map(|i| sides[(first + i) % 4]).find(|&side| length(side) == least);
            let Some(side) = side else { return false };
            way.push(side);
            here = side;
        }
        for &flat in &way {
            self.cells[flat] = Here::Wire(number);
        }
        self.wires[usize::from(number)] = Some(way);
        true
    }

    /// Returns how many fields a wire between these two takes at least.
    pub fn gap(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.place_of(a), self.place_of(b));
        (a.0.abs_diff(b.0) + a.1.abs_diff(b.1)).saturating_sub(1)
    }

    /// Returns the fields of a laid wire between its ends.
    pub fn wire(&self, number: u16) -> &[usize] {
        self.wires[usize::from(number)].as_deref().unwrap_or_default()
    }

    /// Returns the numbers of the ends at `flat` and beside it that wait for their wire and have no empty neighbour left.
    pub fn smothers(&self, flat: usize) -> [Option<u16>; 5] {
        let [up, left, right, down] = self.neighbours(flat);
        [flat, up, left, right, down].map(|end| {
            let waits = |number: &u16| {
                !self.is_laid(*number)
                    && self.neighbours(end).into_iter().all(|side| self.cells[side] != Here::Empty)
            };
            self.ends[end].filter(waits)
        })
    }

    /// Returns the answer if every block is placed and every wire is laid.
    pub fn answer(&self, problem: &Problem) -> Option<Solution> {
        let at: Option<Vec<Pos>> = self
            .at
            .iter()
            .map(|at| at.map(|flat| self.place_of(flat)).map(|(row, col)| Pos::new(row, col)))
            .collect();
        let mut answer = Solution::lay(problem, self.rows, self.cols, at?);
        for (wire, number) in self.wires.iter().zip(1..) {
            for &flat in wire.as_ref()? {
                let (row, col) = self.place_of(flat);
                answer.fields[Pos::new(row, col)] = Cell::Number(number);
            }
        }
        Some(answer)
    }
}
