//! Searches that have the time they need, however busy the machine is: no test may fail for having been slow.
#![allow(dead_code)] // no test needs all of it

use assert_cmd::Command;
use assert_cmd::assert::{Assert, OutputAssertExt};
use std::process::Output;
use std::time::Duration;

/// Longer than anything takes that ends by itself: what is not over by then hangs.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// The exit code of a search that its time limit ended before it had an answer.
const STOPPED: Option<i32> = Some(3);

/// Runs a search that would go on for long. `command` makes it for a time limit; where that ended it before it had an
/// answer, it gets four times as long.
pub fn unhurried(command: impl Fn(&str) -> Command) -> Assert {
    until(|output| output.status.code() != STOPPED, command)
}

/// Returns the same, with another sign that the time was enough.
pub fn until(enough: impl Fn(&Output) -> bool, command: impl Fn(&str) -> Command) -> Assert {
    let mut seconds = 4;
    loop {
        let output = command(&format!("{seconds}s")).output().expect("the program runs");
        if enough(&output) || seconds >= PATIENCE.as_secs() {
            return output.assert();
        }
        seconds *= 4;
    }
}
