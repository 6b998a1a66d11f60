//! The clues-in-squares crossword (arrowword, Schwedenrätsel) of the i4Ds cw challenge.
//!
//! The rooms: [`puzzle`] (what a puzzle is), [`cwg`] (its file format), [`rules`] (the independent checker),
//! [`spec`] (what a given grid asks for), [`rating`] and [`bound`] (how good it is, and how good it can get),
//! the encodings `layout` and `joint` (the fill of a layout is [`fill`](crate::lexicon::fill), which other
//! puzzles share), [`instance`] (a formula to be written, of any of the three), and [`named`] (from a model
//! back to a puzzle by the variables' names).

pub mod bound;
pub mod cwg;
pub mod instance;
pub mod joint;
pub mod layout;
pub mod named;
pub mod puzzle;
pub mod rating;
pub mod rules;
pub mod spec;
#[cfg(test)]
mod testing;
