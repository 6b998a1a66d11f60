//! The files that `cwsat make` writes: the endings of their names say what they hold, and several puzzles have numbers.
//!
//! Whatever is wrong with a name is found before the search: an ending that says nothing, a format that cannot hold the
//! kind, a place that cannot be written to, a file that would be overwritten, a page too small for the puzzle. What
//! only shows with the puzzle itself (a page too small for its clues as well) costs a file, never the puzzle.

use crate::cli::drawing::{self, Look};
use crate::cli::exchange::{self, Wishes};
use crate::cli::exit::Failure;
use crate::cli::input::located;
use crate::cli::output::{self, Output};
use crate::cli::registry::Known;
use cwsat::publish::draw::book::{Book, Chapter, draw};
use cwsat::publish::draw::{Style, View};
use cwsat::publish::exchange::NoExport;
use cwsat::publish::output::pdf;
use cwsat::publish::puzzle::Puzzle;
use std::path::{Path, PathBuf};

/// What stands for the number of a puzzle in a name or a title.
const NUMBER: &str = "{}";

/// A command line from which no files can be made.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    #[error(
        "{}: this name implies no format; end it in .pdf, .html, .svg or .png for a page, .ipuz, .jpz, .puz or .json \
         for other programs, or .cwg or .txt for the text",
        path.display()
    )]
    NameWithoutFormat { path: PathBuf },

    #[error("{}: {reason}", path.display())]
    NotHeld { path: PathBuf, reason: NoExport },

    #[error("--book makes one PDF of all puzzles: name it, as in `-o book.pdf`")]
    NoBook,

    #[error("--picture is drawn on a page; name one, as in `-o puzzle.pdf`")]
    NothingDrawn,
}

/// A file, or with numbers a file for each puzzle.
pub struct Target {
    /// The name as it was given.
    path: PathBuf,
    content: Content,
}

/// What a file holds.
enum Content {
    /// A picture or pages.
    Drawn(drawing::Format, Box<Style>),
    /// The pages of all puzzles.
    Book(Box<Style>),
    /// The puzzle in a format for programs.
    Exchanged(exchange::Format),
    /// The text that takes no search.
    Problem,
}

impl Content {
    /// Returns an error if a puzzle cannot be drawn; `path` is named in it.
    fn check(&self, puzzle: &Puzzle, path: &Path, dpi: f64) -> Result<(), Failure> {
        match self {
            Self::Drawn(format, style) => drawing::check(puzzle, path, *format, style, dpi),
            Self::Book(style) => {
                let chapters = vec![Chapter::unnamed(puzzle.clone())];
                let book = Book { title: None, author: None, language: None, chapters };
                draw(&book, style).map(drop).map_err(|error| located(path, error.source))
            }
            Self::Exchanged(_) | Self::Problem => Ok(()),
        }
    }
}

/// What tells several puzzles apart, in titles and in names of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Numbers, from 1.
    Numbers,
    /// Letters: A, B, C, …
    Letters,
}

impl Labels {
    /// Returns the label of a puzzle of this number, from 1.
    fn of(self, number: usize) -> String {
        match self {
            Self::Numbers => number.to_string(),
            Self::Letters => ((b'A' + ((number - 1) % 26) as u8) as char).to_string(),
        }
    }

    /// Returns the title of this puzzle: with its label in place of `{}`. Letters are always in it.
    pub fn titled(self, title: Option<&str>, number: usize) -> Option<String> {
        let label = self.of(number);
        match (self, title) {
            (Self::Letters, None) => Some(label),
            (Self::Letters, Some(title)) if !title.contains(NUMBER) => Some(format!("{title} – {label}")),
            (_, title) => title.map(|title| title.replace(NUMBER, &label)),
        }
    }

    /// Returns the name of the file of this puzzle out of `count`: with its label in place of `{}`, or else, if there are
    /// several, before the ending. Numbers have the same length, so that files are listed in their order.
    fn named(self, path: &Path, number: usize, count: usize) -> PathBuf {
        let digits = if self == Self::Numbers { count.to_string().len() } else { 1 };
        let label = format!("{:0>digits$}", self.of(number));
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match (name.contains(NUMBER), count) {
            (true, _) => path.with_file_name(name.replace(NUMBER, &label)),
            (false, 1) => path.to_owned(),
            (false, _) => drawing::numbered(path, &format!("_{label}")),
        }
    }
}

/// All files.
pub struct Targets {
    all: Vec<Target>,
    /// The number of puzzles.
    count: usize,
    labels: Labels,
    dpi: f64,
}

/// What the command line says about the files.
pub struct Wanted<'a> {
    /// The names.
    pub names: &'a [PathBuf],
    /// The kind of the puzzles.
    pub kind: Known,
    /// How many puzzles there are.
    pub count: usize,
    /// What tells them apart.
    pub labels: Labels,
    /// Whether a PDF is a book of all of them.
    pub book: bool,
    /// A puzzle without words, as large as those to come, if that is known: where it cannot be drawn, they cannot.
    pub sample: Option<&'a Puzzle>,
    /// Whether the text of the puzzle takes no search, and so no document.
    pub has_problem: bool,
    /// How they look.
    pub look: &'a Look,
    /// The files that the command reads.
    pub read: &'a [PathBuf],
}

/// A file to be written: where, and what.
type File = (PathBuf, Vec<u8>);

impl Targets {
    /// Makes sure that all files can be written and will hold what is wanted.
    pub fn new(wanted: &Wanted) -> Result<Self, Failure> {
        let all = wanted.names.iter().map(|name| Target::new(name, wanted)).collect::<Result<Vec<_>, _>>()?;
        let is_drawn = |target: &Target| matches!(target.content, Content::Drawn(..) | Content::Book(_));
        if wanted.book && !all.iter().any(|target| matches!(target.content, Content::Book(_))) {
            return Err(TargetError::NoBook.into());
        }
        if wanted.look.picture.is_some() && !all.iter().any(is_drawn) {
            return Err(TargetError::NothingDrawn.into());
        }
        wanted.look.refuse_dpi(all.iter().filter_map(|target| match target.content {
            Content::Drawn(format, _) => Some(format),
            _ => None,
        }))?;
        let targets = Self { all, count: wanted.count, labels: wanted.labels, dpi: wanted.look.dpi() };
        for number in 1..=wanted.count {
            let places: Vec<PathBuf> =
                targets.all.iter().map(|target| targets.place(target, number)).collect();
            for (index, place) in places.iter().enumerate() {
                let others = wanted.read.iter().chain(&places[..index]);
                output::keep_apart(place, others.map(PathBuf::as_path))?;
                Output::new(place)?;
            }
        }
        Ok(targets)
    }

    /// Returns whether there is none, so that the puzzle is printed.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether clues are printed on a page.
    pub fn has_page(&self) -> bool {
        self.all.iter().any(|target| matches!(target.content, Content::Drawn(..) | Content::Book(_)))
    }

    /// Returns whether nothing is wanted but the text that takes no search.
    pub fn take_no_search(&self) -> bool {
        self.all.iter().all(|target| matches!(target.content, Content::Problem))
    }

    /// Returns whether there is a book.
    pub fn has_book(&self) -> bool {
        self.all.iter().any(|target| matches!(target.content, Content::Book(_)))
    }

    /// Returns whether there are books only.
    pub fn are_books(&self) -> bool {
        self.all.iter().all(|target| matches!(target.content, Content::Book(_)))
    }

    fn place(&self, target: &Target, number: usize) -> PathBuf {
        match target.content {
            Content::Book(_) => target.path.clone(),
            _ => self.labels.named(&target.path, number, self.count),
        }
    }

    /// Draws the files of one puzzle, and warns of what did not fit. Returns them, except for the book, and why others cannot
    /// be made; `name` is that of the puzzle in messages, and `problem` its text if that takes no search.
    pub fn files(
        &self,
        number: usize,
        name: &str,
        puzzle: Option<&Puzzle>,
        problem: Option<&str>,
    ) -> (Vec<File>, Vec<Failure>) {
        let mut files = Vec::new();
        let mut failures = Vec::new();
        let mut warnings = Vec::new();
        for target in &self.all {
            let place = self.place(target, number);
            let made = match (&target.content, puzzle) {
                (Content::Problem, _) => Ok(vec![problem.unwrap_or_default().into()]),
                (Content::Exchanged(format), Some(puzzle)) => {
                    exchange::bytes(puzzle, Path::new(name), *format, Wishes::default())
                        .map(|file| vec![file])
                }
                (Content::Drawn(format, style), Some(puzzle)) => {
                    drawing::draw(puzzle, Path::new(name), *format, style, self.dpi).map(|drawn| {
                        warnings.extend(drawn.warnings);
                        drawn.files
                    })
                }
                (Content::Book(_), _) | (_, None) => continue,
            };
            match made {
                Ok(made) => files.extend(drawing::places(&place, made.len()).into_iter().zip(made)),
                Err(failure) => failures.push(failure),
            }
        }
        drawing::warn(Path::new(name), &warnings);
        (files, failures)
    }

    /// Returns the books, and warnings about what is missing from them.
    pub fn books(&self, book: &Book) -> Result<(Vec<File>, Vec<String>), Failure> {
        let mut files = Vec::new();
        let mut warnings = Vec::new();
        for target in &self.all {
            let Content::Book(style) = &target.content else { continue };
            let drawn = draw(book, style)?;
            for (index, warning) in drawn.warnings {
                let whose = index.map_or_else(String::new, |index| format!("puzzle {}: ", index + 1));
                warnings.push(format!("{}: {whose}{warning}", target.path.display()));
            }
            files.push((target.path.clone(), pdf::write(&drawn.pages)?));
        }
        Ok((files, warnings))
    }
}

impl Target {
    fn new(path: &Path, wanted: &Wanted) -> Result<Self, Failure> {
        // A view for the terminal is not a file to write: `.txt` is the text that the other commands read.
        let content = if let Some(format) = exchange::Format::of(path) {
            if format == exchange::Format::Text && wanted.has_problem {
                Content::Problem
            } else {
                let held = format.holds(wanted.kind.kind().published());
                held.map_err(|reason| TargetError::NotHeld { path: path.to_owned(), reason })?;
                Content::Exchanged(format)
            }
        } else if let Some(format) = drawing::Format::of(path) {
            let is_pdf = format == drawing::Format::Pdf;
            let view = if is_pdf { View::Both } else { View::Puzzle };
            let style = Box::new(wanted.look.style(view, format, false)?);
            if wanted.book && is_pdf { Content::Book(style) } else { Content::Drawn(format, style) }
        } else {
            return Err(TargetError::NameWithoutFormat { path: path.to_owned() }.into());
        };
        if let Some(sample) = wanted.sample {
            content.check(sample, path, wanted.look.dpi())?;
        }
        Ok(Self { path: path.to_owned(), content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_files_have_numbers() {
        let named = |labels: Labels, path: &str, number, count| {
            labels.named(Path::new(path), number, count).display().to_string()
        };
        let name = |path: &str, number, count| named(Labels::Numbers, path, number, count);
        assert_eq!(name("a/puzzle.pdf", 1, 1), "a/puzzle.pdf");
        assert_eq!(name("a/puzzle.pdf", 2, 3), "a/puzzle_2.pdf");
        assert_eq!(name("puzzle.pdf", 2, 10), "puzzle_02.pdf");
        assert_eq!(name("week-{}.pdf", 2, 3), "week-2.pdf");
        assert_eq!(name("{}.pdf", 1, 1), "1.pdf");
        let titled = |labels: Labels, title| labels.titled(title, 3).unwrap_or_default();
        assert_eq!(titled(Labels::Numbers, Some("No. {}")), "No. 3");
        assert_eq!(titled(Labels::Numbers, None), "");
        assert_eq!(named(Labels::Letters, "puzzle.pdf", 2, 3), "puzzle_B.pdf");
        assert_eq!(named(Labels::Letters, "test {}.pdf", 1, 12), "test A.pdf");
        for (title, expected) in [(None, "C"), (Some("Test {}"), "Test C"), (Some("Test"), "Test – C")] {
            assert_eq!(titled(Labels::Letters, title), expected);
        }
    }
}
