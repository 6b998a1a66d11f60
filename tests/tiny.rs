//! Tiny grids, for which every layout is tried: what is reported as exhausted is the best that plain enumeration finds.

use crate::common::enumeration::{
    Layout, Wishes, all_fills, all_layouts, has_fields, puzzle, word_list, words_of,
};
use cwsat::encodings::arrowword::puzzle::{Arrow, Puzzle, Question};
use cwsat::encodings::arrowword::rating::{BONUS, Counts};
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::Letter;
use cwsat::search::Setup;
use cwsat::search::arrowword::{Ending, Job, NoAnswer, NoPuzzle, Options, solve};
use cwsat::solver::Budget;
use std::collections::{BTreeMap, BTreeSet};

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };

fn with_questions((rows, questions): &Layout) -> Puzzle {
    let mut puzzle = puzzle(rows.len(), rows[0].chars().count(), &rows.concat());
    let question = |&(r, c, code): &(usize, usize, usize)| {
        let arrow = Arrow::ALL.into_iter().find(|arrow| arrow.code() == code).unwrap();
        Question { pos: Pos::new(r, c), arrow }
    };
    puzzle.questions = questions.iter().map(question).collect();
    puzzle
}

/// Returns all layouts of a grid with their ratings once filled, the highest first.
fn rated(rows: usize, cols: usize, given: &str) -> Vec<(f64, Layout)> {
    let layouts = all_layouts(rows, cols, given, &RULES).into_iter().filter(|layout| !layout.1.is_empty());
    let score = |layout: &Layout| Counts::of(&with_questions(layout)).score() + BONUS;
    let mut rated: Vec<(f64, Layout)> = layouts.map(|layout| (score(&layout), layout)).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    rated
}

/// Returns whether a layout has a fill in which fields that lie apart spell these letters.
fn can_be_filled(layout: &Layout, list: &[&str], spelled: &str) -> bool {
    let spelled: Vec<char> = spelled.chars().collect();
    let mut filled = false;
    all_fills(&words_of(layout), list, &mut BTreeMap::new(), &mut Vec::new(), &mut |letters| {
        filled = filled || has_fields(&spelled, letters, &BTreeSet::new(), &mut Vec::new());
    });
    filled
}

#[test]
fn exhausted_is_the_best_of_all() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut found, mut none, mut below, mut unspelled) = (0, 0, 0, 0);
    let grids = [
        (2, 3, "******"),
        (3, 3, "*********"),
        (3, 3, "**** ****"),
        (2, 4, "********"),
        (2, 5, "**********"),
    ];
    let grids = grids.map(|(rows, cols, given)| (rows, cols, given, rated(rows, cols, given)));
    for _ in 0..400 {
        let (rows, cols, given, layouts) = rng.choice(&grids).unwrap();
        let letters = if rng.bool() { "AB" } else { "ABC" };
        let words: Vec<String> = (0..rng.usize(3..12))
            .map(|_| {
                (0..rng.usize(2..5))
                    .map(|_| rng.choice(letters.chars().collect::<Vec<_>>()).unwrap())
                    .collect()
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let list = word_list(&words);
        let grid = puzzle(*rows, *cols, given);
        let spelled = *rng.choice(&["", "", "A", "AB", "BAA", "CAB", "ABBA"]).unwrap();
        let spelled_letters: Vec<Letter> = spelled.chars().filter_map(Letter::from_char).collect();
        let expected = layouts
            .iter()
            .find(|(_, layout)| can_be_filled(layout, &words, spelled))
            .map(|(score, _)| *score);
        let options = Options { setup: Setup::seeded(rng.u64(..)), ..Options::default() };
        let job = Job { spelled: &spelled_letters, ..Job::free(&grid, &list) };
        match (solve(job, &options, &Budget::unlimited(), &|_| {}), expected) {
            (Ok(answer), Some(expected)) => {
                assert!(
                    (answer.score - expected).abs() < 1e-9,
                    "{given} {words:?} {spelled}: {} {expected}",
                    answer.score
                );
                assert!(matches!(answer.ending, Ending::Exhausted | Ending::Ceiling), "{:?}", answer.ending);
                // The ceiling knows how many words of each length the list has, so it may be below the best layout's rating.
                assert!(answer.ceiling >= expected - 1e-9, "{given}: {} {expected}", answer.ceiling);
                assert!(answer.ending == Ending::Exhausted || answer.score >= answer.ceiling - 1e-9);
                found += 1;
                below += usize::from(answer.ending == Ending::Exhausted);
            }
            (Err(NoAnswer::None(NoPuzzle::NoLayout | NoPuzzle::NoFillAnywhere)), None) => none += 1,
            (Err(NoAnswer::None(NoPuzzle::NeverSpelled(word))), None) => {
                assert_eq!(word, spelled);
                unspelled += 1;
            }
            (found, expected) => panic!("{given} {words:?} {spelled}: {found:?}, {expected:?}"),
        }
    }
    assert!(found > 30 && none > 5 && below > 20 && unspelled > 20, "{found}, {none}, {below}, {unspelled}");
}
