//! Words that are kept apart: in clauses, in every search and in the rules, against plain enumeration.

use crate::common::enumeration::{
    Layout, Wishes, all_layouts, all_models, all_puzzles, fills_where, puzzle, puzzles_where, shown,
    with_questions, word_list,
};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::layout::{LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::rating::{BONUS, Counts};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Apart, Letter, WordList};
use cwsat::search::Setup;
use cwsat::search::arrowword::{Job, NoAnswer, NoPuzzle, Options, solve};
use cwsat::search::fill::{FillOptions, FillOutcome, fill};
use cwsat::solver::Budget;
use cwsat::solver::words::WordIndex;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::sync::Arc;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };
const LIST: [&str; 12] = ["AA", "AB", "BA", "BC", "CA", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "ABCA"];
/// Families of the list, and the least length of a word that may not be inside another.
const RELATIVES: [(&[&[&str]], usize); 5] = [
    (&[&["AB", "BA", "CAB"]], 9),
    (&[&["AA", "AAB"], &["AAB", "BCA"]], 9),
    (&[], 2),
    (&[&["ABA", "BAB"], &["ABCA", "CAB", "AA"]], 3),
    (&[&["AA", "AB", "BA", "BC", "CA"]], 9),
];

pub fn letters(word: &str) -> Vec<Letter> {
    word.chars().map(|c| Letter::from_char(c).unwrap()).collect()
}

/// Returns a list that keeps these families apart.
fn apart(words: &[&str], families: &[&[&str]], inside: usize) -> WordList {
    let list = word_list(words);
    let family =
        |family: &&[&str]| family.iter().filter_map(|word| list.find(&letters(word))).collect::<Vec<_>>();
    let apart = Apart::new(&list, families.iter().map(family), inside);
    list.kept_apart(Arc::new(apart))
}

/// Returns whether no two of these words are relatives, by their texts alone.
fn are_apart(words: &BTreeSet<String>, families: &[&[&str]], inside: usize) -> bool {
    words.iter().array_combinations().all(|[a, b]| {
        let is_inside = |a: &str, b: &str| a.len() >= inside && b.contains(a);
        let related =
            families.iter().any(|family| family.contains(&a.as_str()) && family.contains(&b.as_str()));
        !related && !is_inside(a, b) && !is_inside(b, a)
    })
}

fn fills(layout: &Layout, words: &[&str], families: &[&[&str]], inside: usize) -> BTreeSet<String> {
    fills_where(layout, words, |words| are_apart(words, families, inside))
}

/// Returns all fills that the learning search finds, after its lemmas were checked.
#[cfg(feature = "cadical")]
fn learnt(
    problem: &cwsat::encodings::lexicon::SlotProblem,
    list: &WordList,
    index: &Arc<WordIndex>,
) -> Vec<Vec<Letter>> {
    use cwsat::search::fill::learning::Learner;

    let mut learner = Learner::new(problem, index, &FillOptions::default(), true);
    let mut found = Vec::new();
    while let FillOutcome::Filled(fill) = learner.solve(&Budget::unlimited()) {
        learner.exclude(&fill);
        found.push(fill);
    }
    cwsat::encodings::lexicon::certify(problem, list, &learner.take_lemmas()).expect("every lemma follows");
    found
}

/// Clauses of both kinds, the learning search with its lemmas, the usual search, and the rules agree with enumeration.
#[test]
fn fills_without_relatives_are_those_of_enumeration() {
    let all_runs = Wishes { ask_all: true, ..RULES };
    let (mut some, mut fewer, mut none) = (0, 0, 0);
    for layout in all_layouts(3, 3, "*********", &all_runs) {
        let laid_out = with_questions(&layout);
        let (problem, positions) = laid_out.slots();
        let text = |fill: &[Letter]| shown(&laid_out.with_letters(&positions, fill)).0.concat();
        for (families, inside) in RELATIVES {
            let list = Arc::new(apart(&LIST, families, inside));
            let expected = fills(&layout, &LIST, families, inside);
            let regardless = fills_where(&layout, &LIST, |_| true);
            some += expected.len();
            fewer += usize::from(expected.len() < regardless.len());
            none += usize::from(expected.is_empty() && !regardless.is_empty());
            for membership in Membership::ALL {
                let encoding = FillEncoding::with_membership(
                    &problem,
                    Some(&positions),
                    &list,
                    membership,
                    Distinct::Letters,
                );
                let of_cell =
                    |cell| encoding.cell(cell).iter().filter_map(|bit| bit.lit()).collect::<Vec<Lit>>();
                let visible: Vec<Lit> = (0..problem.cells.len()).flat_map(of_cell).collect();
                let found = all_models(&encoding.formula, &visible, |model| encoding.decode(model));
                let found: BTreeSet<String> = found
                    .into_iter()
                    .map(|fill| text(&fill.into_iter().flatten().collect::<Vec<_>>()))
                    .collect();
                assert_eq!(found, expected, "{layout:?} {families:?} {inside}");
            }
            let index = Arc::new(WordIndex::new(&list));
            #[cfg(feature = "cadical")]
            {
                let learnt = learnt(&problem, &list, &index).iter().map(|fill| text(fill)).collect();
                assert_eq!(expected, learnt, "{layout:?} {families:?} {inside}");
            }
            match fill(&problem, &index, &FillOptions::default(), &Budget::unlimited()) {
                FillOutcome::Filled(letters) => assert!(expected.contains(&text(&letters)), "{layout:?}"),
                FillOutcome::Infeasible { .. } => assert!(expected.is_empty(), "{layout:?} {families:?}"),
                FillOutcome::Stopped { .. } => panic!("{layout:?} {families:?}: stopped"),
            }
            for fill in &regardless {
                let fill: Vec<Letter> =
                    positions.iter().map(|pos| letters(&fill[pos.row * 3 + pos.col..][..1])[0]).collect();
                let broken = rules::check(&laid_out.with_letters(&positions, &fill), Some(&list));
                assert_eq!(broken.is_empty(), expected.contains(&text(&fill)), "{broken:?}");
            }
        }
    }
    assert!(some > 60 && fewer > 15 && none > 10, "{some} fills, {fewer} restricted, {none} without");
}

#[test]
fn puzzles_without_relatives_in_clauses_are_those_of_enumeration() {
    let options = LayoutOptions {
        lengths: RULES.lengths.iter().copied().collect(),
        ask_all: false,
        no_dead: false,
        no_clusters: false,
    };
    let given = puzzle(2, 3, "******");
    for (families, inside) in RELATIVES {
        let list = Arc::new(apart(&LIST, families, inside));
        for membership in Membership::ALL {
            let spec = LayoutSpec::new(&given, Extend::All);
            let encoding = JointEncoding::with_membership(&spec, &options, &list, membership);
            let found = all_puzzles(&encoding, &given);
            let expected =
                puzzles_where(2, 3, "******", &RULES, |layout| fills(layout, &LIST, families, inside));
            assert_eq!(found, expected, "{families:?} {inside}");
        }
    }
}

/// On tiny grids the search tries everything, so it finds the best puzzle, or proves that there is none.
#[test]
fn the_best_puzzle_without_relatives_is_that_of_enumeration() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut found, mut none) = (0, 0);
    let grids = [(2, 3, "******"), (3, 3, "*********"), (3, 3, "**** ****")].map(|(rows, cols, given)| {
        let layouts =
            all_layouts(rows, cols, given, &RULES).into_iter().filter(|layout| !layout.1.is_empty());
        let rated = layouts.map(|layout| (Counts::of(&with_questions(&layout)).score() + BONUS, layout));
        (rows, cols, given, rated.sorted_by(|a, b| b.0.total_cmp(&a.0)).collect::<Vec<_>>())
    });
    for _ in 0..60 {
        let (rows, cols, given, layouts) = rng.choice(&grids).unwrap();
        let words: BTreeSet<String> = (0..rng.usize(4..12))
            .map(|_| (0..rng.usize(2..5)).map(|_| *rng.choice(&['A', 'B', 'C']).unwrap()).collect())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let inside = rng.usize(2..4);
        let best = layouts.iter().find(|(_, layout)| !fills(layout, &words, &[], inside).is_empty());
        let (grid, list) = (puzzle(*rows, *cols, given), apart(&words, &[], inside));
        let options = Options { setup: Setup::seeded(rng.u64(..)), ..Options::default() };
        match (solve(Job::free(&grid, &list), &options, &Budget::unlimited(), &|_| {}), best) {
            (Ok(answer), Some((score, _))) => {
                assert!((answer.score - score).abs() < 1e-9, "{given} {words:?} {inside}: {}", answer.score);
                found += 1;
            }
            (Err(NoAnswer::None(NoPuzzle::NoLayout | NoPuzzle::NoFillAnywhere)), None) => none += 1,
            (answer, best) => panic!("{given} {words:?} {inside}: {answer:?}, {best:?}"),
        }
    }
    assert!(found > 10 && none > 10, "{found} found, {none} without");
}
