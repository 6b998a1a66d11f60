//! Criss-crosses: the words of a list laid across each other.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;

use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::{self, Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::crisscross::{base, format};
use cwsat::publish::puzzle::{self, Puzzle, convert};

/// The kind.
#[derive(Debug)]
pub struct Crisscross;

impl Kind for Crisscross {
    const NAME: &'static str = "crisscross";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Crisscross;
    const ABOUT: &'static str =
        "Words laid across each other: a list of words, with or without questions, or a layout";
    const UNNAMED: &'static str = "stdin.txt";
    const TAKES: Takes =
        Takes { words: WordSource::Input, size: SizeFlag::Board, clues: false, against: false };
    const SMALLER: &'static str = "a smaller --size or fewer words (--place) help";

    type SolveFlags = solve::Flags;
    type CheckFlags = NoFlags;
    type EncodeFlags = encode::Flags;
    type ExplainFlags = explain::Flags;
    type MakeFlags = make::Flags;

    fn likeness(input: &Input) -> Likeness {
        match input.readable() {
            Some(text) if format::is_layout(text) || base::is_list(text) => Likeness::Possible,
            _ => Likeness::No,
        }
    }

    fn is_drawable(text: &str) -> bool {
        format::is_layout(text)
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
        Ok(convert::crisscross(&read::read_layout(&inputs[0])?.layout))
    }

    fn make<'a>(
        request: &contract::make::Request<'a>,
        flags: make::Flags,
    ) -> Result<contract::make::Making<'a>, Failure> {
        make::make(request, &flags)
    }
}
