//! `cwsat make`: problems made by chance, for examples and benchmarks.

use crate::cli::contract::Verb;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Output;
use crate::cli::registry::{KindFlags, Known, OfVerb};
use std::io::Write;
use std::path::PathBuf;

/// Make a problem by chance
///
/// Only for kinds that need no words. Blocks are laid and wired at random, so the problem has an answer, but
/// the best one is not known.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The kind of puzzle
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser(), default_value = Known::MADE)]
    kind: Known,
    /// Where to write the problem; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    flags: KindFlags<Make>,
}

/// The flags of kinds for this command.
#[derive(Clone, Debug)]
pub struct Make;

impl OfVerb for Make {
    const VERB: Verb = Verb::Make;
}

/// A kind of which nothing is made by chance.
#[derive(Debug, thiserror::Error)]
#[error("puzzles of the kind {kind} are not made by chance; only {} problems are", Known::MADE)]
struct NotMadeByChance {
    kind: Known,
}

const EXAMPLE: &str = "\
Example:
  cwsat make --as numberlink --blocks 8 --nets 7 --size 10x10 --seed 1 -o Q.txt

Exit codes:
  0  the problem was written
  2  there is no such problem, or the place to write to cannot be used";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let output = self.output.as_deref().map(Output::new).transpose()?;
        let made = self.kind.kind().make(self.flags.of(self.kind)?);
        let text = made.ok_or(NotMadeByChance { kind: self.kind })??;
        match &output {
            Some(output) => output.write(&text)?,
            None => std::io::stdout().lock().write_all(text.as_bytes())?,
        }
        Ok(Exit::Ok)
    }
}
