//! Numberlink with blocks to place: `Q` and `A` files of the Algorithm Design Contest.

mod check;
mod encode;
mod explain;
mod make;
mod read;
mod solve;

use crate::cli::contract::{Kind, Likeness, SizeFlag, Takes, WordSource};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::publish::puzzle::{self, Puzzle, convert};
use read::YearArg;
use std::path::PathBuf;

/// The kind.
#[derive(Debug)]
pub struct Numberlink;

/// A problem that cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[error("{}: a problem alone has no picture; name its answer after it, as in `Q.txt A.txt`", path.display())]
struct NoAnswerToDraw {
    path: PathBuf,
}

impl Kind for Numberlink {
    const NAME: &'static str = "numberlink";
    const PUBLISHED: puzzle::Kind = puzzle::Kind::Numberlink;
    const ABOUT: &'static str =
        "Blocks with numbers to place and wire: a Q file of the Algorithm Design Contest";
    const UNNAMED: &'static str = "stdin.txt";
    const TAKES: Takes =
        Takes { words: WordSource::Nowhere, size: SizeFlag::Refused, fill: false, against: false };
    const SMALLER: &'static str = "a smaller --rect helps";
    const HAS_ANSWER_FILE: bool = true;

    fn likeness(input: &Input) -> Likeness {
        match input.readable() {
            Some(text) if read::recognises(text) => Likeness::Certain,
            _ => Likeness::No,
        }
    }

    /// Only problems: an answer is drawn together with its problem.
    fn is_drawable(text: &str) -> bool {
        read::is_problem(text)
    }

    /// Reads a problem and its answer. The format of 2019 includes the later one: block fields without a number may also
    /// be `0`. They are taken from the problem, lest the board be cropped as if they were empty.
    fn document(inputs: &[Input]) -> Result<Puzzle, Failure> {
        let [problem, answer, ..] = inputs else {
            return Err(NoAnswerToDraw { path: inputs[0].path().to_owned() }.into());
        };
        let problem = read::read_problem(problem)?;
        let answer = read::read_answer(answer, &problem, YearArg::Y2019.into())?;
        Ok(convert::numberlink(&problem, &answer.cropped()))
    }
}
