//! The arguments of a subcommand, which are only defined when it is asked for.
//!
//! All commands together have several hundred arguments, each with its text. To define all of them took half of the instructions
//! of `cwsat --version`, so each command line defines those of its own command alone (`docs/benchmarks.md`).

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// The arguments of a subcommand.
#[derive(Debug)]
pub struct Deferred<A>(pub A);

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        A::from_arg_matches(matches).map(Self)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        A::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        A::augment_args(command).mut_args(taking)
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command).mut_args(taking)
    }
}

/// Lets an option take a negative number, which then says which numbers it takes; as an option of its own the number would
/// only be unexpected.
fn taking(arg: Arg) -> Arg {
    let takes = !arg.is_positional() && arg.get_action().takes_values();
    arg.allow_negative_numbers(takes)
}
