//! The commands of the program, one file each: its arguments and its `run`.

pub mod wordlists;
pub mod words;
