//! `cwsat make`: random problems, for examples and benchmarks.

use crate::cli::contract::Verb;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{Output, write_or_print};
use crate::cli::registry::{KindFlags, Known, OfVerb};
use std::path::PathBuf;

/// Make a random problem
///
/// Only Numberlink problems can be made. Blocks are laid and wired at random, so the problem has an answer, but the
/// best one is not known.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Make a problem of this kind.
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser(), default_value = Known::MADE)]
    kind: Known,
    /// Write the problem to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    flags: KindFlags<Make>,
}

/// The kinds' own flags for this command.
#[derive(Clone, Debug)]
pub struct Make;

impl OfVerb for Make {
    const VERB: Verb = Verb::Make;
}

/// A kind without random problems.
#[derive(Debug, thiserror::Error)]
#[error("there are no random puzzles of the kind {kind}, only {} problems", Known::MADE)]
struct NotMadeByChance {
    kind: Known,
}

const EXAMPLE: &str = "\
Example:
  cwsat make --as numberlink --blocks 8 --nets 7 --size 10x10 --seed 1 -o Q.txt

Exit codes:
  0  the problem was written
  2  no such problem can be made, or the place to write to cannot be used";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let output = self.output.as_deref().map(Output::new).transpose()?;
        let made = self.kind.kind().make(self.flags.of(self.kind)?);
        let text = made.ok_or(NotMadeByChance { kind: self.kind })??;
        write_or_print(output.as_ref(), text.as_bytes())?;
        Ok(Exit::Ok)
    }
}
