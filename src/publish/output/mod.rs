//! What a reader gets: one file an output. [`svg`], [`pdf`] and [`png`] draw pages and decide nothing about them;
//! [`text`] shows the puzzle itself.

pub mod pdf;
pub mod png;
pub mod svg;
pub mod text;
