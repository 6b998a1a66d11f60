//! The options for drawing a puzzle: which view of it, on what, and how large.

use crate::publish::page::{Fonts, Picture};
use std::sync::Arc;
use thiserror::Error;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The puzzle to be solved.
    Puzzle,
    /// The solution.
    Solution,
    /// The puzzle, then the solution.
    Both,
}

/// A paper size, in portrait format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Its name.
    pub name: &'static str,
    /// In millimetres.
    pub width: f64,
    /// In millimetres.
    pub height: f64,
}

impl Paper {
    /// ISO 216.
    pub const A4: Self = Self { name: "a4", width: 210.0, height: 297.0 };
    /// ISO 216, twice A4.
    pub const A3: Self = Self { name: "a3", width: 297.0, height: 420.0 };
    /// ISO 216, four times A4.
    pub const A2: Self = Self { name: "a2", width: 420.0, height: 594.0 };
    /// North American letter, 8.5 x 11 inches.
    pub const LETTER: Self = Self { name: "letter", width: 215.9, height: 279.4 };
    /// North American tabloid, 11 x 17 inches.
    pub const TABLOID: Self = Self { name: "tabloid", width: 279.4, height: 431.8 };
    /// All sizes that have a name here.
    pub const ALL: [Self; 5] = [Self::A4, Self::LETTER, Self::A3, Self::TABLOID, Self::A2];

    /// Returns whether there is a larger size.
    pub(super) fn has_larger(&self) -> bool {
        Self::ALL.iter().any(|other| other.width > self.width && other.height > self.height)
    }
}

/// What it is drawn on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// Paper of this size.
    Paper(Paper),
    /// A4, or the next larger ISO size that has enough room.
    AnyPaper,
    /// A picture that is as large as the drawing.
    Picture,
}

/// How a puzzle is drawn.
#[derive(Clone, Debug)]
pub struct Style {
    /// What is drawn.
    pub view: View,
    /// What it is drawn on.
    pub layout: Layout,
    /// The side of a field in millimetres; the usual one if `None`.
    pub cell: Option<f64>,
    /// Whether fields and type are larger, for readers with poor eyesight.
    pub large: bool,
    /// Whether the solution is small and upside down at the foot of the puzzle instead of on a page of its own.
    pub upside_down: bool,
    /// The picture for the largest island of an arrowword.
    pub picture: Option<Arc<Picture>>,
    /// Whether there is a line for a name and a date above the puzzle.
    pub name_line: bool,
    /// Whether the words of the solution are listed below the puzzle, in alphabetical order.
    pub word_bank: bool,
    /// The fonts.
    pub fonts: Fonts,
}

impl Style {
    /// Returns the style of a puzzle as a picture, in these fonts.
    pub fn new(fonts: Fonts) -> Self {
        let (view, layout) = (View::Puzzle, Layout::Picture);
        let (name_line, word_bank) = (false, false);
        Self {
            view,
            layout,
            cell: None,
            large: false,
            upside_down: false,
            picture: None,
            name_line,
            word_bank,
            fonts,
        }
    }
}

/// Why a puzzle cannot be drawn.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum DrawError {
    #[error(
        "{cols} x {rows} fields of {cell:.1} mm do not fit on {paper} paper, which has room for fields of {most:.1} mm; {advice}"
    )]
    NoRoom { rows: usize, cols: usize, cell: f64, paper: &'static str, most: f64, advice: String },

    #[error(
        "{whose} of the puzzle, of {length} characters, leaves no room for the grid on {paper} paper; shorten it"
    )]
    NoRoomBeside { whose: &'static str, length: usize, paper: &'static str },

    #[error(
        "the puzzle is not solved, so it has no solution to draw; solve it first, or draw the puzzle alone"
    )]
    Unsolved,

    #[error("the font has no {letters}, which the puzzle needs in its fields; give another one with --font")]
    NoGlyph { letters: String },
}

/// The range of sides of a field that can be requested, in millimetres.
pub const CELLS: std::ops::RangeInclusive<f64> = 3.0..=40.0;
