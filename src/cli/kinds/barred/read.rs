//! Reading for barred crosswords.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::barred::format;
use cwsat::encodings::crossword::puzzle::Template;

/// Reads a barred crossword, open or filled.
pub fn read_barred(input: &Input) -> Result<Template, Failure> {
    input.refuse_foreign()?;
    format::read(input.text()?).map_err(|error| input.at(error).into())
}
