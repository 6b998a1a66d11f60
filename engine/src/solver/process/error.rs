//! What can go wrong with a solver that runs as a process.

use crate::encodings::cnf::{Lit, model::ModelError};
use std::io;
use std::process::ExitStatus;
use thiserror::Error;

/// Why a process gave no answer; each message continues the words "the solver `NAME`".
#[derive(Debug, Error)]
pub enum ProcessError {
    /// There is no such program, or it must not be run.
    #[error("cannot be started: {0}; is it installed, and is its name right?")]
    Start(io::Error),
    /// The formula could not be written.
    #[error(
        "was not started: its formula cannot be written to the folder for temporary files: {0}; is there \
         room? (TMPDIR chooses another)"
    )]
    Formula(io::Error),
    /// Its state or its output cannot be read.
    #[error("was stopped: its output cannot be read: {0}")]
    Watch(io::Error),
    /// It wrote more than any result needs.
    #[error("was stopped: it wrote more than {0} MB, which no result needs; tell it to be quiet")]
    TooMuch(u64),
    /// A signal ended it.
    #[error("crashed ({status}) before it had an answer{said}")]
    Crashed {
        /// How it ended.
        status: ExitStatus,
        /// The last line it wrote to standard error.
        said: Said,
    },
    /// It ended without a result.
    #[error("ended ({status}) without a result{said}")]
    Silent {
        /// How it ended.
        status: ExitStatus,
        /// The last line it wrote to standard error.
        said: Said,
    },
    /// A counter ended without a count.
    #[error("ended ({status}) without a count{said}")]
    NoCount {
        /// How it ended.
        status: ExitStatus,
        /// The last line it wrote to standard error.
        said: Said,
    },
    /// Its output is not a result.
    #[error("gave a result that cannot be read: {source}{said}")]
    Output {
        /// What is wrong with it.
        source: ModelError,
        /// The last line it wrote to standard error.
        said: Said,
    },
    /// Its model is wrong.
    #[error("gave a wrong model: the clause `{}` is false in it{}", clause_text(.clause), missing_text(.missing))]
    WrongModel {
        /// A clause that the model violates.
        clause: Vec<Lit>,
        /// The number of variables without a value in it.
        missing: usize,
    },
}

/// The last line that a process wrote to standard error; its text is empty if there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said(pub String);

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "; it said: {}", self.0) }
    }
}

fn clause_text(clause: &[Lit]) -> String {
    const SHOWN: usize = 8;
    let mut words: Vec<String> = clause.iter().take(SHOWN).map(ToString::to_string).collect();
    if clause.len() > SHOWN {
        words.push("…".into());
    }
    words.push("0".into());
    words.join(" ")
}

fn missing_text(missing: &usize) -> String {
    match missing {
        0 => String::new(),
        n => format!(" ({n} variables have no value: was the model cut off?)"),
    }
}
