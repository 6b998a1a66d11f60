//! Connections that have not shown the token yet.
//!
//! Anybody on this computer can open them and send nothing. When there are too many, the oldest are closed, so that the
//! owner of the link can always connect.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Connections by their number, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Strangers(Mutex<(u64, BTreeMap<u64, TcpStream>)>);

impl Strangers {
    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, TcpStream>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection; returns its number.
    pub fn add(&self, stream: &TcpStream) -> u64 {
        let mut inner = self.lock();
        inner.0 += 1;
        let number = inner.0;
        if let Ok(other) = stream.try_clone() {
            inner.1.insert(number, other);
        }
        number
    }

    /// Forgets a connection: it has shown the token, or has ended.
    pub fn remove(&self, number: u64) {
        self.lock().1.remove(&number);
    }

    /// Closes the oldest connection, whose thread ends thereby; returns whether there was one.
    pub fn close_oldest(&self) -> bool {
        let Some((_, stream)) = self.lock().1.pop_first() else { return false };
        // One that is closed already has ended, too.
        let _ = stream.shutdown(Shutdown::Both);
        true
    }
}
