//! A finished barred crossword as text, whose first block of lines [`format::read`] reads.

use super::format;
use crate::crossword::puzzle::Template;
use crate::crossword::solution::{self, Entry, to_solve_on};

/// Returns the crossword as text. The letters of the template that was filled, `given`, are also printed in the grid to
/// solve on.
pub fn write(puzzle: &Template, given: Option<&Template>, entries: &[Entry]) -> String {
    solution::write(&format::write(puzzle), &numbered(puzzle, given), entries)
}

/// Returns the empty grid with its bars, its numbers and the given letters. Its fields are wider than those of the
/// crossword, so that no row is taken for one of those when the text is read.
fn numbered(puzzle: &Template, given: Option<&Template>) -> String {
    let fields = to_solve_on(puzzle, given);
    let width = 1 + fields.iter().map(|(_, field)| field.len()).max().unwrap_or(1);
    format::drawn(&fields, puzzle.bars(), width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crossword::solution::{Said, entries, read_clues};
    use crate::grid::Direction;

    #[test]
    fn the_text_has_grid_clues_and_answers_and_is_read_back() {
        let puzzle = format::read("barred\nT O R|E\n-\nE G A L\n").expect("a crossword");
        let entries = entries(&puzzle, |run| Said {
            clue: (run.len == 3).then(|| "a gate".to_owned()),
            ..Said::default()
        });
        let given = format::read("barred\n. O .|.\n-\n. . . .\n").expect("a crossword");
        let text = write(&puzzle, Some(&given), &entries);
        assert_eq!(
            text,
            "barred\nT O R|E\n-\nE G A L\n\nAcross\n1. a gate (3)\n5. … (4)\n\nDown\n2. … (2)\n3. … (2)\n4. … (2)\n\n\
             Grid to solve on\n  1  2O   3|  4\n---\n  5   .   .   .\n\nAnswers\nAcross: 1 TOR, 5 EGAL\nDown: 2 OG, 3 RA, 4 EL\n"
        );
        assert_eq!(format::read(&text), Ok(puzzle));
        assert_eq!(read_clues(&text), [(Direction::Across, 1, "a gate".to_owned())]);
    }
}
