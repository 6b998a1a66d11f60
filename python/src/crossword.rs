//! Crosswords with numbered words: black and white ones, and barred ones.

use crate::error::{Own, input};
use crate::formula::{Formula, Model, judge, membership};
use crate::judged::{Violation, Word};
use crate::own::OwnWords;
use crate::running::{Progress, Running};
use crate::text::read_file;
use crate::words::WordList;
use cwsat::encodings::barred;
use cwsat::encodings::crossword::instance::{Instance, Request};
use cwsat::encodings::crossword::names::{FAMILIES, from_names};
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::crossword::rules;
use cwsat::encodings::template;
use cwsat::search::crossword::{self as search, NoCrossword, Options};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A crossword with numbered words, empty, partly given or finished: a black and white one, or a barred one.
///
/// `Crossword(text)` reads rows such as `..#A` (`#` for a block, `.` for an open field), or after a line `barred`, rows such
/// as `. .|. A` with bars between fields.
#[pyclass(frozen, module = "cwsat")]
pub struct Crossword {
    puzzle: Template,
    form: Form,
}

/// How a crossword is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Template,
    Barred,
}

/// Why a text is no crossword of its form.
#[derive(Debug, thiserror::Error)]
enum TextError {
    #[error(transparent)]
    Template(#[from] template::format::TemplateError),
    #[error(transparent)]
    Barred(#[from] barred::format::BarredError),
}

impl Crossword {
    fn parse(text: &str) -> Result<Self, TextError> {
        let (form, puzzle) = match barred::format::is_barred(text) {
            true => (Form::Barred, barred::format::read(text)?),
            false => (Form::Template, template::format::read(text)?),
        };
        Ok(Self { puzzle, form })
    }
}

#[pymethods]
impl Crossword {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Self::parse(text).map_err(input)
    }

    /// Reads a file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        read_file(&path, Self::parse)
    }

    /// "template" for a black and white crossword, or "barred".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.form {
            Form::Template => "template",
            Form::Barred => "barred",
        }
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.puzzle.cells.rows()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.puzzle.cells.cols()
    }

    /// The rows without bars, a character for each field: its letter, `.` for an open field, `#` for a block.
    #[getter]
    fn grid(&self) -> Vec<String> {
        let plain = Template::new(self.puzzle.cells.clone());
        template::format::write(&plain).lines().map(str::to_owned).collect()
    }

    /// The words that are complete.
    #[getter]
    fn words(&self) -> Vec<Word> {
        rules::words(&self.puzzle).map(|(word, run)| Word::new(&word, run)).collect()
    }

    /// Judges the crossword by rules that are independent of the encodings, and returns what breaks them; a field without a
    /// letter does. With `words`, every word has to be in the list; with `against`, the letters, blocks and bars of that
    /// template have to be kept.
    #[pyo3(signature = (words = None, *, against = None))]
    fn check(&self, words: Option<&WordList>, against: Option<&Self>) -> Vec<Violation> {
        let mut broken = rules::check(&self.puzzle, words.map(|words| &words.list));
        broken
            .extend(against.into_iter().flat_map(|given| rules::check_against(&self.puzzle, &given.puzzle)));
        broken.iter().map(|v| Violation::new(v.rule(), v.place(), v.to_string())).collect()
    }

    /// Returns what is not customary in the grid of a barred crossword: too few checked letters, short words, no symmetry.
    fn check_custom(&self) -> Vec<Violation> {
        let found = barred::rules::check(&self.puzzle);
        found.iter().map(|u| Violation::new(u.rule(), Some(u.place()), u.to_string())).collect()
    }

    /// Fills the template with different words of a list, and keeps its letters.
    ///
    /// The crossword has all words of `must`, and as many of `wish` as are found; the list need not have them. `solver` is
    /// "cadical" or "varisat". `time_limit` is in seconds. `progress` is called with a `Progress` at most 20 times a second.
    /// Other threads run meanwhile, and Ctrl-C stops the search.
    #[pyo3(signature = (
        words, *, must = None, wish = None, seed = 0, threads = 1, solver = None, time_limit = None,
        progress = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        words: &WordList,
        must: Option<Vec<String>>,
        wish: Option<Vec<String>>,
        seed: u64,
        threads: usize,
        solver: Option<&str>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<CrosswordAnswer> {
        let own = |reason: &NoCrossword| match reason {
            NoCrossword::Lonely { .. } => Own::Input,
            NoCrossword::GaveUp { .. } => Own::Stopped,
            _ => Own::NoSolution,
        };
        let OwnWords { themes, list } = OwnWords::new(words, must, wish)?;
        let running = Running::new(seed, threads, solver, time_limit, progress)?;
        let answer = running.search(py, of, own, |setup, budget, watch| {
            let options = Options { setup, themes: themes.into(), ..Options::default() };
            search::solve(&self.puzzle, &list, &options, budget, watch)
        })?;
        Ok(CrosswordAnswer {
            puzzle: Py::new(py, Self { puzzle: answer.puzzle, form: self.form })?,
            word_score: answer.word_score,
            filled_after: answer.filled_after.as_secs_f64(),
        })
    }

    /// Encodes the fills of the template, with different words of a list, as a formula.
    ///
    /// `must` and `wish` are as for `solve`; only soft clauses know wishes. `soft` adds these: how far the score of each word
    /// falls short of the best. `encoding` ties cells to words: "direct" or "mdd".
    #[pyo3(signature = (words, *, must = None, wish = None, soft = false, encoding = None))]
    fn encode(
        &self,
        py: Python<'_>,
        words: &WordList,
        must: Option<Vec<String>>,
        wish: Option<Vec<String>>,
        soft: bool,
        encoding: Option<&str>,
    ) -> PyResult<Formula> {
        let own = OwnWords::new(words, must, wish)?;
        let (membership, themes) = (membership(encoding)?, own.themes.clone());
        let request = Request { membership, wishes: soft, themes, ..Request::default() };
        let instance = py.detach(|| Instance::new(&self.puzzle, &own.list, &request)).map_err(input)?;
        let Instance { formula, soft, notes } = instance;
        let (given, form) = (self.puzzle.clone(), self.form);
        let decode = move |py: Python<'_>, model: &Model| {
            let puzzle = from_names(&given, model.names()).map_err(input)?;
            let broken = rules::check(&puzzle, Some(&own.list));
            judge(broken.into_iter().chain(rules::check_against(&puzzle, &given)))?;
            let words: Vec<_> = rules::words(&puzzle).map(|(word, _)| word).collect();
            own.judge(&words)?;
            Ok(Py::new(py, Self { puzzle, form })?.into_any())
        };
        Formula::new(formula, soft, notes, FAMILIES, Box::new(decode))
    }

    fn __str__(&self) -> String {
        match self.form {
            Form::Template => template::format::write(&self.puzzle),
            Form::Barred => barred::format::write(&self.puzzle),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Crossword ({}) of {} rows and {} columns>", self.kind(), self.rows(), self.columns())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.puzzle == other.puzzle
    }
}

/// Returns the state of a search in words.
fn of(state: search::Progress) -> Progress {
    let stage = match state {
        search::Progress::Pattern(turn) => format!("template {turn}, pattern"),
        search::Progress::Letters(turn) => format!("template {turn}, letters"),
        search::Progress::Words => "better words".to_owned(),
        search::Progress::Fewer { blocks, turn } => format!("{blocks} blocks; template {turn} with fewer"),
    };
    Progress::new(stage, None, None)
}

/// A filled crossword.
#[pyclass(frozen, get_all, module = "cwsat")]
pub struct CrosswordAnswer {
    /// The crossword: a letter in every field.
    puzzle: Py<Crossword>,
    /// The mean score of its words in the list.
    word_score: f64,
    /// Seconds from the start until all letters were found.
    filled_after: f64,
}

#[pymethods]
impl CrosswordAnswer {
    fn __repr__(&self) -> String {
        format!("<CrosswordAnswer of mean word score {:.1}>", self.word_score)
    }
}
