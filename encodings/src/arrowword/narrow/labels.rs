//! What is left where prices do not decide: the layouts of an area one by one, as far as their counts differ.
//!
//! Prices see mixtures of layouts, and a mixture can have counts that no layout has. Here partial layouts are followed
//! field by field. Of those that end at the same frontier with the same counts one is enough, and one is dropped when
//! some prices prove that nothing it can become rates higher than the best layout so far. If never more than a certain
//! number is left, everything better than the best layout has been seen; otherwise the most promising ones go on, and
//! what they become may at least be a better layout.

use super::GAIN;
use super::area::{Area, Tables};
use super::graph::{Graph, add};
use super::step::{CLUSTERS, COUNTS, Tally};
use std::collections::HashMap;

/// The memory for what prices promise from each state on, in bytes, and the most prices that share it.
const MEMORY: usize = 96 << 20;
const MOST_PRICES: usize = 8;

/// More than what is lost where sums are rounded; what prices promise is rounded up already.
const ROUNDING: f64 = 1e-6;

/// The edges of a walk that take as long as one that continues a label.
const LABEL_WORK: usize = 20;

/// A partial layout.
#[derive(Clone, Copy)]
struct Label {
    state: u32,
    tally: Tally,
    /// The bounds of what it can become, by each of the prices, without what is to come.
    sums: [f64; MOST_PRICES],
    bound: f64,
    /// The label that it continues, and the mark of its last field.
    from: u32,
    mark: u8,
}

/// What following labels has led to.
pub(super) struct Followed {
    /// Layouts that may be better than the best so far, those with the highest bounds first.
    pub(super) layouts: Vec<(Tally, Vec<u8>)>,
    /// The most that any other layout of the area can rate, if there is one that may be better.
    pub(super) others: Option<f64>,
    /// The edges that were looked at, or would have been in that time.
    pub(super) work: usize,
}

/// Follows the layouts of an area that may rate higher than `best`, at most `most` at a time. `prices` come with
/// those that bound the area best in front.
pub(super) fn follow(
    graph: &Graph,
    area: &Area,
    tables: &Tables,
    prices: &[[f64; COUNTS]],
    best: f64,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Followed> {
    let states: usize = graph.layers().map(|block| block.states()).sum();
    let prices = &prices[..prices.len().min(MOST_PRICES).min(MEMORY / (4 * states))];
    if prices.is_empty() {
        return None;
    }
    let to_go: Vec<Vec<Vec<f32>>> = prices.iter().map(|prices| graph.to_go(prices)).collect();
    let worths: Vec<[f64; MOST_PRICES]> = graph
        .tallies
        .iter()
        .map(|tally| {
            std::array::from_fn(|at| prices.get(at).map_or(0.0, |prices| super::graph::worth(prices, tally)))
        })
        .collect();
    let mut sums = [f64::INFINITY; MOST_PRICES];
    for (sum, prices) in sums.iter_mut().zip(prices) {
        *sum = tables.beyond(prices);
    }
    let start = Label { state: 0, tally: [0; COUNTS], sums, bound: 0.0, from: 0, mark: 0 };
    let mut labels = vec![start];
    let mut history: Vec<Vec<(u32, u8)>> = Vec::new();
    let (mut others, mut work) = (None, prices.len() * graph.work());
    for (layer, block) in graph.layers().enumerate() {
        if stop() {
            return None;
        }
        let mut next: Vec<Label> = Vec::new();
        let mut seen: HashMap<(u32, Tally), (), super::graph::Fast> = HashMap::default();
        for (from, label) in labels.iter().enumerate() {
            for edge in block.edges(label.state as usize) {
                work += LABEL_WORK;
                let worth = &worths[usize::from(edge.tally)];
                let sums: [f64; MOST_PRICES] = std::array::from_fn(|at| label.sums[at] + worth[at]);
                let ahead = to_go.iter().map(|to_go| f64::from(to_go[layer + 1][edge.to as usize]));
                let bound =
                    sums.iter().zip(ahead).map(|(sum, ahead)| sum + ahead).fold(f64::INFINITY, f64::min);
                if bound + ROUNDING <= best {
                    continue;
                }
                let mut tally = label.tally;
                add(&mut tally, &graph.tallies[usize::from(edge.tally)]);
                let fits = |at: usize| at == CLUSTERS || i32::from(tally[at]) <= area.ranges[at].1;
                if !(0..COUNTS).all(fits) || seen.insert((edge.to, tally), ()).is_some() {
                    continue;
                }
                next.push(Label { state: edge.to, tally, sums, bound, from: from as u32, mark: edge.mark });
            }
        }
        if next.len() > most {
            next.sort_by(|a, b| b.bound.total_cmp(&a.bound));
            others = Some(others.unwrap_or(f64::NEG_INFINITY).max(next[most].bound + ROUNDING));
            next.truncate(most);
        }
        history.push(next.iter().map(|label| (label.from, label.mark)).collect());
        labels = next;
    }
    let value = |label: &Label| tables.value(&label.tally);
    let mut ends: Vec<usize> = (0..labels.len()).filter(|&at| value(&labels[at]) > best + GAIN).collect();
    ends.sort_by(|&a, &b| value(&labels[b]).total_cmp(&value(&labels[a])));
    let layouts = ends.into_iter().map(|end| {
        let (mut marks, mut at) = (Vec::new(), end as u32);
        for layer in history.iter().rev() {
            let (from, mark) = layer[at as usize];
            marks.push(mark);
            at = from;
        }
        marks.reverse();
        (labels[end].tally, marks)
    });
    Some(Followed { layouts: layouts.collect(), others, work })
}
