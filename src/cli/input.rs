//! Inputs: each is read once, and recognised and parsed from the same bytes.
//!
//! An input may be a pipe, which can be read only once. So a command reads each of its inputs here first and passes the
//! bytes on; nothing below opens the file of a puzzle itself.

use super::exit::Failure;
use cwsat::encodings::fnv;
use cwsat::limits::Limit;
use cwsat::publish::exchange::{ipuz, jpz, puz};
use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The path that means standard input.
pub const STDIN: &str = "-";

/// An input that was read.
#[derive(Clone, Debug)]
pub struct Input {
    path: PathBuf,
    content: Content,
}

/// The content of an input.
#[derive(Clone, Debug)]
enum Content {
    /// The bytes of a file or of standard input.
    Bytes(Vec<u8>),
    /// A size given in place of a file, as in `4x5`; not necessarily a usable one. The path holds its text.
    Size,
}

/// Why an input cannot be used, whatever kind of puzzle it is.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    #[error("{}: {source}; check the name and whether you may read it", path.display())]
    Unreadable { path: PathBuf, source: io::Error },

    #[error("standard input can be read only once; give a file for the other input")]
    StdinTwice,

    #[error(
        "{}: line {line}, column {column}: this is not UTF-8 text; save the file as UTF-8",
        path.display()
    )]
    NotText { path: PathBuf, line: usize, column: usize },

    #[error(
        "{}: this looks like a binary file, such as a picture, and holds no puzzle as text; check the name",
        path.display()
    )]
    Binary { path: PathBuf },

    #[error(
        "there is no file `{size}`; if that is meant as a size, say of what: `--as template {size}` for a grid without \
         blocks, rows x columns, each from 1 to {most}; or `--as digram {size}` for a digram grid",
        most = cwsat::encodings::template::puzzle::LONGEST_SIDE
    )]
    SizeOfWhat { size: String },

    #[error(
        "there is no file `{size}`, and a size takes its place only where puzzles are solved, made or judged; check the name"
    )]
    NoFile { size: String },

    #[error("{}: this is {what}, and cannot be used here; {advice}", path.display())]
    Foreign { path: PathBuf, what: Foreign, advice: &'static str },
}

/// A file of another type, given to a command for grids by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// cwsat's own document.
    Document,
    /// Other JSON.
    Json,
    /// An ipuz file.
    Ipuz,
    /// A JPZ file.
    Jpz,
    /// An Across Lite file.
    Puz,
    /// A PDF.
    Pdf,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Document => "a cwsat puzzle document (JSON)",
            Self::Json => "JSON, but not a cwsat puzzle document",
            Self::Ipuz => "an ipuz file",
            Self::Jpz => "a JPZ file",
            Self::Puz => "an Across Lite file",
            Self::Pdf => "a PDF",
        })
    }
}

impl Foreign {
    /// Returns what to do with such a file where a grid is expected.
    fn advice(self) -> &'static str {
        match self {
            Self::Document => {
                "`cwsat check`, `cwsat render`, `cwsat clue` and `cwsat export` take it, and `cwsat solve` with --free, \
                 --keep or --replace; `cwsat export FILE -o grid.cwg` (or .txt) writes its grid"
            }
            Self::Json => "give a grid or a list of words",
            Self::Ipuz | Self::Puz => {
                "turn it into a grid first with `cwsat import FILE -o grid.cwg` (or .txt)"
            }
            Self::Jpz => {
                "cwsat writes this format but does not read it; save the puzzle as ipuz, which `cwsat import` reads"
            }
            Self::Pdf => "give the grid it was made from",
        }
    }
}

impl Input {
    /// Reads a file, or standard input for `-`. A path that looks like a size and is not an existing file is taken as a
    /// size.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        if is_size(path) && !path.exists() {
            return Ok(Self { path: path.to_owned(), content: Content::Size });
        }
        let bytes = match path == Path::new(STDIN) {
            true => Limit::PUZZLE.read(io::stdin().lock()),
            false => Limit::PUZZLE.read_file(path),
        };
        let bytes = bytes.map_err(|source| InputError::Unreadable { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), content: Content::Bytes(bytes) })
    }

    /// Reads each of these, in order. At most one may be standard input.
    pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Self>, InputError> {
        once(paths.iter().map(PathBuf::as_path))?;
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// Creates an input from the size given with a flag.
    pub fn size_of_flag(size: &str) -> Self {
        Self { path: PathBuf::from(size), content: Content::Size }
    }

    /// Creates an input from a text that the program itself wrote.
    pub fn of_text(name: &str, text: String) -> Self {
        Self::of_bytes(name, text)
    }

    /// Creates an input from the bytes of a file that was read.
    pub fn of_bytes(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), content: Content::Bytes(bytes.into()) }
    }

    /// Returns the path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name in messages and in JSON.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Prefixes an error with the name of this input.
    pub fn at<E: fmt::Display>(&self, error: E) -> Located {
        Located { path: self.path.clone(), error: error.to_string() }
    }

    /// Returns the size, usable or not, if one was given in place of a file.
    pub fn size(&self) -> Option<&str> {
        match self.content {
            Content::Size => self.path.to_str(),
            Content::Bytes(_) => None,
        }
    }

    /// Returns the bytes; it is an error if this is a size.
    pub fn bytes(&self) -> Result<&[u8], InputError> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes),
            Content::Size => Err(InputError::NoFile { size: self.name() }),
        }
    }

    /// Returns the text; it is an error if this is not UTF-8.
    pub fn text(&self) -> Result<&str, InputError> {
        let bytes = self.bytes()?;
        std::str::from_utf8(bytes).map_err(|error| {
            // No text in any usual encoding contains such bytes.
            if bytes.iter().any(|byte| matches!(byte, 0..=8)) {
                return InputError::Binary { path: self.path.clone() };
            }
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = good.matches('\n').count() + 1;
            let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            InputError::NotText { path: self.path.clone(), line, column }
        })
    }

    /// Returns the text, if it is UTF-8; for guesses about what it is.
    pub fn readable(&self) -> Option<&str> {
        self.text().ok()
    }

    /// Returns an error if this is a file of another type than the texts of puzzles.
    pub fn refuse_foreign(&self) -> Result<(), InputError> {
        match self.foreign() {
            Some(what) => Err(InputError::Foreign { path: self.path.clone(), what, advice: what.advice() }),
            None => Ok(()),
        }
    }

    /// Does the same where a document is accepted, too.
    pub fn refuse_foreign_but_documents(&self) -> Result<(), InputError> {
        match self.foreign() {
            Some(Foreign::Document) => Ok(()),
            _ => self.refuse_foreign(),
        }
    }

    /// Returns the type of another file by its first bytes; `None` if this may be the text of a puzzle.
    fn foreign(&self) -> Option<Foreign> {
        let bytes = self.bytes().ok()?;
        if puz::is_puz(&bytes[..bytes.len().min(64)]) {
            return Some(Foreign::Puz);
        }
        if bytes.starts_with(b"%PDF-") {
            return Some(Foreign::Pdf);
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let start = text.trim_start_matches('\u{feff}').trim_start();
        match start {
            _ if ipuz::is_ipuz(text) => Some(Foreign::Ipuz),
            _ if jpz::is_jpz(text) => Some(Foreign::Jpz),
            _ if start.starts_with('{') && text.contains("\"cwsat\"") => Some(Foreign::Document),
            _ if start.starts_with('{') => Some(Foreign::Json),
            _ => None,
        }
    }

    /// Returns whether this is to be read as a document: its name ends in .json, or it looks like JSON.
    pub fn is_document(&self) -> bool {
        let named = self.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        named
            || self
                .readable()
                .is_some_and(|text| text.trim_start_matches('\u{feff}').trim_start().starts_with('{'))
    }
}

/// An error prefixed with the name of an input.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct Located {
    path: PathBuf,
    error: String,
}

/// Prefixes an error with the name of a file.
pub fn located(path: &Path, error: impl fmt::Display) -> Failure {
    Located { path: path.to_owned(), error: error.to_string() }.into()
}

/// Opens a file that is read piece by piece, as it may be too large to be held in memory.
pub fn open(path: &Path) -> Result<BufReader<File>, InputError> {
    let failed = |source| InputError::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    // A folder opens like a file; only reading from it fails.
    match file.metadata().is_ok_and(|data| data.is_dir()) {
        true => Err(failed(io::ErrorKind::IsADirectory.into())),
        false => Ok(BufReader::with_capacity(1 << 18, file)),
    }
}

/// Returns the seed for an input: `--seed` mixed with the name of the file, so that equal puzzles in files of different
/// names get different answers.
pub fn seed_for(seed: u64, path: &Path) -> u64 {
    fnv::extend(fnv::START ^ seed, name_of(path).bytes())
}

/// Returns a number that grows by one with the seed, so that puzzles of one name take turns, and that differs between
/// names.
pub fn turn_for(seed: u64, path: &Path) -> u64 {
    (fnv::extend(fnv::START, name_of(path).bytes()) >> 20).wrapping_add(seed)
}

fn name_of(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// Returns an error if standard input is named more than once among these paths.
pub fn once<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), InputError> {
    match paths.into_iter().filter(|path| *path == Path::new(STDIN)).count() {
        0 | 1 => Ok(()),
        _ => Err(InputError::StdinTwice),
    }
}

/// Returns whether a path looks like a size, usable or not.
fn is_size(path: &Path) -> bool {
    path.to_str().is_some_and(|text| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || " xX×".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_utf8_is_located() {
        let input = Input::of_bytes("latin1", b"ab\nc\xe4d");
        assert!(input.text().unwrap_err().to_string().contains("line 2, column 2"));
    }

    #[test]
    fn a_folder_is_no_file_to_open() {
        let folder = tempfile::tempdir().unwrap();
        let error = open(folder.path()).unwrap_err().to_string();
        assert!(error.contains("is a directory"), "{error}");
    }

    #[test]
    fn sizes_are_inputs_where_there_is_no_file() {
        let input = Input::read(Path::new("4x5")).unwrap();
        assert_eq!(input.size(), Some("4x5"));
        assert!(input.text().unwrap_err().to_string().contains("there is no file `4x5`"));
        assert!(Input::read(Path::new("no/such/file")).unwrap_err().to_string().contains("no/such/file"));
    }

    #[test]
    fn equal_grids_of_different_names_get_different_seeds() {
        assert_ne!(seed_for(0, Path::new("15x15_1.cwg")), seed_for(0, Path::new("15x15_2.cwg")));
        assert_eq!(seed_for(0, Path::new("a/15x15_1.cwg")), seed_for(0, Path::new("b/15x15_1.cwg")));
    }

    #[test]
    fn standard_input_is_read_once() {
        let paths = ["-", "a", "-"].map(PathBuf::from);
        assert!(matches!(Input::read_all(&paths), Err(InputError::StdinTwice)));
    }

    #[test]
    fn files_of_other_sorts_are_named() {
        let seen = |text: &str| Input::of_bytes("a", text.as_bytes()).foreign();
        assert_eq!(seen("{\"cwsat\": \"puzzle/1\"}"), Some(Foreign::Document));
        assert_eq!(seen(" {\"version\": \"http://ipuz.org/v2\", \"kind\": []}"), Some(Foreign::Ipuz));
        assert_eq!(seen("<?xml version=\"1.0\"?>\n<crossword-compiler-applet/>"), Some(Foreign::Jpz));
        assert_eq!(seen("{}"), Some(Foreign::Json));
        assert_eq!(seen("%PDF-1.7"), Some(Foreign::Pdf));
        for text in ["", "4\n6\n......\n", "ab..\n..cd\n", "SIZE 3X3\n"] {
            assert_eq!(seen(text), None, "{text:?}");
        }
        let error = Input::of_bytes("a.json", b"{\"cwsat\": 1}").refuse_foreign().unwrap_err().to_string();
        assert!(error.contains("a.json") && error.contains("cwsat export"), "{error}");
    }
}
