//! Numberlink by plain enumeration, and random problems. The enumeration is written from the text of the rules and
//! shares no code with the encoding: it tries all placements, and then all paths of each wire.

use cwsat::encodings::grid::{Grid, Pos};
use cwsat::encodings::numberlink::{Block, Field, Problem, Solution};

/// The shapes of the blocks that are drawn, `#` where the block is.
const SHAPES: [&[&str]; 8] = [
    &["#"],
    &["##", "##"],
    &["####"],
    &["#", "#", "#", "#"],
    &["###", ".#."],
    &["##.", ".##"],
    &[".#", "##", "#."],
    &["#.", "#.", "##"],
];

/// Returns a random problem of few blocks and wires on a square board, with more monominoes than other shapes, because
/// those fit on small boards.
pub fn draw(rng: &mut fastrand::Rng, side: usize) -> Problem {
    loop {
        let count = rng.usize(1..=4);
        let mut boxes: Vec<Grid<Field>> = (0..count)
            .map(|_| {
                let shape = SHAPES[if rng.bool() { 0 } else { rng.usize(..SHAPES.len()) }];
                Grid::from_fn(shape.len(), shape[0].len(), |p| match shape[p.row].as_bytes()[p.col] {
                    b'#' => Field::Plain,
                    _ => Field::Open,
                })
            })
            .collect();
        let mut places: Vec<(usize, Pos)> = Vec::new();
        for (index, fields) in boxes.iter().enumerate() {
            places.extend(fields.iter().filter(|(_, f)| **f == Field::Plain).map(|(pos, _)| (index, pos)));
        }
        rng.shuffle(&mut places);
        let nets = rng.usize(0..=3).min(places.len() / 2);
        for number in 1..=nets {
            for _ in 0..2 {
                let (index, pos) = places.pop().unwrap();
                boxes[index][pos] = Field::Number(number);
            }
        }
        let blocks = boxes.into_iter().map(|fields| Block::new(fields).unwrap()).collect();
        let problem = Problem::new(side, side, blocks).unwrap();
        if problem.cells() <= side * (side - 1) {
            return problem;
        }
    }
}

/// The plain enumeration. Fields are 0 (empty), -1 (block), or a number.
struct Brute<'a> {
    problem: &'a Problem,
    rows: i32,
    cols: i32,
    fields: Vec<i32>,
    ends: Vec<Vec<(i32, i32)>>,
    only: Only<'a>,
    found: usize,
    /// The search ends when this many were found.
    enough: usize,
}

/// Which solutions count.
#[derive(Clone, Copy)]
pub struct Only<'a> {
    /// Only those with wires of at most this many fields between their ends,
    pub wires_up_to: usize,
    /// and with the corners of the blocks' boxes only where this allows it (block counted from 0, row, column).
    pub corners: &'a dyn Fn(usize, usize, usize) -> bool,
}

/// Returns whether all blocks and wires fit into a rectangle.
pub fn fits(problem: &Problem, rows: usize, cols: usize) -> bool {
    fits_only(problem, rows, cols, Only { wires_up_to: rows * cols, corners: &|_, _, _| true })
}

/// Returns whether there is a solution that counts.
pub fn fits_only(problem: &Problem, rows: usize, cols: usize, only: Only) -> bool {
    Brute::new(problem, (rows, cols), only, 1).place(0)
}

/// Returns the number of ways in which the wires can go with the blocks where a solution has them.
pub fn wirings(problem: &Problem, board: &Solution) -> usize {
    let (rows, cols) = (board.fields.rows(), board.fields.cols());
    let corners = |block: usize, row: usize, col: usize| board.at[block] == Pos::new(row, col);
    let only = Only { wires_up_to: rows * cols, corners: &corners };
    let mut brute = Brute::new(problem, (rows, cols), only, usize::MAX);
    brute.place(0);
    brute.found
}

impl<'a> Brute<'a> {
    fn new(problem: &'a Problem, (rows, cols): (usize, usize), only: Only<'a>, enough: usize) -> Self {
        let (fields, ends) = (vec![0; rows * cols], vec![Vec::new(); problem.nets()]);
        Self { problem, rows: rows as i32, cols: cols as i32, fields, ends, only, found: 0, enough }
    }

    fn at(&mut self, (r, c): (i32, i32)) -> Option<&mut i32> {
        let inside = r >= 0 && c >= 0 && r < self.rows && c < self.cols;
        inside.then(|| &mut self.fields[(r * self.cols + c) as usize])
    }

    fn place(&mut self, index: usize) -> bool {
        if index == self.problem.blocks().len() {
            return self.wire(0);
        }
        let cells: Vec<(Pos, Field)> = self.problem.blocks()[index].cells().collect();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let spot = |pos: &Pos| (row + pos.row as i32, col + pos.col as i32);
                if !(self.only.corners)(index, row as usize, col as usize) {
                    continue;
                }
                if !cells.iter().all(|(pos, _)| self.at(spot(pos)).is_some_and(|f| *f == 0)) {
                    continue;
                }
                for (pos, field) in &cells {
                    *self.at(spot(pos)).unwrap() = -1;
                    if let Field::Number(number) = field {
                        self.ends[number - 1].push(spot(pos));
                    }
                }
                let fits = self.place(index + 1);
                for (pos, field) in &cells {
                    *self.at(spot(pos)).unwrap() = 0;
                    if let Field::Number(number) = field {
                        self.ends[number - 1].pop();
                    }
                }
                if fits {
                    return true;
                }
            }
        }
        false
    }

    fn wire(&mut self, net: usize) -> bool {
        if net == self.ends.len() {
            self.found += 1;
            return self.found >= self.enough;
        }
        let [from, to] = self.ends[net][..] else { panic!("two ends") };
        self.step(net, from, from, to, self.only.wires_up_to)
    }

    /// Continues from `here`. A wire never touches itself: the next field has only one neighbour on the wire, the one
    /// it comes from. At most `more` further fields may be taken.
    fn step(&mut self, net: usize, here: (i32, i32), from: (i32, i32), to: (i32, i32), more: usize) -> bool {
        let around = |(r, c): (i32, i32)| [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)];
        let number = net as i32 + 1;
        if around(here).contains(&to) {
            // Any longer path from here would touch the end as well.
            return self.wire(net + 1);
        }
        if more == 0 {
            return false;
        }
        for next in around(here) {
            let touching = around(next);
            let touches =
                touching.into_iter().filter(|&p| p == from || self.at(p).is_some_and(|f| *f == number));
            let alone = touches.count() == 1;
            if alone && self.at(next).is_some_and(|f| *f == 0) {
                *self.at(next).unwrap() = number;
                let joined = self.step(net, next, from, to, more - 1);
                *self.at(next).unwrap() = 0;
                if joined {
                    return true;
                }
            }
        }
        false
    }
}
