//! Reads the list of words to be placed, with their questions.
//!
//! ```text
//! # a comment
//! ROSE<TAB>It has thorns
//! TULIP|It has a bulb
//! OAK
//! ```
//!
//! An entry may be a phrase, like `Guten Morgen`, or have a hyphen or an apostrophe, like `T-Shirt`: it is placed
//! without them. With [`Style::Spaced`] the question follows the first space instead, as in the lists of genxword. Such
//! a list is made by hand and every line of it counts, so each line that cannot be used is reported with its number
//! and the reason, and the others are placed all the same.

use super::puzzle::{Entry, spell};
use crate::lexicon::{LONGEST_WORD, fold_phrase};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// The separator between a word and its question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A TAB or `|`.
    #[default]
    Marked,
    /// The first space or TAB.
    Spaced,
}

/// The list as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The words, all different, in the order of the list.
    pub entries: Vec<Entry>,
    /// The lines that cannot be used.
    pub skipped: Vec<Skipped>,
    /// The number of entries of three words or more without a question. If there are many, the list's questions
    /// probably follow the words after a space ([`Style::Spaced`]).
    pub long_phrases: usize,
}

/// A line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The word as it is written.
    pub word: String,
    /// The reason.
    pub reason: SkipReason,
}

/// Why a line cannot be used.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// It has a character that is neither a Latin letter nor one that may separate the words of a phrase.
    NotALetter,
    /// The line has no word, or a word of a single letter.
    TooShort,
    /// The word has more than [`LONGEST_WORD`] letters.
    TooLong,
    /// The same word is in this earlier line.
    Repeated(usize),
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, word, .. } = self;
        match self.reason {
            SkipReason::NotALetter => write!(
                f,
                "line {line}: `{word}` has a character that is not a Latin letter (a question is set off by a TAB or \
                 `|`, or by a space with --genxword)"
            ),
            SkipReason::TooShort => write!(f, "line {line}: `{word}` has fewer than two letters"),
            SkipReason::TooLong => write!(f, "line {line}: `{word}` has more than {LONGEST_WORD} letters"),
            SkipReason::Repeated(first) => {
                write!(f, "line {line}: `{word}` is repeated, it is in line {first} already")
            }
        }
    }
}

/// Why a text is not a list of words.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BaseError {
    /// It has no word that could be placed.
    #[error("there is no usable word; write one word per line, with a TAB or `|` before its question{}", skipped(.0))]
    NoWord(Vec<Skipped>),
}

fn skipped(skipped: &[Skipped]) -> String {
    skipped.first().map_or_else(String::new, |first| format!("; {first}"))
}

/// Returns whether the text looks like a list of words with questions: every line that counts has a TAB or `|`, and at
/// least one has a usable word before it. A word that cannot be used does not make it another kind of file.
pub fn is_list(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let words: Option<Vec<&str>> =
        lines.take(20).map(|line| line.split_once(['\t', '|']).map(|(word, _)| word.trim())).collect();
    let is_word =
        |word: &str| fold_phrase(word).is_some_and(|letters| (2..=LONGEST_WORD).contains(&letters.len()));
    words.is_some_and(|words| words.into_iter().any(is_word))
}

/// Reads a list of words.
pub fn read(text: &str, style: Style) -> Result<Base, BaseError> {
    let mut entries = Vec::new();
    let mut skipped = Vec::new();
    let mut long_phrases = 0;
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let split = match style {
            Style::Marked => content.split_once(['\t', '|']),
            Style::Spaced => content.split_once([' ', '\t']),
        };
        let (word, question) = split.map_or((content, ""), |(word, question)| (word.trim(), question.trim()));
        let reason = match fold_phrase(word) {
            None => SkipReason::NotALetter,
            Some(letters) if letters.len() < 2 => SkipReason::TooShort,
            Some(letters) if letters.len() > LONGEST_WORD => SkipReason::TooLong,
            Some(letters) => match lines.get(&spell(&letters)) {
                Some(&first) => SkipReason::Repeated(first),
                None => {
                    lines.insert(spell(&letters), line);
                    long_phrases += usize::from(question.is_empty() && word.split_whitespace().count() > 2);
                    let question = (!question.is_empty()).then(|| question.replace('\t', " "));
                    entries.push(Entry { word: letters, question });
                    continue;
                }
            },
        };
        skipped.push(Skipped { line, word: word.chars().take(40).collect(), reason });
    }
    if entries.is_empty() {
        Err(BaseError::NoWord(skipped))
    } else {
        Ok(Base { entries, skipped, long_phrases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_and_questions_are_told_apart() {
        let base =
            read("\u{feff}# flowers\nRose\tIt has # thorns | many\n\nTULPE|Bulb\r\nÖde\n", Style::Marked)
                .unwrap();
        let found: Vec<_> = base.entries.iter().map(|e| (e.text(), e.question.as_deref())).collect();
        let expected = [
            ("ROSE".to_owned(), Some("It has # thorns | many")),
            ("TULPE".to_owned(), Some("Bulb")),
            ("OEDE".to_owned(), None),
        ];
        assert_eq!(found, expected);
        assert!(base.skipped.is_empty());
        let base = read("rose It has thorns\noak\n", Style::Spaced).unwrap();
        assert_eq!(base.entries[0].question.as_deref(), Some("It has thorns"));
        assert_eq!(base.entries[1].text(), "OAK");
    }

    #[test]
    fn a_list_is_known_by_its_questions() {
        assert!(is_list("# flowers\nRose\tIt has thorns\nTulip|Bulb\n"));
        assert!(is_list("E-Mail|letters alone\nRose\tthorns\nA|too short\n"));
        for text in ["", "ROSE\nTULIP\n", "4\n6\n......\n", "ROSE\tthorns\nTULIP\n", "A|x\n", "1\t2\n3\t4\n"]
        {
            assert!(!is_list(text), "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_told_with_its_line() {
        let base = read("rose\nRosé\n3D-Druck\nA\n|x\n", Style::Marked).unwrap();
        assert_eq!(base.entries.len(), 1);
        let found: Vec<_> = base.skipped.iter().map(|s| (s.line, s.reason)).collect();
        let expected = [
            (2, SkipReason::Repeated(1)),
            (3, SkipReason::NotALetter),
            (4, SkipReason::TooShort),
            (5, SkipReason::TooShort),
        ];
        assert_eq!(found, expected);
        assert!(base.skipped[0].to_string().contains("line 2: `Rosé` is repeated, it is in line 1"));
        let error = read("# nothing\nrose: it has thorns\n", Style::Marked).unwrap_err().to_string();
        assert!(error.contains("no usable word") && error.contains("--genxword"), "{error}");
    }

    #[test]
    fn words_have_two_letters_at_least_and_fit_on_a_board() {
        let long = |len: usize| "A".repeat(len);
        let text = format!("OK\n{}\n{}\nX\n", long(LONGEST_WORD), long(LONGEST_WORD + 1));
        let base = read(&text, Style::Marked).unwrap();
        let lengths: Vec<usize> = base.entries.iter().map(|entry| entry.word.len()).collect();
        assert_eq!(lengths, [2, LONGEST_WORD]);
        let reasons: Vec<_> = base.skipped.iter().map(|skipped| (skipped.line, skipped.reason)).collect();
        assert_eq!(reasons, [(3, SkipReason::TooLong), (4, SkipReason::TooShort)]);
        assert!(is_list(&format!("{}|long\n", long(LONGEST_WORD))));
        assert!(!is_list(&format!("{}|too long\n", long(LONGEST_WORD + 1))));
        let error = read("# nothing\n", Style::Marked).unwrap_err().to_string();
        assert!(error.ends_with("before its question"), "{error}");
    }

    #[test]
    fn phrases_are_words_without_what_stands_between() {
        let text = "Guten Morgen\tGruß\nT-Shirt\nl'été\ncarbon dioxide|CO2\nrose it has thorns\n";
        let base = read(text, Style::Marked).unwrap();
        let found: Vec<String> = base.entries.iter().map(Entry::text).collect();
        assert_eq!(found, ["GUTENMORGEN", "TSHIRT", "LETE", "CARBONDIOXIDE", "ROSEITHASTHORNS"]);
        assert_eq!((base.skipped.len(), base.long_phrases), (0, 1));
    }

    proptest! {
        #[test]
        fn any_text_ends_in_a_list_or_a_sentence(text in "[A-Cä|#\\t \n\r0-9-]{0,80}") {
            for style in [Style::Marked, Style::Spaced] {
                if let Ok(base) = read(&text, style) {
                    prop_assert!(base.entries.iter().all(|entry| entry.word.len() >= 2));
                }
            }
        }
    }
}
