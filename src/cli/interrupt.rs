//! Ctrl-C and termination requests.
//!
//! While a search is running that can end with its best answer so far, the first request asks for that, and a later one
//! ends the program. At any other time, the first one ends it. Either way temporary files and child processes are
//! removed first (see [`cleanup`]), so a half-written formula leaves nothing behind.

use super::reporter;
use cwsat::cleanup;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The exit code of a program ended by Ctrl-C, by the convention of shells.
const INTERRUPTED: i32 = 130;

/// What the first request ends; set once there is something to end.
static STOP: OnceLock<Stop> = OnceLock::new();

/// Something that ends in an orderly way when asked to.
struct Stop {
    flag: Arc<AtomicBool>,
    /// What the user is told when it is asked.
    says: &'static str,
}

/// Ctrl-C cannot be caught.
#[derive(Debug, thiserror::Error)]
#[error("Ctrl-C cannot be caught: {0}")]
pub struct NoInterrupt(ctrlc::Error);

/// Catches Ctrl-C from now on; may be called only once.
pub fn catch() -> Result<(), NoInterrupt> {
    /// Two signals this close together are one request: `timeout` sends one to the process and one to its group.
    const ONE_REQUEST: Duration = Duration::from_millis(200);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        let Some(Stop { flag, says }) = STOP.get() else { cleanup::end(INTERRUPTED) };
        let since = first.get_or_insert_with(Instant::now).elapsed();
        if !flag.swap(true, Ordering::Relaxed) {
            reporter::line(&format_args!("\n{says}; press Ctrl-C again to end at once"));
        } else if since > ONE_REQUEST {
            cleanup::end(INTERRUPTED);
        }
    })
    .map_err(NoInterrupt)
}

/// Returns whether searches were asked to stop.
pub fn is_interrupted() -> bool {
    STOP.get().is_some_and(|stop| stop.flag.load(Ordering::Relaxed))
}

/// Returns a flag that the first Ctrl-C raises from now on, instead of ending the program.
pub fn stop_on_interrupt() -> Arc<AtomicBool> {
    stop_on_interrupt_saying("stopping with the best so far")
}

/// The same for something that is not a search; `says` is what the user is told then.
pub fn stop_on_interrupt_saying(says: &'static str) -> Arc<AtomicBool> {
    Arc::clone(&STOP.get_or_init(|| Stop { flag: Arc::default(), says }).flag)
}
