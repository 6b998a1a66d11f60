//! Searching a layout.

pub mod sat;
mod window;
