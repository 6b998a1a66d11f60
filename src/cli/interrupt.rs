//! Ctrl-C: the first one asks for an orderly end, a later one ends the program at once.

use super::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that the first Ctrl-C (or a request to terminate) raises; a later one ends the program.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    /// Two signals so close together are one request: `timeout` sends its own to the process and to its group.
    const ONE_REQUEST: Duration = Duration::from_secs(1);
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        let since = first.get_or_insert_with(Instant::now).elapsed();
        if !raised.swap(true, Ordering::Relaxed) {
            eprintln!("\nstopping: the best puzzle so far will be written; Ctrl-C once more ends at once");
        } else if since > ONE_REQUEST {
            std::process::exit(130);
        }
    })
    .map_err(Failure::Interrupt)?;
    Ok(flag)
}
