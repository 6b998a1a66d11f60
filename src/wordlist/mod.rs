//! The word lists built into the program: a German one of crossword quality, and an English one of common words,
//! both with scores.
//!
//! The German text is `useful/german.txt`, made by `useful/make_german.py` from the hand-written lists beside it;
//! `useful/README.md` says where they come from and what the scores mean. The English text is `useful/english.txt`,
//! made from SCOWL's lists by `useful/make_english.py`. At most starts of the program neither text is read, because
//! that would take longer than a small puzzle: the words, and what the sources say about them, are in a table of
//! each list, which a test makes (`made.rs`) and compares with the sources.

#[cfg(test)]
mod made;
pub(crate) mod table;

use crate::encodings::lexicon::WordList;
use table::Table;

/// The name of the embedded German list in messages.
pub const EMBEDDED_NAME: &str = "the embedded German list";

/// The embedded German list as text, one `WORD;SCORE` per line.
pub const EMBEDDED_TEXT: &str = include_str!("../../useful/german.txt");

/// The name of the embedded English list in messages.
pub const ENGLISH_NAME: &str = "the embedded English list";

/// The embedded English list as text, one `word;SCORE` per line, all in lower case.
pub const ENGLISH_TEXT: &str = include_str!("../../useful/english.txt");

/// Returns the embedded German word list, with scores from 1 to 100.
pub fn embedded() -> WordList {
    Table::german().words()
}

/// Returns the words of the embedded German list that have at most `longest` letters; this takes less time than all of them.
pub fn embedded_up_to(longest: usize) -> WordList {
    Table::german().words_up_to(longest)
}

/// Returns the embedded English word list, with scores from 50 to 90.
pub fn english() -> WordList {
    Table::english().words()
}

/// Returns the words of the embedded English list that have at most `longest` letters; this takes less time than all of them.
pub fn english_up_to(longest: usize) -> WordList {
    Table::english().words_up_to(longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::{Pattern, read_list};

    #[test]
    fn is_well_formed() {
        let read = read_list(EMBEDDED_TEXT.as_bytes(), EMBEDDED_NAME).expect("a list");
        assert_eq!((read.skipped_lines(), read.repeated), (0, 0), "{:?}", read.skipped);
        assert_eq!(read.scored, read.list.len(), "every word has a score");
        let words: Vec<_> = EMBEDDED_TEXT.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(
            words.is_sorted_by(|a, b| a.split(';').next() < b.split(';').next()),
            "sorted, each word once"
        );
        assert_eq!(words.len(), embedded().len());
    }

    #[test]
    fn words_up_to_a_length_are_those_of_the_whole_list() {
        for longest in [0, 1, 2, 5, 15, 99] {
            assert!(embedded_up_to(longest) == embedded().up_to(longest), "{longest}");
            assert!(english_up_to(longest) == english().up_to(longest), "{longest}");
        }
    }

    #[test]
    fn has_words_of_each_length() {
        let list = embedded();
        assert_eq!(list.longest(), 15);
        // About as many as in a list that real puzzles of this kind were made with.
        let least = [500, 1200, 2900, 5500, 5900, 5900, 5600, 5000, 3900, 2500, 1800, 1200, 750, 520];
        for (len, least) in (2..).zip(least) {
            assert!(list.count(len) >= least, "{} words of {len} letters", list.count(len));
        }
    }

    #[test]
    fn scores_tell_good_words_from_dull_ones() {
        let list = embedded();
        assert!(list.is_scored() && list.ids().all(|id| (1.0..=100.0).contains(&list.score(id))));
        let score = |word: &str| {
            let pattern: Pattern = word.parse().expect("a word");
            list.matching(&pattern)
                .next()
                .map(|id| list.score(id))
                .unwrap_or_else(|| panic!("{word} is missing"))
        };
        // Words with a clue come first, and among those the ones everybody knows.
        assert!(score("Rose") > score("Rosen") && score("Rosen") > score("Kletterrose"));
        assert!(score("Ei") > score("Egel") && score("Egel") > score("GZ"));
        for word in ["Abenteuer", "Straße", "schön", "holen", "Donau", "Eva"] {
            assert!(score(word) >= 80.0, "{word}");
        }
    }

    #[test]
    fn the_english_list_is_well_formed() {
        let read = read_list(ENGLISH_TEXT.as_bytes(), ENGLISH_NAME).expect("a list");
        assert_eq!((read.skipped_lines(), read.repeated), (0, 0), "{:?}", read.skipped);
        assert_eq!(read.scored, read.list.len(), "every word has a score");
        let mut words = ENGLISH_TEXT.lines().filter(|line| !line.starts_with('#'));
        assert!(words.all(|line| line.split(';').next().unwrap().bytes().all(|b| b.is_ascii_lowercase())));
        assert!(english().len() > 40_000 && english().count(4) > 1500 && english().count(8) > 5000);
    }
}
