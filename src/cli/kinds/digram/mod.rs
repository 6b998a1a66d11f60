//! Digram grids: word grids with two letters or a blank in each cell.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;
mod words;

use crate::cli::contract::{Kind, Likeness, SizeFlag, Takes, WordSource};
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
        Takes { words: WordSource::Lists, size: SizeFlag::Input, fill: false, against: false };
    const SMALLER: &'static str = "a list of fewer words (--words) helps";

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

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        Ok(convert::digram(&read::read_grid(&inputs[0])?))
    }
}
