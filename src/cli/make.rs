//! `cwsat make`: problems made by chance, for examples and benchmarks.

use super::files::Output;
use super::kind::Kind;
use super::{Exit, Failure};
use cwsat::encodings::numberlink::format_q;
use cwsat::search::numberlink::generate::{Request, generate};
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
    #[arg(long = "as", value_name = "KIND", value_enum, default_value = "numberlink")]
    kind: Kind,
    /// How many blocks
    #[arg(long, value_name = "N", default_value_t = 8)]
    blocks: usize,
    /// How many wires
    #[arg(long, value_name = "N", default_value_t = 7)]
    nets: usize,
    /// The largest board, width x height; the problem is made on it
    #[arg(long, value_name = "WxH", value_parser = super::encoding::parse_rect, default_value = "10x10")]
    size: (usize, usize),
    /// Another seed makes another problem
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// Where to write the problem; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
        if self.kind != Kind::Numberlink {
            return Err(Failure::NotMadeByChance { kind: self.kind });
        }
        let (cols, rows) = self.size;
        let request = Request { blocks: self.blocks, nets: self.nets, rows, cols, seed: self.seed };
        let (problem, _) = generate(request)?;
        let text = format_q::write(&problem);
        match &output {
            Some(output) => output.write(&text)?,
            None => std::io::stdout().lock().write_all(text.as_bytes())?,
        }
        Ok(Exit::Ok)
    }
}
