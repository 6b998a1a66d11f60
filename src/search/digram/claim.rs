//! What a search for digram grids claims, as a formula that others can refute.

use crate::encodings::cnf::Formula;
use crate::encodings::digram::encoding::DigramEncoding;
use crate::encodings::digram::puzzle::{Cells, Size};
use crate::encodings::lexicon::WordList;
use std::sync::Arc;

/// The formula of the grids of this size that are none of those in `found`. It has no model if these are all there are.
pub fn no_other_grid(size: Size, list: &Arc<WordList>, found: &[Cells]) -> Formula {
    let mut encoding = DigramEncoding::new(size, list);
    found.iter().for_each(|grid| encoding.forbid(grid));
    encoding.formula
}
