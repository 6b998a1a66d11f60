//! The puzzles that came before a finished one: `cwsat check` with `--no-repeat` and `--part`.
//!
//! A search only needs the set of words that were used; a check also names the file that has the word, and must not
//! compare a puzzle with itself if it is in the folder, be it as a grid or as its document. So each file is kept
//! separately here.

use super::series::{Part, is_long};
use cwsat::encodings::lexicon::Letter;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A file, and the words in it.
pub type UsedWords = (PathBuf, HashSet<Vec<Letter>>);

/// What each of the earlier puzzles has used, to judge another puzzle by.
#[derive(Debug, Default)]
pub struct Earlier {
    part: Option<Part>,
    files: Vec<UsedWords>,
}

impl Earlier {
    /// Creates it from the words of each file.
    pub fn new(part: Option<Part>, files: Vec<UsedWords>) -> Self {
        Self { part, files }
    }

    /// Returns why a word must not be in the puzzle of this file, if there is a reason. That the file itself has used
    /// it is not one.
    pub fn refuses(&self, word: &[Letter], file: &Path) -> Option<String> {
        if is_long(word)
            && let Some(path) = self.used_in(word, file)
        {
            return Some(format!("is in {}, too", path.display()));
        }
        let is_elsewhere = self.part.is_some_and(|part| !part.allows(word));
        is_elsewhere.then(|| "is of another part (--part)".to_owned())
    }

    /// Returns another puzzle than this file's that has used a word.
    pub fn used_in(&self, word: &[Letter], file: &Path) -> Option<&Path> {
        let is_other = |path: &PathBuf| match (path.canonicalize(), file.canonicalize()) {
            (Ok(path), Ok(file)) => !are_one_puzzle(&path, &file),
            _ => !are_one_puzzle(path, file),
        };
        let mut before = self.files.iter().filter(|(_, words)| words.contains(word));
        before.find(|(path, _)| is_other(path)).map(|(path, _)| path.as_path())
    }
}

/// Returns whether two files hold the same puzzle: they are the same file, or differ only in their extension, as a grid
/// and its document do.
fn are_one_puzzle(a: &Path, b: &Path) -> bool {
    a.with_extension("") == b.with_extension("")
}
