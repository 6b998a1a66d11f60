//! Reads `.puz`. A file that is damaged but readable is read with a warning.

use super::{BLACK, BLANK, Checksums, HEADER, HIDDEN_BLACK, MAGIC, Parts, REVEALED, words};
use crate::encodings::arrowword::puzzle::Blocked;
use crate::encodings::grid::{Grid, Pos};
use crate::encodings::lexicon::{Letter, windows_1252};
use crate::publish::exchange::{Read, Warning};
use crate::publish::puzzle::{Clue, Entry, Field, Kind, MAX_SIDE, Puzzle, sort};
use thiserror::Error;

/// Why bytes cannot be read as a `.puz` file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum PuzError {
    #[error(
        "this is not an Across Lite file: it does not say `ACROSS&DOWN` at its beginning; a digram grid, whose files may \
         have the same ending, is read by the other commands as it is"
    )]
    Magic,

    #[error("the file ends in the middle of {part}; get a new copy of it")]
    Short { part: &'static str },

    #[error("it has {rows} rows and {cols} columns; each has to be from 1 to {MAX_SIDE}")]
    Size { rows: usize, cols: usize },

    #[error("it has {found} clues, but {words} words in its fields; the file is damaged, or of another kind")]
    Clues { found: usize, words: usize },
}

/// Returns whether bytes have the signature of such a file. Some files have other data before it.
pub fn is_puz(bytes: &[u8]) -> bool {
    start(bytes).is_some()
}

/// Returns where the header starts.
fn start(bytes: &[u8]) -> Option<usize> {
    bytes.windows(MAGIC.len()).position(|window| window == MAGIC)?.checked_sub(2)
}

/// The bytes that remain to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, len: usize, part: &'static str) -> Result<&'a [u8], PuzError> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or(PuzError::Short { part })?;
        self.0 = rest;
        Ok(taken)
    }

    /// Reads a text up to its zero byte.
    fn text(&mut self, part: &'static str) -> Result<&'a [u8], PuzError> {
        let len = self.0.iter().position(|&byte| byte == 0).ok_or(PuzError::Short { part })?;
        let text = self.take(len, part)?;
        self.take(1, part)?;
        Ok(text)
    }

    /// Reads a section; returns its name and content, or `None` if no section is left.
    fn section(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let name = self.take(4, "").ok()?;
        let len = self.take(2, "").ok()?;
        self.take(2, "").ok()?;
        let content = self.take(usize::from(u16::from_le_bytes([len[0], len[1]])), "").ok()?;
        self.take(1, "").ok()?;
        Some((name, content))
    }
}

/// Reads a file. Wrong checksums and scrambled letters are warnings.
pub fn read(bytes: &[u8]) -> Result<Read, PuzError> {
    let mut rest = Bytes(&bytes[start(bytes).ok_or(PuzError::Magic)?..]);
    let header = rest.take(HEADER, "its header")?;
    let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let (cols, rows) = (usize::from(header[0x2c]), usize::from(header[0x2d]));
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
        return Err(PuzError::Size { rows, cols });
    }
    let version = &header[0x18..0x1b];
    let solution = rest.take(rows * cols, "the solution")?;
    let state = rest.take(rows * cols, "the fields")?;
    let title = rest.text("the title")?;
    let author = rest.text("the author")?;
    let copyright = rest.text("the copyright")?;
    let clues = (0..word(0x2e)).map(|_| rest.text("the clues")).collect::<Result<Vec<_>, _>>()?;
    // Some programs omit the notes.
    let notes = rest.text("the notes").unwrap_or_default();

    let mut warnings = Vec::new();
    let base = &header[0x2c..];
    let with_notes = version >= b"1.3".as_slice();
    let clues_for_sums = clues.clone();
    let parts =
        Parts { base, solution, state, title, author, copyright, clues: clues_for_sums, notes, with_notes };
    let mut masked = [0; 8];
    masked.copy_from_slice(&header[0x10..0x18]);
    if parts.checksums() != (Checksums { global: word(0), base: word(0x0e), masked }) {
        warnings
            .push(Warning("its checksums are wrong: it may be damaged, so check what was read".to_owned()));
    }
    let locked = match word(0x32) {
        0 => None,
        2 => Some("the file has no solution"),
        _ => Some("the solution is scrambled; unlock it in a program that knows the key"),
    };
    if let Some(reason) = locked {
        warnings.push(Warning(format!("{reason}; its fields are left open")));
    }
    let sections: Vec<_> = std::iter::from_fn(|| rest.section()).collect();
    let section = |name: &[u8]| sections.iter().find(|section| section.0 == name).map(|section| section.1);
    let marks = section(b"GEXT").unwrap_or_default();
    let rebus = section(b"GRBS").unwrap_or_default();

    let mut fields = Grid::filled(rows, cols, Field::Blocked(Blocked::Space));
    for (index, &byte) in solution.iter().enumerate() {
        let pos = Pos::new(index / cols, index % cols);
        let at = format!("row {}, column {}", pos.row + 1, pos.col + 1);
        fields[pos] = match (byte, Letter::from_char(char::from(byte).to_ascii_uppercase())) {
            (BLACK | HIDDEN_BLACK, _) => Field::Blocked(Blocked::Space),
            (BLANK, _) => Field::Open,
            _ if locked.is_some() => Field::Open,
            _ if rebus.get(index).is_some_and(|&key| key != 0) => {
                warnings.push(Warning(format!("{at}: the field holds several letters, and is left open")));
                Field::Open
            }
            (_, Some(letter)) => {
                let is_revealed = marks.get(index).is_some_and(|mark| mark & REVEALED != 0);
                Field::Letter { letter: letter.into(), given: is_revealed && state[index] == byte }
            }
            (_, None) => {
                let found = windows_1252(&[byte]);
                warnings
                    .push(Warning(format!("{at}: `{found}` is not a letter A to Z; the field is left open")));
                Field::Open
            }
        };
    }
    let runs = words(&fields, |field| field.is_solution());
    if runs.len() != clues.len() {
        return Err(PuzError::Clues { found: clues.len(), words: runs.len() });
    }
    let text = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) if version >= b"2.0".as_slice() => text.to_owned(),
        _ => windows_1252(bytes),
    };
    let some = |bytes: &[u8]| Some(text(bytes)).filter(|text| !text.trim().is_empty());
    let clue = |bytes: &[u8]| some(bytes).map(Clue::new).into_iter().collect();
    let entry = |(run, bytes): (_, &&[u8])| Entry {
        run,
        question: None,
        spelling: None,
        clues: clue(bytes),
        own: false,
    };
    let mut entries: Vec<Entry> = runs.into_iter().zip(&clues).map(entry).collect();
    sort(&mut entries);
    let mut puzzle = Puzzle::new(Kind::Template, fields, entries);
    puzzle.title = some(title);
    puzzle.author = some(author);
    puzzle.credits = some(copyright).into_iter().collect();
    Ok(Read { puzzle, warnings })
}
