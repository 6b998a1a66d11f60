//! The flags that kinds have of their own, between clap and the kinds.

use crate::cli::exit::Failure;
use clap::{Arg, ArgMatches, Args, Command};

/// The type of flags of a kind that has none for a command.
#[derive(Debug, clap::Args)]
pub struct NoFlags {}

/// The arguments of a type of flags.
pub fn args_of<F: Args>() -> Vec<Arg> {
    F::augment_args(Command::new("")).get_arguments().cloned().collect()
}

/// The flags of a type, from a command line that may hold those of other kinds as well.
pub fn parse<F: Args>(matches: &ArgMatches) -> Result<F, Failure> {
    Ok(F::from_arg_matches(matches)?)
}
