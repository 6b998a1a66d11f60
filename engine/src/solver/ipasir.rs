//! A solver from a shared library, by the interface IPASIR.
//!
//! IPASIR is the C interface of the incremental track of the SAT competitions; many solvers can be built as a library
//! that has it. The library is loaded at run time, so it needs no support in this program, and unlike a process it keeps
//! what it has learnt from call to call. IPASIR has no seeds and phases, so these hints are ignored. A limit on conflicts is kept
//! by counting the clauses that the solver says it learns.
//!
//! This is the only file of the library with `unsafe` code: loading a foreign library means trusting it. What the
//! interface demands in return is kept here: a solver is used by one thread at a time, literals are never 0, values are
//! read only after "satisfiable" and failed assumptions only after "unsatisfiable", nothing is called after the release,
//! and the library stays loaded as long as there are solvers.

#![allow(unsafe_code)]

use super::clauses::{Clauses, Values};
use super::{Budget, SatAnswer, SatSolver};
use crate::encodings::cnf::Lit;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

/// The functions of a loaded library.
struct Functions {
    init: unsafe extern "C" fn() -> *mut c_void,
    release: unsafe extern "C" fn(*mut c_void),
    add: unsafe extern "C" fn(*mut c_void, i32),
    assume: unsafe extern "C" fn(*mut c_void, i32),
    solve: unsafe extern "C" fn(*mut c_void) -> c_int,
    val: unsafe extern "C" fn(*mut c_void, i32) -> i32,
    failed: unsafe extern "C" fn(*mut c_void, i32) -> c_int,
    set_terminate: SetTerminate,
    set_learn: SetLearn,
}

type Terminate = unsafe extern "C" fn(*mut c_void) -> c_int;
type SetTerminate = unsafe extern "C" fn(*mut c_void, *mut c_void, Option<Terminate>);

type Learn = unsafe extern "C" fn(*mut c_void, *mut i32);
type SetLearn = unsafe extern "C" fn(*mut c_void, *mut c_void, c_int, Option<Learn>);

/// A shared library that was loaded and has all functions of IPASIR. Two are equal if they were loaded by the same name.
#[derive(Clone)]
pub struct Library(Arc<Loaded>);

struct Loaded {
    path: String,
    signature: String,
    functions: Functions,
    /// The code of the functions.
    _code: Code,
}

/// The code of a library, as the system has loaded it.
#[cfg(not(target_family = "wasm"))]
type Code = libloading::Library;

/// In a page there are no libraries to be loaded.
#[cfg(target_family = "wasm")]
enum Code {}

/// Why a library cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// There is no name.
    #[error("there is no library; write for example `ipasir:./libipasircadical.so`")]
    Empty,
    /// It cannot be loaded.
    #[error("the solver library {path} cannot be loaded: {problem}")]
    Load {
        /// The library.
        path: String,
        /// What the system says.
        problem: String,
    },
    /// It lacks a function.
    #[error(
        "the library {path} is not a SAT solver with the interface IPASIR: it has no function `{function}`"
    )]
    Function {
        /// The library.
        path: String,
        /// What is missing.
        function: String,
    },
}

impl Library {
    /// Loads a library: by its path, or, for a name without a slash, from where the system looks for libraries.
    pub fn load(path: &str) -> Result<Self, LibraryError> {
        if path.is_empty() {
            return Err(LibraryError::Empty);
        }
        // SAFETY: Loading runs the library's own initialisation, as linking it would. The user asked for this library.
        let code = unsafe { code(path) }?;
        // SAFETY: These are the signatures of IPASIR; a library with these names promises to have them.
        let functions = unsafe {
            Functions {
                init: function(&code, path, "ipasir_init")?,
                release: function(&code, path, "ipasir_release")?,
                add: function(&code, path, "ipasir_add")?,
                assume: function(&code, path, "ipasir_assume")?,
                solve: function(&code, path, "ipasir_solve")?,
                val: function(&code, path, "ipasir_val")?,
                failed: function(&code, path, "ipasir_failed")?,
                set_terminate: function(&code, path, "ipasir_set_terminate")?,
                set_learn: function(&code, path, "ipasir_set_learn")?,
            }
        };
        // SAFETY: As above; the text that it returns is constant and ends with a zero byte.
        let signature = unsafe {
            let signature: unsafe extern "C" fn() -> *const c_char =
                function(&code, path, "ipasir_signature")?;
            let text = signature();
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
        };
        log::debug!("{path}: {signature}");
        Ok(Self(Arc::new(Loaded { path: path.to_owned(), signature, functions, _code: code })))
    }

    /// Returns what the solver calls itself.
    pub fn signature(&self) -> &str {
        &self.0.signature
    }
}

/// Loads the code of a library.
///
/// # Safety
/// The library's own initialisation runs.
#[cfg(not(target_family = "wasm"))]
unsafe fn code(path: &str) -> Result<Code, LibraryError> {
    // SAFETY: The caller wants it to run.
    unsafe { Code::new(path) }.map_err(|error| {
        // The system's words mostly begin with the name of the library.
        let said = error.to_string();
        let problem = said.strip_prefix(path).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&said);
        LibraryError::Load { path: path.to_owned(), problem: problem.to_owned() }
    })
}

#[cfg(target_family = "wasm")]
unsafe fn code(path: &str) -> Result<Code, LibraryError> {
    let problem = "a page loads no libraries".to_owned();
    Err(LibraryError::Load { path: path.to_owned(), problem })
}

/// Returns a function of the library.
///
/// # Safety
/// The function must have this type.
#[cfg(not(target_family = "wasm"))]
unsafe fn function<F: Copy>(code: &Code, path: &str, name: &str) -> Result<F, LibraryError> {
    let missing = |_| LibraryError::Function { path: path.to_owned(), function: name.to_owned() };
    // SAFETY: The caller knows the type.
    unsafe { code.get::<F>(name) }.map(|symbol| *symbol).map_err(missing)
}

#[cfg(target_family = "wasm")]
unsafe fn function<F: Copy>(code: &Code, _path: &str, _name: &str) -> Result<F, LibraryError> {
    match *code {}
}

impl PartialEq for Library {
    fn eq(&self, other: &Self) -> bool {
        self.0.path == other.0.path
    }
}

impl Eq for Library {}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("path", &self.0.path).field("signature", &self.0.signature).finish()
    }
}

/// Writes the path by which the library was loaded.
impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.path)
    }
}

/// A solver of a loaded library.
pub struct Ipasir {
    name: String,
    library: Library,
    /// The solver, which only the library can look into.
    solver: NonNull<c_void>,
    /// What was added, to check models. "No model" cannot be checked.
    clauses: Clauses,
    assumptions: Vec<Lit>,
    model: Values,
    core: Vec<Lit>,
    /// The conflict limit of the next call.
    limit: Option<u32>,
}

/// What the solver is told, and tells, during a call.
struct Call<'a> {
    budget: &'a Budget,
    limit: Option<u32>,
    /// The clauses learnt so far, one for each conflict.
    learnt: Cell<u32>,
}

impl Ipasir {
    /// Creates a solver without clauses.
    ///
    /// # Panics
    /// If the library cannot create one, as when memory has run out.
    pub fn new(library: Library) -> Self {
        // SAFETY: It takes nothing.
        let solver = unsafe { (library.0.functions.init)() };
        let solver = NonNull::new(solver).unwrap_or_else(|| panic!("{library} creates no solver"));
        Self {
            name: format!("ipasir:{library}"),
            library,
            solver,
            clauses: Clauses::default(),
            assumptions: Vec::new(),
            model: Values::default(),
            core: Vec::new(),
            limit: None,
        }
    }

    fn functions(&self) -> &Functions {
        &self.library.0.functions
    }

    /// Passes a literal or a 0 on, as a part of a clause.
    fn add(&mut self, number: i32) {
        // SAFETY: The solver is alive, and clauses may be added in all its states.
        unsafe { (self.functions().add)(self.solver.as_ptr(), number) }
    }

    /// Solves under the assumptions, and returns IPASIR's number for the answer.
    fn run(&mut self, assumptions: &[Lit], budget: &Budget) -> c_int {
        let limit = self.limit.take();
        let (solver, functions) = (self.solver.as_ptr(), self.functions());
        let call = Call { budget, limit, learnt: Cell::new(0) };
        let told = (&raw const call).cast_mut().cast();
        // SAFETY: The solver is alive; `call` outlives the call, and is forgotten by the solver after it. Both functions only
        // take shared references to it.
        unsafe {
            (functions.set_terminate)(solver, told, Some(is_over));
            if limit.is_some() {
                (functions.set_learn)(solver, told, c_int::MAX, Some(learns));
            }
            for lit in assumptions {
                (functions.assume)(solver, lit.dimacs());
            }
            let answer = (functions.solve)(solver);
            (functions.set_terminate)(solver, std::ptr::null_mut(), None);
            if limit.is_some() {
                (functions.set_learn)(solver, std::ptr::null_mut(), 0, None);
            }
            answer
        }
    }

    fn satisfied(&mut self, budget: &Budget) -> SatAnswer {
        let (solver, functions) = (self.solver.as_ptr(), self.functions());
        // SAFETY: The solver has a model, and these variables occur in clauses or assumptions. A variable without a value (0)
        // may have either.
        let value = |lit: Lit| unsafe { (functions.val)(solver, lit.dimacs()) > 0 };
        self.model = Values::of(self.clauses.vars(), value);
        if let Some(clause) = self.clauses.violated(|lit| self.model.value(lit)) {
            let clause: Vec<String> = clause.iter().map(ToString::to_string).collect();
            budget.fail(format!(
                "the solver library {} gave a wrong model: the clause `{} 0` is false in it",
                self.library,
                clause.join(" "),
            ));
            return SatAnswer::Unknown;
        }
        SatAnswer::Sat
    }
}

/// Tells a solver whether to stop; `call` is the pointer that it was given for this.
extern "C" fn is_over(call: *mut c_void) -> c_int {
    // SAFETY: `run` passes a call, which lives until the solver has forgotten it.
    let call = unsafe { &*call.cast::<Call>() };
    let is_enough = call.limit.is_some_and(|limit| call.learnt.get() >= limit);
    c_int::from(is_enough || call.budget.exhausted())
}

/// Takes note of a clause that a solver has learnt.
extern "C" fn learns(call: *mut c_void, _clause: *mut i32) {
    // SAFETY: As above.
    let call = unsafe { &*call.cast::<Call>() };
    call.learnt.set(call.learnt.get().saturating_add(1));
}

impl SatSolver for Ipasir {
    fn name(&self) -> &str {
        &self.name
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause);
        clause.iter().for_each(|lit| self.add(lit.dimacs()));
        self.add(0);
    }

    fn assume(&mut self, lit: Lit) {
        self.clauses.know(lit);
        self.assumptions.push(lit);
    }

    fn solve(&mut self, budget: &Budget) -> SatAnswer {
        /// What `ipasir_solve` returns.
        const INTERRUPTED: c_int = 0;
        const SATISFIABLE: c_int = 10;
        const UNSATISFIABLE: c_int = 20;

        self.core.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        if budget.exhausted() {
            self.limit = None;
            return SatAnswer::Unknown;
        }
        match self.run(&assumptions, budget) {
            SATISFIABLE => self.satisfied(budget),
            UNSATISFIABLE => {
                let (solver, functions) = (self.solver.as_ptr(), self.functions());
                // SAFETY: The answer was "unsatisfiable", and these were assumed for it.
                let failed = |lit: &Lit| unsafe { (functions.failed)(solver, lit.dimacs()) != 0 };
                self.core = assumptions.into_iter().filter(failed).collect();
                SatAnswer::Unsat
            }
            INTERRUPTED => SatAnswer::Unknown,
            other => {
                budget.fail(format!(
                    "the solver library {} answered {other}, which means nothing in IPASIR",
                    self.library
                ));
                SatAnswer::Unknown
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.value(lit)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.limit = Some(conflicts);
    }
}

impl Drop for Ipasir {
    fn drop(&mut self) {
        // SAFETY: The solver is alive until here, and nobody else has it.
        unsafe { (self.functions().release)(self.solver.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_solver_library_is_refused() {
        assert_eq!(Library::load(""), Err(LibraryError::Empty));
        let missing = Library::load("./no/such/library.so").unwrap_err().to_string();
        assert!(
            missing.starts_with("the solver library ./no/such/library.so cannot be loaded: "),
            "{missing}"
        );
        assert_eq!(missing.matches("library.so").count(), 1, "{missing}");
        let text = tempfile::NamedTempFile::new().unwrap();
        let error = Library::load(text.path().to_str().unwrap()).unwrap_err();
        assert!(matches!(error, LibraryError::Load { .. }), "{error}");
    }
}
