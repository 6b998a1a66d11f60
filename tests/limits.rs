//! Inputs that are designed to use much memory: each is read or rejected with an error message, and never takes more
//! than the documentation says. The program runs with exactly that much memory.
#![cfg(unix)]

use crate::common::desk::Desk;
use cwsat::encodings::cnf::dimacs::Limits;
use cwsat::encodings::cnf::{Var, icnf};
use cwsat::encodings::lexicon::LONGEST_WORD;
use cwsat::limits::Limit;
use cwsat::publish::puzzle::MAX_SIDE;
use cwsat::solver::proof;
use std::fs::File;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The documented limit in KiB, and a little for the program itself.
const MOST_KIB: usize = 2_100_000;

/// Runs a shell command line in the folder with limited memory; `cwsat` is the program.
fn run(desk: &Desk, line: &str) -> Output {
    let line = line.replace("cwsat", concat!("'", env!("CARGO_BIN_EXE_cwsat"), "'"));
    let line = format!("ulimit -v {MOST_KIB}; {line}");
    Command::new("sh").args(["-c", &line]).current_dir(desk.path(".")).stdin(Stdio::null()).output().unwrap()
}

/// Runs a command line that has to end with this exit code, and with these words on standard error.
fn ends(desk: &Desk, line: &str, code: i32, told: &str) {
    let output = run(desk, line);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{line}: {error}");
    assert!(error.contains(told), "{line}: {error}");
}

/// Writes a file of at most `bytes` bytes: a beginning, a repeated piece, and an end.
fn put(desk: &Desk, name: &str, bytes: u64, start: &str, piece: &str, end: &str) {
    let count = (bytes as usize - start.len() - end.len()) / piece.len();
    let mut file = File::create(desk.path(name)).unwrap();
    // Piece by piece, millions of them would take longer than reading them.
    const AT_ONCE: usize = 100_000;
    file.write_all(start.as_bytes()).unwrap();
    let many = piece.repeat(AT_ONCE);
    (0..count / AT_ONCE).for_each(|_| file.write_all(many.as_bytes()).unwrap());
    file.write_all(piece.repeat(count % AT_ONCE).as_bytes()).unwrap();
    file.write_all(end.as_bytes()).unwrap();
}

fn most(limit: Limit) -> u64 {
    limit.megabytes * 1_000_000
}

#[test]
fn whatever_never_ends_is_refused() {
    let desk = Desk::new();
    desk.put("template.txt", "...\n...\n...\n");
    desk.put("solved.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
    desk.put("model", "s SATISFIABLE\nv 1 0\n");
    ends(&desk, "cwsat check /dev/zero", 2, "it has more than 16 MB, the most that a puzzle may have");
    ends(&desk, "cwsat check - < /dev/zero", 2, "it has more than 16 MB, the most that a puzzle may have");
    let words = "it has more than 64 MB, the most that a word list may have";
    ends(&desk, "cwsat solve template.txt --words /dev/zero", 2, words);
    let clues = "it has more than 256 MB, the most that a file of clues may have";
    ends(&desk, "cwsat clue solved.cwg --clues /dev/zero", 2, clues);
    let font = "it has more than 32 MB, the most that a font may have";
    ends(&desk, "cwsat render solved.cwg --font /dev/zero", 2, font);
    let picture = "it has more than 64 MB, the most that a picture may have";
    ends(&desk, "cwsat render solved.cwg --picture /dev/zero", 2, picture);
    ends(&desk, "cwsat sat /dev/zero", 2, "line 1: a clause before the line");
    ends(
        &desk,
        "cwsat decode template.txt --model model --map /dev/zero",
        2,
        "line 1: the line does not end",
    );
    ends(&desk, "cwsat decode template.txt --model /dev/zero --map model", 2, "");
    desk.put("f.cnf", "p cnf 1 1\n1 0\n");
    desk.put("f.cubes", "a 1 0\n");
    let line = "line 1: the line does not end";
    ends(&desk, "cwsat proof merge f.cnf f.1.drat --cubes /dev/zero -o f.drat", 2, line);
    std::os::unix::fs::symlink("/dev/zero", desk.path("f.1.drat")).unwrap();
    ends(&desk, "cwsat proof merge f.cnf f.1.drat -o f.drat", 2, line);
}

#[test]
fn puzzles_as_large_as_they_may_be_take_no_more_memory_than_stated() {
    let desk = Desk::new();
    let bytes = most(Limit::PUZZLE);
    put(&desk, "lines.cwg", bytes, "3\n3\n", "\n", "");
    ends(&desk, "cwsat check lines.cwg", 1, "");
    put(&desk, "lines.txt", bytes, "ab..\n..cd\n", "\n", "");
    ends(&desk, "cwsat check lines.txt --as digram", 1, "");
    put(&desk, "list.txt", bytes, "ROSE|x\n", "#\n", "");
    ends(&desk, "cwsat solve list.txt --as crisscross --quiet -t 5s", 0, "");
    let words = "criss-cross 1 2\nOK\nacross\n";
    put(&desk, "layout.txt", bytes, words, "1 (0,0) OK\n", "");
    ends(&desk, "cwsat render layout.txt --as crisscross --format json -o out.json", 2, "");
    let document =
        r#"{"cwsat": "puzzle/1", "kind": "template", "rows": 1, "columns": 2, "grid": ["AB"], "entries": ["#;
    put(&desk, "entries.json", bytes, document, "{},", "{}]}");
    ends(&desk, "cwsat render entries.json -o out.svg", 2, "entry 1");
    put(&desk, "version.json", bytes, r#"{"cwsat": ["#, r#"{"":0},"#, "0]}");
    ends(&desk, "cwsat render version.json -o out.svg", 2, "");
    let ipuz = r#"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 1, "height": 1}, "puzzle": [["#;
    put(&desk, "deep.ipuz", bytes, ipuz, r#"{"":0},"#, "0]]}");
    ends(&desk, "cwsat import deep.ipuz", 2, "");
    put(&desk, "nested.json", 1_000_000, r#"{"cwsat": "#, "[", "");
    ends(&desk, "cwsat render nested.json -o out.svg", 2, "recursion limit");
}

#[test]
fn lists_and_clues_as_large_as_they_may_be_take_no_more_memory_than_stated() {
    let desk = Desk::new();
    desk.put("template.txt", "..\n..\n");
    desk.put("solved.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
    let letter = |number: u64, place: u32| b'A' + (number / 26_u64.pow(place) % 26) as u8;
    // There are half a million words of four letters, and twelve million of five.
    let mut list = Vec::new();
    for number in 0..most(Limit::WORDS) / 6 {
        list.extend((0..5).map(|place| letter(number, place)));
        list.push(b'\n');
    }
    std::fs::write(desk.path("words.txt"), list).unwrap();
    ends(&desk, "cwsat words words.txt", 0, "");
    // Each byte becomes a letter of two bytes.
    let start = "ISO8859-1\nlea|1\n-|Lea|Name\n";
    put(&desk, "thesaurus.dat", most(Limit::CLUES), start, "xxxxxxxxx", "");
    ends(&desk, "cwsat clue solved.cwg --clues thesaurus.dat --quiet", 0, "");
}

#[test]
#[ignore = "takes half a minute; .ci/nightly runs it"]
fn nor_do_those_that_take_long_to_read_at_length() {
    let desk = Desk::new();
    put(&desk, "rows.txt", most(Limit::PUZZLE), "", "ab..\n", "");
    ends(&desk, "cwsat check rows.txt --as digram", 1, "");
    desk.put("solved.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
    put(&desk, "clues.txt", most(Limit::CLUES), "LEA|weibl. Vorname\n", "LEA|x\n", "");
    ends(&desk, "cwsat clue solved.cwg --clues clues.txt --quiet", 0, "");
}

/// A number in a WordNet file says how many words follow; no memory may be reserved for them before they are read.
#[test]
fn a_number_in_a_file_sets_nothing_aside() {
    let desk = Desk::new();
    desk.put("solved.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
    let data = "00000000 03 n ffffffff lea 0 000 | a\n";
    desk.put("wordnet/index.noun", "lea n 1 0 1 0 00000000\nid n 1 0 1 0 00000037\n");
    desk.put("wordnet/data.noun", format!("{data}00000037 03 n 01 id 0 000 | a paper\n"));
    ends(&desk, "cwsat clue solved.cwg --clues wordnet --quiet -o out.json", 0, "");
    let written = std::fs::read_to_string(desk.path("out.json")).unwrap();
    assert!(written.contains("a paper"), "{written}");
}

#[test]
fn a_formula_of_variables_that_nobody_uses_is_solved_at_once() {
    let desk = Desk::new();
    desk.put("one.cnf", "p cnf 100000000 1\n1 0\n");
    desk.put("far.cnf", "p cnf 1000000000 2\n1000000000 0\n-1000000000 0\n");
    for solver in ["cadical", "varisat"] {
        if solver == "cadical" && !cfg!(feature = "cadical") {
            continue;
        }
        let output = run(&desk, &format!("cwsat sat one.cnf --solver {solver} | head -c 100"));
        assert!(output.stdout.starts_with(b"s SATISFIABLE\nv 1 -2 -3"), "{output:?}");
        let output = run(&desk, &format!("cwsat sat far.cnf --solver {solver}"));
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(1), &b"s UNSATISFIABLE\n"[..]),
            "{output:?}"
        );
    }
}

#[test]
fn the_proof_of_a_formula_with_variables_that_nobody_uses_takes_no_memory_for_them() {
    let desk = Desk::new();
    desk.put("far.cnf", "p cnf 1000000000 2\n1000000000 0\n-1000000000 0\n");
    desk.put("far.cubes", "a 1000000000 0\na -1000000000 0\n");
    desk.put("far.1.drat", "0\n");
    desk.put("far.2.drat", "0\n");
    ends(
        &desk,
        "cwsat proof merge far.cnf far.1.drat far.2.drat -o far.drat",
        0,
        "bytes prove that far.cnf has no model",
    );
    let proof = std::fs::read_to_string(desk.path("far.drat")).unwrap();
    assert!(proof.starts_with("-1000000000 0\n1000000000 0\n") && proof.ends_with("\n0\n"), "{proof}");
}

/// A formula gives up while there is still room for everything else, so no small allocation fails beside it.
#[test]
fn a_formula_that_is_too_large_for_the_memory_is_refused() {
    let desk = Desk::new();
    desk.put("15.cwg", include_str!("../test_cases/15x15_1.cwg"));
    desk.put("20.cwg", format!("20\n20\n{}", format!("{}\n", ".".repeat(20)).repeat(20)));
    desk.put("f.cnf", "old");
    for side in [15, 20] {
        for kib in [250_000, 300_000, 350_000] {
            let program = env!("CARGO_BIN_EXE_cwsat");
            let line = format!("ulimit -v {kib}; {program} encode {side}.cwg -o f.cnf");
            let output = Command::new("sh").args(["-c", &line]).current_dir(desk.path(".")).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{line}: {told}");
            assert!(told.contains("the formula is too large"), "{line}: {told}");
            assert_eq!(std::fs::read_to_string(desk.path("f.cnf")).unwrap(), "old");
        }
    }
}

/// Reading and loading are ended by a time limit and by Ctrl-C like all other work.
#[test]
fn a_time_limit_ends_reading_a_formula() {
    let desk = Desk::new();
    let endless = "{ echo 'p cnf 9 1000000000'; yes '1 -2 3 0'; }";
    let output = run(&desk, &format!("{endless} | cwsat sat - -t 2s"));
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(3), &b"s UNKNOWN\n"[..]), "{output:?}");
}

#[test]
fn the_documents_state_the_limits() {
    let page = include_str!("../docs/formats.md");
    let (_, section) = page.split_once("## How large an input may be\n").expect("the section");
    let section = section.split("\n## ").next().expect("the section");
    for limit in Limit::ALL {
        let row = section.lines().find(|line| line.starts_with(&format!("| {}", limit.what)));
        let row = row.unwrap_or_else(|| panic!("{} is not in the table", limit.what));
        assert!(row.contains(&format!("| {} MB", limit.megabytes)), "{row}");
    }
    let with_commas = |number: usize| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap()).collect();
        groups.join(",")
    };
    for text in [
        format!("{} MB of clauses in memory", Limits::BYTES / 1_000_000),
        format!("{} variables", with_commas(Var::LIMIT)),
        format!("{} MB of cubes in memory", icnf::MOST_BYTES / 1_000_000),
        format!("{} MB of clauses that are not deleted again", proof::MOST_BYTES / 1_000_000),
        format!("at most {MAX_SIDE} rows and {MAX_SIDE} columns"),
        format!("words {LONGEST_WORD} letters"),
    ] {
        assert!(section.contains(&text), "{text}");
    }
}
