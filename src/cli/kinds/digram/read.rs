//! Reading for digram grids: sizes, and finished grids.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::digram::format;
use cwsat::encodings::digram::puzzle::{Cells, Size};
use std::io;
use std::path::PathBuf;

/// Why there is no size to make a grid of.
#[derive(Debug, thiserror::Error)]
pub enum SizeError {
    #[error(
        "{}: this is a finished grid, and only a size can be solved, as in `--size 4x5`; `cwsat check` checks a \
         finished grid",
        path.display()
    )]
    FinishedGrid { path: PathBuf },

    #[error(
        "{}: this is a file, but a digram grid is made from a size, as in `--size 4x5`; a word list is given with \
         --words",
        path.display()
    )]
    FileForSize { path: PathBuf },

    #[error("--interactive asks questions, which needs a terminal; give --size, --words and --count instead")]
    NoTerminal,

    #[error("--interactive asks for the {what}; do not give one, or omit --interactive")]
    Asked { what: &'static str },

    #[error("the answer to a question cannot be read: {0}")]
    Question(io::Error),
}

/// Reads a size; a file in its place has errors of its own.
pub fn read_size(input: &Input) -> Result<Size, Failure> {
    match input.size() {
        Some(size) => Ok(size.parse()?),
        None => {
            let path = input.path().to_owned();
            Err(match is_grid(input.text()?) {
                true => SizeError::FinishedGrid { path }.into(),
                false => SizeError::FileForSize { path }.into(),
            })
        }
    }
}

/// Reads a finished grid.
pub fn read_grid(input: &Input) -> Result<Cells, Failure> {
    format::read(input.text()?).map_err(|faults| {
        let fault = faults.into_iter().next().unwrap_or(format::Fault::Empty);
        input.at(fault).into()
    })
}

/// Returns whether every row consists of digrams and blanks, and each grid has some of both.
pub fn is_grid(text: &str) -> bool {
    format::read_all(text).iter().all(|grid| {
        let cells = || grid.iter().flat_map(|cells| cells.iter());
        cells().any(|(_, cell)| cell.is_some()) && cells().any(|(_, cell)| cell.is_none())
    })
}
