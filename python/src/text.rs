//! What all kinds need for their texts and files.

use crate::error::{input, unusable};
use cwsat::encodings::lexicon::utf8;
use cwsat::limits::Limit;
use pyo3::prelude::*;
use std::fmt::Display;
use std::path::Path;

/// Reads a file of a puzzle; its name goes before what is wrong with it.
pub fn read_file<T, E: Display>(path: &Path, read: impl FnOnce(&str) -> Result<T, E>) -> PyResult<T> {
    let bytes = Limit::PUZZLE.read_file(path).map_err(|error| unusable(path, &error))?;
    let located = |error: &dyn Display| input(format_args!("{}: {error}", path.display()));
    let text = utf8(&bytes).map_err(|error| located(&error))?;
    read(text).map_err(|error| located(&error))
}
