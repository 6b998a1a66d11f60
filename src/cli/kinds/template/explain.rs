//! `cwsat explain` for template crosswords: see [`crossword::explain`].

use super::FORM;
use crate::cli::contract::explain::{Explains, Found, Request, Wishes};
use crate::cli::crossword;
use crate::cli::exit::Failure;

impl Explains for super::Template {
    type Flags = Wishes;

    fn explained(request: &Request, flags: &Wishes) -> Result<Found, Failure> {
        crossword::explain::explained(&FORM, request, flags)
    }
}
