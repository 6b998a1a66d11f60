//! A board on which words can be placed and removed quickly: what the local search works on.
//!
//! The words are on a canvas twice as large as the board in each direction, and it is their bounding box that must not
//! outgrow the board. So a layout can grow over an edge it started from, and its position on the board does not matter
//! until it is read out. A frame of empty cells around the canvas makes bounds checks unnecessary. Every layout on a
//! board always follows the rules for neighbours; keeping it connected is up to the search.
//!
//! A step of the search changes a few words, so it must not cost as much as the whole board: what changed since a mark is
//! kept in a journal and can be undone, the cells in which a word can still cross another are listed by letter and
//! direction (`fits`), and whether the layout is connected is asked only around the words that were removed (`strays`).

mod fits;
mod strays;
#[cfg(test)]
mod tests;

use crate::encodings::crisscross::puzzle::{Placement, Puzzle, Value};
use crate::encodings::grid::{Direction, Pos};
use std::ops::RangeInclusive;

/// The position of a word: the cell of its first letter, and its direction (0 across, 1 down).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) start: usize,
    pub(super) down: usize,
}

/// A cell that is part of one word only, so that another one can cross it there.
#[derive(Clone, Copy)]
struct Open {
    cell: u32,
    row: u16,
    col: u16,
}

/// The canvas and the words on it.
#[derive(Clone)]
pub(super) struct Board {
    /// Letters as their indices in the alphabet of the puzzle, counted from 1.
    words: Vec<Vec<u16>>,
    /// The maximum size of the bounding box.
    rows: usize,
    cols: usize,
    /// The canvas without its frame.
    canvas: [usize; 2],
    stride: usize,
    /// The letter in each cell; 0 if empty.
    letters: Vec<u16>,
    /// The word across and the word down in each cell, counted from 1; 0 if there is none.
    cover: [Vec<u32>; 2],
    /// By the direction in which a word could cross, and by letter: the cells with that letter that are part of one word.
    open: [Vec<Vec<Open>>; 2],
    /// The index of each such cell in its list.
    open_at: Vec<u32>,
    /// The number of letters in each row and column of the canvas, with crossings counted twice.
    used: [Vec<usize>; 2],
    spots: Vec<Option<Spot>>,
    laid: usize,
    crossings: usize,
    /// The words that are not on the board, and the index of each of them in this list.
    off: Vec<usize>,
    off_at: Vec<usize>,
    /// The words that changed since [`Board::mark`], each with the spot it had.
    journal: Vec<(usize, Option<Spot>)>,
    /// The mark after which each word changed last; it is in the journal if that is the current one.
    changed: Vec<u32>,
    current: u32,
    /// For [`Board::strays_around`]: the group of each word in the search of that number.
    group: Vec<(u32, u32)>,
    searches: u32,
}

impl Board {
    /// Creates an empty board for the words of a puzzle.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let alphabet = puzzle.alphabet();
        // Signs are from Unicode's Basic Multilingual Plane, so there are fewer than 65,535 of them.
        let number = |&index: &usize| index as u16 + 1;
        let words: Vec<Vec<u16>> =
            puzzle.indices(&alphabet).iter().map(|word| word.iter().map(number).collect()).collect();
        let canvas = [2 * puzzle.rows, 2 * puzzle.cols];
        let stride = canvas[1] + 2;
        let cells = stride * (canvas[0] + 2);
        Self {
            rows: puzzle.rows,
            cols: puzzle.cols,
            canvas,
            stride,
            letters: vec![0; cells],
            cover: [vec![0; cells], vec![0; cells]],
            open: [(); 2].map(|()| vec![Vec::new(); alphabet.len() + 1]),
            open_at: vec![0; cells],
            used: [vec![0; canvas[0] + 2], vec![0; stride]],
            spots: vec![None; words.len()],
            laid: 0,
            crossings: 0,
            off: (0..words.len()).collect(),
            off_at: (0..words.len()).collect(),
            journal: Vec::new(),
            changed: vec![0; words.len()],
            current: 1,
            group: vec![(0, 0); words.len()],
            searches: 0,
            words,
        }
    }

    /// Returns the position of a word, if it is on the board.
    pub(super) fn spot(&self, word: usize) -> Option<Spot> {
        self.spots[word]
    }

    /// Returns the number of words, on the board or not.
    pub(super) fn count(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of letters of a word.
    pub(super) fn len_of(&self, word: usize) -> usize {
        self.words[word].len()
    }

    /// Returns the words that are not on the board; those that were removed last are at the end.
    pub(super) fn off(&self) -> &[usize] {
        &self.off
    }

    /// Returns the number of words on the board.
    pub(super) fn laid(&self) -> usize {
        self.laid
    }

    /// Returns the number of cells in which two words cross.
    pub(super) fn crossings(&self) -> usize {
        self.crossings
    }

    fn step(&self, down: usize) -> usize {
        if down == 1 { self.stride } else { 1 }
    }

    fn cells(&self, word: usize, spot: Spot) -> impl Iterator<Item = usize> + use<> {
        let step = self.step(spot.down);
        (0..self.words[word].len()).map(move |i| spot.start + i * step)
    }

    /// Returns the rows and the columns of the bounding box on the canvas; `None` on an empty board.
    fn extent(&self) -> Option<[RangeInclusive<usize>; 2]> {
        let range = |used: &[usize]| {
            let first = used.iter().position(|&n| n > 0)?;
            let last = used.iter().rposition(|&n| n > 0)?;
            Some(first..=last)
        };
        Some([range(&self.used[0])?, range(&self.used[1])?])
    }

    /// Returns the numbers of rows and columns of the bounding box; 0 on an empty board.
    pub(super) fn size(&self) -> (usize, usize) {
        self.extent().map_or((0, 0), |[rows, cols]| (rows.count(), cols.count()))
    }

    /// Returns the value of the layout, assuming that it is connected.
    pub(super) fn value(&self) -> Value {
        let (rows, cols) = self.size();
        Value { words: self.laid, crossings: self.crossings, rows, cols }
    }

    /// Places a word in the middle of an empty board; returns `false` if the word is longer than the board.
    pub(super) fn lay_first(&mut self, word: usize, down: usize) -> bool {
        let len = self.words[word].len();
        if len > [self.cols, self.rows][down] {
            return false;
        }
        let (mut row, mut col) = (self.canvas[0] / 2, self.canvas[1] / 2);
        if down == 1 {
            row -= (len / 2).min(row - 1);
        } else {
            col -= (len / 2).min(col - 1);
        }
        self.lay(word, Spot { start: row.max(1) * self.stride + col.max(1), down });
        true
    }

    /// Places a word where [`Board::for_each_fit`] found that it fits, or where it was before.
    pub(super) fn lay(&mut self, word: usize, spot: Spot) {
        debug_assert!(self.spots[word].is_none());
        self.note_change(word);
        for (i, cell) in self.cells(word, spot).enumerate() {
            if self.letters[cell] == 0 {
                self.letters[cell] = self.words[word][i];
                self.open_cell(cell, 1 - spot.down);
            } else {
                self.close_cell(cell, spot.down);
                self.crossings += 1;
            }
            self.cover[spot.down][cell] = word as u32 + 1;
            self.used[0][cell / self.stride] += 1;
            self.used[1][cell % self.stride] += 1;
        }
        self.spots[word] = Some(spot);
        self.laid += 1;
        let place = self.off_at[word];
        self.off.swap_remove(place);
        if let Some(&moved) = self.off.get(place) {
            self.off_at[moved] = place;
        }
    }

    /// Removes a word; returns its position.
    pub(super) fn take(&mut self, word: usize) -> Option<Spot> {
        let spot = self.spots[word]?;
        self.note_change(word);
        self.spots[word] = None;
        for cell in self.cells(word, spot) {
            self.cover[spot.down][cell] = 0;
            if self.cover[1 - spot.down][cell] == 0 {
                self.close_cell(cell, 1 - spot.down);
                self.letters[cell] = 0;
            } else {
                self.open_cell(cell, spot.down);
                self.crossings -= 1;
            }
            self.used[0][cell / self.stride] -= 1;
            self.used[1][cell % self.stride] -= 1;
        }
        self.laid -= 1;
        self.off_at[word] = self.off.len();
        self.off.push(word);
        Some(spot)
    }

    /// Lists a cell as one that a word in this direction could cross.
    fn open_cell(&mut self, cell: usize, down: usize) {
        let open = &mut self.open[down][usize::from(self.letters[cell])];
        self.open_at[cell] = open.len() as u32;
        let (row, col) = ((cell / self.stride) as u16, (cell % self.stride) as u16);
        open.push(Open { cell: cell as u32, row, col });
    }

    fn close_cell(&mut self, cell: usize, down: usize) {
        let open = &mut self.open[down][usize::from(self.letters[cell])];
        let place = self.open_at[cell];
        open.swap_remove(place as usize);
        if let Some(moved) = open.get(place as usize) {
            self.open_at[moved.cell as usize] = place;
        }
    }

    /// Writes into the journal which spot a word had, if it is the first change to it since the mark.
    fn note_change(&mut self, word: usize) {
        if std::mem::replace(&mut self.changed[word], self.current) != self.current {
            self.journal.push((word, self.spots[word]));
        }
    }

    /// Begins a journal of changes, for [`Board::undo`].
    pub(super) fn mark(&mut self) {
        self.journal.clear();
        self.current = self.current.checked_add(1).unwrap_or_else(|| {
            self.changed.fill(0);
            1
        });
    }

    /// Places the words as they were at the last mark.
    pub(super) fn undo(&mut self) {
        let journal = std::mem::take(&mut self.journal);
        for &(word, spot) in &journal {
            if self.spots[word] != spot {
                self.take(word);
            }
        }
        for &(word, spot) in &journal {
            if let (Some(spot), None) = (spot, self.spots[word]) {
                self.lay(word, spot);
            }
        }
        self.journal = journal;
    }

    /// Returns the words that cross this one.
    pub(super) fn neighbours(&self, word: usize) -> impl Iterator<Item = usize> + '_ {
        let spot = self.spots[word];
        spot.into_iter().flat_map(move |spot| {
            self.cells(word, spot)
                .filter_map(move |cell| (self.cover[1 - spot.down][cell] as usize).checked_sub(1))
        })
    }

    /// Returns whether the bounding box has come close to an edge of the canvas.
    pub(super) fn is_off_centre(&self) -> bool {
        self.extent().is_some_and(|ranges| {
            ranges.iter().zip(self.canvas).any(|(range, size)| {
                let middle = (range.start() + range.end()) / 2;
                middle.abs_diff(size / 2) > size / 8 + 1
            })
        })
    }

    /// Removes all words.
    pub(super) fn clear(&mut self) {
        for word in 0..self.words.len() {
            self.take(word);
        }
    }

    /// Moves the bounding box to the middle of the canvas.
    pub(super) fn centre(&mut self) {
        let Some([rows, cols]) = self.extent() else { return };
        let first = |range: &RangeInclusive<usize>, size: usize| {
            let length = range.end() + 1 - range.start();
            1 + (size - length.min(size)) / 2
        };
        let (row, col) = (first(&rows, self.canvas[0]), first(&cols, self.canvas[1]));
        let from = rows.start() * self.stride + cols.start();
        let to = row * self.stride + col;
        let moved: Vec<Option<Spot>> = self
            .spots
            .iter()
            .map(|spot| spot.map(|spot| Spot { start: spot.start + to - from, ..spot }))
            .collect();
        self.clear();
        self.lay_all(&moved);
    }

    fn lay_all(&mut self, spots: &[Option<Spot>]) {
        for (word, spot) in spots.iter().enumerate() {
            if let Some(spot) = *spot {
                self.lay(word, spot);
            }
        }
    }

    /// Sets the maximum size of the bounding box, at most that of the board. Words beyond it are removed, on sides that the
    /// random numbers choose; returns those around them.
    pub(super) fn limit(&mut self, rows: usize, cols: usize, rng: &mut fastrand::Rng) -> Vec<usize> {
        (self.rows, self.cols) = (rows, cols);
        let Some(extent) = self.extent() else { return Vec::new() };
        let windows = [(0, rows), (1, cols)].map(|(side, most)| {
            let (first, last) = (*extent[side].start(), *extent[side].end());
            let excess = (last + 1 - first).saturating_sub(most);
            let first = first + rng.usize(..=excess);
            first..first + most
        });
        let is_inside = |&cell: &usize| {
            windows[0].contains(&(cell / self.stride)) && windows[1].contains(&(cell % self.stride))
        };
        let is_beyond = |word: &usize| {
            let spot = self.spots[*word];
            spot.is_some_and(|spot| !self.cells(*word, spot).all(|cell| is_inside(&cell)))
        };
        let beyond: Vec<usize> = (0..self.words.len()).filter(is_beyond).collect();
        let mut around = Vec::new();
        for word in beyond {
            around.extend(self.neighbours(word));
            self.take(word);
        }
        around
    }

    /// Returns the layout as placements that start in the upper left corner of a board.
    pub(super) fn placements(&self) -> Vec<Placement> {
        let Some([rows, cols]) = self.extent() else { return Vec::new() };
        let placement = |(entry, spot): (usize, &Option<Spot>)| {
            let spot = (*spot)?;
            let start =
                Pos::new(spot.start / self.stride - rows.start(), spot.start % self.stride - cols.start());
            Some(Placement { entry, start, direction: Direction::BOTH[spot.down] })
        };
        self.spots.iter().enumerate().filter_map(placement).collect()
    }

    /// Places a layout that starts in the upper left corner of a board in the middle of the canvas.
    pub(super) fn adopt(&mut self, placements: &[Placement]) {
        self.clear();
        for p in placements {
            let down = usize::from(p.direction == Direction::Down);
            let start =
                (p.start.row + self.canvas[0] / 4 + 1) * self.stride + p.start.col + self.canvas[1] / 4 + 1;
            self.lay(p.entry, Spot { start, down });
        }
    }
}
