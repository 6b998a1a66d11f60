//! A view of the puzzle for the terminal.
//!
//! Colours and weights are ANSI escape codes. If the output is not a terminal, the caller strips them (`anstream`
//! does), and the view stays legible: question fields show their arrows, blocked fields are shaded.

mod board;

use crate::encodings::arrowword::puzzle::Arrow;
use crate::encodings::crossword::bars::Bars;
use crate::encodings::grid::{Direction, Grid, Pos};
use crate::encodings::plain::harmless;
use crate::publish::draw::wording::Wording;
use crate::publish::puzzle::{BlockedLook, Entry, Field, Puzzle};
use anstyle::{AnsiColor, Color, Style};
use std::fmt::Write;

const QUESTION: Style = Style::new().fg_color(ansi(AnsiColor::Black)).bg_color(ansi(AnsiColor::White));
const LETTER: Style = Style::new().bold();
const GIVEN: Style = Style::new().fg_color(ansi(AnsiColor::Green)).bold();
const QUIET: Style = Style::new().dimmed();

const fn ansi(color: AnsiColor) -> Option<Color> {
    Some(Color::Ansi(color))
}

/// Returns the grid with the letters of the solution.
pub fn solution(puzzle: &Puzzle) -> String {
    if puzzle.kind.has_words() { grid(puzzle, true) } else { board::draw(puzzle, true) }
}

/// Returns the grid to be solved, and the clues below it; those of an arrowword follow the row and column of their
/// field (from 1) and their arrow.
pub fn puzzle(puzzle: &Puzzle) -> String {
    if puzzle.kind.has_words() { grid(puzzle, false) + &clues(puzzle) } else { board::draw(puzzle, false) }
}

/// Returns the character of an arrow.
fn sign(arrow: Arrow) -> char {
    match arrow {
        Arrow::Down => '↓',
        Arrow::DownRight => '↳',
        Arrow::LeftDown => '↲',
        Arrow::Right => '→',
        Arrow::RightDown => '↴',
        Arrow::UpRight => '↱',
    }
}

/// Returns the grid with three characters per field, or more if numbers need them.
fn grid(puzzle: &Puzzle, solution: bool) -> String {
    let blocked = puzzle.kind.features().blocked;
    let numbering = puzzle.numbering();
    let number = |pos: Pos| numbering.at(pos).map(|number| number.to_string());
    let longest = puzzle.fields.positions().filter_map(number).map(|number| number.len()).max();
    let width = if solution { 3 } else { longest.unwrap_or(1).max(2) + 1 };
    let field = |pos: Pos, field: Field| match field {
        Field::Blocked(_) if blocked == BlockedLook::Outside => (" ".repeat(width), Style::new()),
        Field::Blocked(_) => ("░".repeat(width), QUIET),
        Field::Question => {
            let signs: String = puzzle
                .asked_at(pos)
                .iter()
                .filter_map(|entry| entry.question)
                .map(|q| sign(q.arrow))
                .collect();
            (format!("{signs:^width$}"), QUESTION)
        }
        _ => match (solution, field.given(), number(pos)) {
            (false, Some(letter), _) => (format!("{:^width$}", letter.char()), GIVEN),
            (false, None, Some(number)) => (format!("{number:>width$}"), QUIET),
            (false, None, None) => (format!("{:^width$}", '·'), QUIET),
            (true, given, _) => {
                let letter = field.solution().unwrap_or_else(|| "·".to_owned());
                (format!("{letter:^width$}"), if given.is_some() { GIVEN } else { LETTER })
            }
        },
    };
    let fields = puzzle.fields.map(|pos, &value| field(pos, value));
    if puzzle.kind.features().has_bars { barred(puzzle, &fields, width) } else { styled(&fields) }
}

/// Returns fields of this width as lines of text, with the bars between them.
fn barred(puzzle: &Puzzle, fields: &Grid<(String, Style)>, width: usize) -> String {
    let bars = Bars::from_iter(puzzle.bars());
    let mut text = String::new();
    for row in 0..fields.rows() {
        let mut below = String::new();
        for (col, (shown, style)) in fields.row(row).iter().enumerate() {
            let pos = Pos::new(row, col);
            let right = if bars.after(pos, Direction::Across) { "┃" } else { " " };
            // Writing to a String cannot fail.
            let _ = write!(text, "{style}{shown}{style:#}{right}");
            below += &if bars.after(pos, Direction::Down) { "━" } else { " " }.repeat(width);
            below.push(' ');
        }
        text.push('\n');
        if !below.trim_end().is_empty() {
            text = text + below.trim_end() + "\n";
        }
    }
    text
}

/// Returns the fields as lines of text; neighbours with the same style share its escape codes.
fn styled(fields: &Grid<(String, Style)>) -> String {
    let mut text = String::new();
    for row in 0..fields.rows() {
        for stretch in fields.row(row).chunk_by(|(_, a), (_, b)| a == b) {
            let style = stretch[0].1;
            let shown: String = stretch.iter().map(|(shown, _)| shown.as_str()).collect();
            // Writing to a String cannot fail.
            let _ = write!(text, "{style}{shown}{style:#}");
        }
        text.push('\n');
    }
    text
}

fn clues(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    let line = |entry: &Entry| {
        let length = puzzle.pattern(entry).chars().count();
        let clue = entry.clue().map(|clue| harmless(&clue.text).into_owned() + " ").unwrap_or_default();
        format!("{clue}({length})")
    };
    if puzzle.kind.has_question_fields() {
        text.push('\n');
        for entry in &puzzle.entries {
            let Some(question) = entry.question else { continue };
            let place = format!("{},{}", question.pos.row + 1, question.pos.col + 1);
            let _ = writeln!(text, "{place:>7} {} {}", sign(question.arrow), line(entry));
        }
        return text;
    }
    let wording = Wording::of(puzzle.language.as_ref());
    for direction in Direction::BOTH {
        let entries = puzzle.numbered(direction);
        if !entries.is_empty() {
            let heading = wording.heading(puzzle.kind.lists(), direction);
            let _ = writeln!(text, "\n{LETTER}{heading}{LETTER:#}");
        }
        for (number, entry) in entries {
            let _ = writeln!(text, "{number:>4} {}", line(entry));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::arrowword::cwg;
    use crate::encodings::template::format;
    use crate::publish::puzzle::{Clue, convert};

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn bars_are_between_fields() {
        let crossword = crate::encodings::barred::format::read("barred\nA B|C\n-\nD E F\n").unwrap();
        let shown = solution(&convert::barred(&crossword, |_| None));
        let plain = anstream::adapter::strip_str(&shown).to_string();
        assert_eq!(plain, " A   B ┃ C  \n━━━\n D   E   F  \n");
    }

    #[test]
    fn an_arrowword_is_legible_without_colours() {
        let text = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
        let mut document = convert::arrowword(&cwg::read(text).unwrap().puzzle).unwrap();
        document.entries[0].clues.push(Clue::new("Frau\u{202E}\u{1b}[31m"));
        assert_eq!(plain(&solution(&document)), " ↴  L  ↓ \n →  E  I \n →  A  D \n");
        let view = plain(&puzzle(&document));
        let rest = "\n    1,1 ↴ Frau [31m (3)\n    1,3 ↓ (2)\n    2,1 → (2)\n    3,1 → (2)\n";
        assert_eq!(view, format!(" ↴  ·  ↓ \n →  ·  · \n →  ·  · \n{rest}"));
    }

    #[test]
    fn a_crossword_has_numbers_and_lists() {
        let document = convert::template(&format::read("TOR#\nE.AL\n").unwrap(), |run| {
            (run.len == 3).then(|| "a gate".into())
        });
        assert_eq!(plain(&solution(&document)), " T  O  R ░░░\n E  ·  A  L \n");
        let view = plain(&puzzle(&document));
        assert!(
            view.starts_with("  1  2  3░░░\n  4 ·  ·  · \n\nAcross\n   1 a gate (3)\n   4 (4)\n\nDown\n"),
            "{view}"
        );
    }
}
