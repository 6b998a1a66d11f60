//! Reading a puzzle as it is published, from whatever it stands in: its own JSON, or a solved puzzle of each kind.

use super::kind::Kind;
use super::{Failure, files};
use cwsat::encodings::crisscross;
use cwsat::encodings::digram::format as digram;
use cwsat::publish::puzzle::{Puzzle, convert, json};
use std::path::Path;

/// Reads a document, or a solved puzzle of this kind or the one that it looks like.
pub fn read(path: &Path, told: Option<Kind>) -> Result<Puzzle, Failure> {
    let text = files::read_text(path)?;
    if is_json(&text) {
        return json::read(&text).map_err(|source| Failure::Json { path: path.to_owned(), source });
    }
    let kind = Kind::of(told, path);
    match kind {
        Kind::Arrowword => convert::arrowword(&files::read_puzzle(path)?)
            .map_err(|source| Failure::NoDocument { path: path.to_owned(), source }),
        Kind::Template => Ok(convert::template(&files::read_template(path)?, |_| None)),
        Kind::Crisscross => crisscross::format::read(&text)
            .map(|read| convert::crisscross(&read.layout))
            .map_err(|source| Failure::CrissCross { path: path.to_owned(), source }),
        Kind::Digram => match digram::read_all(&text).into_iter().next() {
            Some(Ok(cells)) => Ok(convert::digram(&cells)),
            Some(Err(faults)) => {
                let problem = faults.first().map(ToString::to_string).unwrap_or_default();
                Err(Failure::Undecodable { path: path.to_owned(), problem })
            }
            None => Err(Failure::Wordless { path: path.to_owned() }),
        },
        Kind::Numberlink => Err(Failure::Wordless { path: path.to_owned() }),
    }
}

/// Whether a text is meant to be JSON.
fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// Whether this file holds a document, so that a command may write the same puzzle over it.
pub fn is_document(path: &Path) -> bool {
    files::read_text(path).is_ok_and(|text| is_json(&text))
}
