//! The events that a page has not received yet: the last one of each kind.
//!
//! A page that reads slowly, or not at all, must not fill the memory. Each event contains everything that earlier ones
//! of its kind did, so only the last one is kept, in the order in which they came.

use crate::edit::protocol::Event;
use std::collections::VecDeque;
use std::mem::discriminant;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The events for one page.
#[derive(Debug, Default)]
pub struct Mailbox {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    events: VecDeque<Event>,
    is_closed: bool,
}

/// The result of waiting for an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// An event.
    Event(Box<Event>),
    /// Nothing in that time.
    Nothing,
    /// There will be no more.
    Closed,
}

impl Mailbox {
    /// Adds an event in place of the last one of its kind.
    pub fn post(&self, event: Event) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.events.retain(|other| discriminant(other) != discriminant(&event));
        waiting.events.push_back(event);
        self.arrived.notify_one();
    }

    /// Waits for the next event, up to this long.
    pub fn receive(&self, most: Duration) -> Received {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = |waiting: &mut Waiting| waiting.events.is_empty() && !waiting.is_closed;
        let waited = self.arrived.wait_timeout_while(waiting, most, is_idle);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        match waiting.events.pop_front() {
            Some(event) => Received::Event(Box::new(event)),
            None if waiting.is_closed => Received::Closed,
            None => Received::Nothing,
        }
    }

    /// Says that there will be no more.
    pub fn close(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.arrived.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_of_a_kind_is_kept() {
        let mailbox = Mailbox::default();
        for windows in 0..10_000 {
            mailbox.post(Event::Windows { windows });
            mailbox.post(Event::Trouble { message: "a".to_owned() });
        }
        let next = || mailbox.receive(Duration::ZERO);
        assert_eq!(next(), Received::Event(Box::new(Event::Windows { windows: 9999 })));
        assert_eq!(next(), Received::Event(Box::new(Event::Trouble { message: "a".to_owned() })));
        assert_eq!(next(), Received::Nothing);
        mailbox.close();
        assert_eq!(next(), Received::Closed);
    }
}
