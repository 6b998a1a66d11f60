//! A board on which words can be placed and removed quickly: what the local search works on.
//!
//! The words are on a canvas twice as large as the board in each direction, and it is their bounding box that must not
//! outgrow the board. So a layout can grow over an edge it started from, and its position on the board does not matter
//! until it is read out. A frame of empty cells around the canvas makes bounds checks unnecessary. Every layout on a
//! board always follows the rules for neighbours; keeping it connected is up to the search.
//!
//! A step of the search changes a few words, so it must not cost as much as the whole board: what changed since a mark is
//! kept in a journal and can be undone, the cells in which a word can still cross another are listed by letter and
//! direction, and whether the layout is connected is asked only around the words that were removed.

use crate::encodings::crisscross::puzzle::{Placement, Puzzle, Value};
use crate::encodings::grid::{Direction, Pos};
use std::collections::VecDeque;
use std::mem::take;
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

/// Words that are connected, in a search for those that are not.
struct Group {
    /// The group into which it went when they met, or itself.
    joined: usize,
    /// The words around which was searched.
    done: Vec<usize>,
    open: VecDeque<usize>,
}

fn root(groups: &[Group], mut group: usize) -> usize {
    while groups[group].joined != group {
        group = groups[group].joined;
    }
    group
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
        // There are fewer letters in Unicode's scripts than numbers here, but for rare ideographs, which only make words
        // cross less often if two of them have one number.
        let number = |&index: &usize| (index % usize::from(u16::MAX)) as u16 + 1;
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
        for (down, open) in self.open.iter().enumerate() {
            let (span, other) = if down == 1 { (&rows, &cols) } else { (&cols, &rows) };
            let (first, last) = (*span.start(), *span.end());
            let breadth = other.end() + 1 - other.start();
            let most = [self.cols, self.rows][down];
            if breadth > [self.rows, self.cols][down] {
                continue;
            }
            let step = self.step(down);
            for (i, &letter) in self.words[word].iter().enumerate() {
                for &Open { cell, row, col } in &open[usize::from(letter)] {
                    let line = usize::from(if down == 1 { row } else { col });
                    if line <= i || line - i + len - 1 > self.canvas[1 - down] {
                        continue;
                    }
                    let begin = line - i;
                    let length = last.max(begin + len - 1) + 1 - first.min(begin);
                    if length > most {
                        continue;
                    }
                    let spot = Spot { start: cell as usize - i * step, down };
                    // A spot with several crossings is reached from each of them; the first one counts.
                    if (0..i).any(|j| self.letters[spot.start + j * step] != 0) {
                        continue;
                    }
                    if let Some(crossings) = self.fits(word, spot) {
                        let size = if down == 1 { (length, breadth) } else { (breadth, length) };
                        visit(spot, crossings, size);
                    }
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

    /// Returns the words that are not connected to the largest group, if each group has one of the `seeds`: words around
    /// those that were removed from a connected layout. The groups are searched in turn, word by word, and all but one of
    /// them to their ends at most, so a large layout that is still connected costs little.
    pub(super) fn strays_around(&mut self, seeds: impl IntoIterator<Item = usize>) -> Vec<usize> {
        self.searches = self.searches.checked_add(1).unwrap_or_else(|| {
            self.group.fill((0, 0));
            1
        });
        let search = self.searches;
        let mut groups: Vec<Group> = Vec::new();
        for word in seeds {
            if self.spots[word].is_some() && self.group[word].0 != search {
                self.group[word] = (search, groups.len() as u32);
                groups.push(Group { joined: groups.len(), done: Vec::new(), open: VecDeque::from([word]) });
            }
        }
        let mut open: Vec<usize> = (0..groups.len()).collect();
        let mut ended: Vec<usize> = Vec::new();
        let mut found: Vec<usize> = Vec::new();
        let mut turn = 0;
        while open.len() > 1 {
            turn %= open.len();
            let own = open[turn];
            let Some(word) = groups[own].open.pop_front() else {
                ended.push(own);
                open.swap_remove(turn);
                continue;
            };
            groups[own].done.push(word);
            found.clear();
            found.extend(self.neighbours(word));
            for &next in &found {
                let (of, group) = self.group[next];
                if of != search {
                    self.group[next] = (search, own as u32);
                    groups[own].open.push_back(next);
                    continue;
                }
                let other = root(&groups, group as usize);
                if other != own {
                    groups[other].joined = own;
                    let (done, waiting) = (take(&mut groups[other].done), take(&mut groups[other].open));
                    groups[own].done.extend(done);
                    groups[own].open.extend(waiting);
                    open.retain(|&group| group != other);
                }
            }
            turn += 1;
        }
        // The one that has not come to its end is larger than the others.
        ended.into_iter().flat_map(|group| take(&mut groups[group].done)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::crisscross::base;

    #[test]
    fn the_last_word_of_a_long_list_can_be_laid() {
        let words =
            base::read("ROSE\nSEE\n", base::Style::Marked, &Default::default()).expect("words").entries;
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

    /// What the board keeps up to date, made anew from the spots of its words.
    fn anew(board: &Board, puzzle: &Puzzle) -> Board {
        let mut other = Board::new(puzzle);
        (other.rows, other.cols) = (board.rows, board.cols);
        other.lay_all(&board.spots);
        other
    }

    fn assert_same(board: &Board, other: &Board) {
        let listed = |board: &Board| -> Vec<(usize, usize, u32)> {
            let lists = board.open.iter().enumerate().flat_map(|(down, lists)| {
                let cells = |(letter, open): (usize, &Vec<Open>)| {
                    open.iter().map(|open| (down, letter, open.cell)).collect::<Vec<_>>()
                };
                lists.iter().enumerate().flat_map(cells).collect::<Vec<_>>()
            });
            let mut all: Vec<_> = lists.collect();
            all.sort_unstable();
            all
        };
        let mut off = [board.off.clone(), other.off.clone()];
        off.iter_mut().for_each(|off| off.sort_unstable());
        assert_eq!(off[0], off[1]);
        assert_eq!(listed(board), listed(other));
        assert!(board.letters == other.letters && board.cover == other.cover && board.used == other.used);
        assert_eq!((board.laid, board.crossings), (other.laid, other.crossings));
    }

    /// The words of each group that crossings connect.
    fn groups(board: &Board) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = (0..board.count()).filter(|&word| board.spot(word).is_some()).collect();
        let mut groups = Vec::new();
        while let Some(first) = left.pop() {
            let (mut group, mut next) = (vec![first], 0);
            while next < group.len() {
                for other in board.neighbours(group[next]).collect::<Vec<_>>() {
                    if !group.contains(&other) {
                        group.push(other);
                    }
                }
                next += 1;
            }
            left.retain(|word| !group.contains(word));
            groups.push(group);
        }
        groups
    }

    #[test]
    fn what_a_step_changes_is_kept_up_to_date_and_undone() {
        let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\naster\norchid\npeony\nlotus\nöre\n";
        let entries = base::read(words, base::Style::Marked, &Default::default()).expect("words").entries;
        let puzzle = Puzzle { rows: 14, cols: 14, entries };
        let mut rng = fastrand::Rng::with_seed(3);
        let mut board = Board::new(&puzzle);
        assert!(board.lay_first(0, 0));
        let mut apart = 0;
        for step in 0..600 {
            board.mark();
            let before = anew(&board, &puzzle);
            let mut around = Vec::new();
            for _ in 0..rng.usize(..3) {
                let word = rng.usize(..board.count());
                if board.laid() > 1 {
                    around.extend(board.neighbours(word));
                    board.take(word);
                }
            }
            let mut all = groups(&board);
            let strays = board.strays_around(around);
            apart += usize::from(all.len() > 1);
            // One of the groups stays whole, and no other one of the largest size is preferred to it.
            all.retain(|group| !group.iter().all(|word| strays.contains(word)));
            assert_eq!(all.len(), 1, "step {step}");
            assert!(all[0].iter().all(|word| !strays.contains(word)));
            for &word in &strays {
                board.take(word);
            }
            for word in board.off().to_vec() {
                let mut fits = Vec::new();
                board.for_each_fit(word, |spot, crossings, size| fits.push((spot, crossings, size)));
                if fits.is_empty() {
                    continue;
                }
                let (spot, crossings, size) = fits[rng.usize(..fits.len())];
                let had = board.crossings();
                board.lay(word, spot);
                assert_eq!((board.crossings() - had, board.size()), (crossings, size));
            }
            assert_same(&board, &anew(&board, &puzzle));
            if rng.bool() {
                board.undo();
                assert_same(&board, &before);
            }
            if board.is_off_centre() {
                board.centre();
                assert_same(&board, &anew(&board, &puzzle));
            }
        }
        assert!(apart > 30, "{apart} layouts fell apart");
    }

    #[test]
    fn words_beyond_a_smaller_box_are_removed() {
        let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\n";
        let entries = base::read(words, base::Style::Marked, &Default::default()).expect("words").entries;
        let puzzle = Puzzle { rows: 14, cols: 14, entries };
        let mut rng = fastrand::Rng::with_seed(5);
        let mut board = Board::new(&puzzle);
        assert!(board.lay_first(1, 0));
        for word in board.off().to_vec() {
            let mut fits = Vec::new();
            board.for_each_fit(word, |spot, _, _| fits.push(spot));
            fits.first().into_iter().for_each(|&spot| board.lay(word, spot));
        }
        let (rows, cols) = board.size();
        board.limit(rows - 1, cols - 1, &mut rng);
        assert!(board.size().0 < rows && board.size().1 < cols && board.laid() > 0);
        assert_same(&board, &anew(&board, &puzzle));
    }
}
