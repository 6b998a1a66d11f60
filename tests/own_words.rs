//! Own words and themes: in clauses and in the search, against plain enumeration.

use crate::common::enumeration::{
    Layout, Wishes, all_layouts, all_models, all_puzzles, fills_where, puzzle, puzzles_where, shown,
    with_questions, word_list,
};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::instance::{self, Instance};
use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::layout::{LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::rating::{BONUS, Counts};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::arrowword::spec::Spec;
use cwsat::encodings::cnf::{Formula, Lit};
use cwsat::encodings::crossword::rules::words as runs_of;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, Theme};
use cwsat::encodings::template::format::read;
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::search::Setup;
use cwsat::search::arrowword::claim::{Better, nothing_better};
use cwsat::search::arrowword::{Ending, Job, NoAnswer, NoPuzzle, Options, solve};
use cwsat::search::crossword;
use cwsat::search::template::make::MakeSpec;
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use itertools::Itertools;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };

fn letters(word: &str) -> Vec<Letter> {
    word.chars().map(|c| Letter::from_char(c).unwrap()).collect()
}

fn theme(words: &[&str], at_least: usize) -> Theme {
    Theme::new(words.iter().map(|word| letters(word)), at_least)
}

/// Returns the texts of the fills of a layout that have at least `at_least` of the own words.
fn fills_with(layout: &Layout, list: &[&str], own: &[&str], at_least: usize) -> BTreeSet<String> {
    fills_where(layout, list, |words| own.iter().filter(|own| words.contains(**own)).count() >= at_least)
}

const LIST: [&str; 12] = ["AA", "AB", "BA", "BC", "CA", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "ABCA"];
const THEMES: [(&[&str], usize); 6] = [
    (&["ABA"], 1),
    (&["ABA", "BCA"], 2),
    (&["ABA", "BCA", "CA"], 2),
    (&["AB", "BA"], 1),
    (&["ABCA"], 1),
    (&["BA"], 0),
];

#[test]
fn fills_with_own_words_in_clauses_are_those_of_enumeration() {
    let all_runs = Wishes { ask_all: true, ..RULES };
    let (mut with, mut without) = (0, 0);
    for layout in all_layouts(3, 3, "*********", &all_runs) {
        let laid_out = with_questions(&layout);
        let (problem, positions) = laid_out.slots();
        for (own, at_least) in THEMES {
            for membership in Membership::ALL {
                let list = Arc::new(word_list(&LIST));
                let mut encoding = FillEncoding::with_membership(
                    &problem,
                    Some(&positions),
                    &list,
                    membership,
                    Distinct::Letters,
                );
                encoding.add_themes(&[theme(own, at_least)]);
                let visible: Vec<Lit> = (0..problem.cells.len())
                    .flat_map(|cell| {
                        encoding.cell(cell).iter().filter_map(|bit| bit.lit()).collect::<Vec<_>>()
                    })
                    .collect();
                let fills = all_models(&encoding.formula, &visible, |model| encoding.decode(model));
                let text = |fill: Vec<Option<Letter>>| {
                    let fill: Vec<Letter> = fill.into_iter().flatten().collect();
                    shown(&laid_out.with_letters(&positions, &fill)).0.concat()
                };
                let found: BTreeSet<String> = fills.into_iter().map(text).collect();
                let expected = fills_with(&layout, &LIST, own, at_least);
                assert_eq!(found, expected, "{layout:?} {own:?} {at_least}");
                with += expected.len();
                without += usize::from(expected.is_empty());
            }
        }
    }
    assert!(with > 100 && without > 20, "{with} fills, {without} layouts without");
}

#[test]
fn puzzles_with_own_words_in_clauses_are_those_of_enumeration() {
    let options = LayoutOptions {
        lengths: RULES.lengths.iter().copied().collect(),
        ask_all: false,
        no_dead: false,
        no_clusters: false,
    };
    let given = puzzle(2, 3, "******");
    let list = Arc::new(word_list(&LIST));
    for (own, at_least) in THEMES {
        for membership in Membership::ALL {
            let spec = LayoutSpec::new(&given, Extend::All);
            let mut encoding = JointEncoding::with_membership(&spec, &options, &list, membership);
            encoding.add_themes(&[theme(own, at_least)]);
            let found = all_puzzles(&encoding, &given);
            let expected =
                puzzles_where(2, 3, "******", &RULES, |layout| fills_with(layout, &LIST, own, at_least));
            assert_eq!(found, expected, "{own:?} {at_least}");
        }
    }
}

/// On tiny grids the search tries everything, so it finds the best puzzle with the own words, or proves that there is none.
#[test]
fn the_best_puzzle_with_own_words_is_that_of_enumeration() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut found, mut none) = (0, 0);
    let grids = [(2, 3, "******"), (3, 3, "*********"), (3, 3, "**** ****"), (2, 4, "********")];
    let rated = |(rows, cols, given): (usize, usize, &'static str)| {
        let layouts =
            all_layouts(rows, cols, given, &RULES).into_iter().filter(|layout| !layout.1.is_empty());
        let mut rated: Vec<(f64, Layout)> =
            layouts.map(|layout| (Counts::of(&with_questions(&layout)).score() + BONUS, layout)).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        (rows, cols, given, rated)
    };
    let grids = grids.map(rated);
    for _ in 0..100 {
        let (rows, cols, given, layouts) = rng.choice(&grids).unwrap();
        let words: BTreeSet<String> = (0..rng.usize(4..12))
            .map(|_| (0..rng.usize(2..5)).map(|_| *rng.choice(&['A', 'B', 'C']).unwrap()).collect())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let own: Vec<&str> = words.iter().copied().filter(|_| rng.u8(..3) == 0).collect();
        let at_least = rng.usize(..=own.len());
        let best = layouts.iter().find(|(_, layout)| !fills_with(layout, &words, &own, at_least).is_empty());
        // The most own words in a puzzle with the best rating.
        let same =
            layouts.iter().filter(|(score, _)| best.is_some_and(|(best, _)| (best - score).abs() < 1e-9));
        let number = Cell::new(0);
        for (_, layout) in same {
            fills_where(layout, &words, |spelled| {
                number.set(number.get().max(own.iter().filter(|own| spelled.contains(**own)).count()));
                false
            });
        }
        let (grid, list, themes) = (puzzle(*rows, *cols, given), word_list(&words), [theme(&own, at_least)]);
        let options = Options { setup: Setup::seeded(rng.u64(..)), ..Options::default() };
        let job = Job { themes: &themes, ..Job::free(&grid, &list) };
        match (solve(job, &options, &Budget::unlimited(), &|_| {}), best) {
            (Ok(answer), Some((score, _))) => {
                assert!((answer.score - score).abs() < 1e-9, "{given} {words:?} {own:?}: {}", answer.score);
                let there: BTreeSet<Vec<Letter>> =
                    rules::words(&answer.puzzle).map(|(word, _)| word).collect();
                let placed = own.iter().filter(|own| there.contains(&letters(own))).count();
                let is_most = (placed, answer.has_most_wished) == (number.get(), true);
                assert!(is_most, "{given} {words:?} {own:?}: {placed} of {}", number.get());
                found += 1;
            }
            (
                Err(NoAnswer::None(
                    NoPuzzle::NoLayout
                    | NoPuzzle::NoFillAnywhere
                    | NoPuzzle::TooLong { .. }
                    | NoPuzzle::NoRoom,
                )),
                None,
            ) => none += 1,
            (answer, best) => panic!("{given} {words:?} {own:?} {at_least}: {answer:?}, {best:?}"),
        }
    }
    assert!(found > 20 && none > 20, "{found} found, {none} without");
}

/// A template that is filled has as many of the wished words as any fill of it, and that is proven.
#[test]
fn a_template_has_as_many_wished_words_as_possible() {
    let mut rng = fastrand::Rng::with_seed(3);
    let square = read("...\n...\n...\n").unwrap();
    let (mut some, mut none, mut not_all) = (0, 0, 0);
    for _ in 0..60 {
        let words: BTreeSet<String> = (0..20)
            .map(|_| (0..3).map(|_| *rng.choice(&['A', 'B', 'C']).unwrap()).collect::<String>())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let own: Vec<&str> = words.iter().copied().filter(|_| rng.bool()).collect();
        let mut most = None;
        for rows in words.iter().permutations(3) {
            let column = |col| rows.iter().map(|row| &row[col..=col]).collect::<String>();
            let fill: BTreeSet<String> =
                (0..3).map(column).chain(rows.iter().map(|row| (**row).to_owned())).collect();
            if fill.len() == 6 && fill.iter().all(|word| words.contains(&word.as_str())) {
                most = most.max(Some(own.iter().filter(|own| fill.contains(**own)).count()));
            }
        }
        let themes = [Theme::wishes(own.iter().map(|word| letters(word)))];
        let setup = Setup::seeded(rng.u64(..));
        let options = crossword::Options { setup, themes: themes.into(), ..crossword::Options::default() };
        let answer = crossword::solve(&square, &word_list(&words), &options, &Budget::unlimited(), &|_| {});
        let Some(most) = most else {
            assert!(matches!(answer, Err(crossword::NoAnswer::None(_))), "{words:?}: {answer:?}");
            none += 1;
            continue;
        };
        let answer = answer.unwrap();
        let found: BTreeSet<Vec<Letter>> = runs_of(&answer.puzzle).map(|(word, _)| word).collect();
        let placed = own.iter().filter(|own| found.contains(&letters(own))).count();
        assert_eq!((placed, answer.has_most_wished), (most, true), "{words:?} {own:?}");
        some += 1;
        not_all += usize::from(most < own.len());
    }
    assert!(some > 20 && not_all > 10, "{some} filled, {none} not; {not_all} without some of the words");
}

/// A template that is made has as many of the wished words as any fill of it; and others are tried that have room for more.
#[test]
fn a_made_template_has_as_many_wished_words_as_possible() {
    let mut rng = fastrand::Rng::with_seed(4);
    let white = Some(1.0);
    let (style, symmetry) = (Style::American, Symmetry::None);
    let spec = MakeSpec { rows: 3, cols: 3, style, symmetry, white };
    let (mut some, mut not_all) = (0, 0);
    for _ in 0..20 {
        let words: BTreeSet<String> = (0..20)
            .map(|_| (0..3).map(|_| *rng.choice(&['A', 'B', 'C']).unwrap()).collect::<String>())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let list = word_list(&words);
        let own: Vec<&str> = words.iter().copied().filter(|_| rng.bool()).collect();
        let options = |number: usize| {
            let own = own.iter().map(|word| letters(word));
            let theme = if number == 0 { Theme::wishes(own) } else { Theme::new(own, number) };
            crossword::Options {
                setup: Setup::seeded(7),
                themes: [theme].into(),
                ..crossword::Options::default()
            }
        };
        let unlimited = Budget::unlimited();
        let Ok(answer) = crossword::solve_made(&spec, &list, &options(0), &unlimited, &|_| {}) else {
            continue;
        };
        let found: BTreeSet<Vec<Letter>> = runs_of(&answer.puzzle).map(|(word, _)| word).collect();
        let placed = own.iter().filter(|own| found.contains(&letters(own))).count();
        some += 1;
        if placed < own.len() {
            let open = read("...\n...\n...\n").unwrap();
            let more = crossword::solve(&open, &list, &options(placed + 1), &unlimited, &|_| {});
            assert!(matches!(more, Err(crossword::NoAnswer::None(_))), "{words:?} {own:?}: only {placed}");
            not_all += 1;
        }
    }
    assert!(some > 5 && not_all > 3, "{some} made, {not_all} without some of the words");
}

/// On tiny grids, as many wished words as possible come first, and then the best rating with that many; in the costs of
/// a formula as well.
#[test]
fn wishes_that_come_first_are_kept_at_the_expense_of_the_rating() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut dearer, mut missing, mut none, mut worse, mut fewer) = (0, 0, 0, 0, 0);
    let grids = [(2, 3, "******"), (2, 4, "********"), (3, 3, "**** ****")];
    for turn in 0..60 {
        let (rows, cols, given) = *rng.choice(&grids).unwrap();
        let words: BTreeSet<String> = (0..rng.usize(6..14))
            .map(|_| (0..rng.usize(2..5)).map(|_| *rng.choice(&['A', 'B', 'C']).unwrap()).collect())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let own: Vec<&str> = words.iter().copied().filter(|_| rng.u8(..2) == 0).collect();
        let layouts = all_layouts(rows, cols, given, &RULES);
        let rated = layouts.iter().filter(|layout| !layout.1.is_empty()).filter_map(|layout| {
            let most = Cell::new(None);
            fills_where(layout, &words, |spelled| {
                let number = own.iter().filter(|own| spelled.contains(**own)).count();
                most.set(most.get().max(Some(number)));
                false
            });
            Some((most.get()?, Counts::of(&with_questions(layout)).score() + BONUS))
        });
        let rated: Vec<(usize, f64)> = rated.collect();
        let best = rated.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap());
        let (grid, list) = (puzzle(rows, cols, given), word_list(&words));
        let themes = [Theme::wishes(own.iter().map(|word| letters(word)))];
        let options = Options { setup: Setup::seeded(rng.u64(..)), ..Options::default() };
        let job = Job { themes: &themes, wish_first: true, ..Job::free(&grid, &list) };
        let answer = solve(job, &options, &Budget::unlimited(), &|_| {});
        let Some((most, score)) = best else {
            assert!(matches!(answer, Err(NoAnswer::None(_))), "{given} {words:?}: {answer:?}");
            none += 1;
            continue;
        };
        let answer = answer.unwrap();
        let found: BTreeSet<Vec<Letter>> = rules::words(&answer.puzzle).map(|(word, _)| word).collect();
        let placed = own.iter().filter(|own| found.contains(&letters(own))).count();
        assert_eq!(placed, most, "{given} {words:?} {own:?}");
        assert!((answer.score - score).abs() < 1e-9, "{given} {words:?} {own:?}: {}", answer.score);
        // One formula asks for something better: it has no model for this answer, and models for a worse one.
        match nothing_better(job, &answer) {
            Some(Better { formula, text, .. }) => {
                assert!(!has_model(&formula), "{given} {words:?} {own:?}: {text}")
            }
            None => {
                assert_eq!((most, answer.ending), (own.len(), Ending::Ceiling), "{given} {words:?} {own:?}")
            }
        }
        let mut other =
            solve(Job { wish_first: false, ..job }, &options, &Budget::unlimited(), &|_| {}).unwrap();
        other.ending = Ending::Exhausted;
        let found: BTreeSet<Vec<Letter>> = rules::words(&other.puzzle).map(|(word, _)| word).collect();
        let has = own.iter().filter(|own| found.contains(&letters(own))).count();
        let is_worse = (has, other.score) < (most, score - 1e-9);
        if let Some(Better { formula, text, .. }) = nothing_better(job, &other) {
            assert_eq!(has_model(&formula), is_worse, "{given} {words:?} {own:?}: {text}");
            worse += usize::from(is_worse);
        }
        // The same if the rating comes first: none of the best ones has more of the wished words.
        let rated_first = Job { wish_first: false, ..job };
        let highest = rated.iter().map(|&(_, other)| other).fold(f64::MIN, f64::max);
        let most_at_highest =
            rated.iter().filter(|&&(_, other)| other > highest - 1e-9).map(|&(n, _)| n).max();
        let of_rating = solve(rated_first, &options, &Budget::unlimited(), &|_| {}).unwrap();
        if let Some(Better { formula, text, .. }) = nothing_better(rated_first, &of_rating) {
            assert!(!has_model(&formula), "{given} {words:?} {own:?}: {text}");
        }
        let unwished = Job { themes: &[], ..rated_first };
        let mut any = solve(unwished, &options, &Budget::unlimited(), &|_| {}).unwrap();
        any.has_most_wished = true;
        let found: BTreeSet<Vec<Letter>> = rules::words(&any.puzzle).map(|(word, _)| word).collect();
        let has = own.iter().filter(|own| found.contains(&letters(own))).count();
        if has < own.len() {
            let Better { formula, text, .. } = nothing_better(rated_first, &any).unwrap();
            assert_eq!(has_model(&formula), Some(has) < most_at_highest, "{given} {words:?} {own:?}: {text}");
            fewer += usize::from(Some(has) < most_at_highest);
        }
        dearer += usize::from(rated.iter().any(|&(_, other)| other > score + 1e-9));
        missing += usize::from(most < own.len());
        if turn % 6 == 0 {
            // The cost of a missing word is larger than all that the rating can lose.
            let spec = Spec::new(grid.clone(), Extend::Nothing).unwrap();
            let request = instance::Request {
                wishes: true,
                wish_first: true,
                themes: themes.to_vec(),
                ..instance::Request::default()
            };
            let instance = Instance::new(&spec, &list, &request).unwrap();
            let most_of_all = instance.soft.iter().map(|soft| soft.weight).max().unwrap_or(0);
            let others: u64 =
                instance.soft.iter().map(|soft| soft.weight).filter(|&weight| weight < most_of_all).sum();
            let wished = instance.soft.iter().filter(|soft| soft.weight == most_of_all).count();
            assert!(own.is_empty() || most_of_all > others && wished <= own.len(), "{own:?}: {instance:?}");
        }
    }
    assert!(
        dearer > 5 && missing > 5 && worse > 5 && fewer > 5,
        "{worse} worse, {fewer} with fewer at the same rating, {dearer} at the expense of the rating, {missing} with words left out, {none} none"
    );
}

pub fn has_model(formula: &Formula) -> bool {
    let mut solver = BackEnd::default().solver(1);
    load(&mut *solver, formula, 0);
    solver.solve(&Budget::unlimited()) == SatAnswer::Sat
}
