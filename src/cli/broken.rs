//! A broken rule as `cwsat check` reports it, whether it is a rule of the kind of puzzle or an editor's wish.

use cwsat::encodings::grid::Pos;
use serde::Serialize;

/// A broken rule; rows and columns count from 0, as in all JSON of the program.
#[derive(Debug, Serialize)]
pub struct Broken {
    /// The rule's short name.
    pub rule: &'static str,
    /// The row of the field, or the broken row.
    pub row: Option<usize>,
    /// The column of the field, or the broken column.
    pub column: Option<usize>,
    /// A sentence for the user.
    pub message: String,
}

impl Broken {
    /// Creates a broken rule at a field, or with `None`, nowhere in particular.
    pub fn new(rule: &'static str, place: Option<Pos>, message: String) -> Self {
        Self { rule, row: place.map(|pos| pos.row), column: place.map(|pos| pos.col), message }
    }
}
