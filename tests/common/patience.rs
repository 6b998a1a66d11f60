//! Searches that get the time they need, however busy the machine is: no test may fail because it was slow.

use assert_cmd::Command;
use assert_cmd::assert::{Assert, OutputAssertExt};
use std::process::Output;
use std::time::Duration;

/// Longer than anything takes that ends by itself: whatever is still running by then hangs.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The exit code of a search that reached its time limit before it had an answer.
const STOPPED: Option<i32> = Some(3);

/// Runs a search that would go on for a long time. `command` makes it for a time limit; if it reached that before it
/// had an answer, it gets four times as long.
pub fn unhurried(command: impl Fn(&str) -> Command) -> Assert {
    until(|output| output.status.code() != STOPPED, command)
}

/// Does the same, with another criterion for whether the time was enough.
pub fn until(enough: impl Fn(&Output) -> bool, command: impl Fn(&str) -> Command) -> Assert {
    let mut seconds = 1;
    loop {
        let output = command(&format!("{seconds}s")).output().expect("the program runs");
        if enough(&output) || seconds >= PATIENCE.as_secs() {
            return output.assert();
        }
        seconds *= 4;
    }
}
