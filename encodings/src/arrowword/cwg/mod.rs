//! The `.cwg` file format of the cw challenge: reading, and ([`write()`]) writing.
//!
//! Line 1 holds the number of rows, line 2 the number of columns; then come the rows of the grid, then one line
//! `row column type` per question. Fields are `?` (question), `.` (unfilled), `A`-`Z`, and a space or `-` for a blocked
//! field.
//!
//! Reading rejects whatever is not a puzzle at all, and says where; whether a puzzle follows the rules is for
//! [`super::rules`] to judge. The delicate part is the space: editors strip it from the ends of lines, so a row may
//! come back short, and a row that is blocked from end to end comes back as an empty line. Therefore exactly as many
//! lines as line 1 states are rows, empty or not, and a short row is padded with blocked fields, with a [`Warning`].
//! It is padded only if spaces may have been stripped: a file that still has a space at the end of some row was not
//! stripped, and one that has `-` but no spaces had none to strip; there a short row is an error.

mod error;

pub use error::{CwgError, Warning};

use super::puzzle::{Arrow, Blocked, Field, Puzzle, Question};
use crate::grid::{Grid, Pos};
use crate::lexicon::Letter;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The largest number of rows, and of columns.
pub const MAX_SIDE: usize = 500;

/// A puzzle that was read, and what the reader had to assume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The puzzle; its questions are sorted.
    pub puzzle: Puzzle,
    /// The assumptions of the reader.
    pub warnings: Vec<Warning>,
}

/// Reads a puzzle from the text of a `.cwg` file. Lines in errors and warnings are counted from 1.
pub fn read(text: &str) -> Result<Read, CwgError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line));
    let rows = read_side(lines.next(), 1)?;
    let cols = read_side(lines.next(), 2)?;
    let grid: Vec<&str> = lines.by_ref().take(rows).collect();
    let (fields, warnings) = read_grid(&grid, rows, cols)?;
    let questions = read_questions(lines, &fields)?;
    Ok(Read { puzzle: Puzzle { fields, questions }, warnings })
}

/// Reads one of the two lines that state the size.
fn read_side(text: Option<&str>, line: usize) -> Result<usize, CwgError> {
    let what = if line == 1 { "rows" } else { "columns" };
    let found = text.ok_or(CwgError::NoSize { line, what })?.trim();
    let digits = !found.is_empty() && found.bytes().all(|b| b.is_ascii_digit());
    match found.parse() {
        _ if !digits => Err(CwgError::Size { line, what, found: shorten(found) }),
        Ok(0) => Err(CwgError::Empty { line, what }),
        Ok(side) if side <= MAX_SIDE => Ok(side),
        _ => Err(CwgError::TooLarge { line, what, found: shorten(found) }),
    }
}

/// Reads the rows of the grid, which start in line 3.
fn read_grid(texts: &[&str], rows: usize, cols: usize) -> Result<(Grid<Field>, Vec<Warning>), CwgError> {
    let stripped = may_be_stripped(texts, cols);
    let mut fields = Grid::filled(rows, cols, Field::Blocked(Blocked::Space));
    let mut warnings = Vec::new();
    for row in 0..rows {
        let line = row + 3;
        let Some(text) = texts.get(row) else {
            return Err(CwgError::NoRow { line, row: row + 1, rows });
        };
        if looks_like_question(text) {
            return Err(CwgError::QuestionAsRow { line, found: shorten(text), row: row + 1, rows });
        }
        for (col, found) in text.chars().enumerate() {
            let column = col + 1;
            if col >= cols {
                let found = shorten(&text.chars().skip(cols).collect::<String>());
                return Err(CwgError::LongRow { line, column, found, cols });
            }
            let field = read_field(found).ok_or(CwgError::Character { line, column, found })?;
            fields[Pos::new(row, col)] = field;
        }
        let len = text.chars().count();
        if len < cols {
            if !stripped {
                return Err(CwgError::ShortRow { line, column: len + 1, len, cols });
            }
            warnings.push(Warning::Padded { line, column: len + 1, len, cols });
        }
    }
    Ok((fields, warnings))
}

/// Tells whether a row of these may be short because spaces were stripped from its end.
fn may_be_stripped(rows: &[&str], cols: usize) -> bool {
    let kept = rows.iter().any(|row| row.ends_with(' ') && row.chars().count() <= cols);
    let has = |c: char| rows.iter().any(|row| row.contains(c));
    !kept && (has(' ') || !has('-'))
}

/// Tells whether a line where a row should be looks like a question line: nothing but digits, spaces and tabs.
fn looks_like_question(text: &str) -> bool {
    let digit = |b: u8| b.is_ascii_digit();
    text.bytes().any(digit) && text.bytes().all(|b| digit(b) || b == b' ' || b == b'\t')
}

/// Returns the field that a character stands for.
fn read_field(c: char) -> Option<Field> {
    match c {
        '?' => Some(Field::Question),
        '.' => Some(Field::Open),
        ' ' => Some(Field::Blocked(Blocked::Space)),
        '-' => Some(Field::Blocked(Blocked::Dash)),
        _ => Letter::from_char(c).map(Field::Letter),
    }
}

/// Reads the question lines, which follow the grid; blank lines among them are ignored.
fn read_questions<'a>(
    lines: impl Iterator<Item = &'a str>,
    fields: &Grid<Field>,
) -> Result<Vec<Question>, CwgError> {
    let mut questions = BTreeMap::new();
    for (line, text) in (fields.rows() + 3..).zip(lines) {
        if text.trim().is_empty() {
            continue;
        }
        let question = read_question(line, text, fields)?;
        if let Some(first) = questions.insert(question, line) {
            return Err(CwgError::Duplicate { line, first, found: text.trim().to_owned() });
        }
    }
    Ok(questions.into_keys().collect())
}

/// Reads one line `row column type`.
fn read_question(line: usize, text: &str, fields: &Grid<Field>) -> Result<Question, CwgError> {
    let parts = words_with_columns(text);
    let rows = fields.rows();
    let numeric = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if let Some(&(column, found)) = parts.iter().find(|(_, part)| !numeric(part)) {
        return Err(CwgError::NotANumber { line, column, found: shorten(found), rows });
    }
    let &[(row_at, row), (col_at, col), (arrow_at, arrow)] = &parts[..] else {
        return Err(CwgError::QuestionParts { line, found: shorten(text.trim()), parts: parts.len() });
    };
    let inside = |column, what, found: &str, limit: usize| match found.parse() {
        Ok(n) if n < limit => Ok(n),
        _ => Err(CwgError::Outside { line, column, what, found: shorten(found), limit }),
    };
    let row = inside(row_at, "row", row, fields.rows())?;
    let col = inside(col_at, "column", col, fields.cols())?;
    let pos = Pos::new(row, col);
    let arrow = arrow.parse().ok().and_then(Arrow::from_code).ok_or_else(|| CwgError::NoSuchArrow {
        line,
        column: arrow_at,
        found: shorten(arrow),
    })?;
    if fields[pos] != Field::Question {
        return Err(CwgError::NotOnQuestion { line, pos, found: field_char(fields[pos]) });
    }
    Ok(Question { pos, arrow })
}

/// Splits a line into words, each with the column (counted from 1) where it starts.
fn words_with_columns(text: &str) -> Vec<(usize, &str)> {
    let column = |word: &str| {
        let bytes = word.as_ptr() as usize - text.as_ptr() as usize;
        text[..bytes].chars().count() + 1
    };
    text.split_whitespace().map(|word| (column(word), word)).collect()
}

/// Shortens a text of the file to what a message quotes of it.
fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the character of a field.
pub fn field_char(field: Field) -> char {
    match field {
        Field::Blocked(Blocked::Space) => ' ',
        Field::Blocked(Blocked::Dash) => '-',
        Field::Question => '?',
        Field::Open => '.',
        Field::Letter(letter) => letter.char(),
    }
}

/// Writes a puzzle as the text of a `.cwg` file: rows at full width, with trailing spaces; the questions sorted by row,
/// column and type; and a newline at the end of each line.
pub fn write(puzzle: &Puzzle) -> String {
    let fields = &puzzle.fields;
    let mut text = format!("{}\n{}\n", fields.rows(), fields.cols());
    for row in 0..fields.rows() {
        text.extend(fields.row(row).iter().map(|&field| field_char(field)));
        text.push('\n');
    }
    let mut questions = puzzle.questions.clone();
    questions.sort_unstable();
    for Question { pos, arrow } in questions {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {} {}", pos.row, pos.col, arrow.code());
    }
    text
}

#[cfg(test)]
mod tests;
