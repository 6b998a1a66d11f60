//! Random problems, each with an answer.
//!
//! Blocks are placed on the board at random, and wires between random fields of them, each by a shortest path. So the
//! problem has an answer by construction, though nobody knows the best one.

use crate::encodings::grid::{Grid, Pos};
use crate::encodings::numberlink::{Block, Cell, Field, Problem, ProblemError, Solution};
use crate::solver::Budget;
use std::collections::VecDeque;

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
const TRIES: usize = 200;
/// How many pairs of fields are tried as the ends of a wire.
const PAIRS: usize = 60;
/// One block in this many is a monomino.
const MONOMINO: usize = 12;

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
    let mut board: Grid<Cell> = Grid::filled(request.rows, request.cols, Cell::Empty);
    let mut blocks: Vec<(Grid<Field>, Pos)> = Vec::new();
    // For each field of the board, the block on it and the field of the block's box.
    let mut lying: Vec<(Pos, usize, Pos)> = Vec::new();
    for index in 0..request.blocks {
        if budget.exhausted() {
            return None;
        }
        let shape = shape(rng);
        let places: Vec<Pos> = board
            .positions()
            .filter(|at| {
                shape
                    .iter()
                    .filter(|(_, part)| **part)
                    .all(|(p, _)| board.get(Pos::new(at.row + p.row, at.col + p.col)) == Some(&Cell::Empty))
            })
            .collect();
        let at = rng.choice(places)?;
        for (offset, _) in shape.iter().filter(|(_, part)| **part) {
            let pos = Pos::new(at.row + offset.row, at.col + offset.col);
            board[pos] = Cell::Plain;
            lying.push((pos, index, offset));
        }
        blocks.push((shape.map(|_, &part| if part { Field::Plain } else { Field::Open }), at));
    }
    for number in 1..=request.nets {
        if budget.exhausted() || lying.len() < 2 {
            return None;
        }
        // Any two block fields that a path can join.
        let (a, b, way) = (0..PAIRS).find_map(|_| {
            let pair = [rng.usize(..lying.len()), rng.usize(..lying.len())];
            let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let apart = lying[a].1 != lying[b].1;
            apart.then(|| way(&board, lying[a].0, lying[b].0)).flatten().map(|way| (a, b, way))
        })?;
        for pos in way {
            board[pos] = Cell::Number(number);
        }
        for index in [b, a] {
            let (pos, block, offset) = lying.swap_remove(index);
            board[pos] = Cell::Number(number);
            blocks[block].0[offset] = Field::Number(number);
        }
    }
    let at = blocks.iter().map(|(_, at)| *at).collect();
    // Only allowed shapes are used, and each number occurs twice.
    let made: Option<Vec<Block>> = blocks.into_iter().map(|(fields, _)| Block::new(fields).ok()).collect();
    let problem = Problem::new(request.rows, request.cols, made?).ok()?;
    Some((problem, Solution { fields: board, at }))
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
    fn what_cannot_be_made_is_refused() {
        let request = Request { blocks: 8, nets: 0, rows: 2, cols: 2, seed: 0 };
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
