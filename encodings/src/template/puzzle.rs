//! The template: a rectangle of blocks and open fields, some with a given letter, and the slots in it.
//!
//! A slot is a maximal run of two or more fields that are no blocks. Nothing is stored but the fields: runs,
//! slots and numbers follow from them. A filled crossword is a template whose fields all have letters, so one
//! type serves for question and answer.

use crate::grid::{Grid, Pos, Run};
use crate::lexicon::{Letter, Slot, SlotProblem};
use crate::numbering::Numbering;

/// The longest side a template may have: no word list has longer words.
pub const LONGEST_SIDE: usize = crate::lexicon::LONGEST_WORD;

/// A field of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No letter stands here.
    Block,
    /// A letter is to be found.
    Open,
    /// A letter that is given or was found.
    Letter(Letter),
}

impl Cell {
    /// Whether a letter belongs here.
    pub fn is_white(self) -> bool {
        self != Self::Block
    }

    /// The letter, if there is one.
    pub fn letter(self) -> Option<Letter> {
        match self {
            Self::Letter(letter) => Some(letter),
            Self::Block | Self::Open => None,
        }
    }
}

/// A template, open, partly or wholly filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The fields.
    pub cells: Grid<Cell>,
}

impl Template {
    /// A template without blocks and letters: a word square, or a word rectangle.
    pub fn open(rows: usize, cols: usize) -> Self {
        Self { cells: Grid::filled(rows, cols, Cell::Open) }
    }

    /// The maximal runs of two or more fields, across ones first, each set in reading order. They are the
    /// slots, in the order of [`Template::slots`].
    pub fn runs(&self) -> Vec<Run> {
        let mut runs = self.cells.runs(|cell| cell.is_white());
        runs.retain(|run| run.len >= 2);
        runs
    }

    /// The fields that lie in no slot. A template that has one cannot be a crossword.
    pub fn lonely(&self) -> Vec<Pos> {
        let mut in_slot = self.cells.map(|_, _| false);
        self.runs().into_iter().flat_map(Run::cells).for_each(|pos| in_slot[pos] = true);
        self.cells
            .iter()
            .filter(|&(pos, cell)| cell.is_white() && !in_slot[pos])
            .map(|(pos, _)| pos)
            .collect()
    }

    /// The slots over the fields in reading order, and where those fields are. The template must have no
    /// [lonely](Template::lonely) field; one that it has is left out.
    pub fn slots(&self) -> (SlotProblem, Vec<Pos>) {
        let runs = self.runs();
        let mut in_slot = self.cells.map(|_, _| false);
        runs.iter().flat_map(|run| run.cells()).for_each(|pos| in_slot[pos] = true);
        let positions: Vec<Pos> = self.cells.positions().filter(|&pos| in_slot[pos]).collect();
        let mut number = self.cells.map(|_, _| 0);
        positions.iter().enumerate().for_each(|(index, &pos)| number[pos] = index);
        let cells = positions.iter().map(|&pos| self.cells[pos].letter()).collect();
        let slot = |run: Run| Slot { cells: run.cells().map(|pos| number[pos]).collect() };
        (SlotProblem { cells, slots: runs.into_iter().map(slot).collect() }, positions)
    }

    /// The template with these letters in these fields.
    #[must_use]
    pub fn with_letters(&self, positions: &[Pos], letters: &[Letter]) -> Self {
        let mut filled = self.clone();
        for (&pos, &letter) in positions.iter().zip(letters) {
            filled.cells[pos] = Cell::Letter(letter);
        }
        filled
    }

    /// The letters of a run, if all its fields have one.
    pub fn word(&self, run: Run) -> Option<Vec<Letter>> {
        run.cells().map(|pos| self.cells.get(pos).copied().and_then(Cell::letter)).collect()
    }

    /// A run as it stands: its letters, and `.` for fields without one.
    pub fn pattern(&self, run: Run) -> String {
        run.cells().map(|pos| self.cells[pos].letter().map_or('.', Letter::char)).collect()
    }

    /// The numbers of the words.
    pub fn numbering(&self) -> Numbering {
        Numbering::of_grid(&self.cells, |cell| cell.is_white())
    }

    /// How many fields are no blocks.
    pub fn white(&self) -> usize {
        self.cells.iter().filter(|(_, cell)| cell.is_white()).count()
    }
}
