//! Ctrl-C, and requests to terminate.
//!
//! While a search runs that can end with what it has, the first one asks for that and a later one ends the
//! program. Everywhere else the first one ends it. Either way temporary files and child processes go first
//! (see [`cleanup`]): a formula that was half written leaves nothing behind.

use super::reporter;
use cwsat::cleanup;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The exit code of a program that was ended by Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// The flag of the searches, once there is one.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Ctrl-C cannot be caught.
#[derive(Debug, thiserror::Error)]
#[error("Ctrl-C cannot be caught: {0}")]
pub struct NoInterrupt(ctrlc::Error);

/// Catches Ctrl-C from now on; once a program.
pub fn catch() -> Result<(), NoInterrupt> {
    /// Two signals so close together are one request: `timeout` sends its own to the process and to its group.
    const ONE_REQUEST: Duration = Duration::from_millis(200);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        let Some(stop) = STOP.get() else { cleanup::end(INTERRUPTED) };
        let since = first.get_or_insert_with(Instant::now).elapsed();
        if !stop.swap(true, Ordering::Relaxed) {
            reporter::line(&"\nstopping with the best so far; Ctrl-C once more ends at once");
        } else if since > ONE_REQUEST {
            cleanup::end(INTERRUPTED);
        }
    })
    .map_err(NoInterrupt)
}

/// A flag that the first Ctrl-C raises from now on, instead of ending the program.
pub fn stop_on_interrupt() -> Arc<AtomicBool> {
    Arc::clone(STOP.get_or_init(Arc::default))
}
