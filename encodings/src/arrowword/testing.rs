//! What the unit tests of this folder share: the contest's data, if it is next to the checkout. docs/testing.md lists
//! the environment variables.

use crate::lexicon::{Letter, WordList};
use std::io::Write;
use std::path::PathBuf;

/// Returns the text of a file of the contest's data. If it is missing, says so, or fails where it is required.
pub(super) fn shared(path: &str) -> Option<String> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared"));
    let folder = std::env::var_os("CWSAT_SHARED").map_or_else(beside, PathBuf::from);
    let file = folder.join(path);
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        const REQUIRED: &str = "CWSAT_REQUIRE_DATA";
        assert!(std::env::var_os(REQUIRED).is_none(), "{} is missing, and {REQUIRED} is set", file.display());
        let (file, thread) = (file.display(), std::thread::current());
        let test = thread.name().unwrap_or("a test");
        // Not `eprintln!`: its output is captured in tests that pass.
        let _ = writeln!(
            std::io::stderr(),
            "NOT TESTED: {test}: {file} is missing ({REQUIRED}=1 makes that a failure)"
        );
    }
    text
}

/// Returns the contest's word list.
pub(super) fn contest_list() -> Option<WordList> {
    let text = shared("cw-challenge/wordlist.txt")?;
    Some(words(text.lines()))
}

/// Makes a word list of these upper-case words.
pub(super) fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> WordList {
    let letters = |word: &str| word.trim().chars().map(Letter::from_char).collect::<Option<Vec<_>>>();
    WordList::new(words.into_iter().filter_map(letters).map(|word| (word, WordList::DEFAULT_SCORE)))
}
