//! What takes a while: what is to be done, and what was found.

use super::{Asked, Bar, Cell};
use serde::{Deserialize, Serialize};

/// Something that takes a while.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Which fields may change.
    pub scope: Scope,
    /// Whether the layout may change there as well: question fields and arrows, or all blocks and bars of a crossword. In a grid
    /// without any it always does.
    #[serde(default)]
    pub layout: bool,
    /// Whether only what rates higher than the document counts. If that is a finished arrowword that has all it should, the
    /// search begins with it, and ends without an answer if it finds nothing better.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub better: bool,
    /// How many alternatives are wanted, 1 to 9. A layout that has fewer gives fewer.
    #[serde(default = "one")]
    pub alternatives: usize,
    /// The time that it may take, in seconds: more than 0, at most 3600. It ends earlier if nothing better can be found.
    #[serde(default = "ten")]
    pub seconds: f64,
    /// Another seed finds another answer. If it is absent, each job has a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

fn one() -> usize {
    1
}

fn ten() -> f64 {
    10.0
}

/// The fields that a job may change. Pinned ones stay in any case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "of", deny_unknown_fields)]
pub enum Scope {
    /// Fields without a letter only.
    Open {},
    /// All fields.
    All {},
    /// These, and fields without a letter in the words that lie here in part.
    Region {
        /// The fields.
        cells: Vec<Cell>,
    },
    /// Those of a word, which becomes another one; crossing words change as little as possible.
    Word {
        /// The word.
        question: Asked,
        /// The word to put there; `None` for any other one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
    },
}

/// An answer of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// The rows of the grid.
    pub grid: Vec<String>,
    /// The words, by their questions or where they begin.
    pub questions: Vec<Asked>,
    /// The bars of a barred crossword.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<Bar>,
    /// The rating of an arrowword, bonus included; of a crossword, the mean score of its words in the list; of a
    /// criss-cross, the number of crossings.
    pub score: f64,
    /// The fields that differ from the document.
    pub changed: Vec<Cell>,
}
