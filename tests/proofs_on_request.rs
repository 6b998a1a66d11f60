//! `--proof` of every command: what the program writes proves what it says, as checkers by others find. Without a checker: see
//! common/tools.rs.

use crate::common::checkers;
use crate::common::patience::{PATIENCE, unhurried};
use crate::proofs::{is_step, ways};
use assert_cmd::Command;
use cwsat::solver::BackEnd;
use cwsat::solver::proof::ProofFormat;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG");
    command.timeout(PATIENCE);
    command
}

/// Puzzles without a solution: name, text, words, further arguments, and what the proof is about. In the first one both
/// question fields can only ask for the same word; in the last one too many wires cross.
const HOPELESS: [(&str, &str, &str, &str, &str); 10] = [
    ("layout", "2\n4\n ?  \n?.. \n", "AB\nBC\nCD\n", "", "no arrangement"),
    (
        "fill",
        "3\n3\n ??\n?..\n?..\n0 1 0\n0 2 0\n1 0 3\n2 0 3\n",
        "AB\nAC\nBD\nDA\n",
        "",
        "cannot be filled with",
    ),
    ("arrows", "3\n3\n ??\n?..\n?..\n", "AB\nAC\nBD\nDA\n", "", "no arrangement"),
    ("joint", "2\n3\n.Q.\n...\n", "AB\nBC\n", "", "no arrangement"),
    ("template", "...\n...\n...\n", "ABC\nBCA\nCAD\nAEF\n", "--as template", "cannot be filled with"),
    (
        "must",
        "...\n...\n...\n",
        "ABC\nDEF\nGHI\nADG\nBEH\nCFI\nJKL\nMNO\nPQR\nJMP\nKNQ\nLOR\n",
        "--as template --must ABC --must JKL",
        "the words of --must have to be in it",
    ),
    (
        "nowhere",
        "...\n...\n...\n",
        "ABC\nDEF\nGHI\nADG\nBEH\nCFI\n",
        "--as template --must XYZ",
        "the words of --must have to be in it",
    ),
    (
        "barred",
        "barred\n. . .\n-\n. . .\n. . .\n",
        "ABC\nDEF\nGHI\nJKL\nMNO\nXY\n",
        "",
        "cannot be filled with",
    ),
    ("digram", "", "abcd\nbcda\nefgh\nafbg\n", "--as digram --size 3x3", "there is no grid"),
    (
        "numberlink",
        "SIZE 4X3\nBLOCK_NUM 2\nBLOCK#1 3X2\n2,1,3\n2,0,0\nBLOCK#2 3X2\n1,+,0\n0,3,+\n",
        "",
        "",
        "do not fit on the largest board, 4x3",
    ),
];

#[test]
fn no_solution_is_proven_on_request() {
    let desk = tempfile::tempdir().unwrap();
    for (back_end, format) in ways() {
        let mut proofs = Vec::new();
        for (name, puzzle, words, args, about) in HOPELESS {
            let (puzzle_file, word_file) = (desk.path().join(name), desk.path().join("words"));
            fs::write(&puzzle_file, puzzle).unwrap();
            fs::write(&word_file, words).unwrap();
            let proof = desk.path().join(format!("{name}_{back_end}_{format}.drat"));
            let mut command = cwsat();
            command.arg("solve").args(args.split_whitespace()).arg("--proof").arg(&proof);
            command.args(["--proof-format", format.name(), "--solver", &back_end.to_string()]);
            if !puzzle.is_empty() {
                command.arg(&puzzle_file);
            }
            if !words.is_empty() {
                command.arg("--words").arg(&word_file);
            }
            let output = command.output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{name}: {told}");
            // The search says in similar words what it has found; this is about the proof.
            let (_, proven) = told.split_once("prove that").unwrap_or_else(|| panic!("{name}: {told}"));
            assert!(proven.contains(about), "{name}: {told}");
            // `rate` breaks down on a formula that has the empty clause, and such a formula needs no proof.
            let is_refuted = clauses(&beside(&proof)).iter().any(|clause| clause == "0");
            if !(is_refuted && format == ProofFormat::Drat) {
                assert_ne!(files_hold(&proof, format), Some(false), "{name} {back_end:?} {format}");
            }
            // The formula is the one that encode writes.
            if name == "fill" || name == "joint" {
                let encoded = desk.path().join("encoded.cnf");
                let mut command = cwsat();
                command
                    .arg("encode")
                    .arg(&puzzle_file)
                    .arg("--words")
                    .arg(&word_file)
                    .arg("-o")
                    .arg(&encoded);
                command.args(["--encoding", "direct"]);
                command.assert().success();
                assert_eq!(clauses(&beside(&proof)), clauses(&encoded), "{name}");
            }
            if !is_refuted {
                proofs.push(proof);
            }
        }
        refuses_what_was_changed(&proofs, format);
    }
}

/// Of proofs that the program wrote: one without its end, one without what its last step rests on, and one of another formula
/// are refused. DRAT and varisat's format are left out, as short proofs hold for many formulas in the first, and as a changed
/// byte can be anything in the second.
fn refuses_what_was_changed(proofs: &[PathBuf], format: ProofFormat) {
    if !checkers::are_strict(format) {
        return;
    }
    for (proof, other) in proofs.iter().zip(proofs.iter().cycle().skip(1)) {
        let text = fs::read_to_string(proof).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let last = (0..lines.len()).rfind(|&at| is_step(lines[at], format)).unwrap();
        let without_end = lines[..last].concat();
        let no_reason = match format {
            // The last of its reasons is the clause that is violated.
            ProofFormat::Lrat => {
                lines[last].trim_end().trim_end_matches(" 0").rsplit_once(' ').unwrap().0.to_owned() + " 0\n"
            }
            _ => String::new(),
        };
        let unfounded = [&lines[..last], &[&*no_reason], &lines[last + 1..]].concat().concat();
        for (what, changed) in [("cut off", without_end), ("without a reason", unfounded)] {
            fs::write(proof, changed).unwrap();
            assert_eq!(files_hold(proof, format), Some(false), "{}: {what}", proof.display());
        }
        fs::write(proof, text).unwrap();
        let foreign = checkers::holds(&beside(other), proof, format);
        assert_eq!(foreign, Some(false), "{} for {}", proof.display(), other.display());
    }
}

#[test]
fn no_more_digram_grids_is_proven_on_request() {
    let desk = tempfile::tempdir().unwrap();
    let words = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/digram/words.txt");
    for (back_end, format) in ways() {
        let proof = desk.path().join(format!("{back_end}_{format}"));
        let mut command = cwsat();
        command.args(["solve", "--as", "digram", "--words", words, "--size", "3x3", "--all"]);
        command.args(["--proof-format", format.name(), "--solver", &back_end.to_string()]);
        command.arg("--proof").arg(&proof).assert().code(0).stderr(contains("prove that"));
        assert_ne!(files_hold(&proof, format), Some(false), "{back_end:?} {format}");
    }
}

#[test]
fn a_format_that_the_solver_cannot_write_is_told_before_the_search() {
    let able = |format| ways().iter().any(|(_, written)| *written == format);
    for format in ProofFormat::ALL.into_iter().filter(|&format| !able(format)) {
        let mut command = cwsat();
        command.args(["solve", "test_cases/15x15_1.cwg", "--proof", "no/p", "--proof-format", format.name()]);
        command.assert().code(2).stderr(contains("built with cadical"));
    }
    let mut command = cwsat();
    command.args(["solve", "test_cases/15x15_1.cwg", "--proof", "no/p", "--proof-format", "frat"]);
    command.assert().code(2).stderr(contains("there are drat, lrat, veripb and varisat"));
}

/// Returns the lines of a DIMACS file without its comments.
fn clauses(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
}

/// Returns whether the two files that `--proof` wrote belong together.
fn files_hold(proof: &Path, format: ProofFormat) -> Option<bool> {
    checkers::holds(&beside(proof), proof, format)
}

/// Returns where the formula of a proof is.
fn beside(proof: &Path) -> PathBuf {
    PathBuf::from(format!("{}.cnf", proof.display()))
}

/// Returns whether a proof is rejected for a formula without its first clause, which says that one of the cases holds.
fn is_refused_without_the_cases(proof: &Path, format: ProofFormat) -> bool {
    let text = fs::read_to_string(beside(proof)).unwrap();
    let first = text.lines().find(|line| !line.starts_with(['c', 'p'])).unwrap();
    fs::write(beside(proof), text.replacen(&format!("\n{first}\n"), "\n1 -1 0\n", 1)).unwrap();
    let refused = files_hold(proof, format) == Some(false);
    fs::write(beside(proof), text).unwrap();
    refused
}

/// Lists for which the best layout is proven: board, words, and what the proof has to be about.
const LISTS: [(&str, &str, &[&str]); 4] = [
    ("4", "ROSE OAK TON ELK", &["at least 4 words, 0 crossings, 4x4", "smaller box"]),
    ("5x4", "ABA BAB AAB ABB", &["4 words, 5 crossings, 5x4", "4 words, 4 crossings, 5x1"]),
    ("6", "ROSE TON EGO OAR", &["crossings on 6x6", "more words follows from counting"]),
    ("1x3", "ABC BCA CAB", &["at least 2 words, 0 crossings, 1x3"]),
];

#[test]
fn the_best_criss_cross_is_proven_on_request() {
    let desk = tempfile::tempdir().unwrap();
    for (number, (size, words, about)) in LISTS.into_iter().enumerate() {
        let list = desk.path().join("list.txt");
        fs::write(&list, words.replace(' ', "\n")).unwrap();
        for (back_end, format) in ways() {
            let proof = desk.path().join(format!("{number}_{back_end}_{format}.drat"));
            let mut command = cwsat();
            command.args(["solve", "--as", "crisscross", "--prove", "--threads", "1", "--size", size]);
            command.arg(&list).arg("--proof").arg(&proof).args(["--proof-format", format.name()]);
            let output = command.args(["--solver", &back_end.to_string()]).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.contains("prove that"), "{words}: {told}");
            about.iter().for_each(|about| assert!(told.contains(about), "{words}: {told}"));
            assert_ne!(files_hold(&proof, format), Some(false), "{words} {back_end:?} {format}");
            if files_hold(&proof, format).is_some() {
                assert!(is_refused_without_the_cases(&proof, format), "{words} {back_end:?} {format}");
                // For small boxes the proof may need nothing but the empty clause.
                if size == "6" && format == ProofFormat::Drat {
                    fs::write(&proof, "0\n").unwrap();
                    assert_eq!(files_hold(&proof, format), Some(false), "{words}: the empty clause alone");
                }
            }
        }
    }
}

#[test]
fn what_counting_proves_of_a_criss_cross_needs_no_proof() {
    let desk = tempfile::tempdir().unwrap();
    let (list, proof) = (desk.path().join("list.txt"), desk.path().join("p.drat"));
    fs::write(&list, "ABCDE\n").unwrap();
    let mut command = cwsat();
    command.args(["solve", "--as", "crisscross", "--size", "5"]).arg(&list).arg("--proof").arg(&proof);
    command.assert().code(0).stderr(contains("follows from counting alone"));
    assert!(!proof.exists() && !beside(&proof).exists());
    let mut command = cwsat();
    command.args(["solve", "--as", "crisscross", "--size", "1"]).arg(&list).arg("--proof").arg(&proof);
    command.assert().code(1).stderr(contains("no proof was written"));
}

#[test]
fn the_smallest_rectangle_is_proven_on_request() {
    ways().into_iter().for_each(|way| smallest_rectangle_is_proven("Q_5_4", way));
}

/// With the default solver: it takes some seconds, and varisat takes minutes.
#[test]
#[ignore = "takes a quarter of a minute; .ci/nightly runs it"]
fn so_is_that_of_a_larger_problem_at_length() {
    let back_end = if BackEnd::default() == BackEnd::Varisat { return } else { BackEnd::default() };
    smallest_rectangle_is_proven("Q_8_7", (back_end, ProofFormat::Lrat));
}

/// Takes one of the problems that come with the project.
fn smallest_rectangle_is_proven(name: &str, (back_end, format): (BackEnd, ProofFormat)) {
    let desk = tempfile::tempdir().unwrap();
    let problem =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/numberlink").join(name).with_extension("txt");
    let proof = desk.path().join("p.drat");
    let mut command = cwsat();
    command.args(["solve", "--seed", "1"]).arg(&problem).arg("--proof").arg(&proof);
    command.args(["--proof-format", format.name(), "--solver", &back_end.to_string()]);
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{name}: {told}");
    assert!(told.contains("prove that") && told.contains("rectangles"), "{name}: {told}");
    let judgement = files_hold(&proof, format);
    assert_ne!(judgement, Some(false), "{name} {back_end:?} {format}");
    if judgement.is_some() {
        assert!(is_refused_without_the_cases(&proof, format), "{name} {back_end:?} {format}");
    }
}

#[test]
fn without_a_claim_there_is_no_proof_and_a_bad_place_is_told_at_once() {
    let desk = tempfile::tempdir().unwrap();
    let proof = desk.path().join("p.drat");
    let grid = desk.path().join("g.cwg");
    // Its best puzzles are at the ceiling that follows from counting.
    fs::write(&grid, "5\n6\n......\n......\n......\n......\n......\n").unwrap();
    let solved = unhurried(|limit| {
        let mut command = cwsat();
        command.arg("solve").arg(&grid).args(["--time-limit", limit, "--proof"]).arg(&proof);
        command
    });
    solved.code(0).stderr(contains("no proof was written"));
    assert!(!proof.exists() && !desk.path().join("p.drat.cnf").exists());
    let mut command = cwsat();
    command.arg("solve").arg(&grid).arg(&grid).arg("--proof").arg(&proof);
    command.assert().code(2).stderr(contains("a single input"));
    let mut command = cwsat();
    command.arg("solve").arg(&grid).arg("--proof").arg(desk.path().join("no/such"));
    command.assert().code(2).stderr(contains("choose another place"));
}

#[test]
fn what_is_said_where_there_is_no_proof_is_true_and_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let (proof, list) = (folder.path().join("p.drat"), folder.path().join("list.txt"));
    std::fs::write(&list, "ROSE\nTOR\n").unwrap();
    let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/numberlink/Q_30_15.txt");
    let list = list.to_str().unwrap();
    for (args, said) in [
        (&[problem][..], "no proof was written: it is not known whether there is an answer"),
        (&["--as", "crisscross", list], "no proof was written: it is not known whether there is a layout"),
    ] {
        let run = |quiet: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
            command.args(["solve", "-t", "0s"]).args(args).args(quiet).arg("--proof").arg(&proof);
            String::from_utf8(command.assert().code(3).get_output().stderr.clone()).unwrap()
        };
        assert!(run(&[]).contains(said), "{}", run(&[]));
        assert!(!run(&["--quiet"]).contains("no proof"), "{}", run(&["--quiet"]));
    }
}
