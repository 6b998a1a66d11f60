//! Reads a word list to fill with: the words and scores of its [`entries`](super::entries), in memory as a [`WordList`].
//!
//! Lists come from anywhere, so a line that cannot be used is skipped, counted by reason and shown with its number;
//! only a text that is not a list at all (not UTF-8, no usable word) is an error. Clues and spellings are not kept, as
//! few of them are ever needed: they are looked up in the text for the words of an answer.

use super::entries::{SkipReason, Style, for_each_entry};
use super::utf8::{NotUtf8, utf8};
use super::{WordList, WordListBuilder};
use std::fmt;

/// The number of skipped lines that are kept as examples for each reason.
const EXAMPLES: usize = 3;

/// The list as it was read, and what was left out.
#[derive(Clone, Debug)]
pub struct ReadList {
    /// The name of the list, usually its file.
    pub name: String,
    /// The words.
    pub list: WordList,
    /// The number of lines with a score (not counting skipped ones).
    pub scored: usize,
    /// The number of lines with a clue.
    pub clued: usize,
    /// The number of lines with a word whose spelling says more than its letters.
    pub spelled: usize,
    /// The number of lines with a word that the list had already.
    pub repeated: usize,
    /// The skipped lines, by reason; empty if every line was used.
    pub skipped: Vec<Skipped>,
}

/// The lines that were skipped for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The reason.
    pub reason: SkipReason,
    /// The number of lines.
    pub count: usize,
    /// The first few of them: the line number, counted from 1, and the line.
    pub examples: Vec<(usize, String)>,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.count == 1 { "line" } else { "lines" };
        write!(f, "{} {lines} skipped (each {}):", self.count, self.reason)?;
        for (i, (line, text)) in self.examples.iter().enumerate() {
            write!(f, "{} line {line} {text:?}", if i == 0 { "" } else { "," })?;
        }
        f.write_str(if self.count > self.examples.len() { ", …" } else { "" })
    }
}

impl ReadList {
    /// Returns how many lines were skipped for any reason.
    pub fn skipped_lines(&self) -> usize {
        self.skipped.iter().map(|s| s.count).sum()
    }
}

/// Why a text is not a word list.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// Bytes that are not UTF-8.
    #[error("{name}, {reason}")]
    NotUtf8 {
        /// The list.
        name: String,
        /// The line, and what to do.
        reason: NotUtf8,
    },
    /// No word can be used.
    #[error("{name} has no usable word: {why}")]
    Empty {
        /// The list.
        name: String,
        /// What the text has instead.
        why: String,
    },
}

/// Reads a word list; what its lines may be is said at [`entries`](super::entries).
///
/// `name` is used in the errors and in the result; usually it is the file's path.
pub fn read_list(text: &[u8], name: &str) -> Result<ReadList, ListError> {
    let text = utf8(text).map_err(|reason| ListError::NotUtf8 { name: name.to_owned(), reason })?;
    let mut builder = WordListBuilder::default();
    let mut skipped = SkipReason::ALL.map(|reason| Skipped { reason, count: 0, examples: Vec::new() });
    let (mut used, mut scored, mut clued, mut spelled) = (0, 0, 0, 0);
    for_each_entry(text, Style::Marked, |entry| match entry {
        Ok(entry) => {
            used += 1;
            scored += usize::from(entry.score.is_some());
            clued += usize::from(entry.clue.is_some());
            spelled += usize::from(entry.has_own_spelling());
            builder.push(&entry.letters, entry.score.unwrap_or(WordList::DEFAULT_SCORE));
        }
        Err(unusable) => {
            let skipped = &mut skipped[unusable.reason as usize];
            skipped.count += 1;
            if skipped.examples.len() < EXAMPLES {
                skipped.examples.push((unusable.line, shortened(unusable.text)));
            }
        }
    });
    let list = builder.build();
    let skipped: Vec<Skipped> = skipped.into_iter().filter(|s| s.count > 0).collect();
    if list.is_empty() {
        let why = if skipped.is_empty() {
            "it has nothing but comments and blank lines; write one word per line, as in `ROSE`, `ROSE;80` or \
             `ROSE|a flower`"
                .into()
        } else {
            skipped.iter().map(Skipped::to_string).collect::<Vec<_>>().join("; ")
        };
        return Err(ListError::Empty { name: name.to_owned(), why });
    }
    let repeated = used - list.len();
    Ok(ReadList { name: name.to_owned(), repeated, list, scored, clued, spelled, skipped })
}

/// Returns the first characters of a line, for a message.
fn shortened(line: &str) -> String {
    const LIMIT: usize = 40;
    match line.char_indices().nth(LIMIT) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::LONGEST_WORD;
    use proptest::prelude::*;

    fn read(text: &str) -> ReadList {
        read_list(text.as_bytes(), "list.txt").expect("a list")
    }

    fn words(list: &WordList) -> Vec<(String, f32)> {
        list.ids().map(|id| (list.word(id).iter().map(|l| l.char()).collect(), list.score(id))).collect()
    }

    fn of(pairs: &[(&str, f32)]) -> Vec<(String, f32)> {
        pairs.iter().map(|(word, score)| ((*word).to_owned(), *score)).collect()
    }

    #[test]
    fn reads_words_scores_and_comments() {
        let read = read(
            "\u{feff}# made by hand\r\nEI\r\n\r\nRose;80\r\nübel\t12.5 # rare\r\n  tor ; 7 \nROSE;20\nAAL",
        );
        let expected = of(&[("EI", 50.0), ("AAL", 50.0), ("TOR", 7.0), ("ROSE", 80.0), ("UEBEL", 12.5)]);
        assert_eq!(words(&read.list), expected);
        assert_eq!((read.scored, read.repeated, read.skipped_lines()), (4, 1, 0));
    }

    #[test]
    fn the_fast_and_the_slow_path_agree() {
        assert_eq!(words(&read("ROSE;8 # a flower").list), of(&[("ROSE", 8.0)]));
        assert_eq!(words(&read("ROSE # a flower").list), of(&[("ROSE", 50.0)]));
        assert_eq!(words(&read(" ROSE;8").list), words(&read("ROSE;8").list));
        assert_eq!(words(&read("ROSE \nROSe").list), words(&read("ROSE").list));
        assert_eq!(read("ROSE\nrose\nROSe\nRose;7\n").repeated, 3);
    }

    #[test]
    fn skips_and_counts_what_it_cannot_use() {
        let text = "EI\nH2O\nA\nRose;1000001\nRose;-1\nRose;1,5\nRose;-2\n;5\nA 4\nx4\nÜ;3\nA4\n".to_owned()
            + &"A".repeat(LONGEST_WORD + 1);
        let read = read(&text);
        // Ü alone is two letters.
        assert_eq!(words(&read.list), of(&[("EI", 50.0), ("UE", 3.0)]));
        let counts: Vec<_> = read.skipped.iter().map(|s| (s.reason, s.count, s.examples.len())).collect();
        assert_eq!(
            counts,
            [
                (SkipReason::NoWord, 1, 1),
                (SkipReason::NotALetter, 4, 3),
                (SkipReason::OneLetter, 1, 1),
                (SkipReason::TooLong, 1, 1),
                (SkipReason::BadScore, 4, 3)
            ]
        );
        assert_eq!(read.skipped[1].examples[0], (2, "H2O".to_owned()));
        let sentence = read.skipped[2].to_string();
        assert_eq!(sentence, "1 line skipped (each has only one letter): line 3 \"A\"");
        assert!(read.skipped[1].to_string().ends_with(", …"));
        assert!(read.skipped[3].examples[0].1.chars().count() < 50);
    }

    #[test]
    fn names_the_line_that_is_not_utf8() {
        let error = read_list(b"EI\nROSE\n\xdcBEL\n", "old.txt").expect_err("Latin-1").to_string();
        assert!(error.starts_with("old.txt, line 3:") && error.contains("0xDC"), "{error}");
        assert!(error.contains("Latin-1"), "{error}");
        let error = read_list(b"\xff\xfeE\0I\0", "wide.txt").expect_err("UTF-16").to_string();
        assert!(error.contains("UTF-16"), "{error}");
        let error = read_list(b"\x7fELF\0\0\xfe", "program").expect_err("binary").to_string();
        assert!(error.contains("binary"), "{error}");
    }

    #[test]
    fn a_list_without_words_is_an_error() {
        for text in ["", "# nothing\n\n", "\u{feff}"] {
            let error = read_list(text.as_bytes(), "empty.txt").expect_err("no word").to_string();
            assert!(error.contains("empty.txt has no usable word: it has nothing"), "{error}");
        }
        let error = read_list(b"A\nH2O\n", "odd.txt").expect_err("no word").to_string();
        assert!(error.contains("only one letter") && error.contains("H2O"), "{error}");
    }

    #[test]
    fn clues_and_spellings_are_counted() {
        let read = read("Enkelin Mia|Tochter\nRose;80;Blume\nÖl\nEI\n");
        assert_eq!((read.scored, read.clued, read.spelled), (1, 2, 2));
        assert_eq!(words(&read.list)[2..], of(&[("ROSE", 80.0), ("ENKELINMIA", 50.0)]));
    }

    proptest! {
        /// Whatever the bytes are, reading returns a list or an error.
        #[test]
        fn never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_list(&bytes, "noise");
        }

        #[test]
        fn never_panics_on_text(text in "[A-Cäß#;\\t \n\r0-9.é\u{308}-]{0,80}") {
            if let Ok(read) = read_list(text.as_bytes(), "noise") {
                prop_assert!(!read.list.is_empty() && read.list.count(1) == 0);
            }
        }

        /// What is written `WORD;SCORE` is read back.
        #[test]
        fn reads_back(pairs in prop::collection::btree_map("[A-Z]{2,9}", 0u16..1000, 1..30)) {
            let text: String = pairs.iter().map(|(word, score)| format!("{word};{score}\n")).collect();
            let read = read(&text);
            let mut back = words(&read.list);
            back.sort_by(|a, b| a.0.cmp(&b.0));
            let expected: Vec<_> = pairs.into_iter().map(|(w, s)| (w, f32::from(s))).collect();
            prop_assert_eq!(back, expected);
        }
    }
}
