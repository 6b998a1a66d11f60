//! A Numberlink: wires as lines with the numbers of their ends, and each block in its own colour.

use crate::encodings::grid::Pos;
use crate::publish::puzzle::{Field, Puzzle};
use anstyle::{AnsiColor, Color, Style};
use std::fmt::Write;

/// Returns the board as lines of text, with at least two characters per field.
pub(super) fn draw(puzzle: &Puzzle, solution: bool) -> String {
    let fields = &puzzle.fields;
    let number = |field: Field| match field {
        Field::Wire(number) | Field::Block { number: Some(number), .. } => Some(number),
        _ => None,
    };
    let largest = fields.iter().filter_map(|(_, field)| number(*field)).max().unwrap_or(1);
    let width = largest.max(1).ilog10() as usize + 2;
    let mut text = String::new();
    for row in 0..fields.rows() {
        for col in 0..fields.cols() {
            let pos = Pos::new(row, col);
            let at = |rows, cols| pos.offset(rows, cols).and_then(|pos| fields.get(pos)).copied();
            let (shown, style) = match fields[pos] {
                Field::Block { number: Some(number), block } => {
                    (format!("{number:>width$}"), colour(block).bold())
                }
                Field::Block { number: None, block } => {
                    let goes_on =
                        matches!(at(0, -1), Some(Field::Block { block: left, .. }) if left == block);
                    let before = if goes_on { "█" } else { " " };
                    (before.repeat(width - 1) + "█", colour(block).bold())
                }
                Field::Wire(own) if solution => {
                    let same = |rows, cols| at(rows, cols).and_then(number) == Some(own);
                    let sides = [same(-1, 0), same(0, 1), same(1, 0), same(0, -1)];
                    let before = if sides[3] { "─" } else { " " };
                    (format!("{}{}", before.repeat(width - 1), line(sides)), colour(own))
                }
                _ => (" ".repeat(width - 1) + "·", Style::new().dimmed()),
            };
            // Writing to a String cannot fail.
            let _ = write!(text, "{style}{shown}{style:#}");
        }
        text.push('\n');
    }
    text
}

/// Returns the box-drawing character that joins these sides: above, right, below, left.
fn line(sides: [bool; 4]) -> char {
    match sides {
        [true, false, true, false] => '│',
        [false, true, false, true] => '─',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        // A wrong answer can have any other combination.
        _ => '┼',
    }
}

fn colour(index: usize) -> Style {
    const COLOURS: [AnsiColor; 6] = [
        AnsiColor::Red,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Blue,
        AnsiColor::Magenta,
        AnsiColor::Cyan,
    ];
    Style::new().fg_color(Some(Color::Ansi(COLOURS[index % COLOURS.len()])))
}
