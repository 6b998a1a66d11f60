//! How many commands are accepted per time.
//!
//! Each change is a step that can be undone, so an endless stream of them would fill the memory. Nobody clicks as fast
//! as this limit, and the burst of commands that a page sends when its user drags or pastes is far below it.

use std::time::Instant;

/// The commands that are taken at once after a pause.
const BURST: f64 = 400.0;

/// The commands that are taken each second in the long run.
const PER_SECOND: f64 = 100.0;

/// A supply of commands that grows with time.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    left: f64,
    at: Instant,
}

impl Pace {
    /// Begins with a full supply.
    pub fn new(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// Takes one; returns whether there was one.
    pub fn take(&mut self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + seconds * PER_SECOND).min(BURST);
        self.at = now;
        let is_there = self.left >= 1.0;
        self.left -= f64::from(u8::from(is_there));
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_taken_and_then_so_many_a_second() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let taken = |pace: &mut Pace, now| (0..10_000).filter(|_| pace.take(now)).count();
        assert_eq!(taken(&mut pace, start), 400);
        assert_eq!(taken(&mut pace, start + Duration::from_secs(2)), 200);
        assert_eq!(taken(&mut pace, start + Duration::from_secs(3600)), 400);
    }
}
