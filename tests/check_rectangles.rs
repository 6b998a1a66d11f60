//! `useful/check_rectangles.py`, which knows nothing of this program, says whether a proof for a Numberlink answer is
//! about all the rectangles that it has to be about.

use crate::common::patience::PATIENCE;
use crate::common::tools::is_installed;
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes a problem, its proof and the formula of the proof; returns problem and formula. `code` is the program's.
fn prove(desk: &Path, problem: &str, code: i32) -> (PathBuf, String) {
    let (path, proof) = (desk.join("problem.txt"), desk.join("p.drat"));
    fs::write(&path, problem).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command
        .args(["solve", "--quiet", "--seed", "1", "--as", "numberlink"])
        .arg(&path)
        .arg("--proof")
        .arg(&proof);
    command.timeout(PATIENCE).assert().code(code);
    (path, fs::read_to_string(desk.join("p.drat.cnf")).unwrap())
}

/// Returns the script's exit code and what it says.
fn judged(desk: &Path, problem: &Path, formula: &str) -> (i32, String) {
    let path = desk.join("judged.cnf");
    fs::write(&path, formula).unwrap();
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/useful/check_rectangles.py")).arg(problem).arg(&path);
    let output = command.timeout(PATIENCE).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout) + &text(output.stderr))
}

#[test]
fn no_rectangle_is_forgotten_and_one_that_is_would_be_found() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let shipped =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/numberlink/Q_5_4.txt")).unwrap();
    // On a larger board there are rectangles that are too narrow or too small for the blocks and the wires.
    let wider = shipped.replace("SIZE 8X8", "SIZE 20X12");
    assert_ne!(shipped, wider);
    for problem in [shipped, wider] {
        let (path, formula) = prove(desk.path(), &problem, 0);
        let (code, told) = judged(desk.path(), &path, &formula);
        assert!(code == 0 && told.contains("nothing below"), "{told}");
        let large = problem.contains("20X12");
        assert_eq!(large, !told.contains(" 0 are too small"), "{told}");

        let list = formula.split("rectangles ").nth(1).unwrap().split(" (width").next().unwrap();
        let cases: Vec<&str> = list.split(", ").collect();
        let clause = formula.lines().find(|line| !line.starts_with(['c', 'p'])).unwrap();
        let shorter = clause.replace(&format!(" {} 0", cases.len()), " 0");
        for left_out in &cases {
            let others: Vec<&str> = cases.iter().copied().filter(|case| case != left_out).collect();
            let changed = formula.replacen(list, &others.join(", "), 1);
            // A case that only the comment names, or only the formula has.
            assert_ne!(judged(desk.path(), &path, &changed).0, 0, "{left_out}");
            let changed = changed.replacen(&format!("\n{clause}\n"), &format!("\n{shorter}\n"), 1);
            let (code, told) = judged(desk.path(), &path, &changed);
            assert!(code == 1 && told.contains("was forgotten"), "{told}");
        }
        // An answer of greater area would need more.
        let area: usize =
            formula.split("area below ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let changed = formula.replacen(&format!("area below {area}"), &format!("area below {}", 2 * area), 1);
        assert_eq!(judged(desk.path(), &path, &changed).0, 1);
    }
}

/// That there is no answer is a proof about the whole board.
#[test]
fn a_board_without_an_answer_is_the_one_of_the_problem() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let problem = "SIZE 4X3\nBLOCK_NUM 2\nBLOCK#1 3X2\n2,1,3\n2,0,0\nBLOCK#2 3X2\n1,+,0\n0,3,+\n";
    let (path, formula) = prove(desk.path(), problem, 1);
    let (code, told) = judged(desk.path(), &path, &formula);
    assert!(code == 0 && told.contains("lie in the 1 cases"), "{told}");
    let smaller = formula.replacen("largest board, 4x3", "largest board, 4x2", 1);
    let (code, told) = judged(desk.path(), &path, &smaller);
    assert!(code == 1 && told.contains("3x3 was forgotten"), "{told}");
}
