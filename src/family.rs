//! Words that a family newspaper would not print: slurs, vulgar words, the Nazi years, drugs, intimate anatomy.
//!
//! There is one list, `useful/family.txt`; its header says what an entry means. The embedded word lists are made without
//! its words, [`without_blocked`] leaves them out of other lists, and in a clue they are a fault. Words that are harmless
//! in one of their senses are not blocked: whether they may appear is a matter of the clue. So entries for one language
//! alone count only where lists are made, in `useful/`.

use crate::encodings::lexicon::{Letter, WordList};
use std::sync::LazyLock;

/// The text of the list.
const TEXT: &str = include_str!("../useful/family.txt");

/// An entry of the list.
struct Entry {
    text: Vec<Letter>,
    /// Whether other letters may precede it.
    open_start: bool,
    /// Whether other letters may follow it.
    open_end: bool,
}

/// The entries by their first two letters, so that long lists are judged quickly.
static BLOCKED: LazyLock<Vec<Vec<Entry>>> = LazyLock::new(|| {
    let mut by_start: Vec<Vec<Entry>> = Vec::new();
    by_start.resize_with(Letter::COUNT * Letter::COUNT, Vec::new);
    for line in TEXT.lines().filter(|line| is_for_all(line)) {
        let text: Vec<Letter> = line.trim_matches('-').chars().filter_map(Letter::from_char).collect();
        if let [first, second, ..] = text[..] {
            let entry = Entry { open_start: line.starts_with('-'), open_end: line.ends_with('-'), text };
            by_start[start(first, second)].push(entry);
        }
    }
    by_start
});

/// Returns whether a line is an entry for all languages.
fn is_for_all(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#') && !line.contains(' ')
}

fn start(first: Letter, second: Letter) -> usize {
    first.index() * Letter::COUNT + second.index()
}

/// Returns whether a family newspaper would not print this word.
pub fn is_blocked(word: &[Letter]) -> bool {
    word.windows(2).enumerate().any(|(at, pair)| {
        BLOCKED[start(pair[0], pair[1])].iter().any(|entry| {
            let rest = &word[at..];
            (at == 0 || entry.open_start)
                && rest.starts_with(&entry.text)
                && (rest.len() == entry.text.len() || entry.open_end)
        })
    })
}

/// Returns the list without the words that a family newspaper would not print; `None` if it has none of them.
pub fn without_blocked(list: &WordList) -> Option<WordList> {
    let kept = list.filtered(|id| !is_blocked(list.word(id)));
    (kept.len() < list.len()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::fold;
    use crate::wordlist;

    fn blocked(word: &str) -> bool {
        is_blocked(&fold(word).expect("a word"))
    }

    /// Does the same by plain comparison, for entries of a language as well.
    fn is_found(word: &str, line: &str, language: &str) -> bool {
        let (entry, only) = line.split_once(' ').unwrap_or((line, language));
        let stem = entry.trim_matches('-');
        only == language
            && match (entry.starts_with('-'), entry.ends_with('-')) {
                (false, false) => word == stem,
                (false, true) => word.starts_with(stem),
                (true, false) => word.ends_with(stem),
                (true, true) => word.contains(stem),
            }
    }

    fn lines() -> impl Iterator<Item = &'static str> {
        TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
    }

    #[test]
    fn every_line_has_its_form() {
        let mut seen = std::collections::BTreeSet::new();
        for line in lines() {
            let (entry, language) = line.split_once(' ').unwrap_or((line, "de"));
            assert!(["de", "en"].contains(&language), "{line}");
            let stem = entry.strip_prefix('-').unwrap_or(entry);
            let stem = stem.strip_suffix('-').unwrap_or(stem);
            assert!(stem.len() > 1 && stem.bytes().all(|byte| byte.is_ascii_uppercase()), "{line}");
            assert!(seen.insert(entry), "{entry} is there twice");
        }
    }

    #[test]
    fn entries_are_whole_words_beginnings_ends_or_parts() {
        for word in ["Kotze", "Furzkissen", "Verpisst", "beschissen", "Pisst", "motherfucker", "Kokain", "SS"]
        {
            assert!(blocked(word), "{word}");
        }
        for word in ["Rose", "Ei", "Kot", "Kiste", "Piste", "Muschel", "A", "SSW", "Schlamperei", "Heroine"] {
            assert!(!blocked(word), "{word}");
        }
    }

    #[test]
    fn what_is_harmless_in_a_language_or_sense_is_not_blocked() {
        for word in
            ["heilig", "Ass", "wog", "fickle", "titter", "trafficking", "tart", "cocks", "snigger", "SSR"]
        {
            assert!(!blocked(word), "{word}");
        }
    }

    #[test]
    fn the_index_finds_what_plain_comparison_finds() {
        let spelled = |word: &[Letter]| word.iter().map(|letter| letter.char()).collect::<String>();
        let stems = lines().filter_map(|line| line.split('-').max_by_key(|part| part.len()));
        let around = stems
            .flat_map(|stem| [stem.to_owned(), format!("{stem}X"), format!("X{stem}"), format!("X{stem}X")]);
        let mut found = 0;
        for word in around.filter_map(|word| fold(&word)) {
            let plainly =
                lines().filter(|line| is_for_all(line)).any(|line| is_found(&spelled(&word), line, "all"));
            assert_eq!(is_blocked(&word), plainly, "{}", spelled(&word));
            found += usize::from(plainly);
        }
        assert!(found > 400, "{found}");
    }

    #[test]
    fn the_embedded_lists_have_nothing_blocked() {
        for (list, language) in [(wordlist::embedded(), "de"), (wordlist::english(), "en")] {
            assert_eq!(without_blocked(&list), None);
            let words: Vec<String> =
                list.ids().map(|id| list.word(id).iter().map(|letter| letter.char()).collect()).collect();
            for line in lines() {
                let found = words.iter().find(|word| is_found(word, line, language));
                assert_eq!(found, None, "blocked by {line} in {language}");
            }
        }
    }

    #[test]
    fn other_words_keep_their_scores() {
        let words = [("Rose", 7.0), ("Nutte", 9.0), ("Tor", 3.0)];
        let list = WordList::new(words.map(|(word, score)| (fold(word).expect("a word"), score)));
        let rest = without_blocked(&list).expect("one is blocked");
        let left: Vec<_> = rest.ids().map(|id| (rest.word(id).len(), rest.score(id))).collect();
        assert_eq!(left, [(3, 3.0), (4, 7.0)]);
        assert_eq!(without_blocked(&rest), None);
    }
}
