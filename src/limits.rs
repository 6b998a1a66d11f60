//! How large an input may be, in one place. `docs/formats.md` states the same limits, and a test compares the two.
//!
//! Every reader is given bytes that were read within a limit and needs no more memory than a multiple of their number,
//! so these limits also bound memory. What can be much larger than its file has an additional limit of its own: the
//! pixels of a picture (`publish::page::MOST_PIXELS`). Formulas, their maps and the output of solvers are read
//! piece by piece, and their readers enforce limits themselves ([`dimacs::Limits`](crate::encodings::cnf::dimacs::Limits)).

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest size of one kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The kind of input, with its article.
    pub what: &'static str,
    /// The size, in millions of bytes.
    pub megabytes: u64,
}

impl Limit {
    /// Texts of puzzles, in any format.
    pub const PUZZLE: Self = Self { what: "a puzzle", megabytes: 16 };
    /// Word lists.
    pub const WORDS: Self = Self { what: "a word list", megabytes: 64 };
    /// Files of clues; a folder may contain several.
    pub const CLUES: Self = Self { what: "a file of clues", megabytes: 256 };
    /// Picture files.
    pub const PICTURE: Self = Self { what: "a picture", megabytes: 64 };
    /// Fonts.
    pub const FONT: Self = Self { what: "a font", megabytes: 32 };

    /// All limits.
    pub const ALL: [Self; 5] = [Self::PUZZLE, Self::WORDS, Self::CLUES, Self::PICTURE, Self::FONT];

    /// Reads everything. An input above the limit is an error of the kind
    /// [`FileTooLarge`](ErrorKind::FileTooLarge); only one byte beyond the limit is read.
    pub fn read(self, input: impl Read) -> io::Result<Vec<u8>> {
        let most = self.megabytes * 1_000_000;
        let mut bytes = Vec::new();
        input.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            let Self { what, megabytes } = self;
            let reason = format!("it has more than {megabytes} MB, the most that {what} may have");
            return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
        }
        Ok(bytes)
    }

    /// Reads a whole file; see [`Self::read`].
    pub fn read_file(self, path: &Path) -> io::Result<Vec<u8>> {
        self.read(File::open(path)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_limit_is_refused_and_not_read() {
        let limit = Limit { what: "a test", megabytes: 1 };
        assert_eq!(limit.read(io::repeat(7).take(1_000_000)).unwrap().len(), 1_000_000);
        let mut endless = io::repeat(7).take(u64::MAX);
        let error = limit.read(&mut endless).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it has more than 1 MB, the most that a test may have");
        assert_eq!(u64::MAX - endless.limit(), 1_000_001);
    }
}
