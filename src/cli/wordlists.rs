//! The word lists that a command is given with `--words`.

use super::{Failure, files};
use cwsat::encodings::lexicon::{Letter, WordList};
use std::path::PathBuf;

/// The words of all these files together, or nothing if no list is named.
pub fn read(paths: &[PathBuf]) -> Result<Option<WordList>, Failure> {
    if paths.is_empty() {
        return Ok(None);
    }
    let mut words = Vec::new();
    for path in paths {
        let before = words.len();
        words.extend(parse(&files::read_text(path)?));
        if words.len() == before {
            return Err(Failure::NoWords { path: path.clone() });
        }
    }
    Ok(Some(WordList::new(words)))
}

/// One upper-case word a line. (To be replaced by the reader of `lexicon`, which folds and scores.)
fn parse(text: &str) -> Vec<(Vec<Letter>, f32)> {
    let letters = |line: &str| line.trim().chars().map(Letter::from_char).collect::<Option<Vec<_>>>();
    let words = text.lines().filter_map(letters).filter(|word| word.len() >= 2);
    words.map(|word| (word, WordList::DEFAULT_SCORE)).collect()
}
