//! Numberlink from the command line: whole runs, exit codes, bad input; and the contest's published answers, if they
//! are beside the checkout.

use crate::common::tools::shared;
use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};

fn cwsat() -> Command {
    Command::cargo_bin("cwsat").expect("the program is built")
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/numberlink").join(name)
}

#[test]
fn a_problem_is_solved_checked_and_proven() {
    let folder = tempfile::tempdir().unwrap();
    let (answer, proof) = (folder.path().join("A.txt"), folder.path().join("proof.drat"));
    let problem = case("Q_5_4.txt");
    cwsat()
        .args(["solve", "--seed", "1", "--number", "7", "--threads", "2"])
        .arg(&problem)
        .arg("-o")
        .arg(&answer)
        .arg("--proof")
        .arg(&proof)
        .assert()
        .code(0)
        .stderr(contains("optimal"));
    assert!(fs::read_to_string(&answer).unwrap().starts_with("A7\nSIZE "));
    assert!(fs::metadata(&proof).unwrap().len() > 0 && folder.path().join("proof.drat.cnf").exists());
    cwsat().arg("check").arg(&problem).arg(&answer).assert().code(0).stdout(contains("valid"));
    let json = cwsat().args(["check", "--json"]).arg(&problem).arg(&answer).assert().code(0);
    let report: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    let area = report["area"].as_u64().unwrap();
    assert_eq!(report["quality"].as_f64().unwrap(), 1.0 / area as f64);
}

#[test]
fn a_model_of_the_written_formula_becomes_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let problem = case("Q_5_4.txt");
    cwsat().arg("encode").arg(&problem).assert().code(2).stderr(contains("--rect"));
    cwsat().arg("encode").arg(&problem).args(["--rect", "7x7", "-o"]).arg(at("f.cnf")).assert().code(0);
    let solved = cwsat().arg("sat").arg(at("f.cnf")).assert();
    fs::write(at("model"), &solved.get_output().stdout).unwrap();
    cwsat()
        .args(["decode", "--map"])
        .arg(at("f.cnf"))
        .arg("--model")
        .arg(at("model"))
        .arg(&problem)
        .arg("-o")
        .arg(at("A.txt"))
        .assert()
        .code(0);
    cwsat().arg("check").arg(&problem).arg(at("A.txt")).assert().code(0);
}

#[test]
fn what_is_impossible_is_proven_and_what_is_wrong_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let square = "2X2\n1,+\n+,1\n";
    let impossible = file("impossible.txt", &format!("SIZE 2X2\nBLOCK_NUM 1\nBLOCK#1 {square}"));
    cwsat().arg("solve").arg(&impossible).assert().code(1).stderr(contains("that is proven"));
    let wrong = file("wrong.txt", "SIZE 5X5\nBLOCK_NUM 1\nBLOCK#1 2X1\n1,1\n");
    cwsat().arg("solve").arg(&wrong).assert().code(2).stderr(contains("line 3: BLOCK#1 has 2 fields"));
    let good = file("good.txt", &format!("SIZE 5X5\nBLOCK_NUM 1\nBLOCK#1 {square}"));
    cwsat().arg("check").arg(&good).assert().code(2).stderr(contains("cwsat check Q.txt A.txt"));
    for command in ["solve", "explain", "encode"] {
        let run = cwsat().arg(command).arg(&good).args(["--words", "w.txt"]).assert();
        run.code(2).stderr(contains("there are no words in it"));
    }
    let open = "A0\nSIZE 3X3\n1,+,0\n+,1,0\n0,0,0\nBLOCK#1 @(0,0)\n";
    let answer = file("answer.txt", open);
    let report = cwsat().arg("check").arg(&good).arg(&answer).assert().code(1);
    report.stdout(contains("the ends of wire 1").and(contains("quality 0.000000")));
    let moved = file("moved.txt", &open.replace("@(0,0)", "@(9,9)"));
    cwsat().arg("check").arg(&good).arg(&moved).assert().code(1).stdout(contains("leaves the board"));
}

use predicates::prelude::PredicateBooleanExt;

#[test]
fn published_answers_are_right_by_the_rules_of_2019() {
    let Some(folder) = shared("numberlink") else { return };
    for number in 1..=31 {
        let [q, a] = ["Q", "A"].map(|kind| folder.join(format!("2019/{number}_{kind}.txt")));
        cwsat().args(["check", "--year", "2019"]).arg(q).arg(a).assert().code(0);
    }
    let (q, a) = (folder.join("sampleQ0.txt"), folder.join("sampleA0.txt"));
    cwsat().args(["check", "--year", "2019"]).arg(&q).arg(&a).assert().code(0).stdout(contains("area 72"));
    let e = folder.join("sampleA0.e.txt");
    cwsat().arg("check").arg(&q).arg(&e).assert().code(1).stdout(contains("but BLOCK#1 has `+` there"));
    cwsat().args(["check", "--year", "2019"]).arg(&q).arg(&e).assert().code(0);
}

#[test]
fn small_problems_of_2019_are_proven() {
    let Some(folder) = shared("numberlink") else { return };
    // 10 and the example of the rules page take a minute and are left to the benchmark.
    let areas = [16, 20, 32, 24, 24, 16, 12, 12, 18, 0, 40, 40, 24, 35, 40];
    for (number, area) in (1..).zip(areas).filter(|(_, area)| *area > 0) {
        let q = folder.join(format!("2019/{number}_Q.txt"));
        let solved = cwsat().args(["solve", "--json"]).arg(q).assert().code(0);
        let report: serde_json::Value = serde_json::from_slice(&solved.get_output().stdout).unwrap();
        assert_eq!(
            (report["area"].as_u64(), report["optimal"].as_bool()),
            (Some(area), Some(true)),
            "{number}"
        );
    }
}
