//! What the commands share for Numberlink: reading both files, the forms of the years, and the picture.

use super::{Failure, files};
use anstyle::{AnsiColor, Color, Style};
use cwsat::encodings::grid::Pos;
use cwsat::encodings::numberlink::format_a::Year;
use cwsat::encodings::numberlink::{Answer, Cell, Problem, format_a, format_q};
use std::fmt::Write;
use std::path::Path;

/// The choices of `--year`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum YearArg {
    /// Block fields without a number may be `0`; no line `A<n>` is written
    #[value(name = "2019")]
    Y2019,
    /// The present form
    #[default]
    #[value(name = "later")]
    Later,
}

impl From<YearArg> for Year {
    fn from(year: YearArg) -> Self {
        match year {
            YearArg::Y2019 => Self::Y2019,
            YearArg::Later => Self::Later,
        }
    }
}

/// Reads a `Q` file.
pub fn read_problem(path: &Path) -> Result<Problem, Failure> {
    let text = files::read_text(path)?;
    format_q::read(&text).map_err(|source| Failure::NumberlinkQ { path: path.to_owned(), source })
}

/// Reads an `A` file.
pub fn read_answer(path: &Path, problem: &Problem, year: Year) -> Result<Answer, Failure> {
    let text = files::read_text(path)?;
    format_a::read(&text, problem, year)
        .map_err(|source| Failure::NumberlinkA { path: path.to_owned(), source })
}

/// Whether a text is a `Q` or an `A` file: `SIZE WxH` in the first lines.
pub fn recognises(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(2);
    lines.any(format_q::recognises)
}

/// The board as lines of text, two characters a field: wires as lines with their ends' numbers, blocks each in
/// a colour of its own.
pub fn picture(problem: &Problem, answer: &Answer) -> String {
    let fields = &answer.fields;
    let mut owner = fields.map(|_, _| None);
    for (index, (block, at)) in problem.blocks().iter().zip(&answer.at).enumerate() {
        for (offset, _) in block.cells() {
            let pos = Pos::new(at.row + offset.row, at.col + offset.col);
            if fields.contains(pos) {
                owner[pos] = Some(index);
            }
        }
    }
    let width = problem.nets().max(1).ilog10() as usize + 2;
    let mut text = String::new();
    for row in 0..fields.rows() {
        for col in 0..fields.cols() {
            let pos = Pos::new(row, col);
            let cell = fields[pos];
            let same =
                |dr, dc| pos.offset(dr, dc).and_then(|p| fields.get(p)).is_some_and(|other| *other == cell);
            let shown = match (cell, owner[pos]) {
                (Cell::Number(number), Some(_)) => format!("{number:>width$}"),
                (Cell::Number(_), None) => {
                    let sides = [same(-1, 0), same(0, 1), same(1, 0), same(0, -1)];
                    let before = if sides[3] { "─" } else { " " };
                    format!("{}{}", before.repeat(width - 1), line(sides))
                }
                (Cell::Plain, _) => {
                    format!("{}█", if owner_left(&owner, pos) { "█" } else { " " }.repeat(width - 1))
                }
                (Cell::Empty, _) => format!("{}·", " ".repeat(width - 1)),
            };
            let style = match (owner[pos], cell) {
                (Some(block), _) => colour(block).bold(),
                (None, Cell::Number(number)) => colour(number),
                (None, _) => Style::new().dimmed(),
            };
            // Writing to a String cannot fail.
            let _ = write!(text, "{style}{shown}{style:#}");
        }
        text.push('\n');
    }
    text
}

/// Whether the field to the left belongs to the same block.
fn owner_left(owner: &cwsat::encodings::grid::Grid<Option<usize>>, pos: Pos) -> bool {
    pos.offset(0, -1).is_some_and(|left| owner[left] == owner[pos])
}

/// The box-drawing character that joins these sides: above, right, below, left.
fn line(sides: [bool; 4]) -> char {
    match sides {
        [true, false, true, false] => '│',
        [false, true, false, true] => '─',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        // A wrong answer can have any.
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

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n";
    const ANSWER: &str = "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n";

    #[test]
    fn a_board_is_drawn() {
        let problem = format_q::read(PROBLEM).unwrap();
        let answer = format_a::read(ANSWER, &problem, Year::Later).unwrap();
        let drawn = anstream::adapter::strip_str(&picture(&problem, &answer)).to_string();
        assert_eq!(drawn, " ┌───┐\n 1██ │\n ███ 1\n");
    }

    #[test]
    fn both_files_are_recognised() {
        assert!(recognises(PROBLEM) && recognises(ANSWER) && recognises("\n GET A3\r\n size 3x3\r\n"));
        assert!(!recognises("4\n6\n......\n") && !recognises("SIZE matters\n") && !recognises(""));
    }
}
