//! Digram grids: word grids with two letters or a blank in each cell.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;
mod words;

use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::{self, Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::publish::puzzle::{self, Puzzle, convert};

/// The kind.
#[derive(Debug)]
pub struct Digram;

impl Kind for Digram {
    const NAME: &'static str = "digram";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Digram;
    const ABOUT: &'static str =
        "Word grid with two letters or a blank in each cell: a size, or a finished grid";
    const UNNAMED: &'static str = "stdin.txt";
    const TAKES: Takes =
        Takes { words: WordSource::Lists, size: SizeFlag::Input, clues: false, against: false };
    const SMALLER: &'static str = "a list of fewer words (--words) helps";

    type SolveFlags = solve::Flags;
    type CheckFlags = NoFlags;
    type EncodeFlags = NoFlags;
    type ExplainFlags = NoFlags;
    type MakeFlags = NoFlags;

    fn likeness(input: &Input) -> Likeness {
        if input.path().extension().is_some_and(|ending| ending == "puz") {
            return Likeness::Named;
        }
        match input.readable() {
            Some(text) if read::is_grid(text) => Likeness::Likely,
            _ => Likeness::No,
        }
    }

    fn is_drawable(text: &str) -> bool {
        read::is_grid(text)
    }

    fn missing_input(flags: &solve::Flags) -> Option<&'static str> {
        let missing =
            "no size for a digram grid: give one, as in `--size 4x5`, or be asked for it with --interactive";
        (!flags.asks()).then_some(missing)
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

    fn encode(request: &contract::encode::Request, _: NoFlags) -> Result<contract::encode::Encoded, Failure> {
        encode::encode(request)
    }

    fn decoder(
        request: &contract::encode::Request,
        _: NoFlags,
    ) -> Result<Box<dyn contract::encode::Decoder>, Failure> {
        encode::decoder(request)
    }

    fn explain(
        request: &contract::explain::Request,
        _: NoFlags,
    ) -> Result<contract::explain::Found, Failure> {
        explain::explained(request)
    }

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        Ok(convert::digram(&read::read_grid(&inputs[0])?))
    }

    fn make<'a>(
        request: &contract::make::Request<'a>,
        _: NoFlags,
    ) -> Result<contract::make::Making<'a>, Failure> {
        make::make(request)
    }
}
