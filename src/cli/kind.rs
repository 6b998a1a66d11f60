//! Which kind of puzzle an input is: told by `--as`, else seen from the text.
//!
//! Recognition looks at a few lines only and never judges: what it takes for an arrowword may still be a
//! wrong one, and the reader of that kind says so much better than a guess could.

use super::{Failure, files, numberlink};
use clap::ValueEnum;
use cwsat::encodings::crisscross;
use cwsat::encodings::digram::format;
use cwsat::encodings::numberlink::format_q;
use cwsat::encodings::template::format::is_template;
use std::fmt;
use std::path::{Path, PathBuf};

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Clues-in-squares crossword, a .cwg grid
    Arrowword,
    /// A list of words (with questions) to be laid criss-cross, or such a layout
    Crisscross,
    /// Word grid with two letters or a blank in a cell; a size, or a finished grid
    Digram,
    /// Blocks with numbers to be laid and wired, a Q file of the Algorithm Design Contest
    Numberlink,
    /// Crossword of a black and white template: rows of `x` and `o`, or `#` and `.`; or a size
    Template,
}

impl Kind {
    /// The kind of one input. What cannot be read is left to the reader of the kind, which says why.
    pub fn of(told: Option<Self>, path: &Path) -> Self {
        let seen = || files::read_text(path).map_or(Self::Arrowword, |text| Self::recognise(path, &text));
        told.unwrap_or_else(seen)
    }

    /// How the answer to a puzzle from standard input is called in a folder.
    pub fn unnamed(self) -> &'static str {
        match self {
            Self::Arrowword => "stdin.cwg",
            Self::Crisscross | Self::Digram | Self::Numberlink | Self::Template => "stdin.txt",
        }
    }

    /// The kind of several inputs, which has to be the same.
    pub fn of_all(told: Option<Self>, paths: &[PathBuf]) -> Result<Self, Failure> {
        if let Some(size) = paths.iter().filter(|_| told.is_none()).find_map(|path| files::size_like(path)) {
            return Err(Failure::SizeOfWhat { size: size.to_owned() });
        }
        let readable: Vec<&PathBuf> = paths.iter().filter(|path| files::read_text(path).is_ok()).collect();
        let Some((&path, others)) = readable.split_first() else {
            return Ok(told.unwrap_or(Self::Arrowword));
        };
        let kind = Self::of(told, path);
        for &other in others {
            let other_kind = Self::of(told, other);
            if other_kind != kind {
                let (path, other) = (path.clone(), other.clone());
                return Err(Failure::MixedKinds { path, kind, other, other_kind });
            }
        }
        Ok(kind)
    }

    /// An error if flags were given that belong to another kind; `given` says of which kinds there are some.
    pub fn refuse_flags(kind: Self, given: &[(Self, bool)]) -> Result<(), Failure> {
        match given.iter().find(|&&(other, present)| present && other != kind) {
            Some(&(other, _)) => Err(Failure::ForeignFlags { kind, other }),
            None => Ok(()),
        }
    }

    /// What the text looks like; where nothing speaks for another kind, an arrowword.
    fn recognise(path: &Path, text: &str) -> Self {
        if numberlink::recognises(text) {
            return Self::Numberlink;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("cwg") => Self::Arrowword,
            Some("puz") => Self::Digram,
            // First, as a template of `x` and `o` could be taken for digrams.
            _ if is_template(text) => Self::Template,
            _ if is_digram_grid(text) => Self::Digram,
            _ if crisscross::format::is_layout(text) || crisscross::base::is_list(text) => Self::Crisscross,
            _ => Self::Arrowword,
        }
    }

    /// The kind of a puzzle that can be drawn, if the text looks like one without a word from its name. Lists of words,
    /// which are yet to be laid, do not; nor does the answer to a Numberlink problem, which is drawn with the problem.
    pub fn recognise_drawable(text: &str) -> Option<Self> {
        match () {
            () if format_q::recognises(text) => Some(Self::Numberlink),
            () if is_template(text) => Some(Self::Template),
            () if is_digram_grid(text) => Some(Self::Digram),
            () if crisscross::format::is_layout(text) => Some(Self::Crisscross),
            () => None,
        }
    }
}

/// As in `--as`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// Whether every row is made of digrams and blanks, and there are some of both.
fn is_digram_grid(text: &str) -> bool {
    format::read_all(text).iter().all(|grid| {
        let cells = || grid.iter().flat_map(|cells| cells.iter());
        cells().any(|(_, cell)| cell.is_some()) && cells().any(|(_, cell)| cell.is_none())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digram_grids_are_recognised() {
        let seen = |name: &str, text: &str| Kind::recognise(Path::new(name), text);
        assert_eq!(seen("a.txt", "abacay......\n......abacus\n"), Kind::Digram);
        assert_eq!(seen("a.puz", "not.\neven\nclose"), Kind::Digram);
        for text in ["oxoo\noooo\n", "#...\nABCD\n", "oo..\nooxo\n"] {
            assert_eq!(seen("a.txt", text), Kind::Template, "{text:?}");
        }
        for text in ["2\n2\n..\n..\n", "", "......\n......\n", "abcd\n", "ab.c\n"] {
            assert_eq!(seen("a.cwg", text), Kind::Arrowword, "{text:?}");
        }
    }
}
