//! Barred crosswords: bars between fields instead of blocks.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;

use crate::cli::contract::{Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::crossword::Form;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::barred::{format, solution};
use cwsat::publish::puzzle::{self, Puzzle};

/// The kind.
#[derive(Debug)]
pub struct Barred;

impl Kind for Barred {
    const NAME: &'static str = "barred";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Barred;
    const ABOUT: &'static str =
        "Barred crossword: the line `barred`, then rows like `. .|. A` with bars between fields";
    const UNNAMED: &'static str = "stdin.txt";
    const TAKES: Takes =
        Takes { words: WordSource::Lists, size: SizeFlag::Refused, fill: true, against: true };
    const SMALLER: &'static str = "a list of fewer words (--words) helps";

    fn likeness(input: &Input) -> Likeness {
        match input.readable() {
            Some(text) if format::is_barred(text) => Likeness::Certain,
            _ => Likeness::No,
        }
    }

    fn is_drawable(text: &str) -> bool {
        format::is_barred(text)
    }

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        FORM.document(&inputs[0])
    }
}

/// What distinguishes it from other crosswords.
const FORM: Form = Form {
    published: puzzle::Kind::Barred,
    read: read::read_barred,
    write: format::write,
    solution: solution::write,
    missing_input: "no barred crossword to fill: name a file; `cwsat make barred 12x12` makes one and fills it",
};
