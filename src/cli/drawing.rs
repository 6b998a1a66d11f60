//! Pictures and pages, for all commands that draw: the formats, the flags for how a puzzle looks, and the files.

use super::exit::Failure;
use super::input::located;
use super::reporter;
use cwsat::limits::Limit;
use cwsat::publish::draw::style::CELLS;
use cwsat::publish::draw::{Layout, Paper, Style, View, draw as draw_pages};
use cwsat::publish::output::{html, pdf, png, svg, text};
use cwsat::publish::page::{Font, Fonts, Picture};
use cwsat::publish::puzzle::Puzzle;
use itertools::Itertools;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The format of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
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

impl Format {
    /// Returns the format implied by the extension of a file.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            "png" => Some(Self::Png),
            "html" | "htm" => Some(Self::Html),
            "txt" => Some(Self::Text),
            _ => None,
        }
    }
}

/// The flags for how a puzzle looks.
#[derive(Debug, clap::Args)]
pub struct Look {
    /// Draw on this paper [default: for pdf, a4 or a larger one if needed].
    #[arg(long, value_name = "PAPER", value_parser = parse_paper)]
    pub paper: Option<Paper>,
    /// Set the side of a field, in millimetres, as in `9mm` [default: 9mm for arrowwords, up to 12mm on paper, and
    /// 7.5mm for other kinds; with --large 13mm, up to 17mm on paper, and 11mm; less if the paper requires it].
    #[arg(long, value_name = "SIZE", value_parser = parse_cell)]
    pub cell: Option<f64>,
    /// Use large fields and large type.
    #[arg(long)]
    pub large: bool,
    /// Draw a line for a name and a date above the puzzle.
    #[arg(long)]
    pub name_line: bool,
    /// List the words of the solution below the puzzle, in alphabetical order.
    #[arg(long)]
    pub word_bank: bool,
    /// Draw this picture (PNG or JPEG) in the largest island of an arrowword.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Use this TrueType or OpenType font instead of the built-in one; a condensed font has room for longer clues.
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
    /// Set the resolution of a PNG in pixels per inch [default: 300].
    #[arg(long, value_name = "N", value_parser = parse_dpi)]
    pub dpi: Option<f64>,
}

/// A resolution without a picture that has one.
#[derive(Debug, thiserror::Error)]
#[error("--dpi is the resolution of a PNG, and none is drawn; omit it")]
pub struct NoPixels;

/// Why a value of a flag for how pages look cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NoLook {
    #[error("`{text}` is not a known paper; give one of {}", Paper::ALL.map(|paper| paper.name).join(", "))]
    Paper { text: String },

    #[error("the side of a field is {} to {} millimetres, as in `9mm`", CELLS.start(), CELLS.end())]
    Cell,

    #[error("a resolution is a number of pixels per inch from 10 to 2400")]
    Resolution,
}

fn parse_paper(text: &str) -> Result<Paper, NoLook> {
    let known = Paper::ALL.into_iter().find(|paper| paper.name.eq_ignore_ascii_case(text));
    known.ok_or_else(|| NoLook::Paper { text: text.to_owned() })
}

fn parse_cell(text: &str) -> Result<f64, NoLook> {
    let number = text.strip_suffix("mm").unwrap_or(text).trim().parse::<f64>().ok();
    number.filter(|side| CELLS.contains(side)).ok_or(NoLook::Cell)
}

fn parse_dpi(text: &str) -> Result<f64, NoLook> {
    let number = text.parse::<f64>().ok().filter(|dpi| (10.0..=2400.0).contains(dpi));
    number.ok_or(NoLook::Resolution)
}

impl Look {
    /// Returns the resolution of a PNG in pixels per inch.
    pub fn dpi(&self) -> f64 {
        self.dpi.unwrap_or(300.0)
    }

    /// Returns an error if a resolution was given and no picture has one.
    pub fn refuse_dpi(&self, mut formats: impl Iterator<Item = Format>) -> Result<(), NoPixels> {
        if self.dpi.is_none() || formats.any(|format| format == Format::Png) { Ok(()) } else { Err(NoPixels) }
    }

    /// Returns the files that are read for drawing.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.picture.iter().chain(&self.font).map(PathBuf::as_path)
    }

    /// Reads these files and returns the style of a drawing.
    pub fn style(&self, view: View, format: Format, upside_down: bool) -> Result<Style, Failure> {
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
        let Self { cell, large, name_line, word_bank, .. } = *self;
        Ok(Style { view, layout, cell, large, upside_down, picture, name_line, word_bank, fonts })
    }
}

/// Returns an error if a puzzle cannot be drawn, before its picture is made; `path` is named in the error.
pub fn check(puzzle: &Puzzle, path: &Path, format: Format, style: &Style, dpi: f64) -> Result<(), Failure> {
    if !matches!(format, Format::Svg | Format::Pdf | Format::Png) {
        return Ok(());
    }
    let drawn = draw_pages(puzzle, style).map_err(|error| located(path, error))?;
    match format {
        Format::Png => png::check(&drawn.pages, dpi).map_err(|error| located(path, error)),
        _ => Ok(()),
    }
}

/// A puzzle as it was drawn.
pub struct Drawn {
    /// One file, or several pictures.
    pub files: Vec<Vec<u8>>,
    /// What did not fit.
    pub warnings: Vec<String>,
}

/// Warns of what did not fit when a puzzle was drawn; once if it is the same in several formats.
pub fn warn<'a>(input: &Path, warnings: impl IntoIterator<Item = &'a String>) {
    for warning in warnings.into_iter().unique() {
        reporter::warn(&format_args!("{}: {warning}", input.display()));
    }
}

/// Draws a puzzle that was read from `input`. The resolution is that of a PNG in pixels per inch.
pub fn draw(
    puzzle: &Puzzle,
    input: &Path,
    format: Format,
    style: &Style,
    dpi: f64,
) -> Result<Drawn, Failure> {
    let mut warnings = Vec::new();
    let mut pages = || {
        let drawn = draw_pages(puzzle, style).map_err(|error| located(input, error))?;
        warnings = drawn.warnings;
        Ok::<_, Failure>(drawn.pages)
    };
    let files = match format {
        Format::Svg => svg::write(&pages()?).into_iter().map(String::into_bytes).collect(),
        Format::Pdf => vec![pdf::write(&pages()?)?],
        Format::Png => png::write(&pages()?, dpi).map_err(|error| located(input, error))?,
        Format::Html => {
            let page = html::write(puzzle, style).map_err(|error| located(input, error))?;
            warnings = page.warnings;
            vec![page.text.into_bytes()]
        }
        Format::Text => vec![anstream::adapter::strip_str(&text::puzzle(puzzle)).to_string().into_bytes()],
    };
    Ok(Drawn { files, warnings })
}

/// Returns the names of this many files: the given one, or for several the given one with numbers.
pub fn places(output: &Path, count: usize) -> Vec<PathBuf> {
    if count == 1 {
        return vec![output.to_owned()];
    }
    (1..=count).map(|number| numbered(output, &format!("-{number}"))).collect()
}

/// Returns the name of a file with this text before its extension.
pub fn numbered(path: &Path, text: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}{text}{}", ending.unwrap_or_default()))
}

/// Reads a file that goes into the picture.
fn read_bytes(path: &Path, limit: Limit) -> Result<Vec<u8>, Failure> {
    limit.read_file(path).map_err(|error| located(path, error))
}
