//! Changes to a finished puzzle: the nearest one without a word against plain enumeration, and the flags.

use crate::common::desk::Desk;
use crate::common::enumeration::{Wishes, all_layouts, fills_where, with_questions, word_list};
use cwsat::encodings::lexicon::Letter;
use cwsat::search::change::{Job, NoChange, change};
use cwsat::solver::Budget;
use cwsat::solver::words::WordIndex;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: true, no_dead: false, no_clusters: false };
const LIST: [&str; 14] =
    ["AA", "AB", "BA", "BC", "CA", "CC", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "CCB", "BBC"];

fn letters(text: &str) -> Vec<Letter> {
    text.chars().filter_map(Letter::from_char).collect()
}

/// Of all fills of a layout without the word, the nearest one has as many other letters as the change.
#[test]
fn the_nearest_puzzle_without_a_word_is_that_of_enumeration() {
    let index = WordIndex::new(&word_list(&LIST));
    let (mut changed, mut none, mut most) = (0, 0, 0);
    for layout in all_layouts(3, 3, "*********", &RULES) {
        let (problem, positions) = with_questions(&layout).slots();
        let fills: Vec<Vec<Letter>> = fills_where(&layout, &LIST, |_| true)
            .iter()
            .map(|fill| {
                positions.iter().flat_map(|pos| letters(&fill[pos.row * 3 + pos.col..][..1])).collect()
            })
            .collect();
        let words = |fill: &[Letter]| -> Vec<Vec<Letter>> {
            problem.slots.iter().map(|slot| slot.cells.iter().map(|&cell| fill[cell]).collect()).collect()
        };
        for fill in &fills {
            for (slot, word) in words(fill).iter().enumerate() {
                let others = fills.iter().filter(|other| !words(other).contains(word));
                let differences =
                    |other: &Vec<Letter>| other.iter().zip(fill).filter(|(a, b)| a != b).count();
                let nearest = others.map(differences).min();
                let job = Job { problem: &problem, letters: fill, index: &index, slot, by: None };
                match (change(job, &Budget::unlimited(), &|_| {}), nearest) {
                    (Ok(found), Some(nearest)) => {
                        assert_eq!(found.changed, nearest, "{layout:?} {fill:?}");
                        assert_eq!(differences(&found.letters), nearest);
                        assert!(fills.contains(&found.letters), "{:?} is no fill", found.letters);
                        assert!(!words(&found.letters).contains(word));
                        changed += 1;
                        most = most.max(nearest);
                    }
                    (Err(NoChange::None), None) => none += 1,
                    (found, nearest) => {
                        let now = found.as_ref().map(|found| words(&found.letters));
                        panic!("{layout:?} {:?} {slot}: {found:?} {now:?}, {nearest:?}", words(fill));
                    }
                }
            }
        }
    }
    assert!(changed > 100 && none > 20 && most > 3, "{changed} changed, {none} not, up to {most} letters");
}

#[test]
fn a_word_is_replaced_by_the_least_change() {
    let desk = Desk::new();
    desk.put("a.txt", "ROSE\n#R##\n#T##\n");
    desk.put("w.txt", "ROSE;9\nROBE;50\nHASE;90\nORT;9\nART;20\n");
    let solve = |args: &str| desk.cwsat(&format!("solve a.txt -w w.txt {args}"));
    let (code, answer, said) = solve("--replace ROSE");
    assert!(code == 0 && answer.starts_with("ROBE\n#R##"), "{answer} {said}");
    assert!(said.contains("1 letter changed, no puzzle with these words needs fewer: ROSE → ROBE"), "{said}");
    let (code, answer, said) = solve("--replace ROSE=hase");
    assert!(code == 0 && answer.starts_with("HASE\n#R##"), "{answer}");
    assert!(
        said.contains("2 letters changed, no puzzle with these words needs fewer: ROSE → HASE, ORT → ART"),
        "{said}"
    );
    for (args, code, expected) in [
        ("--replace ROSE=ROBEN", 2, "ROSE has 4 letters and ROBEN has 5"),
        ("--replace TULPE", 2, "TULPE is not in the puzzle"),
        ("--replace ROSE=", 2, "is not a word"),
        ("--replace ROSE=ROSE", 2, "replaced by itself"),
        ("--free 2,1", 2, "no letter to change"),
        ("--free 9,9", 2, "has no field at row 9, column 9"),
        ("--free x!", 2, "3,4-7,9"),
        ("--replace ORT=UHU", 1, "no other puzzle with this layout and these words"),
    ] {
        let (found, _, said) = solve(args);
        assert!(found == code && said.contains(expected), "{args}: {found} {said}");
    }
    desk.put("b.txt", "....\n#R##\n#T##\n");
    let (code, _, said) = desk.cwsat("solve b.txt -w w.txt --replace ORT");
    assert!(code == 2 && said.contains("has no letter"), "{said}");
    let (code, _, said) = desk.cwsat("solve w.txt --as crisscross --free 1,1");
    assert!(code == 2 && said.contains("--free is for puzzles"), "{said}");
}

#[test]
fn a_region_is_filled_anew_and_everything_else_stays() {
    let desk = Desk::new();
    // QXQ is in no list: an author put it there.
    desk.put("a.txt", "ROSE#QXQ\n########\nTURM#AST\n");
    let solve = |args: &str| desk.cwsat(&format!("solve a.txt {args}"));
    let rows = |answer: &str| answer.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    let (code, answer, said) = solve("--free 1,1-1,4");
    assert_eq!(code, 0, "{said}");
    let found = rows(&answer);
    assert!(
        found[0].ends_with("#QXQ") && !found[0].starts_with("ROSE") && found[2] == "TURM#AST",
        "{answer}"
    );
    let (_, answer, _) = solve("--free TURM --free ROSE --keep ROSE");
    let found = rows(&answer);
    assert!(
        found[0] == "ROSE#QXQ" && !found[2].starts_with("TURM") && found[2].ends_with("#AST"),
        "{answer}"
    );
    let (_, answer, _) = solve("--keep TURM,QXQ");
    let found = rows(&answer);
    assert!(found[0].ends_with("#QXQ") && found[2].starts_with("TURM#"), "{answer}");
    assert!(!found[0].starts_with("ROSE") && !found[2].ends_with("AST"), "{answer}");
}

#[test]
fn an_arrowword_is_changed_within_its_layout() {
    let desk = Desk::new();
    let (code, _, said) = desk.cwsat("make arrowword 9x9 --seed 3 -o a.cwg");
    assert_eq!(code, 0, "{said}");
    let (_, used, _) = desk.cwsat("words --used a.cwg --json");
    let used: serde_json::Value = serde_json::from_str(&used).unwrap();
    let words = used["used"].as_array().unwrap().iter().map(|word| word["word"].as_str().unwrap().to_owned());
    let words: Vec<String> = words.collect();
    let word = words.iter().find(|word| word.len() == 5).unwrap();
    let grid = std::fs::read_to_string(desk.path("a.cwg")).unwrap();
    // Words that may not be used, or that no list has, can be in a puzzle that is to be changed.
    let (code, _, said) = desk.cwsat(&format!("solve a.cwg --ban {word} --replace {word}"));
    assert_eq!(code, 0, "{said}");
    for flag in [format!("--replace {word}"), format!("--free {word}")] {
        let (code, answer, said) = desk.cwsat(&format!("solve a.cwg {flag} --json"));
        assert_eq!(code, 0, "{said}");
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let found = answer["cwg"].as_str().unwrap();
        desk.put("b.cwg", found);
        assert_eq!(desk.cwsat("check b.cwg --words embedded").0, 0);
        let (_, now, _) = desk.cwsat("words --used b.cwg");
        assert!(!now.lines().any(|line| line.starts_with(&format!("{word} "))), "{word}: {now}");
        let is_layout = |c: char| c == '?' || c == '-' || c.is_ascii_digit() || c.is_whitespace();
        let layout =
            |grid: &str| -> String { grid.chars().map(|c| if is_layout(c) { c } else { '.' }).collect() };
        assert_eq!(layout(found), layout(&grid));
        let differences = found.chars().zip(grid.chars()).filter(|(a, b)| a != b).count();
        assert!((1..=word.len() + 12).contains(&differences), "{differences} letters");
    }
}
