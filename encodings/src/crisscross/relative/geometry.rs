//! The position of two words relative to each other, wherever they are on the board.

use super::super::puzzle::Puzzle;
use crate::grid::Direction;
use crate::lexicon::Sign;

/// The place of a word: how it is read, and its first field relative to the first field of some other word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) direction: Direction,
    pub(super) row: isize,
    pub(super) col: isize,
}

impl Spot {
    /// Returns the spot that the others are relative to.
    pub(super) fn origin(direction: Direction) -> Self {
        Self { direction, row: 0, col: 0 }
    }

    /// Returns the spot of a word that crosses the word here: its letter `other` is on this word's letter `own`.
    pub(super) fn crossed(self, own: usize, other: usize) -> Self {
        let (own, other) = (own as isize, other as isize);
        let (row, col) = match self.direction {
            Direction::Across => (self.row - other, self.col + own),
            Direction::Down => (self.row + own, self.col - other),
        };
        Self { direction: self.direction.crossing(), row, col }
    }

    /// Returns the row of an across word, the column of a down word.
    fn line(self) -> isize {
        if self.direction == Direction::Across { self.row } else { self.col }
    }

    /// Returns where in its line it begins.
    fn start(self) -> isize {
        if self.direction == Direction::Across { self.col } else { self.row }
    }

    /// Returns the field after the last one of a word of this length, in rows and columns from the origin.
    fn end(self, len: usize) -> [isize; 2] {
        let len = len as isize;
        match self.direction {
            Direction::Across => [self.row + 1, self.col + len],
            Direction::Down => [self.row + len, self.col + 1],
        }
    }
}

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lying<'a> {
    pub(super) word: &'a [Sign],
    pub(super) spot: Spot,
}

/// What the rules for neighbours imply for two words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Nothing.
    Clear,
    /// They cannot both lie like this: they overlap, disagree in a letter, or one is at the other's end.
    Clash,
    /// They cross in these letters, one of each word.
    Cross([usize; 2]),
    /// They run side by side, the second one on the line after the first one's (or before it, if not
    /// `second_after`). These letters touch, and each pair needs a word through both letters.
    Beside {
        /// The letters of the first and the second word.
        touching: Vec<[usize; 2]>,
        /// Whether the second word is on the line after the first one's.
        second_after: bool,
    },
}

/// Returns the relation of two words.
pub(super) fn relation(a: Lying, b: Lying) -> Relation {
    let (a_len, b_len) = (a.word.len() as isize, b.word.len() as isize);
    if a.spot.direction != b.spot.direction {
        // The letter of each word where their lines meet.
        let at_a = b.spot.line() - a.spot.start();
        let at_b = a.spot.line() - b.spot.start();
        let (in_a, in_b) = ((0..a_len).contains(&at_a), (0..b_len).contains(&at_b));
        let ends_a = at_a == -1 || at_a == a_len;
        let ends_b = at_b == -1 || at_b == b_len;
        return match (in_a, in_b) {
            (true, true) if a.word[at_a as usize] == b.word[at_b as usize] => {
                Relation::Cross([at_a as usize, at_b as usize])
            }
            (true, true) => Relation::Clash,
            (true, false) if ends_b => Relation::Clash,
            (false, true) if ends_a => Relation::Clash,
            _ => Relation::Clear,
        };
    }
    let (a_start, b_start) = (a.spot.start(), b.spot.start());
    let (a_end, b_end) = (a_start + a_len, b_start + b_len);
    match b.spot.line() - a.spot.line() {
        0 if a_end < b_start || b_end < a_start => Relation::Clear,
        0 => Relation::Clash,
        side @ (-1 | 1) => {
            let both = a_start.max(b_start)..a_end.min(b_end);
            let touching: Vec<[usize; 2]> =
                both.map(|at| [(at - a_start) as usize, (at - b_start) as usize]).collect();
            if touching.is_empty() {
                Relation::Clear
            } else {
                Relation::Beside { touching, second_after: side == 1 }
            }
        }
        _ => Relation::Clear,
    }
}

/// Returns whether both words fit on the board: as they are read here, and with the board's rows and columns exchanged.
pub(super) fn fit(puzzle: &Puzzle, a: Lying, b: Lying) -> [bool; 2] {
    let (a_end, b_end) = (a.spot.end(a.word.len()), b.spot.end(b.word.len()));
    let rows = a_end[0].max(b_end[0]) - a.spot.row.min(b.spot.row);
    let cols = a_end[1].max(b_end[1]) - a.spot.col.min(b.spot.col);
    let size = (puzzle.rows as isize, puzzle.cols as isize);
    [rows <= size.0 && cols <= size.1, rows <= size.1 && cols <= size.0]
}
