//! The program: parse the arguments, run the command, turn an error into an exit code.

use clap::Parser;
use cwsat::cli::words;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cwsat", version)]
enum Cli {
    Words(words::WordsArgs),
}

fn main() -> ExitCode {
    let Cli::Words(args) = Cli::parse();
    words::run(&args).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}
