//! The text of a template: one line per row, one character per field.
//!
//! ```text
//! ooox.       o or .   an open field
//! #oooo       x or #   a block
//! ooCAT       A to Z   a given letter
//! ```
//!
//! Both conventions may be mixed. Rows that are shorter than the longest are filled up with blocks; blanks at the end
//! of a row are ignored. Case matters: `x` and `o` are fields, `X` and `O` are letters; any other lower-case letter is
//! rejected rather than guessed at. A blank line ends the grid, so that a whole solution as
//! [`solution::write`](super::solution::write) prints it, with its lists of words below the grid, can be read back; but
//! grid rows below a blank line are an error, because half of a grid is worse than none.

use crate::crossword::puzzle::{Cell, LONGEST_SIDE, Template};
use crate::crossword::solution::ACROSS;
use crate::grid::{Grid, sides};
use crate::lexicon::Letter;
use thiserror::Error;

/// Why a text is not a template. Lines and columns are counted from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum TemplateError {
    #[error(
        "there is no row in it; write one line per row, `o` or `.` for open fields and `x` or `#` for blocks"
    )]
    Empty,

    #[error(
        "line {line}, column {column}: `{found}` is not a field; open fields are `o` or `.`, blocks `x` or `#`, given \
         letters A to Z in upper case"
    )]
    NoField { line: usize, column: usize, found: char },

    #[error("line {line}: the row has {width} fields; at most {LONGEST_SIDE} are allowed")]
    TooWide { line: usize, width: usize },

    #[error("line {line}: this is row {LONGEST_SIDE} + 1; at most {LONGEST_SIDE} rows are allowed")]
    TooHigh { line: usize },

    #[error(
        "line {line}: grid rows continue below a blank line; write a row of blocks as `x`, and one grid per file"
    )]
    SecondBlock { line: usize },

    #[error("all fields are blocks, so there is nothing to fill")]
    AllBlocks,
}

/// Reads a template, open or filled.
pub fn read(text: &str) -> Result<Template, TemplateError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (index, line) in lines.by_ref().take_while(|(_, line)| !line.trim().is_empty()) {
        if rows.len() == LONGEST_SIDE {
            return Err(TemplateError::TooHigh { line: index + 1 });
        }
        rows.push(read_row(index + 1, line.trim_end())?);
    }
    if let Some((index, _)) = lines.find(|(_, line)| looks_like_row(line)) {
        return Err(TemplateError::SecondBlock { line: index + 1 });
    }
    let width = rows.iter().map(Vec::len).max().ok_or(TemplateError::Empty)?;
    let cell = |row: &Vec<Cell>, col: usize| row.get(col).copied().unwrap_or(Cell::Block);
    let template = Template::new(Grid::from_fn(rows.len(), width, |pos| cell(&rows[pos.row], pos.col)));
    if template.white() == 0 { Err(TemplateError::AllBlocks) } else { Ok(template) }
}

fn read_row(line: usize, text: &str) -> Result<Vec<Cell>, TemplateError> {
    // Whatever is in a row that is far too long: the error to report is its length.
    let width = text.chars().take(10_000).count();
    if width > LONGEST_SIDE {
        return Err(TemplateError::TooWide { line, width });
    }
    let field =
        |(index, found)| cell_of(found).ok_or(TemplateError::NoField { line, column: index + 1, found });
    text.chars().enumerate().map(field).collect()
}

fn cell_of(c: char) -> Option<Cell> {
    match c {
        'x' | '#' => Some(Cell::Block),
        'o' | '.' => Some(Cell::Open),
        _ => Letter::from_char(c).map(Cell::Letter),
    }
}

/// Returns whether a line below the grid could be one of its rows. A line of a solution's lists cannot: it is a heading
/// or starts with a number.
fn looks_like_row(line: &str) -> bool {
    let line = line.trim_end();
    !line.is_empty() && line.chars().all(|c| cell_of(c).is_some())
}

/// Reads a size, rows x columns, such as `13x15`; `None` if it is not a size, or one that no template can have.
pub fn read_size(text: &str) -> Option<(usize, usize)> {
    sides(text, LONGEST_SIDE)
}

/// Returns whether a text looks like a template, for telling kinds of puzzles apart: its first row and three quarters
/// of the characters of all rows are those of a template; a typo here and there is better reported by [`read`]. Letters
/// alone could be anything, unless the lists of a solution follow.
pub fn is_template(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows =
        text.lines().skip_while(|line| line.trim().is_empty()).take_while(|line| !line.trim().is_empty());
    let mut rows = rows.map(str::trim_end).peekable();
    if !rows.peek().is_some_and(|first| looks_like_row(first)) {
        return false;
    }
    let (mut all, mut fields, mut unlettered) = (0, 0, 0);
    for c in rows.flat_map(str::chars) {
        all += 1;
        fields += usize::from(cell_of(c).is_some());
        unlettered += usize::from(matches!(cell_of(c), Some(Cell::Block | Cell::Open)));
    }
    let is_told = unlettered > 0 || text.lines().any(|line| line.trim_end() == ACROSS);
    is_told && 4 * fields >= 3 * all
}

/// Returns the template as text: `#` for blocks, `.` for open fields, and the letters.
pub fn write(template: &Template) -> String {
    let char_of = |&cell: &Cell| match cell {
        Cell::Block => '#',
        Cell::Open => '.',
        Cell::Letter(letter) => letter.char(),
    };
    let rows = (0..template.cells.rows()).map(|row| template.cells.row(row).iter().map(char_of));
    rows.flat_map(|row| row.chain(['\n'])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        read(text).expect_err("a bad template").to_string()
    }

    #[test]
    fn both_conventions_letters_and_ragged_rows() {
        let template = read("\u{feff}\r\nooxo  \r\n#.C\r\n.X\r\n\r\n").expect("a template");
        assert_eq!(write(&template), "..#.\n#.C#\n.X##\n");
    }

    #[test]
    fn a_solution_is_read_up_to_its_lists() {
        let template = read("AB\nCD\n\nAcross\n1. AB (2)\n\nDown\n").expect("a template");
        assert_eq!(write(&template), "AB\nCD\n");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert_eq!(read(""), Err(TemplateError::Empty));
        assert_eq!(read("\n \n"), Err(TemplateError::Empty));
        assert_eq!(read("xx\n##\n"), Err(TemplateError::AllBlocks));
        assert!(error("oo\noao\n").starts_with("line 2, column 2: `a`"));
        assert!(error("o o").starts_with("line 1, column 2"));
        assert!(error("oo\n\noo\n").starts_with("line 3: grid rows continue"));
        assert!(error(&".".repeat(201)).starts_with("line 1: the row has 201 fields"));
        assert!(error(&".\n".repeat(201)).starts_with("line 201: this is row 200 + 1"));
        let largest = read(&format!("{}\n", ".".repeat(200)).repeat(200)).expect("a template");
        assert_eq!((largest.cells.rows(), largest.cells.cols()), (200, 200));
    }

    #[test]
    fn templates_are_told_from_other_texts() {
        assert!(is_template("ooxo\n") && is_template("#..#\nABC\n") && is_template("\nABC\n#..\n"));
        assert!(!is_template("") && !is_template("4\n6\n......\n") && !is_template("ROSE\nEI\n"));
        assert!(!is_template("ab..\n..cd\n") && !is_template("WORD|a clue. One.\n"));
        assert!(is_template("AB\nCD\n\nAcross\n1. … (2)\n") && !is_template("AB\nCD\n"));
        // Three quarters of the characters are fields, or fewer.
        assert!(is_template("oooo\nooaa\n") && !is_template("oooo\noaaa\n"));
        // A digram grid with a blank first row; a template with a typo.
        assert!(!is_template("....\nabac\nadae\n") && is_template("oooo\noaoo\noooo\n"));
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!((read_size("6x6"), read_size("13 X 200")), (Some((6, 6)), Some((13, 200))));
        for text in ["", "6", "6x", "0x6", "6x201", "6x6x6", "-6x6", "axb"] {
            assert_eq!(read_size(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[xo#.A-Dab \n]{0,60}|\\PC{0,60}") {
            let _ = (read(&text), is_template(&text));
        }

        #[test]
        fn what_is_written_is_read_back(
            rows in (1usize..6).prop_flat_map(|w| prop::collection::vec(prop::collection::vec(0..6u8, w), 1..6))
        ) {
            let cell = |n: u8| match n {
                0 | 1 => Cell::Block,
                2 | 3 => Cell::Open,
                n => Cell::Letter(Letter::from_index(n as usize * 5).expect("a letter")),
            };
            let cells = Grid::from_fn(rows.len(), rows[0].len(), |p| cell(rows[p.row][p.col]));
            let template = Template::new(cells);
            prop_assume!(template.white() > 0);
            prop_assert_eq!(read(&write(&template)), Ok(template));
        }
    }
}
