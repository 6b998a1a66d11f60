//! `--solution-word`: a word or phrase that the finished puzzle spells in numbered fields.
//!
//! Most letters are in every puzzle, but not a Q or an X. So for each letter that is rare in the words of a list, a word
//! that has it is asked for like an editor's own word, another one for each seed; the rest is a choice of fields. If that
//! fails nevertheless, the search is repeated with other such words.

use super::clued::Vocabulary;
use super::own::with_own;
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::{Letter, Theme, WordId, WordList};
use cwsat::publish::puzzle::Puzzle;
use cwsat::publish::puzzle::solution_word::{self, NoSolutionWord};
use cwsat::solver::Budget;
use cwsat::solver::seed::derive;
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The searches after which a solution word is given up.
pub const TRIES: u64 = 8;

/// Of the letters of all words, the share from which on a letter is in every puzzle often enough.
const COMMON: f64 = 0.025;

/// The lengths of the words that are asked for because of a letter: such words find room anywhere.
const LENGTHS: std::ops::RangeInclusive<usize> = 4..=6;

/// The words that are drawn, of which the one with the most rare letters is taken.
const DRAWN: usize = 30;

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
    /// Adds a theme of words that have the rare letters, which depend on the seed.
    pub fn ask_for_letters(&self, words: &mut Vocabulary, seed: u64) {
        let mut rng = Rng::with_seed(seed);
        let mut needed = self.rare_letters(&words.list);
        for theme in words.themes.iter().filter(|theme| theme.spare() == 0) {
            theme.words().iter().for_each(|word| strike(&mut needed, word));
        }
        let best = words.preferred.first().unwrap_or(&words.list);
        let mut chosen: Vec<Vec<Letter>> = Vec::new();
        while let Some(&letter) = needed.first() {
            let has = |id: &WordId| {
                let word = best.word(*id);
                // Not at the start, which says too much.
                LENGTHS.contains(&id.len)
                    && word[1..].contains(&letter)
                    && !chosen.iter().any(|other| other == word)
            };
            let carriers: Vec<WordId> = best.ids().filter(has).collect();
            let drawn = (0..DRAWN).filter_map(|_| rng.choice(&carriers).copied());
            let covered = |id: &WordId| {
                let mut left = needed.clone();
                strike(&mut left, &best.word(*id)[1..]);
                needed.len() - left.len()
            };
            let Some(id) = drawn.max_by_key(covered) else {
                // No such word; the choice of fields will say so.
                needed.remove(0);
                continue;
            };
            strike(&mut needed, &best.word(id)[1..]);
            chosen.push(best.word(id).to_vec());
        }
        if chosen.is_empty() {
            return;
        }
        let themes: Vec<Theme> = words.themes.iter().cloned().chain([Theme::all(chosen)]).collect();
        words.list = with_own(&words.list, &themes);
        words.preferred = words.preferred.iter().map(|list| with_own(list, &themes)).collect();
        words.themes = themes.into();
    }

    /// Returns the letters that not every puzzle has often enough, each as often as it is needed.
    fn rare_letters(&self, list: &WordList) -> Vec<Letter> {
        let mut counts = [0_u32; Letter::COUNT];
        list.ids().for_each(|id| list.word(id).iter().for_each(|letter| counts[letter.index()] += 1));
        let all: u32 = counts.iter().sum();
        let is_rare = |letter: &&Letter| f64::from(counts[letter.index()]) < COMMON * f64::from(all);
        self.letters.iter().filter(is_rare).copied().collect()
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

/// Removes from the letters those that a word has.
fn strike(letters: &mut Vec<Letter>, word: &[Letter]) {
    for letter in word {
        if let Some(at) = letters.iter().position(|other| other == letter) {
            letters.remove(at);
        }
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
    for attempt in 0..TRIES {
        let seed = if attempt == 0 { seed } else { derive(seed, attempt) };
        let mut words = vocabulary.clone();
        keyword.ask_for_letters(&mut words, seed);
        let asked = words.themes.len() > vocabulary.themes.len();
        // Half of what is left, so that there is time for another search.
        let share = match budget.remaining() {
            Some(left) => budget.clone().within(left / 2),
            None => budget.clone(),
        };
        match search(&words, seed, &share) {
            Ok((answer, mut document)) => match keyword.place(&mut document, &vocabulary.themes, seed) {
                Ok(()) => return Found::Puzzle(answer, Box::new(document)),
                Err(unplaced) => why = unplaced,
            },
            Err(error) if !asked => return Found::Nothing(error, words),
            Err(_) => {}
        }
        if budget.exhausted() {
            break;
        }
    }
    Found::NoWord(why)
}
