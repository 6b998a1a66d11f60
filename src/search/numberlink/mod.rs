//! WIP
pub mod pack;
pub mod rectangle;
