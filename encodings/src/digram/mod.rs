//! Digram grids: word grids whose cells hold two letters or are blank (the puzzler of the Brandwatch contest
//! of 2019).
//!
//! Each row and each column spells a word, read over its cells that are not blank, wherever the blanks stand.
//! Each has at least one blank and is at least half filled, and no word comes twice.
//!
//! The rooms: [`puzzle`] (sizes, digrams and grids), [`mod@format`] (their text), [`words`] (which words count, and
//! how they are read), [`rules`] (the independent checker), [`pattern`] (where the blanks are, and the slots that
//! leaves), [`encoding`] (one formula for blanks and letters), and [`names`] (from a model back to a grid by the
//! variables' names).

pub mod encoding;
pub mod format;
pub mod names;
pub mod pattern;
pub mod puzzle;
pub mod rules;
pub mod words;
