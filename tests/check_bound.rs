//! `useful/check_bound.py`, which knows nothing of this program, judges the ceilings that `cwsat bound` claims.

use crate::common::patience::PATIENCE;
use crate::common::tools::is_installed;
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns what `cwsat bound --json` says of these grids.
fn claims(grids: &[PathBuf]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.args(["bound", "--json"]).args(grids).timeout(PATIENCE);
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

/// Returns the script's exit code and what it prints.
fn judged(claims: &str) -> (i32, String) {
    let mut command = Command::new("python3");
    command.arg(root().join("useful/check_bound.py")).write_stdin(claims).timeout(PATIENCE);
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// The grids of the contest and the tests, and open ones of other sizes.
fn grids(desk: &Path) -> Vec<PathBuf> {
    let cases = fs::read_dir(root().join("test_cases")).unwrap().map(|entry| entry.unwrap().path());
    let mut grids: Vec<_> =
        cases.filter(|path| path.extension().is_some_and(|ending| ending == "cwg")).collect();
    assert!(grids.len() >= 15, "{grids:?}");
    for (rows, columns) in [(3, 3), (4, 5), (2, 10), (6, 6), (7, 7), (9, 9), (12, 13), (3, 30)] {
        let path = desk.join(format!("{rows}x{columns}.cwg"));
        fs::write(&path, format!("{rows}\n{columns}\n{}", (".".repeat(columns) + "\n").repeat(rows)))
            .unwrap();
        grids.push(path);
    }
    grids
}

#[test]
fn an_independent_script_finds_no_counts_above_any_ceiling() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let grids = grids(desk.path());
    let (code, told) = judged(&claims(&grids));
    assert_eq!(code, 0, "{told}");
    // The ceilings are not only high enough: counts reach them.
    assert_eq!(told.matches("rate exactly").count(), grids.len(), "{told}");
}

#[test]
fn the_script_refuses_a_ceiling_that_is_too_low_and_another_grid() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    for claim in claims(&grids(desk.path())).lines() {
        let mut json: serde_json::Value = serde_json::from_str(claim).unwrap();
        let ceiling = json["by_counting"].as_f64().unwrap();
        json["by_counting"] = (ceiling - 1e-6).into();
        let (code, told) = judged(&json.to_string());
        assert!(code == 1 && told.contains("DOES NOT HOLD"), "{told}");
        json["by_counting"] = (ceiling + 1e-6).into();
        let (code, told) = judged(&json.to_string());
        assert!(code == 0 && told.contains("nor as high"), "{told}");
        json["by_counting"] = ceiling.into();
        json["unblocked"] = (json["unblocked"].as_u64().unwrap() - 1).into();
        assert_eq!(judged(&json.to_string()).0, 1, "{claim}");
    }
}
