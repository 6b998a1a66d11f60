//! Random problems: blocks are laid and wired at random, so the problem has an answer, but the best one is not known.

use super::read::parse_rect;
use crate::cli::exit::Failure;
use cwsat::encodings::numberlink::format_q;
use cwsat::search::numberlink::generate::{Request, generate};

/// The flags of Numberlink.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Make this many blocks.
    #[arg(long, value_name = "N", default_value_t = 8)]
    blocks: usize,
    /// Make this many wires.
    #[arg(long, value_name = "N", default_value_t = 7)]
    nets: usize,
    /// Set the largest board, width x height, on which the problem is made.
    #[arg(long, value_name = "WxH", value_parser = parse_rect, default_value = "10x10")]
    size: (usize, usize),
    /// Set the seed; another seed makes another problem.
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
}

/// Makes a problem.
pub fn make(flags: &Flags) -> Result<String, Failure> {
    let (cols, rows) = flags.size;
    let request = Request { blocks: flags.blocks, nets: flags.nets, rows, cols, seed: flags.seed };
    let (problem, _) = generate(request)?;
    Ok(format_q::write(&problem))
}
