//! What `cwsat solve` refuses, and what it leaves alone then: every bad grid, list, file and flag, and grids without an answer.

use crate::common::desk::Desk;
use crate::solve::{checked, cwsat, open, solve, solve_text};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;

#[test]
fn a_layout_that_cannot_be_filled_is_a_proven_no() {
    let desk = Desk::new();
    let list = desk.put("list", "AB\nCD\nEF\nGH\nIJ\n").display().to_string();
    solve_text("3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n", &["--words", &list])
        .code(2)
        .stderr(contains("row 1, column 1 right-then-down has 3 letters").and(contains("longest")));
    let list = desk.put("list", "AB\nCD\nEF\nGH\nXYZ\n").display().to_string();
    solve_text("3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n", &["--words", &list])
        .code(1)
        .stdout("")
        .stderr(contains("cannot be filled from this word list").and(contains("letters")));
}

/// Every way in which a grid can be wrong, with what the message must name.
#[test]
fn bad_grids_are_exit_code_2_and_a_sentence() {
    for (text, named) in [
        ("", "the file ends before line 1"),
        ("x\n3\n", "line 1, column 1"),
        ("3\nx\n", "line 2, column 1"),
        ("-3\n3\n", "line 1"),
        ("3.5\n3\n", "line 1"),
        ("99999999999999999999999\n3\n", "line 1"),
        ("501\n1\n", "at most 500"),
        ("0\n0\n", "holds no puzzle"),
        ("0\n5\n", "holds no puzzle"),
        ("1\n1\n.\n", "takes three"),
        ("1\n1\n?\n", "takes three"),
        ("1\n2\n..\n", "takes three"),
        ("2\n2\n--\n--\n", "takes three"),
        ("2\n3\n...\n", "line 4"),
        ("2\n3\n....\n...\n", "line 3, column 4"),
        ("2\n3\n...\n...\n...\n", "line 5"),
        ("1\n4\n?abc\n0 0 3\n", "line 3, column 2"),
        ("1\n4\n?A_C\n0 0 3\n", "line 3, column 3"),
        ("1\n4\n?...\n0 0 x\n", "line 4, column 5"),
        ("1\n4\n?...\n0 0\n", "line 4"),
        ("1\n4\n?...\n0 0 3 7\n", "line 4"),
        ("1\n4\n?...\n0 9 3\n", "outside the grid"),
        ("1\n4\n?...\n-1 0 3\n", "line 4"),
        ("1\n4\n?...\n0 1 3\n", "not `?`"),
        ("1\n4\n?...\n0 0 6\n", "arrow type 6"),
        ("1\n4\n?...\n0 0 3\n0 0 3\n", "line 5"),
        // Violations that no solution can repair.
        ("2\n3\n?..\n?.?\n0 0 3\n1 0 3\n", "row 2, column 1"),
        (
            "3\n3\n?..\n...\n...\n0 0 1\n0 0 4\n",
            "row 1, column 1 holds 1 (down-then-right) and 4 (right-then-down)",
        ),
        ("3\n4\n....\n.?..\n....\n1 1 4\n", "bent arrow"),
        ("1\n5\n..?..\n0 2 3\n", "row 1, column 1 cannot be reached by any question"),
        ("1\n4\nA?BC\n0 1 3\n", "row 1, column 1 cannot be reached"),
        ("1\n5\n...-.\n", "row 1, column 5 lies in an island of 1 unblocked fields"),
        ("1\n4\n??..\n", "row 1, column 1 has no question, and no arrow can start a word there"),
        ("1\n4\n?QXX\n0 0 3\n", "QXX, which is not in the word list"),
        ("1\n4\n?QX.\n0 0 3\n", "given letters QX? of the question at row 1, column 1 right"),
    ] {
        solve_text(text, &[])
            .code(2)
            .stdout("")
            .stderr(contains("error: -: ").and(contains(named)).and(contains("panicked").not()));
    }
    let long = format!("1\n17\n?{}\n0 0 3\n", ".".repeat(16));
    solve_text(long, &[]).code(2).stderr(contains("has 16 letters, but the longest word of the list has 15"));
    solve_text(b"1\n3\n\xff..\n".as_slice(), &[]).code(2).stderr(contains("line 3, column 1"));
}

#[test]
fn bad_lists_files_and_flags_are_exit_code_2_and_a_sentence() {
    let desk = Desk::new();
    let grid = desk.put("grid.cwg", open(5, 5)).display().to_string();
    let refused = |args: &[&str], named: &str| {
        cwsat().arg("solve").args(args).assert().code(2).stdout("").stderr(contains(named));
    };
    refused(&["no-such.cwg"], "no-such.cwg: ");
    refused(&["test_cases"], "test_cases: ");
    refused(&[], "nothing to solve: name a file");
    refused(&[&grid, "--words", "no-such.txt"], "no-such.txt");
    let empty = desk.put("empty.txt", "# nothing\n\n").display().to_string();
    refused(&[&grid, "--words", &empty], "empty.txt");
    let letters = desk.put("letters.txt", "A\nB\n").display().to_string();
    refused(&[&grid, "--words", &letters], "no usable word");
    let binary = desk.put("binary.txt", b"\xff\xfe\x00\x01".as_slice()).display().to_string();
    refused(&[&grid, "--words", &binary], "binary.txt");
    refused(&[&grid, "--no-such-flag"], "--no-such-flag");
    refused(&[&grid, "--threads", "0"], "--threads");
    refused(&[&grid, "--time-limit", "5 weeks"], "weeks");
    refused(&[&grid, "--seed", "x"], "--seed");
}

#[test]
fn a_place_that_cannot_be_written_is_found_before_the_search() {
    let desk = Desk::new();
    // The search is not awaited for such a large grid.
    let grid = desk.put("grid.cwg", open(200, 200)).display().to_string();
    let long = desk.path(&"x".repeat(300)).display().to_string();
    let below_file = desk.path("grid.cwg/answer.cwg").display().to_string();
    let missing = desk.path("no/such/answer.cwg").display().to_string();
    for (place, named) in
        [(&long, "too long"), (&below_file, "grid.cwg/answer.cwg"), (&missing, "no/such/answer.cwg")]
    {
        cwsat()
            .args(["solve", &grid, "-o", place])
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(named).and(contains("choose another place")));
    }
    cwsat()
        .args(["solve", &grid, &grid, "-o"])
        .arg(desk.path("folder"))
        .assert()
        .code(2)
        .stderr(contains("two of the inputs have this name"));
}

#[test]
fn nothing_is_written_where_there_is_no_answer() {
    let desk = Desk::new();
    let old = desk.put("answer.cwg", "old");
    let grid = desk.put("grid.cwg", open(2, 2));
    cwsat().arg("solve").arg(&grid).arg("-o").arg(&old).assert().code(1).stdout("");
    cwsat().args(["solve", "--time-limit", "0s", "test_cases/15x15_1.cwg", "-o"]).arg(&old).assert().code(3);
    let bad = desk.put("bad.cwg", "3\n3\n");
    cwsat().arg("solve").arg(&grid).arg(&bad).arg("-o").arg(desk.path("new")).assert().code(2);
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(desk.names(), ["answer.cwg", "bad.cwg", "grid.cwg"]);
}

#[test]
fn of_several_grids_the_others_are_solved() {
    let desk = Desk::new();
    let (bad, good) = (desk.put("bad.cwg", open(2, 2)), desk.put("good.cwg", open(4, 5)));
    solve(&["-o", desk.path("new").to_str().unwrap()], &[&bad, &good])
        .code(1)
        .stderr(contains("bad.cwg: no arrangement"));
    checked(&fs::read(desk.path("new/good.cwg")).unwrap(), &good, "embedded");
}
