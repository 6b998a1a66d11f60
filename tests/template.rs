//! Template crosswords from end to end: solve, check, encode and decode, clues, making templates, and every bad input.

use crate::common::desk::Desk;
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::cnf::{Var, dimacs};
use cwsat::encodings::template::format;
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::PathBuf;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/template");

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.env_remove("RUST_LOG").timeout(PATIENCE);
    command
}

#[test]
fn every_template_of_the_test_cases_is_filled_and_passes_the_check() {
    let desk = Desk::new();
    let mut cases: Vec<PathBuf> = fs::read_dir(CASES).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    cases.sort();
    assert!(cases.len() >= 4);
    let out = format!("{}/", desk.path("out").display());
    cwsat().arg("solve").args(&cases).args(["--quiet", "-o", &out]).assert().success();
    for case in &cases {
        let solved = desk.path("out").join(case.file_name().unwrap());
        cwsat()
            .arg("check")
            .arg(&solved)
            .args(["--words", "embedded", "--against"])
            .arg(case)
            .assert()
            .success()
            .stdout(contains("valid"));
        let text = fs::read_to_string(&solved).unwrap();
        for heading in ["\n\nAcross\n", "\n\nDown\n", "\n\nGrid to solve on\n ", "\n\nAnswers\nAcross: "] {
            assert!(text.contains(heading), "{heading:?} in {text}");
        }
    }
}

#[test]
fn a_word_square_needs_no_file_and_the_same_seed_gives_the_same() {
    let square = |seed: &str| {
        let run = cwsat()
            .args(["solve", "--as", "template", "4x4", "--threads", "1", "--quiet", "--seed", seed])
            .assert()
            .success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let one = square("1");
    assert_eq!(one, square("1"));
    // There are few squares of the best words, and several seeds find the same one.
    assert!((2..=8).any(|seed| square(&seed.to_string()) != one));
    let template = format::read(&one).unwrap();
    assert_eq!((template.white(), template.runs().len()), (16, 8));
}

#[test]
fn letters_that_are_given_are_kept() {
    let desk = Desk::new();
    let given = desk.put("given.txt", "ooRoo\noxoxo\nOoooo\noxoxo\nooooE\n");
    let run = cwsat().arg("solve").arg(&given).args(["--quiet", "--json"]).assert().success();
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let row = |index: usize| json["rows"][index].as_str().unwrap().to_owned();
    assert!(row(0).chars().nth(2) == Some('R') && row(2).starts_with('O') && row(4).ends_with('E'));
    assert_eq!(json["across"][0]["number"], 1);
    assert_eq!(json["words"], 6);
}

#[test]
fn clues_come_from_a_file_or_a_folder_and_are_drawn_by_the_seed() {
    let desk = Desk::new();
    let list = desk.put("lists/2.txt", "ab\nCd\nac\nbd\n");
    let template = desk.put("t.txt", "..\n..\n");
    let clues = "AB|first\nab|other\nAB|third\nCD|end\nno clue\n";
    let file = desk.put("clues.txt", clues);
    desk.put("split/_AB.clu", "AB|in the folder\n");
    desk.put("split/_zz.txt", [0xff, 0xfe]);
    let solve = |clues: &PathBuf, seed: &str| {
        let run = cwsat()
            .arg("solve")
            .arg(&template)
            .arg("--words")
            .arg(list.parent().unwrap())
            .arg("--clues")
            .arg(clues)
            .args(["--seed", seed])
            .assert()
            .success();
        let output = run.get_output();
        (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
    };
    let mut drawn: Vec<bool> = vec![false; 3];
    for seed in 0..20 {
        let (text, told) = solve(&file, &seed.to_string());
        assert!(
            told.contains("1 line has no word with a clue") && told.contains("4 of 4 words with a clue"),
            "{told}"
        );
        for (drawn, clue) in drawn.iter_mut().zip(["first", "other", "third"]) {
            *drawn |= text.contains(&format!("1. {clue} (2)"));
        }
    }
    assert_eq!(drawn, [true; 3]);
    // Only the files for the lengths of words are read: the other one is not text.
    let (text, told) = solve(&desk.path("split"), "1");
    assert!(text.contains("1. in the folder (2)") && !told.contains("left out"), "{text}{told}");
    cwsat()
        .arg("solve")
        .arg(&template)
        .arg("--clues")
        .arg(desk.path("lists"))
        .assert()
        .code(2)
        .stderr(contains("no file of clues"));
}

#[test]
fn what_cannot_be_filled_is_proven() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "ABC\nBCA\nCAB\n");
    let square = desk.put("square.txt", "...\n...\n...\n");
    let solve = |template: &PathBuf| {
        let mut command = cwsat();
        command.arg("solve").arg(template).arg("--words").arg(&words).assert().code(1)
    };
    solve(&square).stderr(contains("cannot be filled from this word list, proven"));
    let long = desk.put("long.txt", "oooo\nxoxx\nxoxx\n");
    solve(&long).stderr(contains("no word for the 4 letters across at row 1, column 1; change"));
    let given = desk.put("given.txt", "QQo\nooo\nooo\n");
    solve(&given).stderr(contains(
        "no word for QQ. across at row 1, column 1; Q.. down at row 1, column 1; Q.. down at row 1, column 2; change",
    ));
}

#[test]
fn explanations_count_rows_and_columns_from_1_as_the_other_commands_do() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "ABC\nDEF\n");
    let template = desk.put("t.txt", "xxxx\nxooo\nxoxx\nxoxx\n");
    let explain = |arguments: &[&str]| {
        let mut command = cwsat();
        command.arg("explain").arg(&template).arg("--words").arg(&words).args(arguments).assert().code(1)
    };
    explain(&[]).stdout(
        contains("1. the word across at row 2, column 2 is in the list")
            .and(contains("2. the word down at row 2, column 2 is in the list"))
            .and(contains("1 and 2 cross at row 2, column 2"))
            .and(contains("a smallest set: any fewer slots can"))
            .and(contains("\n      1  2  3")),
    );
    let run = explain(&["--json"]);
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&json["causes"][0]["row"], &json["causes"][0]["column"]), (&1.into(), &1.into()));
    assert_eq!((&json["minimal"], &json["smallest"]), (&true.into(), &true.into()));
}

#[test]
fn bad_templates_and_flags_are_refused_with_a_sentence() {
    let desk = Desk::new();
    let refused = |args: &[&str], sentence: &str| {
        cwsat().args(args).assert().code(2).stderr(contains(sentence));
    };
    let file = |name: &str, text: &str| desk.put(name, text).display().to_string();
    refused(&["solve", "--as", "template", "no/such/file"], "check the name");
    refused(&["solve", "--as", "template", &file("empty", "\n")], "no row");
    refused(&["solve", &file("letter", "oooo\noaoo\noooo\n")], "line 2, column 2: `a` is not a field");
    refused(&["solve", &file("blocks", "xx\nxx\n")], "all fields are blocks");
    refused(&["solve", &file("lonely", "ooxo\nooxx\n")], "row 1, column 4 is in no word");
    // Before anything is solved or written.
    let (good, out) = (file("good", "oo\noo\n"), desk.path("out/").display().to_string());
    refused(&["solve", &good, &file("lonely", "ooxo\nooxx\n"), "-o", &out], "column 4 is in no word");
    assert!(!desk.path("out").exists());
    refused(&["encode", &file("lonely2", "ooxo\nooxx\n")], "row 1, column 4 is in no word");
    refused(&["solve", &file("two", "oo\n\noo\n")], "grid rows continue below a blank line");
    for size in ["0x0", "5", "400x400"] {
        refused(
            &["solve", "--as", "template", size],
            "nor a usable size; a size is rows x columns, each from 1 to 200",
        );
    }
    refused(&["solve", "--as", "template", "--size", "big"], "nor a usable size");
    refused(&["solve", "--as", "template"], "as in `--size 6x6`, for one without blocks; `cwsat make");
    refused(&["solve"], "name a file, or give a size");
    refused(&["solve", "--as", "crisscross"], "is read from a file: name one");
    refused(&["solve", &file("t2", "oo\noo\n"), "--clues", "no/such/clues"], "check the name");
    refused(
        &["solve", &file("t3", "oo\noo\n"), "--extend"],
        "--extend is for the kind arrowword, and this is of the kind template; omit it, or set the kind with --as",
    );
    let folder = desk.path("folder");
    fs::create_dir(&folder).unwrap();
    refused(&["solve", &file("t4", "oo\noo\n"), "--words", &folder.display().to_string()], "3.txt");
}

#[test]
fn the_check_names_every_broken_rule() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "AB\nCD\nAC\n");
    let empty = desk.put("empty.txt", "oo\nCx\n");
    let check = |text: &str| {
        let puzzle = desk.put("puzzle.txt", text);
        let mut command = cwsat();
        command.args(["check", "--as", "template"]).arg(puzzle);
        command.arg("--words").arg(&words).arg("--against").arg(&empty).assert()
    };
    check("AB\nC#\n").success().stdout(contains("valid, 2 words, 75 % white"));
    check("AB\nD#\n").code(1).stdout(
        contains("AD down at row 1, column 1 is not in the word list")
            .and(contains("row 2, column 1: the letter D where the template has the letter C")),
    );
    check("AB\nCD\n").code(1).stdout(contains("the letter D where the template has a block"));
    check("A.\nC#\n").code(1).stdout(contains("row 1, column 2: no letter"));
    check("..\n.#\n").code(1).stdout(
        contains("2 rules broken")
            .and(contains("row 1, column 1: no letter; 2 more fields have none either")),
    );
    let line = desk.put("line.txt", "AB\n");
    let one = cwsat().args(["check", "--as", "template"]).arg(&line).assert();
    one.success().stdout(contains("valid, 1 word, 100 % white"));
    check("AB#\nC#A\n").code(1).stdout(contains("2 rows and 3 columns, but the template has 2 and 2"));
    cwsat().args(["check"]).arg(&empty).assert().success().stdout(contains("2 of 3 fields not filled"));
}

#[test]
fn a_formula_is_written_solved_and_decoded() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "ABC\nDEF\nAD\nBE\nCF\nADE\n");
    let template = desk.put("t.txt", "ooo\nooo\n");
    for encoding in ["direct", "mdd", "auto"] {
        let formula = desk.path("t.cnf");
        cwsat()
            .arg("encode")
            .arg(&template)
            .arg("--words")
            .arg(&words)
            .args(["--encoding", encoding, "--quiet", "-o"])
            .arg(&formula)
            .assert()
            .success();
        let text = fs::read_to_string(&formula).unwrap();
        let read = dimacs::read(text.as_bytes()).unwrap();
        let mut solver = new_solver(1);
        load(&mut *solver, &read, 0);
        assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
        let literals: Vec<String> = (0..read.var_count())
            .map(|v| {
                if solver.value(Var::new(v).positive()) {
                    format!("{}", v + 1)
                } else {
                    format!("-{}", v + 1)
                }
            })
            .collect();
        let model = desk.put("model", format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")));
        for with_map in [true, false] {
            let mut command = cwsat();
            command.arg("decode").arg(&template).arg("--model").arg(&model).arg("--words").arg(&words);
            match with_map {
                true => command.arg("--map").arg(&formula),
                false => command.args(["--encoding", encoding]),
            };
            command.assert().success().stdout(predicate::str::starts_with("ABC\nDEF\n\nAcross\n1. "));
        }
        let other = desk.put("other.txt", "oo\noo\n");
        cwsat()
            .arg("decode")
            .arg(&other)
            .arg("--model")
            .arg(&model)
            .arg("--map")
            .arg(&formula)
            .assert()
            .code(2)
            .stderr(contains("made for another template"));
    }
}
