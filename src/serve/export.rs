//! The puzzle in the formats that others read: pictures and pages, and the files of other programs.

use super::folder::FolderError;
use crate::edit::draft::Draft;
use crate::encodings::arrowword::cwg;
use crate::encodings::grid::Pos;
use crate::publish::draw::{DrawError, Layout, Style, View, draw};
use crate::publish::exchange::{NoExport, ipuz, jpz, puz};
use crate::publish::output::{html, pdf, png, svg, text};
use crate::publish::page::{FontError, Fonts, Picture, PictureError};
use crate::publish::puzzle::convert::NoDocument;
use crate::publish::puzzle::{Puzzle, json};
use std::sync::Arc;

/// The pixels per inch of a PNG.
const DPI: f64 = 300.0;

/// A format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Pages to print; with the solution on a page of its own.
    Pdf,
    /// A vector picture of the puzzle or its solution.
    Svg,
    /// A bitmap picture.
    Png,
    /// A page to play.
    Html,
    /// The grid and its clues as text.
    Text,
    /// The puzzle as all commands read it.
    Json,
    /// The grid; the only one that holds a puzzle in any state.
    Cwg,
    /// An open format.
    Ipuz,
    /// The format of Crossword Compiler.
    Jpz,
    /// The format of Across Lite. It cannot hold arrowwords; that is an error then.
    Puz,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Pdf,
        Self::Svg,
        Self::Png,
        Self::Html,
        Self::Text,
        Self::Json,
        Self::Cwg,
        Self::Ipuz,
        Self::Jpz,
        Self::Puz,
    ];

    /// Returns the format with this ending.
    pub fn of(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.ending() == ending)
    }

    /// Returns the ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
            Self::Text => "txt",
            Self::Json => "json",
            Self::Cwg => "cwg",
            Self::Ipuz => "ipuz",
            Self::Jpz => "jpz",
            Self::Puz => "puz",
        }
    }

    /// Returns its media type.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Html => "text/html; charset=utf-8",
            Self::Text | Self::Cwg => "text/plain; charset=utf-8",
            Self::Json | Self::Ipuz => "application/json",
            Self::Jpz => "application/xml",
            Self::Puz => "application/octet-stream",
        }
    }

    /// Returns whether the puzzle is drawn, with its picture.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Pdf | Self::Svg | Self::Png | Self::Html)
    }
}

/// Returns the name of the picture that is printed: that of the largest island which has one.
pub fn picture(draft: &Draft) -> Option<&str> {
    largest(draft, |island| draft.island_fields(island).len())
}

/// Returns the picture of the island of which `size` is the largest; each island with a picture is measured once.
fn largest(draft: &Draft, mut size: impl FnMut(Pos) -> usize) -> Option<&str> {
    draft.pictures.iter().max_by_key(|(island, _)| size(**island)).map(|(_, file)| &file[..])
}

/// Why a draft is not written in a format. Its text is a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum NotWritten {
    #[error("a .cwg file holds an arrowword, and this is not one: take .json")]
    NoArrowword,
    #[error("there is nothing to draw")]
    Nothing,
    /// The picture of an island is not there.
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Document(#[from] NoDocument),
    #[error(transparent)]
    Font(#[from] FontError),
    #[error(transparent)]
    Draw(#[from] DrawError),
    #[error(transparent)]
    Pdf(#[from] pdf::PdfError),
    #[error(transparent)]
    Png(#[from] png::PngError),
    #[error(transparent)]
    Exchange(#[from] NoExport),
}

/// Writes a draft in a format: with `solution`, pictures show it, and a PDF has it on a page of its own. The picture is
/// that of an island.
pub fn write(
    draft: &Draft,
    format: Format,
    solution: bool,
    picture: Option<&[u8]>,
) -> Result<Vec<u8>, NotWritten> {
    // A grid is written in any state, so it need not be a puzzle that can be published.
    let puzzle = || draft.published();
    let style = || -> Result<Style, NotWritten> {
        let mut style = Style::new(Fonts::embedded()?);
        style.picture = picture.map(Picture::read).transpose()?.map(Arc::new);
        style.view = match (format, solution) {
            (_, false) => View::Puzzle,
            (Format::Pdf, true) => View::Both,
            (_, true) => View::Solution,
        };
        if format == Format::Pdf {
            style.layout = Layout::AnyPaper;
        }
        Ok(style)
    };
    let pages = || -> Result<_, NotWritten> { Ok(draw(&puzzle()?, &style()?)?.pages) };
    Ok(match format {
        Format::Pdf => pdf::write(&pages()?)?,
        Format::Svg => first(svg::write(&pages()?))?.into_bytes(),
        Format::Png => first(png::write(&pages()?, DPI)?)?,
        Format::Html => html::write(&puzzle()?, &style()?)?.text.into_bytes(),
        Format::Text => plain(&puzzle()?, solution).into_bytes(),
        Format::Json => json::write(&puzzle()?).into_bytes(),
        Format::Cwg => grid(draft)?,
        Format::Ipuz => ipuz::write(&puzzle()?, false)?.into_bytes(),
        Format::Jpz => jpz::write(&puzzle()?, false)?.into_bytes(),
        Format::Puz => puz::write(&puzzle()?)?.0,
    })
}

/// Returns the grid as a `.cwg` file, whatever state it is in.
fn grid(draft: &Draft) -> Result<Vec<u8>, NotWritten> {
    let puzzle = draft.board.arrowword();
    puzzle.map(|puzzle| cwg::write(puzzle).into_bytes()).ok_or(NotWritten::NoArrowword)
}

fn plain(puzzle: &Puzzle, solution: bool) -> String {
    let shown = if solution { text::solution(puzzle) } else { text::puzzle(puzzle) };
    anstream::adapter::strip_str(&shown).to_string()
}

fn first<T>(files: Vec<T>) -> Result<T, NotWritten> {
    files.into_iter().next().ok_or(NotWritten::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::protocol::{About, Make};
    use crate::publish::puzzle::Kind;

    fn draft(text: &str) -> Draft {
        let mut draft = Draft::of_puzzle(cwg::read(text).expect("a grid").puzzle);
        draft.about = Arc::new(About { title: Some("Für Mia".to_owned()), ..About::default() });
        draft
    }

    #[test]
    fn every_format_is_what_its_ending_says() {
        let draft = draft("2\n4\n?CAB\n----\n0 0 3\n");
        for format in Format::ALL {
            assert_eq!(Format::of(format.ending()), Some(format));
            let written = write(&draft, format, true, None);
            let beginning: &[u8] = match format {
                Format::Pdf => b"%PDF-",
                Format::Svg => b"<svg",
                Format::Png => b"\x89PNG",
                Format::Html => b"<!doctype html>",
                Format::Json | Format::Ipuz => b"{",
                Format::Jpz => b"<?xml",
                Format::Text | Format::Cwg => b"",
                Format::Puz => {
                    assert!(written.expect_err("no arrowwords").to_string().contains("arrowword"));
                    continue;
                }
            };
            let written = written.unwrap_or_else(|why| panic!("{format:?}: {why}"));
            let begins = written[..beginning.len()].eq_ignore_ascii_case(beginning);
            assert!(begins, "{format:?}: {}", String::from_utf8_lossy(&written[..40.min(written.len())]));
        }
        let json = write(&draft, Format::Json, false, None).expect("a puzzle");
        let read = json::read(std::str::from_utf8(&json).expect("text")).expect("a puzzle");
        assert_eq!(Draft::of_published(&read), Ok(draft));
    }

    #[test]
    fn what_is_not_whole_is_refused_with_a_reason_except_as_a_grid() {
        let mut half = draft("2\n4\n?.A.\n----\n0 0 3\n");
        assert!(write(&half, Format::Svg, false, None).is_ok());
        assert!(
            write(&half, Format::Svg, true, None)
                .expect_err("no solution")
                .to_string()
                .contains("not solved")
        );
        half.board.arrowword_mut().expect("an arrowword").questions.clear();
        assert!(write(&half, Format::Cwg, false, None).is_ok());
        assert!(write(&half, Format::Pdf, false, None).is_err());
    }

    #[test]
    fn the_picture_is_that_of_the_largest_island_that_has_one() {
        let mut draft = draft("3\n4\n?CAB\n----\n..-.\n0 0 3\n");
        assert_eq!(picture(&draft), None);
        draft.pictures.insert(Pos::new(1, 0), "mia.png".to_owned());
        assert_eq!(picture(&draft), Some("mia.png"));
    }

    /// Looking at all fields for each picture would take half a minute here.
    #[test]
    fn only_islands_with_a_picture_are_measured() {
        let mut draft = Draft::empty(Kind::Arrowword, 99, 99).expect("a grid");
        let all = draft.board.positions();
        draft.board.make(&all, Make::Blocked).expect("allowed");
        assert_eq!(picture(&draft), None);
        draft.pictures.insert(Pos::new(0, 0), "mia.png".to_owned());
        let mut measured = 0;
        let chosen = largest(&draft, |island| {
            measured += 1;
            draft.island_fields(island).len()
        });
        assert_eq!((chosen, measured), (Some("mia.png"), 1));
    }
}
