//! Branch and bound over areas: the one with the highest bound is looked at again, with other prices, or halved.

use super::GAIN;
use super::area::{Area, Tables};
use super::graph::{Graph, Path};
use super::labels::follow;
use super::mix::Mix;
use super::shape::Shape;
use super::step::{COUNTS, DOUBLES, QUESTIONS, Tally};
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
const EVERY: usize = 40;

/// The prices that bound a new area, which are the latest.
const LATEST: usize = 150;

/// The edges of a walk that take as long as finding the next prices.
const PRICES_WORK: usize = 800_000;

/// An area that may have a layout better than the best so far.
struct Node {
    bound: f64,
    area: Area,
    mix: Mix,
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
        let mut area = Area { ranges: [(0, 0); COUNTS], keeps_lengths: true };
        for count in 0..COUNTS {
            let mut prices = [0.0; COUNTS];
            prices[count] = 1.0;
            let most = self.walk(&prices)?.tally[count];
            prices[count] = -1.0;
            let least = self.walk(&prices)?.tally[count];
            area.ranges[count] = (i32::from(least), i32::from(most));
            self.most[count] = f64::from(least.abs().max(most.abs()));
        }
        if area.ranges[QUESTIONS].1 == 0 {
            return None;
        }
        // Without prices, the tables alone are the bound.
        self.tried.push(([0.0; COUNTS], 0.0));
        let mut nodes = BinaryHeap::new();
        for keeps_lengths in [true, false] {
            let area = Area { keeps_lengths, ..area };
            nodes.extend(self.node(area, 100.0, Mix::default()));
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
            if node.bound < self.best() + self.near || turn % EVERY == 0 {
                self.follow(&mut node);
            }
            if node.bound <= self.best() + GAIN {
                continue;
            }
            let counts = node.mix.counts(&self.found);
            match self.place(&node.area, &counts) {
                Some((count, middle)) => {
                    let values: i32 = (0..COUNTS).map(|count| node.area.width(count) + 1).sum();
                    self.left = self.left.saturating_sub(2 * LATEST * values.unsigned_abs() as usize);
                    for area in node.area.split(count, middle) {
                        nodes.extend(self.node(area, node.bound, node.mix.clone()));
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
        let Some(tables) = Tables::new(&node.area, self.shape.unblocked) else { return };
        let mut bounds: Vec<_> = self
            .tried
            .iter()
            .rev()
            .take(LATEST)
            .map(|(prices, value)| (value + tables.beyond(prices), *prices))
            .collect();
        bounds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let prices: Vec<_> = bounds.into_iter().map(|(_, prices)| prices).collect();
        let best = self.best();
        let Some(followed) = follow(self.graph, &node.area, &tables, &prices, best, LABELS, self.stop) else {
            return;
        };
        self.left = self.left.saturating_sub(followed.work);
        let mut others = followed.others;
        for (tally, marks) in followed.layouts {
            // The table values are what the counts rate at most, so the others are no better.
            let most = tables.value(&tally);
            if most <= self.best() + GAIN {
                break;
            }
            self.keep(tally, &marks);
            // Where the counts do not tell the rating (of large clusters, or words of any length), other layouts with the
            // same counts may rate higher than this one.
            let most = most.min(self.most_of(&tally));
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

    /// Returns the most that layouts with these counts rate.
    fn most_of(&self, tally: &Tally) -> f64 {
        let ranges = tally.map(|count| (i32::from(count), i32::from(count)));
        let of = |keeps_lengths| {
            Some(Tables::new(&Area { ranges, keeps_lengths }, self.shape.unblocked)?.value(tally))
        };
        [true, false].into_iter().filter_map(of).fold(0.0, f64::max)
    }

    /// Makes a node, with the bound that the prices so far give it; `None` if it has nothing better.
    fn node(&self, area: Area, bound: f64, mix: Mix) -> Option<Node> {
        let tables = Tables::new(&area, self.shape.unblocked)?;
        let bounds =
            self.tried.iter().rev().take(LATEST).map(|(prices, value)| value + tables.beyond(prices));
        let bound = bounds.fold(bound, f64::min);
        (bound > self.best() + GAIN).then_some(Node { bound, area, mix })
    }

    /// Tries prices for a node until they no longer lower its bound.
    fn tighten(&mut self, node: &mut Node) -> Option<()> {
        let Some(tables) = Tables::new(&node.area, self.shape.unblocked) else {
            node.bound = 0.0;
            return Some(());
        };
        let most = if self.tried.len() == 1 { 100 } else { 12 };
        let mut without_gain = 0;
        for _ in 0..most {
            let prices = node.mix.improve(&tables, &self.found);
            let value = self.walk(&prices)?.value;
            let most: f64 = prices.iter().zip(&self.most).map(|(price, most)| price.abs() * most).sum();
            let value = value + ROUNDING * most;
            self.tried.push((prices, value));
            let bound = value + tables.beyond(&prices);
            without_gain += 1;
            if bound < node.bound {
                if bound < node.bound - 0.01 {
                    without_gain = 0;
                }
                node.bound = bound;
            }
            if node.bound <= self.best() + GAIN || without_gain >= 4 {
                break;
            }
        }
        Some(())
    }

    /// Chooses where to halve an area; `None` if it has a single value everywhere.
    fn place(&self, area: &Area, counts: &[f64; COUNTS]) -> Option<(usize, i32)> {
        let tables = Tables::new(area, self.shape.unblocked)?;
        let open: Vec<usize> = (0..COUNTS).filter(|&count| area.width(count) > 0).collect();
        let middle = |count: usize| {
            let (least, most) = area.ranges[count];
            (counts[count].floor() as i32 + 1).clamp(least + 1, most)
        };
        if area.ranges[DOUBLES].0 == 0 && area.width(DOUBLES) > 0 {
            return Some((DOUBLES, 1));
        }
        let overrated = |count: &usize| tables.overrated(*count, counts[*count]);
        let worst = open.iter().copied().max_by(|a, b| overrated(a).total_cmp(&overrated(b)))?;
        // How much better the best question fields and doubles of the area are for the other counts than the mean ones.
        let mut mean = *area;
        for count in [QUESTIONS, DOUBLES] {
            let (least, most) = area.ranges[count];
            let value = (counts[count].round() as i32).clamp(least, most);
            mean.ranges[count] = (value, value);
        }
        let spread = Tables::new(&mean, self.shape.unblocked)
            .map_or(0.0, |mean| tables.concave(counts) - mean.concave(counts));
        if overrated(&worst) > spread.max(0.05) {
            return Some((worst, middle(worst)));
        }
        let wide = [QUESTIONS, DOUBLES].into_iter().filter(|&count| area.width(count) > 0);
        let share = |count: usize| f64::from(area.width(count)) / f64::from(area.ranges[count].1.max(1));
        if let Some(count) = wide.max_by(|&a, &b| share(a).total_cmp(&share(b))) {
            return Some((count, middle(count)));
        }
        let fraction = |count: usize| (counts[count] - counts[count].round()).abs();
        let count = open.into_iter().max_by(|&a, &b| fraction(a).total_cmp(&fraction(b)))?;
        Some((count, middle(count)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::step::{CLUSTERS, DEAD, SQUARES};
    use super::super::testing::Small;
    use super::*;

    fn search_of(small: &Small, left: usize) -> Search<'_> {
        let lengths = Lengths::between(2, 4);
        Search::new(&small.spec, &small.shape, &small.graph, lengths, left, &|| false)
    }

    /// Returns the work of one walk.
    fn walk(small: &Small) -> usize {
        small.graph.work() + PRICES_WORK
    }

    #[test]
    fn the_best_layouts_are_kept_once_for_all_counts() {
        let small = Small::new();
        let mut search = search_of(&small, 0);
        assert_eq!(search.best(), 0.0);
        let all = small.layouts();
        for (tally, marks) in all.iter().chain(&all) {
            search.keep(*tally, marks);
        }
        let mut ratings: Vec<f64> = all.values().map(|marks| search.rated(marks).unwrap().0).collect();
        ratings.sort_by(|a, b| b.total_cmp(a));
        ratings.truncate(KEPT);
        assert!(all.len() > KEPT && ratings[0] > ratings[KEPT - 1]);
        assert_eq!(search.layouts.iter().map(|(rating, _)| *rating).collect::<Vec<_>>(), ratings);
        assert_eq!((search.best(), search.found.len()), (ratings[0], all.len()));
        // One with words that are not allowed here has no rating.
        let mut strict = search_of(&small, 0);
        strict.lengths = Lengths::between(3, 3);
        assert!(all.values().any(|marks| strict.rated(marks).is_none()));
        assert!(all.values().any(|marks| strict.rated(marks).is_some()));
    }

    #[test]
    fn no_layout_rates_higher_than_its_counts_allow() {
        let small = Small::new();
        let search = search_of(&small, 0);
        let mut exact = 0;
        for (tally, marks) in small.layouts() {
            let (rating, _) = search.rated(&marks).unwrap();
            let most = search.most_of(&tally);
            assert!(most >= rating - GAIN, "{most} for {rating}: {tally:?}");
            exact += usize::from(most <= rating + GAIN);
            assert!(most <= rating + GAIN || tally[SQUARES] > 0, "{most} for {rating}: {tally:?}");
        }
        assert!(exact > 50, "{exact}");
    }

    #[test]
    fn work_is_counted_and_ends_the_search() {
        let small = Small::new();
        assert_eq!(Search::least_work(&small.graph), 2 * (COUNTS + 1) * walk(&small));
        let ranges = 2 * COUNTS * walk(&small);
        assert_eq!(search_of(&small, ranges - 1).run(), None, "the ranges are not known");
        let mut search = search_of(&small, ranges);
        let bound = search.run().unwrap();
        assert_eq!(search.left, 0);
        let mut thorough = search_of(&small, super::super::WORK);
        let exact = thorough.run().unwrap();
        assert!(
            exact <= bound && (exact - thorough.best()).abs() < GAIN,
            "{exact}, {bound}, {}",
            thorough.best()
        );
        let mut stopped = search_of(&small, ranges);
        stopped.stop = &|| true;
        assert!(stopped.walk(&[0.0; COUNTS]).is_none());
    }

    #[test]
    fn a_node_is_bounded_by_the_prices_and_dropped_if_it_has_nothing_better() {
        let small = Small::new();
        let mut search = search_of(&small, usize::MAX);
        let area = small.area();
        let node = search.node(area, 70.0, Mix::default()).unwrap();
        assert_eq!(node.bound, 70.0, "no prices were tried");
        let tables = Tables::new(&area, small.shape.unblocked).unwrap();
        search.tried.push(([0.0; COUNTS], 3.0));
        let beyond = tables.beyond(&[0.0; COUNTS]);
        assert!((search.node(area, 1e9, Mix::default()).unwrap().bound - beyond - 3.0).abs() < GAIN);
        // Only the latest prices count.
        search.tried.extend(vec![([0.0; COUNTS], 50.0); LATEST]);
        assert!((search.node(area, 1e9, Mix::default()).unwrap().bound - beyond - 50.0).abs() < GAIN);
        let (tally, marks) = small.layouts().into_iter().next().unwrap();
        search.keep(tally, &marks);
        let best = search.best();
        assert!(search.node(area, best, Mix::default()).is_none());
        assert!(search.node(area, best + 0.1, Mix::default()).is_some());
        let nodes = [1.0, 2.0].map(|bound| Node { bound, area, mix: Mix::default() });
        assert!(nodes[0] < nodes[1] && nodes[0] != nodes[1] && nodes[0] == nodes[0]);
    }

    #[test]
    fn an_area_is_tightened_and_followed_down_to_its_best_layout() {
        let small = Small::new();
        let best = small
            .layouts()
            .values()
            .map(|marks| search_of(&small, 0).rated(marks).unwrap().0)
            .fold(0.0, f64::max);
        let mut search = search_of(&small, usize::MAX);
        // As `run` begins.
        for count in 0..COUNTS {
            let mut prices = [0.0; COUNTS];
            prices[count] = 1.0;
            search.most[count] = f64::from(search.walk(&prices).unwrap().tally[count]);
        }
        search.tried.push(([0.0; COUNTS], 0.0));
        // The lengths of words bring nothing on so few fields.
        let area = Area { keeps_lengths: false, ..small.area() };
        let mut node = search.node(area, 100.0, Mix::default()).unwrap();
        let loose = node.bound;
        search.tighten(&mut node).unwrap();
        assert!(node.bound < loose - 1.0 && node.bound >= best - GAIN, "{loose}, {}, {best}", node.bound);
        let (before, above) = (search.left, node.bound - search.best());
        search.follow(&mut node);
        assert!((search.best() - best).abs() < GAIN && search.left < before);
        assert!((node.bound - best).abs() < GAIN, "{} for {best}", node.bound);
        assert!((search.near - NEAR.max(1.5 * above)).abs() < GAIN, "{} {above}", search.near);
    }

    #[test]
    fn an_area_is_halved_inside_of_a_range() {
        let small = Small::new();
        let search = search_of(&small, 0);
        let whole = small.area();
        let counts =
            |of: f64| whole.ranges.map(|(least, most)| f64::from(least) + of * f64::from(most - least));
        assert_eq!(search.place(&whole, &counts(0.5)), Some((DOUBLES, 1)), "none, or some");
        let mut some = whole;
        some.ranges[DOUBLES].0 = 1;
        for part in [0.0, 0.3, 0.5, 0.99, 1.0] {
            let counts = counts(part);
            let mut area = some;
            // Until each range has one value.
            for _ in 0..200 {
                let Some((count, middle)) = search.place(&area, &counts) else { break };
                let (least, most) = area.ranges[count];
                assert!((least + 1..=most).contains(&middle), "{count}: {middle} in {least} to {most}");
                let [low, high] = area.split(count, middle);
                area = if counts[count] < f64::from(middle) { low } else { high };
                if Tables::new(&area, small.shape.unblocked).is_none() {
                    area = if counts[count] < f64::from(middle) { high } else { low };
                }
            }
            assert!(search.place(&area, &counts).is_none(), "{area:?}");
        }
        // What its table overrates most comes first: dead letters bring ever less, clusters jump.
        let mut jump = some;
        for count in (0..COUNTS).filter(|&count| ![CLUSTERS, DEAD, SQUARES].contains(&count)) {
            jump.ranges[count] = (jump.ranges[count].1, jump.ranges[count].1);
        }
        jump.ranges[QUESTIONS] = (8, 8);
        (jump.ranges[SQUARES], jump.ranges[CLUSTERS], jump.ranges[DEAD]) = ((0, 9), (1, 3), (0, 4));
        jump.keeps_lengths = false;
        let mut at = counts(0.0);
        (at[SQUARES], at[DEAD], at[CLUSTERS]) = (4.5, 1.0, 1.0);
        assert_eq!(search.place(&jump, &at), Some((SQUARES, 5)));
    }
}
