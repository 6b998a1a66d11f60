//! Random problems, each with an answer.
//!
//! Blocks are placed on the board at random, and wires between random fields of them, each by a shortest path. So the
//! problem has an answer by construction, though not necessarily the best one.
//!
//! Crowded boards need more care. Where blocks take more than half of the board, each goes to the place, of a few random
//! ones, where it touches most; a shape that fits nowhere is replaced by another. Where there are few free fields per
//! wire, a wire joins fields that are close to each other, and the fields with the fewest partners are joined first, as
//! in the greedy matching of Karp and Sipser (FOCS 1981): otherwise the last wires would find no two fields that a path
//! can join.

use crate::encodings::grid::{Grid, Pos};
use crate::encodings::numberlink::{Block, Cell, Field, Problem, ProblemError, Solution};
use crate::solver::Budget;
use std::collections::{HashSet, VecDeque};

/// The specification of a random problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number of blocks.
    pub blocks: usize,
    /// The number of wires.
    pub nets: usize,
    /// The board's height.
    pub rows: usize,
    /// The board's width.
    pub cols: usize,
    /// The same seed makes the same problem.
    pub seed: u64,
}

/// Why no problem was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMade {
    /// These numbers do not make a problem.
    #[error("{0}")]
    Problem(#[from] ProblemError),
    /// Counting alone says that there is no such board.
    #[error(
        "there is no board of {}X{} with {} blocks and {} wires: a block has at least one field and at most four, and \
         a field of a block is the end of one wire at most", .0.cols, .0.rows, .0.blocks, .0.nets
    )]
    TooMany(Request),
    /// No random attempt succeeded.
    #[error(
        "no board of {}X{} with {} blocks and {} wires could be made in {TRIES} tries; make the board larger, or ask \
         for fewer", .0.cols, .0.rows, .0.blocks, .0.nets
    )]
    TooTight(Request),
    /// The budget ended first.
    #[error("stopped before a board was made: give it more time")]
    Stopped,
}

/// How often the whole board is tried again.
const TRIES: usize = 40;
/// How many random fields are looked at for the next wire.
const STARTS: usize = 24;
/// One block in this many is a monomino.
const MONOMINO: usize = 12;
/// How many random places of a block are compared on a crowded board.
const PLACES: usize = 12;
/// With at least this many free fields per wire, a wire may join any two fields.
const ROOMY: usize = 8;

/// Five tetrominoes; with rotations and mirror images they make all nineteen.
const TETROMINOES: [[(usize, usize); 4]; 5] = [
    [(0, 0), (0, 1), (0, 2), (0, 3)],
    [(0, 0), (0, 1), (1, 0), (1, 1)],
    [(0, 0), (0, 1), (0, 2), (1, 1)],
    [(0, 0), (0, 1), (1, 1), (1, 2)],
    [(0, 0), (0, 1), (0, 2), (1, 0)],
];

/// Generates a problem, and the answer it was made from.
pub fn generate(request: Request, budget: &Budget) -> Result<(Problem, Solution), NotMade> {
    // What the sizes alone rule out.
    Problem::new(request.rows, request.cols, vec![]).map(drop).or_else(|error| {
        if error == ProblemError::NoBlocks && request.blocks > 0 { Ok(()) } else { Err(error) }
    })?;
    // A block has one field or four, and a field is the end of one wire at most.
    if request.blocks > request.rows * request.cols || request.nets > 2 * request.blocks {
        return Err(NotMade::TooMany(request));
    }
    let mut rng = fastrand::Rng::with_seed(request.seed);
    for _ in 0..TRIES {
        if let Some(made) = attempt(request, &mut rng, budget) {
            return Ok(made);
        }
        if budget.exhausted() {
            return Err(NotMade::Stopped);
        }
    }
    Err(NotMade::TooTight(request))
}

/// A box with its fields, `true` where the block is.
fn shape(rng: &mut fastrand::Rng) -> Grid<bool> {
    if rng.usize(..MONOMINO) == 0 {
        return Grid::filled(1, 1, true);
    }
    let mut cells = TETROMINOES[rng.usize(..TETROMINOES.len())].to_vec();
    let (mirrored, turned, flipped) = (rng.bool(), rng.bool(), rng.bool());
    for cell in &mut cells {
        let (row, col) = *cell;
        let (row, col) = if mirrored { (row, 3 - col) } else { (row, col) };
        let (row, col) = if flipped { (3 - row, col) } else { (row, col) };
        *cell = if turned { (col, row) } else { (row, col) };
    }
    let top = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let left = cells.iter().map(|c| c.1).min().unwrap_or(0);
    let rows = cells.iter().map(|c| c.0 - top + 1).max().unwrap_or(1);
    let cols = cells.iter().map(|c| c.1 - left + 1).max().unwrap_or(1);
    Grid::from_fn(rows, cols, |p| cells.contains(&(p.row + top, p.col + left)))
}

/// Makes a problem, unless the blocks or wires do not fit or the budget ends.
fn attempt(request: Request, rng: &mut fastrand::Rng, budget: &Budget) -> Option<(Problem, Solution)> {
    let mut laid = Laid::new(request);
    for _ in 0..request.blocks {
        if budget.exhausted() {
            return None;
        }
        // How many shapes are drawn before the last resort, which fits into any free field.
        const SHAPES: usize = 30;
        let (shape, at) = (0..=SHAPES).find_map(|draw| {
            let shape = if draw < SHAPES { shape(rng) } else { Grid::filled(1, 1, true) };
            laid.place(&shape, rng).map(|at| (shape, at))
        })?;
        laid.lay(&shape, at);
    }
    for number in 1..=request.nets {
        if budget.exhausted() {
            return None;
        }
        let room = laid.free() / (request.nets - number + 1);
        let wire = if room >= ROOMY { laid.any_wire(rng) } else { None };
        let (a, b, way) = wire.or_else(|| laid.near_wire(room, rng))?;
        laid.join(number, [a, b], way);
    }
    // Only allowed shapes are used, and each number occurs twice.
    let made: Option<Vec<Block>> = laid.shapes.into_iter().map(|fields| Block::new(fields).ok()).collect();
    let problem = Problem::new(request.rows, request.cols, made?).ok()?;
    Some((problem, Solution { fields: laid.board, at: laid.at }))
}

/// A board that is being made.
struct Laid {
    board: Grid<Cell>,
    /// The block on each field.
    block: Grid<Option<usize>>,
    shapes: Vec<Grid<Field>>,
    /// The corners of the blocks' boxes.
    at: Vec<Pos>,
    /// The fields of blocks that are the end of no wire.
    loose: Vec<Pos>,
    crowded: bool,
}

impl Laid {
    fn new(request: Request) -> Self {
        let board = Grid::filled(request.rows, request.cols, Cell::Empty);
        let block = board.map(|_, _| None);
        let crowded = 8 * request.blocks > request.rows * request.cols;
        Self { board, block, shapes: Vec::new(), at: Vec::new(), loose: Vec::new(), crowded }
    }

    fn free(&self) -> usize {
        self.board.iter().filter(|(_, cell)| **cell == Cell::Empty).count()
    }

    /// Draws a place for a block of this shape, if there is one.
    fn place(&self, shape: &Grid<bool>, rng: &mut fastrand::Rng) -> Option<Pos> {
        let parts: Vec<Pos> = shape.iter().filter(|(_, part)| **part).map(|(p, _)| p).collect();
        let on = |at: Pos, part: Pos| Pos::new(at.row + part.row, at.col + part.col);
        let fits = |at: &Pos| parts.iter().all(|&p| self.board.get(on(*at, p)) == Some(&Cell::Empty));
        let places: Vec<Pos> = self.board.positions().filter(fits).collect();
        if !self.crowded {
            return rng.choice(places);
        }
        let touched = |at: Pos| {
            let sides = parts.iter().flat_map(|&p| self.board.neighbours4(on(at, p)));
            let inner = sides.filter(|&side| self.board[side] == Cell::Empty).count();
            4 * parts.len() - inner
        };
        let drawn = (0..PLACES).filter_map(|_| rng.choice(&places).copied());
        drawn.max_by_key(|&at| touched(at))
    }

    fn lay(&mut self, shape: &Grid<bool>, at: Pos) {
        for (offset, _) in shape.iter().filter(|(_, part)| **part) {
            let pos = Pos::new(at.row + offset.row, at.col + offset.col);
            self.board[pos] = Cell::Plain;
            self.block[pos] = Some(self.at.len());
            self.loose.push(pos);
        }
        self.shapes.push(shape.map(|_, &part| if part { Field::Plain } else { Field::Open }));
        self.at.push(at);
    }

    /// Draws any two fields of different blocks that a path can join, and returns their places among the loose ones.
    fn any_wire(&self, rng: &mut fastrand::Rng) -> Option<(usize, usize, Vec<Pos>)> {
        (0..STARTS).find_map(|_| {
            let a = rng.usize(..self.loose.len().max(1));
            let b = rng.usize(..self.loose.len().max(1));
            let (from, to) = (*self.loose.get(a)?, *self.loose.get(b)?);
            let apart = self.block[from] != self.block[to];
            apart.then(|| way(&self.board, from, to)).flatten().map(|way| (a, b, way))
        })
    }

    /// Among some random fields, takes one that has few partners and joins it to a partner that is no further away
    /// than necessary where there are `room` free fields per wire.
    fn near_wire(&self, room: usize, rng: &mut fastrand::Rng) -> Option<(usize, usize, Vec<Pos>)> {
        let longest = rng.usize(0..=2 * room + 1);
        let some = |rng: &mut fastrand::Rng| {
            let starts: Vec<usize> = (0..STARTS).map(|_| rng.usize(..self.loose.len().max(1))).collect();
            starts
        };
        let near = some(rng).into_iter().filter_map(|a| {
            let partners = self.partners(*self.loose.get(a)?, longest);
            (!partners.is_empty()).then_some((a, partners))
        });
        // Where none of them has a partner within the length, any field with a partner will do.
        let (a, partners) = near.min_by_key(|(_, partners)| partners.len()).or_else(|| {
            let mut all: Vec<usize> = (0..self.loose.len()).collect();
            rng.shuffle(&mut all);
            all.into_iter().find_map(|a| {
                let mut partners = self.partners(self.loose[a], usize::MAX);
                partners.truncate(1);
                (!partners.is_empty()).then_some((a, partners))
            })
        })?;
        let to = rng.choice(partners)?;
        let b = self.loose.iter().position(|&pos| pos == to)?;
        Some((a, b, way(&self.board, self.loose[a], to)?))
    }

    /// Returns the loose fields of other blocks that a path of at most this many fields joins to `from`, nearest first.
    fn partners(&self, from: Pos, longest: usize) -> Vec<Pos> {
        let mut found = Vec::new();
        let mut seen = HashSet::from([from]);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((pos, length)) = queue.pop_front() {
            for next in self.board.neighbours4(pos).filter(|&next| seen.insert(next)).collect::<Vec<_>>() {
                match self.board[next] {
                    Cell::Plain if self.block[next] != self.block[from] => found.push(next),
                    Cell::Empty if length < longest => queue.push_back((next, length + 1)),
                    _ => {}
                }
            }
        }
        found
    }

    /// Lays a wire between two loose fields.
    fn join(&mut self, number: usize, ends: [usize; 2], way: Vec<Pos>) {
        for pos in way {
            self.board[pos] = Cell::Number(number);
        }
        for index in [ends[0].max(ends[1]), ends[0].min(ends[1])] {
            let pos = self.loose.swap_remove(index);
            self.board[pos] = Cell::Number(number);
            if let Some(block) = self.block[pos] {
                let at = self.at[block];
                self.shapes[block][Pos::new(pos.row - at.row, pos.col - at.col)] = Field::Number(number);
            }
        }
    }
}

/// Returns the empty fields of a shortest path between two fields.
fn way(board: &Grid<Cell>, from: Pos, to: Pos) -> Option<Vec<Pos>> {
    let mut before: Grid<Option<Pos>> = board.map(|_, _| None);
    let mut queue = VecDeque::from([from]);
    while let Some(pos) = queue.pop_front() {
        for next in board.neighbours4(pos) {
            if next == to {
                let mut way = Vec::new();
                let mut here = pos;
                while here != from {
                    way.push(here);
                    here = before[here]?;
                }
                return Some(way);
            }
            if board[next] == Cell::Empty && before[next].is_none() {
                before[next] = Some(pos);
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::numberlink::rules;

    #[test]
    fn what_is_made_has_an_answer_and_the_seed_decides() {
        let request = Request { blocks: 8, nets: 7, rows: 10, cols: 10, seed: 0 };
        let mut made = Vec::new();
        for seed in 0..20 {
            let (problem, answer) = generate(Request { seed, ..request }, &Budget::unlimited()).unwrap();
            assert_eq!(rules::check(&problem, &answer), []);
            assert_eq!((problem.blocks().len(), problem.nets()), (8, 7));
            made.push(problem);
        }
        assert_eq!(generate(request, &Budget::unlimited()).unwrap().0, made[0]);
        assert!(made.windows(2).all(|two| two[0] != two[1]));
    }

    #[test]
    fn crowded_boards_are_made() {
        for (blocks, nets, rows, cols) in
            [(40, 40, 10, 20), (80, 100, 20, 20), (160, 240, 20, 40), (320, 560, 40, 40)]
        {
            let request = Request { blocks, nets, rows, cols, seed: 1 };
            let (problem, answer) = generate(request, &Budget::unlimited()).unwrap();
            assert_eq!(rules::check(&problem, &answer), []);
            assert_eq!((problem.blocks().len(), problem.nets()), (blocks, nets));
        }
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let request = Request { blocks: 8, nets: 0, rows: 2, cols: 2, seed: 0 };
        assert_eq!(generate(request, &Budget::unlimited()).map(drop), Err(NotMade::TooMany(request)));
        let request = Request { blocks: 3, nets: 7, rows: 9, cols: 9, seed: 0 };
        assert_eq!(generate(request, &Budget::unlimited()).map(drop), Err(NotMade::TooMany(request)));
        // Four blocks only fit as single fields, which two wires use up.
        let request = Request { blocks: 4, nets: 3, rows: 2, cols: 2, seed: 0 };
        assert_eq!(generate(request, &Budget::unlimited()).map(drop), Err(NotMade::TooTight(request)));
        let request = Request { blocks: 1, nets: 0, rows: 2, cols: 99, seed: 0 };
        assert!(matches!(
            generate(request, &Budget::unlimited()),
            Err(NotMade::Problem(ProblemError::Board { .. }))
        ));
        let request = Request { blocks: 0, nets: 0, rows: 2, cols: 2, seed: 0 };
        assert!(matches!(
            generate(request, &Budget::unlimited()),
            Err(NotMade::Problem(ProblemError::NoBlocks))
        ));
    }

    #[test]
    fn nothing_is_made_after_the_budget() {
        let request = Request { blocks: 8, nets: 7, rows: 10, cols: 10, seed: 0 };
        let ended = Budget::unlimited();
        ended.fail("it is over".into());
        assert_eq!(generate(request, &ended).map(drop), Err(NotMade::Stopped));
    }
}
