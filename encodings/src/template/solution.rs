//! A finished crossword as text: the grid, the numbered clues across and down, and the answers.

use super::format;
use super::puzzle::Template;
use crate::grid::{Direction, Run};
use std::fmt::Write;

/// A word of a finished crossword, with what is printed beside the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number in its first field.
    pub number: usize,
    /// Where it stands.
    pub run: Run,
    /// The word, A to Z; fields without a letter are `.`.
    pub answer: String,
    /// The clue, if there is one.
    pub clue: Option<String>,
}

/// The words of a crossword in printing order: across, then down, each by number. `clue` is asked for each.
pub fn entries(puzzle: &Template, mut clue: impl FnMut(Run) -> Option<String>) -> Vec<Entry> {
    let numbering = puzzle.numbering();
    let entry =
        |(number, run): (usize, Run)| Entry { number, run, answer: puzzle.pattern(run), clue: clue(run) };
    numbering.iter().map(|numbered| (numbered.number, numbered.run)).map(entry).collect()
}

/// The crossword as text. Its first block of lines is the grid, which [`format::read`] reads.
pub fn write(puzzle: &Template, entries: &[Entry]) -> String {
    let mut text = format::write(puzzle);
    let of = |direction| entries.iter().filter(move |entry| entry.run.direction == direction);
    // Writing to a String cannot fail.
    for (heading, direction) in [(format::ACROSS, Direction::Across), ("Down", Direction::Down)] {
        let _ = writeln!(text, "\n{heading}");
        for Entry { number, run, clue, .. } in of(direction) {
            let clue = clue.as_deref().unwrap_or("…");
            let _ = writeln!(text, "{number}. {clue} ({})", run.len);
        }
    }
    text.push_str("\nAnswers\n");
    for (heading, direction) in [(format::ACROSS, Direction::Across), ("Down", Direction::Down)] {
        let answers: Vec<String> = of(direction).map(|e| format!("{} {}", e.number, e.answer)).collect();
        let _ = writeln!(text, "{heading}: {}", answers.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_grid_clues_and_answers_and_is_read_back() {
        let puzzle = format::read("TOR#\nE.AL\n").expect("a template");
        let entries = entries(&puzzle, |run| (run.len == 3).then(|| "a gate".to_owned()));
        let text = write(&puzzle, &entries);
        assert_eq!(
            text,
            "TOR#\nE.AL\n\nAcross\n1. a gate (3)\n4. … (4)\n\nDown\n1. … (2)\n2. … (2)\n3. … (2)\n\nAnswers\n\
             Across: 1 TOR, 4 E.AL\nDown: 1 TE, 2 O., 3 RA\n"
        );
        assert_eq!(format::read(&text), Ok(puzzle));
    }
}
