//! From a puzzle to pages: one file per kind of grid, and common parts for what all kinds have.
//!
//! * [`arrowword`], `numbered`, `numberlink`: the grids;
//! * `arrow`, `letters`, [`lines`]: what grids are made of;
//! * `breaks`, `fit`, `list`: clues, in boxes and in columns;
//! * [`draw()`]: grid, lists, title, solution and credits on paper or as a picture, as the [`style`] says;
//! * [`board()`]: the grid alone;
//! * [`book`]: many puzzles with their contents and solutions;
//! * `wording`: the headings by language.
//!
//! Whatever cannot be printed as it was written (a clue that is too long, a character that the font lacks) is reported
//! in a warning that names the word, and the page is correct without it.

mod arrow;
pub mod arrowword;
pub mod book;
mod breaks;
mod fit;
mod letters;
pub mod lines;
mod list;
mod numbered;
mod numberlink;
mod paged;
mod setting;
mod sheet;
pub mod style;
pub(crate) mod wording;

pub use sheet::{Board, board, draw, side};
pub use style::{DrawError, Layout, Paper, Style, View};

use crate::publish::page::{Face, Font, Fonts, Item, Pages, Picture, printable};
use crate::publish::puzzle::{Entry, Puzzle};
use std::sync::Arc;
use wording::Wording;

/// Something drawn, and the space it takes; its upper left corner is the origin.
#[derive(Clone, Debug, Default)]
struct Block {
    /// In millimetres.
    width: f64,
    /// In millimetres.
    height: f64,
    /// What is drawn.
    items: Vec<Item>,
}

/// The pages, and what readers of the puzzle will miss on them.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The pages.
    pub pages: Pages,
    /// Sentences for the person who publishes it.
    pub warnings: Vec<String>,
}

/// What is needed to draw any part of a view.
#[derive(Clone, Copy, Debug)]
struct Context<'a> {
    /// The puzzle.
    puzzle: &'a Puzzle,
    /// Whether its solution is drawn.
    solution: bool,
    /// The fonts.
    fonts: &'a Fonts,
    /// The side of a field in millimetres.
    cell: f64,
    /// The picture for the largest island.
    picture: Option<&'a Arc<Picture>>,
    /// The headings.
    wording: Wording,
}

impl Context<'_> {
    /// Returns the name of a word in a warning.
    fn name_of(&self, entry: &Entry) -> String {
        format!("{} ({} from {})", self.puzzle.pattern(entry), entry.run.direction, entry.run.start)
    }

    /// Returns a text as it can be printed, with a warning for what had to be left out; `whose` names the word.
    fn printable(&self, text: &str, whose: &str, notes: &mut Notes) -> String {
        let whose = format!("the clue or text of {whose}");
        as_printable(self.fonts.get(Face::Regular), text, &whose, notes)
    }
}

/// Returns a text as it can be printed in this font, with a warning for what had to be left out; `whose` says what the
/// text is.
fn as_printable(font: &Font, text: &str, whose: &str, notes: &mut Notes) -> String {
    let (shown, missing) = printable(font, text);
    if !missing.is_empty() {
        let signs: Vec<String> = missing.iter().take(8).map(|c| sign(*c)).collect();
        let signs = signs.join(", ");
        notes.warn(format!(
            "the font cannot show {signs} in {whose}, so it was left out; write it differently"
        ));
    }
    shown
}

/// Returns a character for a terminal: only its number if the terminal would obey it or show nothing.
fn sign(c: char) -> String {
    let number = format!("U+{:04X}", u32::from(c));
    // Characters that Rust does not escape in a string have a visible shape.
    if c.escape_debug().len() > 1 || c.is_whitespace() { number } else { format!("{c} ({number})") }
}

/// What arises while a view is drawn: warnings, and texts that had no room.
#[derive(Clone, Debug, Default)]
struct Notes {
    warnings: Vec<String>,
    footnotes: Vec<String>,
}

impl Notes {
    /// Adds a warning, unless it is there already.
    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Adds a text that has no room in the grid; returns its number, from 1.
    fn footnote(&mut self, text: String) -> usize {
        self.footnotes.push(text);
        self.footnotes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_font_lacks_is_told_and_not_obeyed() {
        let fonts = Fonts::embedded().unwrap();
        let mut notes = Notes::default();
        // An emoji, the start of an escape sequence, and the character that reverses the direction of text.
        let text = "a😀b\u{1b}[31m\u{202e}c";
        assert_eq!(as_printable(fonts.get(Face::Bold), text, "the title", &mut notes), "ab[31mc");
        let told = "the font cannot show 😀 (U+1F600), U+001B, U+202E in the title, so it was left out; write it differently";
        assert_eq!(notes.warnings, [told]);
        for whose in ["a clue", "the title"] {
            assert_eq!(as_printable(fonts.get(Face::Regular), "abc", whose, &mut notes), "abc");
        }
        assert_eq!(notes.warnings.len(), 1);
    }
}
