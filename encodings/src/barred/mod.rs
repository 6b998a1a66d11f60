//! Barred crosswords: bars between fields end the words, as in the advanced cryptics of the British press.
//!
//! * [`mod@format`]: rows of fields with `|` between them, and lines of `-` below them;
//! * [`solution`]: the finished crossword as text;
//! * [`custom`]: what is expected of the grid by custom: how many letters of a word may be unchecked;
//! * [`rules`]: the checker of that;
//! * [`shape`]: the formula whose models are grids that keep the custom.
//!
//! What they share with other crosswords (the template with its bars, its checker, the way from a model back to letters,
//! words at certain places) is in [`crossword`](crate::crossword).

pub mod custom;
pub mod format;
pub mod rules;
pub mod shape;
pub mod solution;
