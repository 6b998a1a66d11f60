//! Runs a search so that Python stays in charge: other threads of Python run meanwhile, Ctrl-C and the time limit stop it,
//! and progress is reported by a call in the caller's own thread.
//!
//! The search has a thread of its own. The calling thread waits for its end without Python's lock, and takes the lock only
//! to look for signals and to report progress.

use crate::error::{Own, SolverError, choice, no_answer};
use cwsat::search::{NoAnswer, OwnReason, Setup};
use cwsat::solver::Budget;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest time between a signal or news of the search and what follows from it.
const PAUSE: Duration = Duration::from_millis(50);

/// The stack of the search's thread: that of a main thread on most systems.
const STACK: usize = 8 << 20;

/// How a search is run.
pub struct Running {
    /// The seed, the threads and the solver.
    setup: Setup,
    /// After which time it stops.
    time_limit: Option<Duration>,
    /// What is called with a [`Progress`].
    progress: Option<Py<PyAny>>,
}

/// The state of a running search.
#[pyclass(frozen, get_all, module = "cwsat")]
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// What the search is doing, in a few words.
    stage: String,
    /// The best value so far: a rating, a number of words, an area, a number of grids; `None` without an answer.
    best: Option<f64>,
    /// What the value cannot exceed, or for an area, cannot go below; `None` if nothing is known.
    bound: Option<f64>,
}

impl Progress {
    /// Makes the state of a search.
    pub fn new(stage: impl Into<String>, best: Option<f64>, bound: Option<f64>) -> Self {
        Self { stage: stage.into(), best, bound }
    }
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let number = |value: Option<f64>| value.map_or_else(|| "None".to_owned(), |value| value.to_string());
        format!("Progress(stage={:?}, best={}, bound={})", self.stage, number(self.best), number(self.bound))
    }
}

impl Running {
    /// Creates it from the arguments that all searches share.
    pub fn new(
        seed: u64,
        threads: usize,
        solver: Option<&str>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut setup = Setup { seed, threads, ..Setup::default() };
        if let Some(name) = solver {
            setup.back_end = name.parse().map_err(|error| choice(format_args!("{error}")))?;
        }
        let seconds = |limit: f64| {
            Duration::try_from_secs_f64(limit)
                .map_err(|_| PyValueError::new_err(format!("time_limit is a number of seconds, not {limit}")))
        };
        Ok(Self { setup, time_limit: time_limit.map(seconds).transpose()?, progress })
    }

    /// Runs the search of a kind of puzzle. It gets its setup, its budget, and what to call with its own progress, which
    /// `show` puts into the words of this module; `own` says what its own reasons for having no answer are.
    pub fn search<P, A: Send, R: OwnReason + Send>(
        self,
        py: Python<'_>,
        show: impl Fn(P) -> Progress + Sync,
        own: impl FnOnce(&R) -> Own,
        search: impl FnOnce(Setup, &Budget, &(dyn Fn(P) + Sync)) -> Result<A, NoAnswer<R>> + Send,
    ) -> PyResult<A>
    where
        R::Stopped: Send,
    {
        let found = self.run(py, |setup, budget, tell| search(setup, budget, &|state| tell(show(state))))?;
        found.map_err(|reason| no_answer(&reason, own))
    }

    /// Runs anything that takes long. It gets its setup, its budget, and what to call with progress.
    pub fn run<T: Send>(
        self,
        py: Python<'_>,
        search: impl FnOnce(Setup, &Budget, &(dyn Fn(Progress) + Sync)) -> T + Send,
    ) -> PyResult<T> {
        let setup = self.setup;
        let (mut budget, stop) = Budget::unlimited().racer();
        if let Some(limit) = self.time_limit {
            budget = budget.within(limit);
        }
        let news: Mutex<Option<Progress>> = Mutex::default();
        let tell = |progress| *news.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        // Signals first, so that Ctrl-C works even in a loop whose progress function raises it.
        let look = || {
            let latest = news.lock().unwrap_or_else(PoisonError::into_inner).take();
            Python::attach(|py| {
                py.check_signals()?;
                match (&self.progress, latest) {
                    (Some(progress), Some(latest)) => progress.call1(py, (latest,)).map(drop),
                    _ => Ok(()),
                }
            })
        };
        py.detach(|| {
            let (end, ended) = channel();
            thread::scope(|scope| {
                let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
                    // Dropped when the search is over, even by a panic, which wakes the other thread.
                    let _end = end;
                    search(setup, &budget, &tell)
                })?;
                let mut failure = None;
                while ended.recv_timeout(PAUSE) == Err::<(), _>(RecvTimeoutError::Timeout) {
                    if failure.is_none()
                        && let Err(error) = look()
                    {
                        stop.store(true, Ordering::Relaxed);
                        failure = Some(error);
                    }
                }
                let answer = worker.join().map_err(|_| {
                    SolverError::new_err(
                        "this is a bug in cwsat, please report it with the puzzle and the call; what went wrong is on \
                         standard error",
                    )
                });
                match failure {
                    Some(failure) => Err(failure),
                    None => look().and(answer),
                }
            })
        })
    }
}
