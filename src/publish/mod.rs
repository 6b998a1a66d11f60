//! Publishing: from a solved puzzle to the printed page, the page to play, and files for other programs.
//!
//! * [`clues`]: a clue for each word, from dictionaries and lists;
//! * [`puzzle`]: the document that the commands exchange: the grid with its words and clues, and its JSON;
//! * [`page`]: pages in millimetres, which know nothing of puzzles;
//! * [`draw`]: from a puzzle to pages, with one file per kind of grid;
//! * [`output`]: the pages as SVG, PDF and PNG, and an HTML page to play;
//! * [`exchange`]: formats that other programs read: ipuz, JPZ, Across Lite;
//! * [`submit`]: the entry for the contest that the `.cwg` grids come from.
//!
//! A solved puzzle of any kind becomes a [`puzzle::Puzzle`], which is drawn on [`page::Pages`], and all outputs show
//! the same pages.

pub mod clues;
pub mod draw;
pub mod exchange;
pub mod output;
pub mod page;
pub mod puzzle;
pub mod submit;
