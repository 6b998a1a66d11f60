//! What a person sees on standard error: messages, and the line that says how far a search is.
//!
//! On a terminal that line is drawn over and over; elsewhere (a log, a pipe) a line is written only when something
//! better was found. A message that cannot be written is lost, and nothing else: nowhere is left to report that, and
//! no answer may be lost with it. So everything here ignores errors of writing, and nothing else in the program writes
//! to standard error.

use anstyle::AnsiColor;
use cwsat::encodings::plain::harmless;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tells of an error.
pub fn error(message: &dyn Display) {
    complain("error", AnsiColor::Red, message);
}

/// Tells of something that was done in spite of a doubt; `--quiet` does not silence it.
pub fn warn(message: &dyn Display) {
    complain("warning", AnsiColor::Yellow, message);
}

/// Tells how a question was answered where there is no answer to print, as in `no solution: …`.
pub fn verdict(kind: &str, message: &dyn Display) {
    complain(kind, AnsiColor::Yellow, message);
}

/// Writes one line, or several.
pub fn line(message: &dyn Display) {
    let _ = writeln!(anstream::stderr().lock(), "{}", plain(message));
}

/// A message without what a terminal would obey: it may quote what stands in a file.
fn plain(message: &dyn Display) -> String {
    let message = message.to_string();
    let lines: Vec<_> = message.split('\n').map(harmless).collect();
    lines.join("\n")
}

/// Writes one line with its kind in front, coloured on a terminal.
fn complain(kind: &str, color: AnsiColor, message: &dyn Display) {
    let style = color.on_default().bold();
    let _ = writeln!(anstream::stderr().lock(), "{style}{kind}:{style:#} {}", plain(message));
}

/// What `--quiet` silences: notes, summaries, pictures and progress.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    quiet: bool,
}

impl Reporter {
    /// A reporter that is silent if `quiet`.
    pub fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Tells something that is worth knowing.
    pub fn note(self, message: &dyn Display) {
        if !self.quiet {
            complain("note", AnsiColor::Cyan, message);
        }
    }

    /// Writes a line, such as a summary.
    pub fn tell(self, message: &dyn Display) {
        if !self.quiet {
            line(message);
        }
    }

    /// Shows a picture to whoever sits before a terminal.
    pub fn picture(self, draw: impl FnOnce() -> String) {
        if !self.quiet && std::io::stderr().is_terminal() {
            let _ = write!(anstream::stderr().lock(), "{}", draw());
        }
    }

    /// The progress of the search for the answer to an input of this name.
    pub fn meter(self, name: &str) -> Meter {
        let terminal = std::io::stderr().is_terminal();
        let shown = terminal && !self.quiet;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {prefix:.bold} {msg} {elapsed:.dim}")
        {
            bar.set_style(style);
        }
        bar.set_prefix(name.to_owned());
        if shown {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        let told = (!terminal && !self.quiet).then(|| Mutex::new(f64::NEG_INFINITY));
        Meter { bar, name: name.to_owned(), started: Instant::now(), told }
    }
}

/// The progress of one search; its line vanishes with it.
pub struct Meter {
    bar: ProgressBar,
    name: String,
    started: Instant,
    /// What was told last where there is no terminal; `None` if nothing is to be told there.
    told: Option<Mutex<f64>>,
}

impl Meter {
    /// Shows a message, on a terminal only.
    pub fn show(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Shows a message; `best` says how good the best answer so far is, as a number that grows. Where there is no
    /// terminal the message is told when that number has grown.
    pub fn show_best(&self, message: String, best: Option<f64>) {
        if let (Some(told), Some(best)) = (&self.told, best) {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if best > *told {
                *told = best;
                let seconds = self.started.elapsed().as_secs_f64();
                line(&format_args!("{}: {message}, {seconds:.1} s", self.name));
            }
        }
        self.bar.set_message(message);
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.finish();
    }
}
