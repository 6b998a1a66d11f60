//! The best rating of the layouts of a narrow grid, of at most five rows or columns.
//!
//! Counting alone (see [`bound`](super::bound)) is far too kind to narrow grids: many of their words start at a border,
//! need bent arrows and are short, and the short lines hold no others. Here all layouts are looked at together. A
//! dynamic program walks along the long side, field by field, and keeps of the fields behind it only what the rest can
//! notice. What the rating needs beyond that, the counts of question fields, words, dead letters and so on, would make
//! far too many cases; so each count has a price instead, and the program finds the layout with the greatest sum of
//! prices. That is a true inequality about the counts of all layouts, for any prices, and the bound is what the rating
//! allows under many of them:
//!
//! * `shape`, `state`, `step`: the grid turned upright, the frontier, and what one field does to it;
//! * `graph`: all layouts as paths, and the best path at given prices;
//! * `area`: parts of all layouts by ranges of counts, and what the rating is worth there;
//! * `mix`: which prices to try next;
//! * `labels`: layouts followed one by one, where mixtures of layouts keep prices from deciding;
//! * `branch`: the search over areas.
//!
//! The layouts found on the way are kept. If the best of them rates as high as the bound, the bound is exact. The work
//! is limited by the number of steps and not by time, so the same grid has the same bound on every machine.

mod area;
mod branch;
mod graph;
mod labels;
mod mix;
mod shape;
mod state;
mod step;

use super::layout::{LayoutSpec, Lengths};
use super::puzzle::Puzzle;
use branch::Search;
use graph::{Graph, NoGraph};
use shape::{MOST_COLS, Shape};
use step::Detail;

/// Bounds and ratings that differ by less are equal.
const GAIN: f64 = 1e-9;

/// The most edges of a graph: with what else is kept, about 250 MB at worst.
const EDGES: usize = 10_000_000;

/// The most undecided fields in a grid of five columns: with more, there are too many edges, which takes seconds to see.
const MOST_FREE: usize = 44;

/// The steps of a search, ten seconds at most.
const WORK: usize = 4_000_000_000;

/// The bound of the ratings of all layouts of a grid, and layouts near to it.
#[derive(Clone, Debug)]
pub struct BestLayouts {
    /// No layout that follows the rules rates higher; without the bonus.
    pub bound: f64,
    /// The best layouts found with their ratings, the best first, all with different counts. They follow the rules and
    /// keep what is given. There may be none, if the grid is so large that word lengths are not told apart in full.
    pub layouts: Vec<(f64, Puzzle)>,
}

impl BestLayouts {
    /// Tells whether the best layout rates as high as the bound, so that there is none better.
    pub fn is_exact(&self) -> bool {
        self.layouts.first().is_some_and(|(rating, _)| *rating >= self.bound - GAIN)
    }
}

/// Bounds the ratings of the layouts of a grid with words of these lengths. Runs that have to be words are not
/// demanded, so layouts without them count as well. `None` if the grid is too wide or too large for this, if no layout
/// follows the rules, or if `stop` said so before there was any bound; later it only makes the bound higher.
pub fn best_layouts(spec: &LayoutSpec, lengths: Lengths, stop: &dyn Fn() -> bool) -> Option<BestLayouts> {
    best_layouts_within(spec, lengths, WORK, stop)
}

/// Bounds the ratings with a limited number of steps.
fn best_layouts_within(
    spec: &LayoutSpec,
    lengths: Lengths,
    work: usize,
    stop: &dyn Fn() -> bool,
) -> Option<BestLayouts> {
    let shape = Shape::new(spec)?;
    let free = shape.kinds.iter().filter(|kind| kind.letter && !kind.asks.is_empty()).count();
    if shape.cols == MOST_COLS && free > MOST_FREE {
        return None;
    }
    let graph = details(&shape, lengths).into_iter().find_map(|detail| {
        match Graph::new(&shape, &detail, EDGES, stop) {
            Err(NoGraph::TooLarge) => None,
            Ok(graph) if Search::least_work(&graph) > work => None,
            graph => Some(graph),
        }
    })?;
    let graph = graph.ok()?;
    let mut search = Search::new(spec, &shape, &graph, lengths, work, stop);
    let bound = search.run()?;
    log::info!("no layout rates higher than {bound:.4}; the best one found: {:.4}", search.best());
    Some(BestLayouts { bound, layouts: search.layouts })
}

/// Lists how exactly frontiers are kept, as well as possible first.
fn details(shape: &Shape, lengths: Lengths) -> Vec<Detail> {
    /// Longer words all count alike.
    const LONG: usize = 9;
    let line = shape.rows.min(lengths.longest());
    let detail = |longest: usize, cluster| Detail { longest: longest as u8, cluster, lengths, line };
    let mut details = Vec::new();
    // Six bits hold the length of a word.
    if line < 64 {
        details.push(detail(line, 4));
    }
    if line > LONG {
        details.push(detail(LONG, 4));
    }
    details.push(detail(line.min(LONG), 3));
    details
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
