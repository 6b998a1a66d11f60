//! `cwsat words`: statistics of a word list by length, and the words that match a pattern.
//!
//! One argument serves both, because the two cannot be mistaken for each other: what exists as a file, or is spelled
//! like one, is a list, and everything else is a pattern. The words found go to standard output in the format of a
//! list, so the answer can be used as one; remarks go to standard error.

use crate::cli::contract::json;
use crate::cli::exit::{Exit, Failure};
use crate::cli::reporter::{self, Reporter};
use crate::cli::wordlists::{self, EmbeddedList, Words};
use cwsat::encodings::lexicon::{Letter, Pattern, PatternError, WordList};
use itertools::Itertools;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  cwsat words                          statistics of the embedded German list
  cwsat words mylist.txt               statistics of your own list
  cwsat words '?A??E'                  words of five letters with A and E, the best first
  cwsat words '?A??E' --words mylist.txt

Exit codes:
  0  the statistics or the words were printed
  1  no word matches the pattern
  2  a list or the pattern cannot be used";

/// Show statistics of a word list, or look up words by pattern
///
/// A list has one word per line, optionally `WORD;SCORE`, in UTF-8; `#` starts a comment. Quote a pattern, as `?` is
/// special in the shell.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A word list to describe, or a pattern to look up: letters, and `?` or `.` for each unknown one.
    #[arg(value_name = "LIST|PATTERN")]
    what: Option<String>,

    /// Take words from this list; may be repeated, which joins the lists [default: the embedded German list].
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// An argument that is neither a list nor a pattern.
#[derive(Debug, thiserror::Error)]
#[error("{what:?} is not a file, and not a valid pattern: {error}")]
struct NeitherListNorPattern {
    what: String,
    error: PatternError,
}

impl Args {
    /// Runs the command. A pattern that no word matches gives exit code 1.
    pub fn run(self) -> Result<Exit, Failure> {
        let mut paths = self.words.clone();
        let mut pattern = None;
        if let Some(what) = &self.what {
            if is_spelled_like_a_file(what) {
                paths.insert(0, PathBuf::from(what));
            } else {
                let parsed: Result<Pattern, _> = what.parse();
                let failed = |error| NeitherListNorPattern { what: what.clone(), error };
                pattern = Some(parsed.map_err(failed)?);
            }
        }
        let words = wordlists::resolve(&paths, None)?;
        words.notes().for_each(|note| Reporter::new(false).note(&note));
        let (text, exit) = match &pattern {
            Some(pattern) => look_up(&words, pattern, self.json),
            None => (statistics(&words, self.json), Exit::Ok),
        };
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(exit)
    }
}

/// Returns whether an argument means a file: it exists, or it has a path or an extension as only files do.
fn is_spelled_like_a_file(what: &str) -> bool {
    let path = Path::new(what);
    let has_ending = path.extension().and_then(|e| e.to_str()).is_some_and(|ending| {
        ["txt", "csv", "tsv", "lst", "list", "dict", "dic"].contains(&ending.to_ascii_lowercase().as_str())
    });
    !what.is_empty()
        && (EmbeddedList::named(path, EmbeddedList::German).is_some()
            || has_ending
            || what.contains(['/', '\\'])
            || path.exists())
}

#[derive(Serialize)]
struct Found {
    word: String,
    score: f32,
}

fn look_up(words: &Words, pattern: &Pattern, json: bool) -> (String, Exit) {
    let list = &words.list;
    let best_first = list.matching(pattern).sorted_by(|a, b| list.score(*b).total_cmp(&list.score(*a)));
    let found: Vec<Found> =
        best_first.map(|id| Found { word: list.word(id).iter().join(""), score: list.score(id) }).collect();
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
    let scored = list.is_scored();
    let line = |f: &Found| if scored { format!("{};{}\n", f.word, f.score) } else { format!("{}\n", f.word) };
    (found.iter().map(line).collect(), code)
}

/// The output of `cwsat words LIST`; the names of the fields are those in the JSON.
#[derive(Serialize)]
struct Statistics<'a> {
    words: usize,
    scored: bool,
    mean_score: Option<f64>,
    /// A digest of the words and scores, independent of how they are written in the file.
    digest: String,
    lengths: Vec<OfLength>,
    letters: Vec<OfLetter>,
    skipped: Vec<SkippedLines<'a>>,
}

#[derive(Serialize)]
struct OfLength {
    length: usize,
    words: usize,
    mean_score: Option<f64>,
}

#[derive(Serialize)]
struct OfLetter {
    letter: String,
    /// Share of all letters, in percent.
    percent: f64,
    /// Share of the first letters, in percent.
    initial_percent: f64,
}

#[derive(Serialize)]
struct SkippedLines<'a> {
    list: &'a str,
    reason: String,
    lines: usize,
}

impl<'a> Statistics<'a> {
    fn of(words: &'a Words) -> Self {
        let list = &words.list;
        let lengths = (1..=list.longest()).filter(|len| list.count(*len) > 0);
        let lengths = lengths.map(|length| OfLength {
            length,
            words: list.count(length),
            mean_score: list.mean_score_of(length),
        });
        let skipped = words.skipped.iter().map(|(list, s)| SkippedLines {
            list,
            reason: s.reason.to_string(),
            lines: s.count,
        });
        Self {
            words: list.len(),
            scored: list.is_scored(),
            mean_score: list.mean_score(),
            digest: format!("{:016x}", list.digest()),
            lengths: lengths.collect(),
            letters: letter_shares(list),
            skipped: skipped.collect(),
        }
    }
}

fn letter_shares(list: &WordList) -> Vec<OfLetter> {
    let (mut anywhere, mut initial) = ([0usize; Letter::COUNT], [0usize; Letter::COUNT]);
    for id in list.ids() {
        let word = list.word(id);
        word.iter().for_each(|l| anywhere[l.index()] += 1);
        initial[word[0].index()] += 1;
    }
    let percent = |counts: &[usize; Letter::COUNT], letter: Letter| {
        100.0 * counts[letter.index()] as f64 / counts.iter().sum::<usize>().max(1) as f64
    };
    let of = |l: Letter| OfLetter {
        letter: l.to_string(),
        percent: percent(&anywhere, l),
        initial_percent: percent(&initial, l),
    };
    Letter::all().map(of).collect()
}

fn statistics(words: &Words, json: bool) -> String {
    let all = Statistics::of(words);
    if json {
        return pretty(&words.name, &all);
    }
    let mean = |score: Option<f64>| match score {
        Some(score) if all.scored => format!("{score:10.1}"),
        _ => format!("{:>10}", "-"),
    };
    let mut text = format!(
        "{}: {} {}, {}\n",
        words.name,
        all.words,
        if all.words == 1 { "word" } else { "words" },
        match all.mean_score {
            Some(score) if all.scored => format!("scored, mean score {score:.1}"),
            _ => "without scores".to_owned(),
        }
    );
    text += &format!("digest {}\n\nlength   words mean score\n", all.digest);
    for of in &all.lengths {
        text += &format!("{:6}{:8} {}\n", of.length, of.words, mean(of.mean_score));
    }
    text += "\nletter  of all   first\n";
    for of in &all.letters {
        text += &format!("{:>6}{:7.2}%{:7.2}%\n", of.letter, of.percent, of.initial_percent);
    }
    text
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

    fn words(text: &str) -> Words {
        let read = read_list(text.as_bytes(), "test").expect("a list");
        Words { list: read.list, name: read.name, skipped: Vec::new() }
    }

    #[test]
    fn tells_a_list_from_a_pattern() {
        for list in ["no_such.txt", "lists/german", "a\\b", "Words.CSV", "Cargo.toml"] {
            assert!(is_spelled_like_a_file(list), "{list}");
        }
        for pattern in ["?A??E", "?A.?E", "ROSE", "", "A..E"] {
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

    #[test]
    fn statistics_by_length() {
        let text = statistics(&words("EI;10\nAB;20\nROSE;60"), false);
        assert!(text.starts_with("test: 3 words, scored, mean score 30.0\n"), "{text}");
        assert!(text.contains("\n     2       2       15.0\n     4       1       60.0\n"), "{text}");
        let json: serde_json::Value =
            serde_json::from_str(&statistics(&words("EI\nAB"), true)).expect("JSON");
        assert_eq!((json["words"].as_u64(), json["scored"].as_bool()), (Some(2), Some(false)));
        assert_eq!(json["letters"][0]["initial_percent"].as_f64(), Some(50.0));
    }
}
