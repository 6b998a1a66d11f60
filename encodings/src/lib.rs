#![doc = include_str!("../README.md")]
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
//! * [`unknown`]: the error of a name that stands for none of a few choices.

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
pub mod unknown;
