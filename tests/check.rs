//! `cwsat check` from end to end: exit codes, messages, JSON.

use crate::common::desk::Desk;
use crate::common::tools::shared;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::io::Write;

const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG");
    command
}

/// Runs `cwsat check` on a text on standard input.
fn check(text: &str) -> assert_cmd::assert::Assert {
    cwsat().args(["check", "-"]).write_stdin(text).assert()
}

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".cwg").tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

fn json(output: &[u8]) -> serde_json::Value {
    serde_json::from_slice(output).unwrap()
}

#[test]
fn the_example_of_the_help_works() {
    cwsat().args(["check", "--help"]).assert().success().stdout(contains("cwsat check test_cases/3x3_rated"));
    cwsat()
        .args(["check", "test_cases/3x3_rated.cwg"])
        .assert()
        .code(0)
        .stdout(contains("valid").and(contains("59.17")).and(contains("\u{1b}").not()));
}

#[test]
fn json_tells_everything_to_a_program() {
    let output = cwsat().args(["check", "--json", "test_cases/3x3_rated.cwg"]).assert().code(0);
    let report = json(&output.get_output().stdout);
    assert_eq!(report["valid"], true);
    assert_eq!(report["unfilled"], 0);
    assert_eq!(report["violations"], serde_json::json!([]));
    assert_eq!(report["factors"][4]["value"], 55.0);
    assert_eq!(report["counts"]["questions"], 4);
    assert!((report["score"].as_f64().unwrap() - 59.1667).abs() < 1e-3);
    assert_eq!(report["bonus"], serde_json::Value::Null);
    assert!(report["ceiling"]["score"].as_f64().unwrap() > 59.0);
}

#[test]
fn a_broken_rule_is_exit_code_1_and_names_its_place() {
    check(&RATED.replace("0 0 4", "1 0 2")).code(1).stdout(
        contains("the question field at row 1, column 1 holds no question")
            .and(contains("the question field at row 2, column 1 holds 2")),
    );
    let output =
        cwsat().args(["check", "--json", "-"]).write_stdin("1\n4\n?.??\n0 0 3\n0 2 3\n").assert().code(1);
    let report = json(&output.get_output().stdout);
    let rules: Vec<_> = report["violations"].as_array().unwrap().iter().map(|v| v["rule"].clone()).collect();
    assert_eq!(rules, ["empty-question-field", "too-short", "no-word"]);
    assert_eq!(report["violations"][0]["column"], 3);
}

#[test]
fn an_empty_grid_is_no_puzzle() {
    cwsat()
        .args(["check", "test_cases/island_1.cwg"])
        .assert()
        .code(1)
        .stdout(contains("nothing is laid out"));
}

#[test]
fn runs_that_nobody_asks_for_are_valid_and_counted() {
    // AC and BD read down, but only the across words are asked for.
    let text = "2\n3\n?AB\n?CD\n0 0 3\n1 0 3\n";
    check(text).code(0).stdout(contains("-: valid, 2 runs of letters that are no words"));
    let output = cwsat().args(["check", "-", "--json"]).write_stdin(text).output().unwrap();
    assert_eq!(json(&output.stdout)["counts"]["unasked"], 2);
    check(RATED).code(0).stdout(contains("no word").not());
}

#[test]
fn a_layout_may_be_unfilled_unless_words_are_asked_for() {
    let text = RATED.replace("EI", ".I");
    check(&text).code(0).stdout(contains("valid, 1 of 5 solution fields not filled"));
    let list = file("LEA\nID\nEI\nAD\n");
    cwsat()
        .args(["check", "-", "--words"])
        .arg(list.path())
        .write_stdin(text)
        .assert()
        .code(1)
        .stdout(contains("the field at row 2, column 2 is not filled"));
}

#[test]
fn words_come_from_the_lists_and_then_earn_the_bonus() {
    let (some, rest) = (file("LEA\nID\n"), file("EI\nAD\n"));
    let with = |lists: &[&tempfile::NamedTempFile]| {
        let mut command = cwsat();
        command.args(["check", "--json", "test_cases/3x3_rated.cwg"]);
        lists.iter().for_each(|list| {
            command.arg("--words").arg(list.path());
        });
        command.assert()
    };
    let report = json(&with(&[&some, &rest]).code(0).get_output().stdout);
    assert_eq!(report["bonus"], 10.0);
    let report = json(&with(&[&some]).code(1).get_output().stdout);
    assert_eq!(report["bonus"], 0.0);
    assert_eq!(report["violations"][0]["rule"], "unknown-word");
}

#[test]
fn the_empty_grid_has_to_be_kept() {
    let against = |empty: &str| {
        let empty = file(empty);
        cwsat().args(["check", "test_cases/3x3_rated.cwg", "--against"]).arg(empty.path()).assert()
    };
    against("3\n3\n...\n...\n..D\n").code(0);
    against("3\n3\n...\n...\n..X\n")
        .code(1)
        .stdout(contains("the field at row 3, column 3 is the letter D, but was given as the letter X"));
    against("3\n3\n...\n.-.\n...\n")
        .code(1)
        .stdout(contains("the field at row 2, column 2 is the letter E, but was given as blocked"));
    against("3\n2\n..\n..\n..\n").code(1).stdout(contains("3 rows and 3 columns"));
    against("3\n2\n..\n..\n").code(2).stderr(contains("line 5"));
}

#[test]
fn of_several_puzzles_all_are_checked_and_the_worst_counts() {
    let broken = file(&RATED.replace("0 0 4\n", ""));
    let valid = "test_cases/3x3_rated.cwg";
    cwsat()
        .arg("check")
        .arg(broken.path())
        .arg(valid)
        .assert()
        .code(1)
        .stdout(contains("3x3_rated.cwg: valid"));
    let both =
        cwsat().args(["check", "--json", "no-such.cwg"]).arg(broken.path()).arg(valid).assert().code(2);
    assert_eq!(String::from_utf8_lossy(&both.get_output().stdout).lines().count(), 2);
}

#[test]
fn bad_input_is_exit_code_2_and_a_sentence_on_standard_error() {
    for (text, sentence) in [
        ("", "the file ends before line 1"),
        ("x\n3\n", "line 1, column 1: found `x`"),
        ("0\n0\n", "a grid of 0 rows holds no puzzle"),
        ("1\n501\n", "at most 500"),
        ("2\n2\n..\n", "line 4: the file ends here"),
        ("1\n2\n...\n", "line 3, column 3"),
        ("1\n3\n?ab\n0 0 3\n", "upper case"),
        ("1\n3\n?AB\n0 0 x\n", "line 4, column 5: found `x`"),
        ("1\n3\n?AB\n0 3 3\n", "outside the grid"),
        ("1\n3\n?AB\n0 1 3\n", "which has `A` there, not `?`"),
        ("1\n3\n?AB\n0 0 7\n", "arrow type 7"),
        ("1\n3\n?AB\n0 0 3\n0 0 3\n", "already states"),
    ] {
        check(text).code(2).stdout("").stderr(contains("error: -:").and(contains(sentence)));
    }
}

#[test]
fn files_and_lists_that_cannot_be_read_are_named() {
    cwsat()
        .args(["check", "no-such.cwg"])
        .assert()
        .code(2)
        .stderr(contains("no-such.cwg: ").and(contains("check the name")));
    cwsat().args(["check", "test_cases"]).assert().code(2).stderr(contains("test_cases: "));
    let valid = "test_cases/3x3_rated.cwg";
    cwsat().args(["check", valid, "--words", "no-such.txt"]).assert().code(2).stderr(contains("no-such.txt"));
    let empty = file("");
    cwsat()
        .args(["check", valid, "--words"])
        .arg(empty.path())
        .assert()
        .code(2)
        .stderr(contains("has no usable word"));
    cwsat()
        .args(["check", "-"])
        .write_stdin(b"3\n\xff".as_slice())
        .assert()
        .code(2)
        .stderr(contains("line 2, column 1"));
    cwsat().arg("check").assert().code(2);
    cwsat().args(["check", "--no-such-flag", valid]).assert().code(2);
}

#[test]
fn a_padded_row_is_a_warning() {
    check("3\n3\n?AB\n?\n\n0 0 3\n").stderr(contains("warning: -: line 4, column 2"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_cwsat"))
        .arg("check")
        .args(["test_cases/40x40_1.cwg"; 2000])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_best_known_puzzle_of_the_contest_is_valid_with_109_80() {
    let Some(puzzle) = shared("cw-challenge/peer_layouts/15x15_2_doubles.cwg") else { return };
    let Some(words) = shared("cw-challenge/wordlist.txt") else { return };
    cwsat()
        .args(["check", "--against", "test_cases/15x15_2.cwg", "--words"])
        .args([words, puzzle])
        .assert()
        .code(0)
        .stdout(contains("109.80").and(contains("99.92")));
}

#[test]
fn lines_that_are_skipped_in_a_list_are_told() {
    let desk = Desk::new();
    let path = |name: &str| desk.path(name).display().to_string();
    desk.put("words.txt", "TOR\n123\nabacay\nRosé1\n");
    desk.put("t.txt", "TOR\n#.#\n...\n");
    desk.put("c.txt", "criss-cross 1 3\nTOR\n\nacross\n1 (0,0) TOR\n");
    desk.put("d.txt", "abacay......\n......abacus\n");
    for (args, said) in [
        (&["check", "test_cases/3x3_rated.cwg"][..], "note: "),
        (&["check", &path("t.txt")], "note: "),
        (&["check", "--as", "crisscross", &path("c.txt")], "line 2: `123` has `1`, which is not a letter"),
        (&["check", &path("d.txt")], "with another character than a to z"),
        (&["explain", "--as", "digram", "3x4"], "with another character than a to z"),
        (&["bound", "test_cases/15x15_1.cwg"], "note: "),
    ] {
        let run = cwsat().args(args).args(["--words", &path("words.txt")]).assert();
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains("words.txt: ") && told.contains(said), "{args:?}: {told}");
    }
}

#[test]
fn a_criss_cross_is_compared_with_the_lists_of_other_kinds_too() {
    let desk = Desk::new();
    let layout = desk.put("c.txt", "criss-cross 1 4\nROSE\n\nacross\n1 (0,0) ROSE\n");
    desk.put("lists/4.txt", "ROSE\n");
    desk.put("lists/3.txt", "TOR\n");
    for (words, code) in [("embedded", 0), ("embedded:en", 0), ("lists", 0), ("lists/3.txt", 1)] {
        let mut command = cwsat();
        command.current_dir(desk.path("")).args(["check", "--words", words]).arg(&layout);
        command.assert().code(code);
    }
}

#[test]
fn what_is_no_puzzle_ends_nothing_and_stands_for_no_problem() {
    let desk = Desk::new();
    let (pdf, missing) = (desk.put("a.pdf", "%PDF-1.7"), desk.path("Q.txt"));
    let run = cwsat().arg("check").arg(&pdf).arg("test_cases/3x3_rated.cwg").assert().code(2);
    run.stdout(contains("3x3_rated.cwg: valid")).stderr(contains("a.pdf: this is a PDF"));
    // Answers are not compared with each other.
    let answer = "SIZE 1X1\n1\nBLOCK#1 @(0,0)\n";
    let answers = ["A.txt", "B.txt"].map(|name| desk.put(name, answer));
    let run = cwsat().arg("check").arg(&missing).args(&answers).assert().code(2).stdout("");
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("Q.txt: ") && told.matches("error: ").count() == 1, "{told}");
}

#[test]
fn a_document_is_judged_as_the_text_of_its_kind_is() {
    let desk = Desk::new();
    desk.put("words.txt", "ROSE\nTOR\nOHR\nREH\nTON\n");
    desk.put("digrams.txt", "abacus\nabacay\n");
    let cwg = std::fs::read_to_string("test_cases/publish/lake.cwg").unwrap();
    let digram = std::fs::read_to_string("test_cases/digram/valid.puz").unwrap();
    for (kind, text, words, code) in [
        ("arrowword", &cwg[..], "embedded", None),
        ("arrowword", RATED, "words.txt", Some(1)),
        ("template", "TOR\n#.#\nTON\n", "words.txt", Some(1)),
        ("template", "TOR\n###\nTON\n", "words.txt", Some(0)),
        ("template", "TOR\n###\nTOR\n", "words.txt", Some(1)),
        ("barred", "barred\nT O R\n- - -\nT O N\n", "words.txt", Some(0)),
        ("barred", "barred\nT O|R\n- - -\nT O N\n", "words.txt", Some(1)),
        ("crisscross", "criss-cross 1 4\nROSE\n\nacross\n1 (0,0) ROSE\n", "words.txt", Some(0)),
        ("crisscross", "criss-cross 1 4\nHASE\n\nacross\n1 (0,0) HASE\n", "words.txt", Some(1)),
        ("digram", &digram, "digrams.txt", None),
    ] {
        desk.put("text.txt", text);
        let (exit, _, told) = desk.cwsat(&format!("export --as {kind} text.txt -o document.json"));
        assert_eq!(exit, 0, "{kind} {text}: {told}");
        for more in ["", " --json", &format!(" --words {words}")] {
            let (exit, said, told) = desk.cwsat(&format!("check --as {kind} text.txt{more}"));
            let (other, said_of_it, told_of_it) = desk.cwsat(&format!("check document.json{more}"));
            let named = |text: String| text.replace("document.json", "text.txt");
            assert_eq!((other, named(said_of_it), named(told_of_it)), (exit, said, told), "{text}{more}");
            assert!(code.is_none_or(|code| !more.contains("words") || code == exit), "{text}: {exit}");
        }
        // The file itself says of which kind it is.
        assert_eq!(
            desk.cwsat(&format!("check --as {kind} document.json")).0,
            desk.cwsat("check document.json").0
        );
        let (exit, _, told) = desk.cwsat("check --as numberlink document.json");
        assert!(exit == 2 && told.contains(&format!("of the kind {kind}, not numberlink")), "{told}");
    }
}

#[test]
fn documents_are_judged_beside_others_and_those_that_cannot_be_are_named() {
    let desk = Desk::new();
    desk.put("lake.cwg", std::fs::read("test_cases/publish/lake.cwg").unwrap());
    assert_eq!(desk.cwsat("export lake.cwg -o lake.json").0, 0);
    let whole = std::fs::read_to_string(desk.path("lake.json")).unwrap();
    desk.put("broken.json", &whole[..whole.len() / 2]);
    desk.put("other.json", "{}");
    let (code, said, told) = desk.cwsat("check broken.json lake.json other.json lake.cwg");
    assert!(
        code == 2 && said.contains("lake.json: valid") && said.contains("lake.cwg: valid"),
        "{said}{told}"
    );
    assert!(told.contains("broken.json: this is not a puzzle in cwsat's JSON"), "{told}");
    assert!(told.contains("other.json: this is JSON, but not a cwsat puzzle document"), "{told}");
    let numberlink = r#"{"cwsat": "puzzle/1", "kind": "numberlink", "rows": 1, "columns": 2, "grid": ["1,1"],
        "blocks": [[[0, 0]], [[0, 1]]], "entries": []}"#;
    desk.put("numberlink.json", numberlink);
    let (code, said, told) = desk.cwsat("check numberlink.json");
    assert!(code == 2 && said.is_empty() && told.contains("the problem and the answer"), "{said}{told}");
    let (code, said, _) = desk.cwsat("check lake.json --against lake.cwg");
    assert!(code == 0 && said.contains("valid"), "{said}");
}
