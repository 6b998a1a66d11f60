//! The text of a barred crossword: the word `barred`, then a line per row, with bars drawn between the fields.
//!
//! ```text
//! barred
//! . . .|. A       . an open field, # a block, A to Z a given letter
//!     - -         - a bar between the fields above and below it
//! . . . . .       | a bar between the fields beside it
//! ```
//!
//! Fields are in the first, third, fifth, … column of the text; between them is a blank or `|`. A line of `-` and blanks
//! belongs between two rows and may be left out if there is no bar there. The first line makes the text unmistakable, so it is
//! required. As in a template, `o` and `x` also mean open fields and blocks, a blank line ends the grid, what follows is not
//! read, and further rows below it are an error. Bars beside blocks and along the edge say nothing and are dropped.

use crate::crossword::bars::Bars;
use crate::crossword::puzzle::{Cell, LONGEST_SIDE, Template};
use crate::grid::{Direction, Grid, Pos};
use crate::lexicon::Letter;
use thiserror::Error;

/// The first line.
pub const HEADER: &str = "barred";

/// Why a text is not a barred crossword. Lines and columns are counted from 1.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum BarredError {
    #[error(
        "the first line is not `{HEADER}`, by which a barred crossword is known; write it above the rows"
    )]
    NoHeader,

    #[error("there is no row in it; write one line per row, as in `. .|. A`, below the line `{HEADER}`")]
    Empty,

    #[error(
        "line {line}, column {column}: `{found}` is not a field; open fields are `.`, blocks `#`, given letters A to Z in \
         upper case, and fields are in every second column, as in `. .|. A`"
    )]
    NoField { line: usize, column: usize, found: char },

    #[error(
        "line {line}, column {column}: `{found}` is between two fields, where only a blank or the bar `|` can be"
    )]
    NoMark { line: usize, column: usize, found: char },

    #[error("line {line}: the row has {width} fields, but the first one has {expected}")]
    Width { line: usize, width: usize, expected: usize },

    #[error("line {line}: the row has more than {LONGEST_SIDE} fields; at most {LONGEST_SIDE} are allowed")]
    TooWide { line: usize },

    #[error("line {line}: this is row {LONGEST_SIDE} + 1; at most {LONGEST_SIDE} rows are allowed")]
    TooHigh { line: usize },

    #[error("line {line}: a line of bars belongs between two rows")]
    NotBetween { line: usize },

    #[error(
        "line {line}, column {column}: this bar is below no field; write `-` exactly below the field that it closes"
    )]
    NoFieldAbove { line: usize, column: usize },

    #[error(
        "line {line}: grid rows continue below a blank line; write one grid per file, without blank lines in it"
    )]
    SecondBlock { line: usize },

    #[error("all fields are blocks, so there is nothing to fill")]
    AllBlocks,
}

/// Reads a barred crossword, open or filled.
pub fn read(text: &str) -> Result<Template, BarredError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
    if !lines.next().is_some_and(|(_, line)| is_header(line)) {
        return Err(BarredError::NoHeader);
    }
    let mut reader = Reader::default();
    for (index, line) in lines.by_ref().take_while(|(_, line)| !line.trim().is_empty()) {
        reader.line(index + 1, line.trim_end())?;
    }
    let is_row = |line: &str| Reader::default().row(1, line.trim_end()).is_ok();
    if let Some((index, _)) = lines.find(|(_, line)| !line.trim().is_empty() && is_row(line)) {
        return Err(BarredError::SecondBlock { line: index + 1 });
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    rows: Vec<Vec<Cell>>,
    bars: Bars,
    /// The line of bars that was read last, if no row has followed it.
    open: Option<usize>,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), BarredError> {
        if text.chars().all(|c| matches!(c, '-' | ' ')) {
            self.bars(line, text)
        } else {
            self.row(line, text)
        }
    }

    fn row(&mut self, line: usize, text: &str) -> Result<(), BarredError> {
        if self.rows.len() == LONGEST_SIDE {
            return Err(BarredError::TooHigh { line });
        }
        let mut cells = Vec::new();
        for (index, found) in text.chars().enumerate() {
            let column = index + 1;
            if index % 2 == 0 {
                if cells.len() == LONGEST_SIDE {
                    return Err(BarredError::TooWide { line });
                }
                cells.push(cell_of(found).ok_or(BarredError::NoField { line, column, found })?);
            } else if found == '|' {
                // One along the right edge is dropped with all others that say nothing.
                self.bars.add(Pos::new(self.rows.len(), index / 2), Direction::Across);
            } else if found != ' ' {
                return Err(BarredError::NoMark { line, column, found });
            }
        }
        if let Some(expected) = self.rows.first().map(Vec::len).filter(|&expected| expected != cells.len()) {
            return Err(BarredError::Width { line, width: cells.len(), expected });
        }
        self.rows.push(cells);
        self.open = None;
        Ok(())
    }

    fn bars(&mut self, line: usize, text: &str) -> Result<(), BarredError> {
        let Some(above) = self.rows.last().filter(|_| self.open.is_none()) else {
            return Err(BarredError::NotBetween { line });
        };
        for (index, _) in text.chars().enumerate().filter(|&(_, found)| found == '-') {
            if index % 2 == 1 || index / 2 >= above.len() {
                return Err(BarredError::NoFieldAbove { line, column: index + 1 });
            }
            self.bars.add(Pos::new(self.rows.len() - 1, index / 2), Direction::Down);
        }
        self.open = Some(line);
        Ok(())
    }

    fn finish(self) -> Result<Template, BarredError> {
        if let Some(line) = self.open {
            return Err(BarredError::NotBetween { line });
        }
        let width = self.rows.first().map(Vec::len).ok_or(BarredError::Empty)?;
        let cells = Grid::from_fn(self.rows.len(), width, |pos| self.rows[pos.row][pos.col]);
        let template = Template::with_bars(cells, &self.bars);
        if template.white() == 0 { Err(BarredError::AllBlocks) } else { Ok(template) }
    }
}

fn cell_of(c: char) -> Option<Cell> {
    match c {
        'x' | '#' => Some(Cell::Block),
        'o' | '.' => Some(Cell::Open),
        _ => Letter::from_char(c).map(Cell::Letter),
    }
}

fn is_header(line: &str) -> bool {
    line.trim() == HEADER
}

/// Returns whether a text says that it is a barred crossword.
pub fn is_barred(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(is_header)
}

/// Returns the crossword as text.
pub fn write(template: &Template) -> String {
    let fields = template.cells.map(|_, &cell| match cell {
        Cell::Block => "#".to_owned(),
        Cell::Open => ".".to_owned(),
        Cell::Letter(letter) => letter.char().to_string(),
    });
    format!("{HEADER}\n{}", drawn(&fields, template.bars(), 1))
}

/// Draws a grid whose fields are texts, right-aligned to this width, with bars between them.
pub(super) fn drawn(fields: &Grid<String>, bars: &Bars, width: usize) -> String {
    let mut text = String::new();
    for row in 0..fields.rows() {
        let (mut line, mut below) = (String::new(), String::new());
        for col in 0..fields.cols() {
            let pos = Pos::new(row, col);
            line += &format!("{:>width$}", fields[pos]);
            line.push(if bars.after(pos, Direction::Across) { '|' } else { ' ' });
            below += &if bars.after(pos, Direction::Down) { "-" } else { " " }.repeat(width);
            below.push(' ');
        }
        for line in [line.trim_end(), below.trim_end()].into_iter().filter(|line| !line.is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "barred\n. .|# A\n-     -\nB . .|.\n";

    fn error(text: &str) -> String {
        read(text).expect_err("a bad text").to_string()
    }

    #[test]
    fn bars_are_between_fields() {
        let template = read(SMALL).expect("a crossword");
        let bars: Vec<_> = template.bars().iter().map(|(pos, d)| (pos.row, pos.col, d)).collect();
        let (across, down) = (Direction::Across, Direction::Down);
        // The one before the block says nothing.
        assert_eq!(bars, [(0, 0, down), (0, 3, down), (1, 2, across)]);
        assert_eq!(write(&template), SMALL.replace(".|#", ". #"));
        // Carriage returns, a byte order mark, other signs for fields, and bars along the edge.
        let same = "\u{feff}\r\n barred \r\no o|x A|\r\n-     -  \r\nB . .|o\r\n\r\nAcross\r\n1. … (2)\r\n";
        assert_eq!(read(same), Ok(template));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        assert_eq!(read(""), Err(BarredError::NoHeader));
        assert_eq!(read("x\nbarred\n. .\n"), Err(BarredError::NoHeader));
        assert_eq!(read("barred\n"), Err(BarredError::Empty));
        assert_eq!(read("barred\n\n. .\n"), Err(BarredError::SecondBlock { line: 3 }));
        assert_eq!(read("barred\n# #\n"), Err(BarredError::AllBlocks));
        assert!(error("barred\n. a\n").starts_with("line 2, column 3: `a` is not a field"));
        assert!(error("barred\n ..\n").starts_with("line 2, column 1: ` ` is not a field"));
        assert!(error("barred\n..\n").starts_with("line 2, column 2: `.` is between two fields"));
        assert!(
            error("barred\n. .\n.\n").starts_with("line 3: the row has 1 fields, but the first one has 2")
        );
        assert!(error("barred\n. |\n").starts_with("line 2, column 3: `|` is not a field"));
        assert!(error("barred\n-\n. .\n").starts_with("line 2: a line of bars"));
        assert!(error("barred\n. .\n-\n-\n. .\n").starts_with("line 4: a line of bars"));
        assert!(error("barred\n. .\n-\n").starts_with("line 3: a line of bars"));
        assert!(error("barred\n. .\n -\n. .\n").starts_with("line 3, column 2: this bar is below no field"));
        assert!(
            error("barred\n. .\n    -\n. .\n").starts_with("line 3, column 5: this bar is below no field")
        );
        assert!(error("barred\n. .\n\n. .\n").starts_with("line 4: grid rows continue"));
        assert!(
            error(&format!("barred\n{}", ". ".repeat(201))).starts_with("line 2: the row has more than 200")
        );
        assert!(
            error(&format!("barred\n{}", ".\n".repeat(201))).starts_with("line 202: this is row 200 + 1")
        );
        let largest =
            read(&format!("barred\n{}", format!("{}\n", ". ".repeat(200)).repeat(200))).expect("a crossword");
        assert_eq!((largest.cells.rows(), largest.cells.cols()), (200, 200));
    }

    #[test]
    fn the_first_line_tells_them_from_other_texts() {
        assert!(is_barred(SMALL) && is_barred("\n\u{20}barred\r\n"));
        assert!(!is_barred("") && !is_barred(". .|. .\n") && !is_barred("barred crossword\n"));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "(barred\n)?[xo#.A-C| -]{0,30}\n[-. |A-C\n]{0,40}|\\PC{0,60}") {
            let _ = (read(&text), is_barred(&text));
        }

        #[test]
        fn what_is_written_is_read_back(
            (rows, cols) in (1usize..6, 1usize..6),
            kinds in prop::collection::vec(0..6u8, 36),
            bars in prop::collection::vec(any::<bool>(), 72),
        ) {
            let cell = |n: u8| match n {
                0 => Cell::Block,
                1..=3 => Cell::Open,
                n => Cell::Letter(Letter::from_index(n as usize * 4).expect("a letter")),
            };
            let cells = Grid::from_fn(rows, cols, |p| cell(kinds[6 * p.row + p.col]));
            let all = cells.positions().flat_map(|pos| Direction::BOTH.map(|direction| (pos, direction)));
            let bars = all.zip(bars).filter(|(_, is_there)| *is_there).map(|(bar, _)| bar).collect();
            let template = Template::with_bars(cells, &bars);
            prop_assume!(template.white() > 0);
            prop_assert_eq!(read(&write(&template)), Ok(template));
        }
    }
}
