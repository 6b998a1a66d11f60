//! The program: parses the arguments, runs the command, and turns an error into an exit code.
#![deny(unsafe_code)]

mod cli;
#[cfg(test)]
mod manual;
mod start;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    start::prepare();
    start::guarded(|| {
        cli::logging::init();
        match cli::Cli::parse().run() {
            Ok(exit) => exit.into(),
            Err(failure) => failure.report().into(),
        }
    })
}
