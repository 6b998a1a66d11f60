//! A broken rule as a sentence for a person, with its place.
//!
//! The sentences count rows and columns from 1; the file counts from 0.

use crate::grid::{Direction, Pos};
use crate::lexicon::Sign;
use std::fmt;

/// A broken rule.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the sentences below say what the parts are
pub enum Violation {
    /// A board without words.
    NoWords,
    /// A word of one letter.
    TooShort { word: String, start: Pos },
    /// A word that leaves the board.
    Outside { word: String, start: Pos },
    /// A word that is not in the list.
    UnknownWord { word: String, start: Pos },
    /// A word that is laid twice.
    Repeated { word: String, start: Pos, first: Pos },
    /// Two words with different letters in a field.
    Disagree { pos: Pos, letters: [Sign; 2], words: [String; 2] },
    /// Two words of one direction in a field.
    Overlap { pos: Pos, direction: Direction, words: Vec<String> },
    /// A letter directly before or after a word.
    NotSetOff { word: String, start: Pos, pos: Pos },
    /// Two adjacent letters that belong to no common word.
    SideBySide { pos: Pos, next: Pos },
    /// Words that are not connected to the rest.
    NotConnected { words: Vec<String>, first: String },
    /// The drawn grid differs from what the words say.
    Drawing { pos: Pos, drawn: Option<Sign>, says: Option<Sign> },
    /// A word with a wrong number.
    Number { word: String, number: usize, right: usize },
}

impl Violation {
    /// Returns a short, stable name of the broken rule, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::NoWords => "no-words",
            Self::TooShort { .. } => "too-short",
            Self::Outside { .. } => "outside",
            Self::UnknownWord { .. } => "unknown-word",
            Self::Repeated { .. } => "word-twice",
            Self::Disagree { .. } => "letters-disagree",
            Self::Overlap { .. } => "overlap",
            Self::NotSetOff { .. } => "not-set-off",
            Self::SideBySide { .. } => "side-by-side",
            Self::NotConnected { .. } => "not-connected",
            Self::Drawing { .. } => "drawing",
            Self::Number { .. } => "number",
        }
    }

    /// Returns the field where the rule is broken; `None` if it is about the whole layout.
    pub fn place(&self) -> Option<Pos> {
        match *self {
            Self::NoWords | Self::NotConnected { .. } | Self::Number { .. } => None,
            Self::TooShort { start, .. }
            | Self::Outside { start, .. }
            | Self::UnknownWord { start, .. }
            | Self::Repeated { start, .. } => Some(start),
            Self::Disagree { pos, .. }
            | Self::Overlap { pos, .. }
            | Self::NotSetOff { pos, .. }
            | Self::SideBySide { pos, .. }
            | Self::Drawing { pos, .. } => Some(pos),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWords => write!(f, "there are no words on the board"),
            Self::TooShort { word, start } => {
                write!(f, "{word} at {start} has fewer than two letters")
            }
            Self::Outside { word, start } => write!(f, "{word} at {start} leaves the board"),
            Self::UnknownWord { word, start } => {
                write!(f, "{word} at {start} is not in the list of words")
            }
            Self::Repeated { word, start, first } => {
                write!(f, "{word} lies at {start} and at {first}; every word is laid once")
            }
            Self::Disagree { pos, letters: [a, b], words: [first, other] } => {
                write!(f, "the field at {pos} would be {a} in {first} and {b} in {other}")
            }
            Self::Overlap { pos, direction, words } => {
                write!(f, "the field at {pos} is in several words {direction}: {}", words.join(", "))
            }
            Self::NotSetOff { word, start, pos } => write!(
                f,
                "{word} at {start} is not set off: the field at {pos} {} it has a letter",
                if pos < start { "before" } else { "after" }
            ),
            Self::SideBySide { pos, next } => {
                write!(f, "the letters at {pos} and at {next} touch, but belong to no common word")
            }
            Self::NotConnected { words, first } => {
                write!(f, "not connected to {first} by crossing words: {}", words.join(", "))
            }
            Self::Drawing { pos, drawn, says } => {
                write!(f, "the grid shows {} at {pos}, but the words say {}", Shown(*drawn), Shown(*says))
            }
            Self::Number { word, number, right } => {
                write!(f, "{word} has the number {number}, but should have {right}")
            }
        }
    }
}

/// A letter or its absence.
struct Shown(Option<Sign>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(letter) => write!(f, "{letter}"),
            None => f.write_str("nothing"),
        }
    }
}
