//! Barred crosswords from end to end: solve, check, encode and decode, explain, make, and publish.

use crate::common::desk::Desk;
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::barred::{format, rules};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/barred");

/// A filled crossword with its words, which most tests use.
const SOLVED: &str = "barred\nT O R|E\n-\nE G A L\n\nAcross\n1. a gate (3)\n5. … (4)\n";

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.env_remove("RUST_LOG").timeout(PATIENCE);
    command
}

#[test]
fn every_crossword_of_the_test_cases_keeps_the_custom_is_filled_and_passes_the_check() {
    let desk = Desk::new();
    for name in ["6x6.txt", "8x8.txt", "12x12.txt"] {
        let (case, solved) = (format!("{CASES}/{name}"), desk.path(name));
        cwsat().args(["check", "--strict", &case]).assert().success();
        cwsat().args(["solve", &case, "--language", "en", "--quiet", "-o"]).arg(&solved).assert().success();
        let mut check = cwsat();
        check.arg("check").arg(&solved).args(["--strict", "--words", "embedded:en", "--against", &case]);
        check.assert().success().stdout(contains("valid"));
        let text = fs::read_to_string(&solved).unwrap();
        for heading in ["\n\nAcross\n", "\n\nDown\n", "\n\nGrid to solve on\n ", "\n\nAnswers\nAcross: "] {
            assert!(text.contains(heading), "{heading:?} in {text}");
        }
        let given = format::read(&fs::read_to_string(&case).unwrap()).unwrap();
        assert_eq!(format::read(&text).unwrap().bars(), given.bars());
    }
}

#[test]
fn wishes_are_kept() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "ABC\nDEF\nGHI\nADG\nBEH\nCFI\nXEF\nAXG\n");
    let open = desk.put("open.txt", "barred\n. . .\n-\n. . .\n. . .\n");
    let solve = |arguments: &[&str]| {
        let mut command = cwsat();
        command.arg("solve").arg(&open).arg("--words").arg(&words).args(arguments).assert()
    };
    // The first column has no word of three: a bar ends it.
    let short = desk.put("short.txt", "ABC\nDEF\nGHI\nDG\nBEH\nCFI\n");
    let mut command = cwsat();
    command.arg("solve").arg(&open).arg("--words").arg(&short).args([
        "--must-at",
        "GHI@3,1,across",
        "--quiet",
    ]);
    command
        .assert()
        .success()
        .stdout(predicate::str::starts_with("barred\nA B C\n-\nD E F\nG H I\n\nAcross\n1. "));
    solve(&[]).code(1).stderr(contains("no word for the 2 letters down at row 2, column 1"));
    let mut command = cwsat();
    command.arg("solve").arg(&open).arg("--words").arg(&short).args(["--must-at", "ABC@1,1,down"]);
    command.assert().code(1).stderr(contains("a bar after the field at row 1, column 1 ends words there"));
}

#[test]
fn the_check_names_what_is_broken_and_tells_what_is_not_customary() {
    let desk = Desk::new();
    let words = desk.put("words.txt", "TOR\nEGAL\nOG\nRA\n");
    let empty = desk.put("empty.txt", "barred\n. . .|.\n  -\n. . . .\n");
    let puzzle = desk.put("puzzle.txt", SOLVED);
    let check = |arguments: &[&str]| cwsat().arg("check").arg(&puzzle).args(arguments).assert();
    check(&[]).success().stdout(
        contains("valid, 5 words, 100 % white")
            .and(contains("not customary: the word down at row 1, column 2 has 2 letters, fewer than 3"))
            .and(contains(
                "not customary: 1 of the 3 letters of the word across at row 1, column 1 are in no other word; by \
                 custom at most 0",
            )),
    );
    check(&["--strict"]).code(1).stdout(contains("rules broken").and(contains("fewer than 3")));
    check(&["--words", &words.display().to_string()])
        .code(1)
        .stdout(contains("EL down at row 1, column 4 is not in the word list"));
    check(&["--against", &empty.display().to_string()]).code(1).stdout(
        contains("row 1, column 1: a bar that the template does not have below this field")
            .and(contains("row 1, column 2: the template has a bar below this field")),
    );
    let run = check(&["--json"]);
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&json["kind"], &json["valid"]), (&"barred".into(), &true.into()));
    assert_eq!(
        json["not_customary"].as_array().unwrap().len(),
        rules::check(&format::read(SOLVED).unwrap()).len()
    );
}

#[test]
fn a_formula_is_written_solved_and_decoded() {
    let desk = Desk::new();
    desk.put("words.txt", "ABC\nDEF\nGHI\nDG\nBEH\nCFI\n");
    desk.put("t.txt", "barred\n. . .\n-\n. . .\n. . .\n");
    desk.put("other.txt", "barred\n. . .\n. . .\n. . .\n");
    for encoding in ["direct", "mdd"] {
        let encode = format!("encode t.txt --words words.txt --encoding {encoding} --quiet -o t.cnf");
        assert_eq!(desk.cwsat(&encode).0, 0);
        let (code, model, told) = desk.cwsat("sat t.cnf");
        assert!(code == 10 || code == 0, "{code} {told}");
        desk.put("model", model);
        let (code, text, told) = desk.cwsat("decode t.txt --words words.txt --model model --map t.cnf");
        assert_eq!(code, 0, "{told}");
        assert!(text.starts_with("barred\nA B C\n-\nD E F\nG H I\n\nAcross\n1. "), "{text}");
        // The same fields, but other bars.
        let (code, _, told) = desk.cwsat("decode other.txt --words words.txt --model model --map t.cnf");
        assert!(code == 2 && told.contains("made for another template"), "{told}");
    }
}

#[test]
fn what_cannot_be_filled_is_proven_and_explained() {
    let desk = Desk::new();
    desk.put("words.txt", "ABC\nDEF\nGHI\nJKL\nMNO\nXY\n");
    desk.put("t.txt", "barred\n. . .\n-\n. . .\n. . .\n");
    let (code, _, told) = desk.cwsat("solve t.txt --words words.txt --proof t.drat");
    assert!(code == 1 && told.contains("cannot be filled from this word list, proven"), "{told}");
    let (code, text, told) = desk.cwsat("explain t.txt --words words.txt");
    assert_eq!(code, 1, "{told}");
    assert!(text.contains("slots cannot all hold words") && text.contains("a smallest set"), "{text}");
}

#[test]
fn crosswords_are_made_and_keep_the_custom() {
    let desk = Desk::new();
    let made = desk.path("made.txt");
    let mut make = cwsat();
    make.args([
        "make",
        "barred",
        "9x8",
        "--language",
        "en",
        "--seed",
        "2",
        "--must-at",
        "QUIZ@3,2,across",
        "--quiet",
        "-o",
    ]);
    make.arg(&made).assert().success();
    let mut check = cwsat();
    check.arg("check").arg(&made).args(["--strict", "--words", "embedded:en"]).assert().success();
    assert!(fs::read_to_string(&made).unwrap().contains("Q U I Z|"));
    for size in ["2x9", "40x40"] {
        cwsat().args(["make", "barred", size]).assert().code(2).stderr(contains("cannot be made"));
    }
    cwsat().args(["make", "barred"]).assert().code(2).stderr(contains("cwsat make barred 12x12"));
}

#[test]
fn pages_show_the_bars_and_other_programs_get_them() {
    let desk = Desk::new();
    desk.put("solved.txt", SOLVED);
    let with_code_0 = |args: &str| {
        let (code, out, told) = desk.cwsat(args);
        assert_eq!(code, 0, "{args}: {told}");
        out
    };
    for ending in ["svg", "pdf", "png", "html"] {
        with_code_0(&format!("render solved.txt -o page.{ending}"));
    }
    with_code_0("import solved.txt -o page.json");
    // A bar to the right of the third field and one below the first: two lines of the width of bars.
    let read = |name: &str| fs::read_to_string(desk.path(name)).unwrap();
    let svg = read("page.svg");
    let bars = svg.lines().find(|line| line.contains("stroke-width=\"0.8\"")).unwrap_or_default();
    assert_eq!(bars.matches('M').count(), 2, "{svg}");
    assert!(read("page.html").contains("0.8") && read("page.html").contains("\"fields\":\"........\""));
    // The document, ipuz and the text hold the same puzzle.
    with_code_0("export page.json -o page.ipuz");
    assert!(
        read("page.ipuz").contains("\"barred\": \"T\"") && read("page.ipuz").contains("\"barred\": \"L\"")
    );
    with_code_0("import page.ipuz -o again.json");
    assert_eq!(read("again.json"), read("page.json"));
    with_code_0("export again.json -o again.txt");
    assert_eq!(format::read(&read("again.txt")), format::read(SOLVED));
    assert!(read("again.txt").contains("1. a gate (3)"));
    with_code_0("export page.json -o page.jpz");
    let jpz = read("page.jpz");
    assert_eq!(
        (jpz.matches("left-bar=\"true\"").count(), jpz.matches("top-bar=\"true\"").count()),
        (1, 1),
        "{jpz}"
    );
    let (code, _, told) = desk.cwsat("export page.json -o page.puz");
    assert!(code == 2 && told.contains("barred"), "{told}");
    with_code_0("import page.ipuz --empty -o empty.txt");
    assert!(read("empty.txt").starts_with("barred\n. . .|.\n-\n. . . .\n"), "{}", read("empty.txt"));
}

#[test]
fn finished_crosswords_are_changed_and_keep_their_bars() {
    let desk = Desk::new();
    desk.put("words.txt", "ABC\nDEF\nGHI\nDG\nBEH\nCFI\nAEC\nXBC\n");
    desk.put("solved.txt", "barred\nA B C\n-\nD E F\nG H I\n");
    let (code, text, told) = desk.cwsat("solve solved.txt --words words.txt --replace ABC");
    assert_eq!(code, 0, "{told}");
    assert!(text.starts_with("barred\nX B C\n-\nD E F\nG H I\n"), "{text}");
}

#[test]
fn bad_files_are_refused_with_a_sentence() {
    let desk = Desk::new();
    let refused = |args: &[&str], sentence: &str| {
        cwsat().args(args).assert().code(2).stderr(contains(sentence));
    };
    let file = |name: &str, text: &str| desk.put(name, text).display().to_string();
    refused(&["solve", &file("letter", "barred\n. .\n. a\n")], "line 3, column 3: `a` is not a field");
    refused(
        &["check", &file("bars", "barred\n. .\n--\n. .\n")],
        "line 3, column 2: this bar is below no field",
    );
    refused(&["solve", &file("lonely", "barred\n.|. .\n-\n. . .\n")], "row 1, column 1 is in no word");
    refused(&["solve", "--as", "barred", &file("none", ". .\n. .\n")], "the first line is not `barred`");
    refused(&["solve", "--as", "barred"], "no barred crossword to fill: name a file");
}
