//! The page model as files: one file an output. None of them decides where anything stands.

pub mod pdf;
pub mod png;
pub mod svg;
