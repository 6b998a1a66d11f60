//! The command line: one file a subcommand, which holds its arguments and its `run`, and one folder a kind of puzzle.
//!
//! ```text
//! commands   what a person asks for; know no kind
//!    |
//! registry   which kinds there are, and which one an input is
//!    |
//! kinds      arrowword, crisscross, digram, numberlink, template; know no command
//!    |
//! contract   what a command and a kind tell each other
//!    |
//! input, output, reporter, exit, wordlists, clued, …   what all of them use
//! ```
//!
//! A command returns how it ended ([`Exit`]) or why it could not do its work ([`Failure`]); it never ends the
//! process itself. Results go to standard output, everything else to standard error, through `reporter` alone.

mod clued;
mod commands;
mod contract;
mod document;
mod encoding;
mod exit;
mod input;
mod interrupt;
mod kinds;
pub mod logging;
mod output;
mod picture;
mod proof;
mod registry;
mod reporter;
mod solver;
mod wordlists;

use clap::{Parser, Subcommand};
use commands::{
    bound, check, clue, decode, encode, explain, export, import, make, render, sat, solve, submit, words,
};
pub use exit::{Exit, Failure};

/// Solve, check and rate grid puzzles with a SAT solver.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What `--help` says on exit codes; every command repeats it.
const EXIT_CODES: &str = "\
Exit codes:
  0  done, and everything is as it should be
  1  a rule is broken, or there is no solution
  2  the input or the command line cannot be used
  3  stopped without a complete answer";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Clue(clue::Args),
    Bound(bound::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Explain(explain::Args),
    Words(words::Args),
    Make(make::Args),
    Render(render::Args),
    Export(export::Args),
    Import(import::Args),
    Submit(submit::Args),
    Sat(sat::Args),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> Result<Exit, Failure> {
        interrupt::catch()?;
        match self.command {
            Command::Solve(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Clue(args) => args.run(),
            Command::Bound(args) => args.run(),
            Command::Encode(args) => args.run(),
            Command::Decode(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Words(args) => args.run(),
            Command::Make(args) => args.run(),
            Command::Render(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Import(args) => args.run(),
            Command::Submit(args) => args.run(),
            Command::Sat(args) => args.run(),
        }
    }
}
