//! What a search for digram grids claims, as a formula that others can refute.

use crate::encodings::cnf::Formula;
use crate::encodings::digram::encoding::DigramEncoding;
use crate::encodings::digram::puzzle::{Cells, Size};
use crate::encodings::lexicon::WordList;
use std::sync::Arc;

/// Returns the formula of all grids of this size that are not in `found`. It has no model if `found` is complete.
pub fn no_other_grid(size: Size, list: &Arc<WordList>, found: &[Cells]) -> Formula {
    let mut encoding = DigramEncoding::new(size, list);
    found.iter().for_each(|grid| encoding.forbid(grid));
    encoding.formula
}
