//! How an encoding is driven to a good answer: tightening, windows, budgets, progress.

mod bug;

pub mod arrowword;
pub mod crisscross;
pub mod digram;
pub mod explain;
pub mod fill;
pub mod layout;
pub mod numberlink;
pub mod template;

pub use bug::Bug;
