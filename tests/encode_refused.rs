//! What `cwsat encode` and `cwsat decode` refuse: models, maps and inputs that do not fit, and places that take no file.

use crate::common::patience::PATIENCE;
use crate::encode::{Bench, EMPTY, LAYOUT, LAYOUT_WORDS, cwsat, literals, solve};
use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use std::path::Path;

#[test]
fn models_that_do_not_fit_are_refused() {
    let bench = Bench::new(LAYOUT);
    let words = bench.write("words.txt", LAYOUT_WORDS);
    let text = bench.encode(&["--words", words.to_str().unwrap()], "fill.cnf");
    let model = solve(&text).unwrap();
    let options = ["--map", "fill.cnf", "--words", "words.txt", "-o", "out.cwg"];
    let refused = |output: String, message: &str| {
        bench.decode(&output, &options).code(2).stdout("").stderr(contains(message));
    };
    let all = literals(&model, "");
    refused(String::new(), "holds neither a result nor a model");
    refused("s SATISFIABLE\n".into(), "prints none");
    refused(format!("v {} 0\n", literals(&model[..model.len() - 1], "")), "not complete");
    refused(format!("v {all} {} 0\n", model.len() + 1), "another formula");
    refused(format!("v {all} {} 0\n", if model[0] { -1 } else { 1 }), "true and false");
    refused(format!("v {} 0\n", literals(&vec![false; model.len()], "")), "no letter");
    refused(format!("v {} 0\n", literals(&vec![true; model.len()], "")), "two letters");
    refused("v one two 0\n".into(), "expected a literal");
    refused(format!("v {all} 0\ns UNSATISFIABLE\n"), "no model, but prints one");
    refused(format!("s SATISFIABLE\nv {all} 0\ns UNSATISFIABLE\n"), "differs from the result before it");
    refused("Killed\n".into(), "is not a line of a solver's output");
    // Another letter in one field: a complete model, but not a word.
    let letter = |name: &str| {
        let line = text.lines().find(|line| line.ends_with(name)).unwrap();
        line.split(' ').nth(1).unwrap().parse::<usize>().unwrap() - 1
    };
    let mut other = model.clone();
    (other[letter("letter(1,1,E)")], other[letter("letter(1,1,O)")]) = (false, true);
    refused(format!("v {} 0\n", literals(&other, "")), "not a model of the formula");
    assert!(!bench.path("out.cwg").exists());
}

#[test]
fn maps_that_do_not_fit_are_refused() {
    let bench = Bench::new(LAYOUT);
    let words = bench.write("words.txt", LAYOUT_WORDS);
    let text = bench.encode(&["--words", words.to_str().unwrap()], "fill.cnf");
    let output = format!("v {} 0\n", literals(&solve(&text).unwrap(), ""));
    let refused = |map: &str, words: &str, message: &str| {
        bench.write("map", map);
        bench
            .decode(&output, &["--map", "map", "--words", words])
            .code(2)
            .stdout("")
            .stderr(contains(message));
    };
    let without = |name: &str| -> String {
        text.lines().filter(|line| !line.contains(name)).map(|line| format!("{line}\n")).collect()
    };
    refused(&without(" letter("), "words.txt", "no variable letter(r,c,A)");
    refused(&without(" letter(0,1,"), "words.txt", "which the field at row 1, column 2 needs");
    refused(&text, "embedded", "another word list");
    refused("", "words.txt", "no line `NUMBER NAME`");
    refused("1 letter(0,0,A)\nnonsense\n", "words.txt", "map: line 2: expected `NUMBER NAME`");
    refused("1 letter(9,9,A)\n", "words.txt", "is not a field of a grid");
    // Names alone are enough: no header, other spacing, no other families.
    let names = text.lines().filter(|line| line.contains(" letter(") && !line.contains("family"));
    let names: String = names.map(|line| format!("{}\r\n", line.trim_start_matches("c "))).collect();
    bench.write("map", &names);
    let all = ["--map", "map", "--words", "words.txt", "--stage", "fill"];
    let complete = output.split(" 0\n").next().unwrap();
    let named = names.lines().count();
    let some: Vec<&str> = complete.split(' ').take(named + 1).collect();
    bench.decode(&format!("{} 0\n", some.join(" ")), &all).success();

    bench.write("grid.cwg", &LAYOUT.replace("2 0 3\n", "2 0 3\n0 0 3\n").replace("?.?", "?.."));
    bench.decode(&output, &["--map", "fill.cnf", "--words", "words.txt"]).code(2);
}

#[test]
fn what_cannot_be_encoded_is_a_sentence() {
    let free = Bench::new(EMPTY);
    let refused = |bench: &Bench, options: &[&str], message: &str| {
        let mut command = cwsat();
        command.arg("encode").arg(&bench.grid).args(options).arg("-o").arg(bench.path("out"));
        command.assert().code(2).stdout("").stderr(contains(message));
        assert!(!bench.path("out").exists());
    };
    refused(&free, &["--stage", "fill"], "needs a layout");
    refused(&free, &["--at-least", "99"], "none is above");
    refused(&free, &["--at-least", "101"], "from 0 to 100");
    refused(&free, &["--stage", "both"], "is not a stage");
    refused(&free, &["--at-most-words", "0"], "--at-most-words");
    refused(&free, &["--encoding", "binary"], "encoding of words");
    refused(&free, &["--encoding", "propagator"], "choose direct, mdd or auto");
    refused(&free, &["--encoding", "mdd", "--stage", "layout"], "has no words");
    let given = Bench::new(LAYOUT);
    refused(&given, &["--stage", "layout"], "nothing to find");
    refused(&given, &["--at-least", "75"], "so no fill of it rates");
    refused(&given, &["--encoding", "mdd", "--format", "opb"], "no variables for words");
    refused(&given, &["--cardinality", "network"], "does not count, so --cardinality has no effect");
    refused(&given, &["--sums", "adder", "--format", "opb"], "does not count, so --sums has no effect");
    let layout =
        |more: &[&str], expected: &str| refused(&free, &[&["--stage", "layout"], more].concat(), expected);
    layout(&["--cardinality", "network"], "no rating is asked for, so --cardinality has no effect");
    layout(&["--sums", "adder"], "no rating is asked for, so --sums has no effect");
    layout(
        &["--sums", "adder", "--format", "wcnf"],
        "exact rating of --at-least, in grids of up to 64 fields",
    );
    let large = Bench::new(&format!("9\n9\n{}", ".........\n".repeat(9)));
    let rated = ["--stage", "layout", "--at-least", "50", "--cardinality", "network"];
    refused(&large, &[&rated[..], &["--sums", "adder"]].concat(), "in grids of up to 64 fields");
    // With an effect, they are taken.
    for (bench, options) in
        [(&large, &rated[..]), (&free, &[&rated[..3], &["30", "--sums", "adder"]].concat()[..])]
    {
        cwsat()
            .arg("encode")
            .arg(&bench.grid)
            .args(options)
            .arg("-o")
            .arg(bench.path("out"))
            .assert()
            .success();
    }
    let mut command = cwsat();
    command.arg("encode").arg(&given.grid).args(["-o", "no/such/folder/x.cnf"]);
    command.assert().code(2).stderr(contains("choose another place"));
}

/// With half a gigabyte of address space there is no room for a formula of about eight gigabytes.
#[cfg(target_os = "linux")]
#[test]
fn a_formula_that_does_not_fit_into_memory_is_an_error() {
    let bench = Bench::new(&format!("12\n12\n{}", format!("{}\n", ".".repeat(12)).repeat(12)));
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 225000 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_cwsat"), "encode"]);
    command.arg(&bench.grid).args(["--words", "embedded", "-o"]).arg(bench.path("out"));
    command.args(["--map".as_ref(), bench.path("map").as_os_str()]);
    command.assert().code(2).stdout("").stderr(contains("the formula is too large: memory"));
    assert!(!bench.path("out").exists() && !bench.path("map").exists());
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let bench = Bench::new(EMPTY);
    let mut command = cwsat();
    command.arg("encode").arg(&bench.grid).args(["--stage", "layout", "-o"]).arg(full);
    command.assert().code(2).stderr(contains("/dev/full: "));
}

#[test]
fn no_file_that_is_read_is_overwritten() {
    let bench = Bench::new(LAYOUT);
    let words = bench.write("words.txt", LAYOUT_WORDS);
    let refused = |command: &str, options: &[&str], message: &str| {
        let mut run = cwsat();
        run.current_dir(bench.folder.path())
            .args([command, "grid.cwg", "--words", "words.txt"])
            .args(options);
        run.write_stdin("").assert().code(2).stdout("").stderr(contains(message));
    };
    for options in [
        &["-o", "grid.cwg"][..],
        &["-o", "./words.txt"],
        &["-o", "new.cnf", "--map", "new.cnf"],
        &["-o", "new.cnf", "--map", "grid.cwg"],
        &["--map", "grid.cwg"],
    ] {
        refused("encode", options, "overwrite");
    }
    bench.write("model", "s UNSATISFIABLE\n");
    refused("decode", &["--model", "model", "-o", "model"], "overwrite");
    refused("decode", &["--model", "model", "-o", "grid.cwg"], "overwrite");
    refused("decode", &["--model", "model", "-o", "words.txt"], "overwrite");
    refused("decode", &["--model", "-", "--map", "-"], "standard input");
    assert_eq!(fs::read_to_string(&bench.grid).unwrap(), LAYOUT);
    assert_eq!(fs::read_to_string(&words).unwrap(), LAYOUT_WORDS);
    assert!(!bench.path("new.cnf").exists());
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_no_model_and_no_map() {
    if !Path::new("/dev/zero").exists() {
        return;
    }
    let bench = Bench::new(LAYOUT);
    let words = bench.write("words.txt", LAYOUT_WORDS);
    bench.encode(&["--words", words.to_str().unwrap()], "fill.cnf");
    bench.write("good", "s UNSATISFIABLE\n");
    for (model, map) in [("/dev/zero", "fill.cnf"), ("good", "/dev/zero")] {
        let mut command = cwsat();
        command.current_dir(bench.folder.path()).args(["decode", "grid.cwg", "--words", "words.txt"]);
        command.args(["--model", model, "--map", map]).timeout(PATIENCE);
        command.assert().code(2).stderr(contains("/dev/zero: line 1: the line does not end"));
    }
}

/// A signal while a large formula is written: nothing half-written is left. If the machine was faster than the signal,
/// the formula is complete.
#[cfg(unix)]
#[test]
fn a_formula_that_is_stopped_leaves_nothing_behind() {
    let bench = Bench::new(&format!("15\n15\n{}", "...............\n".repeat(15)));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"))
        .current_dir(bench.folder.path())
        .args(["encode", "grid.cwg", "--at-most-words", "400", "-q", "-o", "joint.cnf"])
        .spawn()
        .unwrap();
    let names = || -> Vec<String> {
        let files = fs::read_dir(bench.folder.path()).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    };
    // An empty file is written first to test whether the place is writable; the file of the formula has some content.
    let begun = || {
        names().iter().any(|name| {
            name.starts_with(".cwsat-") && fs::metadata(bench.path(name)).is_ok_and(|data| data.len() > 0)
        })
    };
    while !begun() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    let mut left = names();
    left.sort();
    match code {
        Some(130) => assert_eq!(left, ["grid.cwg"]),
        _ => assert_eq!(left, ["grid.cwg", "joint.cnf"]),
    }
}
