//! The numbers of a crossword's words, as newspapers print them.
//!
//! The fields where a word starts are numbered from 1, row by row and from left to right within a row. A word across
//! and a word down that start in the same field share its number. The words are then listed by number, those across
//! first. That takes only the runs of the words, so every puzzle with questions beside the grid gets its numbers from
//! here.

use crate::grid::{Direction, Grid, Pos, Run};
use std::collections::BTreeMap;

/// A word with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The number, from 1.
    pub number: usize,
    /// The cells of the word.
    pub run: Run,
}

/// The numbers of all words of a crossword.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    starts: BTreeMap<Pos, usize>,
    /// The words across, by ascending number.
    pub across: Vec<Numbered>,
    /// The words down, by ascending number.
    pub down: Vec<Numbered>,
}

impl Numbering {
    /// Numbers these words, which may be in any order. No two of them may have the same start and direction.
    pub fn of_runs(runs: impl IntoIterator<Item = Run>) -> Self {
        let mut runs: Vec<Run> = runs.into_iter().collect();
        // Positions are ordered row by row, which is the order of the numbers.
        runs.sort_unstable();
        let mut numbering = Self::default();
        for run in runs {
            let next = numbering.starts.len() + 1;
            let number = *numbering.starts.entry(run.start).or_insert(next);
            let list = match run.direction {
                Direction::Across => &mut numbering.across,
                Direction::Down => &mut numbering.down,
            };
            list.push(Numbered { number, run });
        }
        numbering
    }

    /// Numbers all maximal runs of two or more cells for which `member` holds.
    pub fn of_grid<T>(grid: &Grid<T>, member: impl Fn(&T) -> bool) -> Self {
        Self::of_runs(grid.runs(member).into_iter().filter(|run| run.len >= 2))
    }

    /// Returns the number printed in a field, or `None` if no word starts there.
    pub fn at(&self, pos: Pos) -> Option<usize> {
        self.starts.get(&pos).copied()
    }

    /// Returns the words of a direction, by ascending number.
    pub fn of(&self, direction: Direction) -> &[Numbered] {
        match direction {
            Direction::Across => &self.across,
            Direction::Down => &self.down,
        }
    }

    /// Lists all words: first those across, then those down, each by ascending number.
    pub fn iter(&self) -> impl Iterator<Item = Numbered> + '_ {
        self.across.iter().chain(&self.down).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_numbered_row_by_row() {
        let text = [
            "..#..", //
            ".....", "#.#.#", ".....", "..#..",
        ];
        let grid = Grid::from_fn(5, 5, |p| text[p.row].as_bytes()[p.col]);
        let numbering = Numbering::of_grid(&grid, |&c| c == b'.');
        let numbers = |list: &[Numbered]| -> Vec<(usize, usize, usize, usize)> {
            list.iter().map(|n| (n.number, n.run.start.row, n.run.start.col, n.run.len)).collect()
        };
        let across = [(1, 0, 0, 2), (3, 0, 3, 2), (5, 1, 0, 5), (6, 3, 0, 5), (8, 4, 0, 2), (9, 4, 3, 2)];
        let down = [(1, 0, 0, 2), (2, 0, 1, 5), (3, 0, 3, 5), (4, 0, 4, 2), (6, 3, 0, 2), (7, 3, 4, 2)];
        assert_eq!(numbers(&numbering.across), across);
        assert_eq!(numbers(&numbering.down), down);
        assert_eq!(numbering.at(Pos::new(0, 3)), Some(3));
        assert_eq!(numbering.at(Pos::new(0, 2)), None);
        assert_eq!(numbering.iter().count(), 12);
    }

    #[test]
    fn the_order_of_the_runs_does_not_matter() {
        let grid = Grid::filled(3, 4, ());
        let mut runs = grid.runs(|()| true);
        let forward = Numbering::of_runs(runs.iter().copied());
        runs.reverse();
        assert_eq!(Numbering::of_runs(runs), forward);
        assert_eq!(forward.of(Direction::Across).len(), 3);
        assert_eq!(forward.of(Direction::Down).last().map(|n| n.number), Some(4));
    }
}
