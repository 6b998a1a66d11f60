//! Template crosswords: a pattern of blocks and open fields, filled with words that all differ.
//!
//! * [`puzzle`]: the template, its runs, slots and numbers;
//! * [`mod@format`]: rows of `x` and `o`, or `#` and `.`, and given letters;
//! * [`rules`]: the checker, independent of any encoding;
//! * [`solution`]: the finished crossword with its numbered clues as text;
//! * [`names`]: from a model back to letters, by the names of the variables;
//! * [`placed`]: words that have to stand at certain places;
//! * [`shape`]: the formula whose models are templates of a style.
//!
//! The formula of a fill is that of any slot problem, [`FillEncoding`](crate::lexicon::fill::FillEncoding).

pub mod format;
pub mod names;
pub mod placed;
pub mod puzzle;
pub mod rules;
pub mod shape;
pub mod solution;
