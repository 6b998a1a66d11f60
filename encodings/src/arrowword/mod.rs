//! The clues-in-squares crossword (arrowword, Schwedenrätsel) of the i4Ds cw challenge.
//!
//! * [`puzzle`]: fields, arrows and questions.
//! * [`cwg`]: the file format.
//! * [`rules`]: the independent checker.
//! * [`given`]: what may be added to the questions of a grid.
//! * [`spec`]: what is open in a given grid, and whether it can be solved at all.
//! * [`rating`] and [`bound`]: how good a puzzle is, and how good one can get.
//! * [`narrow`]: the best layouts of narrow grids, where counting says little.
//! * [`layout`] and [`joint`]: the encodings of the layout, and of layout and letters together. The letters of a given
//!   layout are encoded by [`fill`](crate::lexicon::fill), which other puzzles share.
//! * [`instance`]: a formula of any of these three kinds, for other solvers.
//! * [`placed`]: words that have to stand at certain places, as a part of what is given.
//! * [`named`]: from a model back to a puzzle by the names of the variables.

pub mod bound;
pub mod cwg;
pub mod given;
mod goal;
pub mod instance;
pub mod joint;
pub mod layout;
pub mod named;
pub mod narrow;
pub mod placed;
pub mod puzzle;
pub mod rating;
pub mod rules;
pub mod spec;
#[cfg(test)]
mod testing;
