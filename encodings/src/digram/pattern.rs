//! Patterns: grids in which only the positions of the blanks are decided, and their slots.
//!
//! Once the blanks are chosen, filling a digram grid is like any other fill: each cell is two letters, each line a slot
//! over the letters of its cells. So the word propagator and everything built on it work here, too.

use super::puzzle::{Cells, Digram, Line};
use crate::grid::Grid;
use crate::lexicon::{Letter, Slot, SlotProblem};

/// For each cell, whether it is blank.
pub type Pattern = Grid<bool>;

/// Returns the slots of a pattern, in the order of [`Line::all`]. The two letters of a cell are consecutive; cells are
/// numbered row by row without the blank ones. Each line must have a cell that is not blank.
pub fn slots(pattern: &Pattern) -> SlotProblem {
    let mut count = 0;
    let first_letter = pattern.map(|_, &blank| {
        let first = count;
        count += if blank { 0 } else { 2 };
        first
    });
    let (rows, cols) = (pattern.rows(), pattern.cols());
    let slots = Line::all(rows, cols).map(|line| {
        let filled = line.run(rows, cols).cells().filter(|&pos| !pattern[pos]);
        Slot { cells: filled.flat_map(|pos| [first_letter[pos], first_letter[pos] + 1]).collect() }
    });
    SlotProblem { cells: vec![None; count], slots: slots.collect() }
}

/// Returns the grid of a pattern with the letters of its slots' cells.
pub fn with_letters(pattern: &Pattern, letters: &[Letter]) -> Cells {
    let mut pairs = letters.chunks_exact(2).map(|pair| Digram(pair[0], pair[1]));
    pattern.map(|_, &blank| if blank { None } else { pairs.next() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digram::format;

    #[test]
    fn slots_spell_what_the_lines_do() {
        let cells = format::read("abacay......\n......abacus\nac..inetan..\n..ne....ther\n").unwrap();
        let pattern = cells.map(|_, cell| cell.is_none());
        let problem = slots(&pattern);
        let letters: Vec<Letter> =
            cells.iter().filter_map(|(_, cell)| *cell).flat_map(|Digram(a, b)| [a, b]).collect();
        assert_eq!(problem.cells.len(), letters.len());
        for (slot, line) in problem.slots.iter().zip(Line::all(4, 6)) {
            let word: Vec<Letter> = slot.cells.iter().map(|&cell| letters[cell]).collect();
            assert_eq!(word, line.word(&cells), "{line}");
        }
        assert_eq!(with_letters(&pattern, &letters), cells);
    }
}
