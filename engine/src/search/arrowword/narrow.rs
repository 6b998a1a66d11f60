//! Narrow grids: the best layouts are known before the search begins.
//!
//! On a grid of at most five rows or columns, a dynamic program finds the best layouts and a ceiling of the rating that
//! can be reached (see [`narrow`]). So the search fills these layouts first. If the best of them is the best of all and
//! has a fill, that is the end; otherwise rounds go on as on other grids, with the lower ceiling.

use super::{Job, rules_of_layout};
use crate::encodings::arrowword::narrow::{self, BestLayouts};
use crate::encodings::arrowword::puzzle::Puzzle;
use crate::solver::Budget;

/// The fraction of a time limit that may go to finding the layouts.
const FRACTION: f64 = 0.25;

/// The layouts to fill first.
const MOST: usize = 12;

/// What is known of a grid before the search; nothing, if it is not narrow.
#[derive(Default)]
pub(super) struct Narrow {
    /// No layout rates higher, without the bonus.
    pub(super) ceiling: Option<f64>,
    /// The best layouts, the best first.
    pub(super) layouts: Vec<Puzzle>,
}

impl Narrow {
    /// Finds the best layouts of a grid.
    pub(super) fn new(job: Job<'_>, budget: &Budget) -> Self {
        let budget = match budget.remaining() {
            Some(left) => budget.clone().within(left.mul_f64(FRACTION)),
            None => budget.clone(),
        };
        let spec = job.layout_spec();
        let lengths = rules_of_layout(job.list, false).lengths;
        let Some(BestLayouts { bound, layouts }) =
            narrow::best_layouts(&spec, lengths, &|| budget.exhausted())
        else {
            return Self::default();
        };
        let asks_all = |layout: &Puzzle| {
            let asked = |run| layout.questions.iter().any(|&q| layout.run_of(q) == Some(run));
            spec.words().iter().all(|&run| asked(run))
        };
        let mut layouts: Vec<_> = layouts.into_iter().map(|(_, layout)| layout).filter(asks_all).collect();
        // With own words, layout and places have to be found together.
        layouts.truncate(if job.themes.is_empty() { MOST } else { 0 });
        Self { ceiling: Some(bound), layouts }
    }
}
