//! Arrowwords: clues-in-squares crosswords in `.cwg` files.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;

pub use check::CeilingJson;
pub use read::read;

use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::{self, Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::publish::puzzle::{self, Puzzle, convert};

/// The kind.
#[derive(Debug)]
pub struct Arrowword;

impl Kind for Arrowword {
    const NAME: &'static str = "arrowword";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Arrowword;
    const ABOUT: &'static str = "Clues-in-squares crossword: a .cwg grid";
    const UNNAMED: &'static str = "stdin.cwg";
    const TAKES: Takes =
        Takes { words: WordSource::Lists, size: SizeFlag::Refused, clues: true, against: true };
    const SMALLER: &'static str = "--at-most-words takes fewer words";

    type SolveFlags = solve::Flags;
    type CheckFlags = NoFlags;
    type EncodeFlags = encode::Flags;
    type ExplainFlags = explain::Flags;
    type MakeFlags = make::Flags;

    fn likeness(input: &Input) -> Likeness {
        match input.path().extension().is_some_and(|ending| ending == "cwg") {
            true => Likeness::Named,
            false => Likeness::Fallback,
        }
    }

    /// A grid is recognised only by the name of its file.
    fn is_drawable(_: &str) -> bool {
        false
    }

    fn missing_input(_: &solve::Flags) -> Option<&'static str> {
        Some("")
    }

    fn solve<'a>(
        request: contract::solve::Request<'a>,
        flags: solve::Flags,
    ) -> Result<Vec<Box<dyn contract::solve::Task + 'a>>, Failure> {
        solve::tasks(request, &flags)
    }

    fn check<'a>(
        request: &'a contract::check::Request<'a>,
        _: NoFlags,
    ) -> Result<contract::check::Bench<'a>, Failure> {
        check::bench(request)
    }

    fn encode(
        request: &contract::encode::Request,
        flags: encode::Flags,
    ) -> Result<contract::encode::Encoded, Failure> {
        encode::encode(request, &flags)
    }

    fn decoder(
        request: &contract::encode::Request,
        flags: encode::Flags,
    ) -> Result<Box<dyn contract::encode::Decoder>, Failure> {
        encode::decoder(request, &flags)
    }

    fn explain(
        request: &contract::explain::Request,
        flags: explain::Flags,
    ) -> Result<contract::explain::Found, Failure> {
        explain::explained(request, &flags)
    }

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        let input = &inputs[0];
        convert::arrowword(&read(input)?).map_err(|error| input.at(error).into())
    }

    fn make<'a>(
        request: &contract::make::Request<'a>,
        flags: make::Flags,
    ) -> Result<contract::make::Making<'a>, Failure> {
        make::make(request, &flags)
    }
}
