//! Grid puzzles, their rules, their file formats and their CNF encodings: the part of
//! [cwsat](https://github.com/cwsat/cwsat) that knows no SAT solver.
//!
//! This crate reads a puzzle from text, turns it into a formula with named variables, writes the formula as DIMACS,
//! WCNF or OPB for any solver, and turns a model back into a solution. It also checks solutions by the rules, without
//! looking at any encoding. The crate `cwsat` builds on it: it drives solvers to good answers and draws the puzzles.
//!
//! # Solving a layout
//!
//! A formula is an iterator of clauses, and a literal has its DIMACS number, so any solver can be given one. This asks
//! [varisat](https://docs.rs/varisat) where question fields and arrows can go in an empty arrowword of three rows and five
//! columns, with words of at most five letters:
//!
//! ```
//! use cwsat_encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
//! use cwsat_encodings::arrowword::{cwg, given::Extend, rules};
//! use cwsat_encodings::cnf;
//! use std::collections::HashSet;
//! use varisat::{ExtendFormula, Lit, Solver};
//!
//! let grid = cwg::read("3\n5\n.....\n.....\n.....\n")?.puzzle;
//! let layout = LayoutEncoding::new(&LayoutSpec::new(&grid, Extend::All), &LayoutOptions::rules_only(5));
//!
//! let lit = |lit: cnf::Lit| Lit::from_dimacs(lit.dimacs() as isize);
//! let mut solver = Solver::new();
//! for clause in layout.formula.clauses() {
//!     solver.add_clause(&clause.iter().copied().map(lit).collect::<Vec<_>>());
//! }
//! assert!(solver.solve()?, "there is a layout");
//!
//! let model: HashSet<Lit> = solver.model().into_iter().flatten().collect();
//! let puzzle = layout.decode(|of| model.contains(&lit(of)));
//! assert!(rules::check(&puzzle, None).is_empty());
//! println!("{}", cwg::write(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same with the traits of [rustsat](https://docs.rs/rustsat), which has CaDiCaL, Kissat, MiniSat, Glucose and BatSat
//! behind one interface; only the line that creates the solver names one of them:
//!
//! ```
//! use cwsat_encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec};
//! use cwsat_encodings::arrowword::{cwg, given::Extend, rules};
//! use cwsat_encodings::cnf;
//! use rustsat::solvers::{Solve, SolverResult};
//! use rustsat::types::{Lit, TernaryVal};
//!
//! let grid = cwg::read("3\n5\n.....\n.....\n.....\n")?.puzzle;
//! let layout = LayoutEncoding::new(&LayoutSpec::new(&grid, Extend::All), &LayoutOptions::rules_only(5));
//!
//! let lit = |lit: cnf::Lit| Lit::new(lit.var().index() as u32, !lit.is_positive());
//! let mut solver = rustsat_batsat::BasicSolver::default();
//! for clause in layout.formula.clauses() {
//!     solver.add_clause(clause.iter().copied().map(lit).collect())?;
//! }
//! assert_eq!(solver.solve()?, SolverResult::Sat);
//!
//! let model = solver.full_solution()?;
//! let puzzle = layout.decode(|of| model.lit_value(lit(of)) == TernaryVal::True);
//! assert!(rules::check(&puzzle, None).is_empty());
//! println!("{}", cwg::write(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing a formula for a program
//!
//! This writes a whole arrowword, layout and letters, as DIMACS: an empty grid of two rows and four columns with four
//! words. Every model of the formula is a finished puzzle: it says which fields hold questions, which way their arrows
//! point, and which letters fill the rest.
//!
//! ```
//! use cwsat_encodings::arrowword::instance::{Instance, Request};
//! use cwsat_encodings::arrowword::{cwg, given::Extend, spec::Spec};
//! use cwsat_encodings::cnf::{Comments, Var, dimacs};
//! use cwsat_encodings::lexicon::read_list;
//!
//! let grid = cwg::read("2\n4\n....\n....\n")?.puzzle;
//! let words = read_list(b"ROT\nTOR\nEIS\nEI\n", "words.txt")?.list;
//! let spec = Spec::new(grid, Extend::Nothing)?;
//! spec.check_words(&words)?;
//! let instance = Instance::new(&spec, &words, &Request::default())?;
//!
//! // The comments at the top of the text list the variables with their names, so that any program can read a model.
//! let mut text = Vec::new();
//! dimacs::write_with(&instance.formula, &Comments::new(instance.notes, true), &mut text)?;
//! let text = String::from_utf8(text)?;
//! assert!(text.contains("c family question(r,c) 1..8\n"));
//! assert!(text.contains("\nc 1 question(0,0)\n"));
//! assert_eq!(instance.formula.name(Var::new(7)), "question(1,3)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`cnf::model`] reads what a solver prints, [`cnf::map`] reads the names back, [`arrowword::named`] turns the two into
//! a puzzle, and [`arrowword::rules`] checks it.
//!
//! # Modules
//!
//! Puzzles, each with its format, its rules, its encodings, and a way back from a model:
//!
//! * [`arrowword`]: the clues-in-squares crossword.
//! * [`barred`]: the crossword with bars between its fields.
//! * [`crisscross`]: words laid crosswise on a board.
//! * [`digram`]: word grids with two letters or a blank in a cell.
//! * [`numberlink`]: blocks on a board, and wires between their numbers.
//! * [`template`]: the crossword of a black and white template.
//!
//! What they share:
//!
//! * [`crossword`]: what crosswords with numbered words share: fields and bars, slots, rules.
//! * [`cnf`]: clauses with named variable families, cardinality and linear constraints, text formats.
//! * [`lexicon`]: letters, word lists, and the encodings of "these cells spell a word".
//! * [`grid`]: rectangles, positions, directions and runs.
//! * [`numbering`]: the numbers of a crossword's words across and down.
//! * [`plain`]: text without the characters that act as commands when it is displayed.
//! * [`fnv`]: a digest that never changes.
//!
//! # Features and versions
//!
//! There are no optional features. The crate needs Rust 1.89 or later (`rust-version` in `Cargo.toml`).

#![forbid(unsafe_code)]

pub mod arrowword;
pub mod barred;
pub mod cnf;
pub mod crisscross;
pub mod crossword;
pub mod digram;
pub mod fnv;
pub mod grid;
mod letter;
pub mod lexicon;
pub mod numbering;
pub mod numberlink;
pub mod plain;
pub mod template;
