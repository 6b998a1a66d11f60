//! `cwsat words LIST`: how many words of each length a list has, with their scores, and how often each letter is in
//! them.

use super::{counted, pretty};
use crate::cli::wordlists::Words;
use cwsat::encodings::lexicon::{Letter, WordList};
use serde::Serialize;

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

/// Describes a list: its words by length, and its letters.
pub fn statistics(words: &Words, json: bool) -> String {
    let all = Statistics::of(words);
    if json {
        return pretty(&words.name, &all);
    }
    let mean = |score: Option<f64>| match score {
        Some(score) if all.scored => format!("{score:10.1}"),
        _ => format!("{:>10}", "-"),
    };
    let mut text = format!(
        "{}: {}, {}\n",
        words.name,
        counted(all.words),
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

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use super::*;

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
