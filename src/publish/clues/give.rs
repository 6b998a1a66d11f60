//! Gives each word of a puzzle its clue.
//!
//! A clue that names another answer of the puzzle gives that one away, so others come first.
//!
//! An existing clue stays: always if an author wrote it, and otherwise unless it is weak and there is a better one now.
//! So a puzzle can be given clues repeatedly, with more sources each time, and nothing that somebody chose is lost.

use super::collection::{Avoided, Clues};
use crate::encodings::lexicon::{Letter, WordList, fold};
use crate::publish::puzzle::{Clue, Entry, Puzzle};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How many characters a clue may have if it has a question field to itself: about what is legible in a field of 9 mm.
pub const FIELD: usize = 36;

/// How many it may have if two clues share a question field.
pub const HALF_FIELD: usize = 18;

/// How many it may have in a list beside the grid.
pub const LIST: usize = 80;

/// What begins the credit line of a source, in English and in German.
const LABELS: [&str; 2] = ["Clues", "Fragen"];

/// The outcome of giving a puzzle its clues. Words are in the order of the entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// How many words there are.
    pub words: usize,
    /// How many already had a clue and keep it.
    pub kept: usize,
    /// How many clues come from each source; the author's are under the empty name.
    pub sources: BTreeMap<String, usize>,
    /// The words with a weak clue, each with that clue.
    pub weak: Vec<(String, String)>,
    /// The words without a clue.
    pub missing: Vec<String>,
    /// The words for which an author wrote a clue that contains the answer, each with that clue.
    pub refused: Vec<(String, String)>,
}

impl Given {
    /// Returns how many words have a clue.
    pub fn clued(&self) -> usize {
        self.words - self.missing.len()
    }
}

/// Returns the letters of an entry, if they are all known.
fn letters(puzzle: &Puzzle, entry: &Entry) -> Option<Vec<Letter>> {
    fold(&puzzle.word(entry)?)
}

/// Returns the words of a puzzle as a list, folded to A to Z, without those of other scripts; `None` if one of them is not
/// filled.
pub fn words(puzzle: &Puzzle) -> Option<WordList> {
    let words: Option<Vec<String>> = puzzle.entries.iter().map(|entry| puzzle.word(entry)).collect();
    let folded = words?.into_iter().filter_map(|word| fold(&word));
    Some(WordList::new(folded.map(|word| (word, WordList::DEFAULT_SCORE)).collect::<Vec<_>>()))
}

/// Returns how many characters the clue of an entry may have.
fn space(puzzle: &Puzzle, entry: &Entry) -> usize {
    if !puzzle.kind.has_question_fields() {
        return LIST;
    }
    match entry.question {
        Some(question) if puzzle.asked_at(question.pos).len() > 1 => HALF_FIELD,
        _ => FIELD,
    }
}

/// Gives each word a clue, and the puzzle the credit lines of the sources. `most` is the number of characters that a
/// clue may have; if it is `None`, that depends on where the clue is printed.
pub fn give(puzzle: &mut Puzzle, clues: &Clues, most: Option<usize>, seed: u64) -> Given {
    give_fresh(puzzle, clues, most, seed, HashSet::new())
}

/// Does the same, with other clues than these where there are any.
pub fn give_fresh(
    puzzle: &mut Puzzle,
    clues: &Clues,
    most: Option<usize>,
    seed: u64,
    taken: HashSet<String>,
) -> Given {
    let mut given = Given { words: puzzle.entries.len(), ..Given::default() };
    let before: BTreeSet<String> = puzzle.entries.iter().filter_map(|e| e.clue()?.source.clone()).collect();
    puzzle.language.get_or_insert_with(|| clues.language.clone());
    spell(puzzle, |word| clues.spelling(word));
    let answers = puzzle.entries.iter().filter_map(|entry| letters(puzzle, entry)).collect();
    let mut avoided = Avoided { clues: taken, answers };
    avoided.clues.extend(puzzle.entries.iter().filter_map(Entry::clue).map(|clue| clue.text.clone()));
    for at in 0..puzzle.entries.len() {
        let entry = &puzzle.entries[at];
        let Some(word) = letters(puzzle, entry) else { continue };
        let stays = |clue: &Clue| !clue.weak || clue.source.is_none();
        if entry.clue().is_some_and(stays) {
            given.kept += 1;
            continue;
        }
        let spelled: String = word.iter().map(|letter| letter.char()).collect();
        given.refused.extend(clues.refused(&word).map(|text| (spelled.clone(), text.to_owned())));
        let new = clues.choose(&word, most.unwrap_or_else(|| space(puzzle, entry)), seed, &avoided);
        // An existing weak clue is replaced by a better one only.
        let better = match (entry.clue(), new.first()) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(_), Some(new)) => !new.weak,
        };
        if better {
            avoided.clues.extend(new.first().map(|clue| clue.text.clone()));
            puzzle.entries[at].clues = new;
        } else if entry.clue().is_some() {
            given.kept += 1;
        }
    }
    for entry in &puzzle.entries {
        let word = puzzle.pattern(entry);
        match entry.clue() {
            None => given.missing.push(word),
            Some(clue) => {
                *given.sources.entry(clue.source.clone().unwrap_or_default()).or_default() += 1;
                if clue.weak {
                    given.weak.push((word, clue.text.clone()));
                }
            }
        }
    }
    let gone = |line: &String| {
        let sources = before.iter().filter(|source| !given.sources.contains_key(*source));
        let credited = |source: &String| {
            LABELS
                .iter()
                .find_map(|label| line.strip_prefix(label)?.strip_prefix(": ")?.strip_prefix(&**source))
        };
        // What follows the name is what the line says besides it.
        sources.filter_map(credited).any(|rest| rest.is_empty() || rest.starts_with(", "))
    };
    puzzle.credits.retain(|line| !gone(line));
    let is_german = puzzle.language.as_ref().is_some_and(|language| language.primary() == "de");
    let label = LABELS[usize::from(is_german)];
    for credit in given.sources.keys().filter_map(|source| clues.credit(source)) {
        let line = format!("{label}: {credit}");
        if !puzzle.credits.contains(&line) {
            puzzle.credits.push(line);
        }
    }
    given
}

/// Adds how words are spelled, where that says more than their letters: `spelling` returns it for a word.
pub fn spell<'a>(puzzle: &mut Puzzle, spelling: impl Fn(&[Letter]) -> Option<&'a str>) {
    for at in 0..puzzle.entries.len() {
        let entry = &puzzle.entries[at];
        // Letters that are kept as they are written need no spelling.
        if entry.spelling.is_none()
            && let Some(word) = letters(puzzle, entry)
            && puzzle.word(entry).is_some_and(|text| text.is_ascii())
        {
            puzzle.entries[at].spelling = spelling(&word).map(str::to_owned);
        }
    }
}

/// Takes over the clues of words that an earlier version of the puzzle had too, unchanged, wherever they are now; and the
/// credits, which [`give`] then keeps for as long as their clues are there.
pub fn keep(puzzle: &mut Puzzle, old: &Puzzle) {
    let clued = old.entries.iter().filter(|entry| entry.clue().is_some());
    let of_word: BTreeMap<String, &Entry> = clued.map(|entry| (old.pattern(entry), entry)).collect();
    for at in 0..puzzle.entries.len() {
        if let Some(entry) = of_word.get(&puzzle.pattern(&puzzle.entries[at])) {
            puzzle.entries[at].clues.clone_from(&entry.clues);
            puzzle.entries[at].spelling.clone_from(&entry.spelling);
        }
    }
    for credit in &old.credits {
        if !puzzle.credits.contains(credit) {
            puzzle.credits.push(credit.clone());
        }
    }
}

/// Returns a phrase that says how many words have a clue, with the percentage.
pub fn share(clued: usize, words: usize) -> String {
    let percent = 100.0 * clued as f64 / words.max(1) as f64;
    // 100 % means all of them.
    let percent = if clued < words { percent.min(99.9) } else { percent };
    format!("{clued} of {words} words with a clue ({percent:.1} %)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::template::format;
    use crate::publish::puzzle::convert;
    use std::fs;

    fn crossword() -> Puzzle {
        convert::template(&format::read("ROT\nO#V\nSEE\nE#R\n").expect("a template"), |_| None)
    }

    fn clues(puzzle: &Puzzle, text: &str) -> Clues {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.txt");
        fs::write(&path, text).expect("a file");
        Clues::read(&[path], &words(puzzle).expect("a filled grid"), None).expect("clues")
    }

    fn text(puzzle: &Puzzle, word: &str) -> Option<String> {
        let entry = puzzle.entries.iter().find(|entry| puzzle.pattern(entry) == word)?;
        Some(entry.clue()?.text.clone())
    }

    #[test]
    fn every_word_gets_a_clue_or_is_named() {
        let mut puzzle = crossword();
        let list = clues(&puzzle, "# name: Mine\n# licence: CC0\nROSE|Blume\nROT|Farbe\nSEE|der See\n");
        let given = give(&mut puzzle, &list, None, 0);
        assert_eq!((given.words, given.kept), (4, 0));
        assert_eq!(
            (text(&puzzle, "ROSE").as_deref(), text(&puzzle, "ROT").as_deref()),
            (Some("Blume"), Some("Farbe"))
        );
        assert_eq!(given.refused, [("SEE".to_owned(), "der See".to_owned())]);
        assert_eq!(given.weak, [("TVER".to_owned(), "Stadt".to_owned())], "from the list of names");
        let mut nonsense = convert::template(&format::read("QXQZ\n").expect("a template"), |_| None);
        assert_eq!(give(&mut nonsense, &list, None, 0).missing, ["QXQZ"]);
        assert_eq!((given.sources["Mine"], &puzzle.credits[..]), (2, &["Fragen: Mine, CC0".to_owned()][..]));
        assert_eq!(puzzle.language.as_ref().map(|language| language.tag()), Some("de"));
    }

    #[test]
    fn what_is_there_stays() {
        let mut puzzle = crossword();
        let first = clues(&puzzle, "ROSE|Blume\n");
        give(&mut puzzle, &first, None, 0);
        let at = |puzzle: &Puzzle, word: &str| puzzle.entries.iter().position(|e| puzzle.pattern(e) == word);
        let rot = at(&puzzle, "ROT").expect("an entry");
        puzzle.entries[rot].clues = vec![Clue { weak: true, ..Clue::new("my own") }];
        let tael = at(&puzzle, "TVER").expect("an entry");
        let weak = |text: &str| Clue { weak: true, source: Some("Book".to_owned()), ..Clue::new(text) };
        puzzle.entries[tael].clues = vec![weak("Ort")];
        let second = clues(&puzzle, "ROSE|Dornige\nROT|Farbe\nTVER|Stadt an der Wolga\n");
        let given = give(&mut puzzle, &second, None, 5);
        assert_eq!(text(&puzzle, "ROSE").as_deref(), Some("Blume"));
        assert_eq!(text(&puzzle, "ROT").as_deref(), Some("my own"), "the author's, weak or not");
        assert_eq!(text(&puzzle, "TVER").as_deref(), Some("Stadt an der Wolga"), "better than a weak one");
        assert_eq!(given.sources.get(""), Some(&1));
        let before = puzzle.clone();
        let again = give(&mut puzzle, &second, None, 9);
        assert_eq!((puzzle, again.kept), (before, again.clued()));
    }

    #[test]
    fn no_clue_names_another_answer_if_there_is_a_different_one() {
        let of_gas = |template: &str, seed| {
            let mut puzzle = convert::template(&format::read(template).expect("a template"), |_| None);
            let clues = Clues::read(&[], &words(&puzzle).expect("full"), None).expect("the built-in clues");
            give(&mut puzzle, &clues, None, seed);
            text(&puzzle, "GAS").expect("a clue")
        };
        let names = |template: &str| (0..30).filter(|&seed| of_gas(template, seed).contains("Pedal")).count();
        assert!(names("GAS\n") > 5);
        assert_eq!(names("GAS##\n#####\nPEDAL\n"), 0);
    }

    #[test]
    fn credits_are_those_of_the_clues() {
        let mut puzzle = crossword();
        let weak = |text: &str| Clue { weak: true, source: Some("Book".to_owned()), ..Clue::new(text) };
        puzzle.entries.iter_mut().for_each(|entry| entry.clues = vec![weak("a word")]);
        puzzle.credits = vec!["Clues: Book, LGPL".to_owned(), "Clues: Bookshop".to_owned()];
        let some = clues(&puzzle, "# credit: a friend\nROSE|Blume\nROT|Farbe\n");
        give(&mut puzzle, &some, None, 0);
        assert_eq!(puzzle.credits, ["Clues: Book, LGPL", "Clues: Bookshop", "Fragen: mine.txt, a friend"]);
        // A list that does not say whose it is replaces the last clues of the book.
        let all = clues(&puzzle, "TVER|Stadt an der Wolga\nSEE|Wasser\n");
        give(&mut puzzle, &all, None, 0);
        assert_eq!(puzzle.credits, ["Clues: Bookshop", "Fragen: mine.txt, a friend"]);
    }

    #[test]
    fn two_in_a_field_have_half_the_space() {
        use crate::encodings::arrowword::cwg;
        let read = |text: &str| {
            let puzzle = cwg::read(text).expect("a grid").puzzle;
            convert::arrowword(&puzzle).expect("a document")
        };
        let spaces = |puzzle: Puzzle| puzzle.entries.iter().map(|e| space(&puzzle, e)).collect::<Vec<_>>();
        assert_eq!(spaces(read("3\n3\n?EI\nTOR\nAAL\n0 0 0\n0 0 3\n")), [HALF_FIELD; 2]);
        assert_eq!(spaces(read("1\n3\n?EI\n0 0 3\n")), [FIELD]);
    }
}
