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

/// Returns a format that can be written.
fn format() -> ProofFormat {
    match can_write(&BackEnd::default(), ProofFormat::Lrat) {
        Ok(()) => ProofFormat::Lrat,
        Err(_) => ProofFormat::Drat,
    }
}

#[test]
fn the_best_puzzles_of_twenty_small_grids_are_proven_to_be_the_best() {
    let format = format();
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

/// Wishes for these grids, with few words, and the rating without the bonus; `None` if there is no such puzzle.
const WISHES: [(usize, usize, &[&str], Option<f64>); 19] = [
    (3, 3, &["--must", "TOR"], Some(33.3)),
    (3, 4, &["--must", "EIS"], Some(44.0)),
    (4, 4, &["--must", "ROSE"], Some(44.0)),
    (3, 4, &["--must-at", "OST@1,1,across"], Some(27.333)),
    (4, 4, &["--must-at", "OST@1,1,across"], Some(16.667)),
    (3, 3, &["--solution-word", "SEE"], Some(33.3)),
    (4, 4, &["--solution-word", "ROT"], Some(44.0)),
    (3, 4, &["--must", "OST", "--solution-word", "TE"], Some(44.0)),
    (4, 4, &["--must-at", "OST@1,1,across", "--solution-word", "RE"], Some(16.667)),
    (3, 3, &["--wish", "TOR", "--wish", "SEE", "--wish-first"], Some(33.3)),
    (3, 4, &["--wish", "RAST", "--wish", "OST", "--wish", "TOR", "--wish-first"], Some(16.667)),
    (4, 4, &["--wish", "ROSE", "--wish", "RAST", "--wish", "SEE", "--wish-first"], Some(42.5)),
    // If the rating comes first, no puzzle of the same rating has more.
    (3, 3, &["--wish", "TOR", "--wish", "SEE"], Some(33.3)),
    (3, 4, &["--wish", "RAST", "--wish", "OST", "--wish", "TOR"], Some(44.0)),
    (4, 4, &["--wish", "ROSE", "--wish", "RAST", "--wish", "SEE"], Some(44.0)),
    // By a word list that has no Z; by a word that is too long; by a place outside; by too few words.
    (3, 4, &["--solution-word", "ZZ"], None),
    (3, 3, &["--must", "ROSE"], None),
    (3, 4, &["--must-at", "ROSE@2,3,across"], None),
    (4, 5, &["--ban", "ban.txt"], None),
];

#[test]
fn what_is_said_about_small_grids_with_wishes_is_proven_too() {
    let format = format();
    let desk = tempfile::tempdir().unwrap();
    let at = |name: &str| desk.path().join(name);
    fs::write(at("few.txt"), FEW).unwrap();
    let banned: Vec<&str> = FEW.lines().skip(2).collect();
    fs::write(at("ban.txt"), banned.join("\n")).unwrap();
    for (rows, cols, wishes, rating) in WISHES {
        let what = format!("{rows}x{cols} {wishes:?}");
        fs::write(at("g.cwg"), format!("{rows}\n{cols}\n{}", (".".repeat(cols) + "\n").repeat(rows)))
            .unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        command.current_dir(desk.path()).timeout(PATIENCE);
        command.args(["solve", "g.cwg", "-o", "a.cwg", "--seed", "1", "--words", "few.txt"]).args(wishes);
        command.args(["--proof", "p.lrat", "--proof-format", format.name()]);
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("prove that p.lrat.cnf has no model"), "{what}: {told}");
        assert_eq!(output.status.code(), Some(if rating.is_some() { 0 } else { 1 }), "{what}: {told}");
        if let Some(rating) = rating {
            let puzzle = cwg::read(&fs::read_to_string(at("a.cwg")).unwrap()).unwrap().puzzle;
            let found = Counts::of(&puzzle).score();
            assert!((found - rating).abs() < 0.001, "{what}: {found}");
            assert!(told.contains(&format!("the answer rates {found:.6}")), "{what}: {told}");
        }
        let holds = checkers::holds(&at("p.lrat.cnf"), &at("p.lrat"), format);
        assert_ne!(holds, Some(false), "{what}");
    }
}
