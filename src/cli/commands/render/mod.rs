//! `cwsat render`: draws a puzzle as a picture or on paper, and a folder of puzzles as a book.

mod book;

use crate::cli::document;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, located};
use crate::cli::output;
use crate::cli::registry::Known;
use crate::cli::reporter;
use cwsat::limits::Limit;
use cwsat::publish::draw::style::CELLS;
use cwsat::publish::draw::{DrawError, Drawn, Layout, Paper, Style, View, draw};
use cwsat::publish::output::{html, pdf, png, svg, text};
use cwsat::publish::page::{Font, Fonts, Picture};
use cwsat::publish::puzzle::{Language, Puzzle, solution_word};
use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Draw the puzzle, and the solution on a page of its own; the default for pdf.
    #[arg(long, group = "view")]
    both: bool,
    /// Draw the solution small and upside down below the puzzle instead of on a page of its own.
    #[arg(long, conflicts_with_all = ["solution", "puzzle"])]
    upside_down: bool,
    /// Write this format [default: by the extension of --output, or svg].
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    /// Draw on this paper [default: for pdf, a4 or a larger one if needed].
    #[arg(long, value_name = "PAPER", value_parser = parse_paper)]
    paper: Option<Paper>,
    /// Set the side of a field, in millimetres, as in `9mm` [default: 9mm for arrowwords, up to 12mm on paper, and
    /// 7.5mm for other kinds; with --large 13mm, up to 17mm on paper, and 11mm; less if the paper requires it].
    #[arg(long, value_name = "SIZE", value_parser = parse_cell)]
    cell: Option<f64>,
    /// Use large fields and large type.
    #[arg(long)]
    large: bool,
    /// Make a book (PDF) of all puzzles in a folder: contents, each puzzle on pages of its own, and the solutions at
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
    /// Set the seed; another seed picks other fields for the solution word.
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// Draw this picture (PNG or JPEG) in the largest island of an arrowword.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Use this TrueType or OpenType font instead of the built-in one; a condensed font has room for longer clues.
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
    /// Set the resolution of a PNG in pixels per inch.
    #[arg(long, default_value_t = 300.0, value_name = "N", value_parser = parse_dpi)]
    dpi: f64,
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
  cwsat render solved/ --book --title Rätsel -o book.pdf

Exit codes:
  0  the puzzle was drawn
  2  the puzzle, the command line or the place to write to cannot be used";

/// The format of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A vector picture.
    Svg,
    /// Pages to print.
    Pdf,
    /// A bitmap picture.
    Png,
    /// A page to play in the browser.
    Html,
    /// A view for the terminal.
    Text,
}

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
        "{}: there is no puzzle in this folder{more}; put in what `cwsat clue` or `cwsat solve` writes",
        path.display()
    )]
    EmptyBook { path: PathBuf, more: &'static str },

    #[error(
        "{}: a Numberlink problem alone has no picture; put its answer beside it, named A_5.txt if the problem is \
         Q_5.txt",
        path.display()
    )]
    ProblemAlone { path: PathBuf },
}

fn parse_paper(text: &str) -> Result<Paper, String> {
    let known = Paper::ALL.into_iter().find(|paper| paper.name.eq_ignore_ascii_case(text));
    known.ok_or_else(|| {
        format!(
            "`{text}` is not a known paper; give one of {}",
            Paper::ALL.map(|paper| paper.name).join(", ")
        )
    })
}

fn parse_cell(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix("mm").unwrap_or(text).trim().parse::<f64>().ok();
    number.filter(|side| CELLS.contains(side)).ok_or_else(|| {
        format!("the side of a field is {} to {} millimetres, as in `9mm`", CELLS.start(), CELLS.end())
    })
}

fn parse_dpi(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|dpi| (10.0..=2400.0).contains(dpi));
    number.ok_or_else(|| "a resolution is a number of pixels per inch from 10 to 2400".to_owned())
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
        if let Some(output) = &self.output {
            output::keep_apart(output, self.sources())?;
        }
        let puzzle = self.read()?;
        self.warn_of_missing_clues(&puzzle);
        match format {
            Format::Text => self.text(&puzzle)?,
            Format::Html => self.html(&puzzle)?,
            Format::Svg => {
                let pages = self.pages(&puzzle, format)?.pages;
                self.write(&svg::write(&pages).into_iter().map(String::into_bytes).collect::<Vec<_>>())?;
            }
            Format::Pdf => self.write(&[pdf::write(&self.pages(&puzzle, format)?.pages)?])?,
            Format::Png => self.write(&png::write(&self.pages(&puzzle, format)?.pages, self.dpi)?)?,
        }
        Ok(Exit::Ok)
    }

    /// Draws the pages of a picture or a PDF; warns of what did not fit.
    fn pages(&self, puzzle: &Puzzle, format: Format) -> Result<Drawn, Failure> {
        let drawn = draw(puzzle, &self.style(format)?).map_err(|error| located(&self.inputs[0], error))?;
        self.warn(&drawn.warnings);
        Ok(drawn)
    }

    /// Returns the files that the command reads.
    fn sources(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().chain(&self.picture).chain(&self.font).map(PathBuf::as_path)
    }

    /// Returns the format that was given, or the one implied by the name of the output file.
    fn format(&self) -> Result<Format, Failure> {
        let ending = self.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
        let by_name = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Some(Format::Svg),
            Some("pdf") => Some(Format::Pdf),
            Some("png") => Some(Format::Png),
            Some("html" | "htm") => Some(Format::Html),
            Some("txt") => Some(Format::Text),
            _ => None,
        };
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
            puzzle.solution_word = solution_word::choose(&puzzle, word, self.seed)?;
        }
        Ok(puzzle)
    }

    /// Warns of words that are printed without a clue, if clues are printed at all.
    fn warn_of_missing_clues(&self, puzzle: &Puzzle) {
        let words = puzzle.entries.len();
        let missing = puzzle.entries.iter().filter(|entry| entry.clue().is_none()).count();
        if missing == 0 || self.solution {
            return;
        }
        let has = match missing == words {
            true => format!("none of the {words} words has a clue"),
            false => format!("{missing} of {words} words have no clue"),
        };
        self.warn(&[format!("{has}, and lengths are printed instead; `cwsat clue` gives clues")]);
    }

    fn warn(&self, warnings: &[String]) {
        for warning in warnings {
            reporter::warn(&format_args!("{}: {warning}", self.inputs[0].display()));
        }
    }

    /// Writes the page to play, which contains both views and scales with the window.
    fn html(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        if self.solution || self.both || self.upside_down || self.paper.is_some() {
            return Err(RenderError::PageToPlay.into());
        }
        let page = html::write(puzzle, &self.style(Format::Html)?)
            .map_err(|error| located(&self.inputs[0], error))?;
        self.warn(&page.warnings);
        self.write(&[page.text.into_bytes()])
    }

    /// Writes the view for the terminal; without colours if it goes to a file.
    fn text(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        let given = [
            ("--title", self.title.is_some()),
            ("--author", self.author.is_some()),
            ("--solution-word", self.solution_word.is_some()),
            ("--upside-down", self.upside_down),
            ("--paper", self.paper.is_some()),
            ("--cell", self.cell.is_some()),
            ("--large", self.large),
            ("--picture", self.picture.is_some()),
            ("--font", self.font.is_some()),
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
        let layout = match self.paper {
            Some(paper) => Layout::Paper(paper),
            None if format == Format::Pdf => Layout::AnyPaper,
            None => Layout::Picture,
        };
        let fonts = match &self.font {
            Some(path) => {
                let font = Font::new(Cow::Owned(read_bytes(path, Limit::FONT)?));
                Fonts::of(font.map_err(|error| located(path, error))?)
            }
            None => Fonts::embedded()?,
        };
        let picture = match &self.picture {
            Some(path) => {
                let picture = Picture::read(&read_bytes(path, Limit::PICTURE)?);
                Some(Arc::new(picture.map_err(|error| located(path, error))?))
            }
            None => None,
        };
        let (cell, large, upside_down) = (self.cell, self.large, self.upside_down);
        Ok(Style { view, layout, cell, large, upside_down, picture, fonts })
    }

    /// Writes the files to their places, or a single one to standard output.
    fn write(&self, files: &[Vec<u8>]) -> Result<(), Failure> {
        match (&self.output, files) {
            (None, [file]) => output::print(file),
            (None, _) => Err(RenderError::Several { count: files.len() }.into()),
            (Some(output), _) => {
                let places = places(output, files.len());
                for place in &places {
                    output::keep_apart(place, self.sources())?;
                }
                // Nothing is written unless all files can be.
                let outputs: Vec<output::Output> =
                    places.iter().map(|place| output::Output::new(place)).collect::<Result<_, _>>()?;
                outputs
                    .iter()
                    .zip(files)
                    .try_for_each(|(output, file)| output.write_with(|to| to.write_all(file)))
            }
        }
    }
}

/// Returns the names of this many files: the given one, or for several the given one with numbers.
fn places(output: &Path, count: usize) -> Vec<PathBuf> {
    if count == 1 {
        return vec![output.to_owned()];
    }
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let ending = output.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    let ending = ending.unwrap_or_default();
    (1..=count).map(|number| output.with_file_name(format!("{stem}-{number}{ending}"))).collect()
}

/// Reads a file that goes into the picture.
fn read_bytes(path: &Path, limit: Limit) -> Result<Vec<u8>, Failure> {
    limit.read_file(path).map_err(|error| located(path, error))
}
