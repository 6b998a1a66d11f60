//! A board on which words can be placed and removed quickly: what the local search works on.
//!
//! The words are on a canvas twice as large as the board in each direction, and it is their bounding box that must not
//! outgrow the board. So a layout can grow over an edge it started from, and its position on the board does not matter
//! until it is read out. A frame of empty cells around the canvas makes bounds checks unnecessary. Every layout on a
//! board always follows the rules for neighbours; keeping it connected is up to the search.

use crate::encodings::crisscross::puzzle::{Placement, Puzzle, Value};
use crate::encodings::grid::{Direction, Pos};
use std::ops::RangeInclusive;

/// The position of a word: the cell of its first letter, and its direction (0 across, 1 down).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) start: usize,
    pub(super) down: usize,
}

/// The canvas and the words on it.
#[derive(Clone)]
pub(super) struct Board {
    /// Letters as 1..=26.
    words: Vec<Vec<u8>>,
    /// The maximum size of the bounding box.
    rows: usize,
    cols: usize,
    /// The canvas without its frame.
    canvas: [usize; 2],
    stride: usize,
    /// The letter in each cell; 0 if empty.
    letters: Vec<u8>,
    /// The word across and the word down in each cell, counted from 1; 0 if there is none.
    cover: [Vec<u32>; 2],
    /// The cells that hold each letter.
    holders: Vec<Vec<usize>>,
    /// The index of each cell in its list of holders.
    held_at: Vec<usize>,
    /// The number of letters in each row and column of the canvas, with crossings counted twice.
    used: [Vec<usize>; 2],
    spots: Vec<Option<Spot>>,
    laid: usize,
    crossings: usize,
}

impl Board {
    /// Creates an empty board for the words of a puzzle.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let words: Vec<Vec<u8>> = puzzle
            .entries
            .iter()
            .map(|entry| entry.word.iter().map(|letter| letter.index() as u8 + 1).collect())
            .collect();
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
            holders: vec![Vec::new(); 27],
            held_at: vec![0; cells],
            used: [vec![0; canvas[0] + 2], vec![0; stride]],
            spots: vec![None; words.len()],
            words,
            laid: 0,
            crossings: 0,
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

    /// Returns how many words a word would cross in this spot, if it may be placed there (regardless of the bounding
    /// box).
    fn fits(&self, word: usize, spot: Spot) -> Option<usize> {
        let (step, side) = (self.step(spot.down), self.step(1 - spot.down));
        let letters = &self.words[word];
        let mut at = spot.start;
        if self.letters[at - step] != 0 || self.letters[at + letters.len() * step] != 0 {
            return None;
        }
        let mut crossings = 0;
        for &letter in letters {
            match self.letters[at] {
                0 if self.letters[at - side] != 0 || self.letters[at + side] != 0 => return None,
                0 => {}
                found if found != letter || self.cover[spot.down][at] != 0 => return None,
                _ => crossings += 1,
            }
            at += step;
        }
        Some(crossings)
    }

    /// Calls `visit` with every spot in which the word would cross another one, the number of words it would cross
    /// there, and the resulting size of the bounding box.
    pub(super) fn for_each_fit(&self, word: usize, mut visit: impl FnMut(Spot, usize, (usize, usize))) {
        let Some([rows, cols]) = self.extent() else { return };
        let len = self.words[word].len();
        for (i, &letter) in self.words[word].iter().enumerate() {
            for &cell in &self.holders[letter as usize] {
                let down = match (self.cover[0][cell], self.cover[1][cell]) {
                    (_, 0) => 1,
                    (0, _) => 0,
                    _ => continue,
                };
                let (row, col) = (cell / self.stride, cell % self.stride);
                let line = if down == 1 { row } else { col };
                if line <= i || line - i + len - 1 > self.canvas[1 - down] {
                    continue;
                }
                let (span, other) = if down == 1 { (&rows, &cols) } else { (&cols, &rows) };
                let first = (line - i).min(*span.start());
                let last = (line - i + len - 1).max(*span.end());
                let length = last + 1 - first;
                let breadth = other.end() + 1 - other.start();
                let size = if down == 1 { (length, breadth) } else { (breadth, length) };
                if size.0 > self.rows || size.1 > self.cols {
                    continue;
                }
                let step = self.step(down);
                let spot = Spot { start: cell - i * step, down };
                // A spot with several crossings is reached from each of them; the first one counts.
                if (0..i).any(|j| self.letters[spot.start + j * step] != 0) {
                    continue;
                }
                if let Some(crossings) = self.fits(word, spot) {
                    visit(spot, crossings, size);
                }
            }
        }
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
        for (i, cell) in self.cells(word, spot).enumerate() {
            if self.letters[cell] == 0 {
                let letter = self.words[word][i];
                self.letters[cell] = letter;
                self.held_at[cell] = self.holders[letter as usize].len();
                self.holders[letter as usize].push(cell);
            } else {
                self.crossings += 1;
            }
            self.cover[spot.down][cell] = word as u32 + 1;
            self.used[0][cell / self.stride] += 1;
            self.used[1][cell % self.stride] += 1;
        }
        self.spots[word] = Some(spot);
        self.laid += 1;
    }

    /// Removes a word; returns its position.
    pub(super) fn take(&mut self, word: usize) -> Option<Spot> {
        let spot = self.spots[word].take()?;
        for cell in self.cells(word, spot) {
            self.cover[spot.down][cell] = 0;
            if self.cover[1 - spot.down][cell] == 0 {
                let holders = &mut self.holders[self.letters[cell] as usize];
                let place = self.held_at[cell];
                holders.swap_remove(place);
                if let Some(&moved) = holders.get(place) {
                    self.held_at[moved] = place;
                }
                self.letters[cell] = 0;
            } else {
                self.crossings -= 1;
            }
            self.used[0][cell / self.stride] -= 1;
            self.used[1][cell % self.stride] -= 1;
        }
        self.laid -= 1;
        Some(spot)
    }

    /// Returns the words that cross this one.
    pub(super) fn neighbours(&self, word: usize) -> impl Iterator<Item = usize> + '_ {
        let spot = self.spots[word];
        spot.into_iter().flat_map(move |spot| {
            self.cells(word, spot)
                .filter_map(move |cell| (self.cover[1 - spot.down][cell] as usize).checked_sub(1))
        })
    }

    /// Returns the words on the board that are not connected to its largest group.
    pub(super) fn strays(&self) -> Vec<usize> {
        let mut part = vec![usize::MAX; self.words.len()];
        let mut sizes = Vec::new();
        let mut stack = Vec::new();
        for word in 0..self.words.len() {
            if self.spots[word].is_none() || part[word] != usize::MAX {
                continue;
            }
            part[word] = sizes.len();
            stack.push(word);
            let mut size = 0;
            while let Some(word) = stack.pop() {
                size += 1;
                for other in self.neighbours(word) {
                    if part[other] == usize::MAX {
                        part[other] = sizes.len();
                        stack.push(other);
                    }
                }
            }
            sizes.push(size);
        }
        if sizes.len() < 2 {
            return Vec::new();
        }
        let largest = (0..sizes.len()).max_by_key(|&i| sizes[i]).unwrap_or(0);
        (0..self.words.len()).filter(|&word| part[word] != usize::MAX && part[word] != largest).collect()
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

    /// Returns the spots of all words, for [`Board::restore`].
    pub(super) fn snapshot(&self) -> Vec<Option<Spot>> {
        self.spots.clone()
    }

    /// Places the words as they were when the snapshot was taken.
    pub(super) fn restore(&mut self, snapshot: &[Option<Spot>]) {
        for (word, spot) in snapshot.iter().enumerate() {
            if self.spots[word] != *spot {
                self.take(word);
            }
        }
        for (word, spot) in snapshot.iter().enumerate() {
            if let (Some(spot), None) = (*spot, self.spots[word]) {
                self.lay(word, spot);
            }
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
        self.restore(&moved);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::crisscross::base;

    #[test]
    fn the_last_word_of_a_long_list_can_be_laid() {
        let words = base::read("ROSE\nSEE\n", base::Style::Marked).expect("words").entries;
        // 65,536 words: one more than 16 bits can number from 1.
        let entries = words.into_iter().cycle().take(1 << 16).collect();
        let mut board = Board::new(&Puzzle { rows: 5, cols: 5, entries });
        let last = board.count() - 1;
        assert!(board.lay_first(0, 0));
        let mut fits = Vec::new();
        board.for_each_fit(last, |spot, _, _| fits.push(spot));
        board.lay(last, fits[0]);
        assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [last]);
        assert_eq!(board.neighbours(last).collect::<Vec<_>>(), [0]);
        board.take(last);
        assert_eq!((board.laid(), board.crossings()), (1, 0));
    }
}
