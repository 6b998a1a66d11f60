//! What all crosswords with numbered words have in common, whatever ends their words: a block, or a bar.
//!
//! * [`puzzle`]: the template, its runs, slots and numbers;
//! * [`bars`]: lines between two fields, at which words end;
//! * [`rules`]: the checker, independent of any encoding;
//! * [`solution`]: the finished crossword with its numbered clues as text;
//! * [`names`]: from a model back to letters, by the names of the variables;
//! * [`placed`]: words that have to stand at certain places;
//! * [`shape`]: what the formulas of templates have in common;
//! * [`joint`]: the formula of crosswords that are still to be made, template and letters together;
//! * [`instance`]: the formula of a fill for other solvers.
//!
//! A kind adds its format and the shapes that it allows. The formula of a fill is that of any slot problem,
//! [`FillEncoding`](crate::lexicon::fill::FillEncoding).

pub mod bars;
pub mod instance;
pub mod joint;
pub mod names;
pub mod placed;
pub mod puzzle;
pub mod rules;
pub mod shape;
pub mod solution;
