//! Numberlink with blocks to place.

use crate::error::{Own, choice, input};
use crate::formula::{Formula, Model, judge};
use crate::judged::Violation;
use crate::running::{Progress, Running};
use crate::text::read_file;
use cwsat::encodings::numberlink::format_a::Year;
use cwsat::encodings::numberlink::names::FAMILIES;
use cwsat::encodings::numberlink::{
    Encoding, LARGEST, Problem, RedundantClauses, Solution, format_a, format_q, from_names, rules,
};
use cwsat::search::numberlink::{self as search, Impossible};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A problem of Numberlink with blocks to place (ADC2019 and later). `Numberlink(text)` reads the text of a `Q` file.
#[pyclass(frozen, module = "cwsat")]
pub struct Numberlink {
    problem: Arc<Problem>,
}

#[pymethods]
impl Numberlink {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Ok(Self { problem: Arc::new(format_q::read(text).map_err(input)?) })
    }

    /// Reads a `Q` file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        Ok(Self { problem: Arc::new(read_file(&path, format_q::read)?) })
    }

    /// The number of blocks.
    #[getter]
    fn blocks(&self) -> usize {
        self.problem.blocks().len()
    }

    /// The number of wires.
    #[getter]
    fn nets(&self) -> usize {
        self.problem.nets()
    }

    /// Places blocks and wires in the smallest rectangle.
    ///
    /// `solver` is "cadical" or "varisat". `time_limit` is in seconds; at its end the best answer so far is returned.
    /// `progress` is called with a `Progress` at most 20 times a second. Other threads run meanwhile, and Ctrl-C stops the
    /// search.
    #[pyo3(signature = (*, seed = 0, threads = 1, solver = None, time_limit = None, progress = None))]
    fn solve(
        &self,
        py: Python<'_>,
        seed: u64,
        threads: usize,
        solver: Option<&str>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<NumberlinkAnswer> {
        let show = |state: search::Progress| {
            let best = state.best.map(|area| area as f64);
            Progress::new("searching", best, Some(state.bound as f64))
        };
        let own = |_: &Impossible| Own::NoSolution;
        let running = Running::new(seed, threads, solver, time_limit, progress)?;
        let answer = running.search(py, show, own, |setup, budget, watch| {
            search::solve(&self.problem, &setup, budget, watch)
        })?;
        Ok(NumberlinkAnswer {
            area: answer.area,
            bound: answer.bound,
            optimal: answer.is_optimal(),
            first_after: answer.first_after.as_secs_f64(),
            found_after: answer.found_after.as_secs_f64(),
            done_after: answer.done_after.as_secs_f64(),
            board: Py::new(py, self.board(answer.solution))?,
        })
    }

    /// Encodes as a formula that blocks and wires fit into a rectangle of this many rows and columns (1 to 72).
    fn encode(&self, py: Python<'_>, rows: usize, columns: usize) -> PyResult<Formula> {
        if ![rows, columns].iter().all(|side| (1..=LARGEST).contains(side)) {
            return Err(choice(format_args!(
                "rows and columns are 1 to {LARGEST}, not {rows} and {columns}"
            )));
        }
        let encoding = py.detach(|| Encoding::new(&self.problem, rows, columns, RedundantClauses::default()));
        let problem = Arc::clone(&self.problem);
        let decode = move |py: Python<'_>, model: &Model| {
            let solution = from_names(&problem, model.names()).map_err(input)?;
            judge(rules::check(&problem, &solution))?;
            Ok(Py::new(py, NumberlinkBoard { problem: Arc::clone(&problem), solution })?.into_any())
        };
        Formula::new(encoding.into_formula(), Vec::new(), Vec::new(), FAMILIES, Box::new(decode))
    }

    /// Reads an answer to this problem, the text of an `A` file.
    fn answer(&self, text: &str) -> PyResult<NumberlinkBoard> {
        Ok(self.board(format_a::read(text, &self.problem, Year::Later).map_err(input)?))
    }

    fn __str__(&self) -> String {
        format_q::write(&self.problem)
    }

    fn __repr__(&self) -> String {
        format!("<Numberlink of {} blocks and {} wires>", self.blocks(), self.nets())
    }
}

impl Numberlink {
    fn board(&self, solution: Solution) -> NumberlinkBoard {
        NumberlinkBoard { problem: Arc::clone(&self.problem), solution }
    }
}

/// Blocks and wires on a board: an answer to a problem.
#[pyclass(frozen, module = "cwsat")]
pub struct NumberlinkBoard {
    problem: Arc<Problem>,
    solution: Solution,
}

#[pymethods]
impl NumberlinkBoard {
    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.solution.fields.rows()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.solution.fields.cols()
    }

    /// The area of the smallest rectangle around blocks and wires, in fields.
    #[getter]
    fn area(&self) -> usize {
        self.solution.area()
    }

    /// Judges the answer by rules that are independent of the encodings, and returns what breaks them.
    fn check(&self) -> Vec<Violation> {
        let broken = rules::check(&self.problem, &self.solution);
        broken.iter().map(|v| Violation::new(v.rule(), v.pos(), v.to_string())).collect()
    }

    fn __str__(&self) -> String {
        format_a::write(&self.solution, 0, Year::Later)
    }

    fn __repr__(&self) -> String {
        format!("<NumberlinkBoard of {} rows and {} columns>", self.rows(), self.columns())
    }
}

/// An answer to a Numberlink problem, and what is known about it.
#[pyclass(frozen, get_all, module = "cwsat")]
pub struct NumberlinkAnswer {
    /// Blocks and wires, cropped to the rectangle around them.
    board: Py<NumberlinkBoard>,
    /// The area of that rectangle, in fields.
    area: usize,
    /// The proven lower bound of the area.
    bound: usize,
    /// Whether no answer can be smaller.
    optimal: bool,
    /// Seconds from the start to the first answer.
    first_after: f64,
    /// Seconds from the start to this answer.
    found_after: f64,
    /// Seconds from the start to the end.
    done_after: f64,
}

#[pymethods]
impl NumberlinkAnswer {
    fn __repr__(&self) -> String {
        let optimal = if self.optimal { "optimal" } else { "perhaps not optimal" };
        format!("<NumberlinkAnswer of area {}, {optimal}>", self.area)
    }
}
