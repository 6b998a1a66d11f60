//! The layout encoding against plain enumeration: on tiny grids both have the same set of layouts.

use crate::common::enumeration::{Layout, Wishes, all_layouts, all_models, puzzle, shown};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{Domain, LayoutEncoding, LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::puzzle::Arrow;
use cwsat::encodings::cnf::Lit;
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use std::collections::BTreeSet;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };

fn options(wishes: &Wishes) -> LayoutOptions {
    LayoutOptions {
        lengths: wishes.lengths.iter().copied().collect(),
        ask_all: wishes.ask_all,
        no_dead: wishes.no_dead,
        no_clusters: wishes.no_clusters,
    }
}

/// Returns the specification of a grid in which `*` is free, `.` a letter, `?` a question field with any arrows.
fn spec(rows: usize, cols: usize, given: &str) -> LayoutSpec {
    let mut spec = LayoutSpec::new(&puzzle(rows, cols, given), Extend::All);
    for (pos, mark) in spec.base().positions().zip(given.chars()).collect::<Vec<_>>() {
        if mark == '.' {
            spec.restrict(pos, Domain::Letter);
        }
    }
    spec
}

fn encoded(rows: usize, cols: usize, given: &str, wishes: &Wishes) -> BTreeSet<Layout> {
    let encoding = LayoutEncoding::new(&spec(rows, cols, given), &options(wishes));
    let positions: Vec<_> = encoding.spec().base().positions().collect();
    let bits = positions.iter().flat_map(|&pos| {
        let arrows = Arrow::ALL.map(|arrow| encoding.arrow(pos, arrow));
        arrows.into_iter().chain([encoding.question(pos)])
    });
    let visible: Vec<Lit> = bits.filter_map(|bit| bit.lit()).collect();
    all_models(&encoding.formula, &visible, |model| shown(&encoding.decode(model)))
}

fn compare(rows: usize, cols: usize, given: &str, wishes: &Wishes) -> usize {
    let (expected, got) = (all_layouts(rows, cols, given, wishes), encoded(rows, cols, given, wishes));
    let missing: Vec<_> = expected.difference(&got).take(2).collect();
    let wrong: Vec<_> = got.difference(&expected).take(2).collect();
    assert!(
        missing.is_empty() && wrong.is_empty(),
        "{rows}x{cols} '{given}' {wishes:?}: {} expected, {} got; missing {missing:?}, wrong {wrong:?}",
        expected.len(),
        got.len()
    );
    expected.len()
}

/// Returns all grids of a size in which each field is blocked or free.
fn blocked_patterns(cells: usize) -> impl Iterator<Item = String> {
    (0u32..1 << cells)
        .map(move |bits| (0..cells).map(|i| if bits >> i & 1 == 1 { ' ' } else { '*' }).collect())
}

#[test]
fn the_rules_on_all_grids_up_to_2x3_with_all_blocked_patterns() {
    let mut layouts = 0;
    for (rows, cols) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)] {
        for given in blocked_patterns(rows * cols) {
            layouts += compare(rows, cols, &given, &RULES);
        }
    }
    assert!(layouts > 50, "{layouts}");
}

#[test]
fn the_rules_on_3x3_with_all_blocked_patterns() {
    assert!(compare(3, 3, "*********", &RULES) >= 20);
    let layouts: usize = blocked_patterns(9).map(|given| compare(3, 3, &given, &RULES)).sum();
    assert!(layouts > 250, "{layouts}");
}

#[test]
fn every_wish_on_its_own_and_all_together() {
    let plain = compare(3, 3, "*********", &RULES);
    let wishes = [
        Wishes { ask_all: true, ..RULES },
        Wishes { ask_all: true, no_dead: true, ..RULES },
        Wishes { no_clusters: true, ..RULES },
        Wishes { lengths: &[3], ..RULES },
        Wishes { lengths: &[3], ask_all: true, ..RULES },
        Wishes { lengths: &[2], ..RULES },
        Wishes { lengths: &[2], ask_all: true, ..RULES },
        Wishes { lengths: &[2, 3], ask_all: true, no_dead: true, no_clusters: true },
    ];
    for wishes in &wishes {
        assert!(compare(3, 3, "*********", wishes) < plain);
        for given in ["**** ****", "*** *****"] {
            compare(3, 3, given, wishes);
        }
        compare(2, 5, "**********", wishes);
        compare(4, 2, "** *****", wishes);
    }
    // A gap among the lengths, and a longest word shorter than the grid.
    compare(1, 5, "*****", &Wishes { lengths: &[2, 4], ..RULES });
    compare(
        3,
        4,
        "************",
        &Wishes { lengths: &[2, 4], ask_all: true, no_dead: true, no_clusters: true },
    );
    compare(
        3,
        4,
        "************",
        &Wishes { lengths: &[3], ask_all: true, no_dead: true, no_clusters: false },
    );
}

#[test]
fn fields_that_are_given_are_kept() {
    for given in ["?********", "*?*.*.***", "?**?*****", "*.**?**.*", "?.?...?.?", "?.??..?.."] {
        compare(3, 3, given, &RULES);
        compare(3, 3, given, &Wishes { ask_all: true, ..RULES });
    }
}

#[test]
fn given_arrows_are_kept() {
    let mut filled = puzzle(3, 3, "?*?******");
    let arrows = [(0, Arrow::RightDown), (2, Arrow::Down)];
    for (col, arrow) in arrows {
        let pos = cwsat::encodings::grid::Pos::new(0, col);
        filled.questions.push(cwsat::encodings::arrowword::puzzle::Question { pos, arrow });
    }
    let encoding = LayoutEncoding::new(&LayoutSpec::new(&filled, Extend::Fields), &options(&RULES));
    let positions: Vec<_> = encoding.spec().base().positions().collect();
    let visible: Vec<Lit> = positions
        .iter()
        .flat_map(|&p| Arrow::ALL.map(|a| encoding.arrow(p, a)).into_iter().chain([encoding.question(p)]))
        .filter_map(|bit| bit.lit())
        .collect();
    let got = all_models(&encoding.formula, &visible, |model| shown(&encoding.decode(model)));
    let at = |layout: &Layout, c: usize| -> Vec<usize> {
        layout.1.iter().filter(|q| (q.0, q.1) == (0, c)).map(|q| q.2).collect()
    };
    let all = all_layouts(3, 3, "?*?******", &RULES);
    let expected: BTreeSet<Layout> = all.into_iter().filter(|l| at(l, 0) == [4] && at(l, 2) == [0]).collect();
    assert!(!expected.is_empty());
    assert_eq!(got, expected);
}

/// The bound on the price excludes exactly the layouts that cost more, with and without a window around the counts.
#[test]
fn a_bound_on_the_price_keeps_exactly_the_cheap_layouts() {
    use cwsat::encodings::arrowword::layout::{Prices, TargetCounts};
    use cwsat::encodings::arrowword::rating::Counts;
    let target = TargetCounts {
        questions: 4,
        doubles: 1,
        lengths: [2, 2, 1, 0, 0, 0, 0, 0],
        most_uncrossed: 1,
        least_uncrossed: 1,
    };
    let prices = Prices { questions: 2, doubles: 3, words: 1, uncrossed: 1 };
    for (rows, cols, given, wishes) in [
        (3, 3, "*********", RULES),
        (3, 3, "*********", Wishes { ask_all: true, ..RULES }),
        (3, 4, "?***********", Wishes { ask_all: true, ..RULES }),
        (3, 4, "************", Wishes { ask_all: true, no_dead: true, ..RULES }),
    ] {
        let plain = LayoutEncoding::new(&spec(rows, cols, given), &options(&wishes));
        let positions: Vec<_> = plain.spec().base().positions().collect();
        let visible: Vec<Lit> = positions
            .iter()
            .flat_map(|&p| Arrow::ALL.map(|a| plain.arrow(p, a)).into_iter().chain([plain.question(p)]))
            .filter_map(|bit| bit.lit())
            .collect();
        // Every layout with its price and counts.
        let mut all: Vec<(Layout, u64, Counts)> = Vec::new();
        all_models(&plain.formula, &visible, |model| {
            let puzzle = plain.decode(model);
            let counts = Counts::of(&puzzle);
            all.push((shown(&puzzle), target.price(&counts, &prices), counts));
            shown(&puzzle)
        });
        assert!(!all.is_empty(), "{given}");
        let dearest = all.iter().map(|l| l.1).max().unwrap();
        for around in [None, Some((&all[0].2, 2)), Some((&all[all.len() / 2].2, 1))] {
            for bound in [0, 1, 3, 5, 8, dearest] {
                let mut encoding = plain.clone();
                let objective = encoding.add_objective(&target, &prices, dearest, around);
                match objective.at_most(bound) {
                    Some(lits) => lits.into_iter().for_each(|lit| encoding.formula.add([lit])),
                    None => encoding.formula.add([]),
                }
                let got = all_models(&encoding.formula, &visible, |m| shown(&encoding.decode(m)));
                let near = |a: usize, b: usize, slack: usize| a.abs_diff(b) <= slack;
                let in_window = |counts: &Counts| {
                    around.is_none_or(|(here, slack)| {
                        near(counts.questions, here.questions, slack)
                            && near(counts.doubles, here.doubles, slack)
                            && near(counts.uncrossed, here.uncrossed, slack)
                            && counts.lengths.iter().zip(here.lengths).all(|(&a, b)| near(a, b, slack))
                    })
                };
                for (layout, price, counts) in &all {
                    let inside = got.contains(layout);
                    // Never anything more expensive, and everything within the bound near the given counts.
                    assert!(!inside || *price <= bound, "{layout:?} costs {price} > {bound}");
                    assert!(inside || *price > bound || !in_window(counts), "{layout:?} {price} {bound}");
                }
            }
        }
    }
}

#[test]
fn without_any_length_there_is_no_layout() {
    let spec = LayoutSpec::new(&puzzle(2, 3, "******"), Extend::All);
    for options in LayoutOptions::ladder(1) {
        let formula = LayoutEncoding::new(&spec, &options).formula;
        let mut solver = new_solver(0);
        load(&mut *solver, &formula, 0);
        assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Unsat, "{options:?}");
    }
}
