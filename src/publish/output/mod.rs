//! What a reader gets: one file an output. [`svg`], [`pdf`] and [`png`] draw pages and decide nothing about them;
//! [`text`] and [`html`] show the puzzle itself, `html` around the drawing of its grid.

pub mod html;
pub mod pdf;
pub mod png;
pub mod svg;
pub mod text;
