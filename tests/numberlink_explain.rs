//! Why not everything fits on a board: according to plain enumeration, the named parts cannot all be there, but could
//! without any one of them; and `cwsat explain` from end to end.

use crate::common::numberlink::{draw, fits};
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::numberlink::bounds::Counts;
use cwsat::encodings::numberlink::{Encoding, Problem, RedundantClauses, format_q, rules};
use cwsat::search::explain::ExplainOptions;
use cwsat::search::numberlink::explain::{Cause, Counted, Explanation, Finding, explain};
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Returns whether what these causes require fits on the problem's board, by enumeration.
fn can_be(problem: &Problem, causes: &[Cause]) -> bool {
    let blocks: Vec<usize> = causes
        .iter()
        .filter_map(|cause| match cause {
            Cause::Block(block) => Some(*block),
            Cause::Wire(_) => None,
        })
        .collect();
    let numbers: Vec<usize> = causes
        .iter()
        .filter_map(|cause| match cause {
            Cause::Wire(number) => Some(*number),
            Cause::Block(_) => None,
        })
        .collect();
    problem.part(&blocks, &numbers).is_none_or(|part| fits(&part, problem.rows(), problem.cols()))
}

fn all_causes(problem: &Problem) -> Vec<Cause> {
    let blocks = (0..problem.blocks().len()).map(Cause::Block);
    blocks.chain((1..=problem.nets()).map(Cause::Wire)).collect()
}

fn is_minimal(problem: &Problem, causes: &[Cause]) -> bool {
    let without = |at: usize| {
        let mut less = causes.to_vec();
        less.remove(at);
        less
    };
    !can_be(problem, causes) && (0..causes.len()).all(|at| can_be(problem, &without(at)))
}

/// Returns a random problem on a board that is often too small.
fn tight(rng: &mut fastrand::Rng) -> Problem {
    let problem = draw(rng, 4);
    let (rows, cols) = (rng.usize(1..=4), rng.usize(2..=4));
    problem.on(rows, cols)
}

#[test]
fn under_its_literals_the_formula_is_that_of_a_part() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut possible, mut others) = (0, 0);
    for round in 0..150 {
        let problem = tight(&mut rng);
        let options = RedundantClauses {
            taut: round % 3 > 0,
            spare: [Some(64), None, Some(3)][round % 3],
            lengths: Some(64),
        };
        let (encoding, demands) = Encoding::relaxable(&problem, problem.rows(), problem.cols(), options);
        let mut solver = BackEnd::ALL[round % BackEnd::ALL.len()].solver(0);
        load(&mut *solver, encoding.formula(), 0);
        let lits: Vec<_> = demands.placed.iter().chain(&demands.wired).copied().collect();
        for _ in 0..6 {
            let asked: Vec<bool> = lits.iter().map(|_| rng.u8(..4) > 0).collect();
            lits.iter().zip(&asked).filter(|(_, asked)| **asked).for_each(|(&lit, _)| solver.assume(lit));
            let causes: Vec<Cause> =
                all_causes(&problem).into_iter().zip(&asked).filter(|(_, a)| **a).map(|(c, _)| c).collect();
            let expected = can_be(&problem, &causes);
            let found = solver.solve(&Budget::unlimited());
            assert_eq!(found == SatAnswer::Sat, expected, "{problem:?} {causes:?}");
            if expected { possible += 1 } else { others += 1 }
        }
    }
    assert!(possible > 100 && others > 100, "{possible} possible, {others} not");
}

#[test]
fn explanations_are_minimal() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut solvable, mut counted, mut others) = (0, 0, 0);
    for round in 0..1500 {
        let problem = tight(&mut rng);
        // Most problems are decided by counting: a few of those are enough.
        if counted >= 100 && !Counts::of(&problem).allow(problem.rows(), problem.cols()) {
            continue;
        }
        let back_end = BackEnd::ALL[round as usize % BackEnd::ALL.len()].clone();
        let options = ExplainOptions { seed: round, back_end, ..ExplainOptions::default() };
        match explain(&problem, &options, &Budget::unlimited(), &|_| {}) {
            Finding::Solvable(answer) => {
                assert!(can_be(&problem, &all_causes(&problem)));
                assert_eq!(rules::check(&problem, &answer), []);
                solvable += 1;
            }
            Finding::Conflict(Explanation { counted: why, causes, minimal }) => {
                assert!(minimal && is_minimal(&problem, &causes), "{problem:?} {causes:?}");
                let counts = Counts::of(&problem);
                assert_eq!(
                    why.is_none(),
                    counts.allow(problem.rows(), problem.cols()),
                    "{problem:?} {why:?}"
                );
                if why.is_some() { counted += 1 } else { others += 1 }
            }
            Finding::Undecided => panic!("no limit, and still undecided"),
        }
    }
    assert!(solvable > 30 && counted > 30 && others > 10, "{solvable}, {counted}, {others}");
}

fn read(text: &str) -> Problem {
    format_q::read(text).unwrap()
}

/// On 4x2 the bar takes a row, and the wire between its ends would have to go around it, through the squares.
const BAR: &str = "SIZE 4X2\nBLOCK_NUM 3\nBLOCK#1 4X1\n1,+,+,1\nBLOCK#2 1X1\n+\nBLOCK#3 1X1\n+\n";

#[test]
fn a_wire_and_what_is_in_its_way_are_named() {
    let problem = read(BAR);
    let Finding::Conflict(found) =
        explain(&problem, &ExplainOptions::default(), &Budget::unlimited(), &|_| {})
    else {
        panic!("there is an answer")
    };
    // 6 fields of blocks and 4 of the wire: counting is enough, and only one small block is needed.
    assert_eq!(found.counted, Some(Counted::Fields { blocks: 6, wires: 4 }));
    assert!(
        found.minimal && found.causes.contains(&Cause::Block(0)) && found.causes.contains(&Cause::Wire(1))
    );
    assert_eq!(found.causes.len(), 3, "{found:?}");
}

#[test]
fn an_early_end_is_told() {
    let over = Budget::unlimited().within(Duration::ZERO);
    let found = explain(&read(BAR).on(4, 4), &ExplainOptions::default(), &over, &|_| {});
    assert_eq!(found, Finding::Undecided);
    let Finding::Conflict(found) = explain(&read(BAR), &ExplainOptions::default(), &over, &|_| {}) else {
        panic!()
    };
    assert!(!found.minimal && found.counted.is_some(), "{found:?}");
}

fn cwsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.env("NO_COLOR", "1").timeout(PATIENCE);
    command
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/numberlink").join(name)
}

#[test]
fn the_command_names_blocks_and_wires() {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("Q.txt");
    fs::write(&file, BAR).unwrap();
    let ask = |args: &[&str]| cwsat().arg("explain").arg(&file).args(args).assert();
    ask(&[])
        .code(1)
        .stdout(contains(
            "not everything fits on 4x2: the blocks cover 6 fields, the wires need at least 4 more",
        ))
        .stdout(contains("even these 3 cannot all be there (without any one of them the others could)"))
        .stdout(contains("BLOCK#1 (4x1) has to be placed"))
        .stdout(contains("a wire has to join the two fields 1, both on BLOCK#1"))
        .stderr("");
    let json = ask(&["--json", "--quiet"]).code(1).get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(
        (&json["result"], &json["minimal"], &json["board"]),
        (&"conflict".into(), &true.into(), &"4x2".into())
    );
    assert_eq!((&json["causes"][0]["block"], &json["causes"][2]["number"]), (&1.into(), &1.into()));
    ask(&["--rect", "3x9"]).code(1).stdout(contains("BLOCK#1 is 4x1, and blocks are not turned"));
    ask(&["--rect", "5x4"]).code(0).stdout(contains("everything fits on 5x4"));
    ask(&["--extend"]).code(2).stderr(contains("numberlink"));
    fs::write(&file, BAR.replace("1,+,+,1", "1,+,+,+")).unwrap();
    ask(&[]).code(2).stderr(contains("the number 1 occurs only once"));
}

#[test]
fn a_rectangle_below_the_optimum_is_explained() {
    // Five blocks and four wires: the optimum is 6x5.
    let ask = |rect: &str, args: &[&str]| {
        cwsat().arg("explain").arg(case("Q_5_4.txt")).args(["--rect", rect]).args(args).assert()
    };
    ask("6x5", &[]).code(0);
    let text =
        ask("7x4", &[]).code(1).stdout(contains("not everything fits on 7x4")).get_output().stdout.clone();
    assert!(String::from_utf8(text).unwrap().contains("without any one of them the others could"));
    ask("7x7", &["--time-limit", "0"]).code(3).stdout(contains("stopped before it was known"));
}
