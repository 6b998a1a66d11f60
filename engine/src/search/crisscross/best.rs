//! The best layout so far, shared by all threads.

use super::taste::Taste;
use super::{Progress, Stage};
use crate::encodings::crisscross::puzzle::{Placement, Value};
use crate::solver::clock::Instant;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Collects layouts and keeps the best.
pub(super) struct Best {
    taste: Taste,
    started: Instant,
    kept: Mutex<Kept>,
}

#[derive(Clone, Default)]
pub(super) struct Kept {
    pub(super) value: Value,
    pub(super) placements: Vec<Placement>,
    pub(super) found_after: Duration,
}

impl Best {
    pub(super) fn new(taste: Taste) -> Self {
        Self { taste, started: Instant::now(), kept: Mutex::default() }
    }

    /// A poisoned lock only means that another thread panicked; the layout itself was stored completely.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of the best layout.
    pub(super) fn value(&self) -> Value {
        self.lock().value
    }

    /// Returns the best layout, which has no words if none was found yet.
    pub(super) fn kept(&self) -> Kept {
        self.lock().clone()
    }

    /// Takes a layout if it is better than the best so far; returns whether it was.
    pub(super) fn offer(&self, value: Value, placements: impl FnOnce() -> Vec<Placement>) -> bool {
        let mut kept = self.lock();
        let is_better = self.taste.prefers(&value, &kept.value);
        if is_better {
            log::info!("{value}");
            *kept = Kept { value, placements: placements(), found_after: self.elapsed() };
        }
        is_better
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn progress(&self, stage: Stage) -> Progress {
        let value = self.value();
        Progress { stage, best: (value.words > 0).then_some(value) }
    }
}
