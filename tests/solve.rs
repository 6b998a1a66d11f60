//! `cwsat solve` from end to end: answers that pass the checker, what is kept, and how it ends.

use crate::common::desk::Desk;
use crate::common::patience::{PATIENCE, unhurried};
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

/// The layout of a 3x3 grid with a rating of 59.2, with its letters.
const RATED: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

pub fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG");
    command.timeout(PATIENCE);
    command
}

/// Returns an open grid.
pub fn open(rows: usize, cols: usize) -> String {
    let row = format!("{}\n", ".".repeat(cols));
    format!("{rows}\n{cols}\n{}", row.repeat(rows))
}

/// Solves these files, however long it takes.
pub fn solve(options: &[&str], grids: &[&Path]) -> Assert {
    unhurried(|limit| {
        let mut command = cwsat();
        command.args(["solve", "--time-limit", limit]).args(options).args(grids);
        command
    })
}

/// Solves the input on standard input, however long it takes.
pub fn solve_text(text: impl AsRef<[u8]>, options: &[&str]) -> Assert {
    unhurried(|limit| {
        let mut command = cwsat();
        command.args(["solve", "-", "--time-limit", limit]).args(options).write_stdin(text.as_ref());
        command
    })
}

/// Returns the text of an answer that the checker finds complete, valid, and consistent with the empty grid.
pub fn checked(answer: &[u8], empty: &Path, words: &str) -> String {
    checked_with(answer, empty, words, &[])
}

/// Does the same for an answer to a grid to which something may be added.
fn checked_with(answer: &[u8], empty: &Path, words: &str, extend: &[&str]) -> String {
    let text = String::from_utf8(answer.to_vec()).unwrap();
    cwsat()
        .args(["check", "-", "--words", words, "--against"])
        .arg(empty)
        .args(extend)
        .write_stdin(text.clone())
        .assert()
        .code(0)
        .stdout(contains("valid").and(contains("with bonus")));
    text
}

#[test]
fn words_may_be_as_long_as_a_grid() {
    let desk = Desk::new();
    let word: String = ('A'..='Z').cycle().take(69).collect();
    let words = desk.put("words.txt", format!("{word}\n"));
    for grid in [format!("1\n70\n?{}\n0 0 3\n", ".".repeat(69)), open(1, 70)] {
        let run = solve_text(grid, &["--quiet", "--words", words.to_str().unwrap()]);
        run.success().stdout(contains(word.as_str()));
    }
}

#[test]
fn an_answer_without_o_is_printed_and_valid() {
    for grid in ["15x15_1", "10x10_L"] {
        let grid = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("test_cases/{grid}.cwg"));
        let output = solve(&[], &[&grid])
            .code(0)
            .stderr(contains("free layout").and(contains("the ceiling is").or(contains("can rate higher"))));
        checked(&output.get_output().stdout, &grid, "embedded");
    }
}

#[test]
fn o_names_a_file_and_quiet_is_quiet() {
    let desk = Desk::new();
    let empty = desk.put("empty.cwg", open(9, 9));
    let full = desk.path("full.cwg");
    solve(&["--quiet", "-o", full.to_str().unwrap()], &[&empty]).code(0).stdout("").stderr("");
    checked(&fs::read(full).unwrap(), &empty, "embedded");
    assert_eq!(desk.names(), ["empty.cwg", "full.cwg"]);
}

#[test]
fn several_grids_go_to_a_folder_and_equal_grids_differ() {
    let desk = Desk::new();
    let empty = [desk.put("a.cwg", open(8, 9)), desk.put("b.cwg", open(8, 9))];
    solve(&["-o", desk.path("new").to_str().unwrap()], &[&empty[0], &empty[1]]).code(0).stdout("");
    let answers = ["new/a.cwg", "new/b.cwg"].map(|name| fs::read(desk.path(name)).unwrap());
    let texts = [0, 1].map(|i| checked(&answers[i], &empty[i], "embedded"));
    assert_ne!(texts[0], texts[1]);
    assert_eq!(fs::read_dir(desk.path("new")).unwrap().count(), 2);
}

#[test]
fn one_thread_and_one_seed_give_one_puzzle() {
    let desk = Desk::new();
    let grid = desk.put("grid.cwg", open(7, 11));
    let solved = |seed: &str| {
        let output = cwsat()
            .args(["solve", "--threads", "1", "--quiet", "--seed", seed])
            .arg(&grid)
            .assert()
            .code(0)
            .get_output()
            .stdout
            .clone();
        checked(&output, &grid, "embedded")
    };
    assert_eq!(solved("3"), solved("3"));
    assert_ne!(solved("3"), solved("4"));
}

#[test]
fn json_is_one_object_a_grid() {
    let desk = Desk::new();
    let grid = desk.put("grid.cwg", open(8, 9));
    let output = solve(&["--json", "--quiet"], &[&grid, &grid]).code(0).stderr("");
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(answer["score"].as_f64().unwrap() <= answer["ceiling"].as_f64().unwrap() + 1e-9);
        assert!(answer["first_after_seconds"].as_f64() <= answer["found_after_seconds"].as_f64());
        assert!(["ceiling", "settled", "stopped"].contains(&answer["ending"].as_str().unwrap()));
        checked(answer["cwg"].as_str().unwrap().as_bytes(), &grid, "embedded");
    }
}

#[test]
fn a_layout_without_its_letters_is_filled_again() {
    let desk = Desk::new();
    let bare: String = RATED.chars().map(|c| if c.is_ascii_uppercase() { '.' } else { c }).collect();
    let grid = desk.put("grid.cwg", bare);
    let output = cwsat().arg("solve").arg(&grid).assert().code(0).stderr(contains("given layout"));
    let text = checked(&output.get_output().stdout, &grid, "embedded");
    assert!(text.ends_with("0 0 4\n0 2 0\n1 0 3\n2 0 3\n"), "{text}");
}

#[test]
fn every_encoding_fills_a_layout() {
    let folder = tempfile::tempdir().expect("a folder");
    let grid = folder.path().join("grid.cwg");
    std::fs::write(&grid, "3\n3\n?.?\n?..\n?..\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n").expect("a grid");
    let words = folder.path().join("words.txt");
    std::fs::write(&words, "LEA\nID\nEI\nAD\nLOA\nOX\n").expect("a list");
    let run = |encoding: &str| {
        let mut command = cwsat();
        command.arg("solve").arg(&grid).arg("--words").arg(&words).args(["--encoding", encoding]);
        command.assert()
    };
    for encoding in ["auto", "direct", "mdd", "auto,mdd"]
        .into_iter()
        .chain(cfg!(feature = "cadical").then_some("propagator"))
    {
        let answer = run(encoding).success().get_output().stdout.clone();
        let answer = String::from_utf8(answer).expect("text");
        assert!(answer.lines().nth(2).is_some_and(|row| !row.contains('.')), "{encoding}: {answer}");
    }
    run("binary").code(2).stderr(contains("is not an encoding of words; there are auto, direct"));
}

#[test]
fn letters_and_questions_that_are_given_stay() {
    for (given, mode) in [
        // Fields without arrows, fields with some of the letters, a free layout with letters.
        ("3\n3\n?.?\n?..\n?..\n", "given layout"),
        ("3\n3\n?L?\n?EI\n?..\n0 0 4\n1 0 3\n", "given layout"),
        ("7\n7\n...R...\n...O...\n...S...\n...E...\n.......\n.......\n.......\n", "free layout"),
    ] {
        let desk = Desk::new();
        let grid = desk.put("grid.cwg", given);
        let output = solve(&[], &[&grid]).code(0).stderr(contains(mode));
        checked(&output.get_output().stdout, &grid, "embedded");
    }
}

#[test]
fn extend_adds_question_fields_to_given_ones() {
    let rows = "?.....\n......\n..?R..\n...O..\n...S..\n";
    for questions in ["", "0 0 3\n", "0 0 4\n2 2 0\n", "0 0 0\n0 0 3\n2 2 3\n"] {
        let desk = Desk::new();
        let grid = desk.put("grid.cwg", format!("5\n6\n{rows}{questions}"));
        for extend in ["--extend", "--extend=fields"] {
            let output = solve(&[extend], &[&grid]).code(0).stderr(contains("extended layout"));
            let text = checked_with(&output.get_output().stdout, &grid, "embedded", &[extend]);
            assert!(text.matches('?').count() > 2, "{text}");
        }
    }
}

/// Annealing takes long to find a layout around the word of the guide's `rose.cwg` if no question may join the given
/// one, so a single thread has to try the formula before it has spent much time. Rounds do not depend on a clock, so
/// this holds on every machine.
#[cfg(feature = "cadical")]
#[test]
fn a_single_thread_extends_what_annealing_hardly_can() {
    use cwsat::encodings::arrowword::cwg;
    use cwsat::encodings::arrowword::given::Extend;
    use cwsat::search::Setup;
    use cwsat::search::arrowword::{Job, Options, Progress, solve};
    use cwsat::solver::Budget;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    let rows =
        "..........\n..........\n..........\n..?ROSE?..\n..........\n..........\n..........\n..........\n";
    let given = cwg::read(&format!("8\n10\n{rows}3 2 3\n")).unwrap().puzzle;
    let list = cwsat::wordlist::embedded();
    for seed in 0..20 {
        let found = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_flag(Arc::clone(&found));
        let rounds = AtomicUsize::new(0);
        let watch = |progress: Progress| {
            found.store(progress.best.is_some(), Ordering::Relaxed);
            rounds.fetch_max(progress.round, Ordering::Relaxed);
        };
        let options = Options { setup: Setup::seeded(seed), ..Options::default() };
        assert_eq!(options.setup.threads, 1);
        let job = Job { extend: Extend::Fields, ..Job::free(&given, &list) };
        let answer = solve(job, &options, &budget, &watch).unwrap();
        assert!(answer.score > 90.0, "seed {seed}: {}", answer.score);
        // One round of annealing, one of the formula; after the round that found it, there is no other.
        let rounds = rounds.into_inner();
        assert!(rounds <= 3, "seed {seed}: {rounds} rounds");
    }
}

#[test]
fn a_finished_puzzle_may_be_extended_by_nothing() {
    let output = cwsat().args(["solve", "--extend", "test_cases/3x3_rated.cwg"]).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&output.get_output().stdout), RATED);
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_yields_the_best_puzzle_so_far() {
    let desk = Desk::new();
    let (answer, grid) =
        (desk.path("answer.cwg"), Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/25x25_L.cwg"));
    // Large enough for the search to go on after its first puzzle, which it reports.
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"))
        .arg("solve")
        .arg(&grid)
        .arg("-o")
        .arg(&answer)
        .env_remove("RUST_LOG")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(told.any(|line| line.unwrap().contains("rating")), "no puzzle was found");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let rest: Vec<String> = told.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest:?}");
    checked(&fs::read(&answer).unwrap(), &grid, "embedded");
}

#[cfg(unix)]
#[test]
fn a_time_limit_is_kept_at_any_size() {
    for (rows, cols) in [(200, 200), (100, 100), (1, 200), (200, 3)] {
        let desk = Desk::new();
        let grid = desk.put("grid.cwg", open(rows, cols));
        // Wall-clock time depends on what else the machine does. Without a limit the search would take more CPU seconds
        // than this, and be killed.
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -t 20; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cwsat")])
            .timeout(PATIENCE);
        let output = command
            .args(["solve", "--quiet", "--threads", "2", "--time-limit", "1s"])
            .arg(&grid)
            .output()
            .unwrap();
        match output.status.code() {
            Some(0) => drop(checked(&output.stdout, &grid, "embedded")),
            Some(3) => assert!(output.stdout.is_empty()),
            code => panic!("{rows}x{cols}: {code:?}, {}", String::from_utf8_lossy(&output.stderr)),
        }
    }
    let stopped = cwsat().args(["solve", "-", "--time-limit", "0s"]).write_stdin(open(5, 5)).assert();
    stopped.code(3).stdout("").stderr(contains("stopped before a complete puzzle"));
}

#[test]
fn odd_grids_end_with_a_puzzle_or_a_reason() {
    for (grid, code) in [
        (open(1, 3), 0),
        (open(3, 1), 0),
        (open(1, 9), 0),
        (open(2, 2), 1),
        (open(2, 3), 0),
        (open(3, 2), 0),
        (open(3, 3), 0),
        // A cross, a frame, and two rooms that touch at a corner.
        ("3\n3\n-.-\n...\n-.-\n".to_owned(), 0),
        ("3\n3\n...\n.-.\n...\n".to_owned(), 0),
        ("4\n4\n..--\n..--\n--..\n--..\n".to_owned(), 1),
        ("4\n6\n...---\n...---\n---...\n---...\n".to_owned(), 0),
    ] {
        let desk = Desk::new();
        let empty = desk.put("grid.cwg", &grid);
        let output = solve(&["--quiet"], &[&empty]).code(code);
        match code {
            0 => drop(checked(&output.get_output().stdout, &empty, "embedded")),
            _ => drop(output.stdout("").stderr(contains("grid.cwg: no arrangement"))),
        }
    }
}

#[test]
fn tiny_lists_end_with_a_puzzle_or_a_reason() {
    let desk = Desk::new();
    let list = |name: &str, words: &str| desk.put(name, words).display().to_string();
    let (one, five) = (list("one", "ROT\n"), list("five", "EI\nEIS\nROT\nTOR\nAB\n"));
    let lone = list("lone", "ABCD\nEFGH\nIJKL\nMNOP\nQRST\n");
    let same = list("same", &["AAA", "AAB", "ABA", "BAA", "ABB", "BAB"].join("\n"));
    let with = |rows, cols, words: &str| solve_text(open(rows, cols), &["--quiet", "--words", words]);
    with(1, 4, &one).code(0).stdout("1\n4\n?ROT\n0 0 3\n");
    with(1, 3, &one).code(1).stderr(contains("no arrangement"));
    with(15, 15, &one).code(2).stderr(contains("no word may occur twice").and(contains("larger list")));
    with(1, 7, &five).code(0);
    // None of the words cross: only rows below each other are left.
    with(4, 5, &lone).code(0);
    with(5, 6, &lone).code(2).stderr(contains("no word may occur twice"));
    with(3, 3, &same).stderr(contains("stopped").not()).code(predicate::in_iter([0, 1]));
}

mod any_grid {
    use super::{Desk, checked_with, cwsat};
    use proptest::prelude::*;

    /// Many words of two letters, fewer longer ones, and many that cross.
    const WORDS: &str = "AB\nBA\nAC\nCA\nAD\nDA\nBE\nEB\nES\nSE\nER\nRE\nIN\nNI\nAN\nNA\nTA\nAT\nTE\nET\nSO\nOS\n\
        ROT\nTOR\nORT\nAST\nTAS\nRAT\nTAR\nART\nSAT\nEIS\nSIE\nNIE\nEIN\nNOT\nTON\nBAR\nRAB\nROSE\nOSER\nSORE\n\
        EROS\nRATE\nTEAR\nSTAR\nRAST\nTRIO\nSTERN\nRENTE\nNEST\nTENOR\n";

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn is_solved_by_the_rules_or_refused_with_a_reason(
            (rows, cols, marks) in (1usize..6, 1usize..7)
                .prop_flat_map(|(r, c)| (Just(r), Just(c), prop::collection::vec(0u8..30, r * c))),
            extend in prop::sample::select(&["", "--extend=fields", "--extend"]),
        ) {
            let mark = |m: &u8| match m { 0..=3 => '-', 4 => '?', 5 => 'A', _ => '.' };
            let text: Vec<String> =
                marks.chunks(cols).map(|row| row.iter().map(mark).collect::<String>()).collect();
            let desk = Desk::new();
            let grid = desk.put("grid.cwg", format!("{rows}\n{cols}\n{}\n", text.join("\n")));
            let words = desk.put("words.txt", WORDS).display().to_string();
            let mut command = cwsat();
            command.args(["solve", "--quiet", "--time-limit", "2s", "--words", &words]).arg(&grid);
            let extend: Vec<&str> = Some(extend).into_iter().filter(|extend| !extend.is_empty()).collect();
            let output = command.args(&extend).output().unwrap();
            let complaint = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => drop(checked_with(&output.stdout, &grid, &words, &extend)),
                Some(1..=3) => {
                    prop_assert!(output.stdout.is_empty());
                    prop_assert!(complaint.starts_with("error: "), "{complaint}");
                    prop_assert!(complaint.lines().count() == 1 && complaint.contains("grid.cwg: "), "{complaint}");
                }
                code => prop_assert!(false, "{text:?}: {code:?} {complaint}"),
            }
        }
    }
}

#[test]
fn nothing_that_the_command_reads_is_overwritten() {
    let desk = Desk::new();
    let grid = desk.put("grid.cwg", open(4, 6));
    let list = desk.put("list", "OASE\nTOR\n");
    let (grid_name, list_name) = (grid.display().to_string(), list.display().to_string());
    let formula = desk.put("proof.cnf", "OASE\nTOR\n").display().to_string();
    let proof = formula.trim_end_matches(".cnf").to_owned();
    let folder = grid.parent().unwrap().display().to_string();
    for (list, option, target) in [
        (&list_name, "-o", &grid_name),
        (&list_name, "-o", &list_name),
        (&list_name, "-o", &folder),
        (&list_name, "--proof", &grid_name),
        (&list_name, "--proof", &list_name),
        (&formula, "--proof", &proof),
    ] {
        cwsat()
            .args(["solve", &grid_name, "--words", list, option, target])
            .assert()
            .code(2)
            .stderr(contains("would overwrite it"));
    }
    assert_eq!(fs::read_to_string(&grid).unwrap(), open(4, 6));
    assert_eq!(fs::read_to_string(&list).unwrap(), "OASE\nTOR\n");
    cwsat().args(["solve", &grid_name, "-o", "-"]).assert().code(2).stderr(contains("standard output"));
}

#[cfg(unix)]
#[test]
fn answers_that_go_to_files_need_no_reader_of_the_json() {
    let desk = tempfile::tempdir().unwrap();
    for name in ["a.txt", "b.txt"] {
        std::fs::write(desk.path().join(name), "oxo\nooo\n").unwrap();
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cwsat"));
    let args = ["solve", "a.txt", "b.txt", "-o", "out", "--json"];
    let run = command.current_dir(desk.path()).args(args).stdout(writer).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(desk.path().join("out/a.txt").exists() && desk.path().join("out/b.txt").exists());
}
