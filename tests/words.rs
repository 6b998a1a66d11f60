//! `cwsat words` as a person runs it.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_match, starts_with};

fn words() -> Command {
    let mut command = Command::cargo_bin("cwsat").expect("the program is built");
    command.arg("words");
    command
}

#[test]
fn the_embedded_list_has_statistics() {
    words()
        .assert()
        .success()
        .stdout(starts_with("the embedded German list: ").and(contains("mean score")))
        .stdout(is_match(r"\n +2 +\d+ +\d+\.\d\n").expect("an expression"))
        .stdout(is_match(r"\n +15 +\d+ +\d+\.\d\n").expect("an expression"));
}

#[test]
fn a_pattern_finds_words_of_the_embedded_list() {
    words()
        .arg("?A??E")
        .assert()
        .success()
        .stdout(is_match(r"(?m)^LAMPE;\d+$").expect("an expression"))
        .stdout(is_match(r"(?m)^[A-Z]A[A-Z]{2}E;\d+$").expect("an expression"))
        .stderr(contains("match ?A??E"));
}

#[test]
fn a_list_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.txt");
    std::fs::write(&list, "Übermut\nEi\nE-Mail\n").expect("written");
    let statistics = words().arg(&list).assert().success();
    statistics.stdout(contains("2 words, without scores")).stderr(contains("line 3 \"E-Mail\""));
    words().arg("ue......").arg("--words").arg(&list).assert().success().stdout("UEBERMUT\n");
    words().arg("????").arg("--words").arg(&list).assert().code(1).stdout("").stderr(contains("no word of"));
}

#[test]
fn several_lists_are_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one.txt"), folder.path().join("two.txt"));
    std::fs::write(&one, "AB;10\nCD;5\n").expect("written");
    std::fs::write(&two, "AB;20\n").expect("written");
    let found = words().arg("??").arg("--words").arg(&one).arg("--words").arg(&two).assert().success();
    found.stdout("AB;20\nCD;5\n");
}

#[test]
fn json_for_other_programs() {
    let output = words().args(["?A??E", "--json"]).output().expect("runs");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["pattern"], "?A??E");
    assert!(found["words"].as_array().is_some_and(|words| words.iter().any(|w| w["word"] == "LAMPE")));
    let output = words().arg("--json").output().expect("runs");
    let statistics: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lengths = statistics["lengths"].as_array().expect("a table");
    let sum: u64 = lengths.iter().filter_map(|l| l["words"].as_u64()).sum();
    assert_eq!(Some(sum), statistics["words"].as_u64());
}

#[test]
fn bad_input_is_answered_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.txt");
    let says = |content: &[u8], sentence: &str| {
        std::fs::write(&list, content).expect("written");
        words().arg(&list).assert().code(2).stdout("").stderr(contains(sentence).and(contains("list.txt")));
    };
    says(b"", "no usable word");
    says(b"# nothing\n", "no usable word");
    says(b"A\nB\n", "has only one letter");
    says(b"EI\n\xc4hre\n", "line 2: this is not UTF-8");
    words().arg("no_such_list.txt").assert().code(2).stderr(contains("no_such_list.txt"));
    words().arg(folder.path()).assert().code(2).stderr(contains("as in 3.txt and 7.txt"));
    words().arg("A*E").assert().code(2).stderr(contains("how long the word is"));
    words().arg("A-E").assert().code(2).stderr(contains("not a file"));
    words().arg("").assert().code(2).stderr(contains("empty"));
}

#[test]
fn help_has_examples() {
    words().arg("--help").assert().success().stdout(contains("cwsat words '?A??E'"));
}
