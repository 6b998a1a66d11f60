//! The program: parses the arguments, runs the command, and turns an error into an exit code.
#![deny(unsafe_code)]

mod cli;
#[cfg(test)]
mod manual;
mod start;

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    start::prepare();
    start::guarded(|| {
        cli::logging::init();
        match run() {
            Ok(exit) => exit.into(),
            Err(failure) => failure.report().into(),
        }
    })
}

fn run() -> Result<cli::Exit, cli::Failure> {
    match cli::Cli::of_process() {
        Ok(command) => command.run(),
        // Help and version are answers: that they cannot be written is a failure, which `parse` would ignore.
        Err(answer) if !answer.use_stderr() => {
            answer.print()?;
            io::stdout().flush()?;
            Ok(cli::Exit::Ok)
        }
        Err(usage) => usage.exit(),
    }
}
