//! The exact objective: what a formula says about the rating is what the rules say, on every grid that can be enumerated.

use crate::common::enumeration::{Layout, Wishes, all_layouts, all_models, puzzle, shown, with_questions};
use crate::common::layouts::{best, each_layout};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{
    Costs, Domain, LayoutEncoding, LayoutOptions, LayoutSpec, LeastRating, Losses,
};
use cwsat::encodings::arrowword::puzzle::Arrow;
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::cnf::{BinarySum, Bit, Family, Lit};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use std::collections::BTreeSet;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };

/// By how much a rating is higher than one that was reached, so that no layout may reach it.
const MORE: f64 = 1e-6;

/// Grids with less symmetry: islands, given letters and question fields.
const GRIDS: [(usize, usize, &str); 14] = [
    (3, 3, "**** ****"),
    (3, 3, "*** *****"),
    (3, 3, "?*.**** *"),
    (3, 4, "***** ******"),
    (3, 4, "****** *****"),
    (3, 4, "** *********"),
    (3, 4, " ***********"),
    (3, 4, "***********?"),
    (3, 4, "*?**.**?****"),
    (4, 3, "**** *******"),
    (4, 3, "*******   **"),
    (2, 5, "*****?****"),
    (2, 5, "**** *****"),
    (5, 2, "****?*****"),
];

fn encoded(rows: usize, cols: usize, given: &str) -> (LayoutEncoding, Losses) {
    let mut spec = LayoutSpec::new(&puzzle(rows, cols, given), Extend::All);
    let positions: Vec<_> = spec.base().positions().collect();
    for (pos, kind) in positions.into_iter().zip(given.chars()) {
        if kind == '.' {
            spec.restrict(pos, Domain::Letter);
        }
    }
    let mut encoding = LayoutEncoding::new(&spec, &LayoutOptions::rules_only(5));
    let losses = encoding.add_losses();
    (encoding, losses)
}

/// Returns the least cost of a model: the solver is asked for less until there is no less.
fn least_cost(encoding: &LayoutEncoding, costs: &Costs) -> Option<u64> {
    let mut formula = encoding.formula.clone();
    let family = formula.family(Family::auxiliary("bound"));
    let parts: Vec<_> = costs.soft.iter().map(|soft| vec![(soft.weight, Bit::from(!soft.lit))]).collect();
    let sum = BinarySum::new(&mut formula, family, &parts);
    let mut least = None;
    loop {
        let mut solver = new_solver(1);
        load(&mut *solver, &formula, 0);
        if solver.solve(&Budget::unlimited()) != SatAnswer::Sat {
            return least;
        }
        let cost: u64 =
            costs.soft.iter().filter(|soft| !solver.value(soft.lit)).map(|soft| soft.weight).sum();
        assert!(least.is_none_or(|least| cost < least), "{cost} {least:?}");
        least = Some(cost);
        if cost == 0 {
            return least;
        }
        sum.limit(&mut formula, cost - 1);
    }
}

/// Returns whether a formula has a layout that rates at least this.
fn reaches(encoding: &LayoutEncoding, losses: &Losses, score: f64) -> bool {
    let mut encoding = encoding.clone();
    encoding.add_at_least(losses, score);
    let mut solver = new_solver(1);
    load(&mut *solver, &encoding.formula, 0);
    solver.solve(&Budget::unlimited()) == SatAnswer::Sat
}

/// Compares the optimum and the highest rating that is reached with the best of all layouts.
fn compare(rows: usize, cols: usize, given: &str) -> Option<f64> {
    let best = best(rows, cols, given);
    let (encoding, losses) = encoded(rows, cols, given);
    let costs = losses.costs();
    let optimum = least_cost(&encoding, &costs)
        .map(|cost| 100.0 - (cost + costs.base) as f64 / Losses::COST_OF_A_POINT as f64);
    match (best, optimum) {
        (Some(best), Some(optimum)) => {
            assert!((best - optimum).abs() < 1e-5, "{given}: {best} is the best, {optimum} the optimum");
            assert!(reaches(&encoding, &losses, best), "{given}: {best}");
            assert!(!reaches(&encoding, &losses, best + MORE), "{given}: {best}");
        }
        _ => assert_eq!((best, optimum), (None, None), "{given}"),
    }
    best
}

#[test]
fn each_layout_is_found_as_by_the_rules() {
    for (rows, cols, given) in GRIDS {
        let mut found = BTreeSet::new();
        each_layout(rows, cols, given, |layout| assert!(found.insert(layout.clone())));
        assert_eq!(found, all_layouts(rows, cols, given, &RULES), "{given}");
    }
}

#[test]
fn the_optimum_is_the_best_rating_on_small_grids() {
    let mut rated = 0;
    for (rows, cols) in [(1, 3), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (3, 3), (3, 4), (4, 3)] {
        rated += usize::from(compare(rows, cols, &"*".repeat(rows * cols)).is_some());
    }
    for (rows, cols, given) in GRIDS {
        rated += usize::from(compare(rows, cols, given).is_some());
    }
    for (rows, cols) in [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        rated += compare_all(rows, cols);
    }
    assert!(rated > 120, "{rated}");
}

/// Compares whatever is blocked, but for a grid without any field; returns how many grids have a layout.
fn compare_all(rows: usize, cols: usize) -> usize {
    let grids = (0u32..(1 << (rows * cols)) - 1).map(|pattern| {
        (0..rows * cols).map(|i| if pattern >> i & 1 == 1 { ' ' } else { '*' }).collect::<String>()
    });
    grids.filter(|given| compare(rows, cols, given).is_some()).count()
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn so_it_is_on_all_grids_of_3x4_at_length() {
    assert!(compare_all(3, 4) > 100 && compare_all(4, 3) > 100);
}

#[test]
fn the_optimum_of_3x3_is_known() {
    let best = compare(3, 3, "*********").unwrap();
    assert_eq!((best * 100.0).round(), 5917.0);
}

#[test]
fn the_optimum_of_4x5_is_known() {
    let best = compare(4, 5, &"*".repeat(20)).unwrap();
    assert_eq!((best * 100.0).round(), 6627.0);
}

/// Returns all layouts that rate at least this, by the formula.
fn layouts(encoding: &LayoutEncoding, losses: &Losses, score: f64) -> BTreeSet<Layout> {
    let mut encoding = encoding.clone();
    encoding.add_at_least(losses, score);
    all_of(&encoding)
}

/// Returns all layouts of a formula.
fn all_of(encoding: &LayoutEncoding) -> BTreeSet<Layout> {
    let positions: Vec<_> = encoding.spec().base().positions().collect();
    let bits = positions.iter().flat_map(|&pos| {
        let arrows = Arrow::ALL.map(|arrow| encoding.arrow(pos, arrow));
        arrows.into_iter().chain([encoding.question(pos)])
    });
    let visible: Vec<Lit> = bits.filter_map(|bit| bit.lit()).collect();
    all_models(&encoding.formula, &visible, |model| shown(&encoding.decode(model)))
}

/// Every rating that occurs is asked for, and then a slightly higher one: exactly the layouts that reach it are models.
#[test]
fn a_rating_lets_through_exactly_what_reaches_it() {
    let (mut inside, mut outside) = (0, 0);
    for (rows, cols, given) in
        [(3, 3, "*********"), (3, 3, "**** ****"), (2, 4, "********"), (2, 5, "*****?****")]
            .into_iter()
            .chain([(3, 4, "?***********"), (3, 4, "***** ******"), (4, 3, "****.*******")])
    {
        let (encoding, losses) = encoded(rows, cols, given);
        let mut all: Vec<(f64, Layout)> = Vec::new();
        each_layout(rows, cols, given, |layout| {
            all.push((Counts::of(&with_questions(layout)).score(), layout.clone()));
        });
        let mut scores: Vec<f64> = all.iter().map(|(score, _)| *score).collect();
        scores.sort_by(f64::total_cmp);
        scores.dedup_by(|a, b| (*a - *b).abs() < MORE);
        for score in scores.iter().step_by(1 + scores.len() / 12) {
            for (asked, slack) in [(*score, 1e-9), (score + MORE, 0.0)] {
                let expected: BTreeSet<Layout> = all
                    .iter()
                    .filter(|(rates, _)| *rates >= asked - slack)
                    .map(|(_, layout)| layout.clone())
                    .collect();
                assert!(layouts(&encoding, &losses, asked) == expected, "{given}: {asked}");
                inside += expected.len();
                outside += all.len() - expected.len();
            }
        }
    }
    assert!(inside > 500 && outside > 500, "{inside} {outside}");
}

/// A bound that is raised step by step admits the same layouts as one that is set at once, and what is assumed on the way
/// excludes none that rates as high.
#[test]
fn a_bound_that_is_raised_admits_what_reaches_it() {
    let (mut admitted, mut fewer) = (0, 0);
    for (rows, cols, given) in [(3, 3, "**** ****"), (2, 4, "********"), (2, 5, "*****?****")] {
        let mut all: Vec<(f64, Layout)> = Vec::new();
        each_layout(rows, cols, given, |layout| {
            all.push((Counts::of(&with_questions(layout)).score(), layout.clone()));
        });
        let from = |score: f64| -> BTreeSet<Layout> {
            all.iter().filter(|(rates, _)| *rates >= score - 1e-9).map(|(_, layout)| layout.clone()).collect()
        };
        let highest = all.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        let (mut encoding, losses) = encoded(rows, cols, given);
        let mut least = LeastRating::new(losses);
        assert_eq!(least.assumptions(highest), Some(Vec::new()), "nothing is known before the first bound");
        for score in [0.0, 0.3 * highest, 0.35 * highest, 0.9 * highest, highest] {
            least.raise(&mut encoding, score);
            assert!(all_of(&encoding) == from(score), "{given}: {score}");
            for hoped in [score, (score + highest) / 2.0, highest] {
                let lits = least.assumptions(hoped).expect("the highest rating is not excluded");
                let mut assumed = encoding.clone();
                lits.iter().for_each(|&lit| assumed.formula.add([lit]));
                let left = all_of(&assumed);
                assert!(left.is_superset(&from(hoped)), "{given}: {score}, {hoped}");
                fewer += usize::from(left.len() < from(score).len());
            }
            admitted += from(score).len();
        }
        least.raise(&mut encoding, highest + MORE);
        assert!(all_of(&encoding).is_empty(), "{given}");
    }
    assert!(admitted > 100 && fewer > 5, "{admitted} {fewer}");
}
