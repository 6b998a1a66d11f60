//! Crosswords on a black and white template: templates are made ([`make`]); all else is the search of
//! [`crossword`](crate::search::crossword).

pub mod anneal;
pub mod fewest;
pub mod make;

pub use crate::search::crossword::{
    Answer, NoAnswer, NoCrossword, Options, Progress, Stopped, Wordless, fill_formula, is_possible, solve,
    solve_made,
};
