//! ipuz, version 2: an open format of puzzles in JSON.
//!
//! Crosswords and criss-crosses have the kind `crossword#1`; arrowwords have `crossword/arrowword#1` as well, which
//! places clues by `location` and `cells`: pairs of column and row, counted from 1. The format leaves the arrows to its
//! readers, so they are stored under a key of our own, as are the few other things that it has no place for; with these
//! a document is read back as it was. Programs that do not know our keys ignore them.

mod error;
mod file;
mod listed;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{ClueProblem, IpuzError};
pub use file::is_ipuz;
pub use read::read;
pub use write::{holds, write};

/// The two kinds that are written.
const CROSSWORD: &str = "http://ipuz.org/crossword#1";
const ARROWWORD: &str = "http://ipuz.org/crossword/arrowword#1";

/// Our keys: the arrow of each clue, by names like `Across 1`; what else belongs to a clue; the kind if it is a
/// criss-cross or barred; blocked fields that are `-` in a `.cwg` file; and the fields of the solution word.
const ARROWS: &str = "io.github.cwsat:arrows";
const CLUES: &str = "io.github.cwsat:clues";
const KIND: &str = "io.github.cwsat:kind";
const DASHES: &str = "io.github.cwsat:dashes";
const SOLUTION_WORD: &str = "io.github.cwsat:solution_word";
/// The keys of a field's style, and in it of the sides on which the field has bars.
const STYLE: &str = "style";
const BARRED: &str = "barred";
/// The key of the language, as the library libipuz writes it.
const LOCALE: &str = "org.libipuz:locale";

/// Column and row, from 1.
type Cell = [usize; 2];

/// What belongs to a clue but has no place in the format.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct More {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    weak: bool,
    /// The clues to be used where the first is too long.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<crate::publish::puzzle::Clue>,
}

/// Shortens a text of the file to be quoted in a message.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
