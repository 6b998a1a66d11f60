//! `cwsat make` for criss-crosses: a list of words, laid across each other.

use super::read::Size;
use super::solve;
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use std::path::Path;

/// The flags of criss-crosses: those of `cwsat solve`.
pub use solve::Flags;

/// Nothing to lay.
#[derive(Debug, thiserror::Error)]
enum NoList {
    #[error(
        "a criss-cross is made of a list of words, with lines such as `WORD` or `WORD|clue`: name a file, as in \
         `cwsat make crisscross words.txt`"
    )]
    Missing,

    #[error(
        "there is no file `{found}`; a criss-cross is made of a list of words, and the size of its board is given with \
         --size, as in `cwsat make crisscross words.txt --size {found}`"
    )]
    Size { found: String },
}

impl Makes for super::Crisscross {
    type Flags = Flags;

    fn make<'a>(request: &Request<'a>, flags: &Flags) -> Result<Making<'a>, Failure> {
        let input = Input::read(Path::new(request.what.ok_or(NoList::Missing)?))?;
        if let Some(size) = input.size() {
            return Err(NoList::Size { found: size.to_owned() }.into());
        }
        let extent = match Size::of(request.size)? {
            Size::Given(rows, cols) => Some((rows, cols)),
            Size::Auto => None,
        };
        let task = solve::task(input, request.size, flags, request.options, request.reporter)?;
        Ok(Making { extent, ..Making::of(task) })
    }
}
