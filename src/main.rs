//! The program: parse the arguments, run the command, turn an error into an exit code.

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::logging::init();
    match cli::Cli::parse().run() {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report().into(),
    }
}
