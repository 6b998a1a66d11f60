//! Narrow grids: the ceiling is that of the best layout, `solve` reaches it and says so, and `bound` shows it.

use assert_cmd::Command;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rating::{BONUS, Counts};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::grid::Grid;
use cwsat::search::Setup;
use cwsat::search::arrowword::{Ending, Job, Options, solve};
use cwsat::solver::Budget;
use predicates::prelude::*;
use predicates::str::contains;

/// Returns what `cwsat bound` says about an open grid.
fn bound(rows: usize, cols: usize, options: &[&str]) -> assert_cmd::assert::Assert {
    let row = format!("{}\n", ".".repeat(cols));
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    let command = command.env_remove("RUST_LOG").args(["bound", "-"]).args(options);
    command.write_stdin(format!("{rows}\n{cols}\n{}", row.repeat(rows))).assert().code(0)
}

#[test]
fn narrow_grids_are_solved_to_their_best_layout_and_that_is_proven() {
    let list = cwsat::wordlist::embedded();
    for (rows, cols, threads) in [(3, 10, 1), (10, 3, 2), (2, 20, 1), (3, 30, 1)] {
        let given = Puzzle { fields: Grid::filled(rows, cols, Field::Open), questions: Vec::new() };
        let options = Options { setup: Setup { threads, ..Setup::default() }, ..Options::default() };
        let answer = solve(Job::free(&given, &list), &options, &Budget::unlimited(), &|_| {}).unwrap();
        assert_eq!(answer.ending, Ending::Ceiling, "{rows}x{cols}");
        assert!((answer.score - answer.ceiling).abs() < 1e-9, "{rows}x{cols}: {}", answer.score);
        assert!((answer.score - Counts::of(&answer.puzzle).score() - BONUS).abs() < 1e-9);
        assert_eq!(rules::check(&answer.puzzle, Some(&list)), []);
        assert_eq!(rules::unfilled(&answer.puzzle), []);
    }
}

#[test]
fn bound_shows_both_ceilings() {
    bound(2, 10, &[]).stdout(
        contains("no layout can rate higher than 50.000\n(60.000 with the bonus")
            .and(contains("its best layout rates exactly 50.000"))
            .and(contains("By counting alone, none rates higher than 90.09")),
    );
    let report = bound(2, 10, &["--json"]);
    let report: serde_json::Value = serde_json::from_slice(&report.get_output().stdout).unwrap();
    assert_eq!((&report["score"], &report["with_bonus"]), (&50.0.into(), &60.0.into()));
    assert_eq!(report["best_layout"], serde_json::json!({ "bound": 50.0, "rating": 50.0, "is_exact": true }));
    assert!((report["by_counting"].as_f64().unwrap() - 90.09).abs() < 0.01, "{report}");
}

#[test]
fn other_grids_have_the_ceiling_by_counting_only() {
    let report = bound(6, 9, &["--json"]);
    let report: serde_json::Value = serde_json::from_slice(&report.get_output().stdout).unwrap();
    assert_eq!(report["best_layout"], serde_json::Value::Null);
    assert_eq!(report["score"], report["by_counting"]);
    bound(6, 9, &[]).stdout(contains("narrow").not());
}
