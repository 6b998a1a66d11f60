//! `cwsat make` for digram grids: it takes a size, as `cwsat solve` does.

use super::read::read_size;
use super::solve;
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::wordlists::EmbeddedList;

impl Makes for super::Digram {
    type Flags = NoFlags;

    fn make<'a>(request: &Request<'a>, _: &NoFlags) -> Result<Making<'a>, Failure> {
        let input = Input::size_of_flag(request.needed_size("digram 5x5")?);
        let size = read_size(&input)?;
        let task = solve::making(size, request.count, request.options, request.reporter)?;
        let extent = Some((size.rows(), size.cols()));
        let list = match &request.options.words[..] {
            [] => {
                let list = request.options.clued.list_language(&[])?;
                Some(list.unwrap_or(EmbeddedList::English))
            }
            [list] => EmbeddedList::named(list, EmbeddedList::English),
            _ => None,
        };
        let language = list.map(EmbeddedList::language);
        Ok(Making { extent, language, ..Making::of(task) })
    }
}
