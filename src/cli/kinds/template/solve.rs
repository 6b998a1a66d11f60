//! `cwsat solve` for template crosswords: see [`crossword::solve`].

use super::FORM;
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::solve::{Request, Solves, Task};
use crate::cli::crossword;
use crate::cli::exit::Failure;

impl Solves for super::Template {
    type Flags = NoFlags;

    fn missing_input(_: &NoFlags) -> Option<&'static str> {
        Some(FORM.missing_input)
    }

    fn tasks<'a>(request: Request<'a>, _: &NoFlags) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
        crossword::solve::tasks(&FORM, request)
    }
}
