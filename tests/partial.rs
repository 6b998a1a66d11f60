//! `--partial`: what there is of a puzzle when the search is stopped, and what `check` says of it.

use crate::common::desk::Desk;
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::grid::Grid;
use cwsat::search::NoAnswer;
use cwsat::search::arrowword::{Job, Layer, Options, Stopped, solve};
use cwsat::solver::Budget;
use serde_json::Value;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG").timeout(PATIENCE);
    command
}

/// A layout that asks for a square of nine words of nine letters across and nine others down: nobody finds that within a second,
/// or proves that it does not exist.
fn square() -> String {
    let (top, row) = (format!("-{}\n", "?".repeat(9)), format!("?{}\n", ".".repeat(9)));
    let down: String = (1..10).map(|col| format!("0 {col} 0\n")).collect();
    let across: String = (1..10).map(|row| format!("{row} 0 3\n")).collect();
    format!("10\n10\n{top}{}{down}{across}", row.repeat(9))
}

#[test]
fn a_search_that_is_stopped_writes_what_there_is() {
    let desk = Desk::new();
    let grid = desk.put("square.cwg", square());
    let partial = desk.path("partial.cwg");
    let stopped = |flags: &[&str]| {
        let mut command = cwsat();
        command
            .arg("solve")
            .arg(&grid)
            .args(["--time-limit", "1s", "--json", "-o"])
            .arg(&partial)
            .args(flags);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        output
    };
    let without = stopped(&[]);
    let told = String::from_utf8(without.stderr).unwrap();
    assert!(told.contains("give it more time (--partial writes what there is)"), "{told}");
    assert!(without.stdout.is_empty() && !partial.exists());

    let with = stopped(&["--partial"]);
    let json: Value = serde_json::from_slice(&with.stdout).unwrap();
    let number = |key: &str| json[key].as_u64().unwrap() as usize;
    let open = json["open"].as_array().unwrap();
    assert_eq!((&json["partial"], &json["ending"], number("words")), (&true.into(), &"stopped".into(), 18));
    assert!(!open.is_empty() && open.len() <= 18 && number("unfilled") > 0 && number("letters") == 81);
    let text = fs::read_to_string(&partial).unwrap();
    assert_eq!(json["cwg"], text.as_str());
    let told = String::from_utf8(with.stderr).unwrap();
    assert!(told.contains(&format!("{} of 18 words are missing", open.len())), "{told}");

    // The slots that it calls open are those that the checker finds open, and no rule is broken.
    let check = cwsat().args(["check", "--json", "--against"]).arg(&grid).arg(&partial).output().unwrap();
    assert_eq!(check.status.code(), Some(0), "{check:?}");
    let checked: Value = serde_json::from_slice(&check.stdout).unwrap();
    assert_eq!((&checked["open"], &checked["unfilled"]), (&json["open"], &json["unfilled"]));
    let check = cwsat().arg("check").arg(&partial).args(["--words", "embedded"]).output().unwrap();
    let told = String::from_utf8(check.stdout).unwrap();
    assert_eq!(check.status.code(), Some(1), "{told}");
    assert!(told.contains(&format!("solution fields not filled, in {} of 18 words", open.len())), "{told}");
    assert!(told.contains("1 rule broken"), "{told}");
}

#[test]
fn a_search_stopped_at_its_first_letters_has_a_whole_layout() {
    let given = Puzzle { fields: Grid::filled(60, 60, Field::Open), questions: Vec::new() };
    let list = cwsat::wordlist::embedded();
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_flag(Arc::clone(&stop));
    let answer = solve(Job::free(&given, &list), &Options::default(), &budget, &|progress| {
        if progress.layer == Layer::Fill {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let Err(NoAnswer::Stopped(Stopped { unfinished: Some(unfinished), .. })) = answer else {
        panic!("{answer:?}");
    };
    let puzzle = unfinished.puzzle;
    assert_eq!(rules::check(&puzzle, Some(&list)), []);
    assert_eq!(rules::open_words(&puzzle), unfinished.open);
    assert!(!unfinished.open.is_empty());
    assert!(puzzle.fields.iter().any(|(_, field)| *field == Field::Question));
    assert_eq!(cwg::read(&cwg::write(&puzzle)).unwrap().puzzle, puzzle);
}
