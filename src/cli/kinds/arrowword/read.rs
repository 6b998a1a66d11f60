//! Reading `.cwg` files.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::reporter;
use cwsat::encodings::arrowword::{cwg, puzzle::Puzzle};

/// Reads a `.cwg` grid and reports the reader's warnings.
pub fn read(input: &Input) -> Result<Puzzle, Failure> {
    input.refuse_foreign()?;
    let read = cwg::read(input.text()?).map_err(|error| input.at(error))?;
    for warning in &read.warnings {
        reporter::warn(&input.at(warning));
    }
    Ok(read.puzzle)
}
