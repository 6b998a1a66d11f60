//! Publish: from a solved puzzle to what a reader holds in hand.
//!
//! * [`clues`]: what is asked for each word, from dictionaries and lists.
//! * [`puzzle`]: the document between the commands: the grid with its words and clues, and its JSON.
//!
//! The way is one: a solved puzzle of any kind becomes a [`puzzle::Puzzle`]; whatever is made of it, is made of that.

pub mod clues;
pub mod puzzle;
