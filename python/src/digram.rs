//! Digram grids.

use crate::error::{Own, choice, input};
use crate::formula::{Formula, Model, judge};
use crate::judged::Violation;
use crate::running::{Progress, Running};
use crate::text::read_file;
use crate::words::WordList;
use cwsat::encodings::digram::encoding::DigramEncoding;
use cwsat::encodings::digram::format::{self, Fault};
use cwsat::encodings::digram::names::{FAMILIES, from_names};
use cwsat::encodings::digram::puzzle::{Cells, Line, Size};
use cwsat::encodings::digram::rules;
use cwsat::encodings::digram::words::{of_even_length, spell};
use cwsat::encodings::grid::Direction;
use cwsat::search::digram::{self as search, Ending, Job, NoGrid, Options};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// The size of a digram grid, a word grid with two letters or a blank in each cell.
///
/// `Digram(rows, columns)` refuses sizes for which counting blanks alone shows that there is no grid.
#[pyclass(frozen, module = "cwsat")]
pub struct Digram {
    size: Size,
}

#[pymethods]
impl Digram {
    #[new]
    fn new(rows: usize, columns: usize) -> PyResult<Self> {
        Ok(Self { size: Size::new(rows, columns).map_err(input)? })
    }

    /// Finds grids over a list, of which the words of even length count: `count` different ones, or all of them with
    /// `count=None`. Grids that a time limit leaves are returned.
    ///
    /// `solver` is "cadical" or "varisat". `time_limit` is in seconds. `progress` is called with a `Progress` at most 20 times
    /// a second. Other threads run meanwhile, and Ctrl-C stops the search.
    #[pyo3(
        signature = (
            words, *, count = Some(1), seed = 0, threads = 1, solver = None, time_limit = None, progress = None
        ),
        text_signature = "($self, words, *, count=1, seed=0, threads=1, solver=None, time_limit=None, progress=None)"
    )]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        words: &WordList,
        count: Option<usize>,
        seed: u64,
        threads: usize,
        solver: Option<&str>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<DigramAnswer> {
        let counted = |count| {
            NonZeroUsize::new(count).ok_or_else(|| choice("count is 1 or more, or None for all grids"))
        };
        let wanted = count.map(counted).transpose()?;
        let job = Job { size: self.size, list: Arc::new(of_even_length(&words.list)), wanted };
        let show = |state: search::Progress| Progress::new("searching", Some(state.found as f64), None);
        let own = |_: &NoGrid| Own::NoSolution;
        let running = Running::new(seed, threads, solver, time_limit, progress)?;
        let answer = running.search(py, show, own, |setup, budget, watch| {
            search::solve(&job, &Options { setup, ..Options::default() }, budget, watch)
        })?;
        let grids = answer.grids.into_iter().map(|cells| Py::new(py, DigramGrid { cells }));
        Ok(DigramAnswer {
            grids: grids.collect::<PyResult<_>>()?,
            ending: match answer.ending {
                Ending::Enough => "enough",
                Ending::All => "all",
                Ending::Stopped => "stopped",
            },
        })
    }

    /// Encodes the grids over a list, of which the words of even length count, as a formula.
    fn encode(&self, py: Python<'_>, words: &WordList) -> PyResult<Formula> {
        let list = Arc::new(of_even_length(&words.list));
        let encoding = py.detach(|| DigramEncoding::new(self.size, &list));
        let (size, words) = (self.size, words.list.clone());
        let decode = move |py: Python<'_>, model: &Model| {
            let cells = from_names(&size, model.names()).map_err(input)?;
            judge(rules::check(&cells, Some(&words)))?;
            Ok(Py::new(py, DigramGrid { cells })?.into_any())
        };
        Formula::new(encoding.formula, Vec::new(), Vec::new(), FAMILIES, Box::new(decode))
    }

    fn __repr__(&self) -> String {
        format!("<Digram of {}>", self.size)
    }
}

/// A finished digram grid. `DigramGrid(text)` reads rows of cells: two small letters, or two full stops for a blank.
#[pyclass(frozen, module = "cwsat")]
pub struct DigramGrid {
    cells: Cells,
}

impl DigramGrid {
    fn parse(text: &str) -> Result<Self, Fault> {
        let cells = format::read(text).map_err(|faults| faults.into_iter().next().unwrap_or(Fault::Empty))?;
        Ok(Self { cells })
    }
}

#[pymethods]
impl DigramGrid {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Self::parse(text).map_err(input)
    }

    /// Reads a file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        read_file(&path, Self::parse)
    }

    /// The words of the rows, and then those of the columns.
    #[getter]
    fn words(&self) -> Vec<String> {
        Line::all(self.cells.rows(), self.cells.cols()).map(|line| spell(&line.word(&self.cells))).collect()
    }

    /// Judges the grid by rules that are independent of the encodings, and returns what breaks them. With `words`, every word
    /// has to be in the list.
    #[pyo3(signature = (words = None))]
    fn check(&self, words: Option<&WordList>) -> Vec<Violation> {
        let violation = |v: &rules::Violation| {
            let line = v.line();
            let of = |direction| (line.direction == direction).then_some(line.number);
            Violation::in_line(v.rule(), of(Direction::Across), of(Direction::Down), v.to_string())
        };
        rules::check(&self.cells, words.map(|words| &words.list)).iter().map(violation).collect()
    }

    fn __str__(&self) -> String {
        format::write(&self.cells)
    }

    fn __repr__(&self) -> String {
        format!("<DigramGrid of {} rows and {} columns>", self.cells.rows(), self.cells.cols())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

/// The grids that were found; at least one.
#[pyclass(frozen, get_all, module = "cwsat")]
pub struct DigramAnswer {
    /// The grids, all different; in alphabetical order if they are all there are.
    grids: Vec<Py<DigramGrid>>,
    /// Why there are no more: "enough" (as many as were asked for), "all" (proven: there are no others), or "stopped".
    ending: &'static str,
}

#[pymethods]
impl DigramAnswer {
    fn __repr__(&self) -> String {
        format!("<DigramAnswer of {} grids, {}>", self.grids.len(), self.ending)
    }
}
