//! A finished crossword as text: the grid, the numbered clues across and down, the empty grid with its numbers to
//! solve on, and the answers.

use super::format;
use super::puzzle::Template;
use crate::grid::{Direction, Run};
use crate::plain::harmless;
use std::fmt::Write;

/// A word of a finished crossword, with what is printed beside the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number in its first field.
    pub number: usize,
    /// Its place.
    pub run: Run,
    /// The word, A to Z; fields without a letter are `.`.
    pub answer: String,
    /// The word as it is written, where that says more than its letters.
    pub spelling: Option<String>,
    /// The clue, if there is one.
    pub clue: Option<String>,
}

/// Returns the words of a crossword in printing order: across, then down, each by number. `said` is called for each of
/// them, and returns its spelling and its clue.
pub fn entries(
    puzzle: &Template,
    mut said: impl FnMut(Run) -> (Option<String>, Option<String>),
) -> Vec<Entry> {
    let numbering = puzzle.numbering();
    let entry = |(number, run): (usize, Run)| {
        let (spelling, clue) = said(run);
        Entry { number, run, answer: puzzle.pattern(run), spelling, clue }
    };
    numbering.iter().map(|numbered| (numbered.number, numbered.run)).map(entry).collect()
}

/// Returns the crossword as text. Its first block of lines is the grid, which [`format::read`] reads. The letters of
/// the template that was filled, `given`, are also printed in the grid to solve on.
pub fn write(puzzle: &Template, given: Option<&Template>, entries: &[Entry]) -> String {
    let mut text = format::write(puzzle);
    let of = |direction| entries.iter().filter(move |entry| entry.run.direction == direction);
    // Writing to a String cannot fail.
    for (heading, direction) in [(format::ACROSS, Direction::Across), ("Down", Direction::Down)] {
        let _ = writeln!(text, "\n{heading}");
        for Entry { number, run, clue, .. } in of(direction) {
            let clue = harmless(clue.as_deref().unwrap_or("…"));
            let _ = writeln!(text, "{number}. {clue} ({})", run.len);
        }
    }
    let _ = write!(text, "\nGrid to solve on\n{}", numbered(puzzle, given));
    text.push_str("\nAnswers\n");
    for (heading, direction) in [(format::ACROSS, Direction::Across), ("Down", Direction::Down)] {
        let answer = |entry: &Entry| {
            let word = entry.spelling.as_deref().unwrap_or(&entry.answer);
            format!("{} {}", entry.number, harmless(word))
        };
        let answers: Vec<String> = of(direction).map(answer).collect();
        let _ = writeln!(text, "{heading}: {}", answers.join(", "));
    }
    text
}

/// Returns the clues in the lists of a text that [`write()`] wrote, each with the direction and number of its word;
/// words without a clue are left out. Lines outside the lists are ignored.
pub fn read_clues(text: &str) -> Vec<(Direction, usize, String)> {
    let mut clues = Vec::new();
    let mut direction = None;
    for line in text.lines().map(str::trim_end) {
        match line {
            "Across" => direction = Some(Direction::Across),
            "Down" => direction = Some(Direction::Down),
            "" => direction = None,
            line => {
                let Some(direction) = direction else { continue };
                let entry = line.split_once(". ").and_then(|(number, rest)| {
                    let clue = rest.rsplit_once(" (").map_or(rest, |(clue, _)| clue);
                    Some((direction, number.parse().ok()?, clue.trim().to_owned()))
                });
                clues.extend(entry.filter(|(_, _, clue)| clue != "…"));
            }
        }
    }
    clues
}

/// Returns the empty grid with its numbers and the given letters, each after its field's number: `.` for fields without
/// either, `#` for blocks. Every field is preceded by a blank, so that no row is taken for a row of the crossword when
/// the text is read.
fn numbered(puzzle: &Template, given: Option<&Template>) -> String {
    let mut fields = puzzle.cells.map(|_, cell| if cell.is_white() { "" } else { "#" }.to_owned());
    for numbered in puzzle.numbering().iter() {
        fields[numbered.run.start] = numbered.number.to_string();
    }
    for (pos, _) in puzzle.cells.iter() {
        let letter = given.and_then(|given| given.cells.get(pos)).and_then(|cell| cell.letter());
        fields[pos].extend(letter.map(|letter| letter.char()));
        if fields[pos].is_empty() {
            fields[pos].push('.');
        }
    }
    let width = 1 + fields.iter().map(|(_, field)| field.len()).max().unwrap_or(1);
    let row = |row| fields.row(row).iter().map(|field| format!("{field:>width$}")).collect::<String>() + "\n";
    (0..fields.rows()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_grid_clues_and_answers_and_is_read_back() {
        let puzzle = format::read("TOR#\nE.AL\n").expect("a template");
        let entries = entries(&puzzle, |run| {
            let said = |text: &str| (run.len == 3).then(|| text.to_owned());
            (said("T'or"), said("a gate"))
        });
        let text = write(&puzzle, None, &entries);
        assert_eq!(
            text,
            "TOR#\nE.AL\n\nAcross\n1. a gate (3)\n4. … (4)\n\nDown\n1. … (2)\n2. … (2)\n3. … (2)\n\n\
             Grid to solve on\n 1 2 3 #\n 4 . . .\n\nAnswers\nAcross: 1 T'or, 4 E.AL\nDown: 1 TE, 2 O., 3 RA\n"
        );
        assert_eq!(format::read(&text), Ok(puzzle));
        assert_eq!(read_clues(&text), [(Direction::Across, 1, "a gate".to_owned())]);
    }

    #[test]
    fn given_letters_are_there_to_solve_on() {
        let [given, puzzle] =
            ["T.R#\n..AL\n", "TOR#\nEGAL\n"].map(|text| format::read(text).expect("a template"));
        let text = write(&puzzle, Some(&given), &entries(&puzzle, |_| (None, None)));
        assert!(text.contains("\nGrid to solve on\n 1T  2 3R  #\n  4  .  A  L\n\n"), "{text}");
        assert_eq!(format::read(&text), Ok(puzzle));
    }

    #[test]
    fn no_grid_to_solve_on_is_taken_for_the_crossword() {
        for rows in ["AB\n", "A\nB\n", "A#\nB#\n", "##\nAB\n", "#\nA\nB\n", &"ABCDEFGHIJKLMN\n".repeat(2)] {
            let puzzle = format::read(rows).expect("a template");
            let text = write(&puzzle, Some(&puzzle), &entries(&puzzle, |_| (None, None)));
            assert_eq!(format::read(&text), Ok(puzzle), "{text}");
        }
    }
}
