//! WIP
pub mod rectangle;
