//! The clues-in-squares crossword (arrowword, Schwedenrätsel) of the i4Ds cw challenge.
//!
//! The rooms: [`puzzle`] (what a puzzle is), [`cwg`] (its file format), [`rules`] (the independent checker),
//! [`spec`] (what a given grid asks for), [`rating`] and [`bound`] (how good it is, and how good it can get),
//! and the encodings `layout`, `fill` and `joint`.

pub mod bound;
pub mod cwg;
pub mod fill;
pub mod joint;
pub mod layout;
pub mod puzzle;
pub mod rating;
pub mod rules;
pub mod spec;
#[cfg(test)]
mod testing;
