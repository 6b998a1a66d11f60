//! Small grids, which the formula exhausts: the best that it admits is the best according to the dynamic program for
//! narrow grids, which shares no code with it.

use cwsat::encodings::arrowword::bound::ceiling_of;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::layout::{LayoutEncoding, LayoutOptions, LayoutSpec, LeastRating, Lengths};
use cwsat::encodings::arrowword::narrow::best_layouts;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rating::BONUS;
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::grid::{Grid, Pos};
use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::search::Setup;
use cwsat::search::arrowword::{Ending, Job, NoPuzzle, Options, lay_out, solve};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};

fn open(rows: usize, cols: usize) -> Puzzle {
    Puzzle { fields: Grid::filled(rows, cols, Field::Open), questions: Vec::new() }
}

#[test]
fn the_formula_and_the_dynamic_program_agree_on_the_best_rating() {
    for (rows, cols) in [(4, 6), (3, 8)] {
        let spec = LayoutSpec::new(&open(rows, cols), Extend::All);
        let best = best_layouts(&spec, Lengths::between(2, cols), &|| false).expect("a narrow grid");
        assert!(best.is_exact(), "{rows}x{cols}");
        let mut encoding = LayoutEncoding::new(&spec, &LayoutOptions::rules_only(cols));
        let mut least = LeastRating::new(encoding.add_losses());
        let mut solver = new_solver(1);
        let mut loaded = 0;
        for (asked, expected) in
            [(best.bound / 2.0, true), (best.bound - 1e-6, true), (best.bound + 1e-6, false)]
        {
            least.raise(&mut encoding, asked);
            loaded = load(&mut *solver, &encoding.formula, loaded);
            let answer = solver.solve(&Budget::unlimited());
            assert_eq!(answer == SatAnswer::Sat, expected, "{rows}x{cols}: {asked}");
        }
    }
}

#[test]
fn small_grids_are_tried_to_the_end_with_any_seed_and_any_number_of_threads() {
    let list = cwsat::wordlist::embedded();
    let given = open(3, 8);
    let answers = [(1, 1), (2, 1), (3, 2), (4, 3)].map(|(seed, threads)| {
        let options = Options { setup: Setup { seed, threads, ..Setup::default() }, ..Options::default() };
        solve(Job::free(&given, &list), &options, &Budget::unlimited(), &|_| {}).expect("a puzzle")
    });
    for answer in &answers {
        assert_eq!(rules::check(&answer.puzzle, Some(&list)), []);
        assert_eq!(answer.ending, Ending::Ceiling);
        assert!((answer.score - answer.ceiling).abs() < 1e-6, "{} {}", answer.score, answer.ceiling);
        assert!((answer.score - BONUS - 65.713).abs() < 1e-3, "{}", answer.score);
    }
}

#[test]
fn with_words_of_one_length_there_is_no_layout_however_many_threads_search() {
    let word = "AUTOBAHN".chars().filter_map(Letter::from_char).collect::<Vec<_>>();
    let list = WordList::new([(word, WordList::DEFAULT_SCORE)]);
    let given = open(3, 8);
    let answers = [1, 2].map(|threads| {
        let options = Options { setup: Setup { threads, ..Setup::default() }, ..Options::default() };
        solve(Job::free(&given, &list), &options, &Budget::unlimited(), &|_| {})
    });
    for answer in answers {
        assert_eq!(answer.map(|answer| answer.score), Err(NoPuzzle::NoLayout.into()));
    }
}

/// Of 121 fields, 105 are given, with their letters.
#[test]
fn a_small_gap_in_a_larger_puzzle_is_tried_to_the_end() {
    let list = cwsat::wordlist::embedded();
    let grid = open(11, 11);
    let layout = lay_out(Job::free(&grid, &list), &Setup::seeded(1), &Budget::unlimited()).expect("no error");
    let layout = layout.expect("a layout");
    let whole = solve(Job::fill(&layout, &list), &Options::default(), &Budget::unlimited(), &|_| {});
    let whole = whole.expect("a puzzle").puzzle;
    let is_inside = |pos: Pos| (3..7).contains(&pos.row) && (3..7).contains(&pos.col);
    let given = Puzzle {
        fields: whole.fields.map(|pos, &field| if is_inside(pos) { Field::Open } else { field }),
        questions: whole.questions.iter().copied().filter(|question| !is_inside(question.pos)).collect(),
    };
    let answers = [(1, 1), (2, 2)].map(|(seed, threads)| {
        let options = Options { setup: Setup { seed, threads, ..Setup::default() }, ..Options::default() };
        solve(Job::free(&given, &list), &options, &Budget::unlimited(), &|_| {}).expect("a puzzle")
    });
    for answer in &answers {
        assert_eq!(rules::check(&answer.puzzle, Some(&list)), []);
        assert!(matches!(answer.ending, Ending::Ceiling | Ending::Exhausted), "{:?}", answer.ending);
        assert!((answer.score - answers[0].score).abs() < 1e-6, "{} {}", answer.score, answers[0].score);
    }
    // Counting alone does not show it.
    let counted = ceiling_of(&given, None).expect("a ceiling").score + BONUS;
    assert!(answers[0].score < counted - 0.01, "{} {counted}", answers[0].score);
}
