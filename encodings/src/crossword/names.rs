//! From a model back to letters, by the names of the variables alone.
//!
//! The true variables among `letter(r,c,A)` determine a fill; their numbers, and all other families, do not matter. So
//! a model can be decoded without making its formula again.

use super::puzzle::{Cell, Template};
use crate::grid::Pos;
use crate::lexicon::Letter;
use thiserror::Error;

/// The families of the variables that say what a fill is.
pub const FAMILIES: &[&str] = &["letter"];

/// Why the names of true variables do not determine the letters. Rows and columns are counted from 0, as in the names.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum NamesError {
    #[error(
        "the variable {name} is not a letter(ROW,COLUMN,LETTER) of a template of {rows} rows and {cols} columns"
    )]
    NoField { name: String, rows: usize, cols: usize },

    #[error(
        "the model says {name}, but that field is a block of the template; is it the model of another one?"
    )]
    OnBlock { name: String },

    #[error("the model has two letters at {pos}: {first} and {second}")]
    TwoLetters { pos: Pos, first: Letter, second: Letter },

    #[error(
        "the model has no letter for the field at {pos}, that is, no letter({},{},…); is it complete, and of this \
         template?", pos.row, pos.col
    )]
    NoLetter { pos: Pos },
}

/// Returns the template, filled according to the names of the true variables. Names of other families are ignored.
pub fn from_names<'a>(
    template: &Template,
    names: impl Iterator<Item = &'a str>,
) -> Result<Template, NamesError> {
    let mut filled = template.clone();
    let (rows, cols) = (template.cells.rows(), template.cells.cols());
    for name in names {
        let Some(indices) = name.strip_prefix("letter(").and_then(|rest| rest.strip_suffix(')')) else {
            continue;
        };
        let found = read_indices(indices).filter(|(pos, _)| template.cells.contains(*pos));
        let (pos, letter) = found.ok_or_else(|| NamesError::NoField { name: name.to_owned(), rows, cols })?;
        match filled.cells[pos] {
            Cell::Block => return Err(NamesError::OnBlock { name: name.to_owned() }),
            Cell::Letter(first) if first != letter => {
                return Err(NamesError::TwoLetters { pos, first, second: letter });
            }
            _ => filled.cells[pos] = Cell::Letter(letter),
        }
    }
    let open = filled.cells.positions().find(|&pos| filled.cells[pos] == Cell::Open);
    match open {
        Some(pos) => Err(NamesError::NoLetter { pos }),
        None => Ok(filled),
    }
}

fn read_indices(text: &str) -> Option<(Pos, Letter)> {
    let mut parts = text.split(',').map(str::trim);
    let (row, col) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let mut chars = parts.next()?.chars();
    let letter = chars.next().and_then(Letter::from_char)?;
    (chars.next().is_none() && parts.next().is_none()).then_some((Pos::new(row, col), letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::format;

    #[test]
    fn names_make_a_fill_or_a_sentence() {
        let template = format::read("A.\n.#\n").expect("a template");
        let decode = |names: &[&str]| {
            let filled = from_names(&template, names.iter().copied());
            filled.map(|t| format::write(&t)).map_err(|e| e.to_string())
        };
        assert_eq!(decode(&["letter(0,1,B)", "word(0,AB)", "letter(1,0,C)"]), Ok("AB\nC#\n".into()));
        // The given letter, and one letter named twice.
        assert_eq!(
            decode(&["letter(0,0,A)", "letter(0,1,B)", "letter(0,1,B)", "letter(1,0,C)"]),
            Ok("AB\nC#\n".into())
        );
        let failed = |names: &[&str]| decode(names).expect_err("no fill");
        assert!(
            failed(&["letter(0,1,B)"])
                .contains("no letter for the field at row 2, column 1, that is, no letter(1,0,…)")
        );
        assert!(
            failed(&["letter(0,1,B)", "letter(0,1,C)"]).contains("two letters at row 1, column 2: B and C")
        );
        assert!(failed(&["letter(0,0,B)"]).contains("A and B"));
        assert!(failed(&["letter(1,1,B)"]).contains("a block"));
        for name in ["letter(2,0,A)", "letter(0,0)", "letter(0,0,AB)", "letter(0,0,A,1)", "letter(x)"] {
            assert!(failed(&[name]).contains(name), "{name}");
        }
    }
}
