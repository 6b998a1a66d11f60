//! What tests need that is not in the repository: programs, dictionaries, data. docs/testing.md lists it all.
//!
//! What is missing is told on standard error, and what needs it is not tested. Where a variable says that things of its
//! kind are required, as in `.ci/run`, that is a failure instead.
#![allow(dead_code)] // no test needs all of it

use std::io::Write;
use std::path::{Path, PathBuf};

/// A kind of things that tests need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Solvers, checkers of proofs, readers of files, a browser.
    Program,
    /// What clues are taken from.
    Dictionary,
    /// What the contests published; it is not ours to pass on.
    Data,
}

impl Need {
    /// Returns the variable that makes things of this kind required.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Program => "CWSAT_REQUIRE_SOLVERS",
            Self::Dictionary => "CWSAT_REQUIRE_DICTIONARIES",
            Self::Data => "CWSAT_REQUIRE_DATA",
        }
    }
}

/// Says what is not there and therefore not tested, or fails.
pub fn missing(need: Need, what: &str) {
    let (variable, thread) = (need.variable(), std::thread::current());
    assert!(std::env::var_os(variable).is_none(), "{what} is not there, and {variable} is set");
    let test = thread.name().unwrap_or("a test");
    // Not `eprintln!`: of a test that passes its output is kept back.
    let _ = writeln!(
        std::io::stderr(),
        "NOT TESTED: {test}: {what} is not there ({variable}=1 makes that a failure)"
    );
}

/// Returns the file of a program that is on the PATH, or is named by its path.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Returns whether a program is there; if not, that is said, or fails.
pub fn is_installed(program: &str) -> bool {
    let found = find(program).is_some();
    if !found {
        missing(Need::Program, program);
    }
    found
}

/// Returns a dictionary that is installed at this place; if there is none, that is said, or fails.
pub fn dictionary(path: &str) -> Option<PathBuf> {
    there(Need::Dictionary, PathBuf::from(path))
}

/// Returns a file or folder of the contests' data, in the folder that CWSAT_SHARED names or else in `shared` beside the checkout;
/// if it is not there, that is said, or fails.
pub fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    there(Need::Data, std::env::var_os("CWSAT_SHARED").map_or_else(beside, PathBuf::from).join(path))
}

fn there(need: Need, path: PathBuf) -> Option<PathBuf> {
    let found = path.exists();
    if !found {
        missing(need, &path.display().to_string());
    }
    found.then_some(path)
}
