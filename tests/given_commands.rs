//! `--extend` means the same in every command: what may be added to the questions that a grid gives.

use crate::common::desk::Desk;
use cwsat::encodings::cnf::{Var, dimacs};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};

/// An empty grid with a question of which a puzzle needs a second one beside it, its words, and that puzzle.
const GIVEN: &str = "3\n3\n?..\n...\n...\n0 0 1\n";
const LIST: &str = "LA\nAD\nEIN\n";
const SOLUTION: &str = "3\n3\n?LA\nEIN\n?AD\n0 0 1\n0 0 3\n2 0 3\n";

/// The two words of two letters may be in either place.
fn assert_is_solution(text: &str) {
    let swapped = SOLUTION.replace("?LA", "?--").replace("?AD", "?LA").replace("?--", "?AD");
    assert!([SOLUTION, &swapped].contains(&text), "{text}");
}

#[test]
fn all_commands_mean_the_same() {
    let desk = Desk::new();
    for (name, text) in [("gq.cwg", GIVEN), ("w2.txt", LIST), ("sol.cwg", SOLUTION)] {
        desk.put(name, text);
    }
    let check = |puzzle: &str, extend: &str| {
        desk.cwsat(&format!("check {puzzle} --against gq.cwg --words w2.txt{extend}"))
    };
    for extend in [" --extend=all", " --extend"] {
        assert_eq!(check("sol.cwg", extend).0, 0);
        let (code, ..) = desk.cwsat(&format!("solve gq.cwg --words w2.txt{extend} -o found.cwg"));
        assert_eq!((code, check("found.cwg", extend).0), (0, 0));
        let (code, text, _) = desk.cwsat(&format!("explain gq.cwg --words w2.txt{extend}"));
        assert!(code == 0 && text.contains("this can be finished"), "{text}");
    }
    assert_is_solution(&std::fs::read_to_string(desk.path("found.cwg")).unwrap());

    let (code, text, _) = check("sol.cwg", " --extend=fields");
    let joined =
        "the question at row 1, column 1, 3 (right) was added to a field that was given with its question";
    assert!(code == 1 && text.contains(joined) && !text.contains("the given layout has"), "{text}");
    let solver = "--solver varisat --proof-format varisat --proof gq.proof";
    let (code, _, said) = desk.cwsat(&format!("solve gq.cwg --words w2.txt --extend=fields {solver}"));
    let limits = "given question fields have no other questions (--extend=all allows a second one)";
    assert!(code == 1 && said.matches(limits).count() == 2, "the answer and the proof: {said}");
    let file = |name: &str| std::fs::read(desk.path(name)).unwrap();
    let mut checker = varisat::checker::Checker::new();
    checker.add_dimacs_cnf(&file("gq.proof.cnf")[..]).unwrap();
    checker.check_proof(&file("gq.proof")[..]).unwrap();
    let encode = "encode gq.cwg --words w2.txt --encoding direct --extend=fields -o gq.cnf";
    assert_eq!(desk.cwsat(encode).0, 0);
    let clauses = |name: &str| {
        let text = String::from_utf8(file(name)).unwrap();
        text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(clauses("gq.cnf"), clauses("gq.proof.cnf"), "the proof is about the formula that is written");
    let (code, text, _) = desk.cwsat("explain gq.cwg --words w2.txt --extend=fields");
    assert!(
        code == 1 && text.contains("row 1, column 1 has the arrow down-then-right, and no other"),
        "{text}"
    );

    // A grid with a question field is the whole layout unless something else is said.
    let (code, text, _) = check("sol.cwg", "");
    let added = "the field at row 3, column 1 is a question field, but the given layout has a letter there";
    assert!(code == 1 && text.contains(added) && text.contains(joined), "{text}");
    let (code, _, said) = desk.cwsat("solve gq.cwg --words w2.txt");
    assert!(code == 2 && said.contains("cannot be reached by any question"), "{said}");
    assert_eq!(desk.cwsat("explain gq.cwg --words w2.txt").0, 1);
}

#[test]
fn what_cannot_be_added_is_refused() {
    let desk = Desk::new();
    desk.put("gq.cwg", GIVEN);
    desk.put("sol.cwg", SOLUTION);
    for command in ["solve gq.cwg", "encode gq.cwg", "explain gq.cwg", "check sol.cwg --against gq.cwg"] {
        let (code, _, said) = desk.cwsat(&format!("{command} --extend=letters"));
        assert!(code == 2 && said.contains("`letters` is not a value of --extend"), "{command}: {said}");
    }
    let (code, _, said) = desk.cwsat("check sol.cwg --extend");
    assert!(code == 2 && said.contains("name it with --against"), "{said}");
}

#[test]
fn a_map_says_what_was_added_and_an_older_one_is_refused() {
    let desk = Desk::new();
    desk.put("gq.cwg", GIVEN);
    desk.put("w2.txt", LIST);
    assert_eq!(desk.cwsat("encode gq.cwg --words w2.txt --extend -o gq.cnf").0, 0);
    let text = std::fs::read_to_string(desk.path("gq.cnf")).unwrap();
    assert!(text.contains("\nc extend: all\n"), "{text}");
    let formula = dimacs::read(text.as_bytes()).unwrap();
    let mut solver = new_solver(1);
    load(&mut *solver, &formula, 0);
    assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
    let lit = |var: Var| if solver.value(var.positive()) { var.positive() } else { !var.positive() };
    let values = (0..formula.var_count()).map(|i| lit(Var::new(i)).dimacs().to_string());
    desk.put("model", format!("v {} 0\n", values.collect::<Vec<_>>().join(" ")));
    let decode = |map: &str| {
        desk.cwsat(&format!("decode gq.cwg --words w2.txt --map {map} --model model -o decoded.cwg"))
    };
    let (code, _, said) = decode("gq.cnf");
    assert_eq!(code, 0, "{said}");
    assert_is_solution(&std::fs::read_to_string(desk.path("decoded.cwg")).unwrap());
    desk.put("old.cnf", text.replace("c extend: all", "c extend: yes"));
    let (code, _, said) = decode("old.cnf");
    assert!(code != 0 && said.contains("`extend: yes`") && said.contains("encode the grid again"), "{said}");
    desk.put("fields.cnf", text.replace("c extend: all", "c extend: fields"));
    let (code, _, said) = decode("fields.cnf");
    assert!(code != 0, "a puzzle with a question that joined another one: {said}");
}
