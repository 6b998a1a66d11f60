//! Formulas solved by third-party solvers.
//!
//! Each stage is encoded, solved by the programs `cadical`, `minisat`, `cryptominisat5`, `picosat` and `clasp`
//! (packages of these or similar names in most systems), decoded, and checked. Without one: see common/tools.rs.

use crate::common::tools::is_installed;
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

const EMPTY: &str = "4\n6\n......\n......\n......\n......\n";

/// How a solver is called: its name, its options, and whether it writes its model to a second file.
struct Solver {
    name: &'static str,
    options: &'static [&'static str],
    result_file: bool,
}

const SOLVERS: [Solver; 5] = [
    Solver { name: "cadical", options: &[], result_file: false },
    Solver { name: "minisat", options: &[], result_file: true },
    Solver { name: "cryptominisat5", options: &[], result_file: false },
    Solver { name: "picosat", options: &[], result_file: false },
    Solver { name: "clasp", options: &[], result_file: false },
];

impl Solver {
    fn named(name: &str) -> Option<&'static Self> {
        SOLVERS.iter().find(|solver| solver.name == name).filter(|solver| solver.is_installed())
    }

    fn is_installed(&self) -> bool {
        is_installed(self.name)
    }

    /// Returns the output of the solver for a formula, as a file.
    fn run(&self, formula: &Path) -> PathBuf {
        let result = formula.with_extension(self.name);
        let mut command = process::Command::new(self.name);
        command.args(self.options).arg(formula);
        if self.result_file {
            command.arg(&result);
        }
        let output = command.output().unwrap();
        if !self.result_file {
            fs::write(&result, &output.stdout).unwrap();
        }
        result
    }
}

fn cwsat() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cwsat"))
}

fn encode(grid: &Path, options: &[&str], output: &Path) {
    cwsat().arg("encode").arg(grid).args(options).arg("-o").arg(output).assert().success();
}

/// Decodes what a solver printed, and checks the puzzle; returns its file.
fn decode(grid: &Path, map: &Path, model: &Path, letters: bool) -> PathBuf {
    let puzzle = model.with_extension(format!("{}.cwg", model.extension().unwrap().to_string_lossy()));
    let mut command = cwsat();
    command.arg("decode").arg(grid).arg("--map").arg(map).arg("--model").arg(model).arg("-o").arg(&puzzle);
    command.assert().success();
    let mut check = cwsat();
    check.arg("check").arg(&puzzle).arg("--against").arg(grid);
    if letters {
        check.args(["--words", "embedded"]);
    }
    check.assert().success();
    puzzle
}

fn grid(folder: &Path) -> PathBuf {
    let grid = folder.join("grid.cwg");
    fs::write(&grid, EMPTY).unwrap();
    grid
}

#[test]
fn every_solver_solves_every_stage_in_dimacs() {
    let folder = tempfile::tempdir().unwrap();
    let grid = grid(folder.path());
    let (joint, layout) = (folder.path().join("joint.cnf"), folder.path().join("layout.cnf"));
    encode(&grid, &["--at-most-words", "150"], &joint);
    // Only good layouts: they can be filled.
    encode(&grid, &["--stage", "layout", "--at-least", "60"], &layout);
    let mut used = 0;
    for solver in SOLVERS.iter().filter(|solver| solver.is_installed()) {
        decode(&grid, &joint, &solver.run(&joint), true);
        let laid_out = decode(&grid, &layout, &solver.run(&layout), false);
        let fill = laid_out.with_extension("fill");
        encode(&laid_out, &[], &fill);
        decode(&laid_out, &fill, &solver.run(&fill), true);
        println!("{}: joint, layout and fill", solver.name);
        used += 1;
    }
    println!("{used} of {} solvers", SOLVERS.len());
}

#[test]
fn every_solver_says_that_there_is_no_solution() {
    let folder = tempfile::tempdir().unwrap();
    let (grid, words) = (folder.path().join("grid.cwg"), folder.path().join("words.txt"));
    fs::write(&grid, "3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n").unwrap();
    fs::write(&words, "LEA\nID\nEI\nAB\n").unwrap();
    let formula = folder.path().join("fill.cnf");
    encode(&grid, &["--words", words.to_str().unwrap()], &formula);
    for solver in SOLVERS.iter().filter(|solver| solver.is_installed()) {
        let model = solver.run(&formula);
        let mut command = cwsat();
        command.arg("decode").arg(&grid).arg("--map").arg(&formula).arg("--model").arg(model);
        command.arg("--words").arg(&words).assert().code(1);
    }
}

/// The options for a formula with costs that clasp reads.
const FORMATS: [(&str, &[&str]); 2] =
    [("wcnf", &["--format", "wcnf", "--wcnf-version", "old"]), ("opb", &["--format", "opb"])];

/// Returns the cost or objective that a solver reached last.
fn reached(output: &Path) -> i64 {
    let text = fs::read_to_string(output).unwrap();
    assert!(text.contains("s OPTIMUM FOUND"), "{text}");
    text.lines().filter_map(|line| line.strip_prefix("o ")).next_back().unwrap().parse().unwrap()
}

#[test]
fn clasp_finds_the_same_optimum_in_wcnf_and_opb() {
    let Some(clasp) = Solver::named("clasp") else { return };
    let folder = tempfile::tempdir().unwrap();
    let grid = folder.path().join("grid.cwg");
    fs::write(&grid, "4\n5\n.....\n.....\n.....\n.....\n").unwrap();
    let (wcnf, opb) = (folder.path().join("layout.wcnf"), folder.path().join("layout.opb"));
    encode(&grid, &["--stage", "layout", "--format", "wcnf", "--wcnf-version", "old"], &wcnf);
    encode(&grid, &["--stage", "layout", "--format", "opb"], &opb);
    let (from_wcnf, from_opb) = (clasp.run(&wcnf), clasp.run(&opb));
    decode(&grid, &wcnf, &from_wcnf, false);
    let laid_out = decode(&grid, &opb, &from_opb, false);
    let text = fs::read_to_string(&opb).unwrap();
    let offset =
        text.lines().find_map(|line| line.strip_prefix("* what the wishes cost is the objective plus "));
    assert_eq!(reached(&from_wcnf), reached(&from_opb) + offset.unwrap().parse::<i64>().unwrap());

    // Its fill with the best scores, in both formats, and a joint formula in both.
    for (grid, options, name) in [
        (&laid_out, &["--stage", "fill", "--at-most-words", "60"][..], "fill"),
        (&grid, &["--at-most-words", "8"][..], "joint"),
    ] {
        for (format, choice) in FORMATS {
            let formula = folder.path().join(format!("{name}_{format}.txt"));
            let options: Vec<&str> = options.iter().chain(choice).copied().collect();
            encode(grid, &options, &formula);
            let output = clasp.run(&formula);
            if fs::read_to_string(&output).unwrap().contains("s UNSATISFIABLE") {
                println!("{name} in {format}: no solution with so few words");
                continue;
            }
            decode(grid, &formula, &output, true);
        }
    }
}

/// The costs of layouts: words that are left out, fields without crossings, the bounding box.
#[test]
fn clasp_finds_the_best_criss_cross() {
    let Some(clasp) = Solver::named("clasp") else { return };
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    // Lists for which `tests/crisscross.rs` compares the best layout with plain enumeration.
    for (size, words) in [
        ("3x4", "ROSE TON OS"),
        ("4x4", "ABA BAB AAB"),
        ("2x4", "AB BC CA ABC"),
        ("3x3", "AB CD AC BD"),
        ("3x3", "ABC CBA XYZ"),
    ] {
        fs::write(&list, words.replace(' ', "\n")).unwrap();
        let crisscross = |command: &str| {
            let mut run = cwsat();
            run.args([command, "--as", "crisscross", "--size", size]).arg(&list);
            run
        };
        let solved = crisscross("solve").args(["--prove", "--json", "--threads", "1"]).output().unwrap();
        let best: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
        // Beside a word that is left out, nothing is called proven.
        assert_eq!(best["proven"]["box"], best["left_out"].as_array().unwrap().is_empty(), "{best}");
        let best = [
            best["words"].as_array().unwrap().len().to_string() + " word",
            best["crossings"].to_string() + " crossing",
            format!("bounding box {}x{}", best["box"]["rows"], best["box"]["columns"]),
        ];
        for (format, choice) in FORMATS {
            let formula = folder.path().join(format!("list_{format}.txt"));
            crisscross("encode").args(choice).arg("-o").arg(&formula).assert().success();
            let output = clasp.run(&formula);
            assert!(reached(&output) != 0);
            let mut decode = crisscross("decode");
            let told = decode.arg("--map").arg(&formula).arg("--model").arg(&output).output().unwrap();
            let told = String::from_utf8(told.stderr).unwrap();
            // Boxes of the same area are equally good.
            let sides = |text: &str| -> usize {
                let sides = text.rsplit_once("bounding box ").unwrap().1;
                sides.trim().split('x').map(|side| side.parse::<usize>().unwrap()).product()
            };
            assert!(told.contains(&best[0]) && told.contains(&best[1]), "{best:?} but {told}");
            assert_eq!(sides(&told), sides(&best[2]), "{best:?} but {told}");
        }
    }
}

/// Kinds without costs have constraints only: clasp finds a model, and it is right.
#[test]
fn what_has_no_costs_is_solved_in_wcnf_and_opb_too() {
    let Some(clasp) = Solver::named("clasp") else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let problem = root.join("test_cases/numberlink/Q_5_4.txt");
    let words = root.join("test_cases/digram/words.txt");
    let kinds: [(&str, Vec<&str>); 2] = [
        ("numberlink", vec![problem.to_str().unwrap(), "--rect", "7x7"]),
        ("digram", vec!["3x3", "--words", words.to_str().unwrap()]),
    ];
    for (kind, input) in kinds {
        for (format, choice) in FORMATS {
            let formula = folder.path().join(format!("{kind}_{format}.txt"));
            let mut encode = cwsat();
            encode.args(["encode", "--as", kind]).args(choice).args(&input).arg("-o").arg(&formula);
            encode.assert().success();
            let text = fs::read_to_string(&formula).unwrap();
            assert!(text.contains("there are no costs"), "{kind} {format}");
            assert!(!text.contains("\nmin:"));
            let output = clasp.run(&formula);
            let mut decode = cwsat();
            decode
                .args(["decode", "--as", kind])
                .args(input.iter().filter(|&&part| !["--rect", "7x7"].contains(&part)));
            decode.arg("--map").arg(&formula).arg("--model").arg(&output).assert().success();
        }
    }
}
