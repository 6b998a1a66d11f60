//! Template crosswords: ordinary crosswords of black and white fields.

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
use cwsat::encodings::template::{format, solution};
use cwsat::publish::puzzle::{self, Puzzle};

/// The kind.
#[derive(Debug)]
pub struct Template;

impl Kind for Template {
    const NAME: &'static str = "template";
    const ALIASES: &'static [&'static str] = &["crossword"];
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Template;
    const ABOUT: &'static str =
        "Crossword with a black and white template: rows of `x` and `o`, or of `#` and `.`; or a size";
    const UNNAMED: &'static str = "stdin.txt";
    const TAKES: Takes = Takes { words: WordSource::Lists, size: SizeFlag::Input, fill: true, against: true };
    const SMALLER: &'static str = "a list of fewer words (--words) helps";

    /// Stronger than that of digram grids, as a template of `x` and `o` could be taken for digrams.
    fn likeness(input: &Input) -> Likeness {
        match input.readable() {
            Some(text) if format::is_template(text) => Likeness::Strong,
            _ => Likeness::No,
        }
    }

    fn is_drawable(text: &str) -> bool {
        format::is_template(text)
    }

    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        FORM.document(&inputs[0])
    }
}

/// What distinguishes it from other crosswords.
const FORM: Form = Form {
    published: puzzle::Kind::Template,
    read: read::read_template,
    write: format::write,
    solution: solution::write,
    missing_input: "no template to fill: name a file, or give a size, as in `--size 6x6`, for one without blocks; \
                    `cwsat make crossword 13x13` makes one with blocks and fills it",
};
