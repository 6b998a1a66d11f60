//! What can be wrong with a `.cwg` file. Each message is a sentence: where, what was found, what was expected, what
//! to do. The caller adds the name of the file.

use crate::grid::Pos;
use thiserror::Error;

/// Why a text is not a `.cwg` puzzle. Lines and columns are counted from 1, as in editors; `pos` and the numbers of a
/// question line are counted from 0, as in the format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages name the fields
pub enum CwgError {
    #[error(
        "the file ends before line {line}, which should state the number of {what}; a .cwg file starts with \
         the number of rows in line 1 and the number of columns in line 2"
    )]
    NoSize { line: usize, what: &'static str },

    #[error(
        "line {line}, column 1: found `{found}`, but this line should hold the number of {what} and nothing \
         else (a whole number from 1 to {max})", max = super::MAX_SIDE
    )]
    Size { line: usize, what: &'static str, found: String },

    #[error(
        "line {line}, column 1: a grid of 0 {what} holds no puzzle; state the number of {what}, from 1 to \
         {max}", max = super::MAX_SIDE
    )]
    Empty { line: usize, what: &'static str },

    #[error(
        "line {line}, column 1: found {found} {what}, but at most {max} are supported; split the grid or \
         correct the number", max = super::MAX_SIDE
    )]
    TooLarge { line: usize, what: &'static str, found: String },

    #[error(
        "line {line}: the file ends here, but line 1 states {rows} rows and this should be row {row} of them; \
         add the missing rows (blocked fields as spaces or `-`) or correct line 1"
    )]
    NoRow { line: usize, row: usize, rows: usize },

    #[error(
        "line {line}, column 1: found `{found}`, which looks like a question line, but line 1 states {rows} \
         rows and this should be row {row} of them; add the missing rows or correct line 1"
    )]
    QuestionAsRow { line: usize, found: String, row: usize, rows: usize },

    #[error(
        "line {line}, column {column}: found `{found}` after the last of {cols} fields; line 2 states {cols} \
         columns, so remove it or correct line 2"
    )]
    LongRow { line: usize, column: usize, found: String, cols: usize },

    #[error(
        "line {line}, column {column}: the row ends after {len} fields, but line 2 states {cols} columns (and \
         the other rows show that no trailing spaces were stripped from this file); add the missing fields or \
         correct line 2"
    )]
    ShortRow { line: usize, column: usize, len: usize, cols: usize },

    #[error(
        "line {line}, column {column}: found {found:?}, but a field is `?` (question), `.` (unfilled), an \
         upper-case letter A to Z, or a space or `-` (blocked); {advice}", advice = character_advice(*.found)
    )]
    Character { line: usize, column: usize, found: char },

    #[error(
        "line {line}, column {column}: found `{found}`, but after the {rows} rows of the grid each line holds \
         a question as three numbers, `row column type`; correct the line (or line 1, if this is a row)"
    )]
    NotANumber { line: usize, column: usize, found: String, rows: usize },

    #[error(
        "line {line}, column 1: found `{found}`, which has {parts} numbers, but a question line has three, \
         `row column type`; write each question in a line of its own"
    )]
    QuestionParts { line: usize, found: String, parts: usize },

    #[error(
        "line {line}, column {column}: found {what} {found}, which is outside the grid; {what}s are counted \
         from 0 to {last}", last = limit - 1
    )]
    Outside { line: usize, column: usize, what: &'static str, found: String, limit: usize },

    #[error(
        "line {line}, column {column}: found arrow type {found}, but the types are 0 down, 1 down-then-right, \
         2 left-then-down, 3 right, 4 right-then-down, 5 up-then-right"
    )]
    NoSuchArrow { line: usize, column: usize, found: String },

    #[error(
        "line {line}, column 1: this question is at {pos} of the grid, which has `{found}` there, not `?`; correct the \
         line, which counts from 0, or line {} of the grid", pos.row + 3
    )]
    NotOnQuestion { line: usize, pos: Pos, found: char },

    #[error(
        "line {line}, column 1: found the question `{found}`, which line {first} already states; remove one \
         of them"
    )]
    Duplicate { line: usize, first: usize, found: String },
}

/// Returns what to do about a character that does not stand for a field.
fn character_advice(found: char) -> &'static str {
    match found {
        'a'..='z' => "write the letter in upper case",
        'ä' | 'ö' | 'ü' | 'Ä' | 'Ö' | 'Ü' | 'ß' => "write AE, OE, UE or SS in fields of their own",
        '\t' => "write spaces for the tab",
        _ => "write one of these",
    }
}

/// What the reader had to assume, which the author of the file should know.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Warning {
    /// A row was short and was padded with blocked fields.
    #[error(
        "line {line}, column {column}: the row ends after {len} of {cols} fields, as if trailing spaces had \
         been stripped; the missing ones are taken as blocked. Write them as spaces or `-` if that is right"
    )]
    Padded { line: usize, column: usize, len: usize, cols: usize },
}
