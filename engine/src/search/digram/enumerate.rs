//! The enumerating engine: cell by cell through the grid, along a trie of the words.
//!
//! At each cell the trie of the row and that of the column give the digrams that can follow, and each node knows how
//! many more digrams its words can have, so that a line that runs out of blanks or of words is noticed at once. Each
//! grid is handed over exactly once, and at the end of the walk there is no other. On lists of a few hundred words this
//! takes milliseconds. The engine does not learn, so a large problem that narrowly fails is left to the formula.

use super::engine::{GridEngine, Step};
use super::trie::{Node, ROOT, Trie};
use crate::encodings::digram::puzzle::{Cells, Digram, Size};
use crate::encodings::grid::{Direction, Grid, Pos};
use crate::encodings::lexicon::WordList;
use crate::solver::Budget;

/// How many nodes are visited between two looks at the budget.
const TICK: u64 = 4096;

/// A walk through all grids of one size.
pub struct Enumerate {
    trie: Trie,
    size: Size,
    /// The maximum number of blanks in a row and in a column.
    most: [usize; 2],
    cells: Cells,
    /// For each column, the node of its word so far.
    cols: Vec<Node>,
    col_blanks: Vec<usize>,
    /// The words of complete lines.
    used: Vec<Node>,
    /// The decided cells, row by row, then the one being decided; empty when the walk is over.
    path: Vec<Visit>,
}

/// A cell on the path.
struct Visit {
    /// The row's node and number of blanks before this cell.
    row: Node,
    row_blanks: usize,
    /// The column's node before this cell.
    col: Node,
    /// The next choice to try: 0 is a blank; the others are the children of the row's or the column's node, whichever
    /// has fewer.
    next: usize,
    /// How many words were complete before this cell.
    used: usize,
}

impl Enumerate {
    /// Creates a walk that has not started.
    pub fn new(size: Size, list: &WordList) -> Self {
        let most =
            Direction::BOTH.map(|direction| size.line_len(direction) - size.word_lens(direction).start);
        let lens = size.word_lens(Direction::Across).start.min(size.word_lens(Direction::Down).start)
            ..size.rows().max(size.cols());
        let mut walk = Self {
            trie: Trie::new(list, lens),
            size,
            most,
            cells: Grid::filled(size.rows(), size.cols(), None),
            cols: vec![ROOT; size.cols()],
            col_blanks: vec![0; size.cols()],
            used: Vec::new(),
            path: Vec::new(),
        };
        walk.enter(ROOT, 0);
        walk
    }

    /// Moves to the next cell, in a row with this node and this many blanks.
    fn enter(&mut self, row: Node, row_blanks: usize) {
        let col = self.cols.get(self.path.len() % self.size.cols()).copied().unwrap_or(ROOT);
        self.path.push(Visit { row, row_blanks, col, next: 0, used: self.used.len() });
    }

    /// Returns whether a line with `left` more cells can be completed.
    fn viable(&self, node: Node, left: usize, blanks: usize, most: usize) -> bool {
        let fewest = left.saturating_sub(most - blanks);
        // A line without a blank needs one of the remaining cells for it.
        match left.checked_sub(usize::from(blanks == 0)) {
            Some(largest) => self.trie.has_rest(node, fewest, largest),
            None => false,
        }
    }

    /// Tries the next choice of the last cell of the path: `Some(false)` if it does not fit, `None` if no choice is
    /// left.
    fn advance(&mut self) -> Option<bool> {
        let index = self.path.len() - 1;
        let pos = Pos::new(index / self.size.cols(), index % self.size.cols());
        let step = self.path.last_mut()?;
        // Undo this cell's previous choice.
        if step.next == 1 {
            self.col_blanks[pos.col] -= 1;
        }
        self.cols[pos.col] = step.col;
        self.used.truncate(step.used);
        let choice = step.next;
        step.next += 1;
        let (row, col, blanks) = (step.row, step.col, step.row_blanks);
        let (row_left, col_left) = (self.size.cols() - pos.col - 1, self.size.rows() - pos.row - 1);
        let (row, col, row_blanks, cell) = if choice == 0 {
            self.col_blanks[pos.col] += 1;
            if blanks == self.most[0] || self.col_blanks[pos.col] > self.most[1] {
                return Some(false);
            }
            (row, col, blanks + 1, None)
        } else {
            let rows_first = self.trie.children(row).len() <= self.trie.children(col).len();
            let (fewer, more) = if rows_first { (row, col) } else { (col, row) };
            let &(digram, a) = self.trie.children(fewer).get(choice - 1)?;
            let Some(b) = self.trie.child(more, digram) else { return Some(false) };
            let (row, col) = if rows_first { (a, b) } else { (b, a) };
            (row, col, blanks, Digram::from_index(usize::from(digram)))
        };
        if !self.viable(row, row_left, row_blanks, self.most[0])
            || !self.viable(col, col_left, self.col_blanks[pos.col], self.most[1])
        {
            return Some(false);
        }
        for (node, left) in [(row, row_left), (col, col_left)] {
            if left == 0 {
                if self.used.contains(&node) {
                    return Some(false);
                }
                self.used.push(node);
            }
        }
        self.cols[pos.col] = col;
        self.cells[pos] = cell;
        match row_left {
            0 => self.enter(ROOT, 0),
            _ => self.enter(row, row_blanks),
        }
        Some(true)
    }
}

impl GridEngine for Enumerate {
    /// `effort` counts the choices tried.
    fn run(&mut self, effort: u64, found: &mut dyn FnMut(Cells) -> bool, budget: &Budget) -> Step {
        let cells = self.size.rows() * self.size.cols();
        for tried in 0..effort {
            if tried.is_multiple_of(TICK) && budget.exhausted() {
                return Step::Limit;
            }
            if self.path.len() > cells {
                self.path.pop();
                if !found(self.cells.clone()) {
                    return Step::Enough;
                }
            }
            if self.path.is_empty() {
                return Step::Exhausted;
            }
            if self.advance().is_none() {
                self.path.pop();
            }
        }
        Step::Limit
    }
}
