//! How a command ends: the exit codes, which are the same for all commands, and the error that ends one early.

use super::reporter;
use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// How a command ended, in order of severity: of several inputs, the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done, and everything is as it should be.
    Ok = 0,
    /// A rule is broken, or there is no solution.
    Broken = 1,
    /// The input or the command line cannot be used.
    BadInput = 2,
    /// Stopped without a complete answer.
    Stopped = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work: any error whose text says where and what to do.
///
/// Each kind of puzzle and each command has its own error enum; here they come together only to be reported.
#[derive(Debug)]
pub struct Failure(Box<dyn Error + Send + Sync>);

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

/// A failure that is not the fault of the input: it is known that there is no solution.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.output() {
            Some(error) => write!(f, "cannot write to standard output: {error}"),
            None => self.0.fmt(f),
        }
    }
}

impl Failure {
    /// Reports the failure and returns the exit code. It is not a failure if the output is no longer read (`| head`).
    pub fn report(&self) -> Exit {
        match self.output() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Ok,
            _ => {
                reporter::error(self);
                if self.0.is::<Impossible>() { Exit::Broken } else { Exit::BadInput }
            }
        }
    }

    /// Returns the error of standard output, if that is what failed: errors of files have types with their names.
    fn output(&self) -> Option<&io::Error> {
        self.0.downcast_ref()
    }
}
