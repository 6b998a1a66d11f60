//! `--partial`: what there is of a puzzle when the search is stopped, and what `check` says of it.

use crate::common::desk::Desk;
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
    desk.put("square.cwg", square());
    let partial = desk.path("partial.cwg");
    let stopped = |flags: &str| {
        let (code, out, said) =
            desk.cwsat(&format!("solve square.cwg --time-limit 1s --json -o partial.cwg{flags}"));
        assert_eq!(code, 3, "{said}");
        (out, said)
    };
    let (out, said) = stopped("");
    assert!(said.contains("give it more time (--partial writes what there is)"), "{said}");
    assert!(out.is_empty() && !partial.exists());

    let (out, said) = stopped(" --partial");
    let json: Value = serde_json::from_str(&out).unwrap();
    let number = |key: &str| json[key].as_u64().unwrap() as usize;
    let open = json["open"].as_array().unwrap();
    assert_eq!((&json["partial"], &json["ending"], number("words")), (&true.into(), &"stopped".into(), 18));
    assert!(!open.is_empty() && open.len() <= 18 && number("unfilled") > 0 && number("letters") == 81);
    let text = fs::read_to_string(&partial).unwrap();
    assert_eq!(json["cwg"], text.as_str());
    let missing = if open.len() == 1 {
        "1 of 18 words is missing".to_owned()
    } else {
        format!("{} of 18 words are missing", open.len())
    };
    assert!(said.contains(&missing), "{said}");

    // The slots that it calls open are those that the checker finds open, and no rule is broken.
    let (code, out, said) = desk.cwsat("check --json --against square.cwg partial.cwg");
    assert_eq!(code, 0, "{said}");
    let checked: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&checked["open"], &checked["unfilled"]), (&json["open"], &json["unfilled"]));
    let (code, out, _) = desk.cwsat("check partial.cwg --words embedded");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains(&format!("solution fields not filled, in {} of 18 words", open.len())), "{out}");
    assert!(out.contains("1 rule broken"), "{out}");
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
