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
mod deferred;
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
mod places;
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

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
#[cfg(feature = "edit")]
use commands::edit;
use commands::{
    bound, check, clue, count, decode, encode, explain, export, import, make, render, sat, solve, submit,
    words,
};
use deferred::Deferred;
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
  0    done, and everything is as it should be
  1    a rule is broken, or there is no solution
  2    the input or the command line cannot be used
  3    stopped without a complete answer
  70   an error in cwsat itself; the message says where to report it
  130  ended by Ctrl-C
  134  the system has no memory left";

/// The commands; what they are about is also the first line of their arguments, with which `--help` begins.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Make a puzzle from scratch
    Make(Deferred<make::Args>),
    /// Solve empty or partly filled puzzles
    Solve(Deferred<solve::Args>),
    /// Check puzzles against the rules and rate them
    Check(Deferred<check::Args>),
    /// Give every word of a puzzle a clue
    Clue(Deferred<clue::Args>),
    /// Show the ceiling of a grid's rating and the counts that reach it
    Bound(Deferred<bound::Args>),
    /// Write a puzzle as a formula for other solvers
    Encode(Deferred<encode::Args>),
    /// Turn a solver's output back into a puzzle
    Decode(Deferred<decode::Args>),
    /// Count the solutions of a puzzle
    Count(Deferred<count::Args>),
    /// Explain why a puzzle has no solution
    Explain(Deferred<explain::Args>),
    /// Show statistics of a word list, look up words by pattern, or help to maintain a list
    Words(Deferred<words::Args>),
    /// Make a puzzle by hand, in the browser
    #[cfg(feature = "edit")]
    Edit(Deferred<edit::Args>),
    /// Draw a puzzle as a picture or as pages to print
    Render(Deferred<render::Args>),
    /// Export a puzzle to ipuz, JPZ or Across Lite
    Export(Deferred<export::Args>),
    /// Import a puzzle from ipuz or Across Lite
    Import(Deferred<import::Args>),
    /// Check the solved grids of a contest and pack them into a ZIP
    Submit(Deferred<submit::Args>),
    /// Solve a DIMACS formula with any back end
    Sat(Deferred<sat::Args>),
    /// Join the proofs of the parts of a formula
    Proof(Deferred<commands::proof::Args>),
}

impl Cli {
    /// Parses the command line of this process.
    pub fn of_process() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let mut matches = command.try_get_matches_from_mut(std::env::args_os())?;
        Self::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    }

    /// Runs the command.
    pub fn run(self) -> Result<Exit, Failure> {
        interrupt::catch()?;
        match self.command {
            Command::Solve(Deferred(args)) => args.run(),
            Command::Check(Deferred(args)) => args.run(),
            Command::Clue(Deferred(args)) => args.run(),
            Command::Bound(Deferred(args)) => args.run(),
            Command::Encode(Deferred(args)) => args.run(),
            Command::Decode(Deferred(args)) => args.run(),
            Command::Count(Deferred(args)) => args.run(),
            Command::Explain(Deferred(args)) => args.run(),
            Command::Words(Deferred(args)) => args.run(),
            Command::Make(Deferred(args)) => args.run(),
            #[cfg(feature = "edit")]
            Command::Edit(Deferred(args)) => args.run(),
            Command::Render(Deferred(args)) => args.run(),
            Command::Export(Deferred(args)) => args.run(),
            Command::Import(Deferred(args)) => args.run(),
            Command::Submit(Deferred(args)) => args.run(),
            Command::Sat(Deferred(args)) => args.run(),
            Command::Proof(Deferred(args)) => args.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_about_the_same_before_and_after_their_arguments_are_defined() {
        let listed = Cli::command();
        let mut built = Cli::command();
        built.build();
        for command in listed.get_subcommands() {
            let asked = built.find_subcommand(command.get_name()).expect("a command");
            assert_eq!(command.get_arguments().count(), 0, "{} is deferred", command.get_name());
            assert!(asked.get_arguments().count() > 1, "{} has arguments", command.get_name());
            let about = |command: &clap::Command| command.get_about().map(ToString::to_string);
            assert!(about(command).is_some() && about(command) == about(asked), "{}", command.get_name());
        }
    }
}
