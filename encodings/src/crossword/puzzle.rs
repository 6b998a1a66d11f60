//! The template: a rectangle of blocks and open fields, some with a given letter, the bars between them, and the slots in
//! it.
//!
//! A slot is a maximal run of two or more fields that are not blocks, without a bar inside. Only fields and bars are stored:
//! runs, slots and numbers follow from them. A filled crossword is a template in which all fields have letters, so one type
//! serves for problem and solution.

use super::bars::Bars;
use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::{Letter, Slot, SlotProblem};
use crate::numbering::Numbering;

/// The maximum number of rows and of columns of a template: no word list has longer words.
pub const LONGEST_SIDE: usize = crate::lexicon::LONGEST_WORD;

/// A field of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A field without a letter.
    Block,
    /// A field for which a letter has to be found.
    Open,
    /// A field with a letter that was given or found.
    Letter(Letter),
}

impl Cell {
    /// Returns whether the field takes a letter.
    pub fn is_white(self) -> bool {
        self != Self::Block
    }

    /// Returns the letter, if there is one.
    pub fn letter(self) -> Option<Letter> {
        match self {
            Self::Letter(letter) => Some(letter),
            Self::Block | Self::Open => None,
        }
    }
}

/// A template: open, or partly or completely filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The fields.
    pub cells: Grid<Cell>,
    /// The bars, each between two fields that are not blocks.
    bars: Bars,
}

impl Template {
    /// Returns a template of these fields, without bars.
    pub fn new(cells: Grid<Cell>) -> Self {
        Self { cells, bars: Bars::default() }
    }

    /// Returns a template of these fields and bars. A bar that is not between two fields that take letters says nothing, and
    /// is left out.
    pub fn with_bars(cells: Grid<Cell>, bars: &Bars) -> Self {
        let is_white =
            |pos: Option<Pos>| pos.and_then(|pos| cells.get(pos)).is_some_and(|cell| cell.is_white());
        let is_said = |&(pos, direction): &(Pos, Direction)| {
            let (rows, cols) = direction.step();
            is_white(Some(pos)) && is_white(pos.offset(rows, cols))
        };
        let bars = bars.iter().filter(is_said).collect();
        Self { cells, bars }
    }

    /// Returns a template without blocks, bars and letters: a word square, or a word rectangle.
    pub fn open(rows: usize, cols: usize) -> Self {
        Self::new(Grid::filled(rows, cols, Cell::Open))
    }

    /// Returns this template without its letters.
    #[must_use]
    pub fn emptied(&self) -> Self {
        let cells = self.cells.map(|_, cell| if cell.is_white() { Cell::Open } else { Cell::Block });
        Self { cells, bars: self.bars.clone() }
    }

    /// Returns the bars.
    pub fn bars(&self) -> &Bars {
        &self.bars
    }

    /// Returns the maximal runs of two or more fields, across ones first, each direction in reading order. They are the
    /// slots, in the order of [`Template::slots`].
    pub fn runs(&self) -> Vec<Run> {
        let runs = self.cells.runs(|cell| cell.is_white());
        runs.into_iter().flat_map(|run| self.bars.parts(run)).filter(|run| run.len >= 2).collect()
    }

    /// Returns the fields that are in no slot. A template with such a field cannot be a crossword.
    pub fn lonely(&self) -> Vec<Pos> {
        let mut in_slot = self.cells.map(|_, _| false);
        self.runs().into_iter().flat_map(Run::cells).for_each(|pos| in_slot[pos] = true);
        self.cells
            .iter()
            .filter(|&(pos, cell)| cell.is_white() && !in_slot[pos])
            .map(|(pos, _)| pos)
            .collect()
    }

    /// Returns the slots over the fields in reading order, and the positions of those fields. The template should have
    /// no [lonely](Template::lonely) fields; they are left out.
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

    /// Returns the template with these letters in these fields.
    #[must_use]
    pub fn with_letters(&self, positions: &[Pos], letters: &[Letter]) -> Self {
        let mut filled = self.clone();
        for (&pos, &letter) in positions.iter().zip(letters) {
            filled.cells[pos] = Cell::Letter(letter);
        }
        filled
    }

    /// Returns the letters of a run; `None` unless all its fields have one.
    pub fn word(&self, run: Run) -> Option<Vec<Letter>> {
        run.cells().map(|pos| self.cells.get(pos).copied().and_then(Cell::letter)).collect()
    }

    /// Returns the text of a run: its letters, and `.` for fields without one.
    pub fn pattern(&self, run: Run) -> String {
        run.cells().map(|pos| self.cells[pos].letter().map_or('.', Letter::char)).collect()
    }

    /// Returns the numbers of the words.
    pub fn numbering(&self) -> Numbering {
        Numbering::of_runs(self.runs())
    }

    /// Returns the number of fields that are not blocks.
    pub fn white(&self) -> usize {
        self.cells.iter().filter(|(_, cell)| cell.is_white()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::format::read;

    #[test]
    fn slots_are_over_the_fields_in_reading_order_without_lonely_ones() {
        let template = read("..#.\nA..#\n##.#\n").expect("a template");
        assert_eq!(template.lonely(), [Pos::new(0, 3)]);
        let (problem, positions) = template.slots();
        let expected = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 2)];
        assert_eq!(positions, expected.map(|(row, col)| Pos::new(row, col)));
        let a = Letter::from_char('A');
        assert_eq!(problem.cells, [None, None, a, None, None, None]);
        let slots: Vec<&[usize]> = problem.slots.iter().map(|slot| &slot.cells[..]).collect();
        assert_eq!(slots, [&[0, 1][..], &[2, 3, 4], &[0, 2], &[1, 3], &[4, 5]]);
    }

    #[test]
    fn words_end_at_bars_and_bars_beside_blocks_say_nothing() {
        let cells = read("..#.\n....\n").expect("a template").cells;
        let bar = |row, col, direction| (Pos::new(row, col), direction);
        let said = [bar(1, 1, Direction::Across), bar(0, 0, Direction::Down)];
        let unsaid = [
            bar(0, 1, Direction::Across),
            bar(1, 3, Direction::Across),
            bar(0, 2, Direction::Down),
            bar(1, 0, Direction::Down),
        ];
        let template = Template::with_bars(cells.clone(), &said.into_iter().chain(unsaid).collect());
        assert_eq!(template, Template::with_bars(cells.clone(), &said.into_iter().collect()));
        assert_ne!(template, Template::new(cells));
        let runs: Vec<_> =
            template.runs().iter().map(|run| (run.start.row, run.start.col, run.len)).collect();
        assert_eq!(runs, [(0, 0, 2), (1, 0, 2), (1, 2, 2), (0, 1, 2), (0, 3, 2)]);
        assert_eq!(template.numbering().iter().count(), 5);
    }

    #[test]
    fn a_word_has_all_its_letters() {
        let template = read("AB\n.C\n").expect("a template");
        let words: Vec<(String, bool)> = template
            .runs()
            .into_iter()
            .map(|run| (template.pattern(run), template.word(run).is_some()))
            .collect();
        let expected = [("AB", true), (".C", false), ("A.", false), ("BC", true)];
        assert_eq!(words, expected.map(|(text, whole)| (text.to_owned(), whole)));
        let across = template.runs()[0];
        assert_eq!(template.word(across), crate::lexicon::fold("AB"));
    }
}
