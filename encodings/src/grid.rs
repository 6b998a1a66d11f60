//! Rectangles of cells, positions in them, the two reading directions, and runs.
//!
//! Every puzzle of this crate is drawn on a rectangle that is read across (left to right) and down (top to bottom).
//! This module holds the geometry that the puzzles share, and knows nothing about any of them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Reads two sides, as in `10x6`, each from 1 to `most`; `None` if the text is not that.
pub fn sides(text: &str, most: usize) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(['x', 'X', '×'])?;
    Some((side(first, most)?, side(second, most)?))
}

/// Reads one side, from 1 to `most`.
pub fn side(text: &str, most: usize) -> Option<usize> {
    text.trim().parse().ok().filter(|side| (1..=most).contains(side))
}

/// The position of a cell in a grid: row and column, both counted from 0 at the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    /// Row, 0 at the top.
    pub row: usize,
    /// Column, 0 at the left.
    pub col: usize,
}

impl Pos {
    /// Returns the position in this row and column.
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// Returns the number of steps between edge neighbours that lead from here to `other`.
    pub fn distance(self, other: Self) -> usize {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }

    /// Returns the position that is as far from `origin` as this one is from the upper left corner.
    #[must_use]
    pub const fn beyond(self, origin: Self) -> Self {
        Self::new(self.row + origin.row, self.col + origin.col)
    }

    /// Returns the position `rows` further down and `cols` further right (negative: up, left), or `None` if that is
    /// above or left of the grid. It may be beyond the lower or right edge, which only the grid knows.
    pub fn offset(self, rows: isize, cols: isize) -> Option<Self> {
        Some(Self { row: self.row.checked_add_signed(rows)?, col: self.col.checked_add_signed(cols)? })
    }
}

/// Counts from 1, as people do: `row 1, column 1` is the upper left corner. Files, JSON and the names of variables
/// count from 0.
impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

/// The direction in which a word is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Left to right.
    Across,
    /// Top to bottom.
    Down,
}

impl Direction {
    /// Both directions, across first.
    pub const BOTH: [Self; 2] = [Self::Across, Self::Down];

    /// Returns the rows and columns that one step in this direction adds.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Self::Across => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// Returns the direction that crosses this one.
    pub const fn crossing(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Across => "across",
            Self::Down => "down",
        })
    }
}

/// A straight line of consecutive cells in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The first cell: the leftmost or topmost one.
    pub start: Pos,
    /// The direction in which the run is read.
    pub direction: Direction,
    /// The number of cells, at least 1.
    pub len: usize,
}

impl Run {
    /// Returns the `index`-th cell of the run, counted from 0.
    pub fn cell(self, index: usize) -> Pos {
        match self.direction {
            Direction::Across => Pos::new(self.start.row, self.start.col + index),
            Direction::Down => Pos::new(self.start.row + index, self.start.col),
        }
    }

    /// Lists the cells of the run in reading order.
    pub fn cells(self) -> impl Iterator<Item = Pos> {
        (0..self.len).map(move |index| self.cell(index))
    }
}

/// A rectangle of values, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// Makes a grid of `rows` x `cols` with the value `value(pos)` at each position.
    pub fn from_fn(rows: usize, cols: usize, mut value: impl FnMut(Pos) -> T) -> Self {
        let cells = (0..rows * cols).map(|i| value(Pos::new(i / cols, i % cols))).collect();
        Self { rows, cols, cells }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Tells whether `pos` is inside this grid.
    pub fn contains(&self, pos: Pos) -> bool {
        pos.row < self.rows && pos.col < self.cols
    }

    /// Returns the value at `pos`, or `None` outside the grid.
    pub fn get(&self, pos: Pos) -> Option<&T> {
        self.contains(pos).then(|| &self.cells[pos.row * self.cols + pos.col])
    }

    /// Returns the index of `pos` in row-by-row order, `0..rows*cols`. `pos` must be inside.
    pub fn index_of(&self, pos: Pos) -> usize {
        debug_assert!(self.contains(pos));
        pos.row * self.cols + pos.col
    }

    /// Returns the position with this index in row-by-row order: the inverse of [`Grid::index_of`].
    pub fn pos_of(&self, index: usize) -> Pos {
        Pos::new(index / self.cols, index % self.cols)
    }

    /// Lists all positions, row by row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Pos::new(row, col)))
    }

    /// Lists all positions with their values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &T)> {
        self.positions().zip(&self.cells)
    }

    /// Returns one row, left to right. `row` must be inside.
    pub fn row(&self, row: usize) -> &[T] {
        &self.cells[row * self.cols..(row + 1) * self.cols]
    }

    /// Returns a grid of the same shape with every value replaced by `value(pos, old)`.
    pub fn map<U>(&self, mut value: impl FnMut(Pos, &T) -> U) -> Grid<U> {
        let cells = self.iter().map(|(pos, old)| value(pos, old)).collect();
        Grid { rows: self.rows, cols: self.cols, cells }
    }

    /// Lists the cells inside the grid that share an edge with `pos`.
    pub fn neighbours4(&self, pos: Pos) -> impl Iterator<Item = Pos> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)]
            .into_iter()
            .filter_map(move |(dr, dc)| pos.offset(dr, dc))
            .filter(|&p| self.contains(p))
    }

    /// Lists the cells inside the grid that share an edge or a corner with `pos`.
    pub fn neighbours8(&self, pos: Pos) -> impl Iterator<Item = Pos> {
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
            .into_iter()
            .filter_map(move |(dr, dc)| pos.offset(dr, dc))
            .filter(|&p| self.contains(p))
    }

    /// Finds all maximal runs of cells for which `member` holds: first those across, row by row, then those down,
    /// column by column. Runs of a single cell are included.
    pub fn runs(&self, member: impl Fn(&T) -> bool) -> Vec<Run> {
        let mut runs = Vec::new();
        for direction in Direction::BOTH {
            let (lines, length) = match direction {
                Direction::Across => (self.rows, self.cols),
                Direction::Down => (self.cols, self.rows),
            };
            for line in 0..lines {
                let at = |i| match direction {
                    Direction::Across => Pos::new(line, i),
                    Direction::Down => Pos::new(i, line),
                };
                let mut i = 0;
                while i < length {
                    let first = i;
                    while i < length && member(&self[at(i)]) {
                        i += 1;
                    }
                    if i > first {
                        runs.push(Run { start: at(first), direction, len: i - first });
                    }
                    i += 1;
                }
            }
        }
        runs
    }
}

impl<T: Clone> Grid<T> {
    /// Makes a grid of `rows` x `cols` with the same value everywhere.
    pub fn filled(rows: usize, cols: usize, value: T) -> Self {
        Self { rows, cols, cells: vec![value; rows * cols] }
    }
}

impl<T> Index<Pos> for Grid<T> {
    type Output = T;
    fn index(&self, pos: Pos) -> &T {
        debug_assert!(pos.col < self.cols);
        &self.cells[pos.row * self.cols + pos.col]
    }
}

impl<T> IndexMut<Pos> for Grid<T> {
    fn index_mut(&mut self, pos: Pos) -> &mut T {
        debug_assert!(pos.col < self.cols);
        &mut self.cells[pos.row * self.cols + pos.col]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_two_numbers_in_bounds() {
        let read = |text: &str| sides(text, 200);
        assert_eq!(
            (read("15x20"), read("3 X 4"), read("200×1")),
            (Some((15, 20)), Some((3, 4)), Some((200, 1)))
        );
        for text in ["", "15", "x", "0x5", "5x201", "-1x5", "axb", "5x4x3", "99999999999999999999999x9"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn runs_are_maximal_and_in_reading_order() {
        let text = ["ab.", "..c"];
        let grid = Grid::from_fn(2, 3, |p| text[p.row].as_bytes()[p.col]);
        let runs = grid.runs(|&c| c != b'.');
        let across = |row, col, len| Run { start: Pos::new(row, col), direction: Direction::Across, len };
        let down = |row, col, len| Run { start: Pos::new(row, col), direction: Direction::Down, len };
        assert_eq!(runs, [across(0, 0, 2), across(1, 2, 1), down(0, 0, 1), down(0, 1, 1), down(1, 2, 1)]);
    }

    #[test]
    fn neighbours_stay_inside() {
        let grid = Grid::filled(2, 2, ());
        assert_eq!(grid.neighbours4(Pos::new(0, 0)).count(), 2);
        assert_eq!(grid.neighbours8(Pos::new(0, 0)).count(), 3);
    }
}
