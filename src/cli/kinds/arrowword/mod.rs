//! Arrowwords: clues-in-squares crosswords in `.cwg` files.

mod check;
mod encode;
mod explain;
mod extend;
mod make;
mod need;
mod partial;
mod read;
mod solve;

pub use check::CeilingJson;
pub use read::read;

use crate::cli::contract::{Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::publish::puzzle::{self, Puzzle, convert};

/// The kind.
#[derive(Debug)]
pub struct Arrowword;

impl Kind for Arrowword {
    const NAME: &'static str = "arrowword";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Arrowword;
    const EXTENSION: Option<&'static str> = Some("cwg");
    const ABOUT: &'static str = "Clues-in-squares crossword: a .cwg grid";
    const UNNAMED: &'static str = "stdin.cwg";
    const TAKES: Takes =
        Takes { words: WordSource::Lists, size: SizeFlag::Refused, fill: true, against: true };
    const SMALLER: &'static str = "--at-most-words takes fewer words";

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

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        let input = &inputs[0];
        convert::arrowword(&read(input)?).map_err(|error| input.at(error).into())
    }
}

/// Says how many runs of letters nobody asks for; nothing if there are none.
fn unasked_sentence(runs: usize) -> String {
    match runs {
        0 => String::new(),
        1 => ", 1 run of letters that is no word".to_owned(),
        n => format!(", {n} runs of letters that are no words"),
    }
}
