//! The clue base: German clues that were written for this project, in one file per length of answer.
//!
//! A line holds an answer as it is spelled, how well known it is (its level), a clue of at most 36 characters, and a
//! shorter one of at most 18 for fields that two clues share. An answer may have several lines. The clues are in the
//! public domain (CC0), like the word list, and need no credit; `useful/clues/README.md` describes how they were
//! written and proofread. The tests below are their lint.

use super::candidate::{Candidate, Nature};
use super::contents::Contents;
use super::heads::fold_head;
use crate::encodings::lexicon::WordList;
#[cfg(test)]
use {crate::encodings::lexicon::WordId, std::collections::HashMap};

/// The files, by the number of letters of their answers.
const FILES: [&str; 14] = [
    include_str!("../../../useful/clues/de/02.tsv"),
    include_str!("../../../useful/clues/de/03.tsv"),
    include_str!("../../../useful/clues/de/04.tsv"),
    include_str!("../../../useful/clues/de/05.tsv"),
    include_str!("../../../useful/clues/de/06.tsv"),
    include_str!("../../../useful/clues/de/07.tsv"),
    include_str!("../../../useful/clues/de/08.tsv"),
    include_str!("../../../useful/clues/de/09.tsv"),
    include_str!("../../../useful/clues/de/10.tsv"),
    include_str!("../../../useful/clues/de/11.tsv"),
    include_str!("../../../useful/clues/de/12.tsv"),
    include_str!("../../../useful/clues/de/13.tsv"),
    include_str!("../../../useful/clues/de/14.tsv"),
    include_str!("../../../useful/clues/de/15.tsv"),
];

/// A line of the clue base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The answer as it is spelled.
    pub answer: &'static str,
    /// How well known the answer is: from 1 (everybody knows it) to 5 (only regular solvers do).
    pub level: u8,
    /// The clue.
    pub clue: &'static str,
    /// A clue for a small field; empty if there is none.
    pub short: &'static str,
}

/// Returns all lines, shortest answers first.
#[cfg(test)]
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    entries_of(|_| true)
}

/// Returns the lines whose answers have these numbers of letters, shortest answers first.
fn entries_of(is_wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = Entry> {
    let files = FILES.iter().zip(2..).filter(move |(_, len)| is_wanted(*len));
    files.flat_map(|(file, _)| file.lines()).filter(|line| !line.starts_with('#')).filter_map(entry)
}

fn entry(line: &'static str) -> Option<Entry> {
    let mut fields = line.split('\t');
    let (answer, level, clue) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
    Some(Entry { answer, level, clue, short: fields.next().unwrap_or_default() })
}

/// Returns how well known the answers of the clue base are that a list has, from 1 (everybody knows it) to 5 (only
/// regular solvers do). An answer with several levels, such as `Bank`, has the easiest of them. What is known
/// beforehand about the words is in [`super::built_in`].
#[cfg(test)]
pub(crate) fn levels(wanted: &WordList) -> HashMap<WordId, u8> {
    let mut levels: HashMap<WordId, u8> = HashMap::new();
    for entry in entries() {
        let Some(word) = fold_head(entry.answer).and_then(|word| wanted.find(&word)) else { continue };
        levels.entry(word).and_modify(|level| *level = entry.level.min(*level)).or_insert(entry.level);
    }
    levels
}

/// Adds what the clue base says about these words.
pub(super) fn read(wanted: &WordList, contents: &mut Contents) {
    for Entry { answer, level, clue, short } in entries_of(|len| wanted.count(len) > 0) {
        let Some(word) = fold_head(answer).filter(|word| wanted.find(word).is_some()) else { continue };
        let new = |text| Candidate { level: Some(level), ..Candidate::new(text, Nature::Base) };
        contents.push(&word, new(clue));
        if !short.is_empty() {
            contents.push(&word, Candidate { short_of: Some(clue.chars().count()), ..new(short) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::Letter;
    use crate::publish::clues::collection::{Avoided, Clues};
    use crate::publish::clues::gives_away::{Strictness, gives_away};
    use crate::publish::clues::rank::rank;
    use crate::publish::puzzle::Language;
    use crate::wordlist;
    use std::collections::{BTreeMap, BTreeSet};

    /// Returns the answer, folded.
    fn folded(entry: Entry) -> Vec<Letter> {
        fold_head(entry.answer).unwrap_or_else(|| panic!("{entry:?} has no answer of letters"))
    }

    #[test]
    fn a_short_clue_is_for_places_where_its_long_one_does_not_fit() {
        let all: Vec<Entry> = entries().collect();
        let only =
            |entry: &&Entry| all.iter().filter(|other| folded(**other) == folded(**entry)).count() == 1;
        let long = all.iter().filter(|entry| entry.clue.chars().count() > 18 && !entry.short.is_empty());
        for entry in long.step_by(1000).filter(only) {
            let word = folded(*entry);
            let list = WordList::new([(word.clone(), WordList::DEFAULT_SCORE)]);
            let clues = Clues::read(&[], &list, Some(&Language::german())).expect("the clue base");
            for seed in 0..8 {
                let chosen = |space| clues.choose(&word, space, seed, &Avoided::default())[0].text.clone();
                assert_eq!([chosen(36), chosen(18)], [entry.clue, entry.short]);
            }
        }
    }

    #[test]
    fn every_line_has_its_form() {
        for (file, letters) in FILES.iter().zip(2..) {
            for line in file.lines().filter(|line| !line.starts_with('#')) {
                assert_eq!(line.matches('\t').count(), 3, "{line:?}");
                let entry = entry(line).unwrap_or_else(|| panic!("{line:?}"));
                assert_eq!(folded(entry).len(), letters, "{line:?} stands in the wrong file");
                assert!((1..=5).contains(&entry.level), "{line:?}");
                let lengths = (entry.clue.chars().count(), entry.short.chars().count());
                assert!((1..=36).contains(&lengths.0) && lengths.1 <= 18, "{line:?}: {lengths:?}");
                for text in [entry.clue, entry.short] {
                    assert_eq!(text.trim(), text, "{line:?}");
                    let allowed = |c: char| c.is_alphanumeric() || " ,.-–'’()„“»«:;!?/&…%+°=€§".contains(c);
                    assert!(text.chars().all(allowed), "{line:?}");
                }
            }
        }
    }

    #[test]
    fn there_are_clues_for_most_words_that_puzzles_use() {
        let answers: BTreeSet<Vec<Letter>> = entries().map(folded).collect();
        let of = |letters: usize| answers.iter().filter(|word| word.len() == letters).count();
        assert!(answers.len() >= 12_000, "{}", answers.len());
        for (letters, least) in [(3, 1300), (4, 2200), (5, 3000), (6, 2500), (7, 1500)] {
            assert!(of(letters) >= least, "{} answers of {letters} letters", of(letters));
        }
    }

    #[test]
    fn every_answer_is_in_the_word_list() {
        let list = wordlist::embedded();
        let missing: BTreeSet<&str> = entries()
            .filter(|entry| list.find(&folded(*entry)).is_none())
            .map(|entry| entry.answer)
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    /// So nothing has to judge them while the program runs.
    #[test]
    fn every_clue_is_a_good_one() {
        let bad = |entry: &Entry| {
            let texts = [entry.clue, entry.short].into_iter().filter(|text| !text.is_empty());
            let ranked =
                |text: &str| rank(&Candidate::new(text, Nature::Base), &folded(*entry), text.chars().count());
            texts.map(ranked).any(|ranked| ranked.is_none_or(|clue| clue.weak))
        };
        let bad: Vec<Entry> = entries().filter(bad).collect();
        assert!(bad.is_empty(), "{bad:?}");
    }

    #[test]
    fn no_clue_gives_its_answer_away() {
        let told: Vec<Entry> = entries()
            .filter(|entry| {
                let word = folded(*entry);
                [entry.clue, entry.short].iter().any(|text| gives_away(text, &word, Strictness::Answer))
            })
            .collect();
        assert!(told.is_empty(), "{told:#?}");
    }

    #[test]
    fn no_two_answers_of_a_length_share_a_clue() {
        let mut answers: BTreeMap<(usize, String), Vec<Letter>> = BTreeMap::new();
        for entry in entries() {
            let word = folded(entry);
            let key = (word.len(), entry.clue.to_lowercase());
            let first = answers.entry(key).or_insert_with(|| word.clone());
            assert_eq!(*first, word, "{entry:?} has the clue of another answer");
        }
    }
}
