//! A small grid whose layouts are all known, for the tests of what works with them.

use super::area::{Area, Kept};
use super::graph::{Graph, add};
use super::shape::Shape;
use super::step::{COUNTS, Detail, Tally};
use crate::arrowword::given::Extend;
use crate::arrowword::layout::{LayoutSpec, Lengths};
use crate::arrowword::puzzle::{Field, Puzzle};
use crate::grid::Grid;
use std::collections::BTreeMap;

/// An open grid of 4 rows and 3 columns, with words of 2 to 4 letters.
pub(super) struct Small {
    pub(super) spec: LayoutSpec,
    pub(super) shape: Shape,
    pub(super) graph: Graph,
}

impl Small {
    pub(super) fn new() -> Self {
        let empty = Puzzle { fields: Grid::filled(4, 3, Field::Open), questions: Vec::new() };
        let spec = LayoutSpec::new(&empty, Extend::All);
        let shape = Shape::new(&spec).unwrap();
        let detail = Detail { longest: 4, cluster: 4, lengths: Lengths::between(2, 4), line: 4 };
        let graph = Graph::new(&shape, &detail, usize::MAX, &|| false).unwrap();
        Self { spec, shape, graph }
    }

    /// Returns all counts that layouts have, with the marks of one of these layouts.
    pub(super) fn layouts(&self) -> BTreeMap<Tally, Vec<u8>> {
        let mut partial = BTreeMap::from([((0, [0; COUNTS]), Vec::new())]);
        for block in self.graph.layers() {
            let mut longer = BTreeMap::new();
            for ((state, before), marks) in partial {
                for edge in block.edges(state) {
                    let mut tally: Tally = before;
                    add(&mut tally, &self.graph.tallies[usize::from(edge.tally)]);
                    let there = longer.entry((edge.to as usize, tally));
                    there.or_insert_with(|| [&marks[..], &[edge.mark]].concat());
                }
            }
            partial = longer;
        }
        partial.into_iter().map(|((_, tally), marks)| (tally, marks)).collect()
    }

    /// Returns the area of all layouts.
    pub(super) fn area(&self) -> Area {
        let all = self.layouts();
        let of = |count: usize| all.keys().map(move |tally| i32::from(tally[count]));
        let ranges = std::array::from_fn(|at| (of(at).min().unwrap(), of(at).max().unwrap()));
        Area { ranges, kept: Kept::ALL }
    }
}
