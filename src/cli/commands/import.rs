//! `cwsat import`: reads a puzzle written by another program.

use crate::cli::document;
use crate::cli::exchange::{self, Format, Wishes};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use crate::cli::output;
use cwsat::publish::exchange::{Read, ipuz, puz};
use cwsat::publish::puzzle::{Field, Puzzle};
use std::path::{Path, PathBuf};

/// Import a puzzle from ipuz or Across Lite
///
/// Writes cwsat's own document, which `cwsat render` and `cwsat clue` take, or the grid alone, which `cwsat check` and
/// `cwsat solve` take: FILE.cwg for an arrowword, FILE.txt for a crossword or criss-cross.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle: an .ipuz or .puz file, a cwsat document, or a solved grid, recognised from its content; `-` reads
    /// standard input.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Remove the letters of the solution so that `cwsat solve` can fill the grid again; letters printed in the puzzle
    /// stay, and so do the clues, in formats that have them. Criss-crosses and digram grids without letters can only
    /// be written as .json.
    #[arg(long)]
    empty: bool,
    /// Write to this file: .json, .cwg, .txt, or a format of `cwsat export` [default: the document to standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  cwsat import puzzle.ipuz -o puzzle.json
  cwsat import crossword.puz -o crossword.txt
  cwsat import puzzle.ipuz --empty -o puzzle.cwg

Exit codes:
  0  the puzzle was written
  2  the file, the command line or the output cannot be used";

/// A file name that implies no format.
#[derive(Debug, thiserror::Error)]
#[error("{}: this name implies no format; end it in .json, .cwg or .txt", path.display())]
struct NameWithoutFormat {
    path: PathBuf,
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let format = match &self.output {
            None => Format::Json,
            Some(output) => Format::of(output).ok_or_else(|| NameWithoutFormat { path: output.clone() })?,
        };
        if let Some(output) = &self.output {
            output::keep_apart(output, [self.input.as_path()])?;
        }
        let Read { mut puzzle, warnings } = read(&self.input)?;
        for warning in &warnings {
            exchange::warn(&self.input, warning);
        }
        if self.empty {
            empty(&mut puzzle);
        }
        exchange::write(&puzzle, &self.input, format, Wishes::default(), self.output.as_deref())?;
        Ok(Exit::Ok)
    }
}

/// Reads a file of any known format, recognised by its content or, failing that, by its name.
fn read(path: &Path) -> Result<Read, Failure> {
    let input = Input::read(path)?;
    let named = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let is_named = |ending: &str| named.as_deref() == Some(ending);
    // The name counts only where the content says nothing: digram grids are texts with the ending .puz.
    if puz::is_puz(input.bytes()?) || is_named("puz") && input.readable().is_none() {
        return puz::read(input.bytes()?).map_err(|error| input.at(error).into());
    }
    if input.readable().is_some_and(ipuz::is_ipuz) || is_named("ipuz") {
        return ipuz::read(input.text()?).map_err(|error| input.at(error).into());
    }
    Ok(Read { puzzle: document::read_one(None, &input)?, warnings: Vec::new() })
}

/// Removes the letters that the solver has to find.
fn empty(puzzle: &mut Puzzle) {
    puzzle.fields = puzzle.fields.map(|_, &field| match field {
        Field::Letter { given: false, .. } | Field::Digram(_) => Field::Open,
        other => other,
    });
    puzzle.solution_word.clear();
}
