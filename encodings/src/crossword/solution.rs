//! A finished crossword as text: the grid, the numbered clues across and down, the empty grid with its numbers to
//! solve on, and the answers. How a grid looks as text is up to the kind.

use super::puzzle::Template;
use crate::grid::{Direction, Grid, Run};
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
    /// Whether it is one of the author's own words.
    pub own: bool,
}

/// What is known about a word besides its letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The word as it is written, where that says more than its letters.
    pub spelling: Option<String>,
    /// The clue, if there is one.
    pub clue: Option<String>,
    /// Whether it is one of the author's own words.
    pub own: bool,
}

/// Returns the words of a crossword in printing order: across, then down, each by number. `said` is called for each of
/// them.
pub fn entries(puzzle: &Template, mut said: impl FnMut(Run) -> Said) -> Vec<Entry> {
    let numbering = puzzle.numbering();
    let entry = |(number, run): (usize, Run)| {
        let Said { spelling, clue, own } = said(run);
        Entry { number, run, answer: puzzle.pattern(run), spelling, clue, own }
    };
    numbering.iter().map(|numbered| (numbered.number, numbered.run)).map(entry).collect()
}

/// The heading of the across words in a solution.
pub const ACROSS: &str = "Across";

/// The heading of the down words in a solution.
pub const DOWN: &str = "Down";

/// What follows an own word in the answers.
const OWN: &str = "*";

/// Returns the crossword as text: its grid, the lists of its words, the grid to solve on, and the answers. Both grids end in
/// a line break.
pub fn write(grid: &str, to_solve_on: &str, entries: &[Entry]) -> String {
    let mut text = grid.to_owned();
    let of = |direction| entries.iter().filter(move |entry| entry.run.direction == direction);
    // Writing to a String cannot fail.
    for (heading, direction) in [(ACROSS, Direction::Across), (DOWN, Direction::Down)] {
        let _ = writeln!(text, "\n{heading}");
        for Entry { number, run, clue, .. } in of(direction) {
            let clue = harmless(clue.as_deref().unwrap_or("…"));
            let _ = writeln!(text, "{number}. {clue} ({})", run.len);
        }
    }
    let _ = write!(text, "\nGrid to solve on\n{to_solve_on}");
    let legend = if entries.iter().any(|entry| entry.own) { " (* own word)" } else { "" };
    let _ = writeln!(text, "\nAnswers{legend}");
    for (heading, direction) in [(ACROSS, Direction::Across), (DOWN, Direction::Down)] {
        let answer = |entry: &Entry| {
            let word = entry.spelling.as_deref().unwrap_or(&entry.answer);
            let mark = if entry.own { OWN } else { "" };
            format!("{} {}{mark}", entry.number, harmless(word))
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
            ACROSS => direction = Some(Direction::Across),
            DOWN => direction = Some(Direction::Down),
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

/// Returns what the grid to solve on shows in each field: its number and the given letter, `.` for fields without either, `#`
/// for blocks. The letters of the template that was filled are the given ones.
pub(crate) fn to_solve_on(puzzle: &Template, given: Option<&Template>) -> Grid<String> {
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
    fields
}
