//! `useful/check_boxes.py`, which knows nothing of this program, says whether a proof for a criss-cross is about all the
//! questions that it has to be about.

use crate::common::desk::Desk;
use crate::common::tools::is_installed;
use std::fs;

const TREES: &str = "OAK\nELM\nASH\nPINE\nLARCH\nMAPLE\n";

/// Lays words and proves that nothing is better; returns the formula of the proof.
fn prove(desk: &Desk, words: &str, size: &str) -> String {
    desk.put("list.txt", words);
    let args =
        format!("solve list.txt --as crisscross --size {size} --prove --seed 1 -o layout.txt --proof p.drat");
    let (code, _, said) = desk.cwsat(&args);
    assert!((code == 0 || code == 3) && said.contains("prove that"), "{said}");
    fs::read_to_string(desk.path("p.drat.cnf")).unwrap()
}

/// Returns the script's exit code and what it says.
fn judged(desk: &Desk, formula: &str) -> (i32, String) {
    desk.put("judged.cnf", formula);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/useful/check_boxes.py");
    let output = std::process::Command::new("python3")
        .arg(script)
        .args(["list.txt", "layout.txt", "judged.cnf"])
        .current_dir(desk.path("."))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout) + &text(output.stderr))
}

/// Returns the formula with its first clause, which names the cases, shorter by some of them.
fn shorter(formula: &str, cases: usize, dropped: usize) -> String {
    let clause = formula.lines().find(|line| !line.starts_with(['c', 'p'])).unwrap();
    let last: String = (cases - dropped + 1..=cases).map(|case| format!(" {case}")).collect();
    let short = clause.replace(&format!("{last} 0"), " 0");
    assert_ne!(clause, short, "{formula}");
    formula.replacen(&format!("\n{clause}\n"), &format!("\n{short}\n"), 1)
}

#[test]
fn no_question_is_forgotten_and_one_that_is_would_be_found() {
    if !is_installed("python3") {
        return;
    }
    // On the small board the cases are those of the rules; on the other one the search has asked them. The case of four words is
    // not missed: they have three crossings, which another case asks for with three words or more.
    for (words, size, cases, parts) in [
        (
            "ROSE\nOSE\nTOR\nSET\n",
            "4",
            4,
            &[
                (1, ", nor with 3 words, 3 crossings, 4x4"),
                // A box alone is not missed: the other one is its mirror image.
                (2, ", nor with 3 words, 2 crossings, 2x4, nor with 3 words, 2 crossings, 4x2"),
            ][..],
        ),
        (TREES, "8", 3, &[(1, " or 6x7")]),
    ] {
        let desk = Desk::new();
        let formula = prove(&desk, words, size);
        let (code, told) = judged(&desk, &formula);
        assert!(code == 0 && told.contains(&format!("{cases} cases")), "{told}");
        // A case that only the formula has, or that neither of them has.
        for &(dropped, part) in parts {
            let without = formula.replacen(part, "", 1);
            assert_ne!(without, formula, "{part}: {}", formula.lines().nth(1).unwrap());
            let (code, told) = judged(&desk, &without);
            assert!(code == 1 && told.contains("the first clause"), "{part}: {told}");
            let (code, told) = judged(&desk, &shorter(&without, cases, dropped));
            assert!(code == 1 && told.contains("was forgotten"), "{part}: {told}");
        }
        // The claim is about this layout; one with a word fewer is not the best.
        let layout = fs::read_to_string(desk.path("layout.txt")).unwrap();
        let last = layout.lines().rfind(|line| line.starts_with(|c: char| c.is_ascii_digit())).unwrap();
        desk.put("layout.txt", layout.replacen(last, "", 1));
        let (code, told) = judged(&desk, &formula);
        assert!(code == 1 && told.contains("was forgotten"), "{told}");
    }
    // A longer list than the one that was laid.
    let desk = Desk::new();
    let formula = prove(&desk, TREES, "8");
    desk.put("list.txt", format!("{TREES}BEECH\n"));
    let (code, told) = judged(&desk, &formula);
    assert!(code == 1 && told.contains("not about all words"), "{told}");
}
