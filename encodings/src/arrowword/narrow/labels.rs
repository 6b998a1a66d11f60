//! What is left where prices do not decide: the layouts of an area one by one, as far as their counts differ.
//!
//! Prices see mixtures of layouts, and a mixture can have counts that no layout has. Here partial layouts are followed
//! field by field. Of those that end at the same frontier with the same counts one is enough, and one is dropped when
//! some prices prove that nothing it can become rates higher than the best layout so far. If never more than a certain
//! number is left, everything better than the best layout has been seen; otherwise the most promising ones go on, and
//! what they become may at least be a better layout.

use super::GAIN;
use super::area::{Area, Worth};
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

/// How far below the bound of the area layouts are looked for first, and by how much that grows as long as there is none.
const FIRST_BELOW: f64 = 0.01;
const GROWTH: f64 = 4.0;

/// Follows the layouts of an area that may rate higher than `best`, at most `most` at a time. None of them rates higher
/// than `bound`, so those that come near to it are looked for first: there are far fewer of them. `prices` come with
/// those that bound the area best in front.
pub(super) fn follow(
    graph: &Graph,
    area: &Area,
    worth: &Worth,
    prices: &[[f64; COUNTS]],
    (best, bound): (f64, f64),
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Followed> {
    let states: usize = graph.layers().map(|block| block.states()).sum();
    let prices = &prices[..prices.len().min(prices_for(states))];
    if prices.is_empty() {
        return None;
    }
    let follower = Follower::new(graph, area, worth, prices, most);
    let mut work = prices.len() * graph.work();
    let (mut below, mut known) = (FIRST_BELOW, f64::INFINITY);
    loop {
        let above = (bound - below).max(best);
        let mut followed = follower.above(above, stop)?;
        work += followed.work;
        followed.work = work;
        followed.others = followed.others.map(|others| others.min(known));
        if followed.others.is_some() || !followed.layouts.is_empty() || above <= best {
            return Some(followed);
        }
        known = above;
        below *= GROWTH;
    }
}

/// What is the same wherever layouts are looked for.
struct Follower<'a> {
    graph: &'a Graph,
    area: &'a Area,
    worth: &'a Worth,
    /// What each of the prices promises from each state of each layer on.
    to_go: Vec<Vec<Vec<f32>>>,
    /// What additions to the counts are worth at each of the prices.
    worths: Vec<[f64; MOST_PRICES]>,
    /// The additions, without counts that make no difference: these need not be told apart.
    tallies: Vec<Tally>,
    start: Label,
    most: usize,
}

impl<'a> Follower<'a> {
    fn new(
        graph: &'a Graph,
        area: &'a Area,
        worth: &'a Worth,
        prices: &[[f64; COUNTS]],
        most: usize,
    ) -> Self {
        let worth_at =
            |at: usize, tally| prices.get(at).map_or(0.0, |prices| super::graph::worth(prices, tally));
        let part = |tally: &Tally| std::array::from_fn(|at| if area.depends_on(at) { tally[at] } else { 0 });
        let mut sums = [f64::INFINITY; MOST_PRICES];
        for (sum, prices) in sums.iter_mut().zip(prices) {
            *sum = worth.beyond(prices);
        }
        let all = || graph.tallies.iter();
        Self {
            graph,
            area,
            worth,
            to_go: prices.iter().map(|prices| graph.to_go(prices)).collect(),
            worths: all().map(|tally| std::array::from_fn(|at| worth_at(at, tally))).collect(),
            tallies: all().map(part).collect(),
            start: Label { state: 0, tally: [0; COUNTS], sums, bound: 0.0, from: 0, mark: 0 },
            most,
        }
    }

    /// Follows the layouts that may rate higher than `best`.
    fn above(&self, best: f64, stop: &dyn Fn() -> bool) -> Option<Followed> {
        let mut labels = vec![self.start];
        let mut history: Vec<Vec<(u32, u8)>> = Vec::new();
        let (mut others, mut work) = (None, 0);
        for (layer, block) in self.graph.layers().enumerate() {
            if stop() {
                return None;
            }
            let mut next: Vec<Label> = Vec::new();
            let mut seen: HashMap<(u32, Tally), (), super::graph::Fast> = HashMap::default();
            for (from, label) in labels.iter().enumerate() {
                for edge in block.edges(label.state as usize) {
                    work += LABEL_WORK;
                    let worth = &self.worths[usize::from(edge.tally)];
                    let sums: [f64; MOST_PRICES] = std::array::from_fn(|at| label.sums[at] + worth[at]);
                    let ahead = self.to_go.iter().map(|to_go| f64::from(to_go[layer + 1][edge.to as usize]));
                    let bound =
                        sums.iter().zip(ahead).map(|(sum, ahead)| sum + ahead).fold(f64::INFINITY, f64::min);
                    if bound + ROUNDING <= best {
                        continue;
                    }
                    let mut tally = label.tally;
                    add(&mut tally, &self.tallies[usize::from(edge.tally)]);
                    let fits = |at: usize| at == CLUSTERS || i32::from(tally[at]) <= self.area.ranges[at].1;
                    if !(0..COUNTS).all(fits) || seen.insert((edge.to, tally), ()).is_some() {
                        continue;
                    }
                    next.push(Label {
                        state: edge.to,
                        tally,
                        sums,
                        bound,
                        from: from as u32,
                        mark: edge.mark,
                    });
                }
            }
            if next.len() > self.most {
                next.sort_by(|a, b| b.bound.total_cmp(&a.bound));
                others = Some(others.unwrap_or(f64::NEG_INFINITY).max(next[self.most].bound + ROUNDING));
                next.truncate(self.most);
            }
            history.push(next.iter().map(|label| (label.from, label.mark)).collect());
            labels = next;
        }
        let value = |label: &Label| self.worth.value(&label.tally);
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
}

/// Returns for how many prices there is memory, with this many states.
fn prices_for(states: usize) -> usize {
    (MEMORY / (4 * states)).min(MOST_PRICES)
}

#[cfg(test)]
mod tests {
    use super::super::step::QUESTIONS;
    use super::super::testing::Small;
    use super::*;
    use std::collections::BTreeSet;

    /// Returns an open grid of 4 rows and 3 columns, the area of all its layouts, and what they are worth.
    fn grid() -> (Small, Area, Worth) {
        let small = Small::new();
        let area = small.area();
        let worth = Worth::new(&area, small.shape.unblocked).unwrap();
        (small, area, worth)
    }

    /// Returns the counts that the marks of a path make.
    fn walked(graph: &Graph, marks: &[u8]) -> Vec<Tally> {
        let mut partial = vec![(0, [0; COUNTS])];
        for (block, mark) in graph.layers().zip(marks) {
            let longer = partial.into_iter().flat_map(|(state, tally): (usize, Tally)| {
                block.edges(state).iter().filter(|edge| edge.mark == *mark).map(move |edge| {
                    let mut tally = tally;
                    add(&mut tally, &graph.tallies[usize::from(edge.tally)]);
                    (edge.to as usize, tally)
                })
            });
            partial = longer.collect();
        }
        partial.into_iter().map(|(_, tally)| tally).collect()
    }

    const PRICES: [[f64; COUNTS]; 2] = [[0.0; COUNTS], [1.0; COUNTS]];

    #[test]
    fn all_counts_that_may_be_better_are_found_the_best_first() {
        let (small, area, worth) = grid();
        let graph = &small.graph;
        let all = small.layouts();
        let mut fewer = false;
        for best in [0.0, 20.0, 40.0, 101.0] {
            let followed =
                follow(graph, &area, &worth, &PRICES, (best, best), usize::MAX, &|| false).unwrap();
            let better: BTreeSet<Tally> =
                all.keys().copied().filter(|tally| worth.value(tally) > best + GAIN).collect();
            let found: Vec<Tally> = followed.layouts.iter().map(|(tally, _)| *tally).collect();
            assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), better, "above {best}");
            assert_eq!(found.len(), better.len(), "each once");
            assert!(found.windows(2).all(|two| worth.value(&two[0]) >= worth.value(&two[1])));
            assert_eq!(followed.others, None);
            assert!(followed.layouts.iter().all(|(tally, marks)| walked(graph, marks).contains(tally)));
            // If none rates higher than the highest, the layouts near to that are enough.
            let value = |tally: &Tally| worth.value(tally);
            let highest = all.keys().map(value).fold(best, f64::max);
            for bound in [highest, highest + 30.0] {
                let near =
                    follow(graph, &area, &worth, &PRICES, (best, bound), usize::MAX, &|| false).unwrap();
                let first = near.layouts.first().map_or(best, |(tally, _)| value(tally));
                assert!((first - highest).abs() < GAIN && near.others.is_none(), "{first} {highest}");
                assert!(near.layouts.len() <= better.len());
                fewer |= near.layouts.len() < better.len();
            }
        }
        assert!(all.keys().any(|tally| worth.value(tally) > 40.0), "some are above");
        assert!(fewer);
    }

    #[test]
    fn layouts_that_are_dropped_leave_a_bound() {
        let (small, area, worth) = grid();
        let graph = &small.graph;
        let value = |tally: &Tally| worth.value(tally);
        let highest = small.layouts().keys().map(value).fold(f64::NEG_INFINITY, f64::max);
        // One more than the most there are at a time is as good as any number.
        let is_enough = |most: &usize| {
            follow(graph, &area, &worth, &PRICES, (0.0, 0.0), *most, &|| false).unwrap().others.is_none()
        };
        let enough = (1..10_000).find(is_enough).unwrap();
        assert!(enough > 50 && is_enough(&(enough + 1)), "{enough}");
        for most in [1, 5, 50] {
            let followed = follow(graph, &area, &worth, &PRICES, (0.0, 0.0), most, &|| false).unwrap();
            let found =
                followed.layouts.iter().map(|(tally, _)| value(tally)).fold(f64::NEG_INFINITY, f64::max);
            let others = followed.others.expect("some were dropped");
            assert!(
                followed.layouts.len() <= most && found.max(others) >= highest,
                "{found}, {others}, {highest}"
            );
        }
    }

    #[test]
    fn prices_share_the_memory() {
        assert_eq!(prices_for(1), MOST_PRICES);
        assert_eq!(prices_for(MEMORY / 4 / 3), 3);
        assert_eq!(prices_for(MEMORY / 4), 1);
        assert_eq!(prices_for(MEMORY / 4 + 1), 0);
    }

    #[test]
    fn an_area_limits_counts_from_above() {
        let (small, mut area, _) = grid();
        let graph = &small.graph;
        area.ranges[QUESTIONS].1 = 4;
        area.ranges[CLUSTERS] = (1, 9);
        let worth = Worth::new(&area, 12).unwrap();
        let followed = follow(graph, &area, &worth, &PRICES, (0.0, 0.0), usize::MAX, &|| false).unwrap();
        let expected: BTreeSet<Tally> =
            small.layouts().into_keys().filter(|tally| worth.value(tally) > GAIN).collect();
        let found: BTreeSet<Tally> = followed.layouts.iter().map(|(tally, _)| *tally).collect();
        assert!(found == expected && !found.is_empty(), "{} for {}", found.len(), expected.len());
    }

    #[test]
    fn without_prices_or_when_stopped_nothing_is_followed() {
        let (small, area, worth) = grid();
        let graph = &small.graph;
        assert!(follow(graph, &area, &worth, &[], (0.0, 100.0), 9, &|| false).is_none());
        assert!(follow(graph, &area, &worth, &PRICES, (0.0, 0.0), 9, &|| true).is_none());
        // More prices than there is room for are left out, and each costs a walk.
        let many = [[0.0; COUNTS]; 2 * MOST_PRICES];
        let work = |prices: &[[f64; COUNTS]]| {
            follow(graph, &area, &worth, prices, (101.0, 101.0), 9, &|| false).unwrap().work
        };
        assert_eq!(work(&many), work(&many[..MOST_PRICES]));
        assert_eq!(work(&many[..2]) - work(&many[..1]), graph.work());
        // One label was continued by each edge from the start, and no other one.
        let edges = graph.layers().next().unwrap().edges(0).len();
        assert_eq!(work(&many[..1]), graph.work() + LABEL_WORK * edges);
    }
}
