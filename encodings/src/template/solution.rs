//! A finished crossword as text, whose first block of lines is its template.

use super::format;
use crate::crossword::puzzle::Template;
use crate::crossword::solution::{self, to_solve_on};

pub use crate::crossword::solution::{Entry, Said, entries, read_clues};

/// Returns the crossword as text. Its first block of lines is the grid, which [`format::read`] reads. The letters of
/// the template that was filled, `given`, are also printed in the grid to solve on.
pub fn write(puzzle: &Template, given: Option<&Template>, entries: &[Entry]) -> String {
    solution::write(&format::write(puzzle), &numbered(puzzle, given), entries)
}

/// Returns the empty grid with its numbers and the given letters, each after its field's number: `.` for fields without
/// either, `#` for blocks. Every field is preceded by a blank, so that no row is taken for a row of the crossword when
/// the text is read.
fn numbered(puzzle: &Template, given: Option<&Template>) -> String {
    let fields = to_solve_on(puzzle, given);
    let width = 1 + fields.iter().map(|(_, field)| field.len()).max().unwrap_or(1);
    let row = |row| fields.row(row).iter().map(|field| format!("{field:>width$}")).collect::<String>() + "\n";
    (0..fields.rows()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Direction;

    #[test]
    fn the_text_has_grid_clues_and_answers_and_is_read_back() {
        let puzzle = format::read("TOR#\nE.AL\n").expect("a template");
        let entries = entries(&puzzle, |run| {
            let said = |text: &str| (run.len == 3).then(|| text.to_owned());
            Said { spelling: said("T'or"), clue: said("a gate"), own: run.len == 4 }
        });
        let text = write(&puzzle, None, &entries);
        assert_eq!(
            text,
            "TOR#\nE.AL\n\nAcross\n1. a gate (3)\n4. … (4)\n\nDown\n1. … (2)\n2. … (2)\n3. … (2)\n\n\
             Grid to solve on\n 1 2 3 #\n 4 . . .\n\nAnswers (* own word)\nAcross: 1 T'or, 4 E.AL*\nDown: 1 TE, 2 O., 3 RA\n"
        );
        assert_eq!(format::read(&text), Ok(puzzle));
        assert_eq!(read_clues(&text), [(Direction::Across, 1, "a gate".to_owned())]);
    }

    #[test]
    fn given_letters_are_there_to_solve_on() {
        let [given, puzzle] =
            ["T.R#\n..AL\n", "TOR#\nEGAL\n"].map(|text| format::read(text).expect("a template"));
        let text = write(&puzzle, Some(&given), &entries(&puzzle, |_| Said::default()));
        assert!(text.contains("\nGrid to solve on\n 1T  2 3R  #\n  4  .  A  L\n\n"), "{text}");
        assert_eq!(format::read(&text), Ok(puzzle));
    }

    #[test]
    fn no_grid_to_solve_on_is_taken_for_the_crossword() {
        for rows in ["AB\n", "A\nB\n", "A#\nB#\n", "##\nAB\n", "#\nA\nB\n", &"ABCDEFGHIJKLMN\n".repeat(2)] {
            let puzzle = format::read(rows).expect("a template");
            let text = write(&puzzle, Some(&puzzle), &entries(&puzzle, |_| Said::default()));
            assert_eq!(format::read(&text), Ok(puzzle), "{text}");
        }
    }
}
