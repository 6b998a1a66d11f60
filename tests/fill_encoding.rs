//! The fill and the joint encoding against plain enumeration, with small word lists.

use crate::common::enumeration::{
    Layout, Wishes, all_fills, all_layouts, all_models, puzzle, shown, word_list, words_of,
};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::joint::{JointEncoding, pick_words};
use cwsat::encodings::arrowword::layout::{LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use cwsat::encodings::cnf::{Lit, Var, dimacs};
use cwsat::encodings::grid::Pos;
use cwsat::encodings::lexicon::Letter;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const LIST: [&str; 14] =
    ["AA", "AB", "BA", "BC", "CA", "CC", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "CBC", "ABCA"];

/// Returns the fill of each layout as text, by enumeration. Letters in `given` (row by row) are kept.
fn expected_fills(layout: &Layout, list: &[&str], given: &str) -> BTreeSet<String> {
    let cols = layout.0[0].len();
    let mut letters = BTreeMap::new();
    for (i, c) in given.chars().enumerate().filter(|(_, c)| c.is_ascii_uppercase()) {
        letters.insert(((i / cols) as i32, (i % cols) as i32), c);
    }
    let mut found = BTreeSet::new();
    all_fills(&words_of(layout), list, &mut letters, &mut Vec::new(), &mut |letters| {
        let mut text: Vec<char> = layout.0.iter().flat_map(|row| row.chars()).collect();
        for (&(r, c), &letter) in letters {
            text[r as usize * cols + c as usize] = letter;
        }
        found.insert(text.into_iter().collect());
    });
    found
}

fn laid_out(layout: &Layout, given: &str) -> Puzzle {
    let (rows, cols) = (layout.0.len(), layout.0[0].len());
    let mut puzzle = puzzle(rows, cols, &layout.0.concat());
    for (pos, c) in puzzle.fields.positions().zip(given.chars()).collect::<Vec<_>>() {
        if let Some(letter) = Letter::from_char(c) {
            puzzle.fields[pos] = Field::Letter(letter);
        }
    }
    let question = |&(r, c, t): &(usize, usize, usize)| Question {
        pos: Pos::new(r, c),
        arrow: Arrow::from_code(t).unwrap(),
    };
    puzzle.questions = layout.1.iter().map(question).collect();
    puzzle
}

fn encoded_fills(layout: &Layout, list: &[&str], given: &str) -> BTreeSet<String> {
    let mut puzzle = laid_out(layout, given);
    let (problem, positions) = puzzle.slots();
    let list = Arc::new(word_list(list));
    let encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
    let visible: Vec<Lit> = (0..problem.cells.len())
        .flat_map(|cell| encoding.cell(cell).iter().filter_map(|bit| bit.lit()).collect::<Vec<_>>())
        .collect();
    let fills = all_models(&encoding.formula, &visible, |model| encoding.decode(model));
    let mut texts = BTreeSet::new();
    for fill in fills {
        for (&pos, letter) in positions.iter().zip(fill) {
            puzzle.fields[pos] = Field::Letter(letter.expect("every cell has a letter"));
        }
        texts.insert(shown(&puzzle).0.concat());
    }
    texts
}

const ALL_RUNS: Wishes = Wishes { lengths: &[2, 3, 4], ask_all: true, no_dead: false, no_clusters: false };

#[test]
fn fills_of_all_3x3_layouts() {
    let mut fills = 0;
    for layout in all_layouts(3, 3, "*********", &ALL_RUNS) {
        let expected = expected_fills(&layout, &LIST, "");
        assert_eq!(encoded_fills(&layout, &LIST, ""), expected, "{layout:?}");
        fills += expected.len();
    }
    assert!(fills > 30, "{fills}");
}

#[test]
fn given_letters_are_kept() {
    for layout in all_layouts(3, 4, "?.?.*...*...", &ALL_RUNS) {
        for given in [".....A......", "..........CA"] {
            let inside = given.chars().zip(layout.0.concat().chars()).all(|(g, f)| g == '.' || f == '.');
            if inside {
                let expected = expected_fills(&layout, &LIST, given);
                assert_eq!(encoded_fills(&layout, &LIST, given), expected, "{layout:?} {given}");
            }
        }
    }
}

#[test]
fn a_missing_length_is_unsatisfiable_not_a_panic() {
    let layout = all_layouts(3, 3, "?.??..?..", &ALL_RUNS).pop_first().expect("a layout");
    assert!(encoded_fills(&layout, &["AAB", "ABA"], "").is_empty());
    assert!(encoded_fills(&layout, &[], "").is_empty());
}

#[test]
fn repeats_can_be_forbidden_lazily() {
    for layout in all_layouts(3, 3, "?.??..?..", &ALL_RUNS) {
        let puzzle = laid_out(&layout, "");
        let (problem, _) = puzzle.slots();
        let list = Arc::new(word_list(&LIST));
        let mut encoding = FillEncoding::new(&problem, None, &list, Distinct::Lazy);
        let mut solver = new_solver(3);
        let mut mark = 0;
        let answer = loop {
            mark = load(&mut *solver, &encoding.formula, mark);
            let answer = solver.solve(&Budget::unlimited());
            if answer != SatAnswer::Sat || encoding.forbid_repeats(|lit| solver.value(lit)) == 0 {
                break answer;
            }
        };
        let possible = !expected_fills(&layout, &LIST, "").is_empty();
        assert_eq!(answer == SatAnswer::Sat, possible, "{layout:?}");
    }
}

fn joint(
    (rows, cols, given): (usize, usize, &str),
    wishes: &Wishes,
    list: &[&str],
    membership: Membership,
) -> (usize, JointEncoding) {
    let options = LayoutOptions {
        lengths: wishes.lengths.iter().copied().collect(),
        ask_all: wishes.ask_all,
        no_dead: wishes.no_dead,
        no_clusters: wishes.no_clusters,
    };
    let list_in_memory = Arc::new(word_list(list));
    let spec = LayoutSpec::new(&puzzle(rows, cols, given), Extend::All);
    let mut joint = JointEncoding::with_membership(&spec, &options, &list_in_memory, membership);
    let positions: Vec<Pos> = spec.base().positions().collect();
    let mut visible: Vec<Lit> = Vec::new();
    for &pos in &positions {
        visible.extend(joint.layout_mut().question(pos).lit());
        visible.extend(Arrow::ALL.iter().filter_map(|&a| joint.layout_mut().arrow(pos, a).lit()));
        visible.extend(joint.cell(pos).iter().filter_map(|bit| bit.lit()));
    }
    let got = all_models(joint.formula(), &visible, |model| shown(&joint.decode(model)));
    let mut expected = BTreeSet::new();
    for layout in all_layouts(rows, cols, &given.replace(char::is_alphabetic, "."), wishes) {
        for text in expected_fills(&layout, list, given) {
            let text: Vec<char> = text.chars().collect();
            let rows = text.chunks(cols).map(|row| row.iter().collect()).collect();
            expected.insert((rows, layout.1.clone()));
        }
    }
    assert_eq!(got.len(), expected.len());
    assert_eq!(got, expected);
    (got.len(), joint)
}

#[test]
fn every_model_of_the_joint_formula_is_a_puzzle_and_every_puzzle_a_model() {
    let few = ["AB", "BA", "CA", "ABA", "BAC"];
    let rules = Wishes { ask_all: false, ..ALL_RUNS };
    let mut puzzles = 0;
    for (rows, cols, given) in [
        (1, 3, "***"),
        (2, 2, "****"),
        (2, 3, "******"),
        (3, 2, "*** **"),
        (3, 3, "*********"),
        (3, 3, "**A*?****"),
    ] {
        for membership in Membership::ALL {
            puzzles += joint((rows, cols, given), &rules, &few, membership).0;
            puzzles += joint((rows, cols, given), &ALL_RUNS, &few, membership).0;
        }
    }
    assert!(puzzles > 100, "{puzzles}");
}

#[test]
fn variables_have_names_and_the_text_reads_back() {
    for (membership, of_words) in
        [(Membership::Direct, "word(across,0,1,CA)"), (Membership::Mdd, "edge(across,0,1,2,0,0,A)")]
    {
        let (_, joint) = joint((2, 3, "******"), &ALL_RUNS, &["AB", "AC", "BA", "CA"], membership);
        let formula = joint.formula();
        let names: Vec<String> = (0..formula.var_count()).map(|i| formula.name(Var::new(i))).collect();
        for expected in ["question(0,0)", "letter(0,1,A)", "arrow(0,0,3)", "run(across,0,0,2)", of_words] {
            assert!(names.iter().any(|name| name == expected), "{expected} is missing: {names:?}");
        }
        let different: BTreeSet<&String> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "names are unique");
        let mut text = Vec::new();
        dimacs::write(formula, &[], &mut text).unwrap();
        assert!(dimacs::read(&text[..]).unwrap().clauses().eq(formula.clauses()));
    }
}

#[test]
fn picked_words_are_few_and_from_the_list() {
    let list = word_list(&LIST);
    let picked = pick_words(&list, 3);
    assert_eq!([picked.count(2), picked.count(3), picked.count(4)], [3, 3, 1]);
    for len in 2..=4 {
        assert!(picked.words(len).all(|word| list.find(word).is_some()));
    }
}
