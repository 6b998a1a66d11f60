//! What the commands guarantee for every kind of puzzle: the form of their JSON, inputs that are pipes, files of other
//! types, messages that cannot be written, and reports of what was left out.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1").timeout(Duration::from_secs(120));
    command
}

/// Exit code, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = cwsat().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A kind, and the arguments of `solve`, `check` and `explain`.
type Sample = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

/// The kinds, each with the arguments of `solve`, `check` and `explain`.
const KINDS: [Sample; 5] = [
    (
        "arrowword",
        &["test_cases/10x10_L.cwg", "--time-limit", "3s"],
        &["test_cases/3x3_rated.cwg"],
        &["test_cases/3x3_rated.cwg"],
    ),
    (
        "crisscross",
        &["test_cases/crisscross/flowers.txt", "--time-limit", "2s"],
        &["SOLVED"],
        &["test_cases/crisscross/flowers.txt", "--time-limit", "2s"],
    ),
    (
        "digram",
        &["--as", "digram", "3x4", "--words", "embedded"],
        &["test_cases/digram/valid.puz"],
        &["--as", "digram", "3x4", "--words", "embedded:en"],
    ),
    (
        "numberlink",
        &["test_cases/numberlink/Q_5_4.txt", "--time-limit", "10s"],
        &["test_cases/numberlink/Q_5_4.txt", "SOLVED"],
        &["test_cases/numberlink/Q_5_4.txt", "--time-limit", "10s"],
    ),
    (
        "template",
        &["test_cases/template/5x5.txt"],
        &["test_cases/template/5x5.txt"],
        &["test_cases/template/5x5.txt"],
    ),
];

#[test]
fn json_has_the_same_head_in_every_command_and_kind() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, solve, check, explain) in KINDS {
        let solved = folder.path().join(format!("{kind}.txt")).to_string_lossy().into_owned();
        let (code, _, told) = run(&[&["solve"], solve, &["-o", &solved]].concat());
        assert!(code == 0 || code == 3, "{kind}: {told}");
        for (command, args) in [("solve", solve), ("check", check), ("explain", explain)] {
            let args: Vec<&str> =
                args.iter().map(|arg| if *arg == "SOLVED" { &solved } else { *arg }).collect();
            let (_, out, told) = run(&[&[command], &args[..], &["--json"]].concat());
            let json: Value =
                serde_json::from_str(&out).unwrap_or_else(|_| panic!("{kind} {command}: {out}{told}"));
            assert_eq!(json["version"], 1, "{kind} {command}");
            assert_eq!(
                (&json["command"], &json["kind"]),
                (&command.into(), &kind.into()),
                "{kind} {command}"
            );
            let input = json["input"].as_str().unwrap_or_default();
            assert!(args.contains(&input), "{kind} {command}: {input:?} of {args:?}");
            if command == "solve" {
                assert!(json["seed"].is_u64() && json.get("output").is_some(), "{kind}");
                assert!(json.get("peak_kib").is_some(), "{kind}");
            }
        }
    }
    let bound: Value = serde_json::from_str(&run(&["bound", "test_cases/15x15_1.cwg", "--json"]).1).unwrap();
    assert_eq!((&bound["version"], &bound["kind"]), (&1.into(), &"arrowword".into()));
    let words: Value = serde_json::from_str(&run(&["words", "--json"]).1).unwrap();
    assert_eq!((&words["version"], &words["command"]), (&1.into(), &"words".into()));
    assert!(words["input"].as_str().unwrap().contains("German"));
}

/// Runs a command with a pipe in place of a file: it can be read only once.
#[cfg(target_os = "linux")]
fn with_pipe(args: &[&str], file: &str) -> (i32, String, String) {
    let line = format!("\"$0\" {} <(cat {file})", args.join(" "));
    let mut shell = std::process::Command::new("bash");
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_cwsat")]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = shell.output().expect("bash");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn inputs_may_be_pipes() {
    for (args, file, expected) in [
        (&["solve", "--time-limit", "3s"][..], "test_cases/10x10_L.cwg", "10\n10\n"),
        (&["check"], "test_cases/3x3_rated.cwg", "valid"),
        (&["encode", "--stage", "layout"], "test_cases/10x10_L.cwg", "p cnf"),
        (&["solve"], "test_cases/template/5x5.txt", "across"),
        (&["check"], "test_cases/digram/valid.puz", "valid"),
        (&["render", "--as", "arrowword", "--format", "svg"], "test_cases/publish/lake.cwg", "<svg"),
    ] {
        let (code, out, told) = with_pipe(args, file);
        assert_eq!(code, 0, "{args:?} {file}: {told}");
        assert!(out.to_lowercase().contains(expected), "{args:?} {file}: {out}{told}");
    }
}

#[test]
fn files_of_other_sorts_are_named_with_the_command_that_takes_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let document = at("lake.json");
    assert_eq!(run(&["clue", "test_cases/publish/lake.cwg", "-o", &document]).0, 0);
    for ending in ["ipuz", "jpz"] {
        assert_eq!(run(&["export", &document, "-o", &at(&format!("lake.{ending}"))]).0, 0);
    }
    for command in ["solve", "check", "explain", "encode", "bound"] {
        for (file, what, advice) in [
            ("lake.json", "a cwsat puzzle document", "cwsat export"),
            ("lake.ipuz", "an ipuz file", "cwsat import"),
            ("lake.jpz", "a JPZ file", "save the puzzle as ipuz"),
        ] {
            let (code, _, told) = run(&[command, &at(file)]);
            assert_eq!(code, 2, "{command} {file}: {told}");
            assert!(told.contains(what) && told.contains(advice) && told.contains(file), "{command}: {told}");
        }
    }
    let (code, _, told) = run(&["import", &at("lake.jpz"), "-o", &at("again.json")]);
    assert!(code == 2 && told.contains("a JPZ file"), "{told}");
    let (code, _, told) = run(&["solve", "test_cases/15x15_1.cwg", "--words", &at("none.txt")]);
    assert!(code == 2 && told.contains("embedded:de") && told.contains("embedded:en"), "{told}");
}

/// A message that cannot be written may be lost, but the answer must not be lost with it.
#[cfg(target_os = "linux")]
#[test]
fn no_answer_is_lost_because_nobody_hears_the_messages() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, solve, ..) in KINDS {
        let answer = folder.path().join(format!("{kind}.txt"));
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .arg("solve")
            .args(solve)
            .arg("-o")
            .arg(&answer)
            .stderr(Stdio::from(full))
            .status()
            .unwrap();
        assert!(matches!(status.code(), Some(0 | 3)), "{kind}: {status}");
        assert!(fs::read_to_string(&answer).is_ok_and(|text| !text.is_empty()), "{kind}");
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut words = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"));
    let output = words.args(["words", "?A??E"]).stderr(Stdio::from(full)).output().unwrap();
    assert!(output.status.success() && !output.stdout.is_empty());
}

#[test]
fn criss_crosses_lay_phrases_and_tell_what_they_leave_out() {
    let folder = tempfile::tempdir().unwrap();
    let list = |name: &str, text: &str| -> String {
        let path: PathBuf = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let phrases =
        list("phrases.txt", "Guten Morgen\tGruß\nT-Shirt\tHemd\nl'été\tsaison\ncarbon dioxide\tgas\n");
    let (code, out, told) = run(&["solve", &phrases, "--time-limit", "5s"]);
    assert_eq!(code, 0, "{told}");
    for word in ["GUTENMORGEN", "TSHIRT", "LETE", "CARBONDIOXIDE"] {
        assert!(out.contains(word), "{word}: {out}");
    }
    let dropped = list("dropped.txt", "ROSE\tthorns\nH2O\twater\nTON\tweight\n");
    for quiet in [&[][..], &["--quiet"]] {
        let (code, _, told) = run(&[&["solve", &dropped, "--time-limit", "5s"], quiet].concat());
        assert_eq!(code, 3, "{told}");
        if quiet.is_empty() {
            assert!(told.contains("`H2O`") && !told.contains("proven:"), "{told}");
        }
    }
    let (_, out, _) = run(&["solve", &dropped, "--time-limit", "5s", "--json", "--quiet"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert!(json["unreadable"][0].as_str().unwrap().contains("H2O"), "{json}");
}

#[test]
fn a_formula_that_is_decided_already_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (formula, model, answer) = (at("decided.cnf"), at("decided.out"), at("decided.cwg"));
    // Given in full: no variables are left.
    let grid = "test_cases/3x3_rated.cwg";
    let (code, _, told) = run(&["encode", grid, "--stage", "fill", "-o", &formula]);
    assert_eq!(code, 0, "{told}");
    let (_, out, _) = run(&["sat", &formula]);
    fs::write(&model, out).unwrap();
    let (code, _, told) = run(&["decode", grid, "--map", &formula, "--model", &model, "-o", &answer]);
    match fs::read_to_string(&formula).unwrap().contains("p cnf 0 0") {
        true => assert_eq!(code, 0, "{told}"),
        false => assert!(matches!(code, 0 | 1), "{told}"),
    }
    assert!(Path::new(&answer).exists() || code == 1, "{told}");
}

#[test]
fn a_puzzle_with_missing_clues_is_not_printed_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.svg").to_string_lossy().into_owned();
    let (code, _, told) = run(&["render", "test_cases/publish/lake.cwg", "-o", &out]);
    assert!(code == 0 && told.contains("none of the 16 words has a clue"), "{told}");
    let (code, _, told) = run(&["render", "test_cases/publish/lake.cwg", "--solution", "-o", &out]);
    assert!(code == 0 && !told.contains("clue"), "{told}");
}

#[test]
fn the_language_takes_the_list_and_huge_scores_give_no_mean() {
    let folder = tempfile::tempdir().unwrap();
    let template = "test_cases/template/5x5.txt";
    let (code, out, told) = run(&["solve", template, "--language", "en", "--json", "--quiet"]);
    assert_eq!(code, 0, "{told}");
    let json: Value = serde_json::from_str(&out).unwrap();
    let answers: Vec<&str> = ["across", "down"]
        .iter()
        .flat_map(|list| json[*list].as_array().unwrap())
        .map(|word| word["answer"].as_str().unwrap())
        .collect();
    let english = cwsat::wordlist::english();
    for answer in answers {
        let word: cwsat::encodings::lexicon::Pattern = answer.parse().unwrap();
        assert!(english.matching(&word).next().is_some(), "{answer}");
    }
    let own = folder.path().join("own.txt");
    fs::write(&own, "EI;1000000\nROSE;1000000\n").unwrap();
    let own = own.to_string_lossy().into_owned();
    let args = ["solve", template, "--words", "embedded:de", "--words", &own];
    let (code, _, told) = run(&args);
    assert_eq!(code, 0, "{told}");
    assert!(!told.contains("mean score") || !told.contains("00000"), "{told}");
}

#[test]
fn advice_about_sizes_can_be_followed() {
    let no_file = "there is no file `4x5`, and a size takes its place only where";
    for (args, said) in [
        (&["render", "--as", "template", "4x5"][..], no_file),
        (&["render", "4x5"], no_file),
        (&["export", "--as", "digram", "4x5", "--format", "json"], no_file),
        (&["clue", "--as", "template", "4x5"], no_file),
        (&["import", "4x5"], no_file),
        (&["bound", "4x5"], no_file),
        (&["explain", "test_cases/template/5x5.txt", "--size", "4x5"], "5x5.txt is a file; give only one"),
        (&["check", "4x5"], "say of what: `--as template 4x5`"),
    ] {
        let (code, _, told) = run(args);
        assert!(code == 2 && told.contains(said), "{args:?}: {told}");
    }
}

#[test]
fn files_that_a_command_does_not_take_are_named() {
    let problem = "test_cases/numberlink/Q_5_4.txt";
    let (code, _, told) = run(&["render", problem, problem, "test_cases/template/5x5.txt"]);
    assert!(code == 2 && told.contains("5x5.txt: one puzzle at a time"), "{told}");
    for command in ["clue", "import"] {
        let (code, _, told) = run(&[command, problem]);
        assert!(code == 2 && told.contains("Q_5_4.txt: this command takes one file, and"), "{told}");
    }
}
