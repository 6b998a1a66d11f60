//! Formulas: clauses as lists of integers, and the names of their variables.

use crate::error::{choice, input, unusable};
use crate::running::Running;
use cwsat::cleanup::whole;
use cwsat::encodings::cnf::{self, Comments, Lit, Soft, Var, dimacs, opb, wcnf};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::solver::{SatAnswer, load};
use pyo3::prelude::*;
use std::fmt::Display;
use std::path::PathBuf;

/// Clauses over named variables. Literals are integers as in DIMACS: the variable, counted from 1, negative for its negation.
#[pyclass(frozen, generic, module = "cwsat")]
pub struct Formula {
    formula: cnf::Formula,
    soft: Vec<Soft>,
    notes: Vec<String>,
    /// The families of the variables that say what a solution is.
    families: &'static [&'static str],
    decode: Decode,
}

/// Turns a model back into a solution, and judges that by the rules.
pub type Decode = Box<dyn Fn(Python<'_>, &Model) -> PyResult<Py<PyAny>> + Send + Sync>;

/// A model that has a value for each variable that says what a solution is.
pub struct Model {
    /// The values of the variables.
    values: Vec<Option<bool>>,
    /// The names of those that say what a solution is and are true.
    names: Vec<String>,
}

impl Model {
    /// Returns the value of a variable.
    pub fn value(&self, var: Var) -> Option<bool> {
        self.values.get(var.index()).copied().flatten()
    }

    /// Iterates over the names of true variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

impl Formula {
    /// Makes a formula of its parts, unless it has more clauses than solvers can number. `families` are those of the variables
    /// that say what a solution is.
    pub fn new(
        formula: cnf::Formula,
        soft: Vec<Soft>,
        notes: Vec<String>,
        families: &'static [&'static str],
        decode: Decode,
    ) -> PyResult<Self> {
        formula.check().map_err(input)?;
        Ok(Self { formula, soft, notes, families, decode })
    }

    /// Iterates over the variables that say what a solution is, each with its name.
    fn deciding(&self) -> impl Iterator<Item = (Var, String)> {
        let variables = self.formula.names().variables();
        variables
            .filter(|(_, family, _)| self.families.contains(&family.name()))
            .map(|(var, family, key)| (var, family.render(key)))
    }
}

/// Checks a decoded solution; `broken` are the rules that it breaks.
pub fn judge<B: Display>(broken: impl IntoIterator<Item = B>) -> PyResult<()> {
    match broken.into_iter().next() {
        Some(first) => Err(input(format_args!("this is not a model of the formula: {first}"))),
        None => Ok(()),
    }
}

/// Reads the argument `encoding`.
pub fn membership(encoding: Option<&str>) -> PyResult<Option<Membership>> {
    encoding.map(|name| name.parse().map_err(choice)).transpose()
}

/// Returns the number of a variable, counted from 1.
fn number(var: Var) -> i32 {
    var.positive().dimacs()
}

#[pymethods]
impl Formula {
    /// The number of variables.
    #[getter]
    fn nv(&self) -> usize {
        self.formula.var_count()
    }

    /// The clauses, built again on each call: `pysat.solvers.Solver(bootstrap_with=formula.clauses)`.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        self.formula.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect()
    }

    /// The soft clauses, of a literal each; empty unless the formula was made with `soft=True`. With `weights` they are what
    /// `pysat.formula.WCNF.extend` takes.
    #[getter]
    fn soft(&self) -> Vec<Vec<i32>> {
        self.soft.iter().map(|soft| vec![soft.lit.dimacs()]).collect()
    }

    /// The weights of the soft clauses: what a model costs in which the clause is false.
    #[getter]
    fn weights(&self) -> Vec<u64> {
        self.soft.iter().map(|soft| soft.weight).collect()
    }

    /// The names of the variables, all different: `names[v - 1]` is that of variable `v`, such as `letter(0,3,A)`.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.formula.names().variables().map(|(_, family, key)| family.render(key)).collect()
    }

    /// Sentences on what the clauses and weights promise, such as how a cost becomes a rating.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The variables that say what a solution is: two models with the same values for them are the same solution.
    #[getter]
    fn solution_variables(&self) -> Vec<i32> {
        self.deciding().map(|(var, _)| number(var)).collect()
    }

    /// Returns the variables of a family, such as `letter`; none if the formula has no such family.
    fn family(&self, name: &str) -> Vec<i32> {
        let variables = self.formula.names().variables();
        variables.filter(|(_, family, _)| family.name() == name).map(|(var, _, _)| number(var)).collect()
    }

    /// Turns a model, a list of true literals such as `Solver.get_model()` returns, into a solution that has passed the rules.
    /// Literals of variables that the formula does not have are ignored.
    fn decode(&self, py: Python<'_>, model: Vec<i64>) -> PyResult<Py<PyAny>> {
        let mut values = vec![None; self.formula.var_count()];
        for literal in model {
            let lit = i32::try_from(literal).ok().and_then(Lit::from_dimacs);
            let lit = lit.ok_or_else(|| input(format_args!("{literal} is not a literal")))?;
            if let Some(value) = values.get_mut(lit.var().index()) {
                *value = Some(lit.is_positive());
            }
        }
        let mut names = Vec::new();
        for (var, name) in self.deciding() {
            match values[var.index()] {
                Some(true) => names.push(name),
                Some(false) => {}
                None => {
                    let number = number(var);
                    return Err(input(format_args!(
                        "the model is not complete: it has neither {number} nor -{number}, which is {name}"
                    )));
                }
            }
        }
        (self.decode)(py, &Model { values, names })
    }

    /// Solves the formula with an embedded solver, "cadical" or "varisat", and returns a model, or `None` if there is none.
    /// `time_limit` is in seconds. Ignores the soft clauses.
    #[pyo3(signature = (*, solver = None, seed = 0, time_limit = None))]
    fn solve(
        &self,
        py: Python<'_>,
        solver: Option<&str>,
        seed: u64,
        time_limit: Option<f64>,
    ) -> PyResult<Option<Vec<i32>>> {
        let running = Running::new(seed, 1, solver, time_limit, None)?;
        let found = running.run(py, |setup, budget, _| {
            let mut solver = setup.back_end.solver(setup.seed);
            load(&mut *solver, &self.formula, 0);
            let variables = (0..self.formula.var_count()).map(|index| Var::new(index).positive());
            match solver.solve(budget) {
                SatAnswer::Sat => {
                    let lit = |lit: Lit| if solver.value(lit) { lit } else { !lit };
                    Ok(Some(variables.map(|var| lit(var).dimacs()).collect()))
                }
                SatAnswer::Unsat => Ok(None),
                SatAnswer::Unknown => Err(budget.failure().map(str::to_owned)),
            }
        })?;
        found.map_err(|failure| match failure {
            Some(failure) => crate::error::SolverError::new_err(failure),
            None => {
                crate::error::Stopped::new_err("the solver was stopped before it knew; give it more time")
            }
        })
    }

    /// Writes the formula to a file, with the names of its variables in comments at the top: "dimacs", "wcnf", or "opb". The file
    /// is written whole, or if that fails, not at all.
    #[pyo3(signature = (path, format = "dimacs"))]
    fn write(&self, path: PathBuf, format: &str) -> PyResult<()> {
        let comments = Comments::new(self.notes.clone(), true);
        let written = match format {
            "dimacs" => whole::write(&path, |out| dimacs::write_with(&self.formula, &comments, out)),
            "wcnf" => whole::write(&path, |out| wcnf::write(&self.formula, &self.soft, &comments, out)),
            "opb" => whole::write(&path, |out| opb::write(&self.formula, &self.soft, &comments, out)),
            _ => {
                return Err(choice(format_args!(
                    "`{format}` is not a format; the formats are dimacs, wcnf and opb"
                )));
            }
        };
        written.map_err(|error| unusable(&path, &error))
    }

    fn __repr__(&self) -> String {
        let soft = match self.soft.len() {
            0 => String::new(),
            soft => format!(", {soft} soft clauses"),
        };
        format!("<Formula of {}{soft}>", self.formula.size())
    }
}
