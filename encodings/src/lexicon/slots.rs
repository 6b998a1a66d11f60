//! Slots: the places of a grid where words go, whatever the puzzle.
//!
//! A puzzle with a fixed layout is a set of cells, some with a given letter, and a set of slots that must
//! spell different words of a list. Every kind of fill (search, propagator, CNF) works on this view alone.

use super::Letter;

/// A place for a word: the numbers of its cells, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Numbers of the cells, each `< SlotProblem::cells.len()`; at least two, all different.
    pub cells: Vec<usize>,
}

impl Slot {
    /// Returns the number of letters of the word.
    #[allow(clippy::len_without_is_empty)] // a slot is never empty
    pub fn len(&self) -> usize {
        self.cells.len()
    }
}

/// Cells and the slots over them: all slots have to spell words of a list, no word twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotProblem {
    /// The given letter of each cell, if it has one. Every cell is in one or two slots.
    pub cells: Vec<Option<Letter>>,
    /// The slots.
    pub slots: Vec<Slot>,
}
