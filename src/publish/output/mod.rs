//! What a reader gets, with one file per output. [`svg`], [`pdf`] and [`png`] draw pages and decide nothing about them;
//! [`text`] and [`html`] show the puzzle itself, `html` with the drawing of its grid.

pub mod html;
pub mod pdf;
pub mod png;
pub mod svg;
pub mod text;
