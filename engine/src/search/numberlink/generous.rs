//! A first answer by the formula of one rectangle with room to spare, where packing finds none.
//!
//! Packing places one block after another, which fails where a few blocks have many wires that only fit together in one
//! way. The formula knows all of them at once, and with room to spare it often has a model within a second. So several
//! amounts of room take turns, each with a limit of conflicts that doubles; once there is an answer, other work shrinks it.

use super::rectangle::{Fit, Rectangle};
use crate::encodings::numberlink::{Problem, Solution, bounds::Counts};
use crate::solver::{BackEnd, Budget};

/// How many times larger than the lower bound the rectangles are, in this order. The last stands for the whole board.
const ROOM: [f64; 4] = [1.4, 1.8, 2.4, f64::INFINITY];
/// The conflict limit of the first turn of each rectangle.
const CONFLICTS: u32 = 10_000;
/// How many turns double; later ones stay as long.
const DOUBLINGS: u32 = 7;

/// The outcome of a turn.
#[derive(Debug)]
pub enum Found {
    /// An answer.
    Answer(Solution),
    /// Proven: the rectangle of these rows and columns is too small.
    TooSmall { rows: usize, cols: usize },
    /// Nothing yet.
    Nothing,
}

/// A search for a first answer.
pub struct Finder<'a> {
    problem: &'a Problem,
    counts: &'a Counts,
    back_end: &'a BackEnd,
    seed: u64,
    turn: usize,
    /// Rectangles (rows, columns) that are proven too small.
    refuted: Vec<(usize, usize)>,
}

impl<'a> Finder<'a> {
    /// Creates a finder with its own seed.
    pub fn new(problem: &'a Problem, counts: &'a Counts, back_end: &'a BackEnd, seed: u64) -> Self {
        Self { problem, counts, back_end, seed, turn: 0, refuted: Vec::new() }
    }

    /// Works on the next rectangle for one turn, unless `is_small` says that its formula would be too large for its area.
    pub fn work(&mut self, bound: usize, is_small: impl Fn(usize) -> bool, budget: &Budget) -> Found {
        let turn = self.turn;
        self.turn += 1;
        let Some((rows, cols)) = self.shape(ROOM[turn % ROOM.len()], bound) else { return Found::Nothing };
        if !is_small(rows * cols) {
            return Found::Nothing;
        }
        let round = (turn / ROOM.len()) as u32;
        // Another seed each time, since the times to a model vary widely.
        let seed = self.seed.wrapping_add(turn as u64);
        let mut rectangle = Rectangle::roomy(self.problem, (rows, cols), self.back_end, seed);
        match rectangle.fit(Some(CONFLICTS << round.min(DOUBLINGS)), budget) {
            Fit::Yes(answer) => Found::Answer(answer),
            Fit::No => {
                self.refuted.push((rows, cols));
                Found::TooSmall { rows, cols }
            }
            Fit::Unknown => Found::Nothing,
        }
    }

    /// Returns the rectangle (rows, columns) closest to a square among those with at least this much room on the board
    /// that are not refuted; the whole board if none has as much.
    fn shape(&self, room: f64, bound: usize) -> Option<(usize, usize)> {
        let board = (self.problem.rows(), self.problem.cols());
        let wanted = bound as f64 * room;
        let shapes = (1..=board.0).filter_map(|rows| {
            let cols = (wanted / rows as f64).ceil();
            (cols <= board.1 as f64).then_some((rows, cols as usize))
        });
        let is_open = |(rows, cols)| {
            self.counts.allow(rows, cols) && !self.refuted.iter().any(|&(r, c)| rows <= r && cols <= c)
        };
        let allowed = shapes.filter(|&shape| is_open(shape));
        let best = allowed.min_by_key(|&(rows, cols)| (rows.abs_diff(cols), rows * cols));
        best.or_else(|| is_open(board).then_some(board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::numberlink::{format_q, rules};
    use crate::search::Setup;
    use crate::search::numberlink::testing;

    /// Works for some turns, until something is found.
    fn find(text: &str) -> Found {
        let problem = format_q::read(text).unwrap();
        let counts = Counts::of(&problem);
        let back_end = Setup::default().back_end;
        let mut finder = Finder::new(&problem, &counts, &back_end, 1);
        for _ in 0..20 {
            match finder.work(counts.area(), |_| true, &Budget::unlimited()) {
                Found::Nothing => {}
                Found::Answer(answer) => {
                    assert_eq!(rules::check(&problem, &answer), []);
                    return Found::Answer(answer);
                }
                small @ Found::TooSmall { .. } => return small,
            }
        }
        Found::Nothing
    }

    #[test]
    fn a_formula_with_room_finds_an_answer() {
        let found = find(testing::FIVE_BLOCKS);
        assert!(matches!(found, Found::Answer(_)), "{found:?}");
    }

    #[test]
    fn a_board_that_is_too_small_is_proven_so() {
        // The ends are at sides that face each other crosswise, and in two rows no wire has a way around a block.
        let found = find("SIZE 7X2\nBLOCK_NUM 2\nBLOCK#1 2X2\n+,1\n+,2\nBLOCK#2 2X2\n2,+\n1,+\n");
        assert!(matches!(found, Found::TooSmall { rows: 2, cols: 7 }), "{found:?}");
    }

    #[test]
    fn what_is_proven_too_small_is_not_tried_again() {
        let problem =
            format_q::read("SIZE 9X4\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n").unwrap();
        let (counts, back_end) = (Counts::of(&problem), Setup::default().back_end);
        let mut finder = Finder::new(&problem, &counts, &back_end, 1);
        finder.refuted.push((3, 4));
        assert_eq!(finder.shape(1.0, 9), Some((4, 3)), "the 3x3 lies in it");
        finder.refuted.push((4, 9));
        assert_eq!(finder.shape(1.0, 9), None, "not even the whole board");
    }

    #[test]
    fn the_room_decides_the_shape() {
        let problem =
            format_q::read("SIZE 9X4\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n").unwrap();
        let (counts, back_end) = (Counts::of(&problem), Setup::default().back_end);
        let finder = Finder::new(&problem, &counts, &back_end, 1);
        assert_eq!(finder.shape(1.0, 9), Some((3, 3)));
        assert_eq!(finder.shape(2.0, 9), Some((4, 5)));
        assert_eq!(finder.shape(f64::INFINITY, 9), Some((4, 9)), "the whole board");
    }
}
