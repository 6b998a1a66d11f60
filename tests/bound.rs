//! `cwsat bound` from end to end, and the grids of `test_cases`.

use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::spec::Spec;
use predicates::prelude::*;
use predicates::str::contains;

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG");
    command
}

#[test]
fn the_example_of_the_help_works() {
    cwsat()
        .args(["bound", "--help"])
        .assert()
        .success()
        .stdout(contains("cwsat bound test_cases/15x15_1.cwg"));
    cwsat().args(["bound", "test_cases/15x15_1.cwg"]).assert().code(0).stdout(
        contains("no layout can rate higher than 99.923")
            .and(contains("question fields            50   22.22 %   22 %"))
            .and(contains("2 x 175 letters - 35 uncrossed = 315")),
    );
}

#[test]
fn every_grid_of_the_contest_has_its_known_ceiling() {
    for (grid, fields, score) in [
        ("15x15_1", 225, 99.923),
        ("15x15_2", 225, 99.923),
        ("15x15_3", 225, 99.923),
        ("20x30_1", 600, 99.994),
        ("20x30_2", 600, 99.994),
        ("20x30_3", 600, 99.994),
        ("40x40_1", 1600, 99.997),
        ("40x40_2", 1600, 99.997),
        ("40x40_3", 1600, 99.997),
        ("island_1", 440, 99.970),
        ("island_2", 438, 99.987),
    ] {
        let output = cwsat().args(["bound", "--json", &format!("test_cases/{grid}.cwg")]).assert().code(0);
        let report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        assert_eq!(report["unblocked"], fields, "{grid}");
        let found = report["score"].as_f64().unwrap();
        assert!((found - score).abs() < 6e-4, "{grid}: {found}");
        assert!((report["with_bonus"].as_f64().unwrap() - score - 10.0).abs() < 6e-4, "{grid}");
    }
}

#[test]
fn every_empty_grid_can_be_given_a_layout() {
    for grid in ["15x15_1", "20x30_1", "40x40_1", "100x100_1", "10x10_L", "25x25_L", "island_1", "island_2"] {
        let path = format!("{}/test_cases/{grid}.cwg", env!("CARGO_MANIFEST_DIR"));
        let puzzle = cwg::read(&std::fs::read_to_string(path).unwrap()).unwrap().puzzle;
        assert_eq!(Spec::new(puzzle, Extend::Nothing).map(|spec| spec.extend), Ok(Extend::All), "{grid}");
    }
}

#[test]
fn a_list_of_short_words_lowers_the_ceiling() {
    let list = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(list.path(), "SECHSE\n").unwrap();
    cwsat()
        .args(["bound", "test_cases/15x15_1.cwg", "--words"])
        .arg(list.path())
        .assert()
        .code(0)
        .stdout(contains("99.923").not());
}

#[test]
fn a_grid_without_room_for_a_puzzle_is_bad_input() {
    for text in ["1\n1\n.\n", "1\n2\n..\n", "2\n2\n--\n--\n"] {
        cwsat()
            .args(["bound", "-"])
            .write_stdin(text)
            .assert()
            .code(2)
            .stderr(contains("no puzzle fits into"));
    }
    cwsat().args(["bound", "-"]).write_stdin("0\n0\n").assert().code(2).stderr(contains("0 rows"));
    cwsat().args(["bound", "no-such.cwg"]).assert().code(2).stderr(contains("no-such.cwg"));
}
