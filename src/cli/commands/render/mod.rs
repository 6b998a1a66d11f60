//! `cwsat render`: draws a puzzle as a picture or on paper, and a folder of puzzles as a book.

mod book;

use crate::cli::document;
use crate::cli::drawing::{self, Format, Look};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, located};
use crate::cli::output;
use crate::cli::registry::Known;
use crate::cli::seed;
use cwsat::publish::clues::faults::Tally;
use cwsat::publish::draw::{DrawError, Style, View};
use cwsat::publish::output::text;
use cwsat::publish::puzzle::{Language, Puzzle, solution_word};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Draw a puzzle as a picture or as pages to print
///
/// Takes what `cwsat clue` writes, or a solved puzzle of any kind; a word without a clue shows its length. Pictures
/// (svg, png) are as large as the puzzle unless --paper is given; a PDF has pages of paper, with the solution on a page
/// of its own; html is a page to play in the browser.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle: a file, or `-` for standard input; for Numberlink two files, the problem and its answer; with
    /// --book, a folder.
    #[arg(value_name = "PUZZLE", required = true)]
    inputs: Vec<PathBuf>,
    /// Treat the input as this kind of puzzle [default: recognised from the input].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Draw the solution.
    #[arg(long, group = "view")]
    solution: bool,
    /// Draw the puzzle without its solution; the default for all formats except pdf.
    #[arg(long, group = "view")]
    puzzle: bool,
    /// Draw the puzzle, and the solution on a separate page; the default for pdf.
    #[arg(long, group = "view")]
    both: bool,
    /// Draw the solution small and upside down below the puzzle instead of on a separate page.
    #[arg(long, conflicts_with_all = ["solution", "puzzle"])]
    upside_down: bool,
    /// Write this format [default: by the extension of --output, or svg].
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    look: Look,
    /// Make a book (PDF) of all puzzles in a folder: contents, each puzzle starting on a new page, and the solutions at
    /// the end.
    #[arg(long, conflicts_with_all = ["kind", "upside_down", "solution_word", "picture"])]
    book: bool,
    /// Set the title of the puzzle, in place of its own, or of the book.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Set the author of the puzzle, in place of its own, or of the book.
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Set the language of words and clues, as in `de` or `en`, for hyphenation and headings.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Pick fields that spell this word, number them, and draw a strip for it below the puzzle.
    #[arg(long, value_name = "WORD")]
    solution_word: Option<String>,
    /// Draw nothing if a clue is missing, weak, used twice, contains its answer, or is unsuitable for a family newspaper; each
    /// such place is listed.
    #[arg(long)]
    strict: bool,
    /// Set the seed; another seed picks other fields for the solution word.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    seed: u64,
    /// Write to this file; several pictures are numbered, as in puzzle-1.svg and puzzle-2.svg [default: standard
    /// output, for a single file].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  cwsat render puzzle.json -o puzzle.pdf
  cwsat render puzzle.json --solution-word SOMMER --title Rätsel --upside-down -o puzzle.pdf
  cwsat render solved.cwg --solution -o solution.svg
  cwsat render puzzle.json -o play.html
  cwsat render Q.txt A.txt --both -o board.png
  cwsat render solved/ --book --title Rätsel --strict -o book.pdf

Exit codes:
  0  the puzzle was drawn
  1  with --strict: a clue is missing, or cannot be printed as it is
  2  the puzzle, the command line or the output cannot be used";

/// A command line from which nothing can be drawn.
#[derive(Debug, thiserror::Error)]
enum RenderError {
    #[error("{}: this is a folder; with --book it becomes a book, otherwise name a puzzle", path.display())]
    Folder { path: PathBuf },

    #[error(
        "{}: this name implies no format; end it in .svg, .pdf, .png or .html, or give --format",
        path.display()
    )]
    NameWithoutFormat { path: PathBuf },

    #[error(
        "a page to play contains its solution and has no paper; omit --solution, --both, --upside-down and --paper"
    )]
    PageToPlay,

    #[error("the view as text is only the grid and its clues; omit {flags}")]
    TextHasNo { flags: String },

    #[error("there are {count} pictures, and standard output takes only one; name a file with -o")]
    Several { count: usize },

    #[error("a book is made of one folder: name it alone, as in `cwsat render DIR --book`")]
    BookOfOneFolder,

    #[error("a book is a PDF; give --format pdf, or a name that ends in .pdf")]
    BookIsPdf,

    #[error(
        "{}: this is a file, but a book is made of a folder; omit --book, or name the folder",
        path.display()
    )]
    BookOfFile { path: PathBuf },

    #[error(
        "{}: a Numberlink problem alone has no picture; put its answer beside it, named A_5.txt if the problem is \
         Q_5.txt",
        path.display()
    )]
    ProblemAlone { path: PathBuf },
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        if self.book {
            return self.book();
        }
        if let Some(folder) = self.inputs.iter().find(|path| path.is_dir()) {
            return Err(RenderError::Folder { path: folder.clone() }.into());
        }
        let format = self.format()?;
        if format != Format::Text {
            self.look.refuse_dpi([format].into_iter())?;
        }
        if let Some(output) = &self.output {
            output::keep_apart(output, self.sources())?;
        }
        let puzzle = self.read()?;
        if self.refuses(&[(&self.inputs[0], &puzzle)], &self.inputs[0]) {
            return Ok(Exit::Broken);
        }
        match format {
            Format::Text => self.text(&puzzle)?,
            Format::Html if self.solution || self.both || self.upside_down || self.look.paper.is_some() => {
                return Err(RenderError::PageToPlay.into());
            }
            Format::Html | Format::Svg | Format::Pdf | Format::Png => self.draw(&puzzle, format)?,
        }
        Ok(Exit::Ok)
    }

    /// Draws the puzzle and writes it; warns of what did not fit.
    fn draw(&self, puzzle: &Puzzle, format: Format) -> Result<(), Failure> {
        let style = self.style(format)?;
        let input = &self.inputs[0];
        let drawn = drawing::draw(puzzle, input, format, &style, self.look.dpi())?;
        drawing::warn(input, &drawn.warnings);
        self.write(drawn.files)
    }

    /// Returns the files that the command reads.
    fn sources(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().map(PathBuf::as_path).chain(self.look.files())
    }

    /// Returns the format that was given, or the one implied by the name of the output file.
    fn format(&self) -> Result<Format, Failure> {
        let by_name = self.output.as_deref().and_then(Format::of);
        match (self.format.or(by_name), &self.output) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(Format::Svg),
            (None, Some(output)) => Err(RenderError::NameWithoutFormat { path: output.clone() }.into()),
        }
    }

    /// Reads the puzzle and applies what the command line says about it.
    fn read(&self) -> Result<Puzzle, Failure> {
        let mut puzzle = document::read(self.kind, &Input::read_all(&self.inputs)?)?;
        puzzle.title = self.title.clone().or(puzzle.title);
        puzzle.author = self.author.clone().or(puzzle.author);
        puzzle.language = self.language.clone().or(puzzle.language);
        if let Some(word) = &self.solution_word {
            puzzle.solution_word = solution_word::choose(&puzzle, word, &HashSet::new(), self.seed)?;
        }
        Ok(puzzle)
    }

    /// Judges the clues of these puzzles, each given with its file. With `--strict`, reports each fault and returns
    /// whether there are any; otherwise warns in one line about `name`, the whole, if clues are printed at all.
    fn refuses(&self, puzzles: &[(&Path, &Puzzle)], name: &Path) -> bool {
        if self.strict {
            // All of them are reported before anything is refused.
            return puzzles.iter().filter(|(path, puzzle)| document::refuse_faults(path, puzzle)).count() > 0;
        }
        if !self.solution {
            document::warn_of_faults(name, puzzles.iter().map(|(_, puzzle)| Tally::of(puzzle)).sum());
        }
        false
    }

    /// Writes the view for the terminal; without colours if it goes to a file.
    fn text(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        let given = [
            ("--title", self.title.is_some()),
            ("--author", self.author.is_some()),
            ("--solution-word", self.solution_word.is_some()),
            ("--upside-down", self.upside_down),
            ("--paper", self.look.paper.is_some()),
            ("--cell", self.look.cell.is_some()),
            ("--large", self.look.large),
            ("--picture", self.look.picture.is_some()),
            ("--font", self.look.font.is_some()),
            ("--dpi", self.look.dpi.is_some()),
        ];
        let given: Vec<&str> =
            given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect();
        if !given.is_empty() {
            return Err(RenderError::TextHasNo { flags: given.join(", ") }.into());
        }
        if (self.solution || self.both) && !puzzle.is_filled() {
            return Err(located(&self.inputs[0], DrawError::Unsolved));
        }
        let mut shown = Vec::new();
        if self.puzzle || self.both || !self.solution {
            shown.push(text::puzzle(puzzle));
        }
        if self.solution || self.both {
            shown.push(text::solution(puzzle));
        }
        let shown = shown.join("\n");
        match &self.output {
            Some(output) => {
                output::Output::new(output)?.write(&anstream::adapter::strip_str(&shown).to_string())
            }
            None => Ok(write!(anstream::stdout().lock(), "{shown}")?),
        }
    }

    fn style(&self, format: Format) -> Result<Style, Failure> {
        let view = match (self.solution, self.puzzle, self.both || self.upside_down) {
            (true, ..) => View::Solution,
            (_, true, _) => View::Puzzle,
            (_, _, true) => View::Both,
            _ if format == Format::Pdf => View::Both,
            _ => View::Puzzle,
        };
        self.look.style(view, format, self.upside_down)
    }

    /// Writes the files to their places, or a single one to standard output.
    fn write(&self, files: Vec<Vec<u8>>) -> Result<(), Failure> {
        match (&self.output, &files[..]) {
            (None, [file]) => output::print(file),
            (None, _) => Err(RenderError::Several { count: files.len() }.into()),
            (Some(output), _) => {
                let places = drawing::places(output, files.len());
                for place in &places {
                    output::keep_apart(place, self.sources())?;
                }
                output::write_all(&places.into_iter().zip(files).collect::<Vec<_>>())
            }
        }
    }
}
