//! Which words digram grids are made of: the lists named by `--words`, else the system's dictionary, else the
//! embedded English list.

use super::Failure;
use super::wordlists::{EMBEDDED, WordListError};
use cwsat::encodings::digram::words::{ReadWords, read};
use cwsat::wordlist;
use std::path::{Path, PathBuf};

/// Where most systems keep a dictionary, one word a line.
const DICTIONARY: &str = "/usr/share/dict/words";

/// What is read when no list is named.
pub fn default_name() -> &'static str {
    if Path::new(DICTIONARY).is_file() { DICTIONARY } else { EMBEDDED }
}

/// The words of these lists, each with what was left out; of none, the default list.
pub fn resolve(paths: &[PathBuf]) -> Result<Vec<ReadWords>, Failure> {
    match paths {
        [] => Ok(vec![read_one(Path::new(default_name()))?]),
        _ => paths.iter().map(|path| read_one(path)).collect(),
    }
}

fn read_one(path: &Path) -> Result<ReadWords, Failure> {
    if path == Path::new(EMBEDDED) {
        return Ok(read(wordlist::ENGLISH_TEXT.as_bytes(), wordlist::ENGLISH_NAME)?);
    }
    let text =
        std::fs::read(path).map_err(|error| WordListError::Unreadable { path: path.to_owned(), error })?;
    Ok(read(&text, &path.display().to_string())?)
}
