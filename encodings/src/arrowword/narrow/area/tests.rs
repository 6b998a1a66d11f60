//! What counts bring in an area, against trying all counts and against differences.

use super::*;

const UNBLOCKED: usize = 20;

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Returns the choice in which these factors are given up.
fn without(given_up: &[usize]) -> Kept {
    Kept::choices().find(|kept| (0..6).all(|at| kept.has(at) != given_up.contains(&at))).unwrap()
}

/// Returns an area in which each count has its range, of a grid with 20 unblocked fields.
fn area(kept: Kept) -> Area {
    let mut ranges = [(0, 0); COUNTS];
    ranges[QUESTIONS] = (3, 6);
    ranges[DOUBLES] = (0, 3);
    ranges[UNCROSSED] = (0, 4);
    ranges[DEAD] = (0, 2);
    ranges[CLUSTERS] = (1, 4);
    ranges[SQUARES] = (0, 16);
    ranges[LENGTHS + 1] = (0, 3);
    ranges[LENGTHS + 3] = (1, 3);
    Area { ranges, kept }
}

/// Calls with all counts of an area.
fn each(area: &Area, count: usize, tally: &mut Tally, found: &mut dyn FnMut(&Tally)) {
    if count == COUNTS {
        return found(tally);
    }
    for value in area.ranges[count].0..=area.ranges[count].1 {
        tally[count] = value as i16;
        each(area, count + 1, tally, found);
    }
}

/// By trying all counts in which each kept factor is more than 0, and which clusters can have.
#[test]
fn what_counts_bring_beyond_their_prices_is_the_most_of_all_counts() {
    let random = [0.31, -1.27, 0.54, 2.2, -0.73, 0.08, 0.9, -2.4, 1.6, -0.2, 0.7, 1.1, -0.5, 0.4];
    for given_up in [&[2][..], &[0, 2], &[1, 2], &[2, 3], &[2, 4], &[2, 5], &[0, 1, 2, 3, 4, 5], &[]] {
        for scale in [0.0, 0.3, -0.4, 1.5] {
            let mut area = area(without(given_up));
            if given_up.is_empty() {
                // Else this takes too long, or no lengths are possible.
                (area.ranges[UNCROSSED], area.ranges[DEAD], area.ranges[SQUARES]) = ((1, 2), (1, 1), (0, 0));
                for at in 0..8 {
                    area.ranges[LENGTHS + at] =
                        [(0, 0), (0, 2), (1, 2), (0, 2), (1, 1), (0, 1), (0, 0), (0, 1)][at];
                }
            }
            let worth = Worth::new(&area, UNBLOCKED).unwrap();
            let prices: [f64; COUNTS] = random.map(|price| price * scale);
            let mut most = f64::NEG_INFINITY;
            each(&area, 0, &mut [0; COUNTS], &mut |tally| {
                let factors = counts_of(tally, UNBLOCKED).factors();
                let joined = i32::from(tally[QUESTIONS] - tally[CLUSTERS] + 1);
                let squares = i32::from(tally[SQUARES]);
                let can_be = squares == 0 || squares >= 9 && squares <= joined * joined;
                let kept = (0..6).all(|at| !area.kept.has(at) || factors[at] > 0.0);
                if can_be && kept && joined >= 1 && tally[DOUBLES] <= tally[QUESTIONS] {
                    let priced: f64 =
                        prices.iter().zip(tally).map(|(price, &count)| price * f64::from(count)).sum();
                    most = most.max(worth.value(tally) - priced);
                }
            });
            let beyond = worth.beyond(&prices);
            assert!(most.is_finite() && beyond >= most - 1e-9, "{given_up:?} {scale}: {beyond} {most}");
            // Kept factors may be below 0 for other counts, which brings no more here.
            assert!(is_near(beyond, most), "{given_up:?} {scale}: {beyond} {most}");
        }
    }
}

#[test]
fn counts_bring_their_kept_factors() {
    let worth = Worth::new(&area(without(&[2])), UNBLOCKED).unwrap();
    let mut tally: Tally = [0; COUNTS];
    (tally[QUESTIONS], tally[CLUSTERS]) = (4, 1);
    // 4 of 20 fields are 20 %: 4 points off, so 100 - 16; all else is best.
    assert!(is_near(worth.value(&tally), (84.0 + 4.0 * 100.0) / 6.0), "{}", worth.value(&tally));
    tally[DEAD] = 2;
    let dead = 100.0 - 400.0 * 2.0 / 16.0;
    assert!(is_near(worth.value(&tally), (84.0 + 3.0 * 100.0 + dead) / 6.0));
    let given_up = Worth::new(&area(without(&[0, 2, 3])), UNBLOCKED).unwrap();
    assert!(is_near(given_up.value(&tally), 50.0));
    // What makes no difference is not looked at.
    tally[DEAD] = 9;
    assert!(is_near(given_up.value(&tally), 50.0) && worth.value(&tally).is_infinite());
    tally[QUESTIONS] = 7;
    assert!(given_up.value(&tally).is_infinite(), "that is outside");
    assert!(is_near(rating_of(&[4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], UNBLOCKED), 484.0 / 6.0));
}

#[test]
fn an_area_without_a_layout_is_worth_nothing() {
    let changed = |count: usize, range| {
        let mut area = area(without(&[2]));
        area.ranges[count] = range;
        Worth::new(&area, UNBLOCKED)
    };
    assert!(changed(QUESTIONS, (0, 0)).is_none() && changed(QUESTIONS, (0, 2)).is_none(), "10 % are too few");
    assert_eq!(changed(QUESTIONS, (0, 9)).unwrap().questions, (4, 5), "20 and 25 % are not");
    assert!(changed(CLUSTERS, (0, 0)).is_none());
    assert!(changed(DOUBLES, (7, 9)).is_none(), "more doubles than question fields");
    let few = Area { kept: without(&[0]), ..area(without(&[])) };
    assert!(Worth::new(&few, 4).is_none() && Worth::new(&few, 5).is_some(), "two letters");
}

#[test]
fn an_area_is_split_before_a_value() {
    let whole = area(without(&[]));
    let [low, high] = whole.split(SQUARES, 4);
    assert_eq!((low.ranges[SQUARES], high.ranges[SQUARES]), ((0, 3), (4, 16)));
    assert_eq!((low.width(SQUARES), high.width(SQUARES), whole.width(QUESTIONS)), (3, 12, 3));
    let others = |area: &Area| Area {
        ranges: std::array::from_fn(|at| if at == SQUARES { (0, 0) } else { area.ranges[at] }),
        ..*area
    };
    assert!(others(&low) == others(&whole) && others(&high) == others(&whole));
}

#[test]
fn slopes_are_those_of_what_mean_counts_are_worth() {
    let at = [4.6, 1.1, 3.8, 1.3, 2.2, 11.0, 0.0, 1.5, 0.4, 2.3, 0.0, 0.2, 0.0, 0.0];
    for kept in Kept::choices() {
        let mut area = area(kept);
        area.ranges[LENGTHS + 2..].fill((0, 9));
        let Some(worth) = Worth::new(&area, UNBLOCKED) else { continue };
        let slopes = worth.slopes(&at, &[0.0; COUNTS]);
        for count in 0..COUNTS {
            let there = |step: f64| {
                let mut there = at;
                there[count] += step;
                worth.at(&there)
            };
            let expected = (there(1e-5) - there(-1e-5)) / 2e-5;
            // At the border of its range, a length is not outside of it.
            assert!(
                (slopes[count] - expected).abs() < 1e-5,
                "{kept:?} {count}: {} {expected}",
                slopes[count]
            );
        }
    }
    // At whole numbers it is the rating, as long as no factor is 0.
    let worth = Worth::new(&area(without(&[2])), UNBLOCKED).unwrap();
    let tally: Tally = [5, 1, 4, 2, 2, 9, 0, 2, 0, 3, 0, 0, 0, 0];
    assert!(is_near(worth.at(&tally.map(f64::from)), worth.value(&tally)));
}

#[test]
fn counts_outside_are_pulled_back_and_single_ones_pushed() {
    let mut area = area(without(&[0, 1, 2, 3, 5]));
    (area.ranges[CLUSTERS], area.ranges[SQUARES]) = ((3, 3), (9, 16));
    let worth = Worth::new(&area, UNBLOCKED).unwrap();
    let mut counts = [4.0; COUNTS];
    let mut push = [0.0; COUNTS];
    worth.push(&counts, &mut push);
    assert!(is_near(push[CLUSTERS], -OUTSIDE) && push[SQUARES] == 0.0);
    (counts[SQUARES], counts[DEAD]) = (18.0, 5.0);
    let slopes = worth.slopes(&counts, &push);
    assert!(is_near(slopes[SQUARES], -10.0 / 24.0 - 2.0 * OUTSIDE), "{slopes:?}");
    assert!(is_near(slopes[CLUSTERS], 10.0 * 18.0 / 96.0 - 2.0 * OUTSIDE), "{slopes:?}");
    assert_eq!(slopes[DEAD], 0.0, "makes no difference");
}

#[test]
fn a_count_between_two_whole_ones_promises_too_much() {
    let worth = Worth::new(&area(without(&[1, 2, 3, 4, 5])), UNBLOCKED).unwrap();
    let mut counts = [4.0; COUNTS];
    assert_eq!(worth.between(QUESTIONS, &counts), 0.0);
    counts[QUESTIONS] = 4.5;
    // 100 - 4·(5·x - 22)²: at 4.5, it is 25 above the mean of both.
    assert!(is_near(worth.between(QUESTIONS, &counts), 25.0 / 6.0), "{}", worth.between(QUESTIONS, &counts));
    assert_eq!(worth.between(DEAD, &counts), 0.0);
}

#[test]
fn the_best_place_of_a_range_is_found() {
    for (best, range) in
        [(2.4, (0, 9)), (2.6, (0, 9)), (-7.0, (1, 3)), (99.0, (1, 3)), (f64::INFINITY, (2, 5))]
    {
        let finite = if best.is_finite() { best } else { 1e6 };
        let worth = |x: i32| -(f64::from(x) - finite).abs();
        let expected = (range.0..=range.1).map(worth).fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(most_near(best, range, worth), expected, "{best} {range:?}");
    }
}
