//! Reads a word list: one word per line, optionally with a score, folded to A to Z.
//!
//! ```text
//! # a comment
//! Straße
//! Übermut;80
//! EI<TAB>12.5
//! ```
//!
//! Lists come from anywhere, so a line that cannot be used is skipped, counted by reason and shown with its number;
//! only a text that is not a list at all (not UTF-8, no usable word) is an error. The list is read at every start of
//! the program: a line of plain A to Z goes straight into the list, and only lines that need it take the slow path of
//! Unicode.

use super::fold::fold_into;
use super::utf8::{NotUtf8, utf8};
use super::{Letter, WordList, WordListBuilder};
use std::fmt;

/// The maximum length of a word: no grid is wider.
pub const LONGEST_WORD: usize = 200;

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

/// Why a line of a word list was skipped.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// A character that is not a Latin letter.
    NotALetter,
    /// A word of a single letter.
    OneLetter,
    /// More than [`LONGEST_WORD`] letters.
    TooLong,
    /// A score that is not a number from 0 to 1,000,000.
    BadScore,
}

impl SkipReason {
    const ALL: [Self; 4] = [Self::NotALetter, Self::OneLetter, Self::TooLong, Self::BadScore];
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotALetter => "has a character that is not a Latin letter",
            Self::OneLetter => "has only one letter",
            Self::TooLong => "is longer than any grid",
            Self::BadScore => "has a score that is not a number from 0 to 1000000",
        })
    }
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

/// Reads a word list: one word per line, optionally `;` or TAB and a score from 0 to 1,000,000, `#` for comments.
///
/// `name` is used in the errors and in the result; usually it is the file's path.
pub fn read_list(text: &[u8], name: &str) -> Result<ReadList, ListError> {
    let text = utf8(text).map_err(|reason| ListError::NotUtf8 { name: name.to_owned(), reason })?;
    let mut builder = WordListBuilder::default();
    let mut skipped = SkipReason::ALL.map(|reason| Skipped { reason, count: 0, examples: Vec::new() });
    let (mut used, mut scored) = (0, 0);
    let mut word = Vec::with_capacity(64);
    for (number, line) in text.lines().enumerate() {
        word.clear();
        match read_line(line, &mut word) {
            Ok(None) => {}
            Ok(Some(score)) => {
                used += 1;
                scored += usize::from(score.is_some());
                builder.push(&word, score.unwrap_or(WordList::DEFAULT_SCORE));
            }
            Err(reason) => {
                let skipped = &mut skipped[reason as usize];
                skipped.count += 1;
                if skipped.examples.len() < EXAMPLES {
                    skipped.examples.push((number + 1, shortened(line.trim())));
                }
            }
        }
    }
    let list = builder.build();
    let skipped: Vec<Skipped> = skipped.into_iter().filter(|s| s.count > 0).collect();
    if list.is_empty() {
        let why = if skipped.is_empty() {
            "it has nothing but comments and blank lines; write one word per line, optionally WORD;SCORE"
                .into()
        } else {
            skipped.iter().map(Skipped::to_string).collect::<Vec<_>>().join("; ")
        };
        return Err(ListError::Empty { name: name.to_owned(), why });
    }
    Ok(ReadList { name: name.to_owned(), repeated: used - list.len(), list, scored, skipped })
}

/// Reads a line into `word`. Returns `None` for a blank line or a comment, otherwise the score, if there is one.
fn read_line(line: &str, word: &mut Vec<Letter>) -> Result<Option<Option<f32>>, SkipReason> {
    // The fast path: letters A to Z in either case, up to the separator or the end of the line.
    let plain = line.bytes().take_while(u8::is_ascii_alphabetic).count();
    word.extend(line[..plain].bytes().filter_map(|b| Letter::from_char(b.to_ascii_uppercase() as char)));
    let rest = &line[plain..];
    let score = match rest.as_bytes().first() {
        None if word.is_empty() => return Ok(None),
        None => None,
        Some(b';' | b'\t') if !word.is_empty() && !rest.contains('#') => Some(&rest[1..]),
        _ => {
            word.clear();
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                return Ok(None);
            }
            let (text, score) = match line.split_once([';', '\t']) {
                Some((text, score)) => (text.trim_end(), Some(score)),
                None => (line, None),
            };
            fold_into(text, word).map_err(|_| SkipReason::NotALetter)?;
            score
        }
    };
    match word.len() {
        0 => return Err(SkipReason::NotALetter),
        1 => return Err(SkipReason::OneLetter),
        2..=LONGEST_WORD => {}
        _ => return Err(SkipReason::TooLong),
    }
    score.map(read_score).transpose().map(Some)
}

fn read_score(text: &str) -> Result<f32, SkipReason> {
    if let [first, rest @ ..] = text.as_bytes()
        && rest.len() < 3
        && text.bytes().all(|b| b.is_ascii_digit())
    {
        // Most scores are small whole numbers.
        let digit = |b: &u8| f32::from(b - b'0');
        return Ok(rest.iter().fold(digit(first), |score, b| 10.0 * score + digit(b)));
    }
    let score: f32 = text.trim().parse().map_err(|_| SkipReason::BadScore)?;
    // Negative numbers, infinity and NaN are outside the range; adding zero turns -0 into 0.
    if (0.0..=1e6).contains(&score) { Ok(score + 0.0) } else { Err(SkipReason::BadScore) }
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
    }

    #[test]
    fn skips_and_counts_what_it_cannot_use() {
        let text = "EI\nE-Mail\nA\nRose;viel\nRose;-1\nRose;NaN\nRose;\n;5\nA 4\nx4\nÜ;3\n".to_owned()
            + &"A".repeat(201);
        let read = read(&text);
        // Ü alone is two letters.
        assert_eq!(words(&read.list), of(&[("EI", 50.0), ("UE", 3.0)]));
        let counts: Vec<_> = read.skipped.iter().map(|s| (s.reason, s.count, s.examples.len())).collect();
        assert_eq!(
            counts,
            [
                (SkipReason::NotALetter, 4, 3),
                (SkipReason::OneLetter, 1, 1),
                (SkipReason::TooLong, 1, 1),
                (SkipReason::BadScore, 4, 3)
            ]
        );
        assert_eq!(read.skipped[0].examples[0], (2, "E-Mail".to_owned()));
        let sentence = read.skipped[1].to_string();
        assert_eq!(sentence, "1 line skipped (each has only one letter): line 3 \"A\"");
        assert!(read.skipped[0].to_string().ends_with(", …"));
        assert!(read.skipped[2].examples[0].1.chars().count() < 50);
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
        let error = read_list(b"A\nE-Mail\n", "odd.txt").expect_err("no word").to_string();
        assert!(error.contains("only one letter") && error.contains("E-Mail"), "{error}");
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
