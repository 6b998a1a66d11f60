//! The words of digram grids: the lists named by `--words`, or else the system's dictionary, or else the embedded
//! English list. A folder stands for its files by number of letters, as for other kinds of puzzles.

use crate::cli::exit::Failure;
use crate::cli::reporter::Reporter;
use crate::cli::wordlists::{EMBEDDED, EmbeddedList, WordListError, files_of};
use cwsat::encodings::digram::words::{ReadWords, read};
use cwsat::limits::Limit;
use std::path::{Path, PathBuf};

/// Where most systems keep a dictionary, one word per line.
const DICTIONARY: &str = "/usr/share/dict/words";

/// Returns the name of the list that is read if none is given.
pub fn default_name() -> &'static str {
    if Path::new(DICTIONARY).is_file() { DICTIONARY } else { EMBEDDED }
}

/// Reads the words of these lists, and reports what each holds and what was left out; if none is named, reads those of
/// the embedded list `wanted`, or else of the default list.
pub fn resolve(
    paths: &[PathBuf],
    wanted: Option<EmbeddedList>,
    reporter: Reporter,
) -> Result<Vec<ReadWords>, Failure> {
    let lists = match (paths, wanted) {
        ([], Some(list)) => vec![read_embedded(list)?],
        ([], None) => vec![read_one(Path::new(default_name()))?],
        _ => paths.iter().map(|path| read_one(path)).collect::<Result<_, _>>()?,
    };
    lists.iter().for_each(|list| reporter.tell(list));
    Ok(lists)
}

/// Returns the names of these lists.
pub fn names(lists: &[ReadWords]) -> String {
    lists.iter().map(|list| list.name.as_str()).collect::<Vec<_>>().join(" + ")
}

fn read_embedded(list: EmbeddedList) -> Result<ReadWords, Failure> {
    // The German list is written in capitals, which elsewhere mark names.
    Ok(read(list.text().to_ascii_lowercase().as_bytes(), list.name())?)
}

fn read_one(path: &Path) -> Result<ReadWords, Failure> {
    if let Some(list) = EmbeddedList::named(path, EmbeddedList::English) {
        return read_embedded(list);
    }
    // The files of a folder are read as one list: those of odd lengths have no words for digrams, which is not a
    // mistake.
    let mut text = Vec::new();
    for file in files_of(path)? {
        let part =
            Limit::WORDS.read_file(&file).map_err(|error| WordListError::Unreadable { path: file, error })?;
        text.extend_from_slice(part.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&part));
        text.push(b'\n');
    }
    Ok(read(&text, &path.display().to_string()).map_err(WordListError::no_list)?)
}
