//! The rating in the formula against the rating of the rules, on all layouts of small grids: bounds admit exactly the
//! layouts within them, and the wishes that a layout cannot satisfy cost what its counts lose.

use crate::common::enumeration::{all_models, puzzle};
use cwsat::encodings::arrowword::bound::ceiling_of;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{Bounds, Costs, LayoutEncoding, LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use cwsat::encodings::arrowword::rating::{Counts, IDEAL};
use cwsat::encodings::cnf::Lit;
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use std::collections::BTreeMap;

const GRIDS: [(usize, usize, &str); 3] = [(3, 3, "*********"), (3, 4, "?***********"), (2, 5, "**** *****")];

fn spec(rows: usize, cols: usize, given: &str) -> LayoutSpec {
    LayoutSpec::new(&puzzle(rows, cols, given), Extend::All)
}

/// Returns the bits that make up a layout.
fn visible(encoding: &LayoutEncoding) -> Vec<Lit> {
    let positions: Vec<_> = encoding.spec().base().positions().collect();
    let bits = positions.iter().flat_map(|&pos| {
        let arrows = Arrow::ALL.map(|arrow| encoding.arrow(pos, arrow));
        arrows.into_iter().chain([encoding.question(pos)])
    });
    bits.filter_map(|bit| bit.lit()).collect()
}

/// Returns all layouts of a formula, by their text.
fn layouts(encoding: &LayoutEncoding) -> BTreeMap<String, Puzzle> {
    let mut found = BTreeMap::new();
    all_models(&encoding.formula, &visible(encoding), |model| {
        let puzzle = encoding.decode(model);
        let text = cwg::write(&puzzle);
        found.insert(text.clone(), puzzle);
        text
    });
    found
}

#[test]
fn bounds_let_through_exactly_what_is_inside() {
    let (mut inside, mut outside) = (0, 0);
    for (rows, cols, given) in GRIDS {
        let options = LayoutOptions { ask_all: true, ..LayoutOptions::rules_only(5) };
        let options = LayoutOptions { no_dead: true, no_clusters: true, ..options };
        let plain = LayoutEncoding::new(&spec(rows, cols, given), &options);
        let ceiling = ceiling_of(&puzzle(rows, cols, given), Some(5)).unwrap();
        let all = layouts(&plain);
        for score in [0.0, 30.0, 45.0, 55.0, 65.0] {
            let Some(bounds) = Bounds::at_least(score, &ceiling) else { continue };
            let mut bounded = plain.clone();
            bounded.add_bounds(&bounds);
            let got = layouts(&bounded);
            for (text, layout) in &all {
                let counts = Counts::of(layout);
                assert_eq!(got.contains_key(text), bounds.contain(&counts), "{text}{bounds:?}");
                if bounds.contain(&counts) {
                    assert!(counts.score() >= score - 1e-9, "{text}{}", counts.score());
                    inside += 1;
                } else {
                    outside += 1;
                }
            }
            assert!(got.keys().all(|text| all.contains_key(text)));
        }
    }
    assert!(inside > 20 && outside > 20, "{inside} {outside}");
}

/// Returns the least cost of a model of this layout. The wishes are tried one after the other; each is about another
/// literal that only the layout determines, so they do not interfere with each other.
fn least_cost(encoding: &LayoutEncoding, costs: &Costs, layout: &Puzzle) -> u64 {
    let mut solver = new_solver(0);
    load(&mut *solver, &encoding.formula, 0);
    for pos in layout.fields.positions() {
        let is_question = layout.fields[pos] == Field::Question;
        let arrows = Arrow::ALL.map(|arrow| {
            let has = layout.questions.iter().any(|q| q.pos == pos && q.arrow == arrow);
            (encoding.arrow(pos, arrow), has)
        });
        for (bit, value) in arrows.into_iter().chain([(encoding.question(pos), is_question)]) {
            if let Some(lit) = bit.lit() {
                solver.add_clause(&[if value { lit } else { !lit }]);
            }
        }
    }
    let mut cost = costs.base;
    for soft in &costs.soft {
        solver.assume(soft.lit);
        match solver.solve(&Budget::unlimited()) {
            SatAnswer::Sat => solver.add_clause(&[soft.lit]),
            _ => cost += soft.weight,
        }
    }
    cost
}

#[test]
fn wishes_cost_what_the_counts_lose() {
    for (rows, cols, given) in GRIDS {
        let mut encoding = LayoutEncoding::new(&spec(rows, cols, given), &LayoutOptions::rules_only(5));
        let all = layouts(&encoding);
        let ceiling = ceiling_of(&puzzle(rows, cols, given), Some(5)).unwrap();
        let wholes = ceiling.counts;
        let costs = encoding.add_costs(&ceiling);
        for (text, layout) in all.iter().step_by(1 + all.len() / 60) {
            let counts = Counts::of(layout);
            let share = |n: usize, whole: usize| n as f64 * 100.0 / whole as f64;
            let mut lost = vec![
                (2.0 * (share(counts.questions, wholes.unblocked) - 22.0)).powi(2),
                (share(counts.doubles, wholes.questions) - 22.0).powi(2),
                ((share(counts.uncrossed, wholes.letters).max(20.0) - 20.0) / 2.0).powi(2),
            ];
            let lengths = counts.lengths.iter().zip(IDEAL);
            lost.extend(lengths.map(|(&n, ideal)| (share(n, wholes.words) - ideal).powi(2) / 8.0));
            let hundredths = |lost: &f64| (lost * 100.0).min(10_000.0).round() as u64;
            let dead = counts.dead as u64 * (40_000.0 / wholes.letters as f64).round() as u64;
            let middles = layout.fields.iter().filter(|&(pos, &field)| {
                let around = layout.fields.neighbours8(pos).filter(|&p| layout.fields[p] == Field::Question);
                field == Field::Question && around.count() >= 2
            });
            let clusters = middles.count() as u64 * (9_000.0 / wholes.questions as f64).round() as u64;
            let expected = lost.iter().map(hundredths).sum::<u64>() + dead + clusters;
            assert_eq!(least_cost(&encoding, &costs, layout), expected, "{text}{counts:?}");
        }
        assert!(all.len() > 5, "{given}");
    }
}
