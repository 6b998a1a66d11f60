//! How long a search may run: a deadline, and stop flags that others can set.
//!
//! Everything that can take long checks its budget now and then. A child budget (a window, one racer of a portfolio)
//! stops with its parent, and may stop earlier on its own.
//!
//! A budget also carries bad news. A back end that breaks (a process that crashes, a model that is wrong) reports it to
//! the budget of its call, which ends that budget: the whole search under it comes to its orderly end, best answer so
//! far included, and no function in between has to pass an error on.

use super::clock::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A deadline and the stop flags that apply; cheap to clone, shared between threads.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    flags: Vec<Arc<AtomicBool>>,
    /// Why a back end cannot continue: first the failures of the parent budgets, last its own.
    failures: Vec<Arc<OnceLock<String>>>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { deadline: None, flags: Vec::new(), failures: vec![Arc::default()] }
    }
}

impl Budget {
    /// Returns a budget without end.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Returns this budget, which now also ends when `flag` is set.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.flags.push(flag);
        self
    }

    /// Returns this budget, which now also ends `time` from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }

    /// Returns a child budget with a flag of its own, and that flag.
    pub fn racer(&self) -> (Self, Arc<AtomicBool>) {
        let flag = Arc::new(AtomicBool::new(false));
        (self.clone().with_flag(Arc::clone(&flag)), flag)
    }

    /// Returns a child budget with a failure of its own, which does not end this one.
    #[must_use]
    pub(crate) fn apart(&self) -> Self {
        let mut child = self.clone();
        child.failures.push(Arc::default());
        child
    }

    /// Returns whether it is time to stop.
    pub fn exhausted(&self) -> bool {
        self.flags.iter().any(|f| f.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|d| Instant::now() >= d)
            || self.failure().is_some()
    }

    /// Returns the time left; `None` without a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// Ends the budget because a back end broke; `reason` is a sentence for the user. The first reason is kept.
    pub fn fail(&self, reason: String) {
        log::debug!("a back end broke: {reason}");
        if let Some(own) = self.failures.last() {
            own.get_or_init(|| reason);
        }
    }

    /// Returns why a back end broke, if one did.
    pub fn failure(&self) -> Option<&str> {
        self.failures.iter().find_map(|failure| failure.get()).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_ends_all_that_share_it_and_no_more() {
        let budget = Budget::unlimited();
        let apart = budget.apart();
        apart.clone().fail("a member broke".into());
        assert_eq!(apart.failure(), Some("a member broke"));
        assert!(apart.exhausted() && !budget.exhausted());
        let (racer, _) = budget.racer();
        racer.fail("it broke".into());
        racer.fail("and again".into());
        assert_eq!(budget.failure(), Some("it broke"));
        assert!(budget.exhausted() && budget.apart().exhausted());
    }
}
