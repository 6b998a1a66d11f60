//! Publish: from a solved puzzle to what a reader holds in hand.
//!
//! * [`clues`]: what is asked for each word, from dictionaries and lists;
//! * [`puzzle`]: the document between the commands: the grid with its words and clues, and its JSON;
//! * [`page`]: pages in millimetres, which know nothing of puzzles;
//! * [`draw`]: from a puzzle to pages, one file a kind;
//! * [`output`]: the pages as SVG, PDF and PNG, and a page to play as HTML;
//! * [`exchange`]: formats that other programs read: ipuz, JPZ, Across Lite;
//! * [`submit`]: the entry for the contest of which the `.cwg` grids come.
//!
//! The way is one: a solved puzzle of any kind becomes a [`puzzle::Puzzle`], which is drawn on [`page::Pages`], and all
//! outputs show the same pages.

pub mod clues;
pub mod draw;
pub mod exchange;
pub mod output;
pub mod page;
pub mod puzzle;
pub mod submit;
