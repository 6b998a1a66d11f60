//! Drives encodings to good answers: tightening, windows, budgets, progress.

mod bug;
mod hall;
mod no_answer;
mod preference;
mod setup;
mod spelled;
#[cfg(test)]
mod testing;
mod wished;

pub mod arrowword;
pub mod barred;
mod carriers;
pub mod change;
pub mod count;
pub mod crisscross;
pub mod crossword;
pub mod cubes;
pub mod digram;
pub mod ease;
pub mod explain;
pub mod fill;
pub mod layout;
pub mod numberlink;
pub mod template;

pub use bug::Bug;
pub use no_answer::{NoAnswer, OwnReason};
pub use setup::Setup;
pub use spelled::is_hopeless;
