//! cwsat: compiles grid puzzles to CNF, solves them with an embedded SAT solver, decodes the model and
//! improves the answer by tightening bounds.

pub use cwsat_encodings as encodings;

pub mod search;
pub mod solver;
pub mod wordlist;
