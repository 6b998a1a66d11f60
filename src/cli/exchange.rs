//! The formats of other programs, and the program's own texts, for all commands that write them.

use super::exit::Failure;
use super::input::located;
use super::output;
use super::reporter;
use cwsat::publish::exchange::{NoExport, grid, ipuz, jpz, puz};
use cwsat::publish::puzzle::{Kind, Puzzle, json};
use std::path::Path;

/// The format of an exported puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// An open format in JSON (.ipuz): arrowwords, crosswords, criss-crosses.
    Ipuz,
    /// The XML of Crossword Compiler (.jpz): arrowwords, crosswords, criss-crosses.
    Jpz,
    /// Across Lite (.puz): crosswords; clues in Latin-1.
    Puz,
    /// cwsat's own document (.json): everything.
    Json,
    /// The grid of an arrowword (.cwg), without clues.
    Cwg,
    /// The text of other kinds (.txt), as `cwsat solve` writes it.
    Text,
}

impl Format {
    /// Returns the format implied by the extension of a file.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "ipuz" => Some(Self::Ipuz),
            "jpz" => Some(Self::Jpz),
            "puz" => Some(Self::Puz),
            "json" => Some(Self::Json),
            "cwg" => Some(Self::Cwg),
            "txt" => Some(Self::Text),
            _ => None,
        }
    }

    /// Returns an error if the format cannot hold puzzles of this kind, whatever is in them.
    pub fn holds(self, kind: Kind) -> Result<(), NoExport> {
        match self {
            Self::Ipuz => ipuz::holds(kind),
            Self::Jpz => jpz::holds(kind),
            Self::Puz => puz::holds(kind),
            Self::Json => Ok(()),
            Self::Cwg => grid::cwg_holds(kind),
            Self::Text => grid::text_holds(kind),
        }
    }

    /// Returns the format of the text of a kind, as `cwsat solve` prints it; `None` if that is not written from a
    /// document.
    pub fn own(kind: Kind) -> Option<Self> {
        [Self::Cwg, Self::Text].into_iter().find(|format| format.holds(kind).is_ok())
    }
}

/// Variants of formats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Omit `cells` from the clues of ipuz.
    pub ipuz_strict: bool,
    /// Use numbers and clue lists in JPZ instead of clues in fields.
    pub jpz_plain: bool,
}

/// Writes a puzzle that was read from `input` to `output`, or to standard output if that is `None`. Nothing is written
/// before the whole file is ready.
pub fn write(
    puzzle: &Puzzle,
    input: &Path,
    format: Format,
    wishes: Wishes,
    output: Option<&Path>,
) -> Result<(), Failure> {
    let output = output.map(output::Output::new).transpose()?;
    output::write_or_print(output.as_ref(), &bytes(puzzle, input, format, wishes)?)
}

/// Returns the content of the file for a puzzle that was read from `input`; warns of what the format could not hold.
pub fn bytes(puzzle: &Puzzle, input: &Path, format: Format, wishes: Wishes) -> Result<Vec<u8>, Failure> {
    let unwritten = |error| located(input, error);
    Ok(match format {
        Format::Ipuz => ipuz::write(puzzle, wishes.ipuz_strict).map_err(unwritten)?.into_bytes(),
        Format::Jpz => jpz::write(puzzle, wishes.jpz_plain).map_err(unwritten)?.into_bytes(),
        Format::Puz => {
            let (bytes, warnings) = puz::write(puzzle).map_err(unwritten)?;
            for warning in &warnings {
                warn(input, warning);
            }
            bytes
        }
        Format::Json => json::write(puzzle).into_bytes(),
        Format::Cwg => grid::write_cwg(puzzle).map_err(unwritten)?.into_bytes(),
        Format::Text => grid::write_text(puzzle).map_err(unwritten)?.into_bytes(),
    })
}

/// Warns of something that a format could not hold.
pub fn warn(path: &Path, warning: &dyn std::fmt::Display) {
    reporter::warn(&format_args!("{}: {warning}", path.display()));
}
