//! `cwsat render DIR --book`: draws the puzzles of a folder as a book.

use super::{Args, RenderError};
use crate::cli::document;
use crate::cli::drawing::Format;
use crate::cli::exit::{Exit, Failure};
use crate::cli::folder::{self, AnswerPlace, Found};
use crate::cli::input::{Input, located};
use crate::cli::output;
use crate::cli::reporter;
use cwsat::publish::draw::book::{Book, Chapter, draw};
use cwsat::publish::output::pdf;
use cwsat::publish::puzzle::Puzzle;
use std::path::{Path, PathBuf};

impl Args {
    /// Draws the puzzles of the folder as a book.
    pub(super) fn book(&self) -> Result<Exit, Failure> {
        let [folder] = &self.inputs[..] else { return Err(RenderError::BookOfOneFolder.into()) };
        let format =
            if self.format.is_none() && self.output.is_none() { Format::Pdf } else { self.format()? };
        if format != Format::Pdf {
            return Err(RenderError::BookIsPdf.into());
        }
        self.look.refuse_dpi([format].into_iter())?;
        if folder.is_file() {
            return Err(RenderError::BookOfFile { path: folder.clone() }.into());
        }
        let sources = folder::puzzles(folder, self.output.as_deref())?;
        let sources = sources.into_iter().map(files).collect::<Result<Vec<_>, _>>()?;
        if let Some(output) = &self.output {
            output::keep_apart(output, self.sources())?;
            // Checked before the work, because the place may not exist.
            output::Output::new(output)?;
        }
        let mut chapters = Vec::new();
        for inputs in &sources {
            let mut puzzle = document::read(None, &Input::read_all(inputs)?)?;
            puzzle.language = self.language.clone().or(puzzle.language);
            chapters.push(Chapter { name: folder::name_of(&inputs[0]), puzzle });
        }
        let puzzles: Vec<(&Path, &Puzzle)> =
            sources.iter().zip(&chapters).map(|(inputs, chapter)| (&*inputs[0], &chapter.puzzle)).collect();
        if self.refuses(&puzzles, folder) {
            return Ok(Exit::Broken);
        }
        let language = Chapter::language_of(&chapters);
        let (title, author) = (self.title.clone(), self.author.clone());
        let book = Book { title, author, language, chapters };
        let drawn = draw(&book, &self.style(Format::Pdf)?)
            .map_err(|error| located(&sources[error.index][0], error.source))?;
        for (index, warning) in &drawn.warnings {
            let whose = index.map_or(folder, |index| &sources[index][0]);
            reporter::warn(&format_args!("{}: {warning}", whose.display()));
        }
        self.write(vec![pdf::write(&drawn.pages)?])?;
        Ok(Exit::Ok)
    }
}

/// Returns the files of a puzzle; it is an error if its answer is missing.
fn files(Found { path, answer }: Found) -> Result<Vec<PathBuf>, RenderError> {
    match answer {
        AnswerPlace::Inside => Ok(vec![path]),
        AnswerPlace::Beside(answer) => Ok(vec![path, answer]),
        AnswerPlace::Missing => Err(RenderError::ProblemAlone { path }),
    }
}
