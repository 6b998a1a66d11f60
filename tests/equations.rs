//! `cwsat bound --proof`: VeriPB confirms, grid by grid, the equations that the ceiling takes for granted.

use crate::common::checkers;
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::cnf::{Family, Formula, Lit};
use cwsat::solver::{Budget, SatAnswer, load, new_solver};
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the two files for a grid; `None` if no puzzle fits into it.
fn prove(desk: &Path, grid: &Path) -> Option<(PathBuf, PathBuf)> {
    let (proof, formula) = (desk.join("counts.pbp"), desk.join("counts.pbp.opb"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.arg("bound").arg(grid).arg("--proof").arg(&proof).timeout(PATIENCE);
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    match told.contains("no puzzle fits") {
        true => None,
        false => {
            assert!(output.status.success() && told.contains("veripb"), "{told}");
            Some((formula, proof))
        }
    }
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases").join(name).with_extension("cwg")
}

fn assert_proven(name: &str) {
    let desk = tempfile::tempdir().unwrap();
    let (formula, proof) = prove(desk.path(), &case(name)).unwrap();
    assert_ne!(checkers::opb_holds(&formula, &proof), Some(false), "{name}");
}

/// Of the contest's eleven grids, six are copies of others.
#[test]
fn the_counts_of_every_layout_of_the_contests_grids_satisfy_the_equations() {
    for name in ["15x15_1", "20x30_1", "island_1", "island_2", "10x10_L", "25x25_L", "3x3_rated"] {
        assert_proven(name);
    }
    for (name, others) in [
        ("15x15_1", ["15x15_2", "15x15_3"]),
        ("20x30_1", ["20x30_2", "20x30_3"]),
        ("40x40_1", ["40x40_2", "40x40_3"]),
    ] {
        for other in others {
            assert!(fs::read(case(name)).unwrap() == fs::read(case(other)).unwrap(), "{other} is not {name}");
        }
    }
}

#[test]
#[ignore = "takes the checker 12 seconds of an optimised build; .ci/nightly runs it"]
fn so_do_those_of_the_largest_grid_of_the_contest_at_length() {
    assert_proven("40x40_1");
}

#[test]
fn so_do_those_of_small_grids_in_which_much_is_given() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("g.cwg");
    let mut grids = vec![
        "3\n3\n?..\n...\n...\n0 0 1\n".to_owned(),
        "3\n3\n ??\n?..\n?..\n0 1 0\n0 2 0\n1 0 3\n2 0 3\n".to_owned(),
        "2\n4\n?A.?\n....\n0 0 3\n0 3 2\n".to_owned(),
    ];
    let mut random = 12_345_u64;
    let mut below = |n: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % n
    };
    for _ in 0..60 {
        let (rows, columns) = (below(4) + 1, below(5) + 1);
        let field = |n: u64| ['.', '.', '.', '.', '.', '.', 'A', '?', ' ', '.'][n as usize];
        let mut text = format!("{rows}\n{columns}\n");
        for _ in 0..rows {
            text.extend((0..columns).map(|_| field(below(10))));
            text.push('\n');
        }
        grids.push(text);
    }
    let mut proven = 0;
    for text in grids {
        fs::write(&grid, &text).unwrap();
        let Some((formula, proof)) = prove(desk.path(), &grid) else { continue };
        assert_ne!(checkers::opb_holds(&formula, &proof), Some(false), "{text}");
        proven += 1;
    }
    assert!(proven > 30, "{proven}");
}

#[test]
fn the_proof_of_another_grid_is_refused() {
    let desk = tempfile::tempdir().unwrap();
    let grids = ["3\n4\n....\n....\n....\n", "3\n4\n....\n. ..\n....\n", "4\n3\n...\n...\n...\n...\n"];
    let proven = grids.map(|text| {
        let grid = desk.path().join("g.cwg");
        fs::write(&grid, text).unwrap();
        let (formula, proof) = prove(desk.path(), &grid).unwrap();
        (fs::read(formula).unwrap(), fs::read(proof).unwrap())
    });
    let (formula, proof) = (desk.path().join("a.opb"), desk.path().join("b.pbp"));
    for (number, (claims, _)) in proven.iter().enumerate() {
        for (other, (_, derivation)) in proven.iter().enumerate() {
            fs::write(&formula, claims).unwrap();
            fs::write(&proof, derivation).unwrap();
            let holds = checkers::opb_holds(&formula, &proof);
            assert_ne!(holds, Some(number != other), "the proof of {} for {}", grids[other], grids[number]);
        }
    }
}

#[test]
fn a_claim_that_is_off_by_one_is_refused() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("g.cwg");
    fs::write(&grid, "3\n4\n....\n....\n....\n").unwrap();
    let (formula, proof) = prove(desk.path(), &grid).unwrap();
    let text = fs::read_to_string(&formula).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for claim in lines.len() - 4..lines.len() {
        let (terms, least) = lines[claim].trim_end_matches(" ;").rsplit_once(' ').unwrap();
        let weaker = format!("{terms} {} ;", least.parse::<i64>().unwrap() - 1);
        let mut changed = lines.clone();
        changed[claim] = &weaker;
        fs::write(&formula, changed.join("\n") + "\n").unwrap();
        assert_ne!(checkers::opb_holds(&formula, &proof), Some(true), "{weaker}");
    }
    // Cut off, or without one of its sums, it is not a proof either.
    fs::write(&formula, &text).unwrap();
    let whole = fs::read_to_string(&proof).unwrap();
    let steps: Vec<&str> = whole.split_inclusive('\n').collect();
    for kept in [0, 1, steps.len() / 2, steps.len() - 4, steps.len() - 2] {
        fs::write(&proof, steps[..kept].concat()).unwrap();
        assert_ne!(checkers::opb_holds(&formula, &proof), Some(true), "cut off after {kept} lines");
    }
}

/// The clauses alone have models, so the derivation is about the counts and nothing else.
#[test]
fn without_the_claims_there_are_layouts() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("g.cwg");
    fs::write(&grid, "3\n4\n....\n....\n....\n").unwrap();
    let (path, _) = prove(desk.path(), &grid).unwrap();
    let text = fs::read_to_string(path).unwrap();
    let constraints: Vec<&str> = text.lines().filter(|line| !line.starts_with('*')).collect();
    let (clauses, claims) = constraints.split_at(constraints.len() - 4);
    let lits = |line: &str| -> Vec<Lit> {
        let left = line.split_once(" >=").unwrap().0.replace("1 x", "");
        left.split_whitespace().map(|lit| Lit::from_dimacs(lit.parse().unwrap()).unwrap()).collect()
    };
    let mut formula = Formula::new();
    let family = formula.family(Family::auxiliary("x"));
    let vars = clauses.iter().flat_map(|line| lits(line)).map(|lit| lit.var().index() + 1).max().unwrap();
    formula.vars(family, 1, vars);
    clauses.iter().for_each(|line| formula.add(lits(line)));
    let mut solver = new_solver(1);
    load(&mut *solver, &formula, 0);
    assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
    assert!(claims.iter().all(|claim| claim.split(" x").count() > 10), "{claims:?}");
}

#[test]
fn a_proof_covers_one_grid_and_overwrites_nothing() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("g.opb");
    fs::write(&grid, "3\n3\n...\n...\n...\n").unwrap();
    let refused = |grids: &[&Path], proof: &Path, why: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        command.arg("bound").args(grids).arg("--proof").arg(proof);
        command.assert().code(2).stderr(contains(why));
    };
    refused(&[&grid, &case("15x15_1")], &desk.path().join("p"), "a single grid");
    refused(&[&grid], &desk.path().join("g"), "overwrite");
    refused(&[&grid], &desk.path().join("no/such"), "choose another place");
}
