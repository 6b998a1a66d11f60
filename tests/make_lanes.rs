//! Several puzzles of `cwsat make` at the same time: nothing depends on which of them is finished first, and a series repeats
//! no word.

use crate::common::desk::Desk;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// Returns the file with this name.
fn text(desk: &Desk, name: &str) -> String {
    fs::read_to_string(desk.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Makes puzzles in a folder of their own; returns it, the exit code, and what was said.
fn made(args: &str) -> (Desk, i32, String) {
    let desk = Desk::new();
    let (code, _, said) = desk.cwsat(&format!("make {args}"));
    (desk, code, said)
}

/// Returns the words of a puzzle that was written as a document.
fn words(desk: &Desk, name: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(&text(desk, name)).expect("a document");
    let entries = document["entries"].as_array().expect("entries").clone();
    let words = entries.iter().map(|entry| entry["word"].as_str().expect("a word").to_owned());
    words.collect()
}

#[test]
fn each_puzzle_is_the_one_that_its_seed_finds_alone() {
    let desk = Desk::new();
    let list = desk.put("list.txt", "ROSE\nTOR\nOST\nTANNE\nNASE\n");
    for what in [
        "crossword 5x5 --style double-spaced",
        "barred 4x5",
        "arrowword 4x5",
        &format!("crisscross {}", list.display()),
        "numberlink 5x5 --blocks 3 --nets 2",
    ] {
        let args = |threads| format!("{what} --seed 5 --count 4 --threads {threads} -o p.json --quiet");
        let (one, code, said) = made(&args(1));
        assert_eq!(code, 0, "{what}: {said}");
        let (two, code, said) = made(&args(2));
        assert_eq!(code, 0, "{what}: {said}");
        assert_eq!(one.names(), ["p_1.json", "p_2.json", "p_3.json", "p_4.json"]);
        for name in one.names() {
            assert!(text(&one, &name) == text(&two, &name), "{what}: {name} differs");
        }
    }
}

#[test]
fn what_is_printed_is_in_the_order_of_the_numbers() {
    let desk = Desk::new();
    let run = |threads: u32| {
        let args = format!("make arrowword 4x5 --seed 3 --count 6 --threads {threads} --json --quiet");
        let (code, printed, said) = desk.cwsat(&args);
        assert_eq!(code, 0, "{said}");
        let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let of = |key: &str| -> Vec<Value> { lines.iter().map(|line| line[key].clone()).collect() };
        (of("seed"), of("input"), of("cwg"))
    };
    let (seeds, names, grids) = run(2);
    assert_eq!(seeds, (3..9).map(Value::from).collect::<Vec<_>>());
    assert_eq!(names[5], "arrowword 4x5, number 6");
    assert_eq!((seeds, names, grids), run(1));
}

#[test]
fn puzzles_that_are_made_at_the_same_time_share_no_word() {
    let run = || {
        let args = "crossword 9x9 --style double-spaced --count 4 --threads 2 --register used.txt -o {}.json";
        let (desk, code, said) = made(args);
        assert_eq!(code, 0, "{said}");
        desk
    };
    let desk = run();
    let mut used: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut all = Vec::new();
    for number in 1..=4 {
        for word in words(&desk, &format!("{number}.json")) {
            used.entry(word.clone()).or_default().push(number);
            all.push(word);
        }
    }
    let long = |word: &str| word.chars().count() >= 4;
    let again: Vec<_> = used.iter().filter(|(word, numbers)| long(word) && numbers.len() > 1).collect();
    assert!(again.is_empty(), "{again:?}");
    assert!(used.keys().filter(|word| long(word)).count() > 20, "there are words to repeat: {used:?}");
    // The register has all words, and in the order of the puzzles.
    let register = text(&desk, "used.txt");
    let registered: Vec<&str> = register.lines().map(|line| line.split('|').next().unwrap()).collect();
    assert_eq!(registered, all);
    // Which search ends first makes no difference.
    let other = run();
    for name in desk.names() {
        assert!(text(&desk, &name) == text(&other, &name), "{name} differs");
    }
}

/// A list for two shares: one square of eight words, and many words of the same length that fit nowhere, because their first
/// letters are in no other place.
fn one_square() -> String {
    let mut list = String::from("AEIO\nROSA\nTINE\nSARI\nARTS\nEOIA\nISNR\nOAEI\n");
    for first in "BCDFGH".chars() {
        let others = || "JKLMPQVWX".chars();
        for (two, three) in others().flat_map(|two| others().map(move |three| (two, three))) {
            others().for_each(|four| list.extend([first, two, three, four, '\n']));
        }
    }
    list
}

#[test]
fn what_no_share_has_is_made_with_all_words() {
    let desk = Desk::new();
    desk.put("list.txt", one_square());
    let args = "make crossword 4x4 --white 100% --words list.txt --no-apart --count 2 --threads 2 --register used.txt -o p.txt";
    let (code, _, said) = desk.cwsat(args);
    // There is no second square.
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("number 1: there is none with its share of the words"), "{said}");
    assert_eq!(desk.names(), ["list.txt", "p_1.txt", "used.txt"], "{said}");
    let grid = text(&desk, "p_1.txt");
    assert!(grid.contains("AEIO") || grid.contains("ARTS"), "{grid}");
    assert_eq!(text(&desk, "used.txt").lines().count(), 8);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_found_and_names_the_rest() {
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(desk.path("")).env_remove("RUST_LOG").env("NO_COLOR", "1").stderr(Stdio::piped());
    // A size whose ceiling is out of reach, so that the searches go on.
    let args = "make arrowword 10x12 --threads 2 --count 5 -o p.cwg";
    let mut child = command.args(args.split(' ')).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    // Until both have a puzzle.
    let mut begun = [false; 2];
    while begun != [true; 2] {
        let line = lines.next().unwrap().unwrap();
        (0..2).for_each(|at| {
            begun[at] |= line.contains(&format!("number {}: ", at + 1)) && line.contains("rating")
        });
        assert!(!line.contains("number 3"), "{line}");
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{rest:?}");
    assert_eq!(desk.names(), ["p_1.cwg", "p_2.cwg"], "{rest:?}");
    let said = "warning: arrowword 10x12: stopped before numbers 3 to 5 were begun";
    assert!(rest.iter().any(|line| line == said), "{rest:?}");
}
