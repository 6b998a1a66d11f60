//! `cwsat export`: a puzzle in a format that other programs read.

use super::kind::Kind;
use super::{Exit, Failure, complain, document, files};
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::template::puzzle::{Cell, Template};
use cwsat::encodings::template::solution;
use cwsat::encodings::{crisscross, digram};
use cwsat::publish::exchange::{ipuz, jpz, puz};
use cwsat::publish::puzzle::{self, Puzzle, convert, json};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Write a puzzle for other programs: ipuz, JPZ, Across Lite
///
/// Takes what `cwsat clue` writes, or a solved puzzle of any kind. The format follows from the ending of the file. What
/// a format cannot hold is told: as an error if it would be another puzzle, else as a warning.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle; of a Numberlink two files, the problem and its answer. `-` reads standard input.
    #[arg(value_name = "PUZZLE", required = true)]
    inputs: Vec<PathBuf>,
    /// The kind of puzzle; without it, what the input looks like.
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,
    /// The format [default: by the ending of the file].
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    /// Leave `cells` out of the clues of ipuz, for readers that refuse it.
    #[arg(long)]
    ipuz_strict: bool,
    /// JPZ without fields that hold clues, for readers that do not know them: numbers and lists instead.
    #[arg(long)]
    jpz_plain: bool,
    /// Where to write; without it, to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  cwsat export puzzle.json -o puzzle.ipuz
  cwsat export puzzle.json --jpz-plain -o puzzle.jpz
  cwsat export crossword.txt -o crossword.puz

Exit codes:
  0  written
  2  the puzzle, the command line or the place to write to cannot be used";

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// An open format in JSON (.ipuz): arrowwords, crosswords, criss-crosses
    Ipuz,
    /// The XML of Crossword Compiler (.jpz): arrowwords, crosswords, criss-crosses
    Jpz,
    /// Across Lite (.puz): crosswords; clues in Latin-1
    Puz,
    /// cwsat's own document (.json): everything
    Json,
    /// The grid of an arrowword (.cwg), without clues
    Cwg,
    /// The text of other kinds (.txt) as `cwsat solve` writes it
    Text,
}

impl Format {
    /// The format that the name of a file tells.
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
}

/// How a format is to be written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    ipuz_strict: bool,
    jpz_plain: bool,
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let format = match (self.format.or(self.output.as_deref().and_then(Format::of)), &self.output) {
            (Some(format), _) => format,
            (None, Some(output)) => {
                return Err(Failure::Exchange(format!(
                    "{}: this name tells no format; end it in .ipuz, .jpz, .puz, .json, .cwg or .txt, or give --format",
                    output.display()
                )));
            }
            (None, None) => {
                return Err(Failure::Exchange("name a file with -o, or a format with --format".to_owned()));
            }
        };
        for (given, flag, belongs) in
            [(self.ipuz_strict, "--ipuz-strict", Format::Ipuz), (self.jpz_plain, "--jpz-plain", Format::Jpz)]
        {
            if given && format != belongs {
                return Err(Failure::Exchange(format!("{flag} is for another format; leave it away")));
            }
        }
        if let Some(output) = &self.output {
            files::keep_apart(output, self.inputs.iter().map(PathBuf::as_path))?;
        }
        let puzzle = document::read(self.kind, &self.inputs)?;
        let wishes = Wishes { ipuz_strict: self.ipuz_strict, jpz_plain: self.jpz_plain };
        write(&puzzle, &self.inputs[0], format, wishes, self.output.as_deref())?;
        Ok(Exit::Ok)
    }
}

/// Writes a puzzle that was read from `input`, to `output` or else to standard output. All is made before anything is
/// written.
pub fn write(
    puzzle: &Puzzle,
    input: &Path,
    format: Format,
    wishes: Wishes,
    output: Option<&Path>,
) -> Result<(), Failure> {
    let output = output.map(files::Output::new).transpose()?;
    let unwritten = |source| Failure::NoExport { path: input.to_owned(), source };
    let bytes = match format {
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
        Format::Cwg => match convert::to_arrowword(puzzle) {
            Some(grid) => cwg::write(&grid).into_bytes(),
            None => return Err(no_grid(input, puzzle, ".cwg files hold arrowwords only; take .txt")),
        },
        Format::Text => text(puzzle, input)?.into_bytes(),
    };
    match output {
        Some(output) => output.write_with(|file| file.write_all(&bytes)),
        None if std::io::stdout().is_terminal() && std::str::from_utf8(&bytes).is_err() => {
            Err(Failure::Exchange("this is nothing for a terminal; name a file with -o".to_owned()))
        }
        None => Ok(std::io::stdout().lock().write_all(&bytes)?),
    }
}

/// Tells what a format could not take.
pub fn warn(path: &Path, warning: &dyn std::fmt::Display) {
    complain("warning", anstyle::AnsiColor::Yellow, &format!("{}: {warning}", path.display()));
}

fn no_grid(input: &Path, puzzle: &Puzzle, advice: &str) -> Failure {
    Failure::Exchange(format!("{}: this is a puzzle of the kind {}; {advice}", input.display(), puzzle.kind))
}

/// A crossword with no letters but those that are given away.
fn given(puzzle: &Puzzle, template: &Template) -> Template {
    let cell = |pos, cell: &Cell| match (cell, puzzle.fields[pos].given()) {
        (Cell::Letter(_), None) => Cell::Open,
        _ => *cell,
    };
    Template { cells: template.cells.map(cell) }
}

/// The text of a kind that has no file format with an ending of its own.
fn text(puzzle: &Puzzle, input: &Path) -> Result<String, Failure> {
    let text = match puzzle.kind {
        puzzle::Kind::Template => convert::to_template(puzzle).map(|template| {
            let clue = |run| {
                let entry = puzzle.entries.iter().find(|entry| entry.run == run)?;
                entry.clue().map(|clue| clue.text.split_whitespace().collect::<Vec<_>>().join(" "))
            };
            let given = given(puzzle, &template);
            solution::write(&template, Some(&given), &solution::entries(&template, clue))
        }),
        puzzle::Kind::Crisscross => convert::to_crisscross(puzzle).map(|mut layout| {
            for question in layout.words.iter_mut().filter_map(|word| word.question.as_mut()) {
                *question = question.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            crisscross::format::write(&layout, [])
        }),
        puzzle::Kind::Digram => convert::to_digram(puzzle).map(|cells| digram::format::write(&cells)),
        puzzle::Kind::Arrowword => return Err(no_grid(input, puzzle, "its text is a .cwg file")),
        puzzle::Kind::Numberlink => {
            return Err(no_grid(input, puzzle, "its text is that of the problem and the answer; take .json"));
        }
    };
    text.ok_or_else(|| no_grid(input, puzzle, "not all of its letters are known; take .json"))
}
