//! `--solution-word`: a word or phrase that the finished puzzle spells in numbered fields.
//!
//! Words with its rare letters ([`carriers`]) are asked for like an editor's own words; the rest is a choice of fields. If
//! that fails nevertheless, the search is repeated with other such words.

use super::vocabulary::Vocabulary;
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, Theme};
use cwsat::publish::puzzle::Puzzle;
use cwsat::publish::puzzle::solution_word::{self, NoSolutionWord};
use cwsat::search::carriers::carriers;
use cwsat::solver::Budget;
use cwsat::solver::seed::derive;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The searches after which a solution word is given up.
const TRIES: u64 = 8;

/// A word to be spelled.
#[derive(Clone, Debug)]
pub struct Keyword {
    text: String,
    letters: Vec<Letter>,
}

impl std::str::FromStr for Keyword {
    type Err = NoSolutionWord;

    fn from_str(text: &str) -> Result<Self, NoSolutionWord> {
        Ok(Self { text: text.to_owned(), letters: solution_word::read(text)? })
    }
}

impl Keyword {
    /// Returns the words with a theme of some that have the rare letters, others for each seed; `None` if none are needed.
    fn asked_for(&self, words: &Vocabulary, seed: u64) -> Option<Vocabulary> {
        let best = words.preferred.first().unwrap_or(&words.list);
        let carriers = carriers(&self.letters, best, &words.themes, seed);
        (!carriers.is_empty()).then(|| words.clone().with_themes([Theme::all(carriers)]))
    }

    /// Chooses the fields in a finished puzzle, none of them at the start of an own word.
    pub fn place(&self, puzzle: &mut Puzzle, own: &[Theme], seed: u64) -> Result<(), NoKeyword> {
        let own: HashSet<String> = own
            .iter()
            .flat_map(Theme::words)
            .map(|word| word.iter().map(|letter| letter.char()).collect())
            .collect();
        let starts = puzzle.entries.iter().filter(|entry| own.contains(&puzzle.pattern(entry)));
        let taboo: HashSet<Pos> = starts.filter_map(|entry| puzzle.cells(entry).next()).collect();
        let fields = solution_word::choose(puzzle, &self.text, &taboo, seed)?;
        let is_near = |(a, b): (&Pos, &Pos)| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) < 2;
        if fields.iter().enumerate().any(|(at, a)| fields[..at].iter().any(|b| is_near((a, b)))) {
            return Err(NoKeyword::TooClose(self.text.clone()));
        }
        puzzle.solution_word = fields;
        Ok(())
    }
}

/// Returns the solution word of a puzzle for JSON: its letters and their fields; null if there is none.
pub fn as_json(puzzle: &Puzzle) -> Value {
    if puzzle.solution_word.is_empty() {
        return Value::Null;
    }
    let letters: String =
        puzzle.solution_word.iter().filter_map(|&pos| puzzle.fields.get(pos)?.solution()).collect();
    let fields: Vec<Value> =
        puzzle.solution_word.iter().map(|pos| json!({ "row": pos.row, "column": pos.col })).collect();
    json!({ "letters": letters, "fields": fields })
}

/// The result of searches for a puzzle with a solution word, or of one search if none is asked for.
pub enum Found<A, E> {
    /// A puzzle, and the document of it, which has the solution word.
    Puzzle(A, Box<Puzzle>),
    /// There is no solution word to blame; the words that the search had.
    Nothing(E, Vocabulary),
    /// No puzzle with the solution word.
    NoWord(NoKeyword),
}

/// Why there is no puzzle with the solution word.
#[derive(Debug, thiserror::Error)]
pub enum NoKeyword {
    /// A puzzle that was found does not have its letters.
    #[error("{0}")]
    Unplaced(#[from] NoSolutionWord),
    /// A puzzle that was found has them side by side.
    #[error(
        "the letters of the solution word {0} are side by side in every puzzle that was found; choose another word"
    )]
    TooClose(String),
    /// There was none with the words that have its rare letters.
    #[error(
        "no puzzle with the letters of the solution word {0} was found; give the search more time, or choose another word"
    )]
    Unfound(String),
}

/// Searches for a puzzle, again and again with other words until it has the solution word or the budget ends.
pub fn search<A, E>(
    keyword: Option<&Keyword>,
    vocabulary: Vocabulary,
    seed: u64,
    budget: &Budget,
    mut search: impl FnMut(&Vocabulary, u64, &Budget) -> Result<(A, Puzzle), E>,
) -> Found<A, E> {
    let Some(keyword) = keyword else {
        return match search(&vocabulary, seed, budget) {
            Ok((answer, document)) => Found::Puzzle(answer, Box::new(document)),
            Err(error) => Found::Nothing(error, vocabulary),
        };
    };
    let mut why = NoKeyword::Unfound(keyword.text.clone());
    let mut place = |document: &mut Puzzle, seed: u64| {
        keyword.place(document, &vocabulary.themes, seed).map_err(|unplaced| why = unplaced).is_ok()
    };
    for attempt in 0..TRIES {
        let seed = derive(seed, attempt);
        // Half of what is left, so that there is time for another search.
        let share = budget.remaining().map_or_else(|| budget.clone(), |left| budget.clone().within(left / 2));
        let asked_for = keyword.asked_for(&vocabulary, seed);
        let is_first_or_free = attempt == 0 || asked_for.is_none();
        match search(asked_for.as_ref().unwrap_or(&vocabulary), seed, &share) {
            Ok((answer, mut document)) => {
                if place(&mut document, seed) {
                    return Found::Puzzle(answer, Box::new(document));
                }
            }
            // Perhaps there is no puzzle at all, and then that is the reason.
            Err(_) if is_first_or_free => match search(&vocabulary, seed, &share) {
                Ok((answer, mut document)) => {
                    if place(&mut document, seed) {
                        return Found::Puzzle(answer, Box::new(document));
                    }
                }
                Err(error) => return Found::Nothing(error, vocabulary),
            },
            Err(_) => {}
        }
        if budget.exhausted() {
            break;
        }
    }
    Found::NoWord(why)
}
