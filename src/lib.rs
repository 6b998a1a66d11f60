//! cwsat: compiles grid puzzles to CNF, solves them with an embedded SAT solver, decodes the model and
//! improves the answer by tightening bounds.
//!
//! What the program does, another Rust program can do in three lines:
//!
//! ```
//! use cwsat::encodings::arrowword::{cwg, rules};
//! use cwsat::search::arrowword::{Job, Options, solve};
//! use cwsat::solver::Budget;
//!
//! let grid = cwg::read("4\n6\n......\n......\n......\n......\n")?.puzzle;
//! let words = cwsat::wordlist::embedded();
//! let answer = solve(Job::free(&grid, &words), &Options::default(), &Budget::unlimited(), &|_| {})?;
//!
//! assert!(rules::check(&answer.puzzle, Some(&words)).is_empty());
//! println!("{}", cwg::write(&answer.puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`encodings`]: puzzles, their rules, their formats and their CNF; knows no solver.
//! * [`solver`]: SAT back ends behind one trait, and the word propagator.
//! * [`search`]: how an encoding is driven to a good answer.
//! * [`publish`]: clues, pictures and exchange formats of solved puzzles.
//! * [`cleanup`]: temporary files and processes vanish however the program ends.
//! * [`limits`]: how large an input may be.
//! * [`wordlist`]: the embedded German word list.

#![forbid(unsafe_code)]

pub use cwsat_encodings as encodings;

pub mod cleanup;
pub mod limits;
pub mod publish;
pub mod search;
pub mod solver;
pub mod wordlist;
