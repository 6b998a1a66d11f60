//! Template crosswords: ordinary crosswords of black and white fields.

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
use cwsat::encodings::grid::Run;
use cwsat::encodings::template::{format, solution};
use cwsat::publish::puzzle::{self, Puzzle, convert};
use std::collections::BTreeMap;

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
    const TAKES: Takes =
        Takes { words: WordSource::Lists, size: SizeFlag::Input, clues: true, against: true };
    const SMALLER: &'static str = "a list of fewer words (--words) helps";

    type SolveFlags = NoFlags;
    type CheckFlags = NoFlags;
    type EncodeFlags = NoFlags;
    type ExplainFlags = NoFlags;
    type MakeFlags = make::Flags;

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

    fn missing_input(_: &NoFlags) -> Option<&'static str> {
        Some(
            "no template to fill: name a file, or give a size, as in `--size 6x6`, for one without blocks; \
             `cwsat make crossword 13x13` makes one with blocks and fills it",
        )
    }

    fn solve<'a>(
        request: contract::solve::Request<'a>,
        _: NoFlags,
    ) -> Result<Vec<Box<dyn contract::solve::Task + 'a>>, Failure> {
        solve::tasks(request)
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

    /// Reads a filled template and the clues that `cwsat solve` writes below it.
    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        let template = read::read_template(&inputs[0])?;
        let numbering = template.numbering();
        let number: BTreeMap<Run, usize> = numbering.iter().map(|n| (n.run, n.number)).collect();
        let mut clues: BTreeMap<_, String> = solution::read_clues(inputs[0].text()?)
            .into_iter()
            .map(|(direction, number, clue)| ((direction, number), clue))
            .collect();
        Ok(convert::template(&template, |run| clues.remove(&(run.direction, *number.get(&run)?))))
    }

    fn make<'a>(
        request: &contract::make::Request<'a>,
        flags: make::Flags,
    ) -> Result<contract::make::Making<'a>, Failure> {
        make::make(request, &flags)
    }
}
