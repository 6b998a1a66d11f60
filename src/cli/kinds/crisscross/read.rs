//! Reading for criss-crosses: the list of words, the size of the board, and finished layouts.

use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::reporter;
use cwsat::encodings::crisscross::base::{self, Base, Style};
use cwsat::encodings::crisscross::format;
use cwsat::encodings::crisscross::puzzle::{MAX_SIDE, Puzzle};
use cwsat::encodings::grid::{side, sides};
use cwsat::encodings::lexicon::{Alphabet, decode};
use cwsat::search::crisscross::{Aspect, roomy_board, sample};
use cwsat::solver::Budget;
use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;

/// The flags on how the list is read and what is taken from it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ListFlags {
    /// Place this many words of the list, chosen at random by the seed [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    place: Option<u32>,
    /// Read the list as genxword does: the question follows the word after a space.
    #[arg(long)]
    genxword: bool,
    /// Give a board of --size auto this shape, width to height, as in 4:3; `solve` and `make` also prefer a box of this shape.
    #[arg(long, value_name = "W:H")]
    pub aspect: Option<Aspect>,
    /// Letters that stay as they are written, as in ÄÖÜß, or `written` for all letters and digits. Otherwise Latin letters
    /// become A to Z (Ä is AE, É is E); letters of other scripts, such as Cyrillic or Greek, always stay.
    #[arg(long, value_name = "LETTERS")]
    alphabet: Option<Alphabet>,
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

/// A text that is not the size of a board.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a size is ROWSxCOLUMNS, one side, or auto; sides are 1 to {MAX_SIDE}")]
pub struct NoBoard;

impl FromStr for Size {
    type Err = NoBoard;

    fn from_str(text: &str) -> Result<Self, NoBoard> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let square = || side(text, MAX_SIDE).map(|side| (side, side));
        sides(text, MAX_SIDE).or_else(square).map(|(rows, cols)| Self::Given(rows, cols)).ok_or(NoBoard)
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
            Size::Auto => roomy_board(&entries, self.aspect, seed, budget),
        };
        Puzzle { rows, cols, entries }
    }
}

/// Why a list cannot be laid.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    #[error("--size: {0}")]
    Size(NoBoard),

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
    let text = list_text(input)?;
    if format::is_layout(&text) {
        return Err(ListError::Layout { path: input.path().to_owned() }.into());
    }
    let alphabet = flags.alphabet.clone().unwrap_or_default();
    base::read(&text, style, &alphabet).map_err(|error| input.at(error).into())
}

/// Returns the text of a list, and says so if it had to be read in another encoding than UTF-8.
pub fn list_text(input: &Input) -> Result<Cow<'_, str>, Failure> {
    let (text, charset) = decode(input.bytes()?).map_err(|error| input.at(error))?;
    if let Some(charset) = charset {
        reporter::warn(&input.at(format_args!(
            "this is not UTF-8, so it is read as {charset}; if letters are wrong, save it as UTF-8"
        )));
    }
    Ok(text)
}

/// Reads a finished layout.
pub fn read_layout(input: &Input) -> Result<format::Read, Failure> {
    input.refuse_foreign()?;
    format::read(input.text()?).map_err(|error| input.at(error).into())
}
