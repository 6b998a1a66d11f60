//! Inputs: grids, templates, and sizes in their place, read with errors that say what was meant.

use super::kind::Kind;
use super::{Failure, complain, files};
use cwsat::encodings::arrowword::{cwg, puzzle::Puzzle};
use cwsat::encodings::digram::puzzle::{Size, SizeError};
use cwsat::encodings::template::{format, puzzle::Template};
use cwsat::publish::exchange::ipuz;
use std::path::Path;

/// Reads a `.cwg` file; tells the user of the reader's warnings.
pub fn read_puzzle(path: &Path) -> Result<Puzzle, Failure> {
    let text = files::read_text(path)?;
    let read = cwg::read(&text).map_err(|source| match ipuz::is_ipuz(&text) {
        true => Failure::Foreign { path: path.to_owned(), format: "an ipuz file" },
        false => Failure::Cwg { path: path.to_owned(), source },
    })?;
    for warning in &read.warnings {
        let message = format!("{}: {warning}", path.display());
        complain("warning", anstyle::AnsiColor::Yellow, &message);
    }
    Ok(read.puzzle)
}

/// Reads a template; where there is no such file, a size as `6x6` is a template without blocks.
pub fn read_template(path: &Path) -> Result<Template, Failure> {
    let size = path.to_str().filter(|_| !path.exists()).and_then(format::read_size);
    if let Some((rows, cols)) = size {
        return Ok(Template::open(rows, cols));
    }
    if let Some(size) = files::size_like(path) {
        return Err(Failure::TemplateSize { size: size.to_owned() });
    }
    format::read(&files::read_text(path)?)
        .map_err(|source| Failure::Template { path: path.to_owned(), source })
}

/// Reads the size of a digram grid; a file in its place is told from a size that is none.
pub fn read_digram_size(path: &Path) -> Result<Size, Failure> {
    path.to_string_lossy().parse().map_err(|error| match error {
        SizeError::Unreadable(_) if path.is_file() || path == Path::new("-") => {
            let path = path.to_owned();
            match Kind::of(None, &path) {
                Kind::Digram => Failure::FinishedGrid { path },
                _ => Failure::FileForSize { path },
            }
        }
        error => Failure::Size(error),
    })
}
