//! What the two text formats share: numbered lines, sizes `WxH`, rows of comma-separated entries.
//!
//! Case does not matter, blanks around every part are allowed, and a line may end in CR LF.

use super::problem::LARGEST;
use thiserror::Error;

/// The lines of a text that are not blank, with their numbers from 1.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    lines: Vec<(usize, &'a str)>,
    next: usize,
    end: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let lines: Vec<(usize, &str)> = text.lines().map(str::trim).zip(1..).map(|(l, n)| (n, l)).collect();
        Self { end: lines.len() + 1, lines, next: 0 }
    }

    /// Returns the next line that is not blank.
    pub(super) fn next(&mut self) -> Option<(usize, &'a str)> {
        self.skip_blank();
        self.next_raw()
    }

    /// Returns the next line, blank or not.
    pub(super) fn next_raw(&mut self) -> Option<(usize, &'a str)> {
        let line = self.lines.get(self.next).copied();
        self.next += 1;
        line
    }

    /// Returns the next line that is not blank without consuming it.
    pub(super) fn peek(&mut self) -> Option<(usize, &'a str)> {
        self.skip_blank();
        self.lines.get(self.next).copied()
    }

    fn skip_blank(&mut self) {
        while self.lines.get(self.next).is_some_and(|(_, line)| line.is_empty()) {
            self.next += 1;
        }
    }

    /// Returns the number of the line after the last one.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Returns the next line that is not blank, or the error that `what` is missing.
    pub(super) fn expect(&mut self, what: &'static str) -> Result<(usize, &'a str), LineError> {
        self.next().ok_or(LineError::Ends { line: self.end, what })
    }
}

/// Errors that both formats share.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum LineError {
    #[error("line {line}: the file ends where {what} should follow; add it")]
    Ends { line: usize, what: &'static str },

    #[error("line {line}: found `{found}`, but expected {what}")]
    Other { line: usize, found: String, what: &'static str },

    #[error("line {line}: `{found}` is not a size; write WIDTHxHEIGHT, for example 10X8")]
    NoSize { line: usize, found: String },

    #[error("line {line}: {found} is too large or too small; width and height of {what} are 1 to {max}")]
    Size { line: usize, found: String, what: &'static str, max: usize },

    #[error("line {line}: `{found}` is not a {what}; write a whole number")]
    NotANumber { line: usize, found: String, what: &'static str },

    #[error(
        "line {line}: the row has {found} entries, but {what} is {width} wide; give each field one entry, with \
         commas between them"
    )]
    RowLength { line: usize, found: usize, what: String, width: usize },

    #[error(
        "line {line}, entry {entry}: `{found}` is not a field; a field is a number of 1 or more, `+` or `0`"
    )]
    Field { line: usize, entry: usize, found: String },
}

/// Returns the rest of a line after a keyword; `None` if the line does not start with it.
pub(super) fn after<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let head = line.get(..keyword.len())?;
    head.eq_ignore_ascii_case(keyword).then(|| line[keyword.len()..].trim())
}

/// Parses a size `WxH` into columns and rows, each in `1..=max`.
pub(super) fn size(
    line: usize,
    text: &str,
    what: &'static str,
    max: usize,
) -> Result<(usize, usize), LineError> {
    let no_size = || LineError::NoSize { line, found: text.to_owned() };
    let (cols, rows) = text.split_once(['x', 'X']).ok_or_else(no_size)?;
    let side = |text: &str| -> Result<usize, LineError> {
        let text = text.trim();
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        // Digits that do not parse are too many.
        if digits { Ok(text.parse().unwrap_or(usize::MAX)) } else { Err(no_size()) }
    };
    let (cols, rows) = (side(cols)?, side(rows)?);
    let fits = |n| (1..=max).contains(&n);
    if fits(cols) && fits(rows) {
        Ok((cols, rows))
    } else {
        Err(LineError::Size { line, found: text.to_owned(), what, max })
    }
}

/// Parses the size of a board.
pub(super) fn board(line: usize, text: &str) -> Result<(usize, usize), LineError> {
    size(line, text, "the board", LARGEST)
}

/// Parses a whole number.
pub(super) fn number(line: usize, text: &str, what: &'static str) -> Result<usize, LineError> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let value = if digits { text.parse().ok() } else { None };
    value.ok_or_else(|| LineError::NotANumber { line, found: text.to_owned(), what })
}

/// An entry of a row, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Zero,
    Plus,
    Number(usize),
}

/// Parses a row of exactly `width` comma-separated entries.
pub(super) fn row(
    line: usize,
    text: &str,
    width: usize,
    what: impl Fn() -> String,
) -> Result<Vec<Entry>, LineError> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let entry = |(i, part): (usize, &&str)| {
        let bad = || LineError::Field { line, entry: i + 1, found: (*part).to_owned() };
        match *part {
            "+" => Ok(Entry::Plus),
            part if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) => Err(bad()),
            part => match part.parse() {
                Ok(0) => Ok(Entry::Zero),
                Ok(number) => Ok(Entry::Number(number)),
                Err(_) => Err(bad()),
            },
        }
    };
    let entries: Vec<Entry> = parts.iter().enumerate().map(entry).collect::<Result<_, _>>()?;
    if entries.len() == width {
        Ok(entries)
    } else {
        Err(LineError::RowLength { line, found: entries.len(), what: what(), width })
    }
}
