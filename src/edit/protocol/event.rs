//! The events that a session sends to its pages.

use super::{Alternative, Analysis, Asked, Cell, Document, Fit, Suggestion};
use serde::{Deserialize, Serialize};

/// What a session tells its pages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event", deny_unknown_fields)]
pub enum Event {
    /// The first event that a page gets.
    Hello {
        /// [`VERSION`](super::VERSION).
        version: u32,
        /// The name of the file.
        file: String,
        /// How many windows show this document.
        windows: usize,
        /// The most bytes of a file that is brought.
        largest: usize,
    },
    /// The number of windows that show this document.
    Windows {
        /// Their number.
        windows: usize,
    },
    /// The document as it is now.
    Document {
        /// Its revision; it grows with every change, undoing included.
        revision: u64,
        /// How many steps can be undone.
        undo: usize,
        /// How many steps can be done again.
        redo: usize,
        /// Whether nothing is laid out yet, so that filling begins with that.
        bare: bool,
        /// The document.
        document: Document,
    },
    /// What is known about a document.
    Analysis {
        /// The revision of the document.
        revision: u64,
        /// What is known.
        analysis: Analysis,
    },
    /// The state of the job.
    Job {
        /// Its number.
        job: u64,
        /// Whether it still runs.
        running: bool,
        /// What it is doing, or how it ended, in a sentence.
        message: String,
        /// The best rating so far, bonus included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        best: Option<f64>,
        /// No puzzle on this grid rates higher, bonus included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ceiling: Option<f64>,
        /// What it has found so far, in this order. An alternative can be taken as long as the document is at
        /// `revision`.
        alternatives: Vec<Alternative>,
        /// The revision of the document that it works on.
        revision: u64,
    },
    /// Why nothing fits.
    Explained {
        /// The field.
        at: Cell,
        /// The reason, in sentences.
        text: String,
        /// The words that are involved.
        questions: Vec<Asked>,
    },
    /// How a clue would be printed.
    Measured {
        /// The word.
        question: Asked,
        /// The clue.
        text: String,
        /// Whether it fits.
        fit: Fit,
    },
    /// Clues for a word, the best first, twelve at most.
    Suggestions {
        /// The word.
        question: Asked,
        /// The clues.
        clues: Vec<Suggestion>,
    },
    /// Everything up to this revision is on the disk.
    Saved {
        /// The name of the file.
        file: String,
        /// The revision.
        revision: u64,
        /// Whether only the draft could be saved, because the puzzle is not whole yet, and why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        draft: Option<String>,
    },
    /// Something went wrong that no request has asked for.
    Trouble {
        /// A sentence that says what to do.
        message: String,
    },
}
