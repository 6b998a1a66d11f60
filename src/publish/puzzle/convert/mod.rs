//! From a puzzle of each kind to the document, and back where the document holds all of it; one file per kind.

mod arrowword;
mod barred;
mod crisscross;
mod crossword;
mod digram;
mod numberlink;
mod template;

pub use arrowword::{NoDocument, arrowword, to_arrowword};
pub(super) use barred::text as barred_text;
pub use barred::{barred, to_barred};
pub(super) use crisscross::text as crisscross_text;
pub use crisscross::{crisscross, to_crisscross};
pub use crossword::{crossword, to_crossword};
pub(super) use digram::text as digram_text;
pub use digram::{digram, to_digram};
pub use numberlink::numberlink;
pub(super) use template::text as template_text;
pub use template::{template, to_template};

use super::{Entry, Field};
use crate::encodings::arrowword::puzzle::Blocked;
use crate::encodings::grid::Run;
use crate::encodings::lexicon::Sign;

/// The blocked field of the kinds that have only one sort of it.
const BLOCKED: Field = Field::Blocked(Blocked::Space);

/// Returns the field of a letter that the solver has to find.
fn hidden(letter: impl Into<Sign>) -> Field {
    Field::Letter { letter: letter.into(), given: false }
}

/// Returns an entry without a question field.
fn entry(run: Run, clue: Option<String>) -> Entry {
    let clues = clue.into_iter().filter(|text| !text.trim().is_empty()).map(super::Clue::new).collect();
    Entry { run, question: None, spelling: None, clues, own: false }
}

/// Returns a clue as the texts hold it, in one line.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
