//! `cwsat explain` for template crosswords: see [`crossword::explain`].

use super::FORM;
use crate::cli::contract::explain::{Explains, Found, Request};
use crate::cli::contract::flags::NoFlags;
use crate::cli::crossword;
use crate::cli::exit::Failure;

impl Explains for super::Template {
    type Flags = NoFlags;

    fn explained(request: &Request, _: &NoFlags) -> Result<Found, Failure> {
        crossword::explain::explained(&FORM, request)
    }
}
