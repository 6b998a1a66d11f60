//! On a small grid every "no" of the program has a proof: that something is impossible, that nothing is better, or that
//! there is no other solution. Third-party checkers accept it, and its formula states the claim without anything that
//! was only counted.

use crate::common::checkers::holds;
use crate::common::desk::Desk;
use cwsat::solver::BackEnd;
use cwsat::solver::proof::{ProofFormat, can_write};
use std::path::PathBuf;

/// Returns whether proofs of this kind can be made here.
fn can_prove() -> bool {
    can_write(&BackEnd::default(), ProofFormat::Lrat).is_ok()
}

/// Runs a command that has to write a proof, with this exit code; returns what it says.
fn proven(desk: &Desk, command: &str, code: i32) -> String {
    let (found, out, said) = desk.cwsat(&format!("{command} --proof no.lrat --proof-format lrat"));
    assert_eq!(found, code, "{command}: {out}{said}");
    assert!(said.contains("prove that"), "{command}: {said}");
    let (cnf, proof): (PathBuf, PathBuf) = (desk.path("no.lrat.cnf"), desk.path("no.lrat"));
    assert_ne!(holds(&cnf, &proof, ProofFormat::Lrat), Some(false), "{command}");
    said
}

#[test]
fn a_crossword_that_cannot_be_is_refuted_with_all_that_is_asked_for() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    desk.put("grid.txt", "...\n.#.\n...\n");
    desk.put("bars.txt", "barred\n. . .\n. # .\n. . .\n");
    desk.put("words.txt", "ABC\nADE\nCFG\nEHG\nXYZ\nABE\n");
    for (asked, about) in [
        // No word has a second Z.
        ("--solution-word ZZ", "spells the solution word"),
        // The letters are there, but not in one puzzle.
        ("--solution-word XA", "spells the solution word"),
        ("--must-at XYZ@1,1,across", "cannot be filled"),
        ("--must-at ABC@1,2,across", "with the given words at their places"),
        ("--must-at ABC@2,1,across", "with the given words at their places"),
    ] {
        for kind in ["template", "barred"] {
            let file = if kind == "barred" { "bars.txt" } else { "grid.txt" };
            let said = proven(&desk, &format!("solve {file} --as {kind} --words words.txt {asked}"), 1);
            assert!(said.contains(about), "{kind} {asked}: {said}");
        }
    }
    // The same with letters that do spell it.
    let (code, ..) = desk.cwsat("solve grid.txt --as template --words words.txt --solution-word BF");
    assert_eq!(code, 0);
}

/// Pigeons and holes: solvers take ages to see that there are too few words, unless they count.
#[test]
fn too_few_words_for_many_slots_are_found_and_refuted_at_once() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    let words = ('A'..'K').map(|c| format!("A{c}")).chain(["BA", "CA", "DAB"].map(str::to_owned));
    desk.put("ten.txt", words.collect::<Vec<_>>().join("\n"));
    // Twelve words that begin with an A, and cross no other one.
    desk.put("twelve.txt", ["A.\n"; 12].join("##\n"));
    let rows = ["?A.\n"; 12].join("   \n");
    let questions: String = (0..12).map(|number| format!("{} 0 3\n", 2 * number)).collect();
    desk.put("twelve.cwg", format!("23\n3\n{rows}{questions}"));
    for file in ["twelve.txt --as template", "twelve.cwg"] {
        let started = std::time::Instant::now();
        let said = proven(&desk, &format!("solve {file} --words ten.txt --time-limit 300s"), 1);
        assert!(said.contains("fit together in 11 of its slots"), "{file}: {said}");
        // Without counting this takes longer than anybody has waited.
        assert!(started.elapsed().as_secs() < 250, "{file}: {:?}", started.elapsed());
        let formula = std::fs::read_to_string(desk.path("no.lrat.cnf")).unwrap();
        assert!(formula.contains("c family counted(n) "), "{file}");
        // With two words more there is a fill.
        let more = "ten.txt --words more.txt";
        desk.put("more.txt", "AX\nAY\n");
        let (code, _, said) = desk.cwsat(&format!("solve {file} --words {more} -o filled"));
        assert_eq!(code, 0, "{file}: {said}");
    }
    // More than can be counted in clauses are found all the same.
    let many: Vec<String> = ('A'..='Z').flat_map(|a| ('A'..='C').map(move |b| format!("A{a}{b}"))).collect();
    desk.put("many.txt", many[..70].join("\n"));
    desk.put("seventy.txt", ["A..\n"; 71].join("###\n"));
    let (code, _, said) = desk.cwsat("solve seventy.txt --as template --words many.txt --proof no.drat");
    assert!(
        code == 1 && said.contains("in 71 of its slots") && said.contains("no proof was written"),
        "{said}"
    );
}

#[test]
fn a_template_that_cannot_be_made_is_refuted() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    desk.put("fives.txt", "ABCDE\nBCDEF\n");
    desk.put("some.txt", "AB\nABC\nBCA\nCAB\n");
    for (command, about) in [
        ("make crossword 4x4 --words fives.txt", "no american template of 4 rows and 4 columns"),
        (
            "make crossword 3x3 --symmetry none --words fives.txt",
            "no american template of 3 rows and 3 columns",
        ),
        ("make crossword 4x5 --style double-spaced", "no double-spaced template of 4 rows and 5 columns"),
        ("make barred 4x4 --words fives.txt", "no barred grid of 4 rows and 4 columns"),
        // An arrowword that cannot be, and one that cannot be better, as with `solve`.
        ("make arrowword 3x3 --words some.txt --must ABCA", "has all that is asked for"),
    ] {
        let said = proven(&desk, command, 1);
        assert!(
            said.contains(&format!("has no model: {about}")) || said.contains(about),
            "{command}: {said}"
        );
    }
    let said = proven(&desk, "make arrowword 3x3 -o made.cwg", 0);
    assert!(said.contains("the answer rates"), "{said}");
    for (command, why) in [
        ("make crossword 3x3 -o made.txt --proof made.txt", "overwrite"),
        ("make crossword 3x3 --count 2 -o {}.txt --proof no.drat", "single"),
    ] {
        let (code, _, said) = desk.cwsat(command);
        assert!(code == 2 && said.contains(why), "{command}: {said}");
    }
}

#[test]
fn a_crossword_that_cannot_be_made_is_refuted() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    // These words fill an open square of three rows; those that have no letter in common cross nowhere.
    desk.put("some.txt", "ABC\nDEF\nGHI\nADG\nBEH\nCFI\n");
    desk.put("none.txt", "ABC\nDEF\nGHI\nJKL\nMNO\nPQR\n");
    for kind in ["crossword 3x3", "crossword 3x3 --style british", "barred 3x3"] {
        for (list, asked, about) in [
            ("none.txt", "", "proven: use a larger list"),
            // What counting finds: too long a word, more words of a length than lines, and letters that no word has.
            ("some.txt", "--must ABCD", "no line of 3 fields has room for ABCD"),
            ("some.txt", "--must ABC,DEF,GHI,ADG,BEH,CFI,XYZ", "at most 6 words of 3 letters"),
            ("some.txt", "--solution-word ZZ", "spell"),
            ("some.txt", "--must-at ABC@1,2,across", "ABC cannot stand across at row 1, column 2"),
            (
                "some.txt",
                "--must-at ABC@1,1,across --must-at DEF@1,1,down",
                "DEF cannot stand down at row 1, column 1",
            ),
        ] {
            let said = proven(&desk, format!("make {kind} --words {list} {asked}").trim_end(), 1);
            assert!(said.contains(about), "{kind} {asked}: {said}");
            assert!(said.contains("of 3 rows and 3 columns"), "{kind} {asked}: {said}");
            assert!(said.contains("with different words of the list has all that is asked for"), "{said}");
        }
    }
    for kind in ["crossword 3x3", "barred 3x3"] {
        let (code, out, said) = desk.cwsat(&format!("make {kind} --words some.txt --must ABC,CFI"));
        assert_eq!(code, 0, "{kind}: {out}{said}");
    }
    // Larger ones have none, and the program says so.
    let (code, _, said) = desk.cwsat("make crossword 5x5 --words some.txt --must ABCDEF --proof no.drat");
    assert!(code == 1 && said.contains("no proof was written") && said.contains("up to 20 fields"), "{said}");
}

#[test]
fn a_crossword_with_fewer_blocks_is_refuted() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    // Words of one crossword with blocks in two corners; there are too few of four letters for fewer blocks.
    desk.put("list.txt", "ABC\nDEFG\nHIJK\nLMN\nDHL\nAEIM\nBFJN\nCGK\n");
    for symmetry in ["none", "half-turn"] {
        let make =
            format!("make crossword 4x4 --fewest-blocks --symmetry {symmetry} --words list.txt -o made.txt");
        let said = proven(&desk, &make, 0);
        assert!(said.contains("2 blocks, proven to be the fewest"), "{said}");
        assert!(said.contains(&format!("with symmetry {symmetry}")), "{said}");
        assert!(said.contains("of the list has fewer than 2 blocks"), "{said}");
    }
    // With words that are only welcome, there is a case for more of them.
    let make = "make crossword 4x4 --fewest-blocks --words list.txt --wish ABC,QQQ -o made.txt";
    let said = proven(&desk, make, 0);
    assert!(
        said.contains("more than 1 of the 2 wished words") && said.contains("fewer than 2 blocks"),
        "{said}"
    );
    // Without blocks there is nothing to prove, and without a crossword there is.
    desk.put("square.txt", "ABC\nDEF\nGHI\nADG\nBEH\nCFI\n");
    let (code, _, said) =
        desk.cwsat("make crossword 3x3 --fewest-blocks --words square.txt -o made.txt --proof no.drat");
    assert!(code == 0 && said.contains("0 blocks") && said.contains("no proof was written"), "{said}");
    let said = proven(&desk, "make crossword 4x4 --fewest-blocks --words square.txt", 1);
    assert!(said.contains("has all that is asked for"), "{said}");
}

#[test]
fn a_crossword_with_more_of_the_wished_words_is_refuted() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    desk.put("grid.txt", "...\n.#.\n...\n");
    desk.put("bars.txt", "barred\n. . .\n. # .\n. . .\n");
    desk.put("grid.cwg", "3\n3\n ??\n?..\n?..\n0 1 0\n0 2 0\n1 0 3\n2 0 3\n");
    desk.put("words.txt", "ABC\nADE\nCFG\nEHG\nXYZ\nAXC\nAB\nCD\nAC\nBD\nAA\nBB\n");
    for (file, wished, said_of) in [
        ("grid.txt --as template", "XYZ,ABC,AXC,ADE,EHG", "has more than 3 of the 5 wished words"),
        ("bars.txt", "XYZ,ABC,AXC", "has more than 1 of the 3 wished words"),
        // The letters that are given, a word at its place, and the solution word are a part of the claim.
        ("grid.txt --as template", "XYZ,ABC,AXC --solution-word BF", "has more than 1 of the 3 wished words"),
        (
            "grid.txt --as template",
            "ADE,AXC --must-at ABC@1,1,across",
            "has more than 1 of the 2 wished words",
        ),
        ("grid.cwg", "AA,BB,AB", "has more than 1 of the 3 wished words"),
    ] {
        let said = proven(&desk, &format!("solve {file} -w words.txt --wish {wished} --seed 2 -o out"), 0);
        assert!(said.contains(said_of), "{file} {wished}: {said}");
        // One fewer, and there is such a puzzle: the answer.
        assert!(said.contains(" has more)"), "{file} {wished}: {said}");
    }
    // A template that was made is given from then on.
    let said = proven(&desk, "make crossword 3x3 --wish UND,QQQ,XXX --seed 1 -o out.txt", 0);
    assert!(said.contains("has more than 2 of the 3 wished words"), "{said}");
    // All of them are there, so there is nothing to prove.
    let (code, _, said) =
        desk.cwsat("solve grid.txt --as template -w words.txt --wish ABC --proof no.drat -o out");
    assert!(code == 0 && said.contains("no proof was written"), "{said}");
}

#[test]
fn a_change_with_fewer_letters_is_refuted() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "ROSE\n#R##\n#T##\n");
    desk.put("w.txt", "ROSE;9\nROBE;50\nHASE;90\nORT;9\nART;20\n");
    for (file, replaced, code, about) in [
        ("a.txt", "ROSE", 0, "fewer than 1 other letters"),
        ("a.txt", "ROSE=HASE", 0, "fewer than 2 other letters"),
        ("a.txt", "ORT", 0, "fewer than 2 other letters"),
        ("a.txt", "ORT=UHU", 1, "no fill with these words is without ORT"),
    ] {
        let said = proven(&desk, &format!("solve {file} -w w.txt --replace {replaced}"), code);
        assert!(said.contains(about), "{replaced}: {said}");
    }
    // The claim says what had to stay.
    let said = proven(&desk, "solve a.txt -w w.txt --replace ROSE --keep ORT", 0);
    assert!(said.contains("other letters; the words to keep had to stay"), "{said}");
    // One letter more, and the formula would have a model: the answer.
    let (_, _, said) = desk.cwsat("solve a.txt -w w.txt --replace ORT");
    assert!(said.contains("2 letters changed"), "{said}");
}

/// Blocks that fit, that do not, and that would if the board were larger.
const WIRED: [(&str, &str, i32); 4] = [
    ("SIZE 3X2\nBLOCK_NUM 2\nBLOCK#1 2X2\n+,1\n+,+\nBLOCK#2 1X1\n1\n", "below 6", 0),
    ("SIZE 2X2\nBLOCK_NUM 2\nBLOCK#1 2X2\n+,1\n+,+\nBLOCK#2 1X1\n1\n", "board, 2x2", 1),
    ("SIZE 4X4\nBLOCK_NUM 2\nBLOCK#1 4X1\n1,+,+,2\nBLOCK#2 4X1\n1,+,+,2\n", "below 8", 0),
    ("SIZE 4X4\nBLOCK_NUM 2\nBLOCK#1 4X1\n1,+,+,2\nBLOCK#2 4X1\n2,+,+,1\n", "board, 4x4", 1),
];

#[test]
fn small_boards_of_numberlink_leave_nothing_to_counting() {
    if !can_prove() {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/useful/check_rectangles.py");
    for (problem, about, code) in WIRED {
        let desk = Desk::new();
        let file = desk.put("q.txt", problem);
        let said = proven(&desk, "solve q.txt", code);
        assert!(said.contains(about), "{problem}: {said}");
        let mut check = std::process::Command::new("python3");
        let output = check.arg(script).arg(&file).arg(desk.path("no.lrat.cnf")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(" 0 are too small"), "{problem}: {text}");
    }
}

#[test]
fn small_boards_of_criss_crosses_leave_nothing_to_counting() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    for (words, size, cases) in [
        // Two words of which only one fits, without a letter in common, and words that all together would need more room.
        ("AB BC", "2", "2x2"),
        ("ABCD AB", "3", "3x3"),
        ("AB CD", "3", "2 words"),
        ("ABA BAB AAB", "3x4", "3x4"),
        ("ROSE OSE TOR SET", "4", "4x4"),
    ] {
        desk.put("list.txt", words.replace(' ', "\n"));
        let (code, _, said) = desk.cwsat(&format!("solve list.txt --as crisscross --size {size} --prove"));
        let said =
            proven(&desk, &format!("solve list.txt --as crisscross --size {size} --prove"), code) + &said;
        assert!(said.contains(cases) && !said.contains("counting"), "{words}: {said}");
    }
    // The cases of the last one are formulas that `encode` writes, which a first clause joins.
    let clauses = |file: &str| -> usize {
        let text = std::fs::read_to_string(desk.path(file)).unwrap();
        let head = text.lines().find(|line| line.starts_with("p cnf ")).unwrap();
        head.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let of_cases =
        [(4, 0, "4x4"), (3, 3, "4x4"), (3, 2, "2x4"), (3, 2, "4x2")].map(|(words, crossings, size)| {
            let least = format!("--least-words {words} --least-crossings {crossings}");
            let (code, _, said) =
                desk.cwsat(&format!("encode list.txt --as crisscross --size {size} {least} -q -o case.cnf"));
            assert_eq!(code, 0, "{size}: {said}");
            clauses("case.cnf")
        });
    assert_eq!(clauses("no.lrat.cnf"), 1 + of_cases.iter().sum::<usize>());
}

#[test]
fn what_was_counted_is_all_there_is() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    desk.put("grid.cwg", "3\n3\n...\n...\n...\n");
    desk.put("words.txt", "AB\nBA\nAA\nABA\nBAB\nAAB\n");
    desk.put("ring_words.txt", "ABA\nBAB\nAAB\nABB\nBBA\n");
    desk.put("ring.txt", "...\n.#.\n...\n");
    let digram =
        format!("count --as digram 3x3 --words {}/test_cases/digram/words.txt", env!("CARGO_MANIFEST_DIR"));
    for (command, number) in [
        ("count grid.cwg --stage layout --words words.txt", 28),
        ("count grid.cwg --words words.txt --no-apart --on letter", 140),
        ("count ring.txt --as template --words ring_words.txt", 4),
        (&digram, 32),
    ] {
        let (code, out, said) = desk.cwsat(command);
        assert_eq!((code, out), (0, format!("{number}\n")), "{command}: {said}");
        let said = proven(&desk, command, 0);
        assert!(said.contains(&format!("besides the {number} that")), "{command}: {said}");
    }
    // There is none before it is known that there are no others, and none of what another program has counted.
    let (code, _, said) =
        desk.cwsat("count grid.cwg --stage layout --at-most 1 --proof part.lrat --proof-format lrat");
    assert!(code == 3 && said.contains("there may be other solutions"), "{said}");
    assert!(!desk.path("part.lrat").exists() && !desk.path("part.lrat.cnf").exists());
    // A proof overwrites nothing that is read.
    let (code, _, said) = desk.cwsat("count grid.cwg --words words.txt --proof words.txt");
    assert!(code == 2 && said.contains("overwrite"), "{said}");
    let (code, _, said) = desk.cwsat("count grid.cwg --proof part.lrat --counter ganak");
    assert!(code == 2 && said.contains("leave out --counter or --proof"), "{said}");
}

#[test]
fn a_formula_without_a_model_is_proven_to_have_none() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    desk.put("none.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    let said = proven(&desk, "sat none.cnf", 1);
    assert!(said.contains("the formula has no model"), "{said}");
    let (code, _, said) = desk.cwsat("sat none.cnf --proof none.cnf");
    assert!(code == 2 && said.contains("overwrite"), "{said}");
    desk.put("some.cnf", "p cnf 2 1\n1 2 0\n");
    let (code, out, said) = desk.cwsat("sat some.cnf --proof some.drat");
    assert!(code == 0 && out.starts_with("s SATISFIABLE") && said.contains("has a model"), "{out}{said}");
    assert!(!desk.path("some.drat").exists());
}
