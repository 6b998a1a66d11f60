//! The outcome of a search for an arrowword: the puzzle and why the search ended there, or why
//! there is no puzzle.

use crate::encodings::arrowword::placed::NoPlace;
use crate::encodings::arrowword::puzzle::{Puzzle, Question};
use crate::search::spelled::{never_spelled, unspelled};
use crate::search::{self, OwnReason};
use std::time::Duration;

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No puzzle of this grid rates higher: by counting the fields and the words of the list, or, on narrow and small grids,
    /// because no layout does.
    Ceiling,
    /// The layout was given and is filled.
    Filled,
    /// Many rounds in a row found nothing better.
    Settled,
    /// Every layout that rates higher was tried, and none can be filled from this list.
    Exhausted,
    /// The budget ended.
    Stopped,
}

/// A finished puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The puzzle: arrows and letters everywhere.
    pub puzzle: Puzzle,
    /// The rating, bonus included.
    pub score: f64,
    /// The mean score of the puzzle's words in the list.
    pub word_score: f64,
    /// The time from the start to the first complete puzzle.
    pub first_after: Duration,
    /// The time from the start to the first puzzle of this rating.
    pub found_after: Duration,
    /// The duration of the whole search, including the search for better words.
    pub done_after: Duration,
    /// Why the search ended.
    pub ending: Ending,
    /// The ceiling of the rating, bonus included.
    pub ceiling: f64,
    /// Whether it is proven that no puzzle has more of the words that are only welcome: none at all if these come first or
    /// the layout was given, none of at least this rating otherwise.
    pub has_most_wished: bool,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, thiserror::Error, PartialEq)]
pub enum NoPuzzle {
    /// No layout of this grid follows the rules with words of the lengths that the list has.
    #[error(
        "no arrangement of question fields and arrows on this grid follows the rules with words of the list's lengths: use a list with words of more lengths, or give the grid more free fields, or other given ones"
    )]
    NoLayout,
    /// Own words are longer than any word can be.
    #[error(
        "{} {} no place in this grid, where words have at most {most} letters; leave {} out, or use a larger grid",
        .words.join(", "),
        if .words.len() == 1 { "has" } else { "have" },
        if .words.len() == 1 { "it" } else { "them" }
    )]
    TooLong {
        /// The words that are too long.
        words: Vec<String>,
        /// The most letters that a word can have here.
        most: usize,
    },
    /// A word cannot stand where it has to.
    #[error(transparent)]
    NoPlace(#[from] NoPlace),
    /// The own words have too many letters for the grid.
    #[error("the own words do not all fit into this grid together: leave some out, or use a larger grid")]
    NoRoom,
    /// The given layout has no fill.
    #[error("the given layout cannot be filled from this word list: no words fit together in {} of its slots ({}); change the layout there, or use a larger list", .0.len(), fill_places(.0))]
    NoFill(Vec<String>),
    /// Every layout was tried.
    #[error(
        "every arrangement of question fields and arrows that the rules allow on this grid was tried, and none can be filled from this word list: use a larger list, or give the grid more free fields"
    )]
    NoFillAnywhere,
    /// This many layouts were tried without success; it is not proven that the others cannot be filled.
    #[error(
        "{0} arrangements of question fields and arrows were tried, and none could be filled from this word list: use a larger list, or give the grid more free fields"
    )]
    GaveUp(usize),
    /// Puzzles were found, but none with the solution word.
    #[error("{}", unspelled(.0))]
    Unspelled(String),
    /// No puzzle has the letters of the solution word in fields that lie apart.
    #[error("{}", never_spelled(.0))]
    NeverSpelled(String),
}

impl OwnReason for NoPuzzle {
    type Stopped = Stopped;
}

/// The budget ended before the first complete puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("stopped before a complete puzzle was found{}: give it more time", without_places(.missing))]
pub struct Stopped {
    /// The own words that found no place in the best attempt.
    pub missing: Vec<String>,
    /// What there is of a puzzle, if there is anything.
    pub unfinished: Option<Box<Unfinished>>,
}

/// A puzzle without some of its words. It follows the rules, its layout is complete, and all words that it has are different and
/// in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The questions whose words are not complete.
    pub open: Vec<Question>,
}

fn without_places(words: &[String]) -> String {
    match words {
        [] => String::new(),
        words => format!(" (no place was found for {})", words.join(", ")),
    }
}

/// Why a search for a puzzle has no answer.
pub type NoAnswer = search::NoAnswer<NoPuzzle>;

fn fill_places(slots: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut text = slots.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if slots.len() > SHOWN {
        text.push_str(", …");
    }
    text
}
