//! How every benchmark ends: silently, or with the reason why it could not go on.

use std::process::ExitCode;

/// The exit code of a benchmark; an error is printed.
pub fn ending(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
