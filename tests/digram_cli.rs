//! Digram grids on the command line: solve, check, encode, decode.

use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.env("NO_COLOR", "1").timeout(PATIENCE);
    command
}

/// Runs a command; returns exit code, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = cwsat().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn case(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/digram").join(name);
    path.to_string_lossy().into_owned()
}

fn solve(args: &[&str]) -> (i32, String, String) {
    let words = case("words.txt");
    run(&[&["solve", "--as", "digram", "--words", &words], args].concat())
}

#[test]
fn one_grid_is_printed_and_checks() {
    let (code, grid, told) = solve(&["--size", "4x4", "--seed", "5"]);
    assert_eq!((code, grid.lines().count()), (0, 4), "{told}");
    assert!(told.contains("39 words of even length") && told.contains("4x4: 1 grid, "), "{told}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.txt");
    fs::write(&path, &grid).unwrap();
    let path = path.to_string_lossy().into_owned();
    let (code, verdict, _) = run(&["check", &path, "--words", &case("words.txt")]);
    assert_eq!(code, 0, "{verdict}");
    assert!(verdict.contains("valid\n  rows: ") && verdict.contains("  columns: "), "{verdict}");
    // The same seed and one thread: the same grid. A size in place of a file is a size, too.
    assert_eq!(
        solve(&["4x4", "--seed", "5", "--threads", "1"]).1,
        solve(&["4x4", "--seed", "5", "--threads", "1"]).1
    );
}

#[test]
fn all_grids_are_proven_and_written_to_a_folder() {
    let (code, printed, told) = solve(&["--size", "3x3", "--all"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("proven: there is no other"), "{told}");
    let grids: Vec<&str> = printed.split("\n\n").collect();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/grids");
    let (code, nothing, _) = solve(&["--size", "3x3", "--all", "-o", &out.to_string_lossy()]);
    assert_eq!((code, nothing.as_str()), (0, ""));
    let mut files: Vec<PathBuf> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), grids.len());
    assert_eq!(fs::read_to_string(&files[0]).unwrap().trim(), grids[0].trim());
    let names: Vec<String> = files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let mut args = vec!["check"];
    args.extend(names.iter().map(String::as_str));
    assert_eq!(run(&args).0, 0);
    // What was printed is checked grid by grid.
    let path = folder.path().join("all.puz");
    fs::write(&path, &printed).unwrap();
    let verdict = run(&["check", &path.to_string_lossy()]).1;
    assert_eq!(verdict.matches(": valid").count(), grids.len());
}

#[test]
fn a_number_of_grids_and_json() {
    let (code, json, told) = solve(&["--size", "4x4", "--count", "7", "--json", "--quiet"]);
    assert_eq!((code, told.as_str()), (0, ""));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["count"], &json["ending"], &json["input"]),
        (&7.into(), &"enough".into(), &"4x4".into())
    );
    assert_eq!(json["grids"].as_array().unwrap().len(), 7);
}

#[test]
fn what_cannot_be_solved_is_said() {
    for (args, code, expected) in [
        (&["--size", "2x2"][..], 2, "no 2x2 grid"),
        (&["--size", "big"], 2, "as in 4x5"),
        (&["--size", "5x5"], 1, "all ways to place blanks and words were ruled out"),
        (&["--size", "9x9"], 1, "rows take words of 10 to 16 letters"),
        (&["--size", "3x3", "--count", "0"], 2, "--count"),
        (&["--size", "3x3", "--count", "2", "--all"], 2, "cannot be used with"),
        (&["--size", "3x3", "--layout", "formula"], 2, "is for the kind arrowword"),
    ] {
        let (found, _, told) = solve(args);
        assert!(found == code && told.contains(expected), "{args:?}: {found}, {told}");
    }
    let (code, _, told) = run(&["solve", "--as", "digram", "--interactive"]);
    assert!(code == 2 && told.contains("needs a terminal"), "{told}");
    let (code, _, told) = run(&["solve", "--as", "digram", "5x5", "-t", "0s"]);
    assert!(code == 3 && told.contains("error: 5x5: stopped before a grid was found"), "{told}");
    let (code, _, told) = run(&["solve", "--as", "digram"]);
    assert!(code == 2 && told.contains("give one, as in `--size 4x5`"), "{told}");
    for command in ["solve", "explain", "encode"] {
        let (code, _, told) = run(&[command, &case("valid.puz")]);
        assert!(code == 2 && told.contains("finished grid") && told.contains("cwsat check"), "{told}");
        let (code, _, told) = run(&[command, "--as", "digram", &case("words.txt")]);
        assert!(code == 2 && told.contains("this is a file"), "{told}");
    }
    let (code, _, told) = run(&["solve", "--as", "arrowword", "--size", "3x3"]);
    assert!(code == 2 && told.contains("--size is not for the kind arrowword"), "{told}");
    let (code, _, told) = run(&["solve", "--size", "3x3", "--words", &case("valid.puz")]);
    assert!(code == 2 && told.contains("no usable word"), "{told}");
}

#[test]
fn a_folder_of_word_lists_is_one_list_and_other_encodings_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let lists = folder.path().join("lists");
    fs::create_dir(&lists).unwrap();
    let all = fs::read_to_string(case("words.txt")).unwrap();
    for letters in 1..=12 {
        let words: Vec<&str> = all.lines().filter(|word| word.len() == letters).collect();
        fs::write(lists.join(format!("{letters}.txt")), words.join("\n")).unwrap();
    }
    fs::write(lists.join("5.txt"), "\u{feff}rosen\n").unwrap();
    let lists = lists.to_string_lossy().into_owned();
    let (code, grids, told) = run(&["solve", "--size", "3x3", "--all", "--words", &lists]);
    assert_eq!((code, &grids), (0, &solve(&["--size", "3x3", "--all"]).1), "{told}");
    let latin = folder.path().join("latin.txt");
    fs::write(&latin, [all.as_bytes(), b"caf\xe9\n"].concat()).unwrap();
    let (code, _, told) = run(&["solve", "--size", "3x3", "--words", &latin.to_string_lossy()]);
    assert!(code == 0 && told.contains("the list is not UTF-8 text"), "{told}");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let (code, _, told) = run(&["solve", "--size", "3x3", "--words", &empty.to_string_lossy()]);
    assert!(code == 2 && told.contains("this folder has no word list"), "{told}");
}

#[test]
fn each_broken_rule_is_named_with_its_line() {
    for (name, expected) in [
        ("capital.puz", "row 2, character 7: `N` is a capital letter"),
        ("character.puz", "row 1, character 8: `_` is neither"),
        ("half_blank.puz", "row 3, column 3: the cell `.e` is half blank"),
        ("less_than_half.puz", "row 1 is less than half filled: 4 of 6 cells are blank"),
        ("no_blank.puz", "column 1 has no blank cell"),
        ("odd_length.puz", "row 4: odd number of characters (11)"),
        ("word_twice.puz", "row 4 already has"),
    ] {
        let (code, verdict, told) = run(&["check", &case(&format!("wrong/{name}"))]);
        assert!(code == 1 && verdict.contains(expected), "{name}: {code} {verdict} {told}");
        let (code, json, _) = run(&["check", "--as", "digram", "--json", &case(&format!("wrong/{name}"))]);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(code == 1 && json["valid"] == false && json["violations"][0]["rule"].is_string(), "{json}");
    }
    let (code, verdict, _) = run(&["check", &case("valid.puz")]);
    assert_eq!(code, 0, "{verdict}");
    assert_eq!(run(&["check", &case("valid.puz"), "--words", &case("words.txt")]).0, 0);
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("few.txt");
    fs::write(&list, "made\nLeer\nnest\nmane\nlest\ndeer\n").unwrap();
    let (code, verdict, _) = run(&["check", &case("valid.puz"), "--words", &list.to_string_lossy()]);
    assert!(code == 1 && verdict.contains("row 2 has leer, which is not in the word list"), "{verdict}");
}

/// A formula is encoded and its model decoded, with the map and without; the embedded solver takes the place of an
/// external one.
#[test]
fn a_formula_goes_out_and_a_grid_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (cnf, out, words) = (place("3x4.cnf"), place("3x4.out"), case("words.txt"));
    let (code, _, told) = run(&["encode", "--as", "digram", "3x4", "--words", &words, "-o", &cnf]);
    assert_eq!(code, 0, "{told}");
    let formula = cwsat::encodings::cnf::dimacs::read(fs::read_to_string(&cnf).unwrap().as_bytes()).unwrap();
    let mut solver = cwsat::solver::new_solver(1);
    cwsat::solver::load(&mut *solver, &formula, 0);
    assert_eq!(solver.solve(&cwsat::solver::Budget::unlimited()), cwsat::solver::SatAnswer::Sat);
    let value = |index: usize| solver.value(cwsat::encodings::cnf::Var::new(index).positive());
    let lits: Vec<String> = (0..formula.var_count())
        .map(|index| format!("{}{}", if value(index) { "" } else { "-" }, index + 1))
        .collect();
    fs::write(&out, format!("s SATISFIABLE\nv {} 0\n", lits.join(" "))).unwrap();
    let with_map = run(&["decode", "--size", "3x4", "--words", &words, "--map", &cnf, "--model", &out]);
    let without = run(&["decode", "--as", "digram", "3x4", "--words", &words, "--model", &out]);
    assert_eq!((with_map.0, with_map.1.lines().count()), (0, 3), "{}", with_map.2);
    assert_eq!(with_map.1, without.1);
    let (code, _, told) =
        run(&["decode", "--size", "4x3", "--words", &words, "--map", &cnf, "--model", &out]);
    assert!(code == 2 && told.contains("made for 3x4"), "{told}");
}

#[test]
fn that_there_is_no_grid_is_explained() {
    let words = case("words.txt");
    let (code, text, told) = run(&["explain", "--as", "digram", "5x5", "--words", &words]);
    assert!(code == 1 && text.contains("there is no grid, because these cannot all hold"), "{text}{told}");
    assert!(text.contains("spells a word of the list, of 6 to 8 letters"), "{text}");
    let (code, json, _) = run(&["explain", "--size", "9x9", "--words", &words, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (code, &json["minimal"], json["causes"].as_array().map(Vec::len)),
        (1, &true.into(), Some(1)),
        "{json}"
    );
    let folder = tempfile::tempdir().unwrap();
    let few = folder.path().join("few").to_string_lossy().into_owned();
    fs::write(&few, "abcd\ncdef\nefab\ncdab\nlonger\n").unwrap();
    let (code, text, _) = run(&["explain", "--size", "3x3", "--words", &few]);
    let sentence = "the list has 4 words of 4 letters for 6 rows and columns, and no word may occur twice";
    assert_eq!((code, text), (1, format!("3x3: there is no grid: {sentence}\n")));
    let (code, json, _) = run(&["explain", "--size", "3x3", "--words", &few, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["causes"][0]["text"]), (1, &sentence.into()), "{json}");
    let (code, text, _) = run(&["explain", "--size", "3x3", "--words", &words]);
    assert!(code == 0 && text.starts_with("3x3: there is a grid, for example\n"), "{text}");
}

#[test]
fn that_there_are_no_more_grids_comes_with_a_formula_and_its_proof() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (code, _, told) = solve(&["--size", "3x3", "--all", "--proof", &place("no_more.drat")]);
    assert_eq!(code, 0, "{told}");
    let formula = fs::read_to_string(place("no_more.drat.cnf")).unwrap();
    let formula = cwsat::encodings::cnf::dimacs::read(formula.as_bytes()).unwrap();
    let mut solver = cwsat::solver::new_solver(3);
    cwsat::solver::load(&mut *solver, &formula, 0);
    assert_eq!(solver.solve(&cwsat::solver::Budget::unlimited()), cwsat::solver::SatAnswer::Unsat);
    assert!(fs::metadata(place("no_more.drat")).unwrap().len() > 0);
}

#[test]
fn flags_for_filling_are_refused() {
    let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/numberlink/Q_5_4.txt");
    for (args, flag) in [
        (&["solve", "--as", "digram", "4x5", "--only-clued"][..], "--only-clued"),
        (&["solve", "--as", "digram", "4x5", "--encoding", "mdd"], "--encoding"),
        (&["encode", "--as", "digram", "4x4", "--encoding", "mdd"], "--encoding"),
        (&["solve", problem, "--prefer-clued"], "--prefer-clued"),
        (&["solve", problem, "--language", "de"], "--language"),
    ] {
        let (code, out, told) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {told}");
        assert!(told.contains(&format!("{flag} is for puzzles")), "{args:?}: {told}");
    }
}

#[test]
fn the_language_takes_the_embedded_list() {
    let words = |args: &[&str]| {
        let (code, out, told) = run(&[&["make", "digram", "3x4", "--json"], args].concat());
        assert_eq!(code, 0, "{told}");
        (out, told)
    };
    assert!(words(&["--language", "de"]).1.contains("embedded German list"));
    assert!(words(&["--language", "en"]).1.contains("embedded English list"));
    // A file does not say which language its words are in; then the words themselves tell.
    let folder = tempfile::tempdir().unwrap();
    let document = folder.path().join("p.json");
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/digram/words.txt");
    for (list, language) in [(list, "en"), ("embedded:de", "de"), ("embedded", "en")] {
        words(&["--words", list, "-o", document.to_str().unwrap()]);
        let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&document).unwrap()).unwrap();
        assert_eq!(json["language"], language, "{list}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_to_is_found_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("words.txt");
    fs::write(&list, "abacay\n").unwrap();
    let words = list.to_str().unwrap();
    // With these words a search would end with code 1; it is a folder, but not one for files.
    let (code, _, told) = run(&["solve", "--as", "digram", "3x4", "--words", words, "--all", "-o", "/proc/"]);
    assert!(code == 2 && told.contains("choose another place"), "{code}: {told}");
}

#[test]
fn what_is_asked_for_is_not_given() {
    for (args, said) in [
        (&["4x5"][..], "--interactive asks for the size; do not give one"),
        (&["--size", "4x5"], "--interactive asks for the size"),
        (&["--words", "words.txt"], "--interactive asks for the word list"),
        (&["--count", "2"], "cannot be used with"),
        (&["--all"], "cannot be used with"),
    ] {
        let (code, _, told) = run(&[&["solve", "--as", "digram", "--interactive"], args].concat());
        assert!(code == 2 && told.contains(said), "{args:?}: {told}");
    }
}
