//! Reading for criss-crosses: the list of words, the size of the board, and finished layouts.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use cwsat::encodings::crisscross::base::{self, Base, Style};
use cwsat::encodings::crisscross::format;
use cwsat::encodings::crisscross::puzzle::{MAX_SIDE, Puzzle};
use cwsat::encodings::grid::{side, sides};
use cwsat::search::crisscross::{roomy_side, sample};
use cwsat::solver::Budget;
use std::path::PathBuf;
use std::str::FromStr;

/// The flags on how the list is read and what is taken from it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ListFlags {
    /// Lay this many words of the list, drawn by the seed [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    place: Option<u32>,
    /// Read the list as genxword does: the question follows the word after a space.
    #[arg(long)]
    genxword: bool,
}

/// The size of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// A square with room for all words.
    #[default]
    Auto,
    /// Rows and columns.
    Given(usize, usize),
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let square = || side(text, MAX_SIDE).map(|side| (side, side));
        sides(text, MAX_SIDE)
            .or_else(square)
            .map(|(rows, cols)| Self::Given(rows, cols))
            .ok_or_else(|| format!("a size is ROWSxCOLUMNS, one side, or auto; sides are 1 to {MAX_SIDE}"))
    }
}

impl Size {
    /// Reads the value of `--size`; `None` is `auto`.
    pub fn of(text: Option<&str>) -> Result<Self, Failure> {
        Ok(text.map_or(Ok(Self::Auto), |text| text.parse().map_err(ListError::Size))?)
    }
}

impl ListFlags {
    /// Returns the words to be laid and their board.
    pub fn puzzle(&self, base: &Base, size: Size, seed: u64, budget: &Budget) -> Puzzle {
        let count = self.place.map_or(usize::MAX, |count| count as usize);
        let entries = sample(&base.entries, count, seed);
        let (rows, cols) = match size {
            Size::Given(rows, cols) => (rows, cols),
            Size::Auto => {
                let side = roomy_side(&entries, seed, budget);
                (side, side)
            }
        };
        Puzzle { rows, cols, entries }
    }
}

/// Why a list cannot be laid.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error("--size: {0}")]
    Size(String),

    #[error(
        "{}: this is a finished criss-cross, where a list of words is expected; give the list, or judge the layout \
         with `cwsat check`",
        path.display()
    )]
    Layout { path: PathBuf },

    #[error("{}: it has only {words} words, so --least-words {asked} is impossible; ask for fewer", path.display())]
    LeastWords { path: PathBuf, asked: usize, words: usize },
}

/// Reads a list of words. A finished layout would pass for one, as its lines hold words too, so it is refused.
pub fn read_base(input: &Input, flags: &ListFlags) -> Result<Base, Failure> {
    let style = if flags.genxword { Style::Spaced } else { Style::Marked };
    input.refuse_foreign()?;
    let text = input.text()?;
    if format::is_layout(text) {
        return Err(ListError::Layout { path: input.path().to_owned() }.into());
    }
    base::read(text, style).map_err(|error| input.at(error).into())
}

/// Reads a finished layout.
pub fn read_layout(input: &Input) -> Result<format::Read, Failure> {
    input.refuse_foreign()?;
    format::read(input.text()?).map_err(|error| input.at(error).into())
}
