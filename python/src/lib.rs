//! The Python module `cwsat`: the library in Python's terms, and nothing else. What it does, the crates `cwsat` and
//! `cwsat-encodings` do; here texts, lists and exceptions are converted, and searches run beside Python ([`running`]).
//!
//! A kind of puzzle is a file. `cwsat.pyi` has the types; `python/tests` compares it with the module.

mod arrowword;
mod crisscross;
mod crossword;
mod digram;
mod error;
mod formula;
mod judged;
mod numberlink;
mod own;
mod running;
mod text;
mod words;

use pyo3::prelude::*;

/// Grid puzzles as SAT problems: encoded, solved, decoded and judged.
///
/// Kinds of puzzles: `Arrowword`, `Crossword` (black and white, and barred), `Digram`, `CrissCross` and `Numberlink`. Each has
/// `solve`, which searches for the best answer with an embedded SAT solver, and `encode`, which returns a `Formula`: its
/// `clauses` are lists of integers for any solver, and its `decode` turns a model back into a solution. Every solution has
/// `check`, which judges it by rules that are independent of the encodings, and `str(solution)` is the text of its file.
///
/// Rows and columns are counted from 0, but in sentences from 1. Times are in seconds.
#[pymodule]
fn cwsat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<words::WordList>()?;
    module.add_class::<arrowword::Arrowword>()?;
    module.add_class::<arrowword::ArrowwordAnswer>()?;
    module.add_class::<arrowword::Rating>()?;
    module.add_class::<crossword::Crossword>()?;
    module.add_class::<crossword::CrosswordAnswer>()?;
    module.add_class::<digram::Digram>()?;
    module.add_class::<digram::DigramGrid>()?;
    module.add_class::<digram::DigramAnswer>()?;
    module.add_class::<crisscross::CrissCross>()?;
    module.add_class::<crisscross::CrissCrossLayout>()?;
    module.add_class::<crisscross::CrissCrossAnswer>()?;
    module.add_class::<numberlink::Numberlink>()?;
    module.add_class::<numberlink::NumberlinkBoard>()?;
    module.add_class::<numberlink::NumberlinkAnswer>()?;
    module.add_class::<formula::Formula>()?;
    module.add_class::<running::Progress>()?;
    module.add_class::<judged::Violation>()?;
    module.add_class::<judged::Word>()?;
    error::add(module)
}
