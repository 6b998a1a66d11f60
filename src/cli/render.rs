//! `cwsat render`: a puzzle as a picture, or on paper; a folder of them as a book.

mod book;

use super::kind::Kind;
use super::{Exit, Failure, complain, document, files};
use cwsat::publish::draw::style::CELLS;
use cwsat::publish::draw::{DrawError, Drawn, Layout, Paper, Style, View, draw};
use cwsat::publish::output::{html, pdf, png, svg, text};
use cwsat::publish::page::{Font, Fonts, Picture};
use cwsat::publish::puzzle::{Language, Puzzle, solution_word};
use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Draw a puzzle: as a picture, or on pages to be printed
///
/// Takes what `cwsat clue` writes, or a solved puzzle of any kind; words without a clue show how long they are. Pictures
/// (svg, png) are as large as the puzzle unless --paper is given; a PDF has pages of paper, the solution on a page of its
/// own. The html is a page to play.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzle; of a Numberlink two files, the problem and its answer; with --book a folder. `-` reads standard input.
    #[arg(value_name = "PUZZLE", required = true)]
    inputs: Vec<PathBuf>,
    /// The kind of puzzle; without it, what the input looks like.
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,
    /// Draw the solution.
    #[arg(long, group = "view")]
    solution: bool,
    /// Draw the puzzle without its solution; the default for all formats but pdf.
    #[arg(long, group = "view")]
    puzzle: bool,
    /// Draw the puzzle, and the solution on a page of its own; the default for pdf.
    #[arg(long, group = "view")]
    both: bool,
    /// With the puzzle, the solution small and upside down below it instead of on a page of its own.
    #[arg(long, conflicts_with_all = ["solution", "puzzle"])]
    upside_down: bool,
    /// The format [default: by the ending of the file, or svg].
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    /// The paper [default of pdf: a4, or larger if it has to be].
    #[arg(long, value_name = "PAPER", value_parser = parse_paper)]
    paper: Option<Paper>,
    /// The side of a field, as in `9mm` [default: 9mm for arrowwords, on paper up to 12mm, and 7.5mm for others; with
    /// --large 13mm, on paper up to 17mm, and 11mm; less where paper demands it].
    #[arg(long, value_name = "SIZE", value_parser = parse_cell)]
    cell: Option<f64>,
    /// Large fields and large type.
    #[arg(long)]
    large: bool,
    /// Make a book (PDF) of all puzzles in a folder: contents, each puzzle on pages of its own, the solutions at the end.
    #[arg(long, conflicts_with_all = ["kind", "upside_down", "solution_word", "picture"])]
    book: bool,
    /// The title, instead of the puzzle's own; of a book, its title.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The author, instead of the puzzle's own; of a book, its author.
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// The language of words and clues, as in `de` or `en`: for hyphenation and headings.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Pick fields that spell this word, number them, and draw a strip for it below.
    #[arg(long, value_name = "WORD")]
    solution_word: Option<String>,
    /// Another seed picks other fields for the solution word.
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// A picture (PNG or JPEG) for the largest island of an arrowword.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// A TrueType or OpenType font instead of the built-in one; a condensed one has room for longer clues.
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
    /// Pixels to the inch of a PNG.
    #[arg(long, default_value_t = 300.0, value_name = "N", value_parser = parse_dpi)]
    dpi: f64,
    /// Where to write. Several pictures are numbered: puzzle-1.svg, puzzle-2.svg. Without it a single one is printed.
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
  0  drawn
  2  the puzzle, the command line or the place to write to cannot be used";

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A vector picture
    Svg,
    /// Pages to be printed
    Pdf,
    /// A picture of pixels
    Png,
    /// A page to play in the browser
    Html,
    /// A view for the terminal
    Text,
}

fn parse_paper(text: &str) -> Result<Paper, String> {
    let known = Paper::ALL.into_iter().find(|paper| paper.name.eq_ignore_ascii_case(text));
    known.ok_or_else(|| {
        format!("`{text}` is no paper known here; take {}", Paper::ALL.map(|paper| paper.name).join(", "))
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
    number.ok_or_else(|| "pixels to the inch are a number from 10 to 2400".to_owned())
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        if self.book {
            return self.book();
        }
        if let Some(folder) = self.inputs.iter().find(|path| path.is_dir()) {
            return Err(Failure::Render(format!(
                "{}: this is a folder; with --book it becomes a book, otherwise name a puzzle",
                folder.display()
            )));
        }
        let format = self.format()?;
        if let Some(output) = &self.output {
            files::keep_apart(output, self.sources())?;
        }
        let puzzle = self.read()?;
        if format == Format::Text {
            return self.text(&puzzle).map(|()| Exit::Ok);
        }
        if format == Format::Html {
            return self.html(&puzzle).map(|()| Exit::Ok);
        }
        let drawn = draw(&puzzle, &self.style(format)?)
            .map_err(|source| Failure::Draw { path: self.inputs[0].clone(), source })?;
        self.warn(&drawn.warnings);
        self.write(&written(format, &drawn, self.dpi)?)?;
        Ok(Exit::Ok)
    }

    /// The files that the command reads.
    fn sources(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().chain(&self.picture).chain(&self.font).map(PathBuf::as_path)
    }

    /// The format that was asked for, or that the name of the file tells.
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
            (None, Some(output)) => Err(Failure::Render(format!(
                "{}: this name tells no format; end it in .svg, .pdf, .png or .html, or give --format",
                output.display()
            ))),
        }
    }

    /// The puzzle with what the command line says of it.
    fn read(&self) -> Result<Puzzle, Failure> {
        let mut puzzle = document::read(self.kind, &self.inputs)?;
        puzzle.title = self.title.clone().or(puzzle.title);
        puzzle.author = self.author.clone().or(puzzle.author);
        puzzle.language = self.language.clone().or(puzzle.language);
        if let Some(word) = &self.solution_word {
            puzzle.solution_word = solution_word::choose(&puzzle, word, self.seed)
                .map_err(|error| Failure::Render(error.to_string()))?;
        }
        Ok(puzzle)
    }

    fn warn(&self, warnings: &[String]) {
        for warning in warnings {
            let message = format!("{}: {warning}", self.inputs[0].display());
            complain("warning", anstyle::AnsiColor::Yellow, &message);
        }
    }

    /// The page to play, which has both views in it, and the size of its fields from the window.
    fn html(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        if self.solution || self.both || self.upside_down || self.paper.is_some() {
            return Err(Failure::Render(
                "a page to play has its solution inside and no paper; leave out --solution, --both, --upside-down and \
                 --paper"
                    .to_owned(),
            ));
        }
        let page = html::write(puzzle, &self.style(Format::Html)?)
            .map_err(|source| Failure::Draw { path: self.inputs[0].clone(), source })?;
        self.warn(&page.warnings);
        self.write(&[page.text.into_bytes()])
    }

    /// The view for the terminal; without colours in a file.
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
            let problem = "the view as text is the grid and its clues alone; leave out";
            return Err(Failure::Render(format!("{problem} {}", given.join(", "))));
        }
        if (self.solution || self.both) && !puzzle.is_filled() {
            return Err(Failure::Draw { path: self.inputs[0].clone(), source: DrawError::Unsolved });
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
                files::Output::new(output)?.write(&anstream::adapter::strip_str(&shown).to_string())
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
        let unusable = |path: &Path, reason: String| Failure::Unusable { path: path.to_owned(), reason };
        let fonts = match &self.font {
            Some(path) => {
                let font = Font::new(Cow::Owned(files::read_bytes(path)?));
                Fonts::of(font.map_err(|error| unusable(path, error.to_string()))?)
            }
            None => Fonts::embedded().map_err(|error| Failure::Render(error.to_string()))?,
        };
        let picture = match &self.picture {
            Some(path) => {
                let picture = Picture::read(&files::read_bytes(path)?);
                Some(Arc::new(picture.map_err(|error| unusable(path, error.to_string()))?))
            }
            None => None,
        };
        let (cell, large, upside_down) = (self.cell, self.large, self.upside_down);
        Ok(Style { view, layout, cell, large, upside_down, picture, fonts })
    }

    /// Writes the files: to where they belong, or to standard output.
    fn write(&self, files: &[Vec<u8>]) -> Result<(), Failure> {
        match (&self.output, files) {
            (None, [file]) => {
                if std::io::stdout().is_terminal() && std::str::from_utf8(file).is_err() {
                    return Err(Failure::Render(
                        "this is nothing for a terminal; name a file with -o".to_owned(),
                    ));
                }
                Ok(std::io::stdout().lock().write_all(file)?)
            }
            (None, _) => Err(Failure::Render(format!(
                "these are {} pictures, and standard output takes one; name a file with -o",
                files.len()
            ))),
            (Some(output), _) => {
                let places = places(output, files.len());
                for place in &places {
                    files::keep_apart(place, self.sources())?;
                }
                // None is written before all can be.
                let outputs: Vec<files::Output> =
                    places.iter().map(|place| files::Output::new(place)).collect::<Result<_, _>>()?;
                outputs
                    .iter()
                    .zip(files)
                    .try_for_each(|(output, file)| output.write_with(|to| to.write_all(file)))
            }
        }
    }
}

/// The names of so many files: the one that was given, or for several its numbered ones.
fn places(output: &Path, count: usize) -> Vec<PathBuf> {
    if count == 1 {
        return vec![output.to_owned()];
    }
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let ending = output.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    let ending = ending.unwrap_or_default();
    (1..=count).map(|number| output.with_file_name(format!("{stem}-{number}{ending}"))).collect()
}

/// The files of a format.
fn written(format: Format, drawn: &Drawn, dpi: f64) -> Result<Vec<Vec<u8>>, Failure> {
    let failed = |error: String| Failure::Render(error);
    match format {
        Format::Svg => Ok(svg::write(&drawn.pages).into_iter().map(String::into_bytes).collect()),
        Format::Pdf => Ok(vec![pdf::write(&drawn.pages).map_err(|error| failed(error.to_string()))?]),
        Format::Png => png::write(&drawn.pages, dpi).map_err(|error| failed(error.to_string())),
        Format::Html | Format::Text => Ok(Vec::new()),
    }
}
