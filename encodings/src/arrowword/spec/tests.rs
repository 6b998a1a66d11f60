//! What is accepted, what is rejected, and with which messages.

use super::*;
use crate::arrowword::cwg;
use crate::arrowword::testing::{shared, words};

fn spec(text: &str) -> Result<Spec, SpecError> {
    Spec::new(cwg::read(text).unwrap().puzzle, Extend::Nothing)
}

fn extend(text: &str) -> Result<Spec, SpecError> {
    Spec::new(cwg::read(text).unwrap().puzzle, Extend::All)
}

const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

#[test]
fn a_grid_without_question_fields_is_open_whatever_is_said() {
    assert_eq!(spec("2\n3\n...\n.A.\n").unwrap().extend, Extend::All);
    assert_eq!(spec(RATED).unwrap().extend, Extend::Nothing);
    assert_eq!(extend(RATED).unwrap().extend, Extend::All);
    assert_eq!(extend("2\n3\n...\n...\n").unwrap().extend, Extend::All);
}

#[test]
fn missing_arrows_have_candidates_and_given_ones_stay() {
    let spec = spec("3\n3\n?L?\n?EI\n?AD\n0 0 4\n2 0 3\n").unwrap();
    let choices: Vec<_> = spec.asking.iter().map(|asking| asking.choices.clone()).collect();
    use Arrow::{Down, LeftDown, Right, RightDown};
    assert_eq!(choices[0], [vec![RightDown]]);
    assert_eq!(choices[1], [vec![Down], vec![LeftDown], vec![Down, LeftDown]]);
    assert_eq!(choices[2], [vec![Right]]);
}

#[test]
fn a_question_may_join_a_given_one_only_if_that_is_said() {
    // Right at the corner, and room for a word down: right and down may share a field, right and right-down may not.
    let grid = cwg::read("3\n4\n?...\n....\n....\n0 0 3\n").unwrap().puzzle;
    let choices = |extend| Spec::new(grid.clone(), extend).map(|spec| spec.asking[0].choices.clone());
    use Arrow::{Down, DownRight, Right};
    let all = vec![vec![Right], vec![Right, Down], vec![Right, DownRight]];
    assert_eq!(choices(Extend::All), Ok(all));
    assert_eq!(choices(Extend::Fields), Ok(vec![vec![Right]]));
    // Only a second question in the given field reaches the letters below it.
    let reached =
        |extend| Spec::new(cwg::read("3\n3\n?AB\nC--\nD--\n0 0 3\n").unwrap().puzzle, extend).is_ok();
    assert_eq!(Extend::EACH.map(reached), [false, false, true]);
}

#[test]
fn known_layouts_of_the_contest_are_taken_as_given() {
    for name in ["15x15_1", "15x15_2_doubles", "40x40_1", "island_1", "island_2"] {
        let Some(text) = shared(&format!("cw-challenge/peer_layouts/{name}.cwg")) else { return };
        assert_eq!(spec(&text).map(|spec| spec.extend), Ok(Extend::Nothing), "{name}");
    }
    // One of the layouts has a word that starts in the middle of a run.
    let Some(text) = shared("cw-challenge/peer_layouts/20x30_1.cwg") else { return };
    assert!(matches!(spec(&text), Err(SpecError::Rule(Violation::StartsInside { .. }))));
}

#[test]
fn grids_without_room_are_refused() {
    for text in ["1\n1\n.\n", "1\n2\n..\n", "1\n1\n-\n"] {
        assert!(matches!(spec(text), Err(SpecError::TooSmall { .. })), "{text:?}");
    }
    assert!(spec("1\n3\n...\n").is_ok());
}

#[test]
fn islands_of_one_or_two_fields_are_refused() {
    let found = spec("3\n4\n...-\n..-.\n...-\n").unwrap_err();
    assert_eq!(found, SpecError::Island { pos: Pos::new(1, 3), size: 1 });
    assert!(found.to_string().starts_with("the field at row 2, column 4 lies in an island of 1"));
    assert_eq!(spec("2\n5\n..-..\n..---\n"), Err(SpecError::Island { pos: Pos::new(0, 3), size: 2 }));
}

#[test]
fn a_field_that_can_be_nothing_is_refused() {
    // No arrow of (0,2) can start a word at B, which is inside a run, and no field can ask for a word down from (0,2).
    assert_eq!(spec("2\n4\n--.-\n.AB.\n"), Err(SpecError::Unusable { pos: Pos::new(0, 2) }));
    assert!(spec("2\n4\n--.-\n..B.\n").is_ok());
}

#[test]
fn a_letter_no_question_can_reach_is_refused() {
    assert_eq!(spec("1\n3\nABC\n"), Err(SpecError::Unreachable { pos: Pos::new(0, 0) }));
    assert_eq!(spec("2\n3\n?AB\n--C\n0 0 3\n"), Err(SpecError::Unreachable { pos: Pos::new(1, 2) }));
    assert!(spec("1\n3\n.AB\n").is_ok());
    assert_eq!(extend("3\n3\n?A.\n--C\n--D\n0 0 3\n").map(|spec| spec.extend), Ok(Extend::All));
}

#[test]
fn a_question_field_that_cannot_ask_is_refused() {
    assert_eq!(spec("2\n3\n?AB\n?-?\n0 0 3\n"), Err(SpecError::NoArrow { pos: Pos::new(1, 0) }));
}

#[test]
fn given_questions_that_break_a_rule_are_refused() {
    let rule = |found: Result<Spec, SpecError>| match found {
        Err(SpecError::Rule(violation)) => violation.rule(),
        other => panic!("{other:?}"),
    };
    assert_eq!(rule(spec("3\n3\n?AB\nCDE\nFGH\n0 0 1\n0 0 4\n")), "forbidden-pair");
    assert_eq!(rule(spec("3\n3\nABC\nD?E\nFGH\n1 1 4\n")), "forbidden-bend");
    assert_eq!(rule(extend("3\n3\nABC\nD?E\nFGH\n1 1 4\n")), "forbidden-bend");
    assert_eq!(rule(spec("2\n3\n.?.\n...\n0 1 1\n")), "starts-inside-run");
    assert!(extend("3\n3\n.?.\n...\n...\n0 1 1\n").is_ok());
    assert_eq!(rule(extend("2\n3\n.?.\nA..\n0 1 1\n")), "starts-inside-run");
    assert_eq!(rule(spec("2\n3\n?AB\n?AB\n0 0 3\n1 0 3\n")), "word-twice");
}

#[test]
fn a_list_has_to_have_the_words() {
    let spec = spec("2\n4\n?A..\n?...\n0 0 3\n").unwrap();
    let with = |list: &[&str]| spec.check_words(&words(list.iter().copied()));
    assert_eq!(with(&[]), Err(SpecError::NoWords));
    assert!(matches!(with(&["AB"]), Err(SpecError::RunTooLong { len: 3, longest: 2, .. })));
    assert!(matches!(with(&["AB", "ABCD"]), Err(SpecError::NoWordsOfLength { len: 3, .. })));
    let error = with(&["AB", "BCD"]).unwrap_err().to_string();
    assert!(error.starts_with(
        "no word of the list fits the given letters A?? of the question at row 1, column 1 right"
    ));
    let too_few = with(&["AB", "ABC"]);
    assert_eq!(too_few, Err(SpecError::TooFewWords { words: 2, covered: 7, fields: 8 }));
    assert_eq!(with(&["AB", "ABC", "BC"]), Ok(()));
    let rated = super::Spec::new(cwg::read(RATED).unwrap().puzzle, Extend::Nothing).unwrap();
    let found = rated.check_words(&words(["LEA", "ID", "EI"]));
    assert!(matches!(found, Err(SpecError::Rule(Violation::UnknownWord { .. }))));
}

#[test]
fn a_question_field_whose_every_choice_lacks_words_is_named() {
    let spec = spec("1\n4\n?...\n").unwrap();
    let found = spec.check_words(&words(["AB", "ABCD"]));
    assert_eq!(found, Err(SpecError::NoWordsForField { pos: Pos::new(0, 0), lengths: vec![3] }));
}
