//! The text of a digram grid: one line per row, two characters per cell, `..` for a blank.
//!
//! ```text
//! abacay......
//! ......abacus
//! ac..inetan..
//! ..ne....ther
//! ```
//!
//! Several grids are separated by blank lines. All errors in a text are reported at once, row by row, because a person
//! who checks a grid wants to fix it in one go.

use super::puzzle::{Cell, Cells, Digram};
use crate::grid::Grid;
use crate::lexicon::Letter;
use std::fmt::Write;
use thiserror::Error;

/// An error in a row of the text.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum Fault {
    #[error("there are no rows: write one line per row, as in `ab..cd`")]
    Empty,

    #[error("{row}: odd number of characters ({length}); each cell takes two, `..` for a blank")]
    OddLength { row: Row, length: usize },

    #[error("{row}: {length} characters, but row 1 has {first}; all rows must be equally long")]
    Ragged { row: Row, length: usize, first: usize },

    #[error(
        "{row}, character {column}: `{found}` is a capital letter{more}; letters are written in lower case"
    )]
    Capital { row: Row, column: usize, found: char, more: More },

    #[error("{row}, character {column}: `{found}` is neither a letter a to z nor a dot{more}")]
    Character { row: Row, column: usize, found: char, more: More },

    #[error("{row}, column {column}: the cell `{cell}` is half blank; a cell holds two letters or two dots")]
    HalfBlank { row: Row, column: usize, cell: String },
}

/// The place of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The row of its grid, counted from 1.
    pub number: usize,
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "row {}", self.number)?;
        if self.line == self.number { Ok(()) } else { write!(f, " (line {})", self.line) }
    }
}

/// The number of other characters of a row with the same fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct More(pub usize);

impl std::fmt::Display for More {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, " (and {} more in this row)", self.0) }
    }
}

impl Fault {
    /// Returns a short, stable name of the broken rule, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Empty => "no-row",
            Self::OddLength { .. } => "odd-row-length",
            Self::Ragged { .. } => "rows-of-different-length",
            Self::Capital { .. } => "capital-letter",
            Self::Character { .. } => "wrong-character",
            Self::HalfBlank { .. } => "half-blank-cell",
        }
    }

    /// Returns the row of the grid, counted from 0; `None` if there is no row.
    pub fn row(&self) -> Option<usize> {
        match self {
            Self::Empty => None,
            Self::OddLength { row, .. }
            | Self::Ragged { row, .. }
            | Self::Capital { row, .. }
            | Self::Character { row, .. }
            | Self::HalfBlank { row, .. } => Some(row.number - 1),
        }
    }
}

/// Reads the grids of a text, one after another; for each either its cells or its faults, of which there is at least
/// one.
pub fn read_all(text: &str) -> Vec<Result<Cells, Vec<Fault>>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines()).peekable();
    let mut grids = Vec::new();
    loop {
        while lines.next_if(|(_, line)| line.trim().is_empty()).is_some() {}
        let rows: Vec<(usize, &str)> =
            std::iter::from_fn(|| lines.next_if(|(_, line)| !line.trim().is_empty())).collect();
        match (rows.is_empty(), grids.is_empty()) {
            (false, _) => grids.push(read_rows(&rows)),
            (true, false) => return grids,
            (true, true) => return vec![Err(vec![Fault::Empty])],
        }
    }
}

/// Reads a text with one grid; if there are several, the first one.
pub fn read(text: &str) -> Result<Cells, Vec<Fault>> {
    read_all(text).into_iter().next().unwrap_or_else(|| Err(vec![Fault::Empty]))
}

fn read_rows(lines: &[(usize, &str)]) -> Result<Cells, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut cells: Vec<Vec<Cell>> = Vec::new();
    let mut first = None;
    for (number, &(line, text)) in lines.iter().enumerate() {
        let row = Row { line, number: number + 1 };
        let text: Vec<char> = text.chars().collect();
        let length = text.len();
        let first = *first.get_or_insert(length);
        if length % 2 == 1 {
            faults.push(Fault::OddLength { row, length });
        }
        if length != first {
            faults.push(Fault::Ragged { row, length, first });
        }
        cells.push(read_row(row, &text, &mut faults));
    }
    match faults.is_empty() {
        true => Ok(Grid::from_fn(cells.len(), first.unwrap_or(0) / 2, |pos| cells[pos.row][pos.col])),
        false => Err(faults),
    }
}

/// Returns the cells of a row; what cannot be read is added to the faults and counts as blank.
fn read_row(row: Row, text: &[char], faults: &mut Vec<Fault>) -> Vec<Cell> {
    let letter =
        |c: char| c.is_ascii_lowercase().then(|| Letter::from_char(c.to_ascii_uppercase())).flatten();
    let known = |c: char| c == '.' || letter(c).is_some();
    let first = |wrong: &dyn Fn(char) -> bool| {
        let mut places = text.iter().enumerate().filter(|&(_, &c)| wrong(c));
        places.next().map(|(place, &found)| (place + 1, found, More(places.count())))
    };
    if let Some((column, found, more)) = first(&|c| c.is_ascii_uppercase()) {
        faults.push(Fault::Capital { row, column, found, more });
    }
    if let Some((column, found, more)) = first(&|c| !known(c) && !c.is_ascii_uppercase()) {
        faults.push(Fault::Character { row, column, found, more });
    }
    let mut cells = Vec::with_capacity(text.len() / 2);
    for (column, pair) in text.chunks_exact(2).enumerate() {
        // In a row of odd length all pairs after the error would be wrong.
        if (pair[0] == '.') != (pair[1] == '.')
            && text.len().is_multiple_of(2)
            && pair.iter().all(|&c| known(c))
        {
            faults.push(Fault::HalfBlank { row, column: column + 1, cell: pair.iter().collect() });
        }
        cells.push(letter(pair[0]).zip(letter(pair[1])).map(|(a, b)| Digram(a, b)));
    }
    cells
}

/// Returns the text of a grid, rows ended by newlines.
pub fn write(cells: &Cells) -> String {
    let mut text = String::with_capacity(cells.rows() * (2 * cells.cols() + 1));
    for row in 0..cells.rows() {
        for cell in cells.row(row) {
            match cell {
                // Writing to a String cannot fail.
                Some(digram) => drop(write!(text, "{}", digram.to_string().to_ascii_lowercase())),
                None => text.push_str(".."),
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_grid_reads_back() {
        let text = "abacay......\n......abacus\nac..inetan..\n..ne....ther\n";
        let cells = read(text).unwrap();
        assert_eq!((cells.rows(), cells.cols()), (4, 6));
        assert_eq!(write(&cells), text);
        assert_eq!(read(&format!("\u{feff}{}", text.replace('\n', "\r\n"))).as_ref(), Ok(&cells));
        let two = format!("\n{text}\n\n{text}");
        assert_eq!(read_all(&two), [Ok(cells.clone()), Ok(cells)]);
    }

    #[test]
    fn faults_name_row_and_place() {
        for (text, expected) in [
            ("", "there are no rows"),
            ("\n \n", "there are no rows"),
            ("ab..\nab.\n", "row 2: odd number of characters (3)"),
            ("ab..\nab\n", "row 2: 2 characters, but row 1 has 4"),
            ("ab..\nAB..", "row 2, character 1: `A` is a capital letter (and 1 more in this row);"),
            ("ab*.\n", "row 1, character 3: `*` is neither"),
            ("abä.\n", "row 1, character 3: `ä` is neither"),
            ("ab.c\n", "row 1, column 2: the cell `.c` is half blank"),
        ] {
            let faults = read(text).unwrap_err();
            assert!(faults[0].to_string().contains(expected), "{text:?}: {faults:?}");
        }
        let second = read_all("ab..\n\nab..\nab\n").pop().unwrap().unwrap_err();
        assert!(second[0].to_string().starts_with("row 2 (line 4): "), "{second:?}");
    }

    #[test]
    fn a_fault_has_its_rule_and_its_row() {
        for (text, rule, row) in [
            ("", "no-row", None),
            ("ab..\nab.\n", "odd-row-length", Some(1)),
            ("ab..\nab..\nab\n", "rows-of-different-length", Some(2)),
            ("\n\nab..\nAB..", "capital-letter", Some(1)),
            ("ab*.\n", "wrong-character", Some(0)),
            ("ab.c\n", "half-blank-cell", Some(0)),
        ] {
            let faults = read(text).unwrap_err();
            assert_eq!((faults[0].rule(), faults[0].row()), (rule, row), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "[a-cA. \n\rä*]{0,60}") {
            for cells in read_all(&text).into_iter().flatten() {
                prop_assert_eq!(read(&write(&cells)), Ok(cells));
            }
        }
    }
}
