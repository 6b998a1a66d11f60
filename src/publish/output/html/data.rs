//! What the page's script needs to know about the puzzle, as JSON in the page.
//!
//! Fields are numbered row by row from 0. The solution is obfuscated, so that somebody who opens the source of the page
//! does not read it by accident. It does no more than that: the code to reverse it is in the page, and a page that can
//! tell right from wrong on its own cannot keep a secret.

use super::wording::Wording;
use crate::encodings::arrowword::puzzle::Arrow;
use crate::encodings::fnv;
use crate::encodings::grid::{Direction, Pos, Run};
use crate::encodings::plain::harmless;
use crate::publish::puzzle::{Entry, Field, Numbers, Puzzle};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The puzzle as the script reads it.
#[derive(Debug, Serialize)]
pub(super) struct Data {
    /// The name under which the browser keeps the progress: the same for the same grid, whatever its title and clues.
    key: String,
    columns: usize,
    /// A character per field: `#` blocked, `?` a question, `.` to be written into.
    fields: String,
    /// How many letters a field takes.
    capacity: usize,
    /// The letters that can be written: A to Z, and others that the solution has.
    alphabet: String,
    /// The letters that are shown to the solver, by field.
    given: Vec<(usize, String)>,
    words: Vec<Word>,
    /// The letters of all fields to be written into, in order and obfuscated; `None` if they are not all known.
    solution: Option<String>,
    /// The fields of the solution word, in order.
    strip: Vec<usize>,
    texts: Wording,
}

/// A word to be found.
#[derive(Debug, Serialize)]
struct Word {
    fields: Vec<usize>,
    across: bool,
    /// What precedes the clue: an arrow, or a number and a direction.
    name: String,
    /// The name in a form to be read aloud.
    spoken: String,
    /// Empty if there is none.
    clue: String,
    length: usize,
    /// Whether it is one of the author's own words, which the solved grid marks.
    own: bool,
    question: Option<Place>,
}

/// Where the question for a word of an arrowword is.
#[derive(Debug, Serialize)]
struct Place {
    field: usize,
    /// The index among the questions of that field, from the top.
    index: usize,
    /// How many questions that field has.
    count: usize,
}

impl Data {
    /// Collects the data of this puzzle.
    pub(super) fn of(puzzle: &Puzzle, texts: Wording) -> Self {
        let index = |pos: Pos| puzzle.fields.index_of(pos);
        let sign = |field: &Field| match field {
            Field::Question => '?',
            field if field.is_solution() => '.',
            _ => '#',
        };
        let numbered = Direction::BOTH.into_iter().flat_map(|direction| puzzle.numbered(direction));
        let numbers: BTreeMap<Run, usize> = numbered.map(|(number, entry)| (entry.run, number)).collect();
        let word = |entry| word(puzzle, entry, numbers.get(&entry.run).copied(), texts);
        let given = puzzle.fields.iter().filter_map(|(pos, field)| Some((index(pos), field.given()?)));
        let alphabet = alphabet(puzzle);
        Self {
            key: key(puzzle),
            columns: puzzle.cols(),
            fields: puzzle.fields.iter().map(|(_, field)| sign(field)).collect(),
            capacity: puzzle.kind.features().content.letters(),
            given: given.map(|(field, letter)| (field, letter.char().to_string())).collect(),
            words: puzzle.entries.iter().map(word).collect(),
            solution: puzzle.is_filled().then(|| veil(&letters(puzzle), &alphabet)),
            alphabet: alphabet.iter().collect(),
            strip: puzzle.solution_word.iter().map(|&pos| index(pos)).collect(),
            texts,
        }
    }

    /// Returns the JSON for a `script` element: nothing in it ends the element or starts a comment.
    pub(super) fn json(&self) -> String {
        // Strings, numbers and lists can always be written as JSON. All markup characters in it are in strings.
        let json = serde_json::to_string(self).unwrap_or_default();
        json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
    }
}

fn word(puzzle: &Puzzle, entry: &Entry, number: Option<usize>, texts: Wording) -> Word {
    let across = entry.run.direction == Direction::Across;
    let towards = if across { texts.across } else { texts.down };
    let line = if across { texts.row } else { texts.column };
    let (name, spoken) = match (puzzle.kind.lists(), number) {
        (Some(Numbers::Lines), Some(number)) => (format!("{line} {number}"), format!("{line} {number}")),
        (_, Some(number)) => (format!("{number} {towards}"), format!("{number} {towards}")),
        (_, None) => ((if across { "→" } else { "↓" }).to_owned(), towards.to_owned()),
    };
    let place = entry.question.map(|question| {
        let asked = puzzle.asked_at(question.pos);
        let arrow = |entry: &&Entry| entry.question.map(|question| question.arrow);
        let index = asked.iter().position(|other| arrow(other) == Some::<Arrow>(question.arrow));
        Place {
            field: puzzle.fields.index_of(question.pos),
            index: index.unwrap_or_default(),
            count: asked.len(),
        }
    });
    Word {
        fields: puzzle.cells(entry).map(|pos| puzzle.fields.index_of(pos)).collect(),
        across,
        name,
        spoken,
        clue: entry.clue().map(|clue| harmless(&clue.text).into_owned()).unwrap_or_default(),
        length: puzzle.pattern(entry).chars().count(),
        own: entry.own,
        question: place,
    }
}

/// Returns the solution, field by field, with `.` for what is not known.
fn letters(puzzle: &Puzzle) -> String {
    let fields = puzzle.fields.iter().filter(|(_, field)| field.is_solution());
    fields.map(|(_, field)| field.solution().unwrap_or_else(|| ".".to_owned())).collect()
}

/// Shifts each letter in the alphabet, each further than the one before; `state.js` shifts them back.
fn veil(letters: &str, alphabet: &[char]) -> String {
    let moved = |(index, place)| alphabet[(place + 7 * index + 11) % alphabet.len()];
    let places = letters.chars().filter_map(|letter| alphabet.iter().position(|&other| other == letter));
    places.enumerate().map(moved).collect()
}

/// Returns A to Z, and other letters that the solution has.
fn alphabet(puzzle: &Puzzle) -> Vec<char> {
    let own = puzzle.fields.iter().filter_map(|(_, field)| match field {
        Field::Letter { letter, .. } => Some(letter.char()),
        _ => None,
    });
    let all: BTreeSet<char> = ('A'..='Z').chain(own).collect();
    all.into_iter().collect()
}

/// Returns a digest of the grid and its solution.
fn key(puzzle: &Puzzle) -> String {
    let grid = puzzle.fields.iter().map(|(_, field)| match field {
        Field::Question => "?".to_owned(),
        field => field.solution().unwrap_or_else(|| if field.is_blocked() { "#" } else { "." }.to_owned()),
    });
    let text = format!("{} {} {}", puzzle.kind, puzzle.cols(), grid.collect::<String>());
    format!("cwsat {:016x}", fnv::extend(fnv::START, text.bytes()))
}
