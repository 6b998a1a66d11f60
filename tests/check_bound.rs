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
    claims_with(&[], grids)
}

/// Returns what it says of them with these flags.
fn claims_with(flags: &[&str], grids: &[PathBuf]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.args(["bound", "--json"]).args(flags).args(grids).timeout(PATIENCE);
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
    for (rows, columns) in [(3, 3), (4, 5), (2, 10), (6, 6), (7, 7), (9, 9), (12, 13)] {
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

/// Returns a list with this many words of 2, 3, … letters.
fn list_of(numbers: &[usize]) -> String {
    let letter = |number: usize, place: u32| char::from(b'A' + (number / 26_usize.pow(place) % 26) as u8);
    let word =
        |len: usize, number: usize| (0..len as u32).map(|place| letter(number, place)).collect::<String>();
    let words =
        numbers.iter().zip(2..).flat_map(|(&n, len)| (0..n).map(move |number| word(len, number) + "\n"));
    words.collect()
}

#[test]
fn the_script_judges_the_ceilings_of_lists_as_well() {
    if !is_installed("python3") {
        return;
    }
    let desk = tempfile::tempdir().unwrap();
    let grids = grids(desk.path());
    let grids: Vec<PathBuf> = grids.into_iter().filter(|path| path.starts_with(desk.path())).collect();
    let mut lower = 0;
    for numbers in
        [&[3, 4, 9, 10, 8, 6, 2, 4, 0, 3][..], &[0, 1, 20, 20, 0, 20], &[9, 0, 2, 3, 5, 8, 9, 9, 9, 9]]
    {
        let list = desk.path().join("words.txt");
        fs::write(&list, list_of(numbers)).unwrap();
        let claims = claims_with(&["--words", list.to_str().unwrap()], &grids);
        let (code, told) = judged(&claims);
        assert_eq!(code, 0, "{told}");
        for (claim, grid) in claims.lines().zip(&grids) {
            let mut json: serde_json::Value = serde_json::from_str(claim).unwrap();
            assert_eq!(json["with_list"]["supply"].as_array().unwrap().len(), 8, "{claim}");
            let Some(score) = json["with_list"]["counts"]["score"].as_f64() else { continue };
            if score < json["by_counting"].as_f64().unwrap() {
                let of_list = format!("{}: holds: with the words of the list, ", grid.display());
                let line = told.lines().find(|line| line.starts_with(&of_list)).unwrap();
                assert!(line.contains("rate exactly"), "{line}");
                json["with_list"]["counts"]["score"] = (score - 1e-6).into();
                assert_eq!(judged(&json.to_string()).0, 1, "{json}");
                lower += 1;
            }
        }
    }
    assert!(lower >= 10, "{lower}");
}
