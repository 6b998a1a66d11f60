//! The `.puz` files of Across Lite: crosswords in binary form.
//!
//! The format was never published; what is known about it was reverse-engineered by others (see `docs/formats.md`). It
//! has a header of 52 bytes, the solution, what the solver has written, texts that end in a zero byte, and sections,
//! one of which is used here: GEXT, which marks the given letters. Words and numbers are not stored: each run of two or
//! more white fields is a word, and the clues are in the order of the numbers. Four checksums guard against changes.

mod latin;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{PuzError, is_puz, read};
pub use write::{holds, write};

use crate::encodings::grid::{Grid, Run};
use crate::encodings::numbering::Numbering;

/// The signature, which follows the two bytes of a checksum at the beginning of a file.
const MAGIC: &[u8] = b"ACROSS&DOWN\0";
/// The number of bytes before the solution.
const HEADER: usize = 0x34;
/// The mask of the masked checksums.
const MASK: &[u8; 8] = b"ICHEATED";
const BLACK: u8 = b'.';
/// A black field too, in puzzles that do not show which fields are black.
const HIDDEN_BLACK: u8 = b':';
const BLANK: u8 = b'-';
/// The mark in GEXT for a letter that was revealed to the solver.
const REVEALED: u8 = 0x40;

/// Returns the checksum of these bytes, continuing from `sum`: rotate to the right, then add.
fn checksum(bytes: &[u8], sum: u16) -> u16 {
    bytes.iter().fold(sum, |sum, &byte| sum.rotate_right(1).wrapping_add(byte.into()))
}

/// The parts of a file that its checksums cover.
struct Parts<'a> {
    /// Width, height, number of clues, type and state: eight bytes of the header.
    base: &'a [u8],
    solution: &'a [u8],
    state: &'a [u8],
    title: &'a [u8],
    author: &'a [u8],
    copyright: &'a [u8],
    clues: Vec<&'a [u8]>,
    notes: &'a [u8],
    /// Whether the checksums cover the notes, as they do from version 1.3 on.
    with_notes: bool,
}

/// The checksums of a file as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Checksums {
    global: u16,
    base: u16,
    masked: [u8; 8],
}

impl Parts<'_> {
    fn texts(&self, mut sum: u16) -> u16 {
        let text = |text: &[u8], sum| if text.is_empty() { sum } else { checksum(&[0], checksum(text, sum)) };
        for part in [self.title, self.author, self.copyright] {
            sum = text(part, sum);
        }
        sum = self.clues.iter().fold(sum, |sum, clue| checksum(clue, sum));
        if self.with_notes { text(self.notes, sum) } else { sum }
    }

    fn checksums(&self) -> Checksums {
        let base = checksum(self.base, 0);
        let parts = [base, checksum(self.solution, 0), checksum(self.state, 0), self.texts(0)];
        let mut masked = [0; 8];
        for (index, part) in parts.into_iter().enumerate() {
            let [low, high] = part.to_le_bytes();
            masked[index] = MASK[index] ^ low;
            masked[index + 4] = MASK[index + 4] ^ high;
        }
        let global = self.texts(checksum(self.state, checksum(self.solution, base)));
        Checksums { global, base, masked }
    }
}

/// Returns the words that every reader of the format finds, in the order of the clues: by number, across before down.
fn words<T>(fields: &Grid<T>, is_white: impl Fn(&T) -> bool) -> Vec<Run> {
    let numbering = Numbering::of_grid(fields, is_white);
    let mut words: Vec<_> = numbering.iter().collect();
    words.sort_by_key(|word| (word.number, word.run.direction));
    words.into_iter().map(|word| word.run).collect()
}
