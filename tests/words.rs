//! `cwsat words` as a person runs it.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

fn words() -> Command {
    let mut command = Command::cargo_bin("cwsat").expect("the program is built");
    command.arg("words");
    command
}

#[test]
fn the_embedded_list_has_statistics() {
    let told = words()
        .assert()
        .success()
        .stdout(starts_with("the embedded German list: ").and(contains("mean score")));
    // Length, number of words, mean score.
    let rows: Vec<(usize, usize, f64)> = String::from_utf8_lossy(&told.get_output().stdout)
        .lines()
        .filter_map(|line| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let &[len, count, mean] = &columns[..] else { return None };
            Some((len.parse().ok()?, count.parse().ok()?, mean.parse().ok()?))
        })
        .collect();
    for len in [2, 15] {
        assert!(
            rows.iter().any(|&(of, count, mean)| of == len && count > 0 && mean > 0.0),
            "{len}: {rows:?}"
        );
    }
}

#[test]
fn a_pattern_finds_words_of_the_embedded_list() {
    let told = words().arg("?A??E").assert().success().stderr(contains("match ?A??E"));
    let out = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    let found: Vec<(&str, &str)> = out.lines().filter_map(|line| line.split_once(';')).collect();
    assert_eq!(found.len(), out.lines().count(), "{out}");
    assert!(found.iter().any(|&(word, _)| word == "LAMPE"), "{out}");
    for (word, score) in found {
        let letters = word.as_bytes();
        assert!(letters.len() == 5 && letters[1] == b'A' && letters[4] == b'E', "{word}");
        assert!(letters.iter().all(u8::is_ascii_uppercase) && score.parse::<u32>().is_ok(), "{word};{score}");
    }
}

#[test]
fn a_list_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.txt");
    std::fs::write(&list, "Übermut\nEi\nH2O\n").expect("written");
    let statistics = words().arg(&list).assert().success();
    statistics.stdout(contains("2 words, without scores")).stderr(contains("line 3 \"H2O\""));
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

/// Returns a folder with two lists: `mine.txt` and `other.txt`.
fn two_lists() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.txt"), "ROSE;80\nTOR;50\nEI;1\n").expect("written");
    std::fs::write(folder.path().join("other.txt"), "Tor;60\nEi;1\nTanne;9\nTaxi;3\nTuba;4\n")
        .expect("written");
    folder
}

/// Runs `cwsat words` with these arguments in a folder.
fn words_in(folder: &tempfile::TempDir, line: &str) -> assert_cmd::assert::Assert {
    words().current_dir(folder.path()).args(line.split_whitespace()).assert()
}

/// Returns the JSON that was printed.
fn json_of(run: &assert_cmd::assert::Assert) -> serde_json::Value {
    serde_json::from_slice(&run.get_output().stdout).expect("JSON")
}

#[test]
fn two_lists_are_compared() {
    let folder = two_lists();
    words_in(&folder, "mine.txt --diff other.txt").code(1).stderr("").stdout(
        "# only in mine.txt: 1 word\nROSE;80\n\
         # only in other.txt: 3 words\nTAXI;3\nTUBA;4\nTANNE;9\n\
         # in both, but with another score in other.txt: 1 word\nTOR;50 # 60\n",
    );
    words_in(&folder, "mine.txt --diff mine.txt").success().stdout(contains("# only in mine.txt: 0 words\n"));
    let json = json_of(&words_in(&folder, "mine.txt --diff other.txt --json").code(1));
    assert_eq!((&json["input"], &json["other"]), (&"mine.txt".into(), &"other.txt".into()));
    assert_eq!(json["only_in_other"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["changed"][0]["other_score"].as_f64(), Some(60.0));
    // What was printed is a list.
    let printed = words_in(&folder, "mine.txt --diff other.txt").code(1).get_output().stdout.clone();
    std::fs::write(folder.path().join("both.txt"), printed).expect("written");
    words_in(&folder, "both.txt").success().stdout(contains("5 words")).stderr("");
}

#[test]
fn what_a_list_lacks_is_printed_by_length() {
    let folder = two_lists();
    let lacking = words_in(&folder, "mine.txt --missing other.txt").code(1).stderr("").stdout(
        "# mine.txt lacks 3 of the 5 words of other.txt\n\
         # 4 letters: 2 of 2 words\nTUBA;4\nTAXI;3\n# 5 letters: 1 of 1 word\nTANNE;9\n",
    );
    std::fs::write(folder.path().join("more.txt"), &lacking.get_output().stdout).expect("written");
    words_in(&folder, "--words mine.txt --words more.txt --missing other.txt").success();
    words_in(&folder, "mine.txt --missing embedded").code(1).stdout(contains("\nLAMPE;"));
    let json = json_of(&words_in(&folder, "mine.txt --missing other.txt --json").code(1));
    assert_eq!((json["missing"].as_u64(), json["other_words"].as_u64()), (Some(3), Some(5)));
    let of_four = &json["lengths"][0];
    assert_eq!((of_four["length"].as_u64(), of_four["other_words"].as_u64()), (Some(4), Some(2)));
    assert_eq!(of_four["words"][0]["word"], "TUBA");
}

#[test]
fn clues_cover_a_part_of_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.txt"), "Rose\nTver\nXYZQ\nEi\n").expect("written");
    std::fs::write(folder.path().join("clues.txt"), "XYZQ|Unsinn aus vier Zeichen\n").expect("written");
    words_in(&folder, "mine.txt --coverage").success().stdout(
        "mine.txt: 4 words, 3 with a clue (75.0 %), 2 with a good one (50.0 %)\n\n\
         length   words    clued            good\n     2       1        1 100.0 %        1 100.0 %\n     \
         4       3        2  66.7 %        1  33.3 %\n",
    );
    let json = json_of(&words_in(&folder, "mine.txt --coverage --clues clues.txt --json").success());
    assert_eq!(
        (json["words"].as_u64(), json["clued"].as_u64(), json["good"].as_u64()),
        (Some(4), Some(4), Some(3))
    );
    assert_eq!(json["lengths"][1]["clued"].as_u64(), Some(3));
    // The clue base is German; what is left is the table of short answers.
    let json = json_of(&words_in(&folder, "mine.txt --coverage --language en --json").success());
    assert_eq!(json["good"].as_u64(), Some(1));
    let all = json_of(&words_in(&folder, "--coverage --json").success());
    let good = all["good"].as_u64().expect("a number");
    assert!(good > 30_000 && all["clued"].as_u64() >= Some(good), "{good}");
    words_in(&folder, "mine.txt --clues clues.txt").code(2).stderr(contains("--coverage"));
}

#[test]
fn words_that_are_not_printed_can_be_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.txt"), "Rose;5\nNutte;7\n").expect("written");
    words_in(&folder, "mine.txt --blocked").code(1).stdout("NUTTE;7\n");
    words_in(&folder, "embedded:en --blocked").success().stdout("");
    let json = json_of(&words_in(&folder, "mine.txt --blocked --json").code(1));
    assert_eq!(json["words"][0]["word"], "NUTTE");
}

#[test]
fn puzzles_of_a_folder_use_some_words_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    std::fs::create_dir(folder.path().join("solved")).expect("a folder");
    write("solved/a.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
    write("solved/b.cwg", "1\n3\n?EI\n0 0 3\n");
    write("solved/c.txt", "TOR#\nEIAL\n\nAcross\n1. a gate (3)\n4. … (4)\n\nDown\n");
    write("solved/d.txt", "criss-cross 1 2\nEI\n\nacross\n1 (0,0) EI\tIt breaks\ndown\n");
    write("solved/e.txt", "abacay......\n......abacus\nac..inetan..\n..ne....ther\n");
    write("solved/Q1.txt", "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n");
    let run = words_in(&folder, "--used solved").success().stderr("");
    let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let mut lines = told.lines();
    let first = lines.next().expect("a summary");
    assert!(first.starts_with("5 puzzles, ") && first.ends_with(" different"), "{told}");
    assert_eq!((lines.next(), lines.next()), (Some(""), Some("word      puzzles     share")), "{told}");
    assert_eq!(lines.next(), Some("EI              3    60.0 %"), "{told}");
    assert!(told.contains("\nTOR             1    20.0 %\n"), "{told}");
    let json = json_of(&words_in(&folder, "--used solved/a.cwg solved --json").success());
    assert_eq!((json["puzzles"].as_u64(), &json["input"]), (Some(6), &"solved/a.cwg + solved".into()));
    assert_eq!(json["different"].as_u64(), json["used"].as_array().map(|used| used.len() as u64));
    let ei = &json["used"][0];
    assert_eq!((&ei["word"], ei["puzzles"].as_u64()), (&"EI".into(), Some(4)));
    assert!((ei["percent"].as_f64().expect("a number") - 200.0 / 3.0).abs() < 1e-9);

    write("solved/open.cwg", "1\n3\n?..\n0 0 3\n");
    words_in(&folder, "--used solved").success().stderr("warning: 1 word is not filled and does not count\n");
    write("solved/broken.cwg", "no grid");
    words_in(&folder, "--used solved").code(2).stderr(contains("broken.cwg")).stdout(contains("6 puzzles, "));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = two_lists();
    let refused = |line: &str, told: &str| {
        words_in(&folder, line).code(2).stdout("").stderr(contains(told.to_owned()));
    };
    refused(
        "?A??E --coverage",
        "--coverage is about a whole list, and \"?A??E\" is not a file but a pattern",
    );
    refused("mine.txt --diff other.txt --coverage", "cannot be used with");
    refused("mine.txt --used other.txt", "cannot be used with");
    refused("mine.txt --diff nowhere.txt", "nowhere.txt");
    refused("--used nowhere.cwg", "nowhere.cwg");
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    refused("--used empty", "there is no puzzle in this folder");
    // The name of a flag is a word like any other.
    words_in(&folder, "diff --words mine.txt").code(1).stderr(contains("matches DIFF"));
}

#[test]
fn help_has_examples() {
    words().arg("--help").assert().success().stdout(contains("cwsat words '?A??E'"));
}
