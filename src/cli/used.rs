//! Reads which words earlier puzzles have used: those of `--no-repeat`, in puzzles of any kind, folders of them, and lists.
//!
//! The kinds are given what was read ([`Series`] to make puzzles, [`Earlier`] to check them), so they need not know that
//! other kinds exist.

use super::earlier::Earlier;
use super::exit::Failure;
use super::input::Input;
use super::registry::Known;
use super::reporter::Reporter;
use super::series::{Flags, Part, Series, Used};
use super::{document, folder, wordlists};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Begins a series: reads what was used before.
pub fn series(flags: &Flags, reporter: Reporter) -> Result<Series, Failure> {
    let mut used = Used::default();
    for path in flags.no_repeat() {
        by_each(path, reporter)?.into_iter().for_each(|(_, one)| used.extend(one));
    }
    flags.begin(used, reporter)
}

/// Reads what finished puzzles are compared with: the words of each file separately.
pub fn earlier(paths: &[PathBuf], part: Option<Part>, reporter: Reporter) -> Result<Earlier, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let each = by_each(path, reporter)?.into_iter();
        files.extend(each.map(|(file, used)| (file, used.all().cloned().collect())));
    }
    Ok(Earlier::new(part, files))
}

/// Returns what each puzzle of a folder has used, or the one file with a puzzle or a list.
fn by_each(path: &Path, reporter: Reporter) -> Result<Vec<(PathBuf, Used)>, Failure> {
    if path.is_dir() {
        // An empty folder is the beginning of a series; hidden files were not put there by a person.
        let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        let mut files = std::fs::read_dir(path).into_iter().flatten().flatten();
        let is_empty = files.all(|file| is_hidden(&file.file_name()));
        let found = if is_empty { Vec::new() } else { folder::puzzles(path, None)? };
        let mut each = Vec::new();
        for puzzle in found {
            each.extend(document::with_words(&puzzle.path)?.map(|read| (puzzle.path, Used::of(&read))));
        }
        return Ok(each);
    }
    let input = Input::read(path)?;
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let used = if Known::of_extension(&ending).is_some()
        || input.is_document()
        || Known::drawable(input.text()?).is_some()
    {
        Used::of(&document::read_one(None, &input)?)
    } else {
        Used::of_list(&wordlists::resolve(&[path.to_owned()], None, reporter)?.list)
    };
    Ok(vec![(path.to_owned(), used)])
}
