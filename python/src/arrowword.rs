//! Arrowwords.

use crate::error::{NoSolution, Own, choice, input};
use crate::formula::{Formula, Model, judge, membership};
use crate::judged::{Violation, Word};
use crate::own::OwnWords;
use crate::running::{Progress, Running};
use crate::text::read_file;
use crate::words::WordList;
use cwsat::encodings::arrowword::bound::ceiling_of;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::instance::{self, Instance};
use cwsat::encodings::arrowword::named::{FAMILIES, NamedVars};
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::rating::{BONUS, Counts, FACTORS};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::arrowword::spec::Spec;
use cwsat::search::arrowword::{self as search, Ending, Job, Layer, NoPuzzle, Options};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;

/// An arrowword (clues-in-squares crossword), empty, partly given or finished: fields with blocks, question fields with
/// arrows, and letters.
///
/// `Arrowword(text)` reads the text of a `.cwg` file.
#[pyclass(frozen, module = "cwsat")]
pub struct Arrowword {
    puzzle: Puzzle,
}

#[pymethods]
impl Arrowword {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Ok(Self { puzzle: cwg::read(text).map_err(input)?.puzzle })
    }

    /// Reads a `.cwg` file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        Ok(Self { puzzle: read_file(&path, cwg::read)?.puzzle })
    }

    /// Returns an empty grid, in which everything is free.
    #[staticmethod]
    fn empty(rows: usize, columns: usize) -> PyResult<Self> {
        let side = |side: usize| side.min(cwg::MAX_SIDE + 1);
        let row = format!("{}\n", ".".repeat(side(columns)));
        Self::new(&format!("{rows}\n{columns}\n{}", row.repeat(side(rows))))
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.puzzle.fields.rows()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.puzzle.fields.cols()
    }

    /// The rows, a character for each field as in a `.cwg` file: a letter, `?` for a question field, `.` for an open field,
    /// and the others for blocks.
    #[getter]
    fn grid(&self) -> Vec<String> {
        let fields = &self.puzzle.fields;
        let char_of = |field: &_| cwg::field_char(*field);
        (0..fields.rows()).map(|row| fields.row(row).iter().map(char_of).collect()).collect()
    }

    /// The words that are complete.
    #[getter]
    fn words(&self) -> Vec<Word> {
        let words = rules::words(&self.puzzle);
        words.filter_map(|(word, question)| Some(Word::new(&word, self.puzzle.run_of(question)?))).collect()
    }

    /// The number of fields without a letter that should have one.
    #[getter]
    fn unfilled(&self) -> usize {
        rules::unfilled(&self.puzzle).len()
    }

    /// Judges the puzzle by rules that are independent of the encodings, and returns what breaks them. With `words`, every word
    /// has to be in the list; with `against`, the puzzle has to keep what that grid gives, to which `extend` may be added.
    #[pyo3(signature = (words = None, *, against = None, extend = "nothing"))]
    fn check(
        &self,
        words: Option<&WordList>,
        against: Option<&Self>,
        extend: &str,
    ) -> PyResult<Vec<Violation>> {
        let mut broken = rules::check(&self.puzzle, words.map(|words| &words.list));
        if let Some(Self { puzzle: given }) = against {
            broken.extend(rules::check_against(&self.puzzle, given, extend_of(extend, given)?));
        }
        let violation = |v: &rules::Violation| Violation::new(v.rule(), v.place(), v.to_string());
        Ok(broken.iter().map(violation).collect())
    }

    /// Rates the layout by the six factors of the cw challenge.
    fn rate(&self) -> Rating {
        let counts = Counts::of(&self.puzzle);
        Rating {
            score: counts.score(),
            factors: FACTORS.into_iter().zip(counts.factors()).collect(),
            bonus: BONUS,
            ceiling: ceiling_of(&self.puzzle, None).map(|ceiling| ceiling.score),
        }
    }

    /// Finishes the puzzle with words of a list, at the highest rating that its grid allows.
    ///
    /// `extend` says what may be added to a grid that has question fields: "nothing" (its layout is given), "fields", or "all"
    /// (also a second question in a given field); a grid without any is open. The puzzle has all words of `must`, and as many
    /// of `wish` as do not lower the rating, or with `wish_first`, as many as are found at the expense of the rating; the list
    /// need not have them. `solver` is "cadical" or "varisat". `time_limit` is in seconds; at its end the best puzzle so far is
    /// returned. `progress` is called with a `Progress` at most 20 times a second. Other threads run meanwhile, and Ctrl-C stops
    /// the search.
    #[pyo3(signature = (
        words, *, extend = "nothing", must = None, wish = None, wish_first = false, seed = 0, threads = 1,
        solver = None, time_limit = None, progress = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        words: &WordList,
        extend: &str,
        must: Option<Vec<String>>,
        wish: Option<Vec<String>>,
        wish_first: bool,
        seed: u64,
        threads: usize,
        solver: Option<&str>,
        time_limit: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<ArrowwordAnswer> {
        let spec = self.spec(extend)?;
        let OwnWords { themes, list } = &OwnWords::new(words, must, wish)?;
        spec.check_words(list).map_err(|error| NoSolution::new_err(error.to_string()))?;
        let job = Job { extend: spec.extend, themes, wish_first, ..Job::free(&self.puzzle, list) };
        let own = |reason: &NoPuzzle| match reason {
            NoPuzzle::GaveUp(_) => Own::Stopped,
            _ => Own::NoSolution,
        };
        let running = Running::new(seed, threads, solver, time_limit, progress)?;
        let answer = running.search(py, of, own, |setup, budget, watch| {
            search::solve(job, &Options { setup, ..Options::default() }, budget, watch)
        })?;
        ArrowwordAnswer::of(py, answer)
    }

    /// Encodes the puzzle as a formula.
    ///
    /// `stage` is "layout" (question fields and arrows), "fill" (the letters of a given layout) or "joint" (both); by default
    /// fill for a layout that is given in full, else joint. `extend`, `must`, `wish` and `wish_first` are as for `solve`; only
    /// soft clauses know wishes. `soft` adds these: what the rating loses, or in a fill the scores of the words. `at_least` is
    /// the lowest rating (0 to 100, without the bonus) that a model may have. `at_most_words` limits the words of each length to
    /// those with the best scores, drawn by `seed`. `encoding` ties cells to words: "direct" or "mdd".
    #[pyo3(signature = (
        words, *, stage = None, extend = "nothing", must = None, wish = None, wish_first = false, soft = false,
        at_least = None, at_most_words = None, encoding = None, seed = 0
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn encode(
        &self,
        py: Python<'_>,
        words: &WordList,
        stage: Option<&str>,
        extend: &str,
        must: Option<Vec<String>>,
        wish: Option<Vec<String>>,
        wish_first: bool,
        soft: bool,
        at_least: Option<f64>,
        at_most_words: Option<usize>,
        encoding: Option<&str>,
        seed: u64,
    ) -> PyResult<Formula> {
        let spec = self.spec(extend)?;
        let own = OwnWords::new(words, must, wish)?;
        spec.check_words(&own.list).map_err(|error| NoSolution::new_err(error.to_string()))?;
        let at_least = at_least.map(rating).transpose()?;
        if at_most_words == Some(0) {
            return Err(choice("at_most_words has to be at least 1, not 0"));
        }
        let request = instance::Request {
            stage: stage.map(|stage| stage.parse().map_err(choice)).transpose()?,
            at_most_words,
            seed,
            membership: membership(encoding)?,
            at_least,
            wishes: soft,
            themes: own.themes.clone(),
            wish_first,
            ..instance::Request::default()
        };
        let instance = py.detach(|| Instance::new(&spec, &own.list, &request)).map_err(input)?;
        let Instance { stage, formula, soft, notes } = instance;
        let mut vars = NamedVars::new(self.rows(), self.columns());
        for (var, family, key) in formula.names().variables() {
            if FAMILIES.contains(&family.name()) {
                vars.add(var, &family.render(key)).map_err(input)?;
            }
        }
        let (given, extend) = (self.puzzle.clone(), spec.extend);
        let decode = move |py: Python<'_>, model: &Model| {
            let puzzle = vars.decode(&given, extend, stage, |var| model.value(var)).map_err(input)?;
            let mut broken = rules::check(&puzzle, stage.has_letters().then_some(&own.list));
            broken.extend(rules::check_against(&puzzle, &given, extend));
            judge(broken)?;
            let words: Vec<_> = rules::words(&puzzle).map(|(word, _)| word).collect();
            own.judge(&words)?;
            let rates = Counts::of(&puzzle).score();
            if let Some(least) = at_least.filter(|&least| rates < least - 1e-9) {
                return Err(input(format_args!(
                    "this is not a model of the formula: the puzzle rates {rates:.3}, but should rate at least {least}"
                )));
            }
            Ok(Py::new(py, Self { puzzle })?.into_any())
        };
        Formula::new(formula, soft, notes, FAMILIES, Box::new(decode))
    }

    fn __str__(&self) -> String {
        cwg::write(&self.puzzle)
    }

    fn __repr__(&self) -> String {
        format!("<Arrowword of {} rows and {} columns>", self.rows(), self.columns())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.puzzle == other.puzzle
    }
}

impl Arrowword {
    /// Returns what is asked for, if that can be solved at all.
    fn spec(&self, extend: &str) -> PyResult<Spec> {
        let extend = extend_of(extend, &self.puzzle)?;
        Spec::new(self.puzzle.clone(), extend).map_err(input)
    }
}

/// Reads the argument `extend` for a grid.
fn extend_of(text: &str, given: &Puzzle) -> PyResult<Extend> {
    let named = Extend::EACH.into_iter().find(|extend| extend.to_string() == text);
    let extend = named.ok_or_else(|| {
        choice(format_args!("`{text}` is not a value of extend; the values are nothing, fields and all"))
    })?;
    Ok(extend.of(given))
}

/// Reads the argument `at_least`.
fn rating(score: f64) -> PyResult<f64> {
    match (0.0..=100.0).contains(&score) {
        true => Ok(score),
        false => Err(choice(format_args!("at_least is a rating from 0 to 100, not {score}"))),
    }
}

/// Returns the state of a search in the words of the program.
fn of(state: search::Progress) -> Progress {
    let stage = match state.layer {
        Layer::Layout => format!("round {}, layout", state.round),
        Layer::Fill => format!("round {}, letters", state.round),
        Layer::Words => "better words".to_owned(),
    };
    Progress::new(stage, state.best, Some(state.ceiling))
}

/// The rating of a layout.
#[pyclass(frozen, get_all, module = "cwsat")]
pub struct Rating {
    /// The mean of the six factors, 0 to 100, without the bonus.
    score: f64,
    /// The six factors by name, each 0 to 100.
    factors: HashMap<&'static str, f64>,
    /// What a complete fill with valid words adds to the score.
    bonus: f64,
    /// The highest score that a layout of a grid with as many free fields can have, by counting alone; `None` if no puzzle fits.
    ceiling: Option<f64>,
}

#[pymethods]
impl Rating {
    fn __repr__(&self) -> String {
        format!("<Rating {:.3}>", self.score)
    }
}

/// A finished arrowword, and what is known about it.
#[pyclass(frozen, get_all, module = "cwsat")]
pub struct ArrowwordAnswer {
    /// The puzzle: arrows and letters everywhere.
    puzzle: Py<Arrowword>,
    /// The rating, bonus included (0 to 110).
    score: f64,
    /// The ceiling of the rating, bonus included: no puzzle of this grid with words of the list rates higher.
    ceiling: f64,
    /// The mean score of the words in the list.
    word_score: f64,
    /// Why the search ended: "ceiling" (nothing can rate higher), "filled" (the layout was given), "exhausted" (all others were
    /// tried), "settled" (nothing better was found for long), or "stopped" (the time limit).
    ending: &'static str,
    /// Seconds from the start to the first complete puzzle.
    first_after: f64,
    /// Seconds from the start to the first puzzle of this rating.
    found_after: f64,
    /// Seconds from the start to the end.
    done_after: f64,
}

impl ArrowwordAnswer {
    fn of(py: Python<'_>, answer: search::Answer) -> PyResult<Self> {
        Ok(Self {
            puzzle: Py::new(py, Arrowword { puzzle: answer.puzzle })?,
            score: answer.score,
            ceiling: answer.ceiling,
            word_score: answer.word_score,
            ending: match answer.ending {
                Ending::Ceiling => "ceiling",
                Ending::Filled => "filled",
                Ending::Settled => "settled",
                Ending::Exhausted => "exhausted",
                Ending::Stopped => "stopped",
            },
            first_after: answer.first_after.as_secs_f64(),
            found_after: answer.found_after.as_secs_f64(),
            done_after: answer.done_after.as_secs_f64(),
        })
    }
}

#[pymethods]
impl ArrowwordAnswer {
    fn __repr__(&self) -> String {
        format!("<ArrowwordAnswer rating {:.3}, {}>", self.score, self.ending)
    }
}
