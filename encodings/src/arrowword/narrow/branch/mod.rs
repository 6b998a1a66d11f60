//! Branch and bound over areas: the one with the highest bound is looked at again, with other prices, or halved.

use super::GAIN;
use super::area::{Area, Kept, Worth, rating_of};
use super::graph::{Graph, Path};
use super::labels::follow;
use super::mix::Mix;
use super::shape::Shape;
use super::step::{COUNTS, DOUBLES, QUESTIONS, SQUARES, Tally};
use crate::arrowword::layout::{LayoutSpec, Lengths};
use crate::arrowword::puzzle::Puzzle;
use crate::arrowword::rating::Counts;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

/// What rounding may take from a sum of prices, as a part of the sum of what they are at most, whatever their signs.
const ROUNDING: f64 = 1e-13;

/// The layouts that are kept.
const KEPT: usize = 40;

/// The partial layouts that are followed at a time.
const LABELS: usize = 5_000;

/// How far above the best layout the bound of the first area may be whose layouts are followed. It grows where that is
/// enough to be done with an area, and shrinks where it is not.
const NEAR: f64 = 4.0;

/// The number of areas that are followed in any case, in search of better layouts.
const EVERY: usize = 12;

/// The prices that bound a new area, which are the latest.
const LATEST: usize = 150;

/// An area is halved when the mixture is worth as much as its bound, but for this part of what the bound is above the
/// best layout.
const CLOSE: f64 = 0.2;

/// The edges of a walk that take as long as finding the next prices.
const PRICES_WORK: usize = 800_000;

/// An area that may have a layout better than the best so far.
struct Node {
    bound: f64,
    area: Area,
    mix: Mix,
    /// The prices that it has the bound from.
    prices: [f64; COUNTS],
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node {}

/// The search.
pub(super) struct Search<'a> {
    pub(super) spec: &'a LayoutSpec,
    pub(super) shape: &'a Shape,
    pub(super) graph: &'a Graph,
    /// The lengths that words may have.
    pub(super) lengths: Lengths,
    /// The edges that may still be looked at.
    pub(super) left: usize,
    pub(super) stop: &'a dyn Fn() -> bool,
    /// The different counts of the layouts found, and the same as numbers.
    known: HashSet<Tally>,
    found: Vec<[f64; COUNTS]>,
    /// The prices that were tried, and the greatest sum of them.
    tried: Vec<([f64; COUNTS], f64)>,
    /// The greatest value of each count.
    most: [f64; COUNTS],
    /// How far above the best layout the bound of an area may be for its layouts to be followed.
    near: f64,
    /// The best layouts with their ratings, the best first.
    pub(super) layouts: Vec<(f64, Puzzle)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        spec: &'a LayoutSpec,
        shape: &'a Shape,
        graph: &'a Graph,
        lengths: Lengths,
        left: usize,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let (known, found, tried, layouts) = Default::default();
        let most = [0.0; COUNTS];
        Self { spec, shape, graph, lengths, near: NEAR, left, stop, known, found, tried, most, layouts }
    }

    /// Returns the rating of the best layout so far.
    pub(super) fn best(&self) -> f64 {
        self.layouts.first().map_or(0.0, |(rating, _)| *rating)
    }

    /// Tries prices; `None` if there is no work left.
    fn walk(&mut self, prices: &[f64; COUNTS]) -> Option<Path> {
        self.left = self.left.checked_sub(self.graph.work() + PRICES_WORK).filter(|_| !(self.stop)())?;
        let path = self.graph.best(prices);
        self.keep(path.tally, &path.marks);
        Some(path)
    }

    /// Returns a layout with its rating; `None` if it is not allowed, since a coarse frontier may take words for allowed
    /// ones that are too long.
    fn rated(&self, marks: &[u8]) -> Option<(f64, Puzzle)> {
        let layout = self.shape.layout(self.spec, marks);
        let is_allowed = |len| self.lengths.contains(len);
        let mut questions = layout.questions.iter();
        let are_allowed = questions.all(|&q| layout.run_of(q).is_some_and(|run| is_allowed(run.len)));
        are_allowed.then(|| (Counts::of(&layout).score(), layout))
    }

    /// Keeps a layout if its counts are new.
    pub(super) fn keep(&mut self, tally: Tally, marks: &[u8]) {
        if !self.known.insert(tally) {
            return;
        }
        self.found.push(tally.map(f64::from));
        let Some((rating, layout)) = self.rated(marks) else { return };
        let place = self.layouts.partition_point(|(other, _)| *other >= rating);
        if place < KEPT {
            self.layouts.insert(place, (rating, layout));
            self.layouts.truncate(KEPT);
        }
    }

    /// Returns the work that it takes to have any bound at all.
    pub(super) fn least_work(graph: &Graph) -> usize {
        2 * (COUNTS + 1) * (graph.work() + PRICES_WORK)
    }

    /// Finds a bound of the ratings of all layouts; `None` if there is no layout with a question, or not enough work left.
    pub(super) fn run(&mut self) -> Option<f64> {
        let mut ranges = [(0, 0); COUNTS];
        for count in 0..COUNTS {
            let mut prices = [0.0; COUNTS];
            prices[count] = 1.0;
            let most = self.walk(&prices)?.tally[count];
            prices[count] = -1.0;
            let least = self.walk(&prices)?.tally[count];
            ranges[count] = (i32::from(least), i32::from(most));
            self.most[count] = f64::from(least.abs().max(most.abs()));
        }
        if ranges[QUESTIONS].1 == 0 {
            return None;
        }
        // Without prices, the ranges alone are the bound.
        self.tried.push(([0.0; COUNTS], 0.0));
        let mut nodes = BinaryHeap::new();
        for kept in Kept::choices() {
            nodes.extend(self.node(Area { ranges, kept }, 100.0, Mix::default(), &[0.0; COUNTS]));
        }
        // The bound of areas that cannot be made smaller.
        let mut rest: f64 = 0.0;
        let mut turn = 0;
        while let Some(mut node) = nodes.pop() {
            if node.bound <= self.best().max(rest) + GAIN {
                break;
            }
            if self.tighten(&mut node).is_none() {
                rest = rest.max(node.bound);
                break;
            }
            if node.bound <= self.best() + GAIN {
                continue;
            }
            if nodes.peek().is_some_and(|other| other.bound > node.bound + 0.5) {
                nodes.push(node);
                continue;
            }
            turn += 1;
            let counts = node.mix.counts(&self.found);
            let place = self.place(&node, &counts);
            if place.is_none() {
                // Prices are rounded, but these counts are the only ones.
                let only = node.area.ranges.map(|(least, _)| least as i16);
                let most =
                    Worth::new(&node.area, self.shape.unblocked).map_or(0.0, |worth| worth.value(&only));
                node.bound = node.bound.min(most);
            }
            if node.bound < self.best() + self.near || turn % EVERY == 0 || place.is_none() {
                self.follow(&mut node);
            }
            if node.bound <= self.best() + GAIN {
                continue;
            }
            match place {
                Some((count, middle)) => {
                    let values: i32 = (0..COUNTS).map(|count| node.area.width(count) + 1).sum();
                    self.left = self.left.saturating_sub(2 * LATEST * values.unsigned_abs() as usize);
                    for area in node.area.split(count, middle) {
                        nodes.extend(self.node(area, node.bound, node.mix.clone(), &node.prices));
                    }
                }
                None => rest = rest.max(node.bound),
            }
        }
        // Where the search was stopped, others may have higher bounds.
        let open = nodes.peek().map_or(0.0, |node| node.bound);
        Some(self.best().max(rest).max(open))
    }

    /// Follows the layouts of a node, which may lower its bound.
    fn follow(&mut self, node: &mut Node) {
        let Some(worth) = Worth::new(&node.area, self.shape.unblocked) else { return };
        let mut bounds: Vec<_> = self
            .tried
            .iter()
            .rev()
            .take(LATEST)
            .map(|(prices, value)| (value + worth.beyond(prices), *prices))
            .collect();
        bounds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let prices: Vec<_> = bounds.into_iter().map(|(_, prices)| prices).collect();
        let best = self.best();
        let Some(followed) =
            follow(self.graph, &node.area, &worth, &prices, (best, node.bound), LABELS, self.stop)
        else {
            return;
        };
        self.left = self.left.saturating_sub(followed.work);
        let mut others = followed.others;
        for (tally, marks) in followed.layouts {
            // The values are what the counts rate at most, so the others are no better.
            let most = worth.value(&tally);
            if most <= self.best() + GAIN {
                break;
            }
            self.keep(tally, &marks);
            // Where the counts do not tell the rating (of large clusters, or words of any length), other layouts with the
            // same counts may rate higher than this one.
            let most = most.min(rating_of(&tally, self.shape.unblocked));
            if self.rated(&marks).is_none_or(|(rating, _)| rating < most - GAIN) {
                others = Some(others.unwrap_or(most).max(most));
            }
        }
        let above = node.bound - best;
        self.near = match others {
            None => self.near.max(1.5 * above),
            Some(_) => self.near.min(0.7 * above),
        };
        node.bound = node.bound.min(others.unwrap_or(self.best()));
    }

    /// Makes a node, with the bound that the prices so far give it; `None` if it has nothing better.
    fn node(&self, area: Area, bound: f64, mix: Mix, prices: &[f64; COUNTS]) -> Option<Node> {
        let worth = Worth::new(&area, self.shape.unblocked)?;
        let mut node = Node { bound, area, mix, prices: *prices };
        for (prices, value) in self.tried.iter().rev().take(LATEST) {
            let bound = value + worth.beyond(prices);
            if bound < node.bound {
                (node.bound, node.prices) = (bound, *prices);
            }
        }
        (node.bound > self.best() + GAIN).then_some(node)
    }

    /// Tries prices for a node until they no longer lower its bound.
    fn tighten(&mut self, node: &mut Node) -> Option<()> {
        let Some(worth) = Worth::new(&node.area, self.shape.unblocked) else {
            node.bound = 0.0;
            return Some(());
        };
        let mut without_gain = 0;
        let mut before = f64::NEG_INFINITY;
        for _ in 0..100 {
            let prices = node.mix.improve(&worth, &self.found);
            let value = self.walk(&prices)?.value;
            let most: f64 = prices.iter().zip(&self.most).map(|(price, most)| price.abs() * most).sum();
            let value = value + ROUNDING * most;
            self.tried.push((prices, value));
            let bound = value + worth.beyond(&prices);
            let mean = worth.at(&node.mix.counts(&self.found));
            without_gain += 1;
            if bound < node.bound - 0.01 || mean > before + 0.05 {
                without_gain = 0;
            }
            before = before.max(mean);
            if bound < node.bound {
                (node.bound, node.prices) = (bound, prices);
            }
            if node.bound <= self.best() + GAIN
                || node.bound - mean < CLOSE * (node.bound - self.best())
                || without_gain >= 4
            {
                break;
            }
        }
        Some(())
    }

    /// Chooses where to halve an area; `None` if it has a single value everywhere.
    fn place(&self, node: &Node, counts: &[f64; COUNTS]) -> Option<(usize, i32)> {
        let area = &node.area;
        let open: Vec<usize> =
            (0..COUNTS).filter(|&count| area.width(count) > 0 && area.depends_on(count)).collect();
        let worth = Worth::new(area, self.shape.unblocked)?;
        let middle = |count: usize| {
            let (least, most) = area.ranges[count];
            (counts[count].floor() as i32 + 1).clamp(least + 1, most)
        };
        // These jump where the first one comes.
        for count in [DOUBLES, SQUARES] {
            if open.contains(&count) && area.ranges[count].0 == 0 {
                return Some((count, 1));
            }
        }
        // Shares are not concave in their denominators. So the bound may come from others than the mixture has.
        if node.bound - worth.at(counts) > CLOSE * (node.bound - self.best()) {
            let (_, at) = worth.most_beyond(&node.prices);
            let apart = |(count, at): (usize, i32)| {
                let width = f64::from(area.width(count));
                (count, f64::from(at), (counts[count] - f64::from(at)).abs() / width)
            };
            let open = [QUESTIONS, DOUBLES].into_iter().zip(at).filter(|(count, _)| open.contains(count));
            if let Some((count, at, apart)) = open.map(apart).max_by(|a, b| a.2.total_cmp(&b.2))
                && apart > 0.05
            {
                let (least, most) = area.ranges[count];
                let middle = (counts[count] + at) / 2.0;
                return Some((count, (middle.floor() as i32 + 1).clamp(least + 1, most)));
            }
        }
        let between = |count: &usize| worth.between(*count, counts);
        let most = open.iter().copied().max_by(|a, b| between(a).total_cmp(&between(b)))?;
        if between(&most) > 1e-6 {
            return Some((most, middle(most)));
        }
        let fraction = |count: usize| (counts[count] - counts[count].round()).abs();
        let count = open.into_iter().max_by(|&a, &b| fraction(a).total_cmp(&fraction(b)))?;
        Some((count, middle(count)))
    }
}

#[cfg(test)]
mod tests;
