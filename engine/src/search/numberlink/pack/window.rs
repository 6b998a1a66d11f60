//! A window of a packing as a problem of its own: the blocks inside it are placed anew together with what was left over,
//! everything else stays.
//!
//! Ruin and recreate gets all but the last few blocks and wires of a crowded board into place. Whether one of those fits
//! when some ten blocks around it move is a small question, which the formula of a rectangle answers within milliseconds,
//! and completely: the window is that rectangle. What stays is put into it as monominoes in fixed positions, with a number
//! where a wire has to end: at the end on a block that stays, or on the last field of a wire before it leaves the window.

use super::board::{Board, Frame, Here, Net, Piece};
use super::repair::Packing;
use crate::encodings::grid::{Grid, Pos};
use crate::encodings::numberlink::{
    Block, Cell, Encoding, Field, Problem, RedundantClauses, Solution, rules,
};
use crate::solver::{BackEnd, Budget, SatAnswer, ask, load};
use std::collections::{BTreeMap, BTreeSet};

/// A conflict limit for one window.
const CONFLICTS: u32 = 5_000;

/// The smallest and the largest side of a window that is solved by a formula, unless what has to lie in it needs a little more
/// (see `frame_around`).
const WINDOW: (usize, usize) = (5, 9);

/// The problem of a window.
pub struct Window {
    frame: Frame,
    problem: Problem,
    /// The blocks that are placed anew, in the order of the problem's first blocks.
    moving: Vec<usize>,
    /// The monominoes of what stays, with their places.
    pinned: Vec<(usize, Pos)>,
    /// The wires that are laid anew, with their fields that stay as they are.
    nets: Vec<(u16, Vec<usize>)>,
}

/// Where an end of a wire is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// On a block that is placed anew.
    Moving,
    /// On this field of the window, and stays there.
    Inside(usize),
    /// Outside the window.
    Outside,
    /// On a block that is not on the board.
    Nowhere,
}

impl Window {
    /// Makes the problem of a window in which these blocks, which are not on the board, are to be placed with all their
    /// wires to blocks that are. All missing wires with both ends in the window are to be laid as well. `None` if a wire has to
    /// leave the window for that, if the blocks do not fit in, or if one of them is a monomino without a number: it would be
    /// like those that stay, and finds a field by itself if there is one.
    pub fn new(
        board: &Board,
        pieces: &[Piece],
        owners: &[(usize, Net)],
        frame: Frame,
        added: &[usize],
    ) -> Option<Self> {
        if !added.iter().all(|&block| is_wired(&pieces[block])) {
            return None;
        }
        let moving = moving(board, pieces, frame, added);
        let is_moving: BTreeSet<usize> = moving.iter().copied().collect();
        let end = |block: usize, offset: (usize, usize)| match board.at[block] {
            _ if is_moving.contains(&block) => End::Moving,
            None => End::Nowhere,
            Some(corner) => {
                let flat = board.own_end_at(corner, offset);
                if is_inside(board, frame, flat) { End::Inside(flat) } else { End::Outside }
            }
        };
        let mut nets: Vec<(u16, Vec<usize>)> = Vec::new();
        // The numbers of the monominoes, from 0.
        let mut numbered: BTreeMap<usize, usize> = BTreeMap::new();
        let mut free: BTreeSet<usize> = BTreeSet::new();
        for (number, (block, net)) in (0u16..).zip(owners) {
            let ends = [end(*block, net.here), end(net.other, net.there)];
            let wire = board.wire(number);
            let fixed = |end: &End| matches!(end, End::Inside(_) | End::Outside);
            let all_inside = wire.iter().all(|&flat| is_inside(board, frame, flat));
            let mut stays = Vec::new();
            match ends {
                [End::Moving, End::Outside] | [End::Outside, End::Moving] if board.is_laid(number) => {
                    let (mover, offset) =
                        if ends[0] == End::Moving { (*block, net.here) } else { (net.other, net.there) };
                    let start = board.own_end_at(board.at[mover]?, offset);
                    let inner = walk(board, frame, wire, start);
                    let (&last, inner) = inner.split_last()?;
                    numbered.insert(last, nets.len());
                    free.extend(inner);
                    stays = wire.iter().copied().filter(|flat| !inner.contains(flat)).collect();
                }
                [End::Moving, End::Outside] | [End::Outside, End::Moving] => {
                    // It would stay out; that is no loss unless the block is new.
                    let mover = if ends[0] == End::Moving { *block } else { net.other };
                    if added.contains(&mover) {
                        return None;
                    }
                    continue;
                }
                _ if ends.contains(&End::Nowhere) => continue,
                _ if ends.iter().all(fixed) && (ends.contains(&End::Outside) || !all_inside) => continue,
                _ => {
                    free.extend(wire.iter().filter(|&&flat| is_inside(board, frame, flat)));
                    for end in ends {
                        if let End::Inside(flat) = end {
                            numbered.insert(flat, nets.len());
                        }
                    }
                }
            }
            nets.push((number, stays));
        }
        let numbers: BTreeMap<u16, usize> = nets.iter().map(|(number, _)| *number).zip(1..).collect();
        let mut blocks: Vec<Block> =
            moving.iter().map(|&block| part(&pieces[block], &numbers)).collect::<Option<_>>()?;
        let mut pinned = Vec::new();
        let [top, left, bottom, right] = frame;
        for row in top..bottom {
            for col in left..right {
                let flat = board.flat(row, col);
                let field = match (numbered.get(&flat), board.cells[flat]) {
                    (Some(number), _) => Field::Number(number + 1),
                    (None, Here::Empty) => continue,
                    (None, Here::Wire(_)) if free.contains(&flat) => continue,
                    (None, Here::Block(block)) if is_moving.contains(&usize::from(block)) => continue,
                    _ => Field::Plain,
                };
                pinned.push((blocks.len(), Pos::new(row - top, col - left)));
                blocks.push(Block::new(Grid::filled(1, 1, field)).ok()?);
            }
        }
        let problem = Problem::new(bottom - top, right - left, blocks).ok()?;
        (problem.cells() <= problem.rows() * problem.cols()).then_some(Self {
            frame,
            problem,
            moving,
            pinned,
            nets,
        })
    }

    /// Searches for an answer.
    pub fn solve(&self, back_end: &BackEnd, seed: u64, budget: &Budget) -> Option<Solution> {
        let (rows, cols) = (self.problem.rows(), self.problem.cols());
        // Counting the lengths of the wires takes longer than most windows.
        let redundant = RedundantClauses { lengths: None, ..RedundantClauses::default() };
        let encoding = Encoding::fixed(&self.problem, rows, cols, redundant, &self.pinned);
        let mut solver = back_end.solver(seed);
        load(&mut *solver, encoding.formula(), 0);
        solver.limit_conflicts(CONFLICTS);
        let question = format_args!("do the last ones fit into a window of {}x{}", cols, rows);
        if ask(&mut *solver, encoding.formula(), &question, budget) != SatAnswer::Sat {
            return None;
        }
        let mut answer = encoding.decode(&self.problem, |lit| solver.value(lit)).ok()?;
        self.keep_pinned(&mut answer);
        let is_pinned = self.pinned.iter().all(|&(block, at)| answer.at[block] == at);
        (is_pinned && rules::check(&self.problem, &answer).is_empty()).then_some(answer)
    }

    /// Gives what is pinned its own place back. A formula does not tell equal blocks from each other, and one that moves may
    /// look like one that stays, if none of its wires begins in the window.
    fn keep_pinned(&self, answer: &mut Solution) {
        for &(block, pos) in &self.pinned {
            let is_alike = |&other: &usize| {
                let blocks = self.problem.blocks();
                answer.at[other] == pos && blocks[other] == blocks[block]
            };
            if let Some(other) = (0..answer.at.len()).find(is_alike) {
                answer.at.swap(block, other);
            }
        }
    }

    /// Lays an answer on the board.
    pub fn lay(&self, answer: &Solution, board: &mut Board, pieces: &[Piece]) {
        let [top, left, ..] = self.frame;
        self.moving.iter().for_each(|&block| board.lift(block, &pieces[block]));
        self.nets.iter().for_each(|(number, _)| board.cut(*number));
        let mut covered: BTreeSet<Pos> = self.pinned.iter().map(|&(_, at)| at).collect();
        for (&block, at) in self.moving.iter().zip(&answer.at) {
            let piece = &pieces[block];
            board.lay(block, piece, board.flat(top + at.row, left + at.col));
            covered.extend(piece.fields.iter().map(|&(r, c, _)| Pos::new(at.row + r, at.col + c)));
        }
        let mut ways: Vec<Vec<usize>> = self.nets.iter().map(|(_, stays)| stays.clone()).collect();
        for (pos, cell) in answer.fields.iter() {
            if let (Cell::Number(number), false) = (cell, covered.contains(&pos)) {
                ways[number - 1].push(board.flat(top + pos.row, left + pos.col));
            }
        }
        for ((number, _), way) in self.nets.iter().zip(ways) {
            board.lay_wire(*number, way);
        }
    }

    /// Returns the wires that lie inside the window in part only. Their parts are joined, but may touch each other, unlike
    /// those of a wire that is laid again.
    pub fn joined(&self) -> impl Iterator<Item = u16> + '_ {
        self.nets.iter().filter(|(_, stays)| !stays.is_empty()).map(|(number, _)| *number)
    }
}

impl Packing<'_> {
    /// Tries to place one of the blocks or wires that are left over by a formula of a window around it.
    pub fn solve_window(&mut self, back_end: &BackEnd, budget: &Budget) -> Option<()> {
        let missing: Vec<u16> = self.missing().collect();
        let drawn = self.rng.usize(..(self.left.len() + missing.len()).max(1));
        let (added, ends) = match self.left.get(drawn) {
            Some(&block) => {
                let ends = self.pieces[block].nets.iter().filter_map(|net| self.board.other_end(net));
                (vec![block], ends.collect())
            }
            None => {
                let (block, net) = &self.owners[usize::from(*missing.get(drawn - self.left.len())?)];
                let (a, b) = self.board.ends_of(*block, net)?;
                (Vec::new(), vec![a, b])
            }
        };
        let frame = self.frame_around(ends)?;
        let window = Window::new(&self.board, self.pieces, &self.owners, frame, &added)?;
        let answer = window.solve(back_end, self.rng.u64(..), budget)?;
        window.lay(&answer, &mut self.board, self.pieces);
        self.left.retain(|block| !added.contains(block));
        for number in window.joined() {
            self.board.cut(number);
            self.mend(number);
        }
        Some(())
    }

    /// Draws a window in which these fields lie, if a small one will do.
    fn frame_around(&mut self, fields: Vec<usize>) -> Option<Frame> {
        let places: Vec<(usize, usize)> = fields.into_iter().map(|flat| self.board.place_of(flat)).collect();
        let mut side = |of: &dyn Fn(&(usize, usize)) -> usize, length: usize| {
            let any = self.rng.usize(..length);
            let first = places.iter().map(of).min().unwrap_or(any);
            let last = places.iter().map(of).max().unwrap_or(any);
            let (low, high) = WINDOW;
            let size = self.rng.usize(low..=high).max(last - first + 3).min(length);
            let start = self.rng.usize((last + 1).saturating_sub(size)..=first).min(length - size);
            (size <= high + 2).then_some((start, start + size))
        };
        let (top, bottom) = side(&|place| place.0, self.board.rows)?;
        let (left, right) = side(&|place| place.1, self.board.cols)?;
        Some([top, left, bottom, right])
    }
}

fn is_inside(board: &Board, [top, left, bottom, right]: Frame, flat: usize) -> bool {
    let (row, col) = board.place_of(flat);
    (top..bottom).contains(&row) && (left..right).contains(&col)
}

/// Returns the blocks to place anew: those that are given, and those that no field beyond the window touches, so that
/// their wires begin in the window. Monominoes without a number stay: they look the same as what is pinned.
fn moving(board: &Board, pieces: &[Piece], frame: Frame, added: &[usize]) -> Vec<usize> {
    let [top, left, bottom, right] = frame;
    // The border of the window counts as beyond unless it is the board's border.
    let inner = [
        if top == 0 { 0 } else { top + 1 },
        if left == 0 { 0 } else { left + 1 },
        if bottom == board.rows { bottom } else { bottom - 1 },
        if right == board.cols { right } else { right - 1 },
    ];
    let mut found = BTreeSet::new();
    for row in top..bottom {
        for col in left..right {
            if let Here::Block(block) = board.cells[board.flat(row, col)] {
                found.insert(usize::from(block));
            }
        }
    }
    let moves = |&block: &usize| {
        let piece = &pieces[block];
        let Some(corner) = board.at[block] else { return false };
        let fields = piece.fields.iter().map(|&(r, c, _)| board.own_end_at(corner, (r, c)));
        is_wired(piece) && fields.into_iter().all(|flat| is_inside(board, inner, flat))
    };
    added.iter().copied().chain(found.into_iter().filter(moves)).collect()
}

/// Returns whether a block is anything but a monomino without a number.
fn is_wired(piece: &Piece) -> bool {
    piece.fields.len() > 1 || !piece.nets.is_empty()
}

/// Returns the fields of a wire from this end to the last one before it leaves the window.
fn walk(board: &Board, frame: Frame, wire: &[usize], start: usize) -> Vec<usize> {
    let mut way: Vec<usize> = Vec::new();
    let mut here = start;
    loop {
        let mut sides = board.neighbours(here).into_iter();
        let next = sides.find(|side| wire.contains(side) && !way.contains(side));
        match next {
            Some(next) if is_inside(board, frame, next) => way.push(next),
            _ => return way,
        }
        here = way[way.len() - 1];
    }
}

/// Returns a block with the numbers of the window.
fn part(piece: &Piece, numbers: &BTreeMap<u16, usize>) -> Option<Block> {
    let mut fields = Grid::filled(piece.rows, piece.cols, Field::Open);
    for &(row, col, number) in &piece.fields {
        let number = number.and_then(|number| numbers.get(&number));
        fields[Pos::new(row, col)] = number.map_or(Field::Plain, |&number| Field::Number(number));
    }
    Block::new(fields).ok()
}

#[cfg(test)]
mod tests {
    use super::super::board::{owners, pieces};
    use super::*;
    use crate::encodings::numberlink::format_q;
    use crate::search::numberlink::generate::{Request, generate};

    #[test]
    fn no_block_is_lost_in_a_window() {
        let block = |rows, cols| Block::new(Grid::filled(rows, cols, Field::Plain)).unwrap();
        let problem = Problem::new(6, 6, vec![block(1, 1), block(2, 2), block(1, 1)]).unwrap();
        let pieces = pieces(&problem);
        let mut packing = Packing::new(&pieces, 0, 6, 6, 1);
        let mut laid = 0;
        for _ in 0..40 {
            packing.solve_window(&BackEnd::default(), &Budget::unlimited());
            let on_board = packing.board.at.iter().flatten().count();
            assert_eq!(on_board + packing.left.len(), 3);
            laid = laid.max(on_board);
        }
        // Single fields without a number are left to others.
        assert_eq!(laid, 1);
    }

    #[test]
    fn a_single_field_is_not_mixed_up_with_what_stays() {
        // Two blocks that are both left over: the wire between them is no part of a window for one of them.
        let text = "SIZE 6X6\nBLOCK_NUM 3\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\nBLOCK#3 1X1\n+\n";
        let problem = format_q::read(text).unwrap();
        let pieces = pieces(&problem);
        let mut board = Packing::new(&pieces, 1, 6, 6, 1).board;
        board.lay(2, &pieces[2], board.flat(0, 0));
        let window = Window::new(&board, &pieces, &owners(&pieces), [0, 0, 5, 5], &[1]).unwrap();
        for seed in 0..10 {
            let answer = window.solve(&BackEnd::default(), seed, &Budget::unlimited()).unwrap();
            let mut board = board.clone();
            window.lay(&answer, &mut board, &pieces);
            assert_eq!(board.at[2], Some(board.flat(0, 0)));
            assert!(board.at[1].is_some_and(|corner| corner != board.flat(0, 0)));
        }
    }

    #[test]
    fn what_is_solved_in_a_window_fits_to_what_stays() {
        let request = Request { blocks: 40, nets: 60, rows: 10, cols: 20, seed: 3 };
        let (problem, known) = generate(request, &Budget::unlimited()).unwrap();
        let (pieces, back_end) = (pieces(&problem), BackEnd::default());
        let owners = owners(&pieces);
        let (mut solved, mut refused) = (0, 0);
        for block in 0..40 {
            let mut board = Packing::of(&pieces, 60, &known, 1).board;
            board.lift(block, &pieces[block]);
            let at = known.at[block];
            let (top, left) = (at.row.saturating_sub(3).min(4), at.col.saturating_sub(3).min(13));
            let frame = [top, left, top + 6, left + 7];
            // A wire may have to leave the window, or its own way may take the fields of another block.
            let Some(window) = Window::new(&board, &pieces, &owners, frame, &[block]) else {
                refused += 1;
                continue;
            };
            let Some(answer) = window.solve(&back_end, 1, &Budget::unlimited()) else { continue };
            window.lay(&answer, &mut board, &pieces);
            for number in window.joined() {
                let (block, net) = &owners[usize::from(number)];
                let ends = board.ends_of(*block, net).unwrap();
                board.cut(number);
                assert!(board.route(number, ends, &mut fastrand::Rng::with_seed(1), &mut Default::default()));
            }
            let answer = board.answer(&problem).unwrap();
            assert_eq!(rules::check(&problem, &answer), []);
            solved += 1;
        }
        // What was lifted was in its place before, so every window has an answer.
        assert_eq!(solved + refused, 40);
        assert!(solved > 20, "{solved} windows were solved");
    }
}
