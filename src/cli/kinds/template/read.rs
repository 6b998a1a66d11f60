//! Reading for template crosswords; a size in place of a file means a template without blocks.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::template::format;
use cwsat::encodings::template::puzzle::{LONGEST_SIDE, Template};

/// Why there is no template to fill.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    #[error(
        "`{size}` is neither a file nor a usable size; a size is rows x columns, each from 1 to {LONGEST_SIDE}, as in \
         `6x6`"
    )]
    Size { size: String },
}

/// Reads a template, or a size.
pub fn read_template(input: &Input) -> Result<Template, Failure> {
    if let Some(size) = input.size() {
        let (rows, cols) =
            format::read_size(size).ok_or_else(|| TemplateError::Size { size: size.to_owned() })?;
        return Ok(Template::open(rows, cols));
    }
    input.refuse_foreign()?;
    format::read(input.text()?).map_err(|error| input.at(error).into())
}
