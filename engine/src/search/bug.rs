//! The last check of every search: an answer is checked by the rules of its kind before anyone gets it.
//!
//! The checkers (`rules` of each kind) know no encoding and no search. So an answer that breaks a rule is a mistake in
//! this library, and the caller gets an error instead of the answer.

use std::fmt::Display;

/// A bug in this library: a search found an answer that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the answer that was found breaks a rule, which is a mistake in cwsat; please report it, with the puzzle and the \
     command line or the call: {broken}"
)]
pub struct Bug {
    /// The first broken rule, as a sentence.
    pub broken: String,
}

impl Bug {
    /// Returns the first of these violations as an error, if there is one.
    pub(super) fn if_any<V: Display>(violations: impl IntoIterator<Item = V>) -> Result<(), Self> {
        match violations.into_iter().next() {
            None => Ok(()),
            Some(broken) => Err(Self { broken: broken.to_string() }),
        }
    }
}
