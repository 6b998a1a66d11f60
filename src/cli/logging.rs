//! What the library tells on its way, as lines of this program.
//!
//! The library writes no lines of its own: it logs. Warnings and errors look like those of the commands, and the
//! same one comes once only, because each of many solvers of a search would tell it anew. Everything below is
//! told only if the variable `RUST_LOG` asks for it.

use super::reporter;
use log::Level;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// From here on what is logged is told.
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
