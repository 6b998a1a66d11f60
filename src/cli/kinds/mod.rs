//! The kinds of puzzles, each a folder with the same structure: `mod.rs` implements the contract and is the folder's
//! table of contents; `read.rs` reads the kind's files; `solve.rs`, `check.rs`, `encode.rs`, `explain.rs` and
//! `make.rs` do the work for the command of that name. No kind knows another, and none knows a command.

mod arrowword;
mod barred;
mod crisscross;
mod digram;
mod numberlink;
mod template;

pub use arrowword::{Arrowword, CeilingJson, read as read_grid};
pub use barred::Barred;
pub use crisscross::Crisscross;
pub use digram::Digram;
pub use numberlink::Numberlink;
pub use template::Template;
