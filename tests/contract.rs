//! What the commands guarantee for every kind of puzzle: the form of their JSON, inputs that are pipes, files of other
//! types, messages that cannot be written, and reports of what was left out.

use crate::common::patience::{PATIENCE, unhurried};
use assert_cmd::Command;
use cwsat::publish::puzzle::Kind;
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

/// Runs a command with as much time as it needs for an answer: `LIMIT` stands for its time limit.
fn unhurriedly(args: &[&str]) -> (i32, String, String) {
    let output = unhurried(|limit| {
        let mut command = cwsat();
        command.args(args.iter().map(|arg| if *arg == "LIMIT" { limit } else { *arg }));
        command.timeout(PATIENCE);
        command
    });
    let output = output.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// A kind, and the arguments of `solve`, `check` and `explain`; `LIMIT` is a time limit.
type Sample = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

/// The kinds, each with the arguments of `solve`, `check` and `explain`.
const KINDS: [Sample; 6] = [
    (
        "arrowword",
        &["test_cases/10x10_L.cwg", "--time-limit", "LIMIT"],
        &["test_cases/3x3_rated.cwg"],
        &["test_cases/3x3_rated.cwg"],
    ),
    (
        "barred",
        &["test_cases/barred/6x6.txt"],
        &["test_cases/barred/6x6.txt"],
        &["test_cases/barred/6x6.txt"],
    ),
    (
        "crisscross",
        &["test_cases/crisscross/flowers.txt", "--time-limit", "LIMIT"],
        &["SOLVED"],
        &["test_cases/crisscross/flowers.txt", "--time-limit", "LIMIT"],
    ),
    (
        "digram",
        &["--as", "digram", "3x4", "--words", "embedded"],
        &["test_cases/digram/valid.puz"],
        &["--as", "digram", "3x4", "--words", "embedded:en"],
    ),
    (
        "numberlink",
        &["test_cases/numberlink/Q_5_4.txt", "--time-limit", "LIMIT"],
        &["test_cases/numberlink/Q_5_4.txt", "SOLVED"],
        &["test_cases/numberlink/Q_5_4.txt", "--time-limit", "LIMIT"],
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
    assert_eq!(KINDS.map(|(kind, ..)| kind), Kind::ALL.map(Kind::name), "a sample of each kind");
    for (kind, solve, check, explain) in KINDS {
        let solved = folder.path().join(format!("{kind}.txt")).to_string_lossy().into_owned();
        let solve = [solve, &["-o", &solved]].concat();
        for (command, args) in [("solve", &solve[..]), ("check", check), ("explain", explain)] {
            let args: Vec<&str> =
                args.iter().map(|arg| if *arg == "SOLVED" { &solved } else { *arg }).collect();
            let (code, out, told) = unhurriedly(&[&[command], &args[..], &["--json"]].concat());
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
                assert!(code == 0 || code == 3, "{kind}: {told}");
                assert!(json["seed"].is_u64() && json.get("output").is_some(), "{kind}");
                assert!(json.get("peak_kib").is_some(), "{kind}");
            }
        }
    }
    for (args, kind, input) in [
        (&["bound", "test_cases/15x15_1.cwg"][..], "arrowword", "test_cases/15x15_1.cwg"),
        (&["count", "test_cases/3x3_rated.cwg"], "arrowword", "test_cases/3x3_rated.cwg"),
        (
            &["count", "test_cases/template/5x5.txt", "--at-most", "2"],
            "template",
            "test_cases/template/5x5.txt",
        ),
        (&["words"], "words", "the embedded German list"),
    ] {
        let (_, out, told) = run(&[args, &["--json"]].concat());
        let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{args:?}: {out}{told}"));
        let head = ["version", "command", "kind", "input"].map(|key| json[key].clone());
        assert_eq!(head, [Value::from(1), args[0].into(), kind.into(), input.into()], "{args:?}");
    }
}

/// Runs a command with a pipe in place of a file, one that bash makes or one with a name: it can be read only once.
#[cfg(target_os = "linux")]
fn with_pipe(args: &[&str], file: &str, name: Option<&Path>) -> Command {
    let args = args.join(" ");
    let line = match name.map(Path::display) {
        None => format!("\"$0\" {args} <(cat {file})"),
        Some(name) => {
            // The exit code is that of the program: a search that reached its time limit is run again.
            let run = format!("cat {file} >'{name}' & \"$0\" {args} '{name}'; code=$?");
            format!("mkfifo '{name}' && {{ {run}; rm '{name}'; exit $code; }}")
        }
    };
    let mut shell = Command::new("bash");
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_cwsat")]).current_dir(env!("CARGO_MANIFEST_DIR"));
    shell.timeout(PATIENCE);
    shell
}

#[cfg(target_os = "linux")]
#[test]
fn inputs_may_be_pipes() {
    if !crate::common::tools::is_installed("bash") {
        return;
    }
    for (args, file, expected) in [
        (&["solve", "--time-limit", "LIMIT"][..], "test_cases/10x10_L.cwg", "10\n10\n"),
        (&["check"], "test_cases/3x3_rated.cwg", "valid"),
        (&["encode", "--stage", "layout"], "test_cases/10x10_L.cwg", "p cnf"),
        (&["solve"], "test_cases/template/5x5.txt", "across"),
        (&["check"], "test_cases/digram/valid.puz", "valid"),
        (&["render", "--as", "arrowword", "--format", "svg"], "test_cases/publish/lake.cwg", "<svg"),
        (&["check"], "test_cases/barred/6x6.txt", "valid"),
        (&["encode"], "test_cases/barred/6x6.txt", "p cnf"),
        (&["encode"], "test_cases/crisscross/flowers.txt", "p cnf"),
        (&["encode", "--rect", "6x5"], "test_cases/numberlink/Q_5_4.txt", "p cnf"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path().join("pipe");
        for name in [None, Some(named.as_path())] {
            let output = unhurried(|limit| {
                let args: Vec<_> =
                    args.iter().map(|arg| if *arg == "LIMIT" { limit } else { *arg }).collect();
                with_pipe(&args, file, name)
            });
            let output = output.success();
            let out = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
            assert!(out.to_lowercase().contains(expected), "{args:?} {file} {name:?}: {out}");
        }
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
            if (command, file) == ("check", "lake.json") {
                continue; // which is judged: see tests/check.rs
            }
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
        let solved = unhurried(|limit| {
            let mut shell = Command::new("sh");
            shell.args(["-c", "exec \"$0\" solve \"$@\" 2>/dev/full", env!("CARGO_BIN_EXE_cwsat")]);
            shell
                .args(solve.iter().map(|arg| if *arg == "LIMIT" { limit } else { *arg }))
                .arg("-o")
                .arg(&answer);
            shell.current_dir(env!("CARGO_MANIFEST_DIR")).timeout(PATIENCE);
            shell
        });
        solved.success();
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
    let (grid, list) = (at("decided.txt"), at("list.txt"));
    fs::write(&list, "AB\nAC\n").unwrap();
    // Given in full, so no variables are left: both words are in the list, or one of them is not.
    for (text, size, verdict) in [("AB\nC#\n", "p cnf 0 0", 0), ("AB\nX#\n", "p cnf 0 1", 1)] {
        fs::write(&grid, text).unwrap();
        let input = ["--as", "template", &grid, "--words", &list];
        let (code, _, told) = run(&[&["encode"], &input[..], &["-o", &formula]].concat());
        assert_eq!(code, 0, "{told}");
        assert!(fs::read_to_string(&formula).unwrap().contains(size), "{text}");
        let (_, out, _) = run(&["sat", &formula]);
        fs::write(&model, out).unwrap();
        let answers = ["--map", &formula, "--model", &model, "-o", &answer];
        let (code, _, told) = run(&[&["decode"], &input[..], &answers].concat());
        assert_eq!(code, verdict, "{text}: {told}");
        if code == 0 {
            assert!(fs::read_to_string(&answer).unwrap().starts_with(text), "{told}");
        }
    }
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
    // Slots of three, two and four letters, and one word for each: the mean would be 333376.7.
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (template, own) = (at("line.txt"), at("own.txt"));
    fs::write(&template, "...#..#....\n").unwrap();
    fs::write(&own, "TOR;60\nEI;1000000\nROSE;70\n").unwrap();
    let (code, out, told) = run(&["solve", &template, "--words", &own]);
    assert!(code == 0 && out.contains("TOR#EI#ROSE"), "{out}{told}");
    assert!(told.contains("median score 70.0") && !told.contains("mean score"), "{told}");
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

/// A terminal obeys control characters, and a name with a change of direction looks like another one.
#[cfg(unix)]
#[test]
fn names_of_files_give_no_orders_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let named = |end: &str, text: &str| {
        let path = folder.path().join(format!("a\u{1b}[31m\u{202e}b{end}"));
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let grid = fs::read_to_string("test_cases/3x3_rated.cwg").unwrap();
    let (grid, list) = (named(".cwg", &grid), named(".txt", "EI\nROSE\n"));
    for args in [
        &["check", &grid][..],
        &["bound", &grid],
        &["words", &list],
        &["words", &list, "--coverage"],
        &["words", &list, "--diff", "embedded"],
        &["words", "embedded", "--missing", &list],
    ] {
        let (_, out, told) = run(args);
        assert!(out.contains("a [31mb."), "{args:?}: {out}{told}");
        for text in [out, told] {
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{args:?}: {text:?}");
        }
    }
}

#[test]
fn a_file_that_is_no_word_list_is_told_which_lists_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.json");
    let file = file.to_string_lossy().into_owned();
    for text in [&b"{\"a\": 1}\n"[..], b"\x7fELF\x02\xff\xfe\n"] {
        fs::write(&file, text).unwrap();
        for args in [
            &["words", &file][..],
            &["solve", "test_cases/template/5x5.txt", "--words", &file],
            &["check", "test_cases/3x3_rated.cwg", "--words", &file],
            &["solve", "--as", "digram", "3x4", "--words", &file],
        ] {
            let (code, _, told) = run(args);
            assert_eq!(code, 2, "{args:?}: {told}");
            assert!(told.contains("embedded:de and embedded:en"), "{args:?}: {told}");
        }
    }
}

#[test]
fn the_embedded_lists_are_for_every_kind() {
    for list in ["embedded", "embedded:de", "embedded:en"] {
        for args in [
            &["check", "test_cases/digram/valid.puz"][..],
            &["explain", "--as", "digram", "3x4"],
            &["solve", "--as", "digram", "3x4"],
            &["encode", "--as", "digram", "3x4", "-o", "/dev/null"],
            &["check", "test_cases/3x3_rated.cwg"],
            &["bound", "test_cases/3x3_rated.cwg"],
            &["encode", "test_cases/10x10_L.cwg", "--stage", "layout", "-o", "/dev/null"],
            &["check", "test_cases/template/5x5.txt"],
            &["solve", "test_cases/template/5x5.txt"],
            &["encode", "test_cases/template/5x5.txt", "-o", "/dev/null"],
            &["check", "test_cases/barred/6x6.txt"],
            &["solve", "test_cases/barred/6x6.txt"],
            &["explain", "test_cases/template/5x5.txt"],
        ] {
            let (code, _, told) = run(&[args, &["--words", list]].concat());
            assert!(matches!(code, 0 | 1) && !told.contains("error"), "{args:?} {list}: {told}");
        }
        let (code, out, told) = run(&["words", "ROSE", "--words", list]);
        assert!(code == 0 && out.contains("ROSE"), "{list}: {out}{told}");
    }
}
