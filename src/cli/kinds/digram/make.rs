//! `cwsat make` for digram grids: a size is all that `cwsat solve` takes, too.

use super::solve;
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::publish::puzzle::Language;

impl Makes for super::Digram {
    type Flags = NoFlags;

    fn make<'a>(request: &Request<'a>, _: &NoFlags) -> Result<Making<'a>, Failure> {
        let input = Input::size_of_flag(request.needed_size("digram 5x5")?);
        let task = solve::making(&input, request.count, request.options, request.reporter)?;
        Ok(Making { language: Some(Language::english()), ..Making::of(task) })
    }
}
