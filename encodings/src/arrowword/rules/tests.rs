//! Puzzles that break each rule once, and puzzles that break none.

use super::*;
use crate::arrowword::cwg;
use crate::arrowword::puzzle::Arrow;
use crate::arrowword::testing::{contest_list, shared, words};
use crate::lexicon::fold;

fn puzzle(text: &str) -> Puzzle {
    cwg::read(text).unwrap().puzzle
}

/// Returns the names of the rules that a puzzle breaks.
fn broken(text: &str) -> Vec<&'static str> {
    check(&puzzle(text), None).iter().map(Violation::rule).collect()
}

const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

#[test]
fn the_known_3x3_puzzle_breaks_no_rule() {
    assert_eq!(broken(RATED), [""; 0]);
    assert!(unfilled(&puzzle(RATED)).is_empty());
}

#[test]
fn words_are_looked_up_in_the_list() {
    let list = words(["LEA", "ID", "EI", "AD"]);
    assert_eq!(check(&puzzle(RATED), Some(&list)), []);
    let list = words(["LEA", "EI", "AD"]);
    let found = check(&puzzle(RATED), Some(&list));
    let question = Question { pos: Pos::new(0, 2), arrow: Arrow::Down };
    assert_eq!(found, [Violation::UnknownWord { word: "ID".into(), question }]);
    assert_eq!(
        found[0].to_string(),
        "the question at row 1, column 3, 0 (down) has ID, which is not in the word list"
    );
}

#[test]
fn words_that_the_list_keeps_apart_do_not_meet() {
    let list = words(["LEA", "ID", "EI", "AD"]);
    let family: Vec<_> = ["EI", "ID"].map(|word| list.find(&fold(word).unwrap()).unwrap()).into();
    let apart = Apart::new(&list, [family], Apart::INSIDE);
    let found = check(&puzzle(RATED), Some(&list.kept_apart(apart.into())));
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "the question at row 1, column 3, 0 (down) has ID, a relative of EI, which the question at row 2, column 1, 3 \
         (right) has"
        ]
    );
    assert_eq!(found[0].rule(), "relatives");
}

#[test]
fn a_layout_without_letters_breaks_no_rule() {
    let text = "3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
    assert_eq!(broken(text), [""; 0]);
    assert_eq!(unfilled(&puzzle(text)).len(), 5);
}

#[test]
fn an_empty_grid_is_one_violation_and_not_one_a_field() {
    assert_eq!(broken("2\n2\n..\n..\n"), ["no-questions"]);
}

#[test]
fn a_question_field_holds_one_or_two_questions() {
    assert_eq!(broken("1\n4\n??AB\n0 1 3\n"), ["empty-question-field"]);
    assert_eq!(
        broken("3\n3\n?AB\nCDE\nFGH\n0 0 0\n0 0 1\n0 0 3\n0 0 4\n"),
        ["too-many-questions", "letter-without-question"]
    );
}

#[test]
fn only_five_pairs_may_share_a_field() {
    let grid = "3\n3\nABC\nD?E\nFGH\n";
    let mut allowed = Vec::new();
    for a in Arrow::ALL {
        for b in Arrow::ALL.into_iter().filter(|b| b.code() > a.code()) {
            let text = format!("{grid}1 1 {}\n1 1 {}\n", a.code(), b.code());
            if !broken(&text).contains(&"forbidden-pair") {
                allowed.push((a.code(), b.code()));
            }
        }
    }
    assert_eq!(allowed, [(0, 2), (0, 3), (0, 4), (1, 3), (3, 5)]);
}

#[test]
fn bent_arrows_stand_only_at_an_upper_or_left_border() {
    let bends = |text: &str| broken(text).contains(&"forbidden-bend");
    for arrow in [1, 2, 4, 5] {
        assert!(!bends(&format!("3\n3\nA?C\nDXE\nFGH\n0 1 {arrow}\n")));
        assert!(!bends(&format!("3\n3\nABC\n?XE\nFGH\n1 0 {arrow}\n")));
        assert!(!bends(&format!("3\n3\nA-C\nD?E\nFGH\n1 1 {arrow}\n")));
        assert!(!bends(&format!("3\n3\nABC\n ?E\nFGH\n1 1 {arrow}\n")));
        assert!(bends(&format!("3\n3\n-BC\nD?-\nF-H\n1 1 {arrow}\n")));
    }
    for arrow in [0, 3] {
        assert!(!bends(&format!("3\n3\nABC\nD?E\nFGH\n1 1 {arrow}\n")));
    }
}

#[test]
fn each_arrow_starts_its_word_where_the_rules_say() {
    let starts = |code: usize| {
        let question = Question { pos: Pos::new(1, 1), arrow: Arrow::from_code(code).unwrap() };
        puzzle("3\n3\n...\n.?.\n...\n").run_of(question).map(|run| (run.start.row, run.start.col, run.len))
    };
    let found: Vec<_> = (0..6).filter_map(starts).collect();
    assert_eq!(found, [(2, 1, 1), (2, 1, 2), (1, 0, 2), (1, 2, 1), (1, 2, 2), (0, 1, 2)]);
}

#[test]
fn a_word_starts_where_its_run_starts() {
    let found = broken("2\n3\n.?A\n.BC\n0 1 1\n");
    assert_eq!(
        found,
        [
            "starts-inside-run",
            "letter-without-question",
            "letter-without-question",
            "letter-without-question"
        ]
    );
}

#[test]
fn a_question_needs_a_word_of_two_letters() {
    assert_eq!(broken("1\n2\n?A\n0 0 3\n"), ["too-short"]);
    assert_eq!(broken("1\n3\n??A\n0 0 3\n0 1 3\n"), ["no-word", "too-short"]);
    assert_eq!(broken("1\n1\n?\n0 0 5\n"), ["no-word"]);
    assert_eq!(broken("1\n1\n?\n0 0 0\n"), ["no-word"]);
}

#[test]
fn the_same_run_is_not_asked_twice() {
    // (0,1) right-then-down and (0,3) left-then-down meet in the same column.
    assert_eq!(broken("2\n5\n-?A?-\n--B--\n0 1 4\n0 3 2\n"), ["asked-twice"]);
}

#[test]
fn a_letter_needs_a_question() {
    assert_eq!(broken("2\n3\n?AB\n--C\n0 0 3\n"), ["letter-without-question"]);
}

#[test]
fn a_word_comes_only_once() {
    let text = "2\n3\n?AB\n?AB\n0 0 3\n1 0 3\n";
    let found = check(&puzzle(text), None);
    assert_eq!(found.len(), 1);
    assert!(found[0].to_string().contains("has the word AB, which the question at row 1, column 1"));
    assert_eq!(broken("2\n3\n?A.\n?A.\n0 0 3\n1 0 3\n"), [""; 0]);
}

#[test]
fn questions_off_their_fields_are_reported_even_outside_the_grid() {
    let mut odd = puzzle(RATED);
    odd.questions.push(Question { pos: Pos::new(1, 1), arrow: Arrow::Down });
    odd.questions.push(Question { pos: Pos::new(7, 7), arrow: Arrow::UpRight });
    let found: Vec<_> = check(&odd, None).iter().map(Violation::rule).collect();
    assert!(found.contains(&"question-off-field") && found.contains(&"no-word"));
}

#[test]
fn the_specification_is_kept() {
    let empty = puzzle("2\n4\n?. .\n.A..\n0 0 3\n");
    let against = |text| {
        let found = check_against(&puzzle(text), &empty, Extend::Fields);
        found.iter().map(Violation::rule).collect::<Vec<_>>()
    };
    assert_eq!(against("2\n4\n?B-C\n?AXY\n0 0 3\n1 0 3\n"), [""; 0]);
    assert_eq!(against("2\n4\n?BBC\n?AXY\n0 0 3\n"), ["field-not-kept"]);
    assert_eq!(against("2\n4\n?B C\n?A-Y\n0 0 3\n"), ["field-not-kept"]);
    assert_eq!(against("2\n4\n?B C\n?CXY\n0 0 3\n"), ["field-not-kept"]);
    assert_eq!(against("2\n4\n?B C\n?.XY\n0 0 3\n"), ["field-not-kept"]);
    assert_eq!(against("2\n4\nXB C\n?AXY\n"), ["field-not-kept", "question-not-kept"]);
    assert_eq!(against("2\n4\n?B C\n?AXY\n0 0 0\n"), ["question-not-kept", "question-added"]);
    assert_eq!(against("2\n3\n?B \n?AX\n0 0 3\n"), ["other-size"]);
}

#[test]
fn what_may_be_added_depends_on_what_is_said() {
    let empty = puzzle("2\n4\n?..?\n....\n0 0 3\n");
    let added = |text| {
        let rules = |extend| check_against(&puzzle(text), &empty, extend).into_iter();
        Extend::EACH.map(|extend| rules(extend).map(|violation| violation.to_string()).collect::<Vec<_>>())
    };
    // Questions of a field that had none are no addition.
    assert_eq!(added("2\n4\n?..?\n....\n0 0 3\n0 3 0\n0 3 2\n"), [const { Vec::<String>::new() }; 3]);
    let [nothing, fields, all] = added("2\n4\n?..?\n?...\n0 0 3\n0 3 0\n1 0 3\n");
    assert_eq!((nothing.len(), fields.len(), all.len()), (1, 0, 0));
    assert!(nothing[0].starts_with("the field at row 2, column 1 is a question field, but the given layout"));
    let [nothing, fields, all] = added("2\n4\n?..?\n....\n0 0 0\n0 0 3\n0 3 0\n");
    assert_eq!((nothing.len(), fields.len(), all.len()), (1, 1, 0));
    assert!(
        fields[0].starts_with("the question at row 1, column 1, 0 (down) was added to a field"),
        "{fields:?}"
    );
}

#[test]
fn a_violation_names_the_field_it_is_about() {
    let places = |text| check(&puzzle(text), None).iter().map(Violation::place).collect::<Vec<_>>();
    let at = |row, col| Some(Pos::new(row, col));
    assert_eq!(places("2\n2\n..\n..\n"), [None]);
    assert_eq!(places("1\n4\n??AB\n0 1 3\n"), [at(0, 0)]);
    assert_eq!(places("2\n3\n?AB\n--C\n0 0 3\n"), [at(1, 2)]);
    // The place of a word is that of its question.
    assert_eq!(places("2\n3\n?AB\n?AB\n0 0 3\n1 0 3\n"), [at(1, 0)]);
    assert_eq!(check(&puzzle("1\n3\n?.?\n"), None), [Violation::NoArrows { fields: 2 }]);
}

#[test]
fn what_was_not_kept_is_said_in_words() {
    let given = puzzle("1\n5\n?A. .\n");
    let said = |text| {
        let found = check_against(&puzzle(text), &given, Extend::All);
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(said("1\n5\n?A. .\n"), [""; 0]);
    let found = said("1\n5\n.B C?\n");
    let expected = [
        ["not blocked", "a question field"],
        ["the letter B", "the letter A"],
        ["blocked", "not blocked"],
        ["the letter C", "blocked"],
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (sentence, [is, was]) in found.iter().zip(expected) {
        assert!(sentence.contains(&format!(" is {is}, but was given as {was}")), "{sentence}");
    }
}

#[test]
fn the_best_known_puzzle_breaks_no_rule() {
    let Some(text) = shared("cw-challenge/peer_layouts/15x15_2_doubles.cwg") else { return };
    let Some(empty) = shared("cw-challenge/test_cases/15x15_2.cwg") else { return };
    let Some(list) = contest_list() else { return };
    assert_eq!(check(&puzzle(&text), Some(&list)), []);
    assert_eq!(check_against(&puzzle(&text), &puzzle(&empty), Extend::All), []);
}
