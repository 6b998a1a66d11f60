//! The interface between `cwsat check` and the kinds.

use crate::cli::broken::Broken;
use crate::cli::earlier::Earlier;
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::reporter::Reporter;
use crate::cli::wishes;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// What `cwsat check` needs from a kind.
pub trait Checks {
    /// The kind's own flags.
    type Flags: clap::Args;

    /// Reads what the inputs are judged by.
    fn bench<'a>(request: &'a Request<'a>, flags: &Self::Flags) -> Result<Bench<'a>, Failure>;
}

/// What to check.
pub struct Request<'a> {
    /// The inputs that could be read, all of one kind.
    pub inputs: &'a [Input],
    /// `--words`: the lists that the words must come from.
    pub words: &'a [PathBuf],
    /// What else is asked of the words.
    pub wishes: &'a wishes::Flags,
    /// What the puzzles before them have used.
    pub earlier: &'a Earlier,
    /// `--against`: the empty puzzle.
    pub against: Option<&'a Input>,
    /// Where messages go.
    pub reporter: Reporter,
}

/// How to judge the inputs of a request.
pub struct Bench<'a> {
    /// The number of leading inputs that are not answers and are not judged.
    pub skip: usize,
    /// Judges one of the other inputs.
    pub judge: Judge<'a>,
}

/// A function that returns a verdict on each puzzle of an input.
pub type Judge<'a> = Box<dyn Fn(&Input) -> Result<Vec<Verdict>, Failure> + 'a>;

/// The verdict on one puzzle.
pub struct Verdict {
    /// What distinguishes the puzzle from others in the same input, as in `, grid 2`; empty if it is the only one.
    pub which: String,
    /// The broken rules; the puzzle is valid if there are none.
    pub violations: Vec<Broken>,
    /// The end of the line that starts with the verdict.
    pub remark: String,
    /// The lines below the broken rules.
    pub details: String,
    /// The JSON fields in addition to those of all kinds.
    pub json: Map<String, Value>,
}
