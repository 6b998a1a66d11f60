//! Words that a family newspaper does not print: vulgar, hateful, or of the Nazi years.
//!
//! The list is `useful/german/blocked.txt`, by which the embedded word list is made as well; its header says what an entry
//! means. Words that are harmless in one of their senses are not on it: whether they may appear is a matter of the clue.

use super::heads::tokens;
use crate::encodings::lexicon::{Letter, fold};
use std::sync::LazyLock;

/// An entry of the list.
struct Entry {
    text: &'static str,
    /// Whether other letters may precede it.
    open_start: bool,
    /// Whether other letters may follow it.
    open_end: bool,
}

static BLOCKED: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = include_str!("../../../useful/german/blocked.txt").lines();
    let entries = lines.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    entries
        .map(|line| Entry {
            text: line.trim_matches('-'),
            open_start: line.starts_with('-'),
            open_end: line.ends_with('-'),
        })
        .collect()
});

/// Returns whether a word, in letters A to Z, is on the list.
pub(super) fn is_blocked(word: &[Letter]) -> bool {
    let word: String = word.iter().map(|letter| letter.char()).collect();
    BLOCKED.iter().any(|entry| match (entry.open_start, entry.open_end) {
        (false, false) => word == entry.text,
        (false, true) => word.starts_with(entry.text),
        (true, false) => word.ends_with(entry.text),
        (true, true) => word.contains(entry.text),
    })
}

/// Returns the first word of a text that is on the list.
pub(super) fn blocked_in(text: &str) -> Option<&str> {
    tokens(text).find(|token| fold(token).is_some_and(|word| is_blocked(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_whole_words_beginnings_ends_or_parts() {
        let blocked = |word: &str| is_blocked(&fold(word).expect("a word"));
        for word in ["Kotze", "Furzkissen", "Verpisst", "beschissen", "Pisst"] {
            assert!(blocked(word), "{word}");
        }
        for word in ["Rose", "Ei", "Kot", "Kiste", "Piste", "Muschel"] {
            assert!(!blocked(word), "{word}");
        }
        assert_eq!(blocked_in("ein Haufen Kotze, rund"), Some("Kotze"));
        assert_eq!(blocked_in("Blume mit Dornen"), None);
    }

    #[test]
    fn no_word_of_the_embedded_list_is_blocked() {
        let list = crate::wordlist::embedded();
        let found: Vec<_> = list.ids().map(|id| list.word(id)).filter(|word| is_blocked(word)).collect();
        assert!(found.is_empty(), "{found:?}");
    }
}
