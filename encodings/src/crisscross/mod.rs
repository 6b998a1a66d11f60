//! The criss-cross: a list of words laid across and down so that they are connected and take as few fields as possible.
//!
//! The modules: [`puzzle`] (the words, the board, a layout), [`base`] (reads the list of words), [`mod@format`]
//! (writes and reads a layout), [`rules`] (the independent checker), [`bound`] (bounds by counting alone), [`encoding`]
//! (the formula), [`relative`] (another formula, for proofs), [`costs`] (the objective, for solvers that
//! minimise), [`instance`] (the formula for other solvers), and [`names`] (from a model back to a layout by the names
//! of the variables).

pub mod base;
pub mod bound;
mod connection;
pub mod costs;
pub mod encoding;
mod families;
pub mod format;
pub mod instance;
pub mod names;
pub mod puzzle;
pub mod relative;
pub mod rules;
