//! The word list that is built into the program: German, of crossword quality, with scores.
//!
//! The text is `useful/german.txt`, made by `useful/make_german.py` from the hand-written lists beside it;
//! `useful/README.md` tells where they come from and what the scores mean. It is kept as text and read when it
//! is needed, like any other list: that takes a few milliseconds, and what is built in stays readable.

use cwsat_encodings::lexicon::{WordList, read_list};

/// What the embedded list is called in messages.
pub const EMBEDDED_NAME: &str = "the embedded German list";

/// The embedded list as text, one `WORD;SCORE` a line.
pub const EMBEDDED_TEXT: &str = include_str!("../useful/german.txt");

/// The embedded German word list, with scores from 1 to 100.
pub fn embedded() -> WordList {
    read_list(EMBEDDED_TEXT.as_bytes(), EMBEDDED_NAME).map(|read| read.list).unwrap_or_default()
}
