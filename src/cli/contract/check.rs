//! What `cwsat check` and the kinds tell each other.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::grid::Pos;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// What was asked for.
pub struct Request<'a> {
    /// The inputs that could be read, all of one kind.
    pub inputs: &'a [Input],
    /// `--words`: lists that the words have to come from.
    pub words: &'a [PathBuf],
    /// `--against`: the empty puzzle.
    pub against: Option<&'a Input>,
}

/// The judgement of inputs.
pub struct Bench<'a> {
    /// How many of the inputs, from the first on, are no answers to be judged.
    pub skip: usize,
    /// Judges one input: a verdict on each of its puzzles.
    pub judge: Judge<'a>,
}

/// From an input to a verdict on each of its puzzles.
pub type Judge<'a> = Box<dyn Fn(&Input) -> Result<Vec<Verdict>, Failure> + 'a>;

/// A broken rule; row and column count from 0, as in all JSON of this program.
#[derive(Debug, Serialize)]
pub struct Broken {
    /// The rule's short name.
    pub rule: &'static str,
    /// The row of the field, or the broken row.
    pub row: Option<usize>,
    /// The column of the field, or the broken column.
    pub column: Option<usize>,
    /// A sentence.
    pub message: String,
}

impl Broken {
    /// A rule that is broken at a field, or nowhere in particular.
    pub fn new(rule: &'static str, place: Option<Pos>, message: String) -> Self {
        Self { rule, row: place.map(|pos| pos.row), column: place.map(|pos| pos.col), message }
    }
}

/// The verdict on one puzzle.
pub struct Verdict {
    /// What tells it from others in the same input, as in `, grid 2`; mostly nothing.
    pub which: String,
    /// The broken rules; without any the puzzle is valid.
    pub violations: Vec<Broken>,
    /// What stands behind the verdict in its line.
    pub remark: String,
    /// Lines below the broken rules.
    pub details: String,
    /// The fields of its JSON beside those of all kinds.
    pub json: Map<String, Value>,
}
