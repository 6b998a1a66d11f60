//! Programs that were not written here and judge what this one makes. One that is missing is a line that says what was
//! skipped; where CWSAT_REQUIRE_SOLVERS is set, as in `.ci/run`, it is a failure.
#![allow(dead_code)] // no test needs all of it

use std::path::PathBuf;

/// The file of a program that is on the PATH, or is named by its path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Says that what is named here is not installed, or fails.
pub fn missing(what: &str) {
    let required = std::env::var_os("CWSAT_REQUIRE_SOLVERS").is_some();
    assert!(!required, "{what} is not installed, and CWSAT_REQUIRE_SOLVERS is set");
    println!("skipped: {what} is not installed");
}

/// Whether a program is there; if not, that is said, or fails.
pub fn is_installed(program: &str) -> bool {
    let found = find(program).is_some();
    if !found {
        missing(program);
    }
    found
}
