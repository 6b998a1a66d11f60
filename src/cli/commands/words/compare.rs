//! `cwsat words LIST --diff OTHER`, `--missing OTHER` and `--blocked`: how two lists differ, and which words a family
//! newspaper would not print.
//!
//! The output is in the format of a list, with headings as comments, so that each part of it can be used as one.

use super::{Found, counted, pretty};
use crate::cli::exit::Exit;
use crate::cli::wordlists::Words;
use cwsat::encodings::lexicon::{WordId, WordList};
use cwsat::family;
use itertools::Itertools;
use serde::Serialize;
use std::fmt::Write;

/// A word of both lists with different scores.
#[derive(Serialize)]
struct Changed {
    word: String,
    score: f32,
    other_score: f32,
}

/// The output of `--diff`; the names of the fields are those in the JSON.
#[derive(Serialize)]
struct Difference<'a> {
    other: &'a str,
    only_in_list: Vec<Found>,
    only_in_other: Vec<Found>,
    /// Empty if one of the lists has no scores.
    changed: Vec<Changed>,
}

/// Returns the words that only one list has, and those with different scores.
pub fn diff(words: &Words, other: &Words, json: bool) -> (String, Exit) {
    let (list, others) = (&words.list, &other.list);
    let comparable = list.is_scored() && others.is_scored();
    let changed = list.ids().filter(|_| comparable).filter_map(|id| {
        let (score, other_score) = (list.score(id), others.score(others.find(list.word(id))?));
        (score != other_score).then(|| Changed { word: spelled(list, id), score, other_score })
    });
    let difference = Difference {
        other: &other.name,
        only_in_list: lacking(others, list).map(|id| Found::of(list, id)).collect(),
        only_in_other: lacking(list, others).map(|id| Found::of(others, id)).collect(),
        changed: changed.collect(),
    };
    let Difference { only_in_list, only_in_other, changed, .. } = &difference;
    let is_same = only_in_list.is_empty() && only_in_other.is_empty() && changed.is_empty();
    let exit = if is_same { Exit::Ok } else { Exit::Broken };
    if json {
        return (pretty(&words.name, &difference), exit);
    }
    let mut text = String::new();
    for (of, found) in [(words, only_in_list), (other, only_in_other)] {
        let _ = writeln!(text, "# only in {}: {}", of.name, counted(found.len()));
        text.extend(found.iter().map(|word| word.line(of.list.is_scored())));
    }
    if comparable {
        let heading = format!("# in both, but with another score in {}", other.name);
        let _ = writeln!(text, "{heading}: {}", counted(changed.len()));
        for Changed { word, score, other_score } in changed {
            let _ = writeln!(text, "{word};{score} # {other_score}");
        }
    } else if list.is_scored() != others.is_scored() {
        let without = if list.is_scored() { other } else { words };
        let _ = writeln!(text, "# scores are not compared, as {} has none", without.name);
    }
    (text, exit)
}

/// The output of `--missing`.
#[derive(Serialize)]
struct Missing<'a> {
    other: &'a str,
    /// The number of words of the other list.
    other_words: usize,
    missing: usize,
    lengths: Vec<MissingOfLength>,
}

#[derive(Serialize)]
struct MissingOfLength {
    length: usize,
    /// The number of words of the other list.
    other_words: usize,
    /// Those that are missing, the best first.
    words: Vec<Found>,
}

/// Returns the words that the other list has and this one lacks, by length.
pub fn missing(words: &Words, other: &Words, json: bool) -> (String, Exit) {
    let others = &other.list;
    let by_length = lacking(&words.list, others).chunk_by(|id| id.len);
    let lengths: Vec<MissingOfLength> = by_length
        .into_iter()
        .map(|(length, ids)| MissingOfLength {
            length,
            other_words: others.count(length),
            words: best_first(others, ids),
        })
        .collect();
    let missing = lengths.iter().map(|of| of.words.len()).sum();
    let exit = if missing == 0 { Exit::Ok } else { Exit::Broken };
    let all = Missing { other: &other.name, other_words: others.len(), missing, lengths };
    if json {
        return (pretty(&words.name, &all), exit);
    }
    let mut text =
        format!("# {} lacks {missing} of the {} of {}\n", words.name, counted(all.other_words), other.name);
    for of in &all.lengths {
        let letters = if of.length == 1 { "letter" } else { "letters" };
        let _ =
            writeln!(text, "# {} {letters}: {} of {}", of.length, of.words.len(), counted(of.other_words));
        text.extend(of.words.iter().map(|word| word.line(others.is_scored())));
    }
    (text, exit)
}

/// The output of `--blocked`.
#[derive(Serialize)]
struct Blocked {
    words: Vec<Found>,
}

/// Returns the words that a family newspaper would not print.
pub fn blocked(words: &Words, json: bool) -> (String, Exit) {
    let list = &words.list;
    let found = list.ids().filter(|&id| family::is_blocked(list.word(id)));
    let found = Blocked { words: found.map(|id| Found::of(list, id)).collect() };
    let exit = if found.words.is_empty() { Exit::Ok } else { Exit::Broken };
    match json {
        true => (pretty(&words.name, &found), exit),
        false => (found.words.iter().map(|word| word.line(list.is_scored())).collect(), exit),
    }
}

/// Returns the words of `full` that `list` lacks, short ones first.
fn lacking<'a>(list: &'a WordList, full: &'a WordList) -> impl Iterator<Item = WordId> + 'a {
    full.ids().filter(|&id| list.find(full.word(id)).is_none())
}

/// Returns words with their scores, the best first.
fn best_first(list: &WordList, ids: impl Iterator<Item = WordId>) -> Vec<Found> {
    ids.sorted_by(|a, b| list.score(*b).total_cmp(&list.score(*a))).map(|id| Found::of(list, id)).collect()
}

fn spelled(list: &WordList, id: WordId) -> String {
    list.word(id).iter().join("")
}

#[cfg(test)]
mod tests {
    use super::super::tests::words;
    use super::*;

    #[test]
    fn lists_differ_in_words_and_scores() {
        let (mine, other) = (words("ROSE;80\nTOR;50\nEI;1"), words("TOR;60\nEI;1\nTANNE;9"));
        let (text, exit) = diff(&mine, &other, false);
        assert_eq!(exit, Exit::Broken);
        assert_eq!(
            text,
            "# only in test: 1 word\nROSE;80\n# only in test: 1 word\nTANNE;9\n\
             # in both, but with another score in test: 1 word\nTOR;50 # 60\n"
        );
        let json: serde_json::Value = serde_json::from_str(&diff(&mine, &other, true).0).expect("JSON");
        assert_eq!(json["only_in_list"][0]["word"], "ROSE");
        assert_eq!(
            (&json["changed"][0]["score"], &json["changed"][0]["other_score"]),
            (&50.0.into(), &60.0.into())
        );
        assert_eq!(diff(&mine, &mine, false).1, Exit::Ok);
    }

    #[test]
    fn a_list_without_scores_has_no_other_scores() {
        let (bare, scored) = (words("TOR\nEI"), words("TOR;60\nEI;1"));
        for (one, other) in [(&bare, &scored), (&scored, &bare)] {
            let (text, exit) = diff(one, other, false);
            assert!(
                exit == Exit::Ok && text.ends_with("# scores are not compared, as test has none\n"),
                "{text}"
            );
        }
        assert!(!diff(&bare, &bare, false).0.contains("scores"));
    }

    #[test]
    fn what_is_missing_is_by_length_and_the_best_first() {
        let (mine, other) = (words("EI\nTOR"), words("EI;1\nAB;2\nTAG;3\nROT;9\nTOR;1"));
        let (text, exit) = missing(&mine, &other, false);
        assert_eq!(exit, Exit::Broken);
        assert_eq!(
            text,
            "# test lacks 3 of the 5 words of test\n# 2 letters: 1 of 2 words\nAB;2\n\
             # 3 letters: 2 of 3 words\nROT;9\nTAG;3\n"
        );
        assert_eq!(
            missing(&other, &mine, false),
            ("# test lacks 0 of the 2 words of test\n".to_owned(), Exit::Ok)
        );
    }
}
