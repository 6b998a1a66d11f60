//! `cwsat explain --proof`: the formula is that of the rules with the named causes as its last clauses. Checkers of others
//! accept the proof; without any one cause the formula has a model, and the proof is refused.

use crate::common::checkers::{are_strict, holds};
use crate::common::desk::Desk;
use crate::common::patience::PATIENCE;
use crate::common::tools::is_installed;
use cwsat::encodings::cnf::dimacs;
use cwsat::solver::proof::{ProofFormat, can_write};
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use itertools::Itertools;
use std::fs;

/// Returns whether proofs of this kind can be made here.
fn can_prove() -> bool {
    can_write(&BackEnd::default(), ProofFormat::Lrat).is_ok()
}

const GRID: &str = "4\n4\n ???\n?.A.\n?...\n?E.X\n0 1 0\n0 2 0\n0 3 0\n1 0 3\n2 0 3\n3 0 3\n";
const WORDS: &str = "CAT BAR TAN EAR ARE CAB TEN ELX BED ERA TAX ANT NET TEA RAT EAX";
const BLOCKS: &str = "SIZE 5X5\nBLOCK_NUM 2\nBLOCK#1 2X2\n+,1\n+,+\nBLOCK#2 1X1\n1\n";
const CROSSED: &str = "SIZE 4X4\nBLOCK_NUM 2\nBLOCK#1 4X1\n1,+,+,2\nBLOCK#2 4X1\n2,+,+,1\n";

/// Words of two letters, too few for more than ten slots: 17, and 11 with two long ones.
const PAIRS: &str = "AB BC CD DE EF FG GH HI IJ JK KL LM MN NO OP PQ QR";
const ELEVEN: &str = "AB BC CD DE EF FG GH HI IJ JK KL ABCDEFGHIJKL BCDEFGHIJKLA";
/// Twelve slots that begin with A, for which there are ten words, while there are more of two letters.
const AS: &str = "3\n12\n????????????\nAAAAAAAAAAAA\n............\n\
    0 0 0\n0 1 0\n0 2 0\n0 3 0\n0 4 0\n0 5 0\n0 6 0\n0 7 0\n0 8 0\n0 9 0\n0 10 0\n0 11 0\n";
const FEW_AS: &str = "AB AC AD AE AF AG AH AI AJ AK BB CB DB";
/// Eleven words for twelve columns.
const DIGRAMS: &str =
    "abcd bcda cdab dabc acbd bdac cadb dbca adcb bacd cabd abababababab babababababa cdcdcdcdcdcd";
/// A grid of 20 fields with 18 slots of two.
const BARRED: &str = "barred\n. .|. .|.\n. .|. .|.\n- - - - -\n. .|. .|.\n. .|. .|.\n";

/// A puzzle without a solution, its words, further arguments, a cause, and how many there are.
struct Sample {
    puzzle: &'static str,
    words: &'static str,
    args: &'static str,
    cause: &'static str,
    causes: usize,
}

const fn sample(
    puzzle: &'static str,
    words: &'static str,
    args: &'static str,
    cause: &'static str,
    causes: usize,
) -> Sample {
    Sample { puzzle, words, args, cause, causes }
}

impl Sample {
    /// Returns whether it is explained by the number of words alone.
    fn is_counted(&self) -> bool {
        ["CAT BAR TAN", "abcd bcda", PAIRS, ELEVEN, DIGRAMS].contains(&self.words)
    }
}

/// One of each sort of explanation of each kind of puzzle.
const SAMPLES: [Sample; 22] = [
    // Arrowwords: the layout alone, a blocked field, an arrow that is impossible where it is.
    sample(
        "3\n4\n?...\n?.? \n....\n0 0 3\n1 0 3\n",
        WORDS,
        "",
        "the field at row 2, column 3 is a question",
        2,
    ),
    sample("3\n3\n. .\n ..\n...\n", WORDS, "", "row 1, column 2 is blocked", 4),
    sample(
        "2\n4\n? ..\n....\n0 0 3\n",
        WORDS,
        "--extend=all",
        "question field at row 1, column 1 has the arrow",
        3,
    ),
    // A given layout: words and letters, a word that would have to occur twice, too few words, arrows that are open.
    sample(GRID, WORDS, "", "the letter E is given at row 4, column 2", 4),
    sample("3\n3\n ??\n?..\n?..\n0 1 0\n0 2 0\n1 0 3\n2 0 3\n", "AB BA XX YY", "", "no word occurs twice", 0),
    sample(GRID, "CAT BAR TAN", "", "slot 4 of 3 letters", 5),
    sample("3\n3\n ??\n?..\n?..\n", "AB AC BD DA", "", "(2 letters; if it is asked)", 0),
    // Layout and letters, and own words whatever the others are.
    sample("2\n3\n.Q.\n...\n", "AB BC", "", "the letter Q is given", 0),
    sample(
        "3\n8\n........\n........\n........\n",
        WORDS,
        "--must ROSE,KAROTTEN,PARADIES",
        "PARADIES is in",
        2,
    ),
    // Crosswords with blocks and with bars.
    sample("ooo\nooo\nooo\n", WORDS, "--as template", "across at row 1, column 1 is in the list", 6),
    sample("A..\n##.\n...\n", "BCD DEF DXY", "--as template", "the letter A is given", 2),
    sample("barred\n. . .\n. . .\n. . .\n", WORDS, "", "across at row 1, column 1 is in the list", 6),
    // So few words that counting finds it, and clauses have to count.
    sample("oooooooooooo\noooooooooooo\n", ELEVEN, "--as template", "slot 12 of 2 letters", 13),
    sample(BARRED, PAIRS, "", "slot 18 of 2 letters", 19),
    sample(AS, FEW_AS, "", "the letter A is given at row 2, column 11", 23),
    // Digram grids: lines, and too few words.
    sample("", "abcd bcda efgh afbg ijkl mnop", "--as digram --size 3x3", "spells a word of the list", 0),
    sample("", "abcd bcda", "--as digram --size 3x3", "no word occurs twice", 4),
    sample("", DIGRAMS, "--as digram --size 3x12", "no word occurs twice", 13),
    // Criss-crosses without room.
    sample("ABC\nCBA\nBCA\nACB\nBAC\nCAB\n", "", "--as crisscross --size 2x3", "is on the board", 0),
    // Numberlink: wires that would cross, too little room, and a block that is too wide.
    sample(CROSSED, "", "", "BLOCK#1 (4x1) has to be placed", 4),
    sample(BLOCKS, "", "--rect 2x2", "BLOCK#2 (1x1) has to be placed", 2),
    sample(BLOCKS, "", "--rect 1x5", "BLOCK#1 (2x2) has to be placed", 1),
];

/// Returns the arguments of `explain` for a sample, whose files it writes.
fn explain(desk: &Desk, sample: &Sample) -> String {
    desk.put("puzzle", sample.puzzle);
    desk.put("words", sample.words.replace(' ', "\n"));
    let input = if sample.puzzle.is_empty() { "" } else { " puzzle" };
    let words = if sample.words.is_empty() { "" } else { " --words words" };
    let args = if sample.args.is_empty() { String::new() } else { format!(" {}", sample.args) };
    format!("explain{input}{words}{args}")
}

/// Returns whether a DIMACS text has a model.
fn has_model(text: &str) -> bool {
    let formula = dimacs::read(text.as_bytes()).unwrap();
    let mut solver = BackEnd::default().solver(0);
    load(&mut *solver, &formula, 0);
    solver.solve(&Budget::unlimited().within(PATIENCE)) == SatAnswer::Sat
}

/// Returns the causes that the file of a formula lists, each with the line of its clause; none if it has no clause of its own.
fn causes(text: &str) -> Vec<(Option<usize>, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("p cnf ")).unwrap();
    let cause = |line: &&str| {
        let (place, sentence) = line.strip_prefix("c ")?.split_once(": ")?;
        let clause = place.strip_prefix("clause ").map(|number| head + number.parse::<usize>().unwrap());
        (clause.is_some() || place == "in the other clauses").then(|| (clause, sentence.to_owned()))
    };
    lines[..head].iter().filter_map(cause).collect()
}

#[test]
fn the_named_causes_exclude_each_other_and_any_fewer_do_not() {
    if !can_prove() {
        return;
    }
    let formats = ProofFormat::ALL.into_iter().filter(|&f| can_write(&BackEnd::default(), f).is_ok());
    let formats: Vec<ProofFormat> = formats.collect();
    for (number, sample) in SAMPLES.iter().enumerate() {
        let format = formats[number % formats.len()];
        let desk = Desk::new();
        let command = explain(&desk, sample);
        let (code, out, said) =
            desk.cwsat(&format!("{command} --proof no.drat --proof-format {}", format.name()));
        assert!(code == 1 && said.contains("prove that"), "{command}: {out}{said}");
        let (cnf, proof) = (desk.path("no.drat.cnf"), desk.path("no.drat"));
        assert_ne!(holds(&cnf, &proof, format), Some(false), "{command}");
        let text = fs::read_to_string(&cnf).unwrap();
        let named = causes(&text);
        assert!(named.iter().any(|(_, sentence)| sentence.contains(sample.cause)), "{command}: {named:?}");
        assert!([0, named.len()].contains(&sample.causes), "{command}: {named:?}");
        let lines: Vec<&str> = text.lines().collect();
        // The clauses of the causes are the last ones, each of a variable of its own.
        let of_causes: Vec<usize> = named.iter().filter_map(|(line, _)| *line).collect();
        assert!(of_causes.iter().copied().eq(lines.len() - of_causes.len()..lines.len()), "{command}");
        assert!(!of_causes.is_empty() && !has_model(&text), "{command}");
        // Some slots or lines without enough words are known to be too many, but not that any fewer are not.
        let is_minimal = text.contains("it has a model") || named.len() == 1;
        assert_eq!(is_minimal, !sample.is_counted(), "{command}: {text}");
        for &line in of_causes.iter().filter(|_| is_minimal) {
            let mut without: Vec<&str> = lines.clone();
            assert_eq!(without[line].split(' ').count(), 2, "{command}: {}", without[line]);
            without[line] = "1 -1 0";
            let without = without.join("\n") + "\n";
            assert!(has_model(&without), "{command} without {:?}", lines[line]);
            if are_strict(format) {
                fs::write(&cnf, without).unwrap();
                assert_eq!(holds(&cnf, &proof, format), Some(false), "{command}: without {}", lines[line]);
            }
        }
    }
}

#[test]
fn any_fewer_slots_have_the_fills_that_the_proof_shows() {
    if !can_prove() {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/useful/check_smallest.py");
    let desk = Desk::new();
    desk.put("w.txt", WORDS.replace(' ', "\n"));
    desk.put("open", "ooo\nooo\nooo\n");
    desk.put("w2.txt", format!("{WORDS} AT ER TA EX").replace(' ', "\n"));
    desk.put("given", "ooo\noAo\nooo\n");
    desk.put("bars", "barred\n. . .\n. . .\n. .|.\n");
    let judged = |name: &str, list: &str, formula: &str| {
        desk.put("judged.cnf", formula);
        let output = std::process::Command::new("python3")
            .arg(script)
            .args([name, list, "judged.cnf"])
            .current_dir(desk.path("."))
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
        )
    };
    for (name, kind, list) in
        [("open", "template", "w.txt"), ("given", "template", "w.txt"), ("bars", "barred", "w2.txt")]
    {
        let command = format!("explain {name} --as {kind} --words {list}");
        let (_, told, _) = desk.cwsat(&format!("{command} --json"));
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["smallest"], true, "{told}");
        let slots = told["causes"].as_array().unwrap().len();
        let (_, _, said) = desk.cwsat(&format!("{command} --proof no.lrat --proof-format lrat"));
        assert!(said.contains(&format!("any fewer than {slots} slots have a fill")), "{said}");
        let cnf = desk.path("no.lrat.cnf");
        assert_ne!(holds(&cnf, &desk.path("no.lrat"), ProofFormat::Lrat), Some(false), "{name}");
        let text = fs::read_to_string(cnf).unwrap();
        // Without the fills, fewer slots might exclude each other: the clauses have a model.
        let head = text.lines().position(|line| line.starts_with("p cnf ")).unwrap();
        let fills: Vec<(usize, &str)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("c fill of the slots that are not in clause "))
            .map(|line| line.split_once(": ").unwrap())
            .map(|(clause, fill)| (head + clause.parse::<usize>().unwrap(), fill))
            .collect();
        let without = text.lines().enumerate().map(|(number, line)| {
            if fills.iter().any(|&(clause, _)| clause == number) { "1 -1 0" } else { line }
        });
        assert!(!has_model(&text) && has_model(&(without.collect::<Vec<_>>().join("\n") + "\n")), "{name}");
        if !is_installed("python3") {
            continue;
        }
        let (code, told) = judged(name, list, &text);
        assert!(
            code == Some(0) && told.contains(&format!("{} fills are fills", fills.len())),
            "{name}: {told}"
        );
        // Another letter, a clause with a slot less, another template, and another list.
        let (clause, fill) = fills[0];
        let letter = fill.chars().find(|c| c.is_ascii_uppercase() && *c != 'A').unwrap();
        let other = text.replacen(fill, &fill.replacen(letter, "Q", 1), 1);
        let line = text.lines().nth(clause).unwrap();
        let shorter =
            text.replacen(&format!("\n{line}\n"), &format!("\n{}\n", line.split_once(' ').unwrap().1), 1);
        for (judged, why) in [
            (judged(name, list, &other), "is not in the list"),
            (judged(name, list, &shorter), "is none"),
            (judged(list, list, &text), "do not stand for the slots"),
            (judged(name, name, &text), "is not in the list"),
        ] {
            assert!(judged.0 == Some(1) && judged.1.contains(why), "{name}: {}", judged.1);
        }
    }
}

/// Puzzles with wishes of which no puzzle keeps all: the grid, its kind, the words, the wishes, and one of those named.
const WISHES: [(&str, &str, &str, &str, &str); 4] = [
    (
        "ooooo\noxxxx\noxxxx\nooooo\n",
        "template",
        "ENTEN EULEN LATTE EIMER ENTE EULE EDEL",
        "--must ENTE --ban EIMER --solution-word NEU",
        "EIMER is banned",
    ),
    (
        "3\n3\n ??\n?..\n?..\n0 1 0\n0 2 0\n1 0 3\n2 0 3\n",
        "arrowword",
        "AB AC BD CD",
        "--solution-word AB",
        "AB can be spelled",
    ),
    (
        "...\n.#.\n...\n",
        "template",
        "ABC CDE AFG GHE DBF FHI DJK KLI",
        "--must-at ABC@1,* --must-at DJK@*,1",
        "DJK stands down in column 1",
    ),
    (
        "2\n5\n.....\n.....\n",
        "arrowword",
        "AB AC BA CA ABC BCA CAB",
        "--must-at ABC@1,* --must-at BCA@1,* --ban CAB",
        "BCA stands across in row 1",
    ),
];

#[test]
fn wishes_that_exclude_each_other_do_so_in_the_formula_of_the_proof() {
    if !can_prove() {
        return;
    }
    let desk = Desk::new();
    let mut made = Vec::new();
    for (number, (grid, kind, words, wishes, named)) in WISHES.into_iter().enumerate() {
        desk.put("grid", grid);
        desk.put("words", words.replace(' ', "\n"));
        let (cnf, proof) = (format!("{number}.lrat.cnf"), format!("{number}.lrat"));
        let explain = format!("explain grid --as {kind} --words words {wishes}");
        let (code, out, said) = desk.cwsat(&format!("{explain} --proof {proof} --proof-format lrat"));
        assert!(
            code == 1 && said.contains("no puzzle can keep all of these wishes"),
            "{wishes}: {out}{said}"
        );
        assert_ne!(holds(&desk.path(&cnf), &desk.path(&proof), ProofFormat::Lrat), Some(false), "{wishes}");
        let text = fs::read_to_string(desk.path(&cnf)).unwrap();
        assert!(text.contains(named) && !has_model(&text), "{wishes}: {text}");
        made.push((cnf, proof));
    }
    if are_strict(ProofFormat::Lrat) {
        let foreign = holds(&desk.path(&made[0].0), &desk.path(&made[1].1), ProofFormat::Lrat);
        assert_eq!(foreign, Some(false));
    }
}

#[test]
fn what_has_no_proof_is_said() {
    let desk = Desk::new();
    desk.put("bars.txt", bars());
    desk.put("words", "ABC\nBCA\nCAB\n");
    desk.put(
        "many",
        (0..61)
            .map(|n| [b'A' + n % 26, b'A' + n / 26])
            .map(|pair| String::from_utf8(pair.into()).unwrap())
            .chain(["A".repeat(62), "B".repeat(62)])
            .join("\n"),
    );
    desk.put("pairs.txt", ("o".repeat(62) + "\n").repeat(2));
    desk.put("list.txt", "ABCDEFGH\nIJKLMNOP\n");
    desk.put("solved.txt", "ooo\n");
    for (args, code, why) in [
        ("pairs.txt --as template --words many", 1, "found by counting"),
        ("list.txt --as crisscross --size 20", 1, "found by counting"),
        ("bars.txt", 1, "found by counting"),
        ("solved.txt --as template --words words", 0, "there is a solution"),
    ] {
        let (found, out, said) = desk.cwsat(&format!("explain {args} --proof no.drat"));
        assert_eq!(found, code, "{args}: {out}{said}");
        assert!(said.contains("no proof was written") && said.contains(why), "{args}: {out}{said}");
        assert!(!desk.path("no.drat").exists() && !desk.path("no.drat.cnf").exists(), "{args}");
    }
    // A proof overwrites nothing that is read.
    let (code, _, said) = desk.cwsat("explain pairs.txt --as template --words many --proof many");
    assert!(code == 2 && said.contains("overwrite"), "{said}");
}

/// Six bars of four fields in a row of 21: any five of them fit.
fn bars() -> String {
    let bar = |number: usize| {
        let fields = match number {
            5 => "+,+,+,1",
            6 => "1,+,+,+",
            _ => "+,+,+,+",
        };
        format!("BLOCK#{number} 4X1\n{fields}\n")
    };
    "SIZE 21X1\nBLOCK_NUM 6\n".to_owned() + &(1..=6).map(bar).collect::<String>()
}
