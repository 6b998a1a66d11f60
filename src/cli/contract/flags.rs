//! The flags of individual kinds, between clap and the kinds.

use crate::cli::exit::Failure;
use clap::{Arg, ArgMatches, Args, Command};

/// The flags of a kind that has none of its own for a command.
#[derive(Debug, clap::Args)]
pub struct NoFlags {}

/// Returns the clap arguments of a type of flags.
pub fn args_of<F: Args>() -> Vec<Arg> {
    F::augment_args(Command::new("")).get_arguments().cloned().collect()
}

/// Reads the flags of a type from a command line that may also hold those of other kinds.
pub fn parse<F: Args>(matches: &ArgMatches) -> Result<F, Failure> {
    Ok(F::from_arg_matches(matches)?)
}
