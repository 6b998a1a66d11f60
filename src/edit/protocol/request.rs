//! What a page sends, and what it gets back.

use super::{About, Asked, Cell, Job, Shape, Wishes};
use crate::publish::puzzle::Clue;
use serde::{Deserialize, Serialize};

/// What a page sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The revision of the document that the page shows. A change that was meant for another one is refused, so that two
    /// windows cannot overwrite each other. If it is absent, any revision will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
    /// What to do.
    pub command: Command,
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "reply", deny_unknown_fields)]
pub enum Reply {
    /// It was done, or it goes on and events will tell.
    Done {
        /// The revision of the document now.
        revision: u64,
    },
    /// The document has another revision by now; nothing was done.
    Outdated {
        /// The revision of the document now.
        revision: u64,
    },
    /// It cannot be done.
    Refused {
        /// A sentence that says why and what to do.
        why: String,
    },
}

/// What a field is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Make {
    /// Not part of the puzzle.
    Blocked,
    /// A question field, at first without arrows.
    Question,
    /// A field for a letter that is not known.
    Open,
}

/// What a page can ask for. Those up to [`Command::Redo`] change the document, each as one step that can be undone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Makes fields blocked, question fields or open. What was in them is gone, and so are the arrows of question fields. In a
    /// crossword, their images under its symmetry become the same.
    Make {
        /// The fields.
        cells: Vec<Cell>,
        /// What they become.
        to: Make,
    },
    /// Writes letters into fields, pinned: what a person writes stays until a person removes it.
    Write {
        /// The first field.
        at: Cell,
        /// Which way to go on.
        towards: Towards,
        /// The letters, `A` to `Z`, where `.` opens a field and a blank leaves one as it is. Writing ends at the first
        /// field that takes no letter.
        text: String,
    },
    /// Removes letters: all, or those that are not pinned.
    Clear {
        /// The fields; none for the whole grid.
        #[serde(default)]
        cells: Vec<Cell>,
        /// Whether pinned letters go, too.
        #[serde(default)]
        pinned: bool,
    },
    /// Pins fields, which no job changes, or lets go of them: letters, and question fields with their arrows. Other fields
    /// cannot be pinned and are left out.
    Pin {
        /// The fields.
        cells: Vec<Cell>,
        /// Whether they are pinned.
        pinned: bool,
    },
    /// Adds an arrow to a question field, or removes it.
    Arrow {
        /// The question field and the arrow.
        question: Asked,
        /// Whether the arrow is there.
        there: bool,
    },
    /// Sets or removes a bar of a barred crossword together with its images under the symmetry.
    Bar {
        /// The field before it.
        at: Cell,
        /// Where it is, seen from there.
        towards: Towards,
        /// Whether it is there.
        there: bool,
    },
    /// Sets how blocks and bars of a crossword are laid from now on.
    Shape {
        /// All of it.
        shape: Shape,
    },
    /// Changes the size. What lies outside is cut off; new fields are open.
    Resize {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Sets the clues of a word, best first; none removes them.
    Clue {
        /// The word.
        question: Asked,
        /// Its clues.
        clues: Vec<Clue>,
    },
    /// Sets how a word is written outside of the puzzle.
    Spelling {
        /// The word.
        question: Asked,
        /// The spelling, with the same letters; `None` removes it.
        spelling: Option<String>,
    },
    /// Sets title, author, and so on.
    About {
        /// All of it.
        about: About,
    },
    /// Sets which words are wished for and which are not to be used.
    Wishes {
        /// All of it.
        wishes: Wishes,
    },
    /// Sets the fields that spell the solution word, in its order; none removes it.
    SolutionWord {
        /// The fields.
        cells: Vec<Cell>,
    },
    /// Chooses the fields that spell the solution word which is wished for; the grid is filled.
    SpellSolutionWord {},
    /// Puts a picture on the island that contains this field, or removes it.
    Picture {
        /// A blocked field.
        at: Cell,
        /// The name of a PNG or JPEG file in the folder; `None` removes the picture.
        file: Option<String>,
    },
    /// Takes over an alternative of a job that is still offered.
    Take {
        /// The job.
        job: u64,
        /// The number of the alternative, from 0.
        alternative: usize,
    },
    /// Gives clues to the words that have none.
    GiveClues {},
    /// Takes over an earlier version of this puzzle, which was kept on the disk.
    Restore {
        /// The name of its file.
        file: String,
    },
    /// Undoes the last step.
    Undo {},
    /// Does it again.
    Redo {},
    /// Says which word is looked at: analyses have its best words. `None` for none.
    Look {
        /// The word.
        question: Option<Asked>,
    },
    /// Asks why nothing fits; the answer is [`Event::Explained`](super::Event::Explained).
    Explain {
        /// A field.
        at: Cell,
    },
    /// Asks for clues for a word; the answer is [`Event::Suggestions`](super::Event::Suggestions).
    Suggest {
        /// The word; all its letters are known.
        question: Asked,
    },
    /// Asks how a clue would be printed; the answer is [`Event::Measured`](super::Event::Measured).
    Measure {
        /// The word.
        question: Asked,
        /// The clue.
        text: String,
    },
    /// Starts a job; one that runs is stopped. Its answers are offered, and [`Command::Take`] takes one over.
    Start {
        /// What to do.
        job: Job,
    },
    /// Stops the job that runs; what it has found is offered.
    Stop {},
    /// Saves the puzzle under its name.
    Save {},
    /// Saves it under another name, which it has from then on.
    SaveAs {
        /// A name without a folder, that ends in `.json` or `.cwg`.
        file: String,
    },
    /// Opens another file of the folder; this one is saved before.
    Open {
        /// A name without a folder.
        file: String,
    },
    /// Begins an empty puzzle; this one is saved before.
    New {
        /// Its kind: `arrowword`, `template`, `barred` or `crisscross`.
        #[serde(default = "arrowword")]
        kind: String,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
}

fn arrowword() -> String {
    "arrowword".to_owned()
}

/// Which way letters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Towards {
    /// To the right.
    Across,
    /// Downwards.
    Down,
}
