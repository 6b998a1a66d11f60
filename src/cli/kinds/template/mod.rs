//! Template crosswords: ordinary crosswords of black and white fields.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;

use crate::cli::contract::{Kind, Likeness, SizeFlag, Takes, WordSource};
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
}
