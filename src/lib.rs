//! Grid puzzles as SAT problems: compiled to CNF, solved with an embedded SAT solver and a word propagator, and improved
//! by tightening bounds.
//!
//! This is the library behind the program `cwsat`; what the program does, another Rust program can do. The
//! kinds of puzzles are arrowwords (clues-in-squares crosswords), black and white template crosswords, barred
//! crosswords, digram grids, criss-crosses, and Numberlink with blocks to place.
//!
//! # Solving
//!
//! An empty grid of 4 rows and 5 columns becomes a finished arrowword with words from the embedded German list:
//!
//! ```
//! use cwsat::encodings::arrowword::{cwg, rules};
//! use cwsat::search::arrowword::{Job, Options, solve};
//! use cwsat::solver::Budget;
//!
//! let grid = cwg::read("4\n5\n.....\n.....\n.....\n.....\n")?.puzzle;
//! let words = cwsat::wordlist::embedded();
//! let answer = solve(Job::free(&grid, &words), &Options::default(), &Budget::unlimited(), &|_| {})?;
//!
//! assert!(rules::check(&answer.puzzle, Some(&words)).is_empty());
//! println!("{}", cwg::write(&answer.puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checking
//!
//! The rules of each kind are checked independently of its encoding, and every violation is reported:
//!
//! ```
//! use cwsat::encodings::arrowword::{cwg, rules};
//!
//! // One row: a question field whose arrow points right, and its word.
//! let puzzle = cwg::read("1\n4\n?CAT\n0 0 3\n")?.puzzle;
//! assert!(rules::check(&puzzle, None).is_empty());
//!
//! let german = cwsat::wordlist::embedded();
//! let violations = rules::check(&puzzle, Some(&german));
//! assert_eq!(violations.len(), 1);
//! println!("{}", violations[0]); // says that CAT is not in the list
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Encoding
//!
//! A formula has named variables. It can be written for another solver, or solved here; either way its model is decoded:
//!
//! ```
//! use cwsat::encodings::arrowword::given::Extend;
//! use cwsat::encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
//! use cwsat::encodings::arrowword::{cwg, rules};
//! use cwsat::encodings::cnf::dimacs;
//! use cwsat::solver::{Budget, SatAnswer, load, new_solver};
//!
//! // Where can question fields and arrows go, with words of at most 5 letters?
//! let grid = cwg::read("3\n5\n.....\n.....\n.....\n")?.puzzle;
//! let encoding = LayoutEncoding::new(&LayoutSpec::new(&grid, Extend::All), &LayoutOptions::rules_only(5));
//!
//! let mut text = Vec::new();
//! dimacs::write(&encoding.formula, &[], &mut text)?;
//! assert!(text.starts_with(b"c "), "the comments name the variables");
//!
//! let mut solver = new_solver(0);
//! load(&mut *solver, &encoding.formula, 0);
//! assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
//! let layout = encoding.decode(|lit| solver.value(lit));
//! assert!(rules::check(&layout, None).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! * [`encodings`]: puzzles, their rules, their formats and their CNF; knows no solver. It is the crate
//!   `cwsat-encodings`, which can be used by itself.
//! * [`solver`]: SAT back ends behind one trait, proofs, and the word propagator.
//! * [`search`]: from an encoding to a good answer, or to an explanation of why there is none. These two and [`cleanup`] are the
//!   crate `cwsat-engine`, which can be used by itself, too.
//! * [`publish`]: clues, drawing, and exchange formats for solved puzzles.
//! * [`edit`]: the constructor's session: a puzzle in the making, what still fits, and jobs that fill it.
//! * [`serve`]: the constructor as a local server.
//! * [`wordlist`]: the embedded word lists, German and English.
//! * [`family`]: the words that a family newspaper would not print.
//! * [`relatives`]: the words that are kept apart because a solver who knows one knows the other.
//! * [`limits`]: how large an input may be.
//! * [`cleanup`]: the removal of temporary files and processes, however the program ends.
//!
//! The library writes to no stream: it logs through the crate `log` and reports progress to a callback. Every search
//! takes a [`solver::Budget`], which can have a time limit and flags that stop it.
//!
//! # Features
//!
//! * `cadical` (default): embeds CaDiCaL, which needs a C++ compiler to build. Without it, varisat, written in Rust, is
//!   the only embedded back end; any solver that reads DIMACS can be run as a process either way.
//! * `edit` (default): the constructor, `cwsat edit`, as a server on the loopback address.
//!
//! # Minimum Rust version
//!
//! 1.89 (`rust-version` in `Cargo.toml`).

#![forbid(unsafe_code)]

pub use cwsat_encodings as encodings;
pub use cwsat_engine::{cleanup, search, solver};

pub mod edit;
pub mod family;
pub mod limits;
pub mod publish;
pub mod relatives;
pub mod serve;
pub mod wordlist;
