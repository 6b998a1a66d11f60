//! `cwsat export`: writes a puzzle in a format that other programs read.

use crate::cli::document;
use crate::cli::exchange::{self, Format, Wishes};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use crate::cli::output;
use crate::cli::registry::Known;
use std::path::PathBuf;

/// Export a puzzle to ipuz, JPZ or Across Lite
///
/// Takes what `cwsat clue` writes, or a solved puzzle of any kind. What a format cannot hold is reported: as an error
/// if the puzzle would become another one, otherwise as a warning.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle: a file, or `-` for standard input; for Numberlink two files, the problem and its answer.
    #[arg(value_name = "PUZZLE", required = true)]
    inputs: Vec<PathBuf>,
    /// Treat the input as this kind of puzzle [default: recognised from the input].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Write this format [default: by the extension of --output].
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    /// Omit `cells` from the clues of ipuz, for readers that reject it.
    #[arg(long)]
    ipuz_strict: bool,
    /// Use numbers and clue lists in JPZ instead of clues in fields, for readers that do not support these.
    #[arg(long)]
    jpz_plain: bool,
    /// Write nothing if a clue is missing, weak, used twice, contains its answer, or is unsuitable for a family newspaper;
    /// each such place is listed.
    #[arg(long)]
    strict: bool,
    /// Write to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  cwsat export puzzle.json -o puzzle.ipuz
  cwsat export puzzle.json --jpz-plain -o puzzle.jpz
  cwsat export crossword.txt -o crossword.puz

Exit codes:
  0  the puzzle was written
  1  with --strict: a clue is missing, or cannot be printed as it is
  2  the puzzle, the command line or the output cannot be used";

/// A command line from which no file can be made.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(
        "{}: this name implies no format; end it in .ipuz, .jpz, .puz, .json, .cwg or .txt, or give --format",
        path.display()
    )]
    Unclear { path: PathBuf },

    #[error("name a file with -o, or a format with --format")]
    Nothing,

    #[error("{flag} is for another format; omit it")]
    Misplaced { flag: &'static str },
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let format = match (self.format.or(self.output.as_deref().and_then(Format::of)), &self.output) {
            (Some(format), _) => format,
            (None, Some(output)) => {
                return Err(ExportError::Unclear { path: output.clone() }.into());
            }
            (None, None) => {
                return Err(ExportError::Nothing.into());
            }
        };
        for (given, flag, belongs) in
            [(self.ipuz_strict, "--ipuz-strict", Format::Ipuz), (self.jpz_plain, "--jpz-plain", Format::Jpz)]
        {
            if given && format != belongs {
                return Err(ExportError::Misplaced { flag }.into());
            }
        }
        if let Some(output) = &self.output {
            output::keep_apart(output, self.inputs.iter().map(PathBuf::as_path))?;
        }
        let puzzle = document::read(self.kind, &Input::read_all(&self.inputs)?)?;
        if self.strict && document::refuse_faults(&self.inputs[0], &puzzle) {
            return Ok(Exit::Broken);
        }
        let wishes = Wishes { ipuz_strict: self.ipuz_strict, jpz_plain: self.jpz_plain };
        exchange::write(&puzzle, &self.inputs[0], format, wishes, self.output.as_deref())?;
        Ok(Exit::Ok)
    }
}
