//! `cwsat encode` and `cwsat decode` end to end: each stage is written, solved by an embedded solver that sees only the
//! text, decoded, and checked by `cwsat check`; and what is rejected.

use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::cnf::{Var, dimacs};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const EMPTY: &str = "5\n5\n.....\n.....\n.....\n.....\n.....\n";
const LAYOUT: &str = "3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
const LAYOUT_WORDS: &str = "LEA\nID\nEI\nAD\nLOA\nOX\n";

fn cwsat() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cwsat"))
}

/// A folder with a grid in it, and commands on it.
struct Bench {
    folder: TempDir,
    grid: PathBuf,
}

impl Bench {
    fn new(grid: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grid.cwg");
        fs::write(&path, grid).unwrap();
        Self { folder, grid: path }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn encode(&self, options: &[&str], output: &str) -> String {
        let mut command = cwsat();
        command.arg("encode").arg(&self.grid).args(options).arg("-o").arg(self.path(output));
        command.assert().success();
        fs::read_to_string(self.path(output)).unwrap()
    }

    fn decode(&self, model: &str, options: &[&str]) -> assert_cmd::assert::Assert {
        self.write("model", model);
        let mut command = cwsat();
        command.arg("decode").arg(&self.grid).arg("--model").arg(self.path("model"));
        command.args(options).current_dir(self.folder.path()).assert()
    }
}

/// Returns the clauses of a formula's text in any format, as DIMACS.
fn as_dimacs(text: &str) -> String {
    let clause = |line: &str| -> Option<String> {
        if let Some(hard) = line.strip_prefix("h ") {
            return Some(hard.to_owned());
        }
        let (terms, _) = line.strip_suffix(" ;")?.split_once(" >= ")?;
        let lits: Vec<String> = terms
            .split(' ')
            .filter_map(|term| match term.strip_prefix('x') {
                Some(number) => Some(number.to_owned()),
                None => (term == "-1").then(|| "-".to_owned()),
            })
            .collect();
        Some(format!("{} 0", lits.join(" ").replace("- ", "-")))
    };
    if text.lines().any(|line| line.starts_with("p cnf")) {
        return text.to_owned();
    }
    let clauses: Vec<String> = text.lines().filter_map(clause).collect();
    let header = text.lines().find_map(|line| line.split_once("variables: ")).unwrap();
    format!("p cnf {} {}\n{}\n", header.1, clauses.len(), clauses.join("\n"))
}

/// Returns a model of a formula's text, if it has one.
fn solve(text: &str) -> Option<Vec<bool>> {
    let formula = dimacs::read(as_dimacs(text).as_bytes()).unwrap();
    let mut solver = new_solver(1);
    load(&mut *solver, &formula, 0);
    match solver.solve(&Budget::unlimited()) {
        SatAnswer::Sat => {
            Some((0..formula.var_count()).map(|i| solver.value(Var::new(i).positive())).collect())
        }
        SatAnswer::Unsat => None,
        SatAnswer::Unknown => panic!("no limit was set"),
    }
}

fn literals(model: &[bool], x: &str) -> String {
    let lits = model.iter().zip(1..).map(|(&v, n)| format!("{}{x}{n}", if v { "" } else { "-" }));
    lits.collect::<Vec<_>>().join(" ")
}

fn check(puzzle: &Path, against: &Path, words: bool) {
    check_with(puzzle, against, words, &[]);
}

fn check_with(puzzle: &Path, against: &Path, words: bool, extend: &[&str]) {
    let mut command = cwsat();
    command.arg("check").arg(puzzle).arg("--against").arg(against).args(extend);
    if words {
        command.args(["--words", "embedded"]);
    }
    command.assert().success();
}

#[test]
fn a_free_grid_becomes_a_puzzle_in_one_formula() {
    let bench = Bench::new(EMPTY);
    let options = ["--at-most-words", "100"];
    let text = bench.encode(&options, "joint.cnf");
    assert!(text.contains("\nc stage: joint\n") && text.contains("\nc 1 question(0,0)\n"));
    let model = solve(&text).unwrap();
    let output = format!("s SATISFIABLE\nv {} 0\n", literals(&model, ""));
    bench
        .decode(&output, &["--map", "joint.cnf", "-o", "out.cwg"])
        .success()
        .stderr(contains("a valid puzzle"));
    check(&bench.path("out.cwg"), &bench.grid, true);
    // Without a map the formula is made again; the puzzle is the same.
    let again: Vec<&str> = options.into_iter().chain(["-o", "again.cwg"]).collect();
    bench.decode(&output, &again).success();
    assert_eq!(fs::read(bench.path("out.cwg")).unwrap(), fs::read(bench.path("again.cwg")).unwrap());
}

#[test]
fn a_layout_and_then_its_fill_in_all_formats_and_forms_of_output() {
    for (format, form) in [("dimacs", 0), ("wcnf", 1), ("opb", 2), ("dimacs", 3)] {
        let bench = Bench::new(EMPTY);
        let show = |model: &[bool]| match form {
            0 => format!("c solver\ns SATISFIABLE\nv {}\nv 0\n", literals(model, "")),
            1 => {
                let digits: String = model.iter().map(|&v| if v { '1' } else { '0' }).collect();
                format!("o 12\ns OPTIMUM FOUND\nv {digits}\n")
            }
            2 => format!("o 1\ns OPTIMUM FOUND\nv {}\n", literals(model, "x")),
            _ => format!("SAT\n{} 0\n", literals(model, "")),
        };
        let options = ["--stage", "layout", "--format", format];
        let with_map: Vec<&str> = options.into_iter().chain(["--map", "layout.map"]).collect();
        let mut encode = cwsat();
        encode.current_dir(bench.folder.path()).args(["encode", "grid.cwg", "-o", "layout.txt"]);
        encode.args(&with_map).assert().success().stderr(contains("variables").and(contains("MB/s")));
        let text = fs::read_to_string(bench.path("layout.txt")).unwrap();
        assert!(!text.contains("question(0,0)"), "the map is in its own file");
        let map = fs::read_to_string(bench.path("layout.map")).unwrap();
        assert!(map.contains("\n1 question(0,0)\n"));
        let output = show(&solve(&text).unwrap());
        bench.decode(&output, &["--map", "layout.map", "-o", "layout.cwg"]).success();
        check(&bench.path("layout.cwg"), &bench.grid, false);

        let fill = Bench { grid: bench.path("layout.cwg"), folder: bench.folder };
        let text = fill.encode(&["--format", format], "fill.txt");
        assert!(text.contains(" stage: fill\n"));
        let output = show(&solve(&text).unwrap());
        fill.decode(&output, &["--map", "fill.txt", "-o", "full.cwg"]).success();
        check(&fill.path("full.cwg"), &fill.grid, true);
    }
}

#[test]
fn a_rating_that_is_asked_for_is_reached() {
    let bench = Bench::new(&format!("10\n10\n{}", "..........\n".repeat(10)));
    let text = bench.encode(&["--stage", "layout", "--at-least", "90"], "layout.cnf");
    assert!(text.contains("\nc bound question fields: "));
    let output = format!("v {} 0\n", literals(&solve(&text).unwrap(), ""));
    bench.decode(&output, &["--map", "layout.cnf", "-o", "out.cwg"]).success();
    let report = cwsat().arg("check").arg("--json").arg(bench.path("out.cwg")).assert().success();
    let report: serde_json::Value = serde_json::from_slice(&report.get_output().stdout).unwrap();
    assert!(report["score"].as_f64().unwrap() >= 90.0, "{report}");
    // The same model, with more requested according to the map.
    let text = text.replace("c at least: 90", "c at least: 99.99");
    bench.write("lied.cnf", &text);
    bench.decode(&output, &["--map", "lied.cnf"]).code(2).stderr(contains("should rate at least 99.99"));
}

#[test]
fn wishes_are_kept_by_a_search_that_pays_for_them() {
    // The layout costs at least what every model costs; both formats have the same weights.
    let bench = Bench::new(EMPTY);
    let wcnf = bench.encode(&["--stage", "layout", "--format", "wcnf"], "a.wcnf");
    let opb = bench.encode(&["--stage", "layout", "--format", "opb"], "a.opb");
    let soft = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let weights: u64 =
        wcnf.lines().filter(soft).map(|line| line.split(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    let objective = opb.lines().find(|line| line.starts_with("min:")).unwrap();
    let terms = objective.split(' ').filter_map(|word| word.parse::<i64>().ok());
    assert_eq!(terms.map(i64::unsigned_abs).sum::<u64>(), weights);
    assert!(weights > 0 && wcnf.contains("\nc cost of every model: "));
}

#[test]
fn letters_and_questions_that_are_given_are_kept() {
    let bench = Bench::new("5\n5\n?....\n.....\n..E..\n.....\n-....\n");
    for extend in ["--extend=fields", "--extend"] {
        let text = bench.encode(&[extend, "--at-most-words", "150"], "joint.cnf");
        let output = format!("v {} 0\n", literals(&solve(&text).unwrap(), ""));
        // The map says what may be added.
        bench.decode(&output, &["--map", "joint.cnf", "-o", "out.cwg"]).success();
        check_with(&bench.path("out.cwg"), &bench.grid, true, &[extend]);
    }
}

#[test]
fn the_page_on_the_formats_shows_what_the_program_writes() {
    let bench = Bench::new(LAYOUT);
    bench.write("words.txt", LAYOUT_WORDS);
    let mut command = cwsat();
    command.current_dir(bench.folder.path()).args([
        "encode",
        "grid.cwg",
        "--words",
        "words.txt",
        "--encoding",
        "direct",
    ]);
    let output = command.assert().success().get_output().stdout.clone();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/encodings/formats.md");
    let page = fs::read_to_string(page).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(page.contains(&format!("```text\n{output}```")), "the page should show:\n{output}");
}

#[test]
fn another_seed_takes_other_words() {
    let bench = Bench::new(LAYOUT);
    let text = |seed: &str| {
        let text =
            bench.encode(&["--encoding", "direct", "--at-most-words", "40", "--seed", seed], "fill.cnf");
        text.lines().filter(|line| line.contains(" word(")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(text("1"), text("1"));
    assert_ne!(text("1"), text("2"));
}

#[test]
fn the_tables_count_every_variable_and_clause_and_nothing_is_written() {
    let bench = Bench::new(LAYOUT);
    let words = bench.write("words.txt", LAYOUT_WORDS);
    let mut command = cwsat();
    command.arg("encode").arg(&bench.grid).arg("--words").arg(words).arg("--stats");
    let output = command.assert().success().get_output().stdout.clone();
    let output = String::from_utf8(output).unwrap();
    let mut tables = output.split("clauses  ").map(|table| {
        let count = |line: &str| {
            let columns: Vec<&str> = line.split("  ").filter(|c| !c.trim().is_empty()).collect();
            Some((columns.first()?.to_string(), columns.get(1)?.trim().parse::<usize>().ok()?))
        };
        table.lines().filter_map(count).collect::<Vec<_>>()
    });
    for _ in 0..2 {
        let mut table = tables.next().unwrap();
        let (name, all) = table.pop().unwrap();
        assert_eq!((name.as_str(), all), ("total", table.iter().map(|row| row.1).sum()), "{output}");
        assert!(all > 0 && table.len() > 1);
    }
    assert_eq!(fs::read_dir(bench.folder.path()).unwrap().count(), 2);
}

#[test]
fn no_solution_is_exit_code_1_and_giving_up_3() {
    let bench = Bench::new(LAYOUT);
    let words = bench.write("words.txt", "LEA\nID\nEI\nAB\n");
    bench.encode(&["--words", words.to_str().unwrap()], "fill.cnf");
    let options = ["--map", "fill.cnf", "--words", "words.txt", "-o", "out.cwg"];
    for text in ["s UNSATISFIABLE\n", "UNSAT\n"] {
        bench.decode(text, &options).code(1).stdout("").stderr(contains("no such puzzle"));
    }
    bench.decode("s UNKNOWN\n", &options).code(3).stderr(contains("gave up"));
    assert!(!bench.path("out.cwg").exists());
}

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

#[cfg(target_os = "linux")]
#[test]
fn decoding_without_a_map_reads_everything_once() {
    // Each row is one field short, which is a warning.
    let bench = Bench::new(&LAYOUT.replacen("3\n3\n", "3\n4\n", 1));
    let words = bench.write("words.txt", LAYOUT_WORDS);
    let model = solve(&bench.encode(&["--words", words.to_str().unwrap()], "fill.cnf")).unwrap();
    let out = bench.write("fill.out", &format!("s SATISFIABLE\nv {} 0\n", literals(&model, "")));
    let mut command = cwsat();
    command.arg("decode").arg(&bench.grid).args(["--words", "/dev/stdin", "--model"]).arg(out);
    let run = command.write_stdin(LAYOUT_WORDS).assert().success();
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert_eq!(told.matches("warning: ").count(), 3, "{told}");
}
