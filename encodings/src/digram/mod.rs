//! Digram grids: word grids in which a cell has two letters or is blank (the puzzler of the Brandwatch contest
//! of 2019).
//!
//! Each row and each column spells a word, read from its cells that are not blank, wherever the blanks are. Each has at
//! least one blank and is at least half filled, and no word occurs twice.
//!
//! The modules: [`puzzle`] (sizes, digrams and grids), [`mod@format`] (their text), [`words`] (which words are used,
//! and how they are read), [`rules`] (the independent checker), [`pattern`] (the positions of the blanks, and the
//! resulting slots), [`encoding`] (one formula for blanks and letters), and [`names`] (from a model back to a grid by
//! the names of the variables).

pub mod encoding;
pub mod format;
pub mod names;
pub mod pattern;
pub mod puzzle;
pub mod rules;
pub mod words;
