//! Template crosswords: a pattern of blocks and open fields, filled with words that all differ.
//!
//! * [`mod@format`]: rows of `x` and `o`, or `#` and `.`, and given letters;
//! * [`solution`]: the finished crossword as text;
//! * [`style`]: where blocks may be, and which fields are equal;
//! * [`shape`]: the formula whose models are templates of a style.
//!
//! What they share with other crosswords is in [`crossword`](crate::crossword): the template as such ([`puzzle`]), its
//! checker ([`rules`]), the way from a model back to letters ([`names`]), and words at certain places ([`placed`]).

pub mod format;
pub mod shape;
pub mod solution;
pub mod style;

pub use crate::crossword::{names, placed, puzzle, rules};
