//! Why a search has no answer: what can happen to every search, and the reasons of each kind of puzzle.

use super::bug::Bug;
use crate::solver::Budget;
use std::error::Error;

/// Why a search has no answer. Its text is a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer<R: OwnReason> {
    /// A reason of the kind's own: mostly that there is no answer.
    #[error(transparent)]
    None(R),
    /// The SAT solver failed; its own message.
    #[error("{0}")]
    Broken(String),
    /// The answer that was found breaks a rule.
    #[error(transparent)]
    Bug(Bug),
    /// The budget ended before there was an answer.
    #[error(transparent)]
    Stopped(R::Stopped),
}

/// The reasons for having no answer that only one kind of puzzle has.
pub trait OwnReason: Error + 'static {
    /// What is known of a search that was stopped; its text names what was not found.
    type Stopped: Error + 'static;
}

impl<R: OwnReason> NoAnswer<R> {
    /// Why a search ended early without an answer: its back end failed, or its budget ended.
    pub(super) fn ended_early(budget: &Budget, stopped: R::Stopped) -> Self {
        Self::Stopped(stopped).or_broken(budget)
    }

    /// Returns this reason; but if it is that the budget ended, and a failure of the back end was why, that failure.
    pub(super) fn or_broken(self, budget: &Budget) -> Self {
        match (self, budget.failure()) {
            (Self::Stopped(_), Some(failure)) => Self::Broken(failure.to_owned()),
            (reason, _) => reason,
        }
    }
}

impl<R: OwnReason> From<R> for NoAnswer<R> {
    fn from(reason: R) -> Self {
        Self::None(reason)
    }
}

impl<R: OwnReason> From<Bug> for NoAnswer<R> {
    fn from(bug: Bug) -> Self {
        Self::Bug(bug)
    }
}
