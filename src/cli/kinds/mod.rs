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

use crate::cli::contract::AnyKind;

/// The kind of an input if nothing indicates another.
pub static DEFAULT: &dyn AnyKind = &Arrowword;

/// All kinds. A new one is a folder here, its module above, and an entry in this list; nothing else in `cli` names it.
pub static ALL: &[&dyn AnyKind] = &[
    &Arrowword,
    &barred::Barred,
    &crisscross::Crisscross,
    &digram::Digram,
    &numberlink::Numberlink,
    &template::Template,
];
