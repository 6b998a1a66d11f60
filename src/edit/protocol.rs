//! What a page and a session say to each other: every message, as JSON.
//!
//! A page sends [`Request`]s, one at a time, and gets a [`Reply`] to each; what changes is told to all pages by
//! [`Event`]s. Whole documents and whole analyses are sent, not differences: they are small, a page that missed some
//! needs no history, and what is shown is never patched together. `docs/constructor_protocol.md` has an example of each
//! message, which the tests read.
//!
//! Rows and columns are counted from 0, as in puzzle documents; a page shows them from 1. Grids are rows of characters,
//! as there: `#` and `-` blocked, `?` a question field, `.` open, and letters. Nothing here is about HTTP, and nothing
//! about how a puzzle is searched for.

use crate::publish::puzzle::Clue;
use serde::{Deserialize, Serialize};

/// The version of these messages; it changes when a page that knows the old ones would misunderstand a new one.
pub const VERSION: u32 = 1;

/// A field: row and column, from 0.
pub type Cell = [usize; 2];

/// A word of an arrowword, by its question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The question field.
    pub at: Cell,
    /// The name of the arrow, as in `right-then-down`.
    pub arrow: String,
}

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
    /// Makes fields blocked, question fields or open. What was in them is gone, and so are the arrows of question fields.
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
        /// The letters, `A` to `Z`, where `.` opens a field and a blank leaves one as it is. Other fields than those that
        /// take letters end it.
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
    /// Lays a picture into the island that has this field, or removes it.
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
    /// Undoes the last step.
    Undo {},
    /// Does it again.
    Redo {},
    /// Says which word is looked at: analyses have its best words. `None` for none.
    Look {
        /// The word.
        question: Option<Asked>,
    },
    /// Asks why nothing fits; the answer is [`Event::Explained`].
    Explain {
        /// A field.
        at: Cell,
    },
    /// Asks for clues for a word; the answer is [`Event::Suggestions`].
    Suggest {
        /// The word; all its letters are known.
        question: Asked,
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
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
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

/// Something that takes a while.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Which fields may change.
    pub scope: Scope,
    /// Whether question fields and arrows may change there as well. In a grid without question fields they always do.
    #[serde(default)]
    pub layout: bool,
    /// How many alternatives are wanted, 1 to 9. A layout that has fewer gives fewer.
    #[serde(default = "one")]
    pub alternatives: usize,
    /// The time that it may take, in seconds: more than 0, at most 3600. It ends earlier if nothing better can be found.
    #[serde(default = "ten")]
    pub seconds: f64,
    /// Another seed finds another answer. If it is absent, each job has a new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

fn one() -> usize {
    1
}

fn ten() -> f64 {
    10.0
}

/// The fields that a job may change. Pinned ones stay in any case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "of", deny_unknown_fields)]
pub enum Scope {
    /// Fields without a letter only.
    Open {},
    /// All fields.
    All {},
    /// These, and fields without a letter in the words that lie here in part.
    Region {
        /// The fields.
        cells: Vec<Cell>,
    },
    /// Those of a word, which becomes another one; crossing words change as little as possible.
    Word {
        /// The word.
        question: Asked,
        /// The word to put there; `None` for any other one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
    },
}

/// What a puzzle says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The language of words and clues, as in `de`.
    pub language: Option<String>,
    /// Lines in small type below the puzzle.
    pub credits: Vec<String>,
}

/// What is wished for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wishes {
    /// Words that the puzzle must have.
    pub needed: Vec<String>,
    /// Words that it should have.
    pub wanted: Vec<String>,
    /// Words that are not to be used.
    pub banned: Vec<String>,
    /// The letters that the solution word shall have; `None` for no solution word.
    pub solution_word: Option<String>,
}

/// What a session tells its pages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event", deny_unknown_fields)]
pub enum Event {
    /// The first thing that a page is told.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// The name of the file.
        file: String,
        /// How many windows show this document.
        windows: usize,
    },
    /// The number of windows that show this document.
    Windows {
        /// That number.
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
        /// What it has found so far, the best first. An alternative can be taken as long as the document is at
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
    /// Clues for a word, the best first.
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

/// The document, as it is shown and saved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The kind of puzzle: `arrowword`.
    pub kind: String,
    /// The rows of the grid.
    pub grid: Vec<String>,
    /// The fields that no job changes, row by row. A letter that is not pinned was found by the program.
    #[serde(default)]
    pub pinned: Vec<Cell>,
    /// The questions, ordered by field and arrow.
    pub words: Vec<Word>,
    /// Title, author, and so on.
    #[serde(default)]
    pub about: About,
    /// What is wished for.
    #[serde(default)]
    pub wishes: Wishes,
    /// The fields of the solution word.
    #[serde(default)]
    pub solution_word: Vec<Cell>,
    /// The pictures of islands: the file by the first field of the island.
    #[serde(default)]
    pub pictures: Vec<Picture>,
}

/// A picture in an island.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// A field of the island.
    pub at: Cell,
    /// The name of the file.
    pub file: String,
}

/// A question of an arrowword and its word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// The question.
    pub question: Asked,
    /// The fields of its word, in reading order; empty if there is none.
    #[serde(default)]
    pub cells: Vec<Cell>,
    /// How the word is written outside of the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spelling: Option<String>,
    /// Its clues, best first.
    #[serde(default)]
    pub clues: Vec<Clue>,
}

/// What is known about a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The letters that still fit into each open field that is in a word, as in `AEIO`; none in a field that cannot be
    /// filled. Words of the list are compared with each other where they cross, but not tried out.
    pub fields: Vec<Fits>,
    /// The number of words that fit at each question that has a word.
    pub slots: Vec<Slot>,
    /// The best words at the question that is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Which arrows may be added to each question field, by the names of arrows.
    pub arrows: Vec<Allowed>,
    /// What breaks a rule.
    pub faults: Vec<Fault>,
    /// The rating.
    pub rating: Rating,
    /// How many words there are of each length that the rating knows: 2 to 8, and 9 for longer ones, in this order.
    pub lengths: Vec<Length>,
    /// What is known about the clues.
    pub clues: Clued,
    /// Pairs of words of which a puzzle should have only one: equal ones and relatives.
    pub relatives: Vec<[Asked; 2]>,
    /// How many words are of each level, those that occur, in order.
    pub levels: Vec<Level>,
    /// The words of [`Wishes`] that the grid does not have.
    pub missing: Vec<String>,
}

/// The letters that fit into a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fits {
    /// The field.
    pub at: Cell,
    /// The letters, in alphabetical order.
    pub letters: String,
}

/// How many words fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The question.
    pub question: Asked,
    /// The number of words; for a filled one, 1 if it is in the list.
    pub count: usize,
}

/// The best words at a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The question.
    pub question: Asked,
    /// Its best words, by score, twenty at most.
    pub words: Vec<Candidate>,
}

/// A word that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The word in upper case.
    pub word: String,
    /// Its score in the list.
    pub score: f32,
    /// A clue for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clue: Option<Clue>,
}

/// The arrows that may be added to a question field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The question field.
    pub at: Cell,
    /// The names of the arrows.
    pub arrows: Vec<String>,
}

/// What breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// What is wrong, in a sentence.
    pub text: String,
    /// The fields where it is; often one.
    pub cells: Vec<Cell>,
}

/// A rating.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The mean of the factors, with the bonus if the puzzle is complete.
    pub score: f64,
    /// The bonus; 0 if the puzzle is not complete.
    pub bonus: f64,
    /// The six factors, each 0 to 100.
    pub factors: Vec<Factor>,
    /// No puzzle on this grid rates higher, bonus included; `None` if no puzzle is possible.
    pub ceiling: Option<f64>,
}

/// One of the six factors of a rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factor {
    /// Its short name, as in `dead letters`.
    pub name: String,
    /// Its value, 0 to 100.
    pub value: f64,
}

/// The words of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The level, 1 (everybody knows them) to 5 (only regular solvers do); 0 if it is not known.
    pub level: u8,
    /// How many words there are.
    pub count: usize,
}

/// The words of a length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// The length; 9 for all from 9 on.
    pub length: usize,
    /// How many there are.
    pub count: usize,
    /// How many percent of the words they should be.
    pub ideal: f64,
}

/// What is known about the clues of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clued {
    /// The number of words, filled or not.
    pub words: usize,
    /// How many have a clue.
    pub clued: usize,
    /// How many of these have only a weak one.
    pub weak: usize,
}

/// A clue that could be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suggestion {
    /// The clue.
    pub clue: Clue,
    /// Whether it fits into its place in print.
    pub fits: bool,
}

/// An answer of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// The rows of the grid.
    pub grid: Vec<String>,
    /// The questions.
    pub questions: Vec<Asked>,
    /// The rating, bonus included.
    pub score: f64,
    /// The fields that differ from the document.
    pub changed: Vec<Cell>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use serde_json::value::Index;
    use std::collections::BTreeSet;

    /// The page that shows every message.
    const PAGE: &str = include_str!("../../docs/constructor_protocol.md");

    /// Returns the JSON of the blocks of this kind.
    fn blocks(kind: &str) -> Vec<&'static str> {
        let opening = format!("```json {kind}\n");
        PAGE.split(&opening).skip(1).filter_map(|rest| rest.split("```").next()).collect()
    }

    /// Returns what a message says without what means nothing: absent values and `false`.
    fn said(value: Value) -> Value {
        match value {
            Value::Object(fields) => {
                let said = fields.into_iter().map(|(key, value)| (key, said(value)));
                Value::Object(
                    said.filter(|(_, value)| !matches!(value, Value::Null | Value::Bool(false))).collect(),
                )
            }
            Value::Array(values) => Value::Array(values.into_iter().map(said).collect()),
            Value::Number(number) => serde_json::json!(number.as_f64()),
            other => other,
        }
    }

    /// Reads the blocks of a kind, compares what is written back, and returns the names of the messages.
    fn read<T: Serialize + for<'a> Deserialize<'a>>(kind: &str, name: impl Index + Copy) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for block in blocks(kind) {
            let value: Value = serde_json::from_str(block).expect(block);
            let message: T = serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}"));
            let written = said(serde_json::to_value(&message).expect("JSON"));
            let Value::Object(written_fields) = &written else { panic!("{written}") };
            // What is left out in an example has its default value, which may be written.
            if let (Value::Object(shown), false) = (said(value.clone()), kind == "request") {
                assert_eq!(&shown, written_fields, "{block}");
            }
            let named = value.get("command").unwrap_or(&value);
            names.insert(named[name].as_str().expect("a name").to_owned());
        }
        names
    }

    #[test]
    fn every_message_of_the_page_is_read() {
        assert_eq!(read::<Request>("request", "do").len(), 25);
        assert_eq!(read::<Reply>("reply", "reply").len(), 3);
        assert_eq!(read::<Event>("event", "event").len(), 9);
    }

    #[test]
    fn what_is_unknown_is_refused() {
        for text in [
            r#"{"command": {"do": "fly"}}"#,
            r#"{"command": {"do": "undo", "twice": true}}"#,
            r#"{"command": {"do": "undo"}, "colour": 1}"#,
            r#"{"command": {"do": "make", "cells": [[0, -1]], "to": "open"}}"#,
            r#"{"command": {"do": "start", "job": {"scope": {"of": "some"}}}}"#,
        ] {
            assert!(serde_json::from_str::<Request>(text).is_err(), "{text}");
        }
    }
}
