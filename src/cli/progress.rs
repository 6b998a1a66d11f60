//! What a person sees while a search runs: one line on standard error that says how far it is.
//!
//! On a terminal the line is drawn over and over; elsewhere (a log, a pipe) a line is written only when a
//! better puzzle was found.

use cwsat::search::arrowword::{Layer, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The progress of one grid.
pub struct Meter {
    bar: ProgressBar,
    name: String,
    started: Instant,
    /// The rating that was last told where there is no terminal; nothing if nothing is to be told.
    told: Option<Mutex<f64>>,
}

impl Meter {
    /// A meter for the grid of this name; `quiet` shows nothing.
    pub fn new(path: &Path, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target =
            if terminal && !quiet { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {prefix:.bold} {msg} {elapsed:.dim}")
        {
            bar.set_style(style);
        }
        let name = path.display().to_string();
        bar.set_prefix(name.clone());
        bar.enable_steady_tick(Duration::from_millis(120));
        let told = (!terminal && !quiet).then(|| Mutex::new(f64::NEG_INFINITY));
        Self { bar, name, started: Instant::now(), told }
    }

    /// Shows how far the search is.
    pub fn show(&self, progress: Progress) {
        let layer = match progress.layer {
            Layer::Layout => format!("round {}, layout", progress.round),
            Layer::Fill => format!("round {}, letters", progress.round),
            Layer::Words => "better words".to_owned(),
        };
        let best = progress.best.map_or_else(|| "no puzzle yet".to_owned(), |s| format!("rating {s:.3}"));
        let message = format!("{layer}: {best} of at most {:.3}", progress.ceiling);
        self.show_message(message, progress.best);
    }

    /// Shows a message; `best` is what it says of the best answer so far, as a number that grows. Where there is
    /// no terminal the message is told when that has grown.
    pub fn show_message(&self, message: String, best: Option<f64>) {
        if let (Some(told), Some(best)) = (&self.told, best) {
            let mut told = told.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if best > *told {
                *told = best;
                eprintln!("{}: {message}, {:.1} s", self.name, self.started.elapsed().as_secs_f64());
            }
        }
        self.bar.set_message(message);
    }

    /// Shows a sentence, on a terminal only.
    pub fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
