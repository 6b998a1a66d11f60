//! The exceptions. Their texts are the sentences of the library's own errors.

use cwsat::search::{NoAnswer, OwnReason};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyPermissionError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::path::Path;

create_exception!(cwsat, Error, PyException, "The base of all exceptions of this module.");
create_exception!(
    cwsat,
    InputError,
    Error,
    "A text, a value, a word list or a model that cannot be used; says where, and what to do."
);
create_exception!(
    cwsat,
    NoSolution,
    Error,
    "There is no solution, or the search gave up without finding one; says which, and what to change."
);
create_exception!(
    cwsat,
    Stopped,
    Error,
    "The time limit ended before there was a solution; whether there is one is not known."
);
create_exception!(
    cwsat,
    SolverError,
    Error,
    "A SAT solver broke, or the answer that was found breaks a rule, which is a mistake in cwsat."
);

/// The exception for an input that cannot be used.
pub fn input(error: impl Display) -> PyErr {
    InputError::new_err(error.to_string())
}

/// The exception for a value that is none of those that an argument takes.
pub fn choice(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a file that cannot be read or written; the error names what is wrong, but not the file.
pub fn unusable(path: &Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        // With its number Python makes it a FileNotFoundError, a PermissionError or the like.
        Some(code) => PyOSError::new_err((code, error.to_string(), path.display().to_string())),
        // A temporary file in a folder that is read-only hides the number.
        None if error.kind() == std::io::ErrorKind::PermissionDenied => {
            PyPermissionError::new_err(format!("{}: {error}", path.display()))
        }
        None => input(format_args!("{}: {error}", path.display())),
    }
}

/// What a kind's own reason for having no answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// There is no answer, or the search gave up.
    NoSolution,
    /// The time limit ended.
    Stopped,
    /// The puzzle cannot be used.
    Input,
}

/// The exception for a search without an answer; `own` says what the reasons of its kind are.
pub fn no_answer<R: OwnReason>(reason: &NoAnswer<R>, own: impl FnOnce(&R) -> Own) -> PyErr {
    let text = reason.to_string();
    match reason {
        NoAnswer::None(reason) => match own(reason) {
            Own::NoSolution => NoSolution::new_err(text),
            Own::Stopped => Stopped::new_err(text),
            Own::Input => InputError::new_err(text),
        },
        NoAnswer::Stopped(_) => Stopped::new_err(text),
        NoAnswer::Broken(_) | NoAnswer::Bug(_) => SolverError::new_err(text),
    }
}

/// Adds the exceptions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("NoSolution", py.get_type::<NoSolution>())?;
    module.add("Stopped", py.get_type::<Stopped>())?;
    module.add("SolverError", py.get_type::<SolverError>())
}
