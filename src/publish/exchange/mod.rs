//! Formats that other programs read: one file per format, each of which converts between its text (or bytes) and the
//! [`Puzzle`].
//!
//! * [`ipuz`]: an open format in JSON; holds arrowwords, and is read back without loss;
//! * [`jpz`]: the XML of Crossword Compiler; holds arrowwords; written only;
//! * [`puz`]: the bytes of Across Lite; holds crosswords, in Latin-1;
//! * [`grid`]: cwsat's own texts of grids;
//! * [`markup`]: texts inside HTML and XML.
//!
//! What a format cannot hold is never dropped silently: it is an error if the puzzle would be a different one, and a
//! warning if only its presentation suffers.

pub mod grid;
pub mod ipuz;
pub mod jpz;
pub mod markup;
pub mod puz;

use super::puzzle::{Clue, Entry, Kind, Puzzle};
use crate::encodings::grid::Direction;
use crate::encodings::plain::harmless;
use thiserror::Error;

/// What could not be taken over as it was; a sentence that names the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Warning(pub String);

/// A puzzle that was read, and what was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What had to be assumed or left out.
    pub warnings: Vec<Warning>,
}

/// How the words of a puzzle differ from those that its fields show: every row or column of adjacent letters. Fields are
/// counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
pub enum OtherWords {
    #[error("the word {direction} from row {row}, column {col} is not an entry of this puzzle")]
    NoEntry { direction: &'static str, row: usize, col: usize },

    #[error("the word {direction} from row {row}, column {col} starts or ends next to another letter")]
    Adjacent { direction: &'static str, row: usize, col: usize },
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum NoExport {
    #[error(
        "{format} holds {holds}, but this is a puzzle of the kind {kind}; use the format json, which holds every kind"
    )]
    Kind { format: &'static str, holds: &'static str, kind: Kind },

    #[error(
        "{format} finds words by the fields alone, and {problem}; use the format ipuz, which states where \
         words are"
    )]
    Numbering { format: &'static str, problem: OtherWords },

    #[error("this is a puzzle of the kind {kind}; {advice}")]
    Grid { kind: Kind, advice: &'static str },

    #[error("{format} holds at most {most} {what}, but there are {found}; use the format ipuz")]
    TooMany { format: &'static str, what: &'static str, most: usize, found: usize },

    #[error(
        "{format} holds the letters A to Z, and the puzzle has {letters}; use the format json, which holds every letter"
    )]
    Letters { format: &'static str, letters: String },
}

/// Returns the words of a puzzle in the order of their lists, each with its direction and number. Words of an arrowword
/// have no number on paper; here they are numbered consecutively, so that lists can refer to them.
fn listed(puzzle: &Puzzle) -> Vec<(Direction, usize, &Entry)> {
    if puzzle.kind.has_question_fields() {
        let numbered = puzzle.entries.iter().enumerate();
        let mut all: Vec<_> =
            numbered.map(|(index, entry)| (entry.run.direction, index + 1, entry)).collect();
        all.sort_by_key(|&(direction, ..)| direction);
        return all;
    }
    let of = |direction| {
        let numbered = puzzle.numbered(direction).into_iter();
        numbered.map(move |(number, entry)| (direction, number, entry))
    };
    Direction::BOTH.into_iter().flat_map(of).collect()
}

/// Returns the clues that show something, best first. One of control characters alone would be written as blanks, and
/// read back as no clue.
fn visible_clues(entry: &Entry) -> impl Iterator<Item = &Clue> {
    entry.clues.iter().filter(|clue| !harmless(&clue.text).trim().is_empty())
}

/// Returns the text of the clue that is printed; empty if there is none.
fn clue_text(entry: &Entry) -> &str {
    visible_clues(entry).next().map_or("", |clue| clue.text.as_str())
}
