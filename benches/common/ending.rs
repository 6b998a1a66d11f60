//! How every benchmark ends: silently, or with the reason why it could not continue.

use std::process::ExitCode;

/// Returns the exit code of a benchmark, and prints an error.
pub fn ending(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
