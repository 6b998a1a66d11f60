//! Why an arrowword has no solution: explanations against plain enumeration, and `cwsat explain` from end to end.

use crate::common::enumeration;
use crate::common::enumeration::{Layout, Wishes, all_fills, all_layouts, word_list, words_of};
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use cwsat::encodings::grid::{Direction, Pos};
use cwsat::encodings::lexicon::WordList;
use cwsat::search::arrowword::Job;
use cwsat::search::arrowword::explain::{Cause, Explanation, Finding, Level, Rule, explain};
use cwsat::search::explain::{ExplainOptions, TooFew};
use cwsat::solver::{BackEnd, Budget};
use predicates::str::contains;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;

const ALL_LENGTHS: Wishes =
    Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };

fn read(text: &str) -> Puzzle {
    cwg::read(text).unwrap().puzzle
}

fn job<'a>(given: &'a Puzzle, extend: Extend, list: &'a WordList) -> Job<'a> {
    Job { extend, ..Job::fill(given, list) }
}

fn why(job: Job<'_>) -> Explanation {
    match explain(job, &ExplainOptions::default(), &Budget::unlimited(), &|_| {}) {
        Finding::Conflict(explanation) => explanation,
        other => panic!("no conflict: {other:?}"),
    }
}

/// Returns all layouts of the grid in which only these causes are given.
fn layouts_with(grid: &Puzzle, causes: &[Cause]) -> Vec<Layout> {
    let mut cells = vec!['*'; grid.fields.rows() * grid.fields.cols()];
    for cause in causes {
        let (pos, kind) = match *cause {
            Cause::Question { pos } => (pos, '?'),
            Cause::Solution { pos } | Cause::Letter { pos, .. } => (pos, '.'),
            Cause::Blocked { pos } => (pos, ' '),
            _ => continue,
        };
        cells[grid.fields.index_of(pos)] = kind;
    }
    let text: String = cells.into_iter().collect();
    let arrows_hold = |(_, questions): &Layout| {
        causes.iter().all(|cause| match cause {
            Cause::Arrows { pos, arrows, alone } => {
                let here = questions.iter().filter(|&&(r, c, _)| (r, c) == (pos.row, pos.col));
                let here: Vec<usize> = here.map(|&(_, _, t)| t).collect();
                let has_all = arrows.iter().all(|arrow| here.contains(&arrow.code()));
                has_all && (!alone || here.len() == arrows.len())
            }
            _ => true,
        })
    };
    all_layouts(grid.fields.rows(), grid.fields.cols(), &text, &ALL_LENGTHS)
        .into_iter()
        .filter(|layout| arrows_hold(layout) && !layout.1.is_empty())
        .collect()
}

fn without(causes: &[Cause], at: usize) -> Vec<Cause> {
    let mut less = causes.to_vec();
    less.remove(at);
    less
}

/// Returns the causes that are in the grid, not the rules.
fn in_grid(explanation: &Explanation) -> Vec<Cause> {
    explanation.causes.iter().filter(|cause| !matches!(cause, Cause::Rule(_))).cloned().collect()
}

/// Everything that the grid gives.
fn everything(grid: &Puzzle, extend: Extend) -> Vec<Cause> {
    let mut causes = Vec::new();
    for (pos, &field) in grid.fields.iter() {
        causes.extend(match field {
            Field::Blocked(_) => Some(Cause::Blocked { pos }),
            Field::Question => Some(Cause::Question { pos }),
            Field::Letter(letter) => Some(Cause::Letter { pos, letter }),
            Field::Open => (extend == Extend::Nothing).then_some(Cause::Solution { pos }),
        });
        let arrows: Vec<Arrow> = grid.questions.iter().filter(|q| q.pos == pos).map(|q| q.arrow).collect();
        causes.extend((!arrows.is_empty()).then_some(Cause::Arrows {
            pos,
            arrows,
            alone: extend != Extend::All,
        }));
    }
    causes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn conflicts_of_layouts_are_minimal(
        fields in proptest::collection::vec(prop_oneof![Just('?'), Just('.'), Just('.'), Just(' '), Just('A')], 9),
        arrows in proptest::collection::vec(0..8_usize, 9),
        extend in prop::sample::select(&Extend::EACH),
        seed in 0..100_u64,
    ) {
        let mut text = String::from("3\n3\n");
        for row in fields.chunks(3) {
            text.extend(row);
            text.push('\n');
        }
        for (cell, &arrow) in arrows.iter().enumerate() {
            if fields[cell] == '?' && arrow < 6 {
                text.push_str(&format!("{} {} {arrow}\n", cell / 3, cell % 3));
            }
        }
        let grid = read(&text);
        prop_assume!(fields.iter().any(|&field| field != ' '));
        let words: Vec<String> = (0..26_u8).flat_map(|a| (0..26_u8).map(move |b| (a, b)))
            .flat_map(|(a, b)| [format!("{}{}", char::from(b'A' + a), char::from(b'A' + b)),
                format!("{}{}{}", char::from(b'A' + a), char::from(b'A' + b), char::from(b'A' + (a + b) % 26))])
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let list = word_list(&words);
        let all = everything(&grid, extend);
        let back_end = BackEnd::ALL[seed as usize % BackEnd::ALL.len()].clone();
        let options = ExplainOptions { seed, back_end, ..ExplainOptions::default() };
        let budget = Budget::unlimited().within(PATIENCE);
        let is_possible = !layouts_with(&grid, &all).is_empty();
        match explain(job(&grid, extend, &list), &options, &budget, &|_| {}) {
            Finding::Conflict(found) if found.level == Level::Layout => {
                prop_assert!(!is_possible, "{text} {found:?}");
                prop_assert!(found.minimal);
                let causes = in_grid(&found);
                prop_assert!(causes.iter().all(|cause| all.contains(cause)));
                prop_assert!(layouts_with(&grid, &causes).is_empty(), "{text} {found:?}");
                for at in 0..causes.len() {
                    let less = without(&causes, at);
                    prop_assert!(!layouts_with(&grid, &less).is_empty(), "{text}: {less:?} of {found:?}");
                }
                let rules = found.causes.len() - causes.len();
                prop_assert!(rules > 0, "without any rule there is no conflict: {text} {found:?}");
            }
            _ => prop_assert!(is_possible, "{text}"),
        }
    }
}

#[test]
fn a_given_question_without_room_names_what_is_in_its_way() {
    let list = word_list(&["AB", "ABC"]);
    // The arrow to the right points at a blocked field.
    let grid = read("2\n4\n? ..\n....\n0 0 3\n");
    let found = why(job(&grid, Extend::All, &list));
    let (pos, blocked) = (Pos::new(0, 0), Pos::new(0, 1));
    assert_eq!(
        found.causes,
        [
            Cause::Arrows { pos, arrows: vec![Arrow::Right], alone: false },
            Cause::Blocked { pos: blocked },
            Cause::Rule(Rule::Arrows)
        ]
    );
    // No question can reach the lone field in the corner: it is neither a question nor a letter.
    let corner = read("3\n3\n. .\n ..\n...\n");
    let found = why(job(&corner, Extend::All, &list));
    assert_eq!(found.level, Level::Layout);
    assert!(found.causes.contains(&Cause::Blocked { pos: blocked }), "{found:?}");
    assert!(found.causes.contains(&Cause::Blocked { pos: Pos::new(1, 0) }), "{found:?}");
}

/// Returns layouts with all fills by different words of a list that satisfy these causes.
fn has_puzzle(grid: &Puzzle, causes: &[Cause], words: &[&str]) -> bool {
    let distinct_words = words;
    layouts_with(grid, causes).iter().any(|layout| {
        let mut letters = BTreeMap::new();
        for cause in causes {
            if let Cause::Letter { pos, letter } = cause {
                letters.insert((pos.row as i32, pos.col as i32), letter.char());
            }
        }
        let mut found = false;
        let mut see = |_: &enumeration::Letters| found = true;
        all_fills(&words_of(layout), distinct_words, &mut letters, &mut Vec::new(), &mut see);
        found
    })
}

#[test]
fn conflicts_of_layout_and_letters_are_minimal() {
    let words = ["AB", "BA", "ABA", "CC"];
    let list = word_list(&words);
    let mut conflicts = 0;
    for text in [
        "3\n3\n...\n...\n...\n",
        "3\n3\n?..\n.C.\n...\n",
        "2\n3\n...\n..X\n",
        "3\n3\nA..\n.X.\n..B\n",
        "2\n3\n?..\n?C.\n",
        "3\n3\n?..\n...\n..X\n0 0 3\n",
    ] {
        let grid = read(text);
        let given = everything(&grid, Extend::All);
        match explain(
            job(&grid, Extend::All, &list),
            &ExplainOptions::default(),
            &Budget::unlimited(),
            &|_| {},
        ) {
            Finding::Conflict(found) => {
                conflicts += 1;
                assert!(!has_puzzle(&grid, &given, &words), "{text}");
                assert_eq!(found.level, Level::Both, "{text}");
                // With arbitrary letters there would be a layout, so the words are the reason.
                assert!(found.causes.contains(&Cause::Rule(Rule::WordsOfTheList)), "{text}: {found:?}");
                let causes = in_grid(&found);
                assert!(found.minimal && !has_puzzle(&grid, &causes, &words), "{text}: {found:?}");
                for at in 0..causes.len() {
                    assert!(has_puzzle(&grid, &without(&causes, at), &words), "{text}: {at} of {found:?}");
                }
            }
            Finding::Solvable(_) => assert!(has_puzzle(&grid, &given, &words), "{text}"),
            Finding::TooFew(_) => panic!("the layout is free, so no word has a fixed place"),
            Finding::Undecided => panic!("no limit, and still undecided"),
        }
    }
    assert!((3..6).contains(&conflicts), "both should occur: {conflicts}");
}

#[test]
fn lengths_that_the_list_lacks_are_a_matter_of_its_words() {
    for (words, text) in [
        (&["ABA", "BAB", "ABC"][..], "2\n3\n...\n...\n"),
        (&["ABA", "BAB", "ABC"], "2\n3\n?..\n?..\n"),
        (&["AB", "ABAB"], "1\n4\n?...\n"),
        (&["ABCDEF"], "3\n3\n...\n...\n...\n"),
        (&[], "3\n3\n...\n...\n...\n"),
    ] {
        let grid = read(text);
        assert!(!layouts_with(&grid, &everything(&grid, Extend::All)).is_empty(), "{text} has layouts");
        assert!(!has_puzzle(&grid, &everything(&grid, Extend::All), words), "{text} has no fill");
        let found = why(job(&grid, Extend::All, &word_list(words)));
        assert_eq!(found.level, Level::Both, "{text}");
        assert!(found.minimal, "{text}: {found:?}");
        assert!(found.causes.contains(&Cause::Rule(Rule::WordsOfTheList)), "{text}: {found:?}");
    }
}

#[test]
fn a_list_of_one_length_is_named_as_the_cause() {
    let desk = tempfile::tempdir().unwrap();
    let words = desk.path().join("words");
    let list: String = ('A'..='Z').flat_map(|a| ['X', 'Y', 'Z'].map(|b| format!("{a}{b}{a}\n"))).collect();
    fs::write(&words, list).unwrap();
    let mut command = cwsat();
    command.args(["explain", "test_cases/10x10_L.cwg", "--words"]).arg(&words);
    command
        .assert()
        .code(1)
        .stdout(contains("without any one of them the others could"))
        .stdout(contains("a run that is asked spells a word of the list"));
    let mut command = cwsat();
    command.args(["solve", "test_cases/10x10_L.cwg", "-o"]).arg(desk.path().join("out.cwg"));
    command.arg("--words").arg(&words);
    command.assert().code(1).stderr(contains("follows the rules with words of the list's lengths"));
}

#[test]
fn open_arrows_are_no_excuse() {
    // The arrow of the question is not given; neither the word below nor the word to the right is possible.
    let grid = read("3\n3\n?Q.\nX..\n...\n");
    let list = word_list(&["AB", "ABA", "BAB", "BB"]);
    let found = why(job(&grid, Extend::Nothing, &list));
    assert_eq!(found.level, Level::Layout, "a single question does not reach all: {found:?}");
    let grid = read("2\n3\n?Q.\n?.X\n");
    let found = why(job(&grid, Extend::Nothing, &list));
    assert_eq!(found.level, Level::Words);
    let words =
        found.causes.iter().filter(|cause| matches!(cause, Cause::Word { question: None, .. })).count();
    assert!(words > 0 && found.minimal, "{found:?}");
}

/// A layout in which across word and down words disagree.
const CROSSED: &str = "3\n4\n????\n?...\n?...\n0 0 2\n0 1 0\n0 2 0\n0 3 0\n1 0 3\n2 0 3\n";

#[test]
fn words_that_cross_are_named_with_their_letters() {
    let grid = read("3\n4\n  ??\n?A..\n?..X\n0 2 0\n0 3 0\n1 0 3\n2 0 3\n");
    let list = word_list(&["ABC", "DEX", "BE", "AD"]);
    let found = why(job(&grid, Extend::Nothing, &list));
    assert_eq!(found.level, Level::Words);
    let words: Vec<_> = found
        .causes
        .iter()
        .filter_map(|cause| match cause {
            Cause::Word { run, .. } => Some((run.direction, run.start)),
            _ => None,
        })
        .collect();
    // Only C and X cannot be below each other: CX is not a word.
    assert!(words.contains(&(Direction::Down, Pos::new(1, 3))), "{found:?}");
    assert!(found.minimal);
}

#[test]
fn a_list_that_is_too_small_is_counted_before_anything_else() {
    // Three words down and three across, of three letters each, and the list has four.
    let text = "4\n4\n ???\n?...\n?...\n?...\n0 1 0\n0 2 0\n0 3 0\n1 0 3\n2 0 3\n3 0 3\n";
    let grid = read(text);
    let find = |words: &[&str]| {
        explain(
            job(&grid, Extend::Nothing, &word_list(words)),
            &ExplainOptions::default(),
            &Budget::unlimited(),
            &|_| {},
        )
    };
    let few = TooFew { len: 3, words: 4, slots: 6 };
    assert_eq!(find(&["ABC", "BCA", "CAB", "AAA", "BBBB"]), Finding::TooFew(vec![few]));
    // Six are enough for counting; that they do not cross is another matter.
    let enough = find(&["ABC", "DEF", "GHI", "JKL", "MNO", "PQR"]);
    assert!(matches!(enough, Finding::Conflict(_)), "{enough:?}");
    // Without any words one slot, which has a place, is the cause.
    let none = find(&["BBBB"]);
    assert!(matches!(&none, Finding::Conflict(found) if found.causes.len() == 1), "{none:?}");
    let desk = tempfile::tempdir().unwrap();
    let (path, words) = (desk.path().join("a.cwg"), desk.path().join("words"));
    fs::write(&path, text).unwrap();
    fs::write(&words, "ABC\nBCA\nCAB\nAAA\n").unwrap();
    let ask = |args: &[&str]| {
        cwsat().arg("explain").arg(&path).arg("--words").arg(&words).args(args).assert().code(1)
    };
    let sentence = "the list has 4 words of 3 letters for 6 slots";
    ask(&[]).stdout(contains(sentence));
    let json = ask(&["--json"]).get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&json["result"], &json["level"]), (&"conflict".into(), &"words".into()));
    assert_eq!((&json["causes"][0]["text"], &json["causes"][0]["slots"]), (&sentence.into(), &6.into()));
}

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG");
    command.timeout(PATIENCE);
    command
}

#[test]
fn the_command_says_what_conflicts_and_where() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("a.cwg");
    let words = desk.path().join("words");
    fs::write(&grid, "2\n6\n??????\n?Q....\n0 1 0\n1 0 3\n").unwrap();
    fs::write(&words, "ABCDE\nBCDEA\n").unwrap();
    // The word below (0,1) would be too short; the layout is already wrong.
    let mut command = cwsat();
    command.arg("explain").arg(&grid).arg("--words").arg(&words);
    command.assert().code(1).stdout(contains("no arrangement")).stdout(contains("row 1, column 2"));
    // Without that question: one arrow each, and no word with Q.
    fs::write(&grid, "2\n6\n?     \n?Q....\n0 0 1\n1 0 3\n").unwrap();
    let output = cwsat().arg("explain").arg(&grid).arg("--words").arg(&words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\u{1b}'), "colours in a pipe: {text}");
    fs::write(&grid, "1\n6\n?Q....\n0 0 3\n").unwrap();
    let mut command = cwsat();
    command.arg("explain").arg(&grid).arg("--words").arg(&words);
    command
        .assert()
        .code(1)
        .stdout(contains("has no word of 5 letters that matches Q...."))
        .stdout(contains("[Q]"));
    let output = cwsat().arg("explain").arg(&grid).arg("--words").arg(&words).arg("--json").output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["result"], "conflict");
    assert_eq!(json["minimal"], true);
    assert_eq!(json["causes"][0]["kind"], "word");
    assert_eq!(json["causes"][0]["pattern"], "Q....");
}

#[test]
fn the_command_says_when_nothing_is_wrong_or_nothing_is_known() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("a.cwg");
    cwsat().args(["explain", "test_cases/15x15_1.cwg"]).assert().code(0).stdout(contains("can be finished"));
    cwsat()
        .args(["explain", "test_cases/15x15_1.cwg", "--time-limit", "1ms"])
        .assert()
        .code(3)
        .stdout(contains("stopped"));
    cwsat().arg("explain").arg(&grid).assert().code(2).stderr(contains("a.cwg"));
    fs::write(&grid, CROSSED).unwrap();
    let words = desk.path().join("words");
    fs::write(&words, "ABC\nDEF\nAD\nBE\nCF\nXY\n").unwrap();
    cwsat().arg("explain").arg(&grid).arg("--words").arg(&words).assert().code(1);
}
