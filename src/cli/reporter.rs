//! What the user sees on standard error: messages, and a line that shows the progress of a search.
//!
//! On a terminal that line is redrawn continually; elsewhere (a log, a pipe) a line is written only when something
//! better was found. A message that cannot be written is lost, but nothing else: there is nowhere to report that, and
//! no answer may be lost because of it. So everything here ignores write errors, and no command writes to standard
//! error in any other way, except for the questions of `--interactive`. Only usage errors, the log that RUST_LOG asks
//! for, and the report of a bug come from elsewhere.

use anstyle::AnsiColor;
use cwsat::encodings::plain::harmless_lines;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The progress displays that are shown, one line each.
static METERS: OnceLock<MultiProgress> = OnceLock::new();

/// Writes something while no progress display is shown.
pub fn undisturbed<T>(write: impl FnOnce() -> T) -> T {
    match METERS.get() {
        Some(meters) => meters.suspend(write),
        None => write(),
    }
}

/// Reports an error.
pub fn error(message: &dyn Display) {
    complain("error", AnsiColor::Red, message);
}

/// Reports something that was done but may be wrong; `--quiet` does not silence it.
pub fn warn(message: &dyn Display) {
    complain("warning", AnsiColor::Yellow, message);
}

/// Reports the outcome if there is no answer to print, as in `no solution: …`.
pub fn verdict(kind: &str, message: &dyn Display) {
    complain(kind, AnsiColor::Yellow, message);
}

/// Writes one or more lines.
pub fn line(message: &dyn Display) {
    undisturbed(|| {
        let _ = writeln!(anstream::stderr().lock(), "{}", plain(message));
    });
}

/// Returns a message without control characters, which it may quote from a file.
fn plain(message: &dyn Display) -> String {
    harmless_lines(&message.to_string())
}

/// Writes a message prefixed with its kind, coloured on a terminal.
fn complain(kind: &str, color: AnsiColor, message: &dyn Display) {
    let style = color.on_default().bold();
    undisturbed(|| {
        let _ = writeln!(anstream::stderr().lock(), "{style}{kind}:{style:#} {}", plain(message));
    });
}

/// The messages that `--quiet` silences: notes, summaries, pictures and progress.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    quiet: bool,
}

impl Reporter {
    /// Creates a reporter that is silent if `quiet`.
    pub fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Reports something worth knowing.
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

    /// Shows a picture if standard error is a terminal.
    pub fn picture(self, draw: impl FnOnce() -> String) {
        if !self.quiet && std::io::stderr().is_terminal() {
            let picture = draw();
            undisturbed(|| {
                let _ = write!(anstream::stderr().lock(), "{picture}");
            });
        }
    }

    /// Creates the progress display for the search on an input of this name.
    pub fn meter(self, name: &str) -> Meter {
        let terminal = std::io::stderr().is_terminal();
        let shown = terminal && !self.quiet;
        let bar = if shown {
            METERS.get_or_init(MultiProgress::new).add(ProgressBar::no_length())
        } else {
            ProgressBar::hidden()
        };
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

/// The progress display of one search; its line is removed when it is dropped.
pub struct Meter {
    bar: ProgressBar,
    name: String,
    started: Instant,
    /// The best value reported so far, if lines are written because there is no terminal.
    told: Option<Mutex<f64>>,
}

impl Meter {
    /// Shows a message, only on a terminal.
    pub fn show(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Shows a message; `best` is the quality of the best answer so far, higher is better. Without a terminal, the
    /// message is written as a line whenever that number has grown.
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

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
        if let Some(meters) = METERS.get() {
            meters.remove(&self.bar);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.finish();
    }
}
