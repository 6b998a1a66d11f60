//! The log of the library, as lines of this program.
//!
//! The library writes no lines of its own: it logs. Warnings and errors look like those of the commands, and each is
//! reported only once, because each of the many solvers of a search would repeat it. Lower levels are shown only if the
//! environment variable `RUST_LOG` asks for them.

use super::reporter;
use log::Level;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Starts reporting what is logged.
pub fn init() {
    let told: Mutex<BTreeSet<String>> = Mutex::default();
    let env = env_logger::Env::default().default_filter_or("error,cwsat=warn");
    let mut builder = env_logger::Builder::from_env(env);
    builder.format(move |out, record| {
        let tell: fn(&dyn std::fmt::Display) = match record.level() {
            Level::Error => reporter::error,
            Level::Warn => reporter::warn,
            level => return writeln!(out, "[{level} {}] {}", record.target(), record.args()),
        };
        let message = record.args().to_string();
        if told.lock().unwrap_or_else(PoisonError::into_inner).insert(message.clone()) {
            tell(&message);
        }
        Ok(())
    });
    builder.init();
}
