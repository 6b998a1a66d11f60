//! That nothing rates higher than the answer is proven for small grids, and checkers of others accept the proof.

use crate::common::checkers;
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::solver::BackEnd;
use cwsat::solver::proof::{ProofFormat, can_write};
use std::fs;

/// Few words, with which the best layouts cannot be filled.
const FEW: &str = "ROSE\nAST\nRAST\nOST\nTOR\nEIS\nSEE\nES\nEI\nRO\nOR\n";

/// Grids, and the list in place of the embedded one. With the embedded list, layouts are what sets the limit.
const GRIDS: [(&str, Option<&str>); 20] = [
    ("2\n3\n...\n...\n", None),
    ("2\n4\n....\n....\n", None),
    ("2\n6\n......\n......\n", None),
    ("3\n2\n..\n..\n..\n", None),
    ("3\n3\n...\n...\n...\n", None),
    ("3\n4\n....\n....\n....\n", None),
    ("4\n3\n...\n...\n...\n...\n", None),
    ("3\n5\n.....\n.....\n.....\n", None),
    ("4\n4\n....\n....\n....\n....\n", None),
    ("4\n5\n.....\n.....\n.....\n.....\n", None),
    ("5\n4\n....\n....\n....\n....\n....\n", None),
    ("3\n4\n....\n. ..\n....\n", None),
    ("4\n4\n....\n.  .\n.  .\n....\n", None),
    ("4\n4\n  ..\n....\n....\n....\n", None),
    ("3\n3\n?..\n...\n...\n", None),
    ("3\n4\n..A.\n....\n....\n", None),
    ("3\n3\n...\n...\n...\n", Some(FEW)),
    ("3\n4\n....\n....\n....\n", Some(FEW)),
    ("4\n4\n....\n....\n....\n....\n", Some(FEW)),
    ("4\n4\n....\n. ..\n....\n....\n", Some(FEW)),
];

#[test]
fn the_best_puzzles_of_twenty_small_grids_are_proven_to_be_the_best() {
    let format = match can_write(&BackEnd::default(), ProofFormat::Lrat) {
        Ok(()) => ProofFormat::Lrat,
        Err(_) => ProofFormat::Drat,
    };
    let desk = tempfile::tempdir().unwrap();
    let at = |name: &str| desk.path().join(name);
    let (grid, list, answer, proof) = (at("g.cwg"), at("list.txt"), at("a.cwg"), at("p.lrat"));
    for (text, words) in GRIDS {
        fs::write(&grid, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        command
            .arg("solve")
            .arg(&grid)
            .arg("-o")
            .arg(&answer)
            .args(["--seed", "1", "--extend"])
            .timeout(PATIENCE);
        if let Some(words) = words {
            fs::write(&list, words).unwrap();
            command.arg("--words").arg(&list);
        }
        command.arg("--proof").arg(&proof).args(["--proof-format", format.name()]);
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && told.contains("prove that"), "{text}{told}");
        // What is proven is about the rating that the answer has.
        let puzzle = cwg::read(&fs::read_to_string(&answer).unwrap()).unwrap().puzzle;
        let rating = Counts::of(&puzzle).score();
        assert!(told.contains(&format!("the answer rates {rating:.6}")), "{text}{told}");
        let what = if words.is_some() { "no puzzle on this grid" } else { "rates" };
        assert!(told.contains(what), "{text}{told}");
        let formula = desk.path().join("p.lrat.cnf");
        assert_ne!(checkers::holds(&formula, &proof, format), Some(false), "{text}");
    }
}
