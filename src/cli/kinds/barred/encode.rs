//! The formula of a barred crossword's fill, and the way back: see [`crossword::encode`].

use super::FORM;
use crate::cli::contract::encode::{Decoder, Encoded, Encodes, Request};
use crate::cli::contract::flags::NoFlags;
use crate::cli::crossword;
use crate::cli::exit::Failure;

impl Encodes for super::Barred {
    type Flags = NoFlags;

    fn encode(request: &Request, _: &NoFlags) -> Result<Encoded, Failure> {
        crossword::encode::encode(&FORM, request)
    }

    fn decoder(request: &Request, _: &NoFlags) -> Result<Box<dyn Decoder>, Failure> {
        crossword::encode::decoder(&FORM, request)
    }
}
