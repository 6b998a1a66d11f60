//! What judging a puzzle finds.

use cwsat::encodings::grid::{Pos, Run};
use cwsat::encodings::lexicon::Letter;
use pyo3::prelude::*;

/// A broken rule.
#[pyclass(frozen, get_all, module = "cwsat")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the rule, as in `unknown-word`.
    rule: &'static str,
    /// The row of the field, counted from 0; `None` if the rule is not about one.
    row: Option<usize>,
    /// The column of the field, counted from 0; `None` if the rule is not about one.
    column: Option<usize>,
    /// What is wrong, as a sentence, in which rows and columns are counted from 1.
    message: String,
}

impl Violation {
    /// Makes a violation at a field, or with `None`, nowhere in particular.
    pub fn new(rule: &'static str, place: Option<Pos>, message: String) -> Self {
        Self { rule, row: place.map(|pos| pos.row), column: place.map(|pos| pos.col), message }
    }

    /// Makes a violation in a row or a column.
    pub fn in_line(rule: &'static str, row: Option<usize>, column: Option<usize>, message: String) -> Self {
        Self { rule, row, column, message }
    }
}

#[pymethods]
impl Violation {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<Violation of {}: {}>", self.rule, self.message)
    }
}

/// A word in a puzzle.
#[pyclass(frozen, get_all, module = "cwsat")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its letters.
    text: String,
    /// The row of its first letter, counted from 0.
    row: usize,
    /// The column of its first letter, counted from 0.
    column: usize,
    /// "across" or "down".
    direction: String,
}

impl Word {
    /// Makes a word of its letters and its place.
    pub fn new(letters: &[Letter], run: Run) -> Self {
        Self::of_text(crate::words::text(letters), run)
    }

    /// Makes a word of its text and its place.
    pub fn of_text(text: String, run: Run) -> Self {
        let direction = run.direction.to_string();
        Self { text, row: run.start.row, column: run.start.col, direction }
    }
}

#[pymethods]
impl Word {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Word {} {} from row {}, column {}>", self.text, self.direction, self.row, self.column)
    }
}
