//! Criss-crosses: the words of a list laid across each other.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;

use crate::cli::contract::{Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::crisscross::{base, format};
use cwsat::encodings::lexicon::decode;
use cwsat::publish::puzzle::{self, Puzzle, convert};

/// The kind.
#[derive(Debug)]
pub struct Crisscross;

impl Kind for Crisscross {
    const NAME: &'static str = "crisscross";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Crisscross;
    const ABOUT: &'static str =
        "Words laid across each other: a list of words, with or without clues, or a layout";
    const UNNAMED: &'static str = "stdin.txt";
    const TAKES: Takes =
        Takes { words: WordSource::Input, size: SizeFlag::Board, fill: false, against: false };
    const SMALLER: &'static str = "a smaller --size or fewer words (--place) help";

    fn likeness(input: &Input) -> Likeness {
        let text = input.bytes().ok().and_then(|bytes| decode(bytes).ok());
        match text {
            Some((text, _)) if format::is_layout(&text) || base::is_list(&text) => Likeness::Possible,
            _ => Likeness::No,
        }
    }

    fn is_drawable(text: &str) -> bool {
        format::is_layout(text)
    }

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        Ok(convert::crisscross(&read::read_layout(&inputs[0])?.layout))
    }
}
