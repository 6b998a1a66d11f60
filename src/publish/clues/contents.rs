//! What a clue source says about itself and about the wanted words.

use super::candidate::Candidate;
use crate::encodings::lexicon::Letter;
use crate::publish::puzzle::Language;
use std::collections::HashMap;
use std::fmt;

/// What is known about a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Who made it, or where it can be found.
    pub credit: Option<String>,
    /// The licence of its texts.
    pub licence: Option<String>,
    /// Its language, if it states one.
    pub language: Option<Language>,
    /// Whether it does not say whose it is, like a list that somebody made for one puzzle; then there is nobody to
    /// credit.
    pub silent: bool,
}

impl About {
    /// Returns the line that is printed below a puzzle with clues from this source.
    pub fn credit_line(&self) -> String {
        let more = [&self.credit, &self.licence].into_iter().flatten();
        more.fold(self.name.clone(), |line, part| format!("{line}, {part}"))
    }
}

/// What was found in a source.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// What it says about the wanted words.
    pub by_word: HashMap<Vec<Letter>, Vec<Candidate>>,
    /// How the wanted words are spelled, where that says more than their letters.
    pub spellings: HashMap<Vec<Letter>, String>,
    /// How many heads it has, wanted or not.
    pub heads: usize,
    /// How many words have no clue yet (`WORD`, or `WORD|` with nothing after it).
    pub unwritten: usize,
    /// The lines that could not be used.
    pub skipped: SkippedLines,
}

impl Contents {
    /// Adds what is said about a word, unless the word has as many candidates as is useful. Of repetitions, the one that
    /// makes the better clue is kept.
    pub(super) fn push(&mut self, word: &[Letter], candidate: Candidate) {
        /// A limit, as each candidate is compared with all previous ones.
        const MOST: usize = 1000;
        let Some(all) = self.by_word.get_mut(word) else {
            self.by_word.insert(word.to_vec(), vec![candidate]);
            return;
        };
        let cost = |other: &Candidate| (other.nature, other.remote, other.short_of.is_some());
        match all.iter().position(|other| other.text == candidate.text) {
            Some(at) if cost(&candidate) < cost(&all[at]) => all[at] = candidate,
            None if all.len() < MOST => all.push(candidate),
            _ => {}
        }
    }
}

/// The lines of a file that could not be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedLines {
    /// How many there are.
    pub count: usize,
    /// The first of them: its line number, from 1, and its beginning.
    pub first: Option<(usize, String)>,
}

impl SkippedLines {
    /// Adds a line.
    pub(super) fn add(&mut self, line: usize, text: &str) {
        self.count += 1;
        self.first.get_or_insert_with(|| (line, text.chars().take(40).collect()));
    }
}

impl fmt::Display for SkippedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.count == 1 { "line has" } else { "lines have" };
        let was = if self.count == 1 { "was" } else { "were" };
        write!(f, "{} {lines} no word with a clue (as in `WORD|clue`) and {was} skipped", self.count)?;
        match &self.first {
            Some((line, text)) => write!(f, ", as line {line} {text:?}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidate::Nature;
    use super::*;
    use crate::encodings::lexicon::fold;

    #[test]
    fn of_repetitions_the_better_one_is_kept() {
        let word = fold("AAL").expect("a word");
        let said = |nature, remote| Candidate { remote, ..Candidate::new("Fisch", nature) };
        let mut contents = Contents::default();
        for (nature, remote) in
            [(Nature::Broader, 0), (Nature::Synonym, 9), (Nature::Synonym, 3), (Nature::Related, 0)]
        {
            contents.push(&word, said(nature, remote));
        }
        contents.push(&word, Candidate::new("Speisefisch", Nature::Synonym));
        assert_eq!(
            contents.by_word[&word],
            [said(Nature::Synonym, 3), Candidate::new("Speisefisch", Nature::Synonym)]
        );
        contents.push(&word, Candidate { noun: true, ..said(Nature::Synonym, 3) });
        assert_eq!(
            contents.by_word[&word][0],
            said(Nature::Synonym, 3),
            "one that is no better does not replace it"
        );
    }

    #[test]
    fn a_word_has_a_thousand_candidates_at_most() {
        let word = fold("AAL").expect("a word");
        let mut contents = Contents::default();
        for number in 0..1002 {
            contents.push(&word, Candidate::new(number.to_string(), Nature::Synonym));
        }
        assert_eq!(contents.by_word[&word].len(), 1000);
    }

    #[test]
    fn a_credit_names_what_is_known() {
        let mut about = About { name: "A list".to_owned(), ..About::default() };
        assert_eq!(about.credit_line(), "A list");
        about.licence = Some("CC0".to_owned());
        assert_eq!(about.credit_line(), "A list, CC0");
        about.credit = Some("somebody".to_owned());
        assert_eq!(about.credit_line(), "A list, somebody, CC0");
    }

    #[test]
    fn skipped_lines_are_counted_and_the_first_is_shown() {
        let mut skipped = SkippedLines::default();
        skipped.add(3, "some prose");
        let why = "no word with a clue (as in `WORD|clue`) and";
        assert_eq!(skipped.to_string(), format!("1 line has {why} was skipped, as line 3 \"some prose\""));
        skipped.add(7, "more");
        assert_eq!(skipped.to_string(), format!("2 lines have {why} were skipped, as line 3 \"some prose\""));
    }
}
