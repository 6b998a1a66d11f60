//! Criss-crosses.

use crate::error::{Own, choice, input};
use crate::formula::{Formula, Model, judge};
use crate::judged::{Violation, Word};
use crate::running::{Progress, Running};
use crate::text::read_file;
use cwsat::encodings::crisscross::base::{self, Style};
use cwsat::encodings::crisscross::instance::{Instance, Request};
use cwsat::encodings::crisscross::names::{FAMILIES, from_names};
use cwsat::encodings::crisscross::puzzle::{Layout, MAX_SIDE, Puzzle};
use cwsat::encodings::crisscross::{format, rules};
use cwsat::encodings::lexicon::{Alphabet, Sign};
use cwsat::search::crisscross::{self as search, NoLayout, Options, Stage, roomy_board};
use cwsat::solver::Budget;
use pyo3::prelude::*;
use std::path::PathBuf;

/// A list of words to be laid crosswise, and the size of the board.
///
/// `CrissCross(text)` reads a word on each line, as in `ROSE` or `ROSE|a flower`. Without `rows` and `columns` the board is a
/// square with room for all words, which a short search with `seed` finds; with one of them alone it is a square, too.
#[pyclass(frozen, module = "cwsat")]
pub struct CrissCross {
    puzzle: Puzzle,
    /// Whether nobody asked for this size.
    is_roomy: bool,
    skipped: Vec<String>,
}

impl CrissCross {
    fn of(
        py: Python<'_>,
        base: base::Base,
        rows: Option<usize>,
        columns: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        let base::Base { entries, skipped, .. } = base;
        let is_roomy = rows.is_none() && columns.is_none();
        let (rows, cols) = match (rows, columns) {
            (Some(rows), Some(columns)) => (rows, columns),
            (Some(side), None) | (None, Some(side)) => (side, side),
            (None, None) => py.detach(|| roomy_board(&entries, None, seed, &Budget::unlimited())),
        };
        if ![rows, cols].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(choice(format_args!("rows and columns are 1 to {MAX_SIDE}, not {rows} and {cols}")));
        }
        Ok(Self {
            puzzle: Puzzle { rows, cols, entries },
            is_roomy,
            skipped: skipped.iter().map(ToString::to_string).collect(),
        })
    }
}

#[pymethods]
impl CrissCross {
    #[new]
    #[pyo3(signature = (text, *, rows = None, columns = None, seed = 0))]
    fn new(
        py: Python<'_>,
        text: &str,
        rows: Option<usize>,
        columns: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        Self::of(py, base::read(text, Style::Marked, &Alphabet::Folded).map_err(input)?, rows, columns, seed)
    }

    /// Reads a file.
    #[staticmethod]
    #[pyo3(signature = (path, *, rows = None, columns = None, seed = 0))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        rows: Option<usize>,
        columns: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        Self::of(
            py,
            read_file(&path, |text| base::read(text, Style::Marked, &Alphabet::Folded))?,
            rows,
            columns,
            seed,
        )
    }

    /// The number of rows of the board.
    #[getter]
    fn rows(&self) -> usize {
        self.puzzle.rows
    }

    /// The number of columns of the board.
    #[getter]
    fn columns(&self) -> usize {
        self.puzzle.cols
    }

    /// The words of the list.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.puzzle.entries.iter().map(|entry| entry.text()).collect()
    }

    /// What was wrong with lines that were left out, a sentence each; mostly empty.
    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.skipped.clone()
    }

    /// Lays as many words as possible, with as many crossings as possible, in the smallest bounding box.
    ///
    /// With `prove`, the search goes on until nothing better can exist, or to the time limit. `solver` is "cadical" or
    /// "varisat". `time_limit` is in seconds; at its end the best layout so far is returned. `progress` is called with a
    /// `Progress` at most 20 times a second. Other threads run meanwhile, and Ctrl-C stops the search.
    #[pyo3(signature = (*, prove = false, seed = 0, threads = 1, solver = None, time_limit = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        prove: bool,
        seed: u64,
        threads: usize,
        solver: Option<&str>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<CrissCrossAnswer> {
        let conflicts = if prove { None } else { Options::default().conflicts };
        let words = self.puzzle.entries.len() as f64;
        let show = |state: search::Progress| {
            let stage = match state.stage {
                Stage::Search => "searching",
                Stage::Words => "are more words possible?",
                Stage::Crossings => "are more crossings possible?",
                Stage::Area => "is a smaller bounding box possible?",
            };
            Progress::new(stage, state.best.map(|best| best.words as f64), Some(words))
        };
        let own = |_: &NoLayout| Own::NoSolution;
        let running = Running::new(seed, threads, solver, time_limit, progress)?;
        let answer = running.search(py, show, own, |setup, budget, watch| {
            let options = Options { setup, conflicts, ..Options::default() };
            search::solve(&self.puzzle, &options, budget, watch)
        })?;
        let left_out = answer.left_out.iter();
        let value = answer.value;
        let layout = if self.is_roomy { answer.layout.cropped() } else { answer.layout };
        Ok(CrissCrossAnswer {
            layout: Py::new(py, CrissCrossLayout::of(layout))?,
            left_out: left_out
                .map(|left| (self.puzzle.entries[left.entry].text(), left.reason.to_string()))
                .collect(),
            words: value.words,
            crossings: value.crossings,
            most_words: answer.proof.words,
            most_crossings: answer.proof.crossings,
            smallest_box: answer.proof.area,
            stopped: answer.stopped,
            found_after: answer.found_after.as_secs_f64(),
            done_after: answer.done_after.as_secs_f64(),
        })
    }

    /// Encodes the connected layouts as a formula.
    ///
    /// Every model has at least `least_words` words (by default all, or with `soft`, one) and `least_crossings` crossings.
    /// `soft` adds soft clauses: for words that are left out, fields without a crossing, and fields of the bounding box.
    #[pyo3(signature = (*, least_words = None, least_crossings = 0, soft = false))]
    fn encode(
        &self,
        py: Python<'_>,
        least_words: Option<usize>,
        least_crossings: usize,
        soft: bool,
    ) -> PyResult<Formula> {
        let request = Request { least_words, least_crossings, wishes: soft };
        let instance = py.detach(|| Instance::new(&self.puzzle, &request)).map_err(input)?;
        let Instance { formula, soft, notes, .. } = instance;
        let puzzle = self.puzzle.clone();
        let decode = move |py: Python<'_>, model: &Model| {
            let layout = from_names(&puzzle, model.names()).map_err(input)?;
            judge(rules::check(&layout, Some(&puzzle.entries)))?;
            Ok(Py::new(py, CrissCrossLayout::of(layout))?.into_any())
        };
        Formula::new(formula, soft, notes, FAMILIES, Box::new(decode))
    }

    fn __repr__(&self) -> String {
        let words = self.puzzle.entries.len();
        format!("<CrissCross of {words} words on {} rows and {} columns>", self.puzzle.rows, self.puzzle.cols)
    }
}

/// Words on a board. `CrissCrossLayout(text)` reads the text of a finished criss-cross.
#[pyclass(frozen, module = "cwsat")]
pub struct CrissCrossLayout {
    layout: Layout,
    /// How it was drawn, if it was read from a text.
    read: Option<format::Read>,
}

impl CrissCrossLayout {
    fn of(layout: Layout) -> Self {
        Self { layout, read: None }
    }

    fn drawn(read: format::Read) -> Self {
        Self { layout: read.layout.clone(), read: Some(read) }
    }
}

#[pymethods]
impl CrissCrossLayout {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Ok(Self::drawn(format::read(text).map_err(input)?))
    }

    /// Reads a file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        Ok(Self::drawn(read_file(&path, format::read)?))
    }

    /// The number of rows of the board.
    #[getter]
    fn rows(&self) -> usize {
        self.layout.rows
    }

    /// The number of columns of the board.
    #[getter]
    fn columns(&self) -> usize {
        self.layout.cols
    }

    /// The rows, a character for each field: its letter, or `.`.
    #[getter]
    fn grid(&self) -> Vec<String> {
        let fields = self.layout.grid();
        let char_of = |field: &Option<Sign>| field.map_or('.', Sign::char);
        (0..fields.rows()).map(|row| fields.row(row).iter().map(char_of).collect()).collect()
    }

    /// The words with their places.
    #[getter]
    fn words(&self) -> Vec<Word> {
        self.layout.words.iter().map(|laid| Word::of_text(laid.text(), laid.run())).collect()
    }

    /// The number of fields where two words cross.
    #[getter]
    fn crossings(&self) -> usize {
        self.layout.value().crossings
    }

    /// Judges the layout by rules that are independent of the encodings, and returns what breaks them. With `against`, every
    /// word has to be in that list.
    #[pyo3(signature = (against = None))]
    fn check(&self, against: Option<&CrissCross>) -> Vec<Violation> {
        let base = against.map(|list| &list.puzzle.entries[..]);
        let broken = rules::check(&self.layout, base);
        let drawing = self.read.as_ref().map(rules::check_drawing).unwrap_or_default();
        let broken = broken.into_iter().chain(drawing);
        broken.map(|v| Violation::new(v.rule(), v.place(), v.to_string())).collect()
    }

    fn __str__(&self) -> String {
        format::write(&self.layout, [])
    }

    fn __repr__(&self) -> String {
        format!("<CrissCrossLayout: {}>", self.layout.value())
    }
}

/// A criss-cross, and what is known about it.
#[pyclass(frozen, get_all, module = "cwsat")]
pub struct CrissCrossAnswer {
    /// The layout; cropped to its bounding box if no size was asked for.
    layout: Py<CrissCrossLayout>,
    /// The words that are not in it, each with the reason.
    left_out: Vec<(String, String)>,
    /// The number of words that are in it.
    words: usize,
    /// The number of fields where two words cross.
    crossings: usize,
    /// Whether it is proven that no layout has more words.
    most_words: bool,
    /// Whether it is proven that no layout with as many words has more crossings.
    most_crossings: bool,
    /// Whether it is proven that no layout with as many words and crossings has a smaller bounding box.
    smallest_box: bool,
    /// Whether the time limit ended the search.
    stopped: bool,
    /// Seconds from the start to this layout.
    found_after: f64,
    /// Seconds from the start to the end.
    done_after: f64,
}

#[pymethods]
impl CrissCrossAnswer {
    fn __repr__(&self) -> String {
        format!("<CrissCrossAnswer of {} words with {} crossings>", self.words, self.crossings)
    }
}
