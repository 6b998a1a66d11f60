//! `cwsat check` for template crosswords: see [`crossword::check`].

use super::FORM;
use crate::cli::contract::check::{Bench, Checks, Request};
use crate::cli::contract::flags::NoFlags;
use crate::cli::crossword;
use crate::cli::exit::Failure;

impl Checks for super::Template {
    type Flags = NoFlags;

    fn bench<'a>(request: &'a Request<'a>, _: &NoFlags) -> Result<Bench<'a>, Failure> {
        crossword::check::bench(&FORM, request, |_, _| {})
    }
}
