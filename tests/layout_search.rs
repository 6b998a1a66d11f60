//! The layout search: its results obey the rules, get closer to the target, and depend on the seed.

use crate::common::enumeration::{Board, Wishes, puzzle, shown};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{LayoutOptions, LayoutSpec, TargetCounts};
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::grid::Grid;
use cwsat::search::layout::sat::{self, Improve, Outcome};
use cwsat::solver::{BackEnd, Budget};

const TOP: Wishes =
    Wishes { lengths: &[3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ask_all: true, no_dead: true, no_clusters: true };

/// 12 x 12 with an island.
fn empty() -> Puzzle {
    let text: String =
        (0..144).map(|i| if (4..6).contains(&(i / 12)) && i % 12 > 8 { ' ' } else { '*' }).collect();
    puzzle(12, 12, &text)
}

fn structure(spec: &LayoutSpec, options: &LayoutOptions, seed: u64, budget: &Budget) -> Outcome {
    sat::structure(spec, options, &BackEnd::default(), seed, budget)
}

/// Returns the arrows for a grid in which every field is known to be a question field or not.
fn assign_arrows(fields: &Grid<Field>, options: &LayoutOptions) -> Outcome {
    let puzzle = Puzzle { fields: fields.clone(), questions: vec![] };
    structure(&LayoutSpec::new(&puzzle, Extend::Nothing), options, 1, &Budget::unlimited())
}

fn follows_the_rules(puzzle: &Puzzle) -> bool {
    let (rows, questions) = shown(puzzle);
    let board = Board { rows: 12, cols: 12, cells: rows.iter().flat_map(|row| row.chars()).collect() };
    board.holds(&questions, &TOP)
}

#[test]
fn structures_follow_the_rules_and_differ_between_seeds() {
    let spec = LayoutSpec::new(&empty(), Extend::All);
    let found: Vec<Puzzle> = (1..=3)
        .map(|seed| {
            let found = structure(&spec, &LayoutOptions::top_rated(12), seed, &Budget::unlimited());
            found.found().expect("a layout")
        })
        .collect();
    assert!(found.iter().all(follows_the_rules));
    #[cfg(feature = "cadical")]
    assert!(found[0] != found[1] && found[1] != found[2]);
}

#[test]
fn windows_lower_the_price_and_keep_the_rules() {
    let spec = LayoutSpec::new(&empty(), Extend::All);
    let options = LayoutOptions::top_rated(12);
    let budget = Budget::unlimited();
    let start = structure(&spec, &options, 5, &budget).found().expect("a layout");
    let fields = Counts::of(&start).unblocked;
    let target = TargetCounts {
        questions: 30,
        doubles: 7,
        lengths: [0, 7, 9, 7, 7, 4, 1, 2],
        most_uncrossed: (fields - 30) / 5,
        least_uncrossed: 0,
    };
    let improve = Improve::new(&spec, &options, &target);
    let search = || {
        let mut prices = vec![improve.price(&start)];
        let end = improve.run(start.clone(), 5, &budget, |layout, price| {
            assert!(follows_the_rules(layout), "{:?}", shown(layout));
            assert_eq!(improve.price(layout), price);
            prices.push(price);
            price > 8 && prices.len() < 6
        });
        assert!(prices.is_sorted_by(|a, b| a > b), "{prices:?}");
        end
    };
    assert_eq!(search(), search(), "the same seed gives the same layout");
}

#[test]
fn arrows_are_found_for_given_fields_or_proven_impossible() {
    let spec = LayoutSpec::new(&empty(), Extend::All);
    let options = LayoutOptions::top_rated(12);
    let budget = Budget::unlimited();
    let layout = structure(&spec, &options, 9, &budget).found().expect("a layout");
    let again = assign_arrows(&layout.fields, &options).found().expect("there are arrows");
    assert_eq!(again.fields, layout.fields);
    assert!(follows_the_rules(&again));
    let hopeless = puzzle(1, 3, "...");
    let outcome = assign_arrows(&hopeless.fields, &LayoutOptions::rules_only(3));
    assert!(matches!(outcome, Outcome::Impossible));
}
