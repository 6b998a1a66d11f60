//! The interface between `cwsat make` and the kinds.
//!
//! Making a puzzle from nothing is solving an empty one, so the work is a task of `cwsat solve`, and a kind only says
//! what the empty puzzle is.

use super::solve::{Options, Task, Unsolved};
use crate::cli::exit::Failure;
use crate::cli::reporter::Reporter;
use cwsat::encodings::grid::sides;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::{Language, MAX_SIDE};
use cwsat::solver::Budget;
use std::num::NonZeroUsize;

/// What `cwsat make` needs from a kind.
pub trait Makes {
    /// The kind's own flags.
    type Flags: clap::Args;

    /// Prepares a puzzle from nothing but a size (or a list of words), and reports everything that can be refused
    /// before a search starts.
    fn make<'a>(request: &Request<'a>, flags: &Self::Flags) -> Result<Making<'a>, Failure>;
}

/// What to make.
pub struct Request<'a> {
    /// The argument after the kind: a size, or the name of a list of words.
    pub what: Option<&'a str>,
    /// `--size`.
    pub size: Option<&'a str>,
    /// How many puzzles to make.
    pub count: NonZeroUsize,
    /// The flags of all kinds.
    pub options: &'a Options,
    /// The sources of `--clues`.
    pub sources: &'a [Source],
    /// Where messages go.
    pub reporter: Reporter,
}

/// A command line from which a kind can make nothing.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    #[error("no size: give one, as in `cwsat make {example}`")]
    NoSize { example: &'static str },

    #[error("the size is given twice, after the kind and with --size; give it once")]
    SizeTwice,

    #[error(
        "`{found}` is not a size; a size is rows x columns, each from 1 to {MAX_SIDE}, as in `cwsat make {example}`"
    )]
    Size { found: String, example: &'static str },
}

impl<'a> Request<'a> {
    /// Returns the size as it was given, after the kind or with `--size`.
    pub fn size(&self) -> Result<Option<&'a str>, RequestError> {
        match (self.what, self.size) {
            (Some(_), Some(_)) => Err(RequestError::SizeTwice),
            (what, size) => Ok(what.or(size)),
        }
    }

    /// Returns the size, which must be given; `example` is what could be written after `cwsat make`.
    pub fn needed_size(&self, example: &'static str) -> Result<&'a str, RequestError> {
        self.size()?.ok_or(RequestError::NoSize { example })
    }

    /// Returns the size as rows and columns.
    pub fn sides(&self, example: &'static str) -> Result<(usize, usize), RequestError> {
        let size = self.needed_size(example)?;
        sides(size, MAX_SIDE).ok_or_else(|| RequestError::Size { found: size.to_owned(), example })
    }
}

/// How a puzzle is made.
pub struct Making<'a> {
    /// The search; each of its seeds makes another puzzle.
    pub task: Box<dyn Task + 'a>,
    /// Where the puzzle as text comes from; `None` if the puzzle is the answer of the search.
    pub problem: Option<Problem<'a>>,
    /// The rows and columns of the puzzle, if they are known before the search.
    pub extent: Option<(usize, usize)>,
    /// Whether there is an island for a picture.
    pub has_island: bool,
    /// The language of the words; `None` if only `--language` can tell.
    pub language: Option<Language>,
}

/// Where the text of a puzzle comes from that is not the answer of the search.
pub enum Problem<'a> {
    /// A function that writes the puzzle of a seed, unless the budget ends before it is made. That takes no search.
    Random(RandomProblem<'a>),
    /// The search makes it, together with the answer: [`Solved::problem`](super::solve::Solved::problem).
    Searched,
}

/// See [`Problem::Random`].
pub type RandomProblem<'a> = Box<dyn Fn(u64, &Budget) -> Result<String, Unsolved<'static>> + Sync + 'a>;

impl<'a> Making<'a> {
    /// Makes what this task finds.
    pub fn of(task: Box<dyn Task + 'a>) -> Self {
        Self { task, problem: None, extent: None, has_island: false, language: None }
    }
}
