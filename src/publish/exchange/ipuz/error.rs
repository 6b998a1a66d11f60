//! Why a text cannot be read as ipuz.

use super::Cell;
use crate::encodings::arrowword::puzzle::NoArrow;
use crate::publish::puzzle::MAX_SIDE;
use thiserror::Error;

/// Why a text cannot be read as ipuz. Rows and columns are counted from 1, as in ipuz.
#[derive(Debug, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum IpuzError {
    #[error("this is not an ipuz file: {0}")]
    Json(#[from] serde_json::Error),

    #[error("`version` is {found}; versions 1 and 2 can be read, as in `http://ipuz.org/v2`")]
    Version { found: String },

    #[error(
        "`kind` is {found}; only crosswords and arrowwords can be read, as in `http://ipuz.org/crossword#1`"
    )]
    Kind { found: String },

    #[error("`dimensions` are {rows} rows and {cols} columns; each has to be from 1 to {MAX_SIDE}")]
    Size { rows: usize, cols: usize },

    #[error("`{list}` has {found} rows, but `dimensions` says {rows}")]
    Rows { list: &'static str, found: usize, rows: usize },

    #[error("`{list}`, row {row}: there are {found} fields, but `dimensions` says {cols}")]
    Width { list: &'static str, row: usize, found: usize, cols: usize },

    #[error("`{list}`, row {row}, column {col}: {found} is not a field of a crossword")]
    Field { list: &'static str, row: usize, col: usize, found: String },

    #[error("`{key}`: column {}, row {} holds no {what}; remove it there", cell[0], cell[1])]
    Place { key: &'static str, cell: Cell, what: &'static str },

    #[error("`clues`, {list} {number}: {problem}")]
    Clue { list: String, number: String, problem: ClueProblem },
}

/// What is wrong with a clue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum ClueProblem {
    #[error("it is neither `[number, text]` nor an object with `clue`, `location` and the like")]
    Unreadable,
    #[error("its place is unknown: no field of `puzzle` has this number, and it has no usable `cells`")]
    NoPlace,
    #[error("there are no fields for a word at its place")]
    NoWord,
    #[error(
        "it has no `location`, which a clue of an arrowword needs: the column and row of its field, from 1"
    )]
    NoLocation,
    #[error("its `location` is not a field for clues (a block of `puzzle`)")]
    NoQuestionField,
    #[error(transparent)]
    NoArrow(#[from] NoArrow),
    #[error("its arrow is not clear; give its `cells`")]
    Unclear,
    #[error("another clue asks for the same word in the same way; keep one of them")]
    Twice,
}
