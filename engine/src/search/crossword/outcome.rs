//! What a search for a crossword ends with: an answer, or why there is none. The sentences are for people.

use super::{NoTemplate, Template};
use crate::encodings::crossword::rules::place_of;
use crate::encodings::grid::Run;
use crate::encodings::lexicon::CannotStand;
use crate::search::spelled::{never_spelled, unspelled};
use crate::search::{self, OwnReason};
use std::time::Duration;

/// A filled crossword.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The crossword: a letter in every field.
    pub puzzle: Template,
    /// The mean score of its words in the list.
    pub word_score: f64,
    /// How long it took until all letters were found.
    pub filled_after: Duration,
    /// The number of patterns tried; 1 for a given template.
    pub tries: usize,
    /// The proven lower bound on the number of blocks, if a crossword with few blocks was looked for.
    pub least_blocks: Option<usize>,
    /// Whether it is proven that no crossword from this template has more of the words that are only welcome.
    pub has_most_wished: bool,
}

/// Why there is no crossword.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum NoCrossword {
    /// A field is in no slot.
    #[error(
        "the field in row {row}, column {col} is in no word, as there are blocks or bars on all its sides: make it a block, \
         or open one of its neighbours"
    )]
    Lonely {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        col: usize,
    },
    /// Proven: these slots alone cannot be filled.
    #[error(
        "the template cannot be filled from this word list, proven: no words fit together in {} of its slots ({}); \
         change the template there, or use a larger list; `cwsat explain` says which of them matter",
        .0.len(), places(.0)
    )]
    NoFill(Vec<Run>),
    /// Proven: no word of the list fits any of these slots, whatever the others hold.
    #[error(
        "the template cannot be filled, proven: the word list has no word for {}; change the template there, or use a \
         larger list",
        patterns(.0)
    )]
    NoWord(Vec<Wordless>),
    /// A word cannot stand where it has to.
    #[error(transparent)]
    NoPlace(#[from] CannotStand),
    /// Own words are longer than any line of the grid that is to be made.
    #[error("no line of {most} fields has room for {}; leave out what is longer, or make a larger grid", .words.join(", "))]
    TooLong {
        /// The words that are too long.
        words: Vec<String>,
        /// The number of fields in the longest line.
        most: usize,
    },
    /// There are more own words of one length than lines for them.
    #[error(
        "{} cannot all be in a grid of this size, which has room for at most {most} words of {len} letters; leave some \
         out, or make a larger grid",
        .words.join(", ")
    )]
    TooMany {
        /// The words of this length.
        words: Vec<String>,
        /// The number of letters.
        len: usize,
        /// The most words of this length that any template has room for.
        most: usize,
    },
    /// There is no template to fill.
    #[error(transparent)]
    NoTemplate(#[from] NoTemplate),
    /// This many templates of the style were made, and none could be filled.
    #[error(
        "{tries} templates of this style were made, and none could be filled from this word list{}: use a larger list, \
         fewer white fields, or another style",
        with_words_in_it(.needed)
    )]
    GaveUp {
        /// The number of templates.
        tries: usize,
        /// The own words that each of them needs.
        needed: Vec<String>,
    },
    /// Proven: neither this nor any other template of the style can be filled.
    #[error(
        "no crossword of this style with {rows} rows and {cols} columns can be made from this word list{}, proven: use a larger \
         list, another size or another style",
        with_words_in_it(.needed)
    )]
    Nowhere {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
        /// The own words that it would need.
        needed: Vec<String>,
    },
    /// Crosswords were found, but none with the solution word.
    #[error("{}", unspelled(.0))]
    Unspelled(String),
    /// No crossword has the letters of the solution word in fields that lie apart.
    #[error("{}", never_spelled(.0))]
    NeverSpelled(String),
}

impl OwnReason for NoCrossword {
    type Stopped = Stopped;
}

/// The budget ended before every field had a letter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "stopped before a complete fill was found ({filled} of {fields} fields at best{}): give it more time",
    without_words(.missing)
)]
pub struct Stopped {
    /// The own words that it lacks.
    pub missing: Vec<String>,
    /// The largest number of fields that had letters.
    pub filled: usize,
    /// The number of fields.
    pub fields: usize,
}

/// Why a search for a crossword has no answer.
pub type NoAnswer = search::NoAnswer<NoCrossword>;

/// A slot that no word of the list fits into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wordless {
    /// Its position.
    pub run: Run,
    /// Its letters, with `.` for open fields.
    pub pattern: String,
}

fn places(runs: &[Run]) -> String {
    some_of(runs.iter().map(|run| place_of(*run)))
}

fn patterns(slots: &[Wordless]) -> String {
    let slot = |slot: &Wordless| match slot.pattern.contains(|c| c != '.') {
        true => format!("{} {}", slot.pattern, place_of(slot.run)),
        false => format!("the {} letters {}", slot.run.len, place_of(slot.run)),
    };
    some_of(slots.iter().map(slot))
}

fn without_words(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(", without {}", words.join(", ")) }
}

fn with_words_in_it(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" with {} in it", words.join(", ")) }
}

/// Joins the first few, and marks if there are more.
fn some_of(all: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 4;
    let more = if all.len() > SHOWN { "; …" } else { "" };
    all.take(SHOWN).collect::<Vec<_>>().join("; ") + more
}
