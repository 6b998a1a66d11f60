//! `cwsat encode` and `cwsat decode` end to end: each stage is written, solved by an embedded solver that sees only the
//! text, decoded, and checked by `cwsat check`.

use assert_cmd::Command;
use cwsat::encodings::cnf::{Var, dimacs};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const EMPTY: &str = "5\n5\n.....\n.....\n.....\n.....\n.....\n";
pub const LAYOUT: &str = "3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
pub const LAYOUT_WORDS: &str = "LEA\nID\nEI\nAD\nLOA\nOX\n";

pub fn cwsat() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cwsat"))
}

/// A folder with a grid in it, and commands on it.
pub struct Bench {
    pub folder: TempDir,
    pub grid: PathBuf,
}

impl Bench {
    pub fn new(grid: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grid.cwg");
        fs::write(&path, grid).unwrap();
        Self { folder, grid: path }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    pub fn encode(&self, options: &[&str], output: &str) -> String {
        let mut command = cwsat();
        command.arg("encode").arg(&self.grid).args(options).arg("-o").arg(self.path(output));
        command.assert().success();
        fs::read_to_string(self.path(output)).unwrap()
    }

    pub fn decode(&self, model: &str, options: &[&str]) -> assert_cmd::assert::Assert {
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
pub fn solve(text: &str) -> Option<Vec<bool>> {
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

pub fn literals(model: &[bool], x: &str) -> String {
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
