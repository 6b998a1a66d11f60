//! The messages between a page and a session, as JSON.
//!
//! A page sends [`Request`]s, one at a time, and gets a [`Reply`] to each; changes are sent to all pages as [`Event`]s.
//! Complete documents and complete analyses are sent, not differences: they are small, a page that missed some needs no
//! history, and the page never has to patch its state. `docs/constructor_protocol.md` has an example of each message,
//! which the tests parse.
//!
//! Rows and columns are counted from 0, as in puzzle documents; a page shows them from 1. Grids are rows of characters,
//! as there: `#` and `-` for blocked fields, `?` for question fields, `.` for open fields, and letters. Nothing here is
//! about HTTP or about how a puzzle is searched for.

mod analysis;
mod document;
mod event;
mod job;
mod request;
#[cfg(test)]
mod tests;

pub use analysis::{
    Allowed, Analysis, Candidate, Clued, Factor, Fault, Figure, Fit, Fits, Lay, Length, Level, Line, Look,
    Rating, SetClue, Slot, Suggestion,
};
pub use document::{About, Bar, Document, Picture, Shape, Wishes, Word};
pub use event::Event;
pub use job::{Alternative, Job, Scope};
pub use request::{Command, Make, Reply, Request, Towards};

use serde::{Deserialize, Serialize};

/// The version of these messages; it changes when a page that knows the old ones would misunderstand a new one.
pub const VERSION: u32 = 3;

/// A field: row and column, from 0.
pub type Cell = [usize; 2];

/// A word: by its question, or, in a crossword, by where it begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The question field, or the first field of the word.
    pub at: Cell,
    /// The name of the arrow, as in `right-then-down`; in a crossword `across` or `down`.
    pub arrow: String,
}
