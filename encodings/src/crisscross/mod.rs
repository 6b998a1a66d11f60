//! The criss-cross: a list of words laid across and down so that they hang together in as few fields as can be.
//!
//! The rooms: [`puzzle`] (the words, the board, a layout), [`base`] (reading the list of words), [`mod@format`]
//! (writing and reading a layout), [`rules`] (the independent checker), [`bound`] (what counting alone says on
//! how good a layout can get), [`encoding`] (the formula), [`relative`] (another one, for
//! proofs), [`costs`] (how good a layout is, for solvers that
//! minimise), and [`names`] (from a model back to a layout by the variables' names).

pub mod base;
pub mod bound;
mod connection;
pub mod costs;
pub mod encoding;
mod families;
pub mod format;
pub mod names;
pub mod puzzle;
pub mod relative;
pub mod rules;
