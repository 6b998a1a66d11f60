//! The wirings of Numberlink boards against plain enumeration, and `cwsat make numberlink --unique` as a whole.

use crate::common::numberlink::wirings;
use assert_cmd::Command;
use cwsat::encodings::numberlink::{Cell, Problem, Solution, format_q, rules};
use cwsat::search::Setup;
use cwsat::search::numberlink::generate::{Request, generate};
use cwsat::search::numberlink::wirings::{Grade, count_others, difficulty, make_only};
use cwsat::solver::Budget;
use predicates::str::contains;

/// Random boards, some crowded and some not.
fn boards() -> impl Iterator<Item = (Problem, Solution)> {
    (0..60).filter_map(|seed| {
        let (rows, cols) = [(4, 4), (4, 5), (3, 6)][seed as usize % 3];
        let request =
            Request { blocks: 3 + seed as usize % 2, nets: 2 + seed as usize % 4, rows, cols, seed };
        generate(request, &Budget::unlimited()).ok()
    })
}

#[test]
fn other_wirings_are_counted_like_by_enumeration() {
    let (mut unique, mut others) = (0, 0);
    for (problem, board) in boards() {
        let counted = count_others(&problem, &board, usize::MAX, &Setup::default(), &Budget::unlimited());
        assert!(counted.is_complete);
        assert_eq!(counted.found + 1, wirings(&problem, &board), "{problem:?} {board:?}");
        if counted.are_none() { unique += 1 } else { others += 1 }
    }
    assert!(unique > 20 && others > 5, "{unique} unique, {others} not");
}

#[test]
fn blocks_are_added_until_enumeration_finds_one_wiring() {
    let mut grades = [0; 3];
    for (problem, board) in boards() {
        let only = make_only(&problem, &board, &Setup::default(), &Budget::unlimited()).unwrap();
        assert_eq!(rules::check(&only.problem, &only.answer), []);
        assert_eq!(wirings(&only.problem, &only.answer), 1, "{problem:?} {board:?}");
        // What was there before stays, and nothing is added where it is not needed.
        assert_eq!(only.added == 0, wirings(&problem, &board) == 1);
        assert_eq!(only.answer.at[..board.at.len()], board.at[..]);
        let found = difficulty(&only.problem, &only.answer, &Budget::unlimited()).unwrap();
        let drawn = only.answer.fields.iter().filter(|(_, cell)| matches!(cell, Cell::Number(_))).count();
        assert_eq!(found.fields, drawn - 2 * only.problem.nets());
        assert_eq!(found.wires, found.forced + found.tried + found.open);
        grades[found.grade as usize] += 1;
    }
    assert!(grades[Grade::Easy as usize] > 5, "{grades:?}");
}

#[test]
fn a_board_is_made_whose_wiring_is_unique() {
    let folder = tempfile::tempdir().unwrap();
    let (problem, picture) = (folder.path().join("Q.txt"), folder.path().join("board.svg"));
    let make = |more: &[&str]| {
        let mut make = Command::cargo_bin("cwsat").expect("the program is built");
        make.args(["make", "numberlink", "6x6", "--blocks", "3", "--nets", "3", "--seed", "2", "--json"]);
        make.args(more).assert().code(0)
    };
    let before = make(&[]);
    let report = |assert: &assert_cmd::assert::Assert| -> serde_json::Value {
        serde_json::from_slice(&assert.get_output().stdout).unwrap()
    };
    let [q, svg] = [&problem, &picture].map(|path| path.to_str().unwrap());
    let made = make(&["--unique", "-o", q, "-o", svg]).stderr(contains("the wiring is unique"));
    let (before, made) = (report(&before), report(&made));
    assert_eq!((&made["other_wirings"], &made["all_wirings_counted"]), (&0.into(), &true.into()));
    assert_eq!((&made["area"], &made["optimal"]), (&before["area"], &before["optimal"]));
    let added = made["blocks_added"].as_u64().unwrap();
    assert_eq!(made["blocks"].as_u64(), Some(3 + added));
    assert!(["easy", "medium", "hard"].iter().any(|grade| made["difficulty"]["grade"] == *grade));
    // The text is that of the problem with the added blocks, and the answer in the report is one of it.
    let text = std::fs::read_to_string(&problem).unwrap();
    assert_eq!(made["problem"].as_str(), Some(&*text));
    let blocks = format_q::read(&text).unwrap().blocks().len();
    assert_eq!(blocks as u64, 3 + added);
    let answer = folder.path().join("A.txt");
    std::fs::write(&answer, made["answer"].as_str().unwrap()).unwrap();
    let mut check = Command::cargo_bin("cwsat").expect("the program is built");
    check.arg("check").arg(&problem).arg(&answer).assert().code(0);
}
