//! What the unit tests of this folder share: the contest's data, when it lies beside the checkout. docs/testing.md has the
//! variables.

use crate::lexicon::{Letter, WordList};
use std::io::Write;
use std::path::PathBuf;

/// The text of a file of the contest's data. If it is not there that is said, or fails where it is required.
pub(super) fn shared(path: &str) -> Option<String> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared"));
    let folder = std::env::var_os("CWSAT_SHARED").map_or_else(beside, PathBuf::from);
    let file = folder.join(path);
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        const REQUIRED: &str = "CWSAT_REQUIRE_DATA";
        assert!(
            std::env::var_os(REQUIRED).is_none(),
            "{} is not there, and {REQUIRED} is set",
            file.display()
        );
        let (file, thread) = (file.display(), std::thread::current());
        let test = thread.name().unwrap_or("a test");
        // Not `eprintln!`: of a test that passes its output is kept back.
        let _ = writeln!(
            std::io::stderr(),
            "NOT TESTED: {test}: {file} is not there ({REQUIRED}=1 makes that a failure)"
        );
    }
    text
}

/// The contest's word list.
pub(super) fn contest_list() -> Option<WordList> {
    let text = shared("cw-challenge/wordlist.txt")?;
    Some(words(text.lines()))
}

/// A word list of these upper-case words.
pub(super) fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> WordList {
    let letters = |word: &str| word.trim().chars().map(Letter::from_char).collect::<Option<Vec<_>>>();
    WordList::new(words.into_iter().filter_map(letters).map(|word| (word, WordList::DEFAULT_SCORE)))
}
