//! The digram grid: its size, its cells, its lines.
//!
//! Only a size is given, so a [`Size`] is one that can be solved in principle: sizes for which counting blanks alone
//! shows that there is no grid cannot be constructed. A grid itself is a [`Grid`] of cells and may break any rule;
//! [`rules`](super::rules) checks it.

use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::Letter;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The two letters of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digram(pub Letter, pub Letter);

impl Digram {
    /// The number of digrams.
    pub const COUNT: usize = Letter::COUNT * Letter::COUNT;

    /// Returns the index in the alphabetical order of all digrams, `0..Digram::COUNT`.
    pub const fn index(self) -> usize {
        self.0.index() * Letter::COUNT + self.1.index()
    }

    /// Returns the digram with this index in the alphabetical order; `None` if the index is too large.
    pub fn from_index(index: usize) -> Option<Self> {
        let second = Letter::from_index(index % Letter::COUNT)?;
        Some(Self(Letter::from_index(index / Letter::COUNT)?, second))
    }

    /// Returns the digrams that a word of even length is made of; an odd last letter is left out.
    pub fn of(word: &[Letter]) -> impl ExactSizeIterator<Item = Self> {
        word.chunks_exact(2).map(|pair| Self(pair[0], pair[1]))
    }
}

impl fmt::Display for Digram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

impl fmt::Debug for Digram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A cell: two letters, or blank.
pub type Cell = Option<Digram>;

/// A grid of cells.
pub type Cells = Grid<Cell>;

/// A row or a column; numbered from 0, shown from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// Across for a row, down for a column.
    pub direction: Direction,
    /// The row or column, counted from 0.
    pub number: usize,
}

impl Line {
    /// Iterates over all lines of a grid of this size: the rows, then the columns.
    pub fn all(rows: usize, cols: usize) -> impl Iterator<Item = Self> {
        let lines = |direction, count| (0..count).map(move |number| Self { direction, number });
        lines(Direction::Across, rows).chain(lines(Direction::Down, cols))
    }

    /// Returns the cells of the line in a grid of this size, including blank ones.
    pub fn run(self, rows: usize, cols: usize) -> Run {
        let (start, len) = match self.direction {
            Direction::Across => (Pos::new(self.number, 0), cols),
            Direction::Down => (Pos::new(0, self.number), rows),
        };
        Run { start, direction: self.direction, len }
    }

    /// Returns the letters of the line, without the blank cells.
    pub fn word(self, cells: &Cells) -> Vec<Letter> {
        let run = self.run(cells.rows(), cells.cols());
        run.cells().filter_map(|pos| cells[pos]).flat_map(|Digram(a, b)| [a, b]).collect()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.direction {
            Direction::Across => "row",
            Direction::Down => "column",
        };
        write!(f, "{kind} {}", self.number + 1)
    }
}

/// A number of rows and of columns for which there is a way to place the blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: usize,
    cols: usize,
}

/// The maximum number of rows and of columns. A word of such a grid has at least 40 letters.
const LARGEST: usize = 40;

/// Why a size is not possible.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum SizeError {
    #[error("`{0}` is not a size: write ROWSxCOLUMNS, as in 4x5")]
    Unreadable(String),

    #[error(
        "there is no {rows}x{cols} grid: a line of one cell cannot hold both a blank and a word; give at least two \
         rows and four columns, or three and three"
    )]
    OneCell { rows: usize, cols: usize },

    #[error(
        "there is no 2x2 grid: with a blank in each row and column, each word is one cell, so the word of a row \
         is also that of a column; the smallest sizes are 2x4, 4x2 and 3x3"
    )]
    TwoByTwo,

    #[error(
        "there is no {rows}x{cols} grid: lines of two cells hold one blank each, which makes {need} blanks, but \
         the two lines of {need} cells may hold only {have} together; with one side of 2, give an even number for the other"
    )]
    TwoByOdd { rows: usize, cols: usize, need: usize, have: usize },

    #[error(
        "{rows}x{cols} is too large: at most {LARGEST} rows and columns are possible, because lines are at least half \
         filled and no list has longer words"
    )]
    TooLarge { rows: usize, cols: usize },
}

impl Size {
    /// Makes a size; an error says why there is no grid of it.
    ///
    /// Blanks are counted: in each line there is at least one, and they are at most half of its cells. With three or
    /// more rows and columns there is always a number of blanks that suits both rows and columns, and a way to place
    /// them.
    pub fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        let (less, more) = (rows.min(cols), rows.max(cols));
        match less {
            0 | 1 => Err(SizeError::OneCell { rows, cols }),
            2 if more == 2 => Err(SizeError::TwoByTwo),
            2 if more % 2 == 1 => Err(SizeError::TwoByOdd { rows, cols, need: more, have: more - 1 }),
            _ if more > LARGEST => Err(SizeError::TooLarge { rows, cols }),
            _ => Ok(Self { rows, cols }),
        }
    }

    /// Returns the number of rows.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(self) -> usize {
        self.cols
    }

    /// Returns the number of cells in a line of this direction.
    pub fn line_len(self, direction: Direction) -> usize {
        match direction {
            Direction::Across => self.cols,
            Direction::Down => self.rows,
        }
    }

    /// Returns the numbers of digrams that the word of a line can have: at least half of its cells, not all of them.
    pub fn word_lens(self, direction: Direction) -> std::ops::Range<usize> {
        let len = self.line_len(direction);
        len.div_ceil(2)..len
    }

    /// Iterates over the rows, then the columns.
    pub fn lines(self) -> impl Iterator<Item = Line> {
        Line::all(self.rows, self.cols)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let parts = text.split_once(['x', 'X', '×', '*']);
        let number = |part: &str| part.trim().parse::<usize>().ok();
        let size = parts.and_then(|(rows, cols)| number(rows).zip(number(cols)));
        let (rows, cols) = size.ok_or_else(|| SizeError::Unreadable(text.to_owned()))?;
        Self::new(rows, cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether there is any pattern of blanks, and one without a cell that is alone in its row and its column,
    /// by trying all of them.
    fn has_pattern(rows: usize, cols: usize) -> bool {
        (0_u32..1 << (rows * cols)).any(|blanks| {
            let blank = |r: usize, c: usize| blanks >> (r * cols + c) & 1 == 1;
            let row = |r: usize| (0..cols).filter(|&c| blank(r, c)).count();
            let col = |c: usize| (0..rows).filter(|&r| blank(r, c)).count();
            (0..rows).all(|r| (1..=cols / 2).contains(&row(r)))
                && (0..cols).all(|c| (1..=rows / 2).contains(&col(c)))
                && (0..rows).all(|r| (0..cols).all(|c| blank(r, c) || row(r) + 1 < cols || col(c) + 1 < rows))
        })
    }

    #[test]
    fn a_size_is_one_that_has_a_pattern_of_blanks() {
        for rows in 1..=5 {
            for cols in 1..=5.min(20 / rows) {
                let size = Size::new(rows, cols);
                assert_eq!(size.is_ok(), has_pattern(rows, cols), "{rows}x{cols}: {size:?}");
            }
        }
        assert!(Size::new(2, 6).is_ok() && has_pattern(2, 6));
        assert!(Size::new(7, 2).is_err() && !has_pattern(7, 2));
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!("4x5".parse(), Size::new(4, 5));
        assert_eq!(" 12 X 3".parse::<Size>().map(|size| size.to_string()), Ok("12x3".to_owned()));
        for (text, expected) in [
            ("2x2", "no 2x2 grid"),
            ("5", "as in 4x5"),
            ("ax3", "as in 4x5"),
            ("1x9", "a line of one cell"),
            ("2x5", "makes 5 blanks"),
            ("4x41", "too large"),
            ("0x0", "a line of one cell"),
        ] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn digrams_are_numbered() {
        for index in 0..Digram::COUNT {
            assert_eq!(Digram::from_index(index).map(Digram::index), Some(index));
        }
        assert_eq!(Digram::from_index(Digram::COUNT), None);
    }
}
