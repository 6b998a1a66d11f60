//! The puzzles of a folder: finds and orders them, and names the files that are not puzzles.

use super::exit::Failure;
use super::input::{Input, InputError};
use super::output;
use super::registry::Known;
use super::reporter;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The maximum number of skipped files that are named.
const NAMED: usize = 5;

/// A puzzle in a folder.
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// Where its answer is.
    pub answer: AnswerPlace,
}

/// Where the answer to a puzzle is.
pub enum AnswerPlace {
    /// In the file of the puzzle.
    Inside,
    /// In a file beside it, for a kind whose puzzles consist of two (Numberlink).
    Beside(PathBuf),
    /// In no file, though its kind needs one.
    Missing,
}

/// A folder without puzzles.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: there is no puzzle in this folder{more}; put files into it that `cwsat clue` or `cwsat solve` wrote",
    path.display()
)]
struct NoPuzzle {
    path: PathBuf,
    more: &'static str,
}

/// Finds the puzzles in a folder, in the natural order of their names. Of files that differ only in their extensions,
/// only the JSON counts. Warns of files that are not puzzles. An output must not be one of the puzzles, but it may be
/// in the folder, for example as the book of an earlier run.
pub fn puzzles(folder: &Path, output: Option<&Path>) -> Result<Vec<Found>, Failure> {
    let unreadable = |source| InputError::Unreadable { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for file in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = file.map_err(unreadable)?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_file() && !is_hidden {
            paths.push(path);
        }
    }
    paths.sort_by_cached_key(|path| (natural(&name_of(path)), path.clone()));
    let mut puzzles: BTreeMap<PathBuf, Known> = BTreeMap::new();
    let mut documents = BTreeSet::new();
    for path in &paths {
        match seen(path)? {
            Some(Seen::Document) => drop(documents.insert(path.clone())),
            Some(Seen::Puzzle(kind)) => drop(puzzles.insert(path.clone(), kind)),
            None => {}
        }
    }
    let mut used: BTreeSet<PathBuf> = BTreeSet::new();
    let mut found = Vec::new();
    for path in &paths {
        let document = path.with_extension("json");
        if documents.contains(path) {
            used.insert(path.clone());
            found.push(Found { path: path.clone(), answer: AnswerPlace::Inside });
        } else if documents.contains(&document) && puzzles.contains_key(path) {
            // The document holds the same puzzle with more information.
            used.insert(path.clone());
            used.extend(answer_to(path).filter(|_| puzzles.get(path).is_some_and(has_answer_file)));
        } else if let Some(kind) = puzzles.get(path) {
            used.insert(path.clone());
            let answer = match answer_to(path) {
                _ if !has_answer_file(kind) => AnswerPlace::Inside,
                Some(answer) => {
                    used.insert(answer.clone());
                    AnswerPlace::Beside(answer)
                }
                None => AnswerPlace::Missing,
            };
            found.push(Found { path: path.clone(), answer });
        }
    }
    if let Some(output) = output {
        output::keep_apart(output, used.iter().map(PathBuf::as_path))?;
    }
    let is_output = |path: &Path| {
        output.is_some_and(|output| output.file_name() == path.file_name() && same(output, path))
    };
    let others: Vec<&PathBuf> =
        paths.iter().filter(|path| !used.contains(*path) && !is_output(path)).collect();
    if found.is_empty() {
        let more = if others.is_empty() { "" } else { ", only other files" };
        return Err(NoPuzzle { path: folder.to_owned(), more }.into());
    }
    tell(folder, &others);
    Ok(found)
}

/// Warns of the files that are not puzzles; names the first few.
fn tell(folder: &Path, others: &[&PathBuf]) {
    if others.is_empty() {
        return;
    }
    let names: Vec<String> = others
        .iter()
        .take(NAMED)
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    let more = if others.len() > NAMED { ", …" } else { "" };
    let files = if others.len() == 1 {
        "1 file is not a puzzle"
    } else {
        &format!("{} files are not puzzles", others.len())
    };
    reporter::warn(&format_args!("{}: {files}, skipped: {}{more}", folder.display(), names.join(", ")));
}

/// Returns the name of a file without its extension.
pub fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn same(a: &Path, b: &Path) -> bool {
    matches!((std::fs::canonicalize(a), std::fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// What a file is recognised as.
enum Seen {
    /// A document written by `cwsat clue`.
    Document,
    /// A puzzle of this kind.
    Puzzle(Known),
}

/// Recognises a file; `None` if it is not a puzzle. A file with the extension of a puzzle is never skipped, so that a
/// broken one is an error.
fn seen(path: &Path) -> Result<Option<Seen>, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    if let Some(kind) = Known::of_extension(&ending) {
        return Ok(Some(Seen::Puzzle(kind)));
    }
    let input = match Input::read(path) {
        // A book of an earlier run, or a photograph: in any case, not a puzzle.
        Err(InputError::Unreadable { source, .. })
            if source.kind() == ErrorKind::FileTooLarge && ending != "json" =>
        {
            return Ok(None);
        }
        input => input?,
    };
    match (ending.as_str(), input.text()) {
        ("json", Ok(text)) => {
            // Other programs write JSON too, but not with this key.
            let is_ours = text.contains("\"cwsat\"");
            Ok((is_ours || text.trim().is_empty()).then_some(Seen::Document))
        }
        ("json", Err(error)) => Err(error.into()),
        (_, Ok(text)) => Ok(Known::drawable(text).map(Seen::Puzzle)),
        (_, Err(_)) => Ok(None),
    }
}

fn has_answer_file(kind: &Known) -> bool {
    kind.kind().has_answer_file()
}

/// Returns the file beside a Numberlink problem that contains its answer: `A_5.txt` for `Q_5.txt`.
fn answer_to(problem: &Path) -> Option<PathBuf> {
    let rest = problem.file_name()?.to_str()?.strip_prefix(['Q', 'q'])?;
    ["A", "a"]
        .into_iter()
        .map(|letter| problem.with_file_name(format!("{letter}{rest}")))
        .find(|path| path.is_file())
}

/// Returns a key that sorts names naturally: 2 before 10, and ignoring case.
fn natural(name: &str) -> Vec<(bool, usize, String)> {
    let characters: Vec<char> = name.chars().collect();
    let parts = characters.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let key = |part: &[char]| {
        let text: String = part.iter().collect();
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            // Of two numbers without leading zeros, the longer one is larger.
            let number = text.trim_start_matches('0').to_owned();
            (false, number.len(), number)
        } else {
            (true, 0, text.to_lowercase())
        }
    };
    parts.map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_people() {
        let mut names = ["b2", "a10", "B1", "a9", "10", "a", "2", "a09b", "1e400"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["1e400", "2", "10", "a", "a9", "a09b", "a10", "B1", "b2"]);
    }
}
