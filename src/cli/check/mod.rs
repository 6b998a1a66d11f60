//! `cwsat check`: an answer judged by the rules, which know no encoding.
//!
//! What all kinds of puzzles have in common is here; each kind has a file with its own flags and its `run`.

mod arrowword;
mod crisscross;
mod digram;
mod numberlink;
mod report;
mod template;

use super::kind::Kind;
use super::{Exit, Failure};
use std::path::PathBuf;

/// Check puzzles by the rules and rate them
///
/// The kind of puzzle is seen from the input, or told by --as. A layout that is not filled yet can be checked
/// too: without --words, unfilled fields break no rule. With --words every word has to be filled and come
/// from the lists; only then the bonus is judged.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    numberlink: Option<numberlink::Flags>,
}

/// What all kinds of puzzles have in common.
#[derive(Debug, clap::Args)]
struct Common {
    /// The puzzles, files; `-` reads standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// The kind of puzzle; without it, what the input looks like
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,

    /// Word list that the words must come from; may be given several times; `embedded` names the embedded
    /// list: German, for digram grids English
    #[arg(long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// The empty puzzle whose size, blocked fields, letters and questions must have been kept
    #[arg(long, value_name = "EMPTY")]
    against: Option<PathBuf>,

    /// Write one JSON object a puzzle, each in a line of its own
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Example:
  cwsat check test_cases/3x3_rated.cwg

Exit codes:
  0  every puzzle is valid
  1  a rule is broken
  2  a puzzle, the empty grid or a word list cannot be read";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let kind = Kind::of_all(self.common.kind, &self.common.inputs)?;
        Kind::refuse_flags(kind, &[(Kind::Numberlink, self.numberlink.is_some())])?;
        match kind {
            Kind::Digram | Kind::Crisscross | Kind::Numberlink if self.common.against.is_some() => {
                Err(Failure::NothingAgainst { kind })
            }
            Kind::Numberlink if !self.common.words.is_empty() => Err(Failure::NoWords { kind }),
            Kind::Arrowword => arrowword::run(&self.common),
            Kind::Crisscross => crisscross::run(&self.common),
            Kind::Digram => digram::run(&self.common),
            Kind::Numberlink => numberlink::run(&self.common, &self.numberlink.unwrap_or_default()),
            Kind::Template => template::run(&self.common),
        }
    }
}
