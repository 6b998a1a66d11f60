//! `cwsat words`: describes a word list, looks up words by pattern, and helps to maintain a list.
//!
//! One argument serves for lists and patterns, because the two cannot be mistaken for each other: what exists as a
//! file, or is spelled like one, is a list, and everything else is a pattern. What is asked about a list is a flag and
//! not a subcommand, because the name of a subcommand would also be a pattern. Words go to standard output in the
//! format of a list, so that the answer can be used as one; remarks go to standard error.

mod compare;
mod coverage;
mod statistics;
mod used;

use crate::cli::contract::json;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::reporter::{self, Reporter};
use crate::cli::wordlists::{self, EmbeddedList, Words};
use cwsat::encodings::lexicon::{Pattern, PatternError, WordId, WordList};
use cwsat::encodings::plain::harmless_lines;
use cwsat::publish::clues::collection::Clues;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::Language;
use itertools::Itertools;
use serde::Serialize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  cwsat words                          statistics of the embedded German list
  cwsat words mylist.txt               statistics of your own list
  cwsat words '?A??E'                  words of five letters with A and E, the best first
  cwsat words '?A??E' --words mylist.txt
  cwsat words mylist.txt --coverage    how many of its words have a clue
  cwsat words old.txt --diff new.txt   what changed
  cwsat words mylist.txt --missing embedded > more.txt
  cwsat words --used solved/           which words your puzzles use again and again

Exit codes:
  0  done; with --diff, --missing or --blocked: there is no such word
  1  no word matches the pattern; with --diff, --missing or --blocked: the words were printed
  2  a list, a puzzle or the pattern cannot be used";

/// Show statistics of a word list, look up words by pattern, or help to maintain a list
///
/// Lists have the same form for all commands, whether they are used for words, for clues or for a criss-cross. A line is
/// WORD, WORD;SCORE, WORD|clue, WORD;clue or WORD;SCORE;clue, where `;` may be a TAB; words may be phrases. A table, such
/// as CSV, has a first line that names its columns (word, score, clue, level; Wort, Punkte, Frage, Stufe). `#` starts a
/// comment. docs/formats.md describes this under "Lists of words". Quote a pattern, as `?` is special in the shell.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A word list to describe, or a pattern to look up: letters, and `?` or `.` for each unknown one.
    #[arg(value_name = "LIST|PATTERN")]
    what: Option<String>,

    /// Take words from this list; may be repeated, which joins the lists [default: the embedded German list].
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    #[command(flatten)]
    task: Task,

    /// With --coverage, count clues from this source, too, as in `cwsat clue`; may be repeated.
    #[arg(short, long, value_name = "SOURCE", requires = "coverage")]
    clues: Vec<PathBuf>,

    /// With --coverage, set the language of the clues, as in `de` or `en` [default: that of the embedded list or of the
    /// sources, else that of the words (de or en)].
    #[arg(long, value_name = "LANGUAGE", requires = "coverage")]
    language: Option<Language>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What to do with a list; statistics if nothing else is requested.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Maintaining a list")]
#[group(multiple = false)]
struct Task {
    /// Show how many words have a clue that fits a question field, and how many a good one, by length.
    #[arg(long)]
    coverage: bool,

    /// Compare with this list: print the words that only one of the two has, and those with different scores.
    #[arg(long, value_name = "OTHER")]
    diff: Option<PathBuf>,

    /// Print the words that this list has and yours lacks, by length, best first.
    #[arg(long, value_name = "OTHER")]
    missing: Option<PathBuf>,

    /// Print the words that a family newspaper would not print; `cwsat solve` leaves them out.
    #[arg(long)]
    blocked: bool,

    /// Count how many of these puzzles (files of any kind, or folders) each word is in; the most used words come first.
    #[arg(long, value_name = "DIR|FILE", num_args = 1.., conflicts_with_all = ["what", "words"])]
    used: Vec<PathBuf>,
}

impl Task {
    /// Returns the flag about a whole list, if one was given.
    fn flag(&self) -> Option<&'static str> {
        match self {
            Self { coverage: true, .. } => Some("--coverage"),
            Self { diff: Some(_), .. } => Some("--diff"),
            Self { missing: Some(_), .. } => Some("--missing"),
            Self { blocked: true, .. } => Some("--blocked"),
            _ => None,
        }
    }
}

/// An argument that cannot be used.
#[derive(Debug, thiserror::Error)]
enum WordsError {
    #[error("{what:?} is not a file, and not a valid pattern: {error}")]
    NeitherListNorPattern { what: String, error: PatternError },

    #[error(
        "{flag} is about a whole list, and {what:?} is not a file but a pattern; name a list, or omit {flag}"
    )]
    PatternForList { what: String, flag: &'static str },
}

impl Args {
    /// Runs the command. A pattern that no word matches gives exit code 1.
    pub fn run(self) -> Result<Exit, Failure> {
        let (text, exit) = match &self.task.used[..] {
            [] => self.of_list()?,
            paths => used::used(paths, self.json)?,
        };
        // Names of files may hold control characters; JSON escapes them.
        let text = if self.json { text } else { harmless_lines(&text) };
        output::print(text.as_bytes())?;
        Ok(exit)
    }

    /// Returns the requested output about a list, and the exit code.
    fn of_list(&self) -> Result<(String, Exit), Failure> {
        let mut paths = self.words.clone();
        let mut pattern = None;
        if let Some(what) = &self.what {
            if is_spelled_like_a_file(what) {
                paths.insert(0, PathBuf::from(what));
            } else {
                let parsed: Result<Pattern, _> = what.parse();
                let failed = |error| WordsError::NeitherListNorPattern { what: what.clone(), error };
                pattern = Some(parsed.map_err(failed)?);
                if let Some(flag) = self.task.flag() {
                    return Err(WordsError::PatternForList { what: what.clone(), flag }.into());
                }
            }
        }
        let words = read(&paths)?;
        let (task, json) = (&self.task, self.json);
        Ok(if let Some(pattern) = &pattern {
            look_up(&words, pattern, json)
        } else if let Some(other) = &task.diff {
            compare::diff(&words, &read(std::slice::from_ref(other))?, json)
        } else if let Some(other) = &task.missing {
            compare::missing(&words, &read(std::slice::from_ref(other))?, json)
        } else if task.blocked {
            compare::blocked(&words, json)
        } else if task.coverage {
            (coverage::coverage(&words, &self.clues(&words)?, json), Exit::Ok)
        } else {
            (statistics::statistics(&words, json), Exit::Ok)
        })
    }

    /// Reads the clues for these words.
    fn clues(&self, words: &Words) -> Result<Clues, Failure> {
        let english = (words.name == EmbeddedList::English.name()).then(Language::english);
        let language = self.language.as_ref().or(english.as_ref());
        let sources = Source::open_all(&self.clues)?;
        let clues = Clues::of(words.annotated.iter().chain(&sources), &words.list, language)?;
        clues.notes.iter().for_each(|note| Reporter::new(false).note(note));
        Ok(clues)
    }
}

/// Reads the words of these lists, and reports what was skipped.
fn read(paths: &[PathBuf]) -> Result<Words, Failure> {
    let words = wordlists::resolve(paths, None, Reporter::new(false))?;
    Ok(words)
}

/// Returns whether an argument means a file: it exists, or it has a path or an extension as only files do.
fn is_spelled_like_a_file(what: &str) -> bool {
    /// Extensions of lists. No word ends in one after a dot that stands for an unknown letter.
    const OF_LISTS: [&str; 7] = ["txt", "csv", "tsv", "lst", "list", "dict", "dic"];
    /// Extensions of puzzles, which are not lists, but do mean a file.
    const OF_PUZZLES: [&str; 7] = ["cwg", "json", "ipuz", "jpz", "puz", "pdf", "html"];
    let path = Path::new(what);
    let has_ending = path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| {
        let ending = ending.to_ascii_lowercase();
        let is_bare = !what.contains('?') && what.matches('.').count() == 1;
        OF_LISTS.contains(&&*ending) || is_bare && OF_PUZZLES.contains(&&*ending)
    });
    !what.is_empty()
        && (EmbeddedList::named(path, EmbeddedList::German).is_some()
            || has_ending
            || what.contains(['/', '\\'])
            || path.exists())
}

/// A word as it is printed.
#[derive(Serialize)]
struct Found {
    word: String,
    score: f32,
}

impl Found {
    /// Returns a word of a list.
    fn of(list: &WordList, id: WordId) -> Self {
        Self { word: list.word(id).iter().join(""), score: list.score(id) }
    }

    /// Returns the line of a list, with the score if the list has scores.
    fn line(&self, is_scored: bool) -> String {
        let Self { word, score } = self;
        if is_scored { format!("{word};{score}\n") } else { format!("{word}\n") }
    }
}

fn look_up(words: &Words, pattern: &Pattern, json: bool) -> (String, Exit) {
    let list = &words.list;
    let best_first = list.matching(pattern).sorted_by(|a, b| list.score(*b).total_cmp(&list.score(*a)));
    let found: Vec<Found> = best_first.map(|id| Found::of(list, id)).collect();
    let code = if found.is_empty() { Exit::Broken } else { Exit::Ok };
    if json {
        #[derive(Serialize)]
        struct Answer {
            pattern: String,
            words: Vec<Found>,
        }
        return (pretty(&words.name, &Answer { pattern: pattern.to_string(), words: found }), code);
    }
    match found.len() {
        0 => reporter::line(&format_args!("no word of {} matches {pattern}", words.name)),
        1 => reporter::line(&format_args!("1 word of {} matches {pattern}", words.name)),
        n => reporter::line(&format_args!("{n} words of {} match {pattern}", words.name)),
    }
    (found.iter().map(|found| found.line(list.is_scored())).collect(), code)
}

/// Returns a number of words, as in `1 word` and `2 words`.
fn counted(words: usize) -> String {
    format!("{words} {}", if words == 1 { "word" } else { "words" })
}

fn pretty(list: &str, answer: &impl Serialize) -> String {
    // Only maps whose keys are not strings can fail, and there are none here.
    let own = json::fields(serde_json::to_value(answer).unwrap_or_default());
    format!("{:#}\n", json::object("words", "words", list, own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cwsat::encodings::lexicon::read_list;

    pub fn words(text: &str) -> Words {
        let read = read_list(text.as_bytes(), "test").expect("a list");
        Words { list: read.list, name: read.name, ..Words::default() }
    }

    #[test]
    fn tells_a_list_from_a_pattern() {
        for list in ["no_such.txt", "lists/german", "a\\b", "Words.CSV", "Cargo.toml", "nosuch.cwg"] {
            assert!(is_spelled_like_a_file(list), "{list}");
        }
        for pattern in ["?A??E", "?A.?E", "ROSE", "", "A..E", "?.PUZ", "..JSON"] {
            assert!(!is_spelled_like_a_file(pattern), "{pattern}");
        }
    }

    #[test]
    fn the_best_words_come_first() {
        let words = words("LAMPE;5\nSAHNE;9\nTANNE;9\nROSE;1");
        let pattern: Pattern = "?a..e".parse().expect("a pattern");
        assert_eq!(look_up(&words, &pattern, false).0, "SAHNE;9\nTANNE;9\nLAMPE;5\n");
        let json: serde_json::Value = serde_json::from_str(&look_up(&words, &pattern, true).0).expect("JSON");
        assert_eq!(
            (json["pattern"].as_str(), json["words"][0]["word"].as_str()),
            (Some("?A??E"), Some("SAHNE"))
        );
    }

    #[test]
    fn unscored_words_are_printed_bare() {
        let pattern: Pattern = "??".parse().expect("a pattern");
        assert_eq!(look_up(&words("EI\nAB\nROSE"), &pattern, false).0, "AB\nEI\n");
    }
}
