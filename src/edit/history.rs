//! Unlimited undo and redo.
//!
//! Every step is a complete draft. Parts that most steps leave unchanged (clues, texts) are shared between them, so a
//! step of a 15x15 grid takes about five kilobytes; complete drafts can neither become inconsistent nor be undone
//! incorrectly.

use super::draft::Draft;

/// A draft, those before it, and those that were undone.
#[derive(Clone, Debug)]
pub struct History {
    steps: Vec<Draft>,
    now: usize,
}

impl History {
    /// Begins with this draft.
    pub fn new(start: Draft) -> Self {
        Self { steps: vec![start], now: 0 }
    }

    /// Returns the draft as it is now.
    pub fn now(&self) -> &Draft {
        &self.steps[self.now]
    }

    /// Adds a step and forgets what was undone. A step that changes nothing is not added; returns whether it was.
    pub fn push(&mut self, draft: Draft) -> bool {
        if draft == *self.now() {
            return false;
        }
        self.steps.truncate(self.now + 1);
        self.steps.push(draft);
        self.now += 1;
        true
    }

    /// Goes one step back; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let can = self.now > 0;
        self.now -= usize::from(can);
        can
    }

    /// Goes one step forward; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let can = self.now + 1 < self.steps.len();
        self.now += usize::from(can);
        can
    }

    /// Returns how many steps can be undone, and how many can be redone.
    pub fn reach(&self) -> (usize, usize) {
        (self.now, self.steps.len() - 1 - self.now)
    }
}
