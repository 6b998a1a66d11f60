//! From a model back to a grid, by the names of its true variables alone.
//!
//! Only `blank(r,c)` and `digram(r,c,AB)` matter. So a model can be decoded without making the formula again,
//! whichever version of the program wrote it and however its variables were renumbered. What is missing or
//! contradictory is named in the error; the rules check the result.

use super::puzzle::{Cells, Digram, Size};
use crate::grid::{Grid, Pos};
use crate::lexicon::Letter;
use thiserror::Error;

/// The families of the variables that say what a grid is.
pub const FAMILIES: &[&str] = &["blank", "digram"];

/// Why the names do not determine a grid.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum NamesError {
    #[error("`{name}` should be blank(ROW,COLUMN) or digram(ROW,COLUMN,AB)")]
    Malformed { name: String },

    #[error("`{name}` is not a cell of a {size} grid; is it the model of another formula?")]
    Outside { name: String, size: Size },

    #[error(
        "the model says nothing about the cell in row {}, column {}: neither blank{pos} nor a digram there is true; \
         is it complete, and the model of this formula?",
        pos.row + 1,
        pos.col + 1
    )]
    Missing { pos: Pos },

    #[error("the model has two things in one cell: `{name}` and an earlier one")]
    Twice { name: String },
}

/// Returns the grid of this size in which the variables with these names are true. Names of other families are ignored.
pub fn from_names<'a>(size: &Size, names: impl Iterator<Item = &'a str>) -> Result<Cells, NamesError> {
    let mut cells = Grid::filled(size.rows(), size.cols(), None);
    for name in names {
        let Some((family, indices)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) else {
            continue;
        };
        if !FAMILIES.contains(&family) {
            continue;
        }
        let malformed = || NamesError::Malformed { name: name.to_owned() };
        let parts: Vec<&str> = indices.split(',').map(str::trim).collect();
        let number = |text: &str| text.parse::<usize>().map_err(|_| malformed());
        let (row, col, cell) = match (family, &parts[..]) {
            ("blank", &[row, col]) => (row, col, None),
            ("digram", &[row, col, digram]) => (row, col, Some(read_digram(digram).ok_or_else(malformed)?)),
            _ => return Err(malformed()),
        };
        let pos = Pos::new(number(row)?, number(col)?);
        if !cells.contains(pos) {
            return Err(NamesError::Outside { name: name.to_owned(), size: *size });
        }
        if cells[pos].replace(cell).is_some() {
            return Err(NamesError::Twice { name: name.to_owned() });
        }
    }
    match cells.iter().find(|(_, cell)| cell.is_none()) {
        Some((pos, _)) => Err(NamesError::Missing { pos }),
        None => Ok(cells.map(|_, cell| cell.flatten())),
    }
}

fn read_digram(text: &str) -> Option<Digram> {
    let mut letters = text.chars().map(Letter::from_char);
    let digram = Digram(letters.next()??, letters.next()??);
    letters.next().is_none().then_some(digram)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digram::format;

    const NAMES: [&str; 8] = [
        "blank(0,2)",
        "digram(0,0,AB)",
        "word(across,0,ABCD)",
        "digram(0,1,CD)",
        "blank(0,3)",
        "blank(1,0)",
        "blank(1,1)",
        "digram(1,2,EF)",
    ];

    fn decode<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<String, String> {
        let size = Size::new(2, 4).unwrap();
        let cells = from_names(&size, names.into_iter());
        cells.map(|cells| format::write(&cells)).map_err(|error| error.to_string())
    }

    #[test]
    fn names_make_a_grid() {
        assert_eq!(
            decode(NAMES.into_iter().chain(["digram(1,3,GH)"])).as_deref(),
            Ok("abcd....\n....efgh\n")
        );
    }

    #[test]
    fn what_does_not_fit_is_named() {
        assert!(decode(NAMES).unwrap_err().contains("nothing about the cell in row 2, column 4"));
        for (name, expected) in [
            ("blank(1,4)", "not a cell of a 2x4 grid"),
            ("blank(0,2)", "two things in one cell"),
            ("digram(1,3,GHI)", "should be"),
            ("digram(1,3,g)", "should be"),
            ("blank(1,x)", "should be"),
            ("blank(1)", "should be"),
        ] {
            let error = decode(NAMES.into_iter().chain([name])).unwrap_err();
            assert!(error.contains(name) && error.contains(expected), "{error}");
        }
    }
}
