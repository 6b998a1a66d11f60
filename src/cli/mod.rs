//! The command line: one file per subcommand, with its arguments and its `run`, and one folder per kind of puzzle.
//!
//! ```text
//! commands   the subcommands; independent of the kinds
//!    |
//! registry   lists the kinds and recognises the kind of an input
//!    |
//! kinds      arrowword, barred, crisscross, digram, numberlink, template; independent of the commands
//!    |
//! contract   the interface between commands and kinds
//!    |
//! input, output, reporter, exit, wordlists, clued, …   shared by all of them
//! ```
//!
//! A command returns how it ended ([`Exit`]), or why it could not do its work ([`Failure`]); it never ends the process
//! itself. Results go to standard output; everything else goes to standard error, through `reporter` alone.

mod answer;
mod broken;
mod budget;
mod changes;
mod choice;
mod clued;
mod commands;
mod contract;
mod crossword;
mod cubes;
mod document;
mod drawing;
mod earlier;
mod encoding;
mod equations;
mod exchange;
mod exit;
mod family;
mod folder;
mod input;
mod interrupt;
mod keyword;
mod kinds;
pub mod logging;
mod output;
mod own;
mod picture;
mod proof;
mod puzzle;
mod register;
mod registry;
mod reporter;
mod rest;
mod revision;
mod seed;
mod series;
mod solver;
mod together;
mod used;
mod vocabulary;
mod waiting;
mod wishes;
mod wordlists;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
#[cfg(feature = "edit")]
use commands::edit;
use commands::{
    bound, check, clue, count, decode, encode, explain, export, import, make, render, sat, solve, submit,
    words,
};
pub use exit::{Exit, Failure};

/// Solve grid puzzles with a SAT solver; check, rate and publish them.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cwsat make arrowword 15x15 -o puzzle.pdf
  cwsat solve test_cases/15x15_1.cwg -o solved.cwg
  cwsat clue solved.cwg -o puzzle.json
  cwsat render puzzle.json -o puzzle.pdf

Exit codes:
  0  done, and everything is as it should be
  1  a rule is broken, or there is no solution
  2  the input or the command line cannot be used
  3  stopped without a complete answer";

#[derive(Debug, Subcommand)]
enum Command {
    Make(make::Args),
    Solve(solve::Args),
    Check(check::Args),
    Clue(clue::Args),
    Bound(bound::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Count(count::Args),
    Explain(explain::Args),
    Words(words::Args),
    #[cfg(feature = "edit")]
    Edit(edit::Args),
    Render(render::Args),
    Export(export::Args),
    Import(import::Args),
    Submit(submit::Args),
    Sat(sat::Args),
    Proof(commands::proof::Args),
}

impl Cli {
    /// Parses the command line of this process.
    pub fn of_process() -> Result<Self, clap::Error> {
        // A negative number is the value of the option before it, which then says which numbers it takes; as an option of its
        // own it would only be unexpected.
        let taking = |arg: Arg| {
            let takes = !arg.is_positional() && arg.get_action().takes_values();
            arg.allow_negative_numbers(takes)
        };
        let mut command = Self::command().mut_subcommands(|command| command.mut_args(taking));
        let mut matches = command.try_get_matches_from_mut(std::env::args_os())?;
        Self::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    }

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
            Command::Count(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Words(args) => args.run(),
            Command::Make(args) => args.run(),
            #[cfg(feature = "edit")]
            Command::Edit(args) => args.run(),
            Command::Render(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Import(args) => args.run(),
            Command::Submit(args) => args.run(),
            Command::Sat(args) => args.run(),
            Command::Proof(args) => args.run(),
        }
    }
}
