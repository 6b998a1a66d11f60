//! How long a search may run: a deadline and a stop flag that others can raise.
//!
//! Everything that can take long asks its budget now and then. A child budget (a window, one racer of a
//! portfolio) stops with its parent, and may stop earlier on its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A deadline and the stop flags above it; cheap to clone, shared between threads.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    flags: Vec<Arc<AtomicBool>>,
}

impl Budget {
    /// A budget without end.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A budget that also ends when `flag` is raised.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.flags.push(flag);
        self
    }

    /// A budget that also ends `time` from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }

    /// A child budget with a flag of its own, and that flag.
    pub fn racer(&self) -> (Self, Arc<AtomicBool>) {
        let flag = Arc::new(AtomicBool::new(false));
        (self.clone().with_flag(Arc::clone(&flag)), flag)
    }

    /// Whether it is time to stop.
    pub fn exhausted(&self) -> bool {
        self.flags.iter().any(|f| f.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// The time left, if there is a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }
}
