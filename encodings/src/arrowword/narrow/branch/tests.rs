//! The search over areas: what it keeps, counts, bounds and halves.

use super::super::step::{DEAD, UNCROSSED};
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
        let most = rating_of(&tally, small.shape.unblocked);
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
    let node = search.node(area, 70.0, Mix::default(), &[0.0; COUNTS]).unwrap();
    assert_eq!(node.bound, 70.0, "no prices were tried");
    let tables = Worth::new(&area, small.shape.unblocked).unwrap();
    search.tried.push(([0.0; COUNTS], 3.0));
    let beyond = tables.beyond(&[0.0; COUNTS]);
    assert!(
        (search.node(area, 1e9, Mix::default(), &[0.0; COUNTS]).unwrap().bound - beyond - 3.0).abs() < GAIN
    );
    // Only the latest prices count.
    search.tried.extend(vec![([0.0; COUNTS], 50.0); LATEST]);
    assert!(
        (search.node(area, 1e9, Mix::default(), &[0.0; COUNTS]).unwrap().bound - beyond - 50.0).abs() < GAIN
    );
    let (tally, marks) = small.layouts().into_iter().next().unwrap();
    search.keep(tally, &marks);
    let best = search.best();
    assert!(search.node(area, best, Mix::default(), &[0.0; COUNTS]).is_none());
    assert!(search.node(area, best + 0.1, Mix::default(), &[0.0; COUNTS]).is_some());
    let nodes = [1.0, 2.0].map(|bound| Node { bound, area, mix: Mix::default(), prices: [0.0; COUNTS] });
    assert!(nodes[0] < nodes[1] && nodes[0] != nodes[1] && nodes[0] == nodes[0]);
}

#[test]
fn an_area_is_tightened_and_followed_down_to_its_best_layout() {
    let small = Small::new();
    let rated = |marks: &Vec<u8>| search_of(&small, 0).rated(marks).unwrap().0;
    let layouts = small.layouts();
    let (tally, marks) = layouts.iter().max_by(|a, b| rated(a.1).total_cmp(&rated(b.1))).unwrap();
    let best = rated(marks);
    let mut search = search_of(&small, usize::MAX);
    // As `run` begins.
    for count in 0..COUNTS {
        let mut prices = [0.0; COUNTS];
        prices[count] = 1.0;
        search.most[count] = f64::from(search.walk(&prices).unwrap().tally[count]);
    }
    search.tried.push(([0.0; COUNTS], 0.0));
    let area = Area { kept: Kept::WITHOUT_LENGTHS, ..small.area() };
    let mut node = search.node(area, 100.0, Mix::default(), &[0.0; COUNTS]).unwrap();
    let loose = node.bound;
    search.tighten(&mut node).unwrap();
    let worth = Worth::new(&area, small.shape.unblocked).unwrap();
    let has_all = |tally: &&Tally| Kept::of(tally, small.shape.unblocked).contains(area.kept);
    let most = layouts.keys().filter(has_all).map(|tally| worth.value(tally)).fold(0.0, f64::max);
    assert!(node.bound < loose - 1.0 && node.bound >= most - GAIN, "{loose}, {}, {most}", node.bound);
    let area = Area { kept: Kept::of(tally, small.shape.unblocked), ..area };
    let mut node = search.node(area, 100.0, Mix::default(), &[0.0; COUNTS]).unwrap();
    let loose = node.bound;
    search.tighten(&mut node).unwrap();
    assert!(node.bound <= loose && node.bound >= best - GAIN, "{loose}, {}, {best}", node.bound);
    let (before, above) = (search.left, node.bound - search.best());
    search.follow(&mut node);
    assert!((search.best() - best).abs() < GAIN && search.left < before);
    assert!((node.bound - best).abs() < GAIN, "{} for {best}", node.bound);
    assert!((search.near - NEAR.max(1.5 * above)).abs() < GAIN, "{} {above}", search.near);
}

/// Nothing was found before, so all that is known of the area is what following its layouts shows.
#[test]
fn layouts_that_are_followed_are_kept_and_bound_the_area() {
    let small = Small::new();
    let rated = |marks: &Vec<u8>| search_of(&small, 0).rated(marks).unwrap().0;
    let best = small.layouts().values().map(rated).fold(0.0, f64::max);
    let mut search = search_of(&small, usize::MAX);
    search.tried.push(([0.0; COUNTS], 0.0));
    let area = Area { kept: Kept::WITHOUT_LENGTHS, ..small.area() };
    let mut node = Node { bound: 100.0, area, mix: Mix::default(), prices: [0.0; COUNTS] };
    search.follow(&mut node);
    assert!((search.best() - best).abs() < GAIN, "{} for {best}", search.best());
    assert!((node.bound - best).abs() < GAIN, "{} for {best}", node.bound);
    // It was enough, so areas farther above are followed from now on.
    assert!((search.near - 1.5 * 100.0).abs() < GAIN, "{}", search.near);
    assert!(search.left < usize::MAX);
}

#[test]
fn an_area_is_halved_inside_of_a_range() {
    let small = Small::new();
    let search = search_of(&small, 0);
    // The mixture is worth more than this bound.
    let node = |area: Area| Node { bound: -1e9, area, mix: Mix::default(), prices: [0.0; COUNTS] };
    let place = |area: &Area, counts: &[f64; COUNTS]| search.place(&node(*area), counts);
    let whole = small.area();
    let counts = |of: f64| whole.ranges.map(|(least, most)| f64::from(least) + of * f64::from(most - least));
    assert_eq!(place(&whole, &counts(0.5)), Some((DOUBLES, 1)), "none, or some");
    let mut some = whole;
    some.ranges[DOUBLES].0 = 1;
    assert_eq!(place(&some, &counts(0.5)), Some((SQUARES, 1)), "none, or some");
    for kept in Kept::choices() {
        for part in [0.0, 0.3, 0.5, 0.99, 1.0] {
            let counts = counts(part);
            let mut area = Area { kept, ..some };
            // Until each range that makes a difference has one value.
            for _ in 0..200 {
                let Some((count, middle)) = place(&area, &counts) else { break };
                let (least, most) = area.ranges[count];
                assert!((least + 1..=most).contains(&middle), "{count}: {middle} in {least} to {most}");
                assert!(area.depends_on(count));
                let [low, high] = area.split(count, middle);
                let (first, second) =
                    if counts[count] < f64::from(middle) { (low, high) } else { (high, low) };
                area = if Worth::new(&first, small.shape.unblocked).is_some() { first } else { second };
            }
            assert!(place(&area, &counts).is_none(), "{area:?}");
        }
    }
    // A count between two whole ones comes first, where the rating is curved.
    let kept = Kept::of(&[6, 6, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0], small.shape.unblocked);
    let [_, flat] = Area { kept, ..some }.split(SQUARES, 1);
    let mut at = flat.ranges.map(|(least, most)| f64::from((least + most) / 2));
    (at[UNCROSSED], at[DEAD]) = (5.5, 0.5);
    assert_eq!(place(&flat, &at), Some((UNCROSSED, 6)));
}

/// Shares are not concave in their denominators, so an area is halved between the mixture and where the bound comes from.
#[test]
fn an_area_is_halved_between_the_mixture_and_the_bound() {
    let small = Small::new();
    let search = search_of(&small, 0);
    // Neither question fields nor doubles have a factor, as with these.
    let kept = Kept::of(&[6, 6, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0], small.shape.unblocked);
    let mut area = Area { kept, ..small.area() };
    (area.ranges[QUESTIONS], area.ranges[SQUARES]) = ((2, 4), (0, 0));
    let mut prices = [0.0; COUNTS];
    prices[QUESTIONS] = -100.0;
    let node = Node { bound: 1e9, area, mix: Mix::default(), prices };
    let mut counts = area.ranges.map(|(least, _)| f64::from(least));
    counts[QUESTIONS] = 2.2;
    let worth = Worth::new(&area, small.shape.unblocked).unwrap();
    assert_eq!(worth.most_beyond(&prices).1[0], 4);
    assert_eq!(search.place(&node, &counts), Some((QUESTIONS, 4)));
    prices[QUESTIONS] = 100.0;
    counts[QUESTIONS] = 3.3;
    assert_eq!(worth.most_beyond(&prices).1[0], 2);
    assert_eq!(search.place(&Node { prices, ..node }, &counts), Some((QUESTIONS, 3)));
}
