//! Grid puzzles, their rules and their CNF encodings.
//!
//! This crate knows puzzles and formulas, but no solver: it turns text into a puzzle, a puzzle into a
//! formula with named variables, and a model back into a solution, and it checks solutions by the rules
//! without looking at any encoding. Who drives the formula to an answer lives above it, in `cwsat`.
//!
//! * [`grid`]: rectangles, positions, directions and runs, shared by all puzzles.
//! * [`fnv`]: a digest that stays the same.
//! * [`plain`]: texts of others, without what a reader's program would obey.
//! * [`numbering`]: the numbers of a crossword's words across and down.
//! * [`lexicon`]: letters, word lists, and the encodings of "these cells spell a word".
//! * [`cnf`]: clauses with named variable families, cardinality constraints, DIMACS text.
//! * [`arrowword`]: the clues-in-squares crossword.
//! * [`digram`]: word grids with two letters or a blank in a cell.
//! * [`numberlink`]: blocks on a board, and wires between their numbers.
//! * [`template`]: the crossword of a black and white template.

#![forbid(unsafe_code)]

pub mod arrowword;
pub mod cnf;
pub mod crisscross;
pub mod digram;
pub mod fnv;
pub mod grid;
pub mod lexicon;
pub mod numbering;
pub mod numberlink;
pub mod plain;
pub mod template;
