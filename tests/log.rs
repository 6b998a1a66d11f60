//! The log that `RUST_LOG` asks for: what is built and what is asked of solvers, with sizes, bounds and times.

use crate::common::desk::Desk;
use assert_cmd::Command;

/// Returns the log of a command.
fn log(desk: &Desk, args: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(desk.path("")).env("RUST_LOG", "cwsat=debug").args(args.split(' '));
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

/// Returns whether a line about a question has the size of its formula and the time that the answer took.
fn tells_size_and_time(line: &str) -> bool {
    let Some((question, answer)) = line.split_once("? ") else { return false };
    !question.is_empty()
        && [" variables, ", " clauses, ", " literals: "].iter().all(|part| answer.contains(part))
        && answer.ends_with(" s")
        && ["Sat in ", "Unsat in ", "Unknown in "].iter().any(|part| answer.contains(part))
}

#[test]
fn every_loop_tells_what_it_asks() {
    let desk = Desk::new();
    desk.put("grid.cwg", "4\n4\n....\n....\n....\n....\n");
    let numberlink = concat!(env!("CARGO_MANIFEST_DIR"), "/test_cases/numberlink/Q_5_4.txt");
    for (args, question) in [
        (
            "solve grid.cwg --seed 1 --threads 1 -t 60s -o solved.cwg".to_owned(),
            "a layout that rates more than ",
        ),
        (format!("solve {numberlink} --threads 1 -o A.txt"), "does everything fit into "),
        ("make crossword 5x5 --seed 1 --threads 1 -t 60s -o made.json".to_owned(), "a template with "),
    ] {
        let log = log(&desk, &args);
        let mut asked = log.lines().filter(|line| line.contains(question)).peekable();
        assert!(asked.peek().is_some(), "{args}: {log}");
        asked.for_each(|line| assert!(tells_size_and_time(line), "{line}"));
    }
}

#[test]
fn encode_and_count_tell_what_is_built() {
    let desk = Desk::new();
    desk.put("grid.cwg", "3\n3\n...\n...\n...\n");
    let log = log(&desk, "encode grid.cwg --stage layout --at-least 50 -o layout.cnf");
    let first = log.lines().find(|line| line.contains("layout formula: ")).unwrap();
    assert!(first.contains(" variables, ") && first.contains(" 0 soft clauses, built in "), "{first}");
    for part in ["9 variables question(r,c)", "literals: runs", "literals: at least", "at least: 50"] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

#[test]
fn proving_tells_what_is_asked() {
    let desk = Desk::new();
    desk.put("list.txt", "ABA\nBAB\nAAB\n");
    let log = log(&desk, "solve --as crisscross --size 4x4 list.txt --prove --threads 1 -o solved.txt");
    assert!(
        log.lines()
            .any(|line| line.contains("? ") && line.contains(" clauses, ") && line.contains(": Unsat in ")),
        "{log}"
    );
}

#[test]
fn counting_tells_on_what() {
    let desk = Desk::new();
    desk.put("grid.cwg", "3\n3\n...\n...\n...\n");
    let log = log(&desk, "count grid.cwg --stage layout");
    assert!(log.contains("counting on ") && log.contains("layout formula: "), "{log}");
}

#[test]
fn a_bound_is_tightened_in_the_formula_that_is_there() {
    let desk = Desk::new();
    desk.put("grid.cwg", format!("10\n10\n{}", "..........\n".repeat(10)));
    let args = "solve grid.cwg --layout formula --threads 1 --seed 1 --time-limit 20s -o solved.cwg";
    let log = log(&desk, args);
    let mut bounds = Vec::new();
    for line in log.lines() {
        if line.contains(" as a formula: ") {
            bounds.push(0);
        } else if line.contains("a price of at most ") {
            assert!(tells_size_and_time(line), "{line}");
            *bounds.last_mut().expect("a formula before its bounds") += 1;
        }
    }
    assert!(bounds.iter().any(|&bounds| bounds > 2), "several bounds for one formula: {bounds:?}");
}
