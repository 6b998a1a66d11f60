//! The puzzles that came before a finished one: `cwsat check` with `--no-repeat` and `--part`.
//!
//! A search only needs the set of words that were used; a check also names the file that has the word, and must not
//! compare a puzzle with itself if it is in the folder, be it as a grid or as its document. So each file is kept
//! separately here.

use super::series::Part;
use cwsat::encodings::lexicon::Letter;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A file, and the words in it that must not be repeated.
pub type LongWords = (PathBuf, HashSet<Vec<Letter>>);

/// What each of the earlier puzzles has used, to judge another puzzle by.
#[derive(Debug, Default)]
pub struct Earlier {
    part: Option<Part>,
    files: Vec<LongWords>,
}

impl Earlier {
    /// Creates it from the long words of each file.
    pub fn new(part: Option<Part>, files: Vec<LongWords>) -> Self {
        Self { part, files }
    }

    /// Returns why a word must not be in the puzzle of this file, if there is a reason. That the file itself has used
    /// it is not one.
    pub fn refuses(&self, word: &[Letter], file: &Path) -> Option<String> {
        let is_other = |path: &PathBuf| match (path.canonicalize(), file.canonicalize()) {
            (Ok(path), Ok(file)) => !are_one_puzzle(&path, &file),
            _ => !are_one_puzzle(path, file),
        };
        let mut before = self.files.iter().filter(|(_, words)| words.contains(word));
        if let Some((path, _)) = before.find(|(path, _)| is_other(path)) {
            return Some(format!("is in {}, too", path.display()));
        }
        let is_elsewhere = self.part.is_some_and(|part| !part.allows(word));
        is_elsewhere.then(|| "is of another part (--part)".to_owned())
    }
}

/// Returns whether two files hold the same puzzle: they are the same file, or differ only in their extension, as a grid
/// and its document do.
fn are_one_puzzle(a: &Path, b: &Path) -> bool {
    a.with_extension("") == b.with_extension("")
}
