//! How the blocks of a template may be placed, and which of its fields have to be equal. No clauses here: options, makers and
//! checkers name styles without an encoding.

use crate::grid::Pos;
use crate::unknown::{Unknown, find};
use std::fmt;
use std::str::FromStr;

/// How blocks may be placed: the conventions of crosswords in different countries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Words only in every second row and every second column, like double-spaced writing on ruled paper: the letters
    /// of a word are alternately checked and unchecked. No three consecutive letters are unchecked.
    DoubleSpaced,
    /// The blocked grid of the British press: no square of 2x2 letters, and no two consecutive unchecked letters, so
    /// that at least half of each word (rounded down) is checked.
    British,
    /// Every letter is checked: it is in an across word and in a down word.
    #[default]
    American,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::DoubleSpaced, Self::British, Self::American];

    /// Returns the name as it is written in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoubleSpaced => "double-spaced",
            Self::British => "british",
            Self::American => "american",
        }
    }

    /// Returns the share of white fields that is usual for the style, from 0 to 1.
    pub const fn usual_white(self) -> f64 {
        match self {
            Self::DoubleSpaced => 0.62,
            Self::British => 0.65,
            Self::American => 0.82,
        }
    }

    /// Returns the maximum number of consecutive unchecked letters in a word.
    pub(super) const fn unchecked(self) -> usize {
        match self {
            Self::DoubleSpaced => 2,
            Self::British => 1,
            Self::American => 0,
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Style {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        find(text, "a style", &Self::ALL)
    }
}

/// Which fields have to be equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No fields in particular.
    None,
    /// The grid is the same after half a turn: the usual symmetry.
    #[default]
    HalfTurn,
    /// The grid is the same after a quarter turn; for squares only.
    QuarterTurn,
    /// The left half mirrors the right one.
    Mirror,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 4] = [Self::None, Self::HalfTurn, Self::QuarterTurn, Self::Mirror];

    /// Returns the name as it is written in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Mirror => "mirror",
        }
    }

    /// Returns the fields that have to equal this one: itself first, then its images, each always by the same turn or mirror.
    /// A quarter turn is for squares.
    pub fn alike(self, rows: usize, cols: usize, pos: Pos) -> Vec<Pos> {
        let Pos { row, col } = pos;
        let half = Pos::new(rows - 1 - row, cols - 1 - col);
        match self {
            Self::None => vec![pos],
            Self::HalfTurn => vec![pos, half],
            Self::QuarterTurn => {
                vec![pos, half, Pos::new(col, rows - 1 - row), Pos::new(rows - 1 - col, row)]
            }
            Self::Mirror => vec![pos, Pos::new(row, cols - 1 - col)],
        }
    }

    /// Returns the first of them in reading order.
    pub(super) fn first_alike(self, rows: usize, cols: usize, pos: Pos) -> Pos {
        self.alike(rows, cols, pos).into_iter().min().unwrap_or(pos)
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        find(text, "a symmetry", &Self::ALL)
    }
}
