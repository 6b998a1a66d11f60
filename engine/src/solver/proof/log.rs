//! Where a proof goes: our own writer, which keeps the first error and knows the budget.

use super::NoProof;
use crate::solver::Budget;
use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::rc::Rc;

/// The destination of a proof, shared with the solver that writes it.
#[derive(Clone)]
pub(super) struct Log(pub(super) Rc<RefCell<Inner>>);

pub(super) struct Inner {
    out: BufWriter<Box<dyn Write>>,
    budget: Budget,
    pub(super) bytes: u64,
    /// The last bytes written.
    tail: [u8; 3],
    pub(super) error: Option<io::Error>,
    pub(super) failed: bool,
}

impl Log {
    pub(super) fn new(out: Box<dyn Write>, budget: &Budget) -> Self {
        let out = BufWriter::with_capacity(1 << 16, out);
        let budget = budget.clone();
        Self(Rc::new(RefCell::new(Inner {
            out,
            budget,
            bytes: 0,
            tail: *b"\n\n\n",
            error: None,
            failed: false,
        })))
    }
}

impl Inner {
    /// Writes, or stores the error; after a failure nothing more is written.
    pub(super) fn put(&mut self, bytes: &[u8]) {
        if self.failed {
            return;
        }
        if let Err(error) = self.out.write_all(bytes) {
            self.error = Some(error);
            self.failed = true;
        }
        self.bytes += bytes.len() as u64;
        for &byte in &bytes[bytes.len().saturating_sub(self.tail.len())..] {
            self.tail.rotate_left(1);
            self.tail[self.tail.len() - 1] = byte;
        }
    }

    /// Returns whether the last line is the empty clause.
    pub(super) fn ends_with_empty_clause(&self) -> bool {
        self.tail == *b"\n0\n"
    }

    pub(super) fn finish(&mut self) -> Result<(), NoProof> {
        if let Some(error) = self.error.take() {
            return Err(error.into());
        }
        Ok(self.out.flush()?)
    }
}

/// varisat writes here, a few thousand bytes at a time; an error makes it stop.
impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.0.borrow_mut();
        if log.budget.exhausted() {
            log.failed = true;
            return Err(io::Error::other("the budget has ended"));
        }
        log.put(bytes);
        match &log.error {
            Some(error) => Err(error.kind().into()),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
