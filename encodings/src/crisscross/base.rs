//! Reads the list of words to be placed, with their questions.
//!
//! It is a list of [the usual form](crate::lexicon::entries); scores are of no use here. With [`Style::Spaced`] the
//! question follows the first space, as in the lists of genxword. Such a list is made by hand and every line of it
//! counts, so each line that cannot be used is reported with its number and the reason, and the others are placed all
//! the same. A word with several questions may have a line for each.

use super::puzzle::Entry;
pub use crate::lexicon::Style;
use crate::lexicon::entries::is_table;
use crate::lexicon::{
    Alphabet, LONGEST_WORD, Sign, SkipReason, SkippedLine, for_each_written, is_right_to_left,
};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// The list as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The words, all different, in the order of the list.
    pub entries: Vec<Entry>,
    /// The lines that cannot be used, in the order of the list.
    pub skipped: Vec<Skipped>,
    /// The number of entries of three words or more without a question. If there are many, the list's questions
    /// probably follow the words after a space ([`Style::Spaced`]).
    pub long_phrases: usize,
}

/// A line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// It has no usable word.
    Unusable(SkippedLine),
    /// Its word has a character that cannot stand in a field.
    NotALetter {
        /// The number of the line, counted from 1.
        line: usize,
        /// The word as it is written.
        word: String,
        /// The character.
        found: char,
    },
    /// Its word is in an earlier line, and it has no other question.
    Repeated {
        /// The number of the line, counted from 1.
        line: usize,
        /// The word as it is written.
        word: String,
        /// The number of the earlier line.
        first: usize,
    },
}

impl Skipped {
    /// Returns the number of the line, counted from 1.
    pub fn line(&self) -> usize {
        match self {
            Self::Unusable(skipped) => skipped.line,
            Self::Repeated { line, .. } | Self::NotALetter { line, .. } => *line,
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable(skipped) => skipped.fmt(f),
            Self::NotALetter { line, word, found } => {
                write!(f, "line {line}: `{word}` has `{found}`, which ")?;
                match found {
                    c if is_right_to_left(*c) => {
                        f.write_str("is of a script that is written from right to left; it cannot be laid")
                    }
                    '0'..='9' => f.write_str("is not a letter (--alphabet written keeps digits, too)"),
                    _ => f.write_str("is not a letter"),
                }
            }
            Self::Repeated { line, word, first } => {
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
    #[error(
        "there is no usable word; write one word per line, with `|`, `;` or a TAB before its question (or a space, \
         with --genxword){}", skipped(.0)
    )]
    NoWord(Vec<Skipped>),
}

fn skipped(skipped: &[Skipped]) -> String {
    skipped.first().map_or_else(String::new, |first| format!("; {first}"))
}

/// Returns whether the text looks like a list of words with questions: it is a table, or every line that counts has a
/// separator; and at least one has a usable word. A word that cannot be used does not make it another kind of file.
pub fn is_list(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let sample: Vec<&str> = lines.take(20).collect();
    let is_marked = sample.iter().all(|line| line.contains(['\t', '|', ';']));
    let sample = sample.join("\n");
    (is_marked || is_table(&sample)) && read(&sample, Style::Marked, &Alphabet::Folded).is_ok()
}

/// Reads a list of words; `alphabet` says which letters they have in the fields.
pub fn read(text: &str, style: Style, alphabet: &Alphabet) -> Result<Base, BaseError> {
    let mut skipped: Vec<Skipped> = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    // The index of each word's entry, and its line.
    let mut found: BTreeMap<Vec<Sign>, (usize, usize)> = BTreeMap::new();
    for_each_written(text, style, |written| {
        let line = written.line;
        let shown = || written.word.chars().take(40).collect::<String>();
        let mut skip = |reason| skipped.push(Skipped::Unusable(SkippedLine { line, word: shown(), reason }));
        let word = match alphabet.fold(&written.word) {
            _ if written.is_possessive => return skip(SkipReason::Possessive),
            _ if written.word.is_empty() => return skip(SkipReason::NoWord),
            Ok(word) if word.is_empty() => return skip(SkipReason::NoWord),
            Ok(word) if word.len() == 1 => return skip(SkipReason::OneLetter),
            Ok(word) if word.len() > LONGEST_WORD => return skip(SkipReason::TooLong),
            Ok(word) => word,
            Err(found) => return skipped.push(Skipped::NotALetter { line, word: shown(), found }),
        };
        if let Some(Err(reason)) = written.score {
            return skip(reason);
        }
        let question = Some(written.clue.replace('\t', " ")).filter(|clue| !clue.is_empty());
        let Some(&(at, first)) = found.get(&word) else {
            found.insert(word.clone(), (entries.len(), line));
            let (spelling, questions) = (written.word.into_owned(), question.into_iter().collect());
            entries.push(Entry { word, spelling, questions });
            return;
        };
        let questions = &mut entries[at].questions;
        match question.filter(|question| !questions.contains(question)) {
            Some(question) => questions.push(question),
            None => skipped.push(Skipped::Repeated { line, word: shown(), first }),
        }
    });
    skipped.sort_by_key(Skipped::line);
    let is_long_phrase =
        |entry: &&Entry| entry.questions.is_empty() && entry.spelling.split_whitespace().count() > 2;
    let long_phrases = entries.iter().filter(is_long_phrase).count();
    if entries.is_empty() {
        Err(BaseError::NoWord(skipped))
    } else {
        Ok(Base { entries, skipped, long_phrases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{LONGEST_WORD, SkipReason};
    use proptest::prelude::*;

    fn read(text: &str, style: Style) -> Result<Base, BaseError> {
        super::read(text, style, &Alphabet::Folded)
    }

    fn reasons(skipped: &[Skipped]) -> Vec<(usize, SkipReason)> {
        let reason = |skipped: &Skipped| match skipped {
            Skipped::Unusable(unusable) => Some((unusable.line, unusable.reason)),
            Skipped::NotALetter { line, .. } => Some((*line, SkipReason::NotALetter)),
            Skipped::Repeated { .. } => None,
        };
        skipped.iter().filter_map(reason).collect()
    }

    #[test]
    fn words_and_questions_are_told_apart() {
        let base =
            read("\u{feff}# flowers\nRose\tIt has # thorns | many\n\nTULPE|Bulb\r\nÖde\n", Style::Marked)
                .unwrap();
        let found: Vec<_> =
            base.entries.iter().map(|e| (e.text(), &e.spelling[..], e.questions.clone())).collect();
        let expected = [
            ("ROSE".to_owned(), "Rose", vec!["It has # thorns | many".to_owned()]),
            ("TULPE".to_owned(), "TULPE", vec!["Bulb".to_owned()]),
            ("OEDE".to_owned(), "Öde", vec![]),
        ];
        assert_eq!(found, expected);
        assert!(base.skipped.is_empty());
        let base = read("rose It has thorns\noak\n", Style::Spaced).unwrap();
        assert_eq!(base.entries[0].questions, ["It has thorns"]);
        assert_eq!(base.entries[1].text(), "OAK");
    }

    #[test]
    fn a_list_is_known_by_its_questions() {
        assert!(is_list("# flowers\nRose\tIt has thorns\nTulip|Bulb\n"));
        assert!(is_list("E-Mail|letters alone\nRose\tthorns\nA|too short\n"));
        assert!(is_list("Rose;80;thorns\nTulip;a bulb\n") && is_list("word,clue\nRose,thorns\n"));
        for text in ["", "ROSE\nTULIP\n", "4\n6\n......\n", "ROSE\tthorns\nTULIP\n", "A|x\n", "1\t2\n3\t4\n"]
        {
            assert!(!is_list(text), "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_told_with_its_line() {
        let base = read("rose\nRosé\n3D-Druck\nA\n|x\n", Style::Marked).unwrap();
        assert_eq!(base.entries.len(), 1);
        let expected = [(3, SkipReason::NotALetter), (4, SkipReason::OneLetter), (5, SkipReason::NoWord)];
        assert_eq!(reasons(&base.skipped), expected);
        assert!(base.skipped[0].to_string().contains("line 2: `Rosé` is repeated, it is in line 1"));
        let error = read("# nothing\nrose: it has thorns\n", Style::Marked).unwrap_err().to_string();
        assert!(error.contains("no usable word") && error.contains("--genxword); line 2: `rose"), "{error}");
    }

    #[test]
    fn words_have_two_letters_at_least_and_fit_on_a_board() {
        let long = |len: usize| "A".repeat(len);
        let text = format!("OK\n{}\n{}\nX\n", long(LONGEST_WORD), long(LONGEST_WORD + 1));
        let base = read(&text, Style::Marked).unwrap();
        let lengths: Vec<usize> = base.entries.iter().map(|entry| entry.word.len()).collect();
        assert_eq!(lengths, [2, LONGEST_WORD]);
        assert_eq!(reasons(&base.skipped), [(3, SkipReason::TooLong), (4, SkipReason::OneLetter)]);
        assert!(is_list(&format!("{}|long\n", long(LONGEST_WORD))));
        assert!(!is_list(&format!("{}|too long\n", long(LONGEST_WORD + 1))));
        let error = read("# nothing\n", Style::Marked).unwrap_err().to_string();
        assert!(error.ends_with("with --genxword)"), "{error}");
    }

    #[test]
    fn phrases_are_words_without_what_stands_between() {
        let text = "Guten Morgen\tGruß\nT-Shirt\nl'été\ncarbon dioxide|CO2\nsalt of earth|NaCl\nblack tea\nrose it has thorns\n\
                    tulip a bulb\n";
        let base = read(text, Style::Marked).unwrap();
        let found: Vec<String> = base.entries.iter().map(Entry::text).collect();
        assert_eq!(
            found,
            [
                "GUTENMORGEN",
                "TSHIRT",
                "LETE",
                "CARBONDIOXIDE",
                "SALTOFEARTH",
                "BLACKTEA",
                "ROSEITHASTHORNS",
                "TULIPABULB"
            ]
        );
        // Only the last two lines look like a word with a question that nothing sets off.
        assert_eq!((base.skipped.len(), base.long_phrases), (0, 2));
    }

    #[test]
    fn a_word_may_have_several_questions() {
        let base = read("Rose|thorns\nEi\nrose|a colour\nROSE|thorns\nEi|egg\n", Style::Marked).unwrap();
        let questions: Vec<_> = base.entries.iter().map(|entry| &entry.questions[..]).collect();
        assert_eq!(questions, [&["thorns", "a colour"][..], &["egg"]]);
        assert_eq!(base.skipped.len(), 1, "the line that says nothing new");
        assert_eq!(base.skipped[0].to_string(), "line 4: `ROSE` is repeated, it is in line 1 already");
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
