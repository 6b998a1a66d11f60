//! A formula in parts: `cwsat encode --cubes`, what the answers say together (`cwsat decode --cubes`), and the joined
//! proofs (`cwsat proof merge`), which third-party checkers accept.

use crate::common::checkers;
use crate::common::desk::Desk;
use crate::common::tools::is_installed;
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::cnf::dimacs;
use cwsat::solver::proof::{ProofFormat, prover, refute};
use cwsat::solver::{BackEnd, Budget};
use std::fs::{self, File};
use std::io::BufReader;
use std::process::Command;

/// The best layouts of 4x4 rate 66.667, so there is none with this rating.
const TOO_HIGH: &str = "encode grid.cwg --stage layout --at-least 66.7 --quiet --cubes 6 -o f.cnf";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("grid.cwg", "4\n4\n....\n....\n....\n....\n");
    desk
}

fn ok(desk: &Desk, args: &str) {
    let (code, _, said) = desk.cwsat(args);
    assert_eq!(code, 0, "{args}: {said}");
}

fn formula(desk: &Desk, name: &str) -> cwsat::encodings::cnf::Formula {
    dimacs::read(BufReader::new(File::open(desk.path(name)).unwrap())).unwrap()
}

/// Writes a proof of a part.
fn prove(desk: &Desk, part: usize) {
    let solver = prover(&BackEnd::default(), ProofFormat::Drat);
    let out = File::create(desk.path(&format!("f.{part}.drat"))).unwrap();
    let formula = formula(desk, &format!("f.{part}.cnf"));
    refute(&formula, &solver, 1, ProofFormat::Drat, out, &Budget::unlimited()).unwrap();
}

#[test]
fn proofs_of_the_parts_are_a_proof_of_the_whole() {
    let desk = desk();
    ok(&desk, TOO_HIGH);
    let names = desk.names();
    let expected =
        ["f.1.cnf", "f.2.cnf", "f.3.cnf", "f.4.cnf", "f.5.cnf", "f.6.cnf", "f.cnf", "f.cubes", "grid.cwg"];
    assert_eq!(names, expected);
    (1..=6).for_each(|part| prove(&desk, part));
    let merge = "proof merge f.cnf f.1.drat f.2.drat f.3.drat f.4.drat f.5.drat f.6.drat -o f.drat";
    let (code, _, said) = desk.cwsat(merge);
    assert!(code == 0 && said.contains("drat-trim f.cnf f.drat"), "{said}");
    let holds = |proof: &str| checkers::holds(&desk.path("f.cnf"), &desk.path(proof), ProofFormat::Drat);
    assert_ne!(holds("f.drat"), Some(false));

    // Each part is needed: the clauses of one alone do not follow from the others.
    let whole = fs::read_to_string(desk.path("f.drat")).unwrap();
    let cubes = fs::read_to_string(desk.path("f.cubes")).unwrap();
    let first = cubes.lines().find_map(|line| line.strip_prefix("a ")).unwrap();
    let negated: Vec<i32> =
        first.split(' ').map(|word| -word.parse::<i32>().unwrap()).filter(|&lit| lit != 0).collect();
    let of_first = |line: &str| {
        let lits: Vec<i32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        negated.iter().all(|lit| lits.contains(lit))
    };
    let without: String = whole.split_inclusive('\n').filter(|line| !of_first(line.trim_end())).collect();
    assert!(without.len() < whole.len());
    desk.put("less.drat", without);
    if holds("f.drat").is_some() {
        assert_eq!(holds("less.drat"), Some(false), "a part is missing");
    }

    // That a proof is of another part shows only when it is checked.
    fs::copy(desk.path("f.5.drat"), desk.path("other.1.drat")).unwrap();
    ok(&desk, &merge.replace("f.1.drat", "other.1.drat").replace("-o f.drat", "-o foreign.drat"));
    if holds("f.drat").is_some() {
        assert_eq!(holds("foreign.drat"), Some(false), "the proof of another part");
    }

    // A missing proof and one that is cut off are refused.
    let (code, _, said) =
        desk.cwsat("proof merge f.cnf f.1.drat f.3.drat f.4.drat f.5.drat f.6.drat -o g.drat");
    assert!(code == 2 && said.contains("no proof of part 2; all 6 are needed"), "{said}");
    let proof = fs::read_to_string(desk.path("f.1.drat")).unwrap();
    desk.put("f.1.drat", proof.strip_suffix("0\n").unwrap());
    let (code, _, said) = desk.cwsat(&merge.replace("-o f.drat", "-o g.drat"));
    assert!(code == 2 && said.contains("f.1.drat: the proof does not end with the empty clause"), "{said}");
    assert!(!desk.path("g.drat").exists());
}

#[test]
fn another_solvers_proofs_are_merged_too() {
    if !is_installed("cadical") {
        return;
    }
    let desk = desk();
    ok(&desk, TOO_HIGH);
    for part in 1..=6 {
        let mut command = Command::new("cadical");
        command.args(["-q", "--no-binary"]).arg(desk.path(&format!("f.{part}.cnf")));
        let output = command.arg(desk.path(&format!("f.{part}.drat"))).output().unwrap();
        assert_eq!(output.status.code(), Some(20), "part {part}");
    }
    ok(&desk, "proof merge f.cnf f.1.drat f.2.drat f.3.drat f.4.drat f.5.drat f.6.drat -o f.drat");
    let holds = checkers::holds(&desk.path("f.cnf"), &desk.path("f.drat"), ProofFormat::Drat);
    assert_ne!(holds, Some(false));
}

#[test]
fn answers_of_the_parts_are_an_answer_of_the_whole() {
    let desk = desk();
    ok(&desk, "encode grid.cwg --stage layout --at-least 66.6666 --quiet --cubes 5 -o f.cnf");
    let mut answers = Vec::new();
    for part in 1..=5 {
        let (code, out, said) = desk.cwsat(&format!("sat f.{part}.cnf"));
        assert!(code < 2, "{said}");
        answers.push(code);
        desk.put(&format!("f.{part}.out"), out);
    }
    assert!(answers.contains(&0), "a part has a model: {answers:?}");
    let decode = "decode grid.cwg --map f.cnf --cubes f.1.out f.2.out f.3.out f.4.out f.5.out";
    let (code, layout, said) = desk.cwsat(decode);
    assert_eq!(code, 0, "{said}");
    let layout = cwg::read(&layout).unwrap().puzzle;
    assert_eq!(rules::check(&layout, None), []);
    assert!(Counts::of(&layout).score() >= 66.6666);

    // Without the parts that have a model, the answer is open; if all parts have none, there is none.
    for (part, _) in (1..).zip(&answers).filter(|(_, code)| **code == 0) {
        desk.put(&format!("f.{part}.out"), "s UNKNOWN\n");
    }
    let (code, _, said) = desk.cwsat(decode);
    assert!(code == 3 && said.contains("there is no answer yet for part"), "{said}");
    (1..=5).for_each(|part| drop(desk.put(&format!("f.{part}.out"), "s UNSATISFIABLE\n")));
    let (code, _, said) = desk.cwsat(decode);
    assert!(code == 1 && said.contains("say of all its parts"), "{said}");
    let (code, _, said) = desk.cwsat("decode grid.cwg --map f.cnf --cubes f.1.out f.2.out");
    assert!(code == 3 && said.contains("for parts 3, 4, 5"), "{said}");
}

#[test]
fn all_parts_can_be_in_one_file() {
    let desk = desk();
    ok(&desk, "encode grid.cwg --stage layout --at-least 66.6666 --quiet --cubes 4 -o f.icnf");
    let text = fs::read_to_string(desk.path("f.icnf")).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("a ")).count(), 4);
    assert!(text.contains("\np inccnf\n") && text.contains("c cubes: 4\n"));
    assert_eq!(desk.names(), ["f.icnf", "grid.cwg"]);
    if is_installed("cadical") {
        let output = Command::new("cadical").arg("-q").arg(desk.path("f.icnf")).output().unwrap();
        assert_eq!(output.status.code(), Some(10));
        desk.put("f.out", output.stdout);
        ok(&desk, "decode grid.cwg --map f.icnf --model f.out -o layout.cwg");
    }
}

#[test]
fn what_cannot_be_split_is_refused() {
    let desk = desk();
    for (args, expected) in [
        ("encode grid.cwg --stage layout --cubes 4", "name that with -o"),
        ("encode grid.cwg --stage layout --cubes 1 -o f.cnf", "1 is not in 2..=10000"),
        (
            "encode grid.cwg --stage layout --cubes 4 --format wcnf -o f.cnf",
            "--cubes writes DIMACS, not wcnf; leave out --cubes or --format",
        ),
        ("decode grid.cwg --map f.cnf --cubes f.1.out", "f.cnf"),
    ] {
        let (code, _, said) = desk.cwsat(args);
        assert!(code == 2 && said.contains(expected), "{args}: {said}");
    }
    ok(&desk, "encode grid.cwg --stage layout --quiet -o f.cnf");
    desk.put("f.1.out", "s UNSATISFIABLE\n");
    let (code, _, said) = desk.cwsat("decode grid.cwg --map f.cnf --cubes f.1.out");
    assert!(code == 2 && said.contains("it does not say how many parts there are"), "{said}");
}

#[test]
fn a_number_of_parts_that_nobody_can_have_made_is_refused() {
    let desk = desk();
    ok(&desk, "encode grid.cwg --stage layout --quiet --cubes 4 -o f.cnf");
    desk.put("f.1.out", "s UNSATISFIABLE\n");
    let formula = fs::read_to_string(desk.path("f.cnf")).unwrap();
    for count in ["99999999999999", "10001", "0", "-1"] {
        desk.put("g.cnf", formula.replace("c cubes: 4\n", &format!("c cubes: {count}\n")));
        let (code, _, said) = desk.cwsat("decode grid.cwg --map g.cnf --cubes f.1.out");
        assert!(
            code == 2 && said.contains("how many parts there are (1 to 10000)"),
            "{count}: {code} {said}"
        );
    }
}

#[test]
fn what_is_read_or_written_besides_is_no_part() {
    let desk = desk();
    let kept = desk.put("f.cubes", "AB\nBA\nAA\nABA\nBAB\n");
    for (args, file) in [
        ("--words f.cubes -o f.cnf", "f.cubes"),
        ("--map f.cubes -o f.cnf", "f.cubes"),
        ("--map f.04.cnf -o f.cnf", "f.04.cnf"),
        ("--map f.1.cnf -o f.cnf", "f.1.cnf"),
        ("-o f.cubes", "f.cubes"),
    ] {
        let (code, _, said) = desk.cwsat(&format!("encode grid.cwg --stage layout --quiet --cubes 4 {args}"));
        let expected = format!("{file}: the command already uses this file");
        assert!(code == 2 && said.contains(&expected), "{args}: {code} {said}");
    }
    assert_eq!(fs::read_to_string(kept).unwrap(), "AB\nBA\nAA\nABA\nBAB\n");
    assert_eq!(desk.names(), ["f.cubes", "grid.cwg"]);
    // There is no part of this number, and nothing is written beside a formula that holds its cubes.
    ok(&desk, "encode grid.cwg --stage layout --quiet --cubes 4 --map f.5.cnf -o f.cnf");
    ok(&desk, "encode grid.cwg --stage layout --quiet --cubes 4 --map f.1.cnf -o f.icnf");
}

#[test]
fn the_size_told_beforehand_is_that_of_all_parts() {
    let desk = desk();
    let kilobytes = |args: &str| -> f64 {
        let (code, _, said) = desk.cwsat(&format!("encode grid.cwg --stage layout {args}"));
        assert_eq!(code, 0, "{said}");
        let told = said.split("about ").nth(1).expect("a size");
        let (number, unit) = told.split(" to write").next().unwrap().split_once(' ').expect("a unit");
        number.parse::<f64>().expect("a number") * if unit == "MB" { 1000.0 } else { 1.0 }
    };
    let whole = kilobytes("-o f.cnf");
    assert_eq!(kilobytes("--cubes 4 -o f.icnf"), whole);
    let parts = kilobytes("--cubes 4 -o f.cnf");
    assert!((parts / whole - 5.0).abs() < 0.05, "{whole} kB, and {parts} kB in five files");
}
