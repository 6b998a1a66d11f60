//! Criss-crosses through the library and through the program: answers obey the rules, what is reported as proven is
//! what plain enumeration finds, and odd input leads to the best partial answer or to an error message.

use crate::common::patience::until;
use assert_cmd::Command;
use cwsat::encodings::crisscross::bound::Hopeless;
use cwsat::encodings::crisscross::puzzle::{Placement, Puzzle, Value};
use cwsat::encodings::crisscross::{base, format, rules};
use cwsat::encodings::grid::Run;
use cwsat::search::Setup;
use cwsat::search::crisscross::{
    Explanation, NoAnswer, NoLayout, Options, Progress, Reason, Stopped, explain, sample, solve,
};
use cwsat::solver::Budget;
use predicates::str::contains;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::Ordering;

fn puzzle(rows: usize, cols: usize, words: &str) -> Puzzle {
    let text = words.replace(' ', "\n");
    Puzzle {
        rows,
        cols,
        entries: base::read(&text, base::Style::Marked, &Default::default()).expect("words").entries,
    }
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/crisscross").join(name)
}

fn cwsat() -> Command {
    Command::cargo_bin("cwsat").expect("the program")
}

/// Returns the best value of all layouts, by trying every place of every word.
fn best_of_all(puzzle: &Puzzle) -> Value {
    fn go(puzzle: &Puzzle, entry: usize, now: &mut Vec<Placement>, best: &mut Value) {
        if entry == puzzle.entries.len() {
            let layout = puzzle.layout(now.iter().copied());
            if rules::check(&layout, None).is_empty() && layout.value().beats(best) {
                *best = layout.value();
            }
            return;
        }
        go(puzzle, entry + 1, now, best);
        for Run { start, direction, .. } in puzzle.places(entry) {
            now.push(Placement { entry, start, direction });
            go(puzzle, entry + 1, now, best);
            now.pop();
        }
    }
    let mut best = Value::default();
    go(puzzle, 0, &mut Vec::new(), &mut best);
    best
}

fn key(value: Value) -> (usize, usize, usize) {
    (value.words, value.crossings, value.area())
}

/// On one row only one of ABC and BCA can be laid, and XY, which has no letter in common with them, takes less room.
#[test]
fn a_group_that_was_dropped_is_no_proof() {
    let puzzle = puzzle(1, 3, "ABC BCA XY");
    let options = Options { conflicts: None, ..Options::default() };
    let answer = solve(&puzzle, &options, &Budget::unlimited(), &|_| {}).expect("an answer");
    assert!(!answer.proof.area || key(answer.value) == key(best_of_all(&puzzle)), "{:?}", answer.value);
}

#[test]
fn what_is_proven_is_what_plain_enumeration_finds() {
    for (rows, cols, words) in [
        (3, 4, "ROSE TON OS"),
        (4, 4, "ABA BAB AAB"),
        (3, 3, "AB CD AC BD"),
        (4, 3, "TEN NET END"),
        (2, 4, "AB BC CA ABC"),
        (4, 4, "ROSE XY YX"),
        (3, 3, "ABC CBA XYZ"),
        (5, 2, "AB BC CD"),
        // No two of them can be laid together.
        (4, 4, "ABC DEF IJ"),
    ] {
        let puzzle = puzzle(rows, cols, words);
        let expected = best_of_all(&puzzle);
        for threads in [1, 2] {
            let options = Options {
                setup: Setup { threads, ..Setup::default() },
                conflicts: None,
                ..Options::default()
            };
            let answer = solve(&puzzle, &options, &Budget::unlimited(), &|_| {}).expect("an answer");
            assert!(answer.proof.words && answer.proof.crossings && answer.proof.area, "{words}");
            assert_eq!(key(answer.value), key(expected), "{rows}x{cols} {words}");
            assert_eq!(answer.layout.value(), answer.value);
            assert_eq!(rules::check(&answer.layout, Some(&puzzle.entries)), []);
            assert_eq!(answer.left_out.len(), puzzle.entries.len() - answer.value.words);
        }
    }
}

/// Eleven words of a double word square have 26 crossings, more than the eleven shortest words of the list have letters
/// to spare. The box of five rows is reported, not that 7x7 cannot be beaten.
#[test]
fn many_crossings_of_long_words_are_no_proof() {
    let square = "ABCDEEZ FGHIJ KLMNO PQRST UVBXY AFKPU BGLQV CHMRB DINSX EJOTY ZAZ";
    let puzzle = puzzle(7, 7, &format!("{square} GW HW IW LW MW NW QW RW SW CW DW"));
    let options = Options { conflicts: Some(20_000), ..Options::default() };
    let answer = solve(&puzzle, &options, &Budget::unlimited(), &|_| {}).expect("an answer");
    assert_eq!((answer.value.words, answer.value.crossings), (11, 26));
    assert!(!answer.proof.area || answer.value.area() <= 35, "{:?}", answer.value);
}

#[test]
fn the_formula_finds_the_block_that_laying_one_by_one_cannot() {
    let options = Options { conflicts: None, ..Options::default() };
    let answer = solve(&puzzle(2, 2, "AB CD AC BD"), &options, &Budget::unlimited(), &|_| {}).unwrap();
    assert_eq!(key(answer.value), (4, 4, 4));
}

#[test]
fn one_thread_and_one_seed_give_one_layout() {
    let puzzle = puzzle(9, 9, "ROSE TULIP LILY IRIS ASTER VIOLET");
    let small = self::puzzle(9, 9, "ROSE TON");
    let layout = |puzzle: &Puzzle, seed| {
        let options = Options { setup: Setup::seeded(seed), conflicts: Some(0), ..Options::default() };
        solve(puzzle, &options, &Budget::unlimited(), &|_| {}).expect("an answer").layout
    };
    assert_eq!(layout(&puzzle, 3), layout(&puzzle, 3));
    // Two layouts are equally good here.
    assert!((0..20).any(|seed| layout(&small, seed) != layout(&small, 20)));
}

#[test]
fn a_budget_that_ends_leaves_what_was_found() {
    let text = std::fs::read_to_string(case("flowers.txt")).expect("the list");
    let entries = base::read(&text, base::Style::Marked, &Default::default()).expect("words").entries;
    let puzzle = Puzzle { rows: 15, cols: 15, entries };
    // It ends when a layout has all words, long before the search would end.
    let (budget, stop) = Budget::unlimited().racer();
    let watch = |progress: Progress| {
        if progress.best.is_some_and(|best| best.words == 12) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let answer = solve(&puzzle, &Options::default(), &budget, &watch).expect("an answer");
    assert!(answer.stopped);
    assert_eq!(answer.value.words, 12);
    assert_eq!(rules::check(&answer.layout, Some(&puzzle.entries)), []);
    let none = solve(&puzzle, &Options::default(), &budget, &|_| {}).expect_err("no time is left");
    assert_eq!(none, NoAnswer::Stopped(Stopped));
}

#[test]
fn words_that_cannot_be_laid_are_left_out_with_the_reason() {
    let reasons = |rows, cols, words| {
        let options = Options { conflicts: None, ..Options::default() };
        let answer = solve(&puzzle(rows, cols, words), &options, &Budget::unlimited(), &|_| {}).expect("one");
        (answer.value.words, answer.left_out.iter().map(|left| left.reason).collect::<Vec<_>>())
    };
    let hopeless = Reason::Hopeless;
    assert_eq!(reasons(4, 4, "ROSE ELEPHANT"), (1, vec![hopeless(Hopeless::TooLong)]));
    assert_eq!(reasons(6, 6, "ROSE TON XY"), (2, vec![hopeless(Hopeless::NoCommonLetter)]));
    assert_eq!(reasons(6, 6, "ROSE TON NOR XY YX"), (3, vec![hopeless(Hopeless::OtherLetters); 2]));
    assert_eq!(reasons(6, 6, "CAT DOG XYZ"), (1, vec![hopeless(Hopeless::NoCommonLetter); 2]));
    assert_eq!(reasons(6, 6, "AAB BCC DDE EFF"), (2, vec![hopeless(Hopeless::OtherLetters); 2]));
    assert_eq!(reasons(1, 4, "ROSE TON"), (1, vec![Reason::NoRoom]));
    assert_eq!(reasons(4, 4, "ROSE"), (1, vec![]));
    let error = solve(&puzzle(2, 3, "ROSE"), &Options::default(), &Budget::unlimited(), &|_| {}).unwrap_err();
    assert_eq!(error, NoLayout::NoWordFits { rows: 2, cols: 3 }.into());
}

#[test]
fn a_sample_keeps_the_order_and_follows_the_seed() {
    let entries = puzzle(1, 1, "AB BC CD DE EF FG GH").entries;
    let few = sample(&entries, 3, 1);
    assert_eq!(few.len(), 3);
    assert!(few.windows(2).all(|pair| pair[0].word < pair[1].word));
    assert_eq!(few, sample(&entries, 3, 1));
    assert!((2..20).any(|seed| sample(&entries, 3, seed) != few));
    assert_eq!(sample(&entries, 99, 1), entries);
}

#[test]
fn an_explanation_names_words_that_exclude_each_other() {
    let ask = |puzzle: &Puzzle| explain(puzzle, &Options::default(), &Budget::unlimited(), &|_| {});
    // Two rows have room for one of these across and nothing else; each fits alone.
    let found = ask(&puzzle(2, 4, "ROSE TONE EROS"));
    let Explanation::NoRoom { entries, minimal: true } = found else { panic!("{found:?}") };
    assert_eq!(entries.len(), 2);
    assert_eq!(ask(&puzzle(4, 4, "ROSE TON")), Explanation::Complete);
    let found = ask(&puzzle(9, 9, "AAB DDE BCC EFF"));
    assert_eq!(found, Explanation::Apart(vec![vec![0, 2], vec![1, 3]]));
    // There is room for both in the row, but they cannot cross.
    assert_eq!(ask(&puzzle(1, 5, "AB BA")), Explanation::NotFound);
    let found = ask(&puzzle(3, 3, "ROSE TON"));
    assert_eq!(found, Explanation::Hopeless(vec![(0, Hopeless::TooLong)]));
}

#[test]
fn the_program_lays_checks_and_tells() {
    let folder = tempfile::tempdir().unwrap();
    let (out, list) = (folder.path().join("out.txt"), case("flowers.txt"));
    let all_words = |run: &Output| String::from_utf8_lossy(&run.stderr).contains("12 words");
    let solved = until(all_words, |limit| {
        let mut solve = cwsat();
        solve.arg("solve").arg(&list).args(["--size", "12", "--time-limit", limit, "-o"]).arg(&out);
        solve
    });
    solved.code(0).stderr(contains("12 words"));
    let read = format::read(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(read.layout.words.len(), 12);
    assert!(read.layout.words.iter().all(|word| word.question.is_some()));
    cwsat().arg("check").arg(&out).arg("--words").arg(&list).assert().code(0).stdout(contains("valid"));
    // A different letter in the drawing is noticed.
    let text = std::fs::read_to_string(&out).unwrap().replacen("R", "Q", 1);
    std::fs::write(&out, text).unwrap();
    cwsat().arg("check").arg(&out).arg("--json").assert().code(1).stdout(contains("\"rule\""));
}

#[test]
fn the_program_leaves_out_and_says_why() {
    let awkward = case("awkward.txt");
    let mut solve = cwsat();
    solve.arg("solve").arg(&awkward).args(["--size", "8", "--json"]);
    let assert = solve.assert().code(3);
    for text in [
        "line 4: `Rose` is repeated",
        "line 7: `H2O` has `2`, which is not a letter",
        "CHRYSANTHEMUM: it is longer",
    ] {
        assert!(contains(text).eval_in(&assert.get_output().stderr), "{text}");
    }
    let json: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(json["words"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["left_out"].as_array().map(Vec::len), Some(2));
    let across = json["words"].as_array().unwrap().iter().filter(|word| word["direction"] == "across");
    assert_eq!(across.count(), 1);
}

trait EvalIn {
    fn eval_in(&self, bytes: &[u8]) -> bool;
}

impl<P: predicates::Predicate<str>> EvalIn for P {
    fn eval_in(&self, bytes: &[u8]) -> bool {
        self.eval(&String::from_utf8_lossy(bytes))
    }
}

#[test]
fn the_program_refuses_what_is_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    for (text, size, code, expected) in [
        ("", "5", 2, "no usable word"),
        ("1 2\n", "5", 2, "no usable word"),
        ("ROSE\n", "3", 1, "longer than the board"),
        ("ROSE\n", "0", 2, "sides are 1 to 200"),
        ("ROSE\n", "3x", 2, "sides are 1 to 200"),
    ] {
        std::fs::write(&path, text).unwrap();
        let mut solve = cwsat();
        solve.arg("solve").arg(&path).args(["--as", "crisscross", "--size", size]);
        solve.assert().code(code).stderr(contains(expected));
    }
    cwsat()
        .arg("check")
        .arg("--as")
        .arg("crisscross")
        .arg(&path)
        .assert()
        .code(2)
        .stderr(contains("is this a list"));
}

#[test]
fn the_formula_goes_out_and_its_model_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (list, cnf) = (case("trees.txt"), folder.path().join("trees.cnf"));
    let flags = ["--as", "crisscross", "--genxword", "--size", "9", "--least-crossings", "5"];
    cwsat().arg("encode").arg(&list).args(flags).arg("-o").arg(&cnf).assert().code(0);
    // Solved here by the back end, and written as a solver writes it.
    let text = std::fs::read_to_string(&cnf).unwrap();
    let mut solver = cwsat::solver::BackEnd::default().solver(0);
    let mut most = 0;
    for line in text.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        let numbers = line.split_whitespace().map(|n| n.parse::<i32>().unwrap()).filter(|&n| n != 0);
        let clause: Vec<_> = numbers.filter_map(cwsat::encodings::cnf::Lit::from_dimacs).collect();
        most = clause.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0).max(most);
        solver.add_clause(&clause);
    }
    assert_eq!(solver.solve(&Budget::unlimited()), cwsat::solver::SatAnswer::Sat);
    let model: String = (0..most)
        .map(|index| cwsat::encodings::cnf::Var::new(index).positive())
        .map(|lit| format!("v {}\n", if solver.value(lit) { lit } else { !lit }))
        .collect();
    let model_file = folder.path().join("model");
    std::fs::write(&model_file, format!("s SATISFIABLE\n{model}v 0\n")).unwrap();
    let mut decode = cwsat();
    decode.arg("decode").arg(&list).arg("--model").arg(&model_file).args(flags);
    let out = decode.assert().code(0).get_output().stdout.clone();
    let read = format::read(&String::from_utf8(out).unwrap()).unwrap();
    let value = read.layout.value();
    assert!(value.words == 6 && value.crossings >= 5, "{value}");
}

/// If no board is named, it is that of the formula, and not the one that a search would choose.
#[test]
fn the_board_of_a_formula_is_in_its_map() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("list.txt"), "ROSE\nTON\nNOR\n").unwrap();
    let list = at("list.txt");
    for size in ["7x9", "auto"] {
        let mut encode = cwsat();
        encode.arg("encode").arg(&list).args(["--as", "crisscross", "--size", size, "-o"]).arg(at("f.cnf"));
        encode.assert().code(0);
        let formula = std::fs::read_to_string(at("f.cnf")).unwrap();
        let board = formula.lines().find_map(|line| line.strip_prefix("c board: ")).unwrap();
        let sat = cwsat().arg("sat").arg(at("f.cnf")).assert().code(0);
        std::fs::write(at("model"), &sat.get_output().stdout).unwrap();
        let mut decode = cwsat();
        decode.arg("decode").arg(&list).args(["--as", "crisscross", "--map"]).arg(at("f.cnf"));
        let decoded = decode.arg("--model").arg(at("model")).assert().code(0);
        let text = String::from_utf8(decoded.get_output().stdout.clone()).unwrap();
        let layout = format::read(&text).unwrap().layout;
        assert_eq!(format!("{} rows, {} columns", layout.rows, layout.cols), board, "{size}");
        assert_eq!(layout.words.len(), 3, "{size}");
        if size == "7x9" {
            assert_eq!(board, "7 rows, 9 columns");
        }
    }
}

#[test]
fn each_flag_alone_counts() {
    let folder = tempfile::tempdir().unwrap();
    let (list, out) = (folder.path().join("list.txt"), folder.path().join("out.cnf"));
    std::fs::write(&list, "ROSE\nTON\nNOR\n").unwrap();
    for (flag, expected) in
        [("--least-words", "c at least words: 2\n"), ("--least-crossings", "c at least crossings: 2\n")]
    {
        let mut encode = cwsat();
        encode
            .arg("encode")
            .arg(&list)
            .args(["--as", "crisscross", "--size", "5", flag, "2", "-o"])
            .arg(&out);
        encode.assert().code(0);
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.contains(expected), "{flag}: {}", text.lines().take(12).collect::<Vec<_>>().join("\n"));
    }
    let arrowword = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/15x15_1.cwg");
    let mut solve = cwsat();
    solve.arg("solve").arg(&arrowword).arg("--prove");
    solve.assert().code(2).stderr(contains("is for the kind crisscross"));
}

#[test]
fn a_finished_layout_is_no_list_of_words() {
    let folder = tempfile::tempdir().unwrap();
    let (list, laid) = (folder.path().join("list.txt"), folder.path().join("laid.txt"));
    std::fs::write(&list, "ROSE\nTON\n").unwrap();
    let mut solve = cwsat();
    solve.arg("solve").arg(&list).args(["--as", "crisscross", "-o"]).arg(&laid).assert().code(0);
    for command in ["solve", "encode", "explain"] {
        cwsat().arg(command).arg(&laid).assert().code(2).stderr(contains("`cwsat check`"));
    }
    cwsat().arg("check").arg(&laid).assert().code(0);
}

#[test]
fn every_command_draws_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    let (list, drawn) = (folder.path().join("list.txt"), folder.path().join("drawn.txt"));
    // No two have a letter in common, so `explain` names all that are drawn.
    std::fs::write(&list, "AB\nCD\nEF\nGH\nIJ\nKL\nMN\nOP\n").unwrap();
    let run = |command: &str, list: &Path, more: &[&str]| {
        let mut run = cwsat();
        run.arg(command).arg(list).args(["--as", "crisscross", "--size", "4"]).args(more);
        String::from_utf8(run.output().unwrap().stdout).unwrap()
    };
    for seed in ["0", "1", "2"] {
        let draw = ["--place", "3", "--seed", seed];
        let solved = run("solve", &list, &[&draw[..], &["--json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&solved).unwrap();
        let both = [&json["words"], &json["left_out"]].map(|part| part.as_array().unwrap().clone()).concat();
        let mut words: Vec<&str> = both.iter().map(|word| word["word"].as_str().unwrap()).collect();
        words.sort_unstable();
        assert_eq!(words.len(), 3);
        let explained = run("explain", &list, &draw);
        assert!(words.iter().all(|word| explained.contains(word)), "{words:?}: {explained}");
        std::fs::write(&drawn, words.join("\n")).unwrap();
        let digest = |text: String| text.lines().find(|line| line.contains("list digest")).map(str::to_owned);
        let encoded = digest(run("encode", &list, &draw));
        assert!(encoded.is_some() && encoded == digest(run("encode", &drawn, &[])), "{encoded:?}");
    }
}

#[test]
fn a_second_list_is_refused() {
    let list = case("flowers.txt");
    for command in ["solve", "encode", "explain"] {
        let mut run = cwsat();
        run.arg(command).arg(&list).args(["--as", "crisscross", "--words"]).arg(&list);
        run.assert().code(2).stderr(contains("--words is not for the kind crisscross"));
    }
}

#[test]
fn explain_says_finished_only_of_what_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    for (words, size, code, result, expected) in [
        ("CAT\nDOG\nXYZ\n", "auto", 1, "conflict", "CAT; DOG; XYZ"),
        ("AAA\nBBB\n", "auto", 1, "conflict", "AAA; BBB"),
        ("AAB\nBCC\nDDE\nEFF\n", "auto", 1, "conflict", "AAB, BCC; DDE, EFF"),
        ("ROSE\nTON\n", "auto", 0, "solvable", "all 2 words can be laid"),
        ("AB\nBA\n", "1x5", 3, "undecided", "is not known"),
    ] {
        std::fs::write(&list, words).unwrap();
        let explain = || {
            let mut explain = cwsat();
            explain.arg("explain").arg(&list).args(["--as", "crisscross", "--size", size]);
            explain
        };
        explain().assert().code(code).stdout(contains(expected));
        let json = explain().arg("--json").assert().code(code).get_output().stdout.clone();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json["result"], result, "{words}");
    }
}
