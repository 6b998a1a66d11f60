//! Changes to a finished puzzle: the nearest one without a word against plain enumeration, and the flags.

use crate::common::desk::Desk;
use crate::common::enumeration::{Wishes, all_layouts, fills_where, with_questions, word_list};
use cwsat::encodings::lexicon::{Apart, Letter};
use cwsat::search::change::{Job, NoChange, Progress, change};
use cwsat::solver::Budget;
use cwsat::solver::words::WordIndex;
use itertools::Itertools;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: true, no_dead: false, no_clusters: false };
const LIST: [&str; 14] =
    ["AA", "AB", "BA", "BC", "CA", "CC", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "CCB", "BBC"];

fn letters(text: &str) -> Vec<Letter> {
    text.chars().filter_map(Letter::from_char).collect()
}

/// Of all fills of a layout without the word, the nearest one has as many other letters as the change: with any word in
/// its place or with a certain one, with relatives or without.
#[test]
fn the_nearest_puzzle_without_a_word_is_that_of_enumeration() {
    let families: [&[&[&str]]; 2] = [&[], &[&["AB", "BA", "CAB"], &["AA", "AAB"], &["BCA", "BBC", "BC"]]];
    let (mut changed, mut none, mut most) = (0, 0, 0);
    for families in families {
        let list = word_list(&LIST);
        let family = |family: &&[&str]| family.iter().filter_map(|word| list.find(&letters(word))).collect();
        let apart: Vec<Vec<_>> = families.iter().map(family).collect();
        let apart = Apart::new(&list, apart, 9);
        let list = list.kept_apart(Arc::new(apart));
        let without =
            |word: &Vec<Letter>| Arc::new(WordIndex::new(&list.filtered(|id| list.word(id) != word)));
        let indices: BTreeMap<Vec<Letter>, Arc<WordIndex>> =
            LIST.iter().map(|word| (letters(word), without(&letters(word)))).collect();
        let are_apart = |words: &BTreeSet<String>| {
            let is_one = |family: &&[&str]| family.iter().filter(|word| words.contains(**word)).count() < 2;
            families.iter().all(is_one)
        };
        for layout in all_layouts(3, 3, "*********", &RULES) {
            let (problem, positions) = with_questions(&layout).slots();
            let fills: Vec<Vec<Letter>> = fills_where(&layout, &LIST, are_apart)
                .iter()
                .map(|fill| {
                    positions.iter().flat_map(|pos| letters(&fill[pos.row * 3 + pos.col..][..1])).collect()
                })
                .collect();
            let words = |fill: &[Letter]| -> Vec<Vec<Letter>> {
                problem.slots.iter().map(|slot| slot.cells.iter().map(|&cell| fill[cell]).collect()).collect()
            };
            for (fill, (slot, by)) in fills.iter().cartesian_product(
                (0..problem.slots.len())
                    .cartesian_product(std::iter::once(None).chain(LIST.map(|word| Some(letters(word))))),
            ) {
                let word = &words(fill)[slot];
                if by.as_ref().is_some_and(|by| by.len() != word.len() || by == word) {
                    continue;
                }
                let has_it = |other: &&Vec<Letter>| by.as_ref().is_none_or(|by| words(other)[slot] == *by);
                let others = fills.iter().filter(|other| !words(other).contains(word)).filter(has_it);
                let differences =
                    |other: &Vec<Letter>| other.iter().zip(fill).filter(|(a, b)| a != b).count();
                let nearest = others.map(differences).min();
                let job =
                    Job { problem: &problem, letters: fill, index: &indices[word], slot, by: by.as_deref() };
                match (change(job, &Budget::unlimited(), &|_| {}), nearest) {
                    (Ok(found), Some(nearest)) => {
                        assert_eq!(found.changed, nearest, "{layout:?} {fill:?}");
                        assert_eq!(found.at_least, nearest);
                        assert_eq!(differences(&found.letters), nearest);
                        assert!(fills.contains(&found.letters), "{:?} is no fill", found.letters);
                        assert!(!words(&found.letters).contains(word) && has_it(&&found.letters));
                        changed += 1;
                        most = most.max(nearest);
                    }
                    (Err(NoChange::None), None) => none += 1,
                    (found, nearest) => {
                        let now = found.as_ref().map(|found| words(&found.letters));
                        panic!("{layout:?} {:?} {slot} {by:?}: {found:?} {now:?}, {nearest:?}", words(fill));
                    }
                }
            }
        }
    }
    assert!(changed > 500 && none > 200 && most > 3, "{changed} changed, {none} not, up to {most} letters");
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
        ("--replace ORT=UHU", 1, "allow no other puzzle without it"),
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
fn what_an_editor_wants_stays_while_a_word_is_replaced() {
    let desk = Desk::new();
    // Two crosses: ROSE can become ROBE alone, or HASE together with ORT.
    desk.put("a.txt", "ROSE#TUN\n#R######\n#T######\n");
    desk.put("w.txt", "ROSE;9\nHASE;90\nORT;9\nART;20\nTUN;50\nMUT;50\n");
    let solve = |args: &str| desk.cwsat(&format!("solve a.txt -w w.txt --quiet {args}"));
    assert!(solve("--replace ROSE").1.starts_with("HASE#TUN\n#R"));
    let refused = "ROSE cannot be replaced: this layout and these words allow no other puzzle without it; the words to keep \
                   had to stay";
    for (args, code, expected) in [
        ("--replace ROSE --keep ORT", 1, refused),
        ("--replace ROSE --must ORT,TUN", 1, refused),
        ("--replace ROSE --must-at ORT@1,2,down", 1, refused),
        ("--replace ROSE --must MUT", 2, "MUT is not in the puzzle, so it cannot stay"),
        ("--replace ROSE --must-at ORT@1,1,down", 2, "ORT is not in the puzzle, so it cannot stay"),
        ("--replace ROSE --keep ROSE", 2, "ROSE is to be replaced, and to stay as well"),
        ("--replace ROSE --solution-word TOR", 2, "the solution word of the puzzle is not TOR"),
    ] {
        let (found, _, said) = solve(args);
        assert!(found == code && said.contains(expected), "{args}: {found} {said}");
    }
    let (code, answer, said) = desk.cwsat("solve a.txt -w w.txt --replace TUN --keep ROSE --theme ORT,HASE");
    assert!(code == 0 && answer.starts_with("ROSE#MUT\n#R"), "{answer} {said}");
    assert!(
        said.contains("no puzzle with these words in which the words to keep stay needs fewer"),
        "{said}"
    );
    let (code, answer, _) = solve("--replace TUN=MUT --must MUT");
    assert!(code == 0 && answer.starts_with("ROSE#MUT"), "{answer}");
    // A letter that is shown to the solver stays, and the solution word if possible.
    let document = |given: &str, solution: &str| {
        let text = r##"{"cwsat": "puzzle/1", "kind": "template", "rows": 3, "columns": 8, "GIVEN
            "grid": ["ROSE#TUN", "#R######", "#T######"], SOLUTION
            "entries": [{"word": "ROSE", "row": 0, "column": 0, "direction": "across", "clues": []}]}"##;
        desk.put("a.json", text.replace("\"GIVEN", given).replace("SOLUTION", solution));
        desk.cwsat("solve a.json -w w.txt --replace ROSE --json")
    };
    let (code, _, said) = document(r#""given": [[0, 0]],"#, "");
    assert!(code == 1 && said.contains("the letters shown to the solver had to stay"), "{said}");
    let (code, answer, said) = document("", r#""solution_word": [[0, 2], [2, 1]],"#);
    assert_eq!(code, 0, "{said}");
    assert_eq!(parsed(&answer)["change"]["stays"], json!(["the letters of the solution word"]));
    let (code, answer, said) = document("", r#""solution_word": [[0, 0], [2, 1]],"#);
    assert!(code == 0 && said.contains("the solution word RT is left out"), "{said}");
    assert_eq!(parsed(&answer)["change"]["stays"], json!([]));
}

#[test]
fn a_region_is_filled_anew_and_everything_else_stays() {
    let desk = Desk::new();
    // QXQ is in no list: an author wrote it.
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
    // A puzzle with a word that another can replace while all letters around it stay. Not every one has such a word.
    let with_free_word = |seed: u32| {
        let (code, _, said) = desk.cwsat(&format!("make arrowword 10x10 --seed {seed} -o a.cwg"));
        assert_eq!(code, 0, "{said}");
        let (_, used, _) = desk.cwsat("words --used a.cwg --json");
        let used: serde_json::Value = serde_json::from_str(&used).unwrap();
        let words = used["used"].as_array().unwrap().iter();
        let words = words.map(|word| word["word"].as_str().unwrap().to_owned());
        let is_free = |word: &String| desk.cwsat(&format!("solve a.cwg --free {word}")).0 == 0;
        words.filter(|word| (4..=6).contains(&word.len())).find(is_free)
    };
    let word = &(3..20).find_map(with_free_word).expect("a word that can be replaced");
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

/// Whenever the search for the nearest puzzle is stopped, what it says is true: its change is valid, and no change has
/// fewer letters than it says.
#[test]
fn a_search_that_is_stopped_claims_no_more_than_it_knows() {
    let list = cwsat::wordlist::embedded();
    let index = Arc::new(WordIndex::new(&list.filtered(|id| list.word(id) != letters("AUGEN"))));
    let rows = ["STUSS", "TANTE", "AUGEN", "UBAHN", "BERTA"];
    let template = cwsat::encodings::template::format::read(&rows.map(|_| ".....\n").concat()).unwrap();
    let (problem, positions) = template.slots();
    let before: Vec<Letter> =
        positions.iter().flat_map(|pos| letters(&rows[pos.row][pos.col..][..1])).collect();
    let slot = (0..problem.slots.len())
        .find(|&slot| problem.slots[slot].cells.iter().map(|&cell| before[cell]).eq(letters("AUGEN")))
        .unwrap();
    let by = letters("KRAFT");
    let job = Job { problem: &problem, letters: &before, index: &index, slot, by: Some(&by) };
    let steps = std::cell::Cell::new(0);
    let least = change(job, &Budget::unlimited(), &|_| steps.set(steps.get() + 1)).unwrap();
    assert_eq!((least.changed, least.at_least), (19, 19));
    let (mut some, mut none) = (0, 0);
    for stop in 1..=steps.get() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_flag(Arc::clone(&flag));
        let step = std::cell::Cell::new(0);
        let watch = |progress: Progress| {
            assert!(progress.at_least <= 19 && progress.best.is_none_or(|best| best >= 19), "{progress:?}");
            step.set(step.get() + 1);
            flag.store(step.get() == stop, std::sync::atomic::Ordering::Relaxed);
        };
        match change(job, &budget, &watch) {
            Ok(found) => {
                some += 1;
                assert!(found.at_least <= 19 && found.changed >= 19, "{found:?}");
                let differences = found.letters.iter().zip(&before).filter(|(a, b)| a != b).count();
                assert_eq!(differences, found.changed);
                let words: Vec<Vec<Letter>> = problem
                    .slots
                    .iter()
                    .map(|slot| slot.cells.iter().map(|&cell| found.letters[cell]).collect())
                    .collect();
                assert!(words.iter().all(|word| list.find(word).is_some()), "{words:?}");
                assert_eq!(words[slot], by);
            }
            Err(NoChange::Stopped { at_least }) => {
                none += 1;
                assert!(at_least <= 19, "{at_least}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(some > 0 && none > 0, "{some} with a change, {none} without");
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns a document as `make` makes it, with what an author may add to it, and one of its words.
fn document(desk: &Desk, kind: &str, size: &str) -> (Value, String) {
    let args =
        ["make", kind, size, "--seed", "3", "--title", "Zum Fest", "--author", "N. N.", "-o", "made.json"];
    let (code, _, said) = desk.cwsat_with(&args);
    assert_eq!(code, 0, "{said}");
    let mut document = parsed(&std::fs::read_to_string(desk.path("made.json")).unwrap());
    document["credits"] = json!(["Bild: M. M."]);
    let entries = document["entries"].as_array_mut().unwrap();
    for entry in entries.iter_mut() {
        let word = entry["word"].as_str().unwrap().to_owned();
        entry["clues"] = json!([{"text": "von Hand"}, {"text": "zweite", "weak": true}]);
        entry["spelling"] = json!(word.to_lowercase());
    }
    // One that is not the only word in its place.
    let place = |entry: &&Value| entry["row"].as_u64().unwrap() + entry["column"].as_u64().unwrap();
    let words: Vec<String> = entries
        .iter()
        .filter(|entry| (3..6).contains(&entry["word"].as_str().unwrap().len()))
        .sorted_by_key(place)
        .map(|entry| entry["word"].as_str().unwrap().to_owned())
        .collect();
    let can_be_freed = |word: &&String| {
        let (code, _, said) = desk.cwsat(&format!("solve made.json --free {word}"));
        assert!(code == 0 || code == 1 && said.contains("free a larger one"), "{word}: {code} {said}");
        code == 0
    };
    let word = words.iter().rev().find(can_be_freed).unwrap().clone();
    (document, word)
}

/// Compares a document before and after a change: what the change does not touch is the same.
fn assert_kept(before: &Value, after: &Value, change: &Value) {
    for key in
        ["cwsat", "kind", "title", "author", "language", "credits", "rows", "columns", "given", "blocks"]
    {
        assert_eq!(before[key], after[key], "{key}");
    }
    let key = |entry: &Value| json!([entry["row"], entry["column"], entry["direction"], entry["question"]]);
    let entries = |document: &Value| document["entries"].as_array().unwrap().clone();
    let places = |document: &Value| entries(document).iter().map(key).collect::<Vec<_>>();
    assert_eq!(places(before), places(after));
    let (mut left, mut came, mut stayed) = (Vec::new(), Vec::new(), 0);
    for (old, new) in entries(before).iter().zip(&entries(after)) {
        if old["word"] == new["word"] {
            assert_eq!(old, new, "the word stayed, and all that was said of it");
            stayed += 1;
        } else {
            assert_eq!(new["clues"], json!([]), "{new}");
            left.push(old["word"].clone());
            came.push(new["word"].clone());
        }
    }
    assert!(stayed > 0 && !left.is_empty());
    assert_eq!((&change["left"], &change["came"]), (&json!(left), &json!(came)));
    let rows = |document: &Value| document["grid"].as_array().unwrap().clone();
    let mut fields = Vec::new();
    for (row, (old, new)) in rows(before).iter().zip(&rows(after)).enumerate() {
        for (col, (old, new)) in old.as_str().unwrap().chars().zip(new.as_str().unwrap().chars()).enumerate()
        {
            if old != new {
                fields.push(json!({"row": row, "column": col, "before": old, "after": new}));
            }
        }
    }
    assert_eq!(change["fields"], json!(fields));
}

#[test]
fn nothing_that_an_author_wrote_is_lost_by_a_change() {
    for (kind, size, ending) in [("arrowword", "10x12", "cwg"), ("crossword", "9x9", "txt")] {
        let desk = Desk::new();
        let (mut done, word) = document(&desk, kind, size);
        let place = |entry: &&Value| entry["word"] == word.as_str();
        let entry = done["entries"].as_array().unwrap().iter().find(place).unwrap().clone();
        let (row, column) =
            (entry["row"].as_u64().unwrap() as usize, entry["column"].as_u64().unwrap() as usize);
        done["given"] = json!([[row, column]]);
        desk.put("done.json", done.to_string());
        // Which of these regions has other words depends on the puzzle.
        let has_others = |region: &&str| {
            let (code, _, said) = desk.cwsat(&format!("solve done.json --free {region}"));
            assert!(code == 0 || code == 1 && said.contains("free a larger one"), "{region}: {code} {said}");
            code == 0
        };
        let region = ["1,1-9,6", "1,4-9,9", "4,1-9,9", "1,1-6,9"].into_iter().find(has_others).unwrap();
        for change in [format!("--replace {word}"), format!("--free {word}"), format!("--free {region}")] {
            let (code, answer, said) = desk.cwsat(&format!("solve done.json {change} -o new.json --json"));
            assert_eq!(code, 0, "{change}: {said}");
            let answer = parsed(&answer);
            assert_kept(&done, &answer["puzzle"], &answer["change"]);
            let written = parsed(&std::fs::read_to_string(desk.path("new.json")).unwrap());
            assert_eq!(written, answer["puzzle"]);
            assert!(said.contains(" no clue now"), "{said}");
            let fewest = if change.contains("--replace") { json!(true) } else { Value::Null };
            assert_eq!(answer["change"]["is_fewest"], fewest);
            assert!(!answer["change"]["came"].as_array().unwrap().contains(&json!(word)), "{word}");
            // The grid of the document follows the rules, as do its words.
            let (code, _, said) = desk.cwsat(&format!("export new.json -o new.{ending}"));
            assert_eq!(code, 0, "{said}");
            let (code, judged, _) = desk.cwsat(&format!("check new.{ending} --words embedded"));
            assert_eq!(code, 0, "{judged}");
        }
        // A document is printed as a document as well; in another format, what that format holds is kept.
        let (_, printed, _) = desk.cwsat(&format!("solve done.json --replace {word}"));
        assert_eq!(parsed(&printed)["title"], "Zum Fest");
        let (code, _, said) = desk.cwsat(&format!("solve done.json --replace {word} -o new.{ending}"));
        assert_eq!(code, 0, "{said}");
        let text = std::fs::read_to_string(desk.path(&format!("new.{ending}"))).unwrap();
        assert!(!text.contains("Zum Fest"), "{text}");
        assert_eq!(text.contains("von Hand"), ending == "txt", "{text}");
        if ending == "txt" {
            let row = text.split("Grid to solve on\n").nth(1).unwrap().split("\n\n").next().unwrap();
            assert_eq!(
                row.chars().filter(char::is_ascii_alphabetic).count(),
                1,
                "one letter is shown: {row}"
            );
            // The text has the clues too, and they are kept as well.
            let (code, again, said) = desk.cwsat("solve new.txt --free 1,1-9,6 --json");
            assert_eq!(code, 0, "{said}");
            assert!(parsed(&again)["puzzle"].to_string().contains("von Hand"), "{again}");
        }
        for (args, expected) in [
            ("solve done.json", "cwsat solve` with --free"),
            ("solve done.json --as digram --free 1,1", "--free is for puzzles that are filled"),
            ("solve done.json --free 1,1 -o done.json", "would overwrite it"),
        ] {
            let (code, _, said) = desk.cwsat(args);
            assert!(code == 2 && said.contains(expected), "{args}: {said}");
        }
        let other = if kind == "arrowword" { "template" } else { "arrowword" };
        let (code, _, said) = desk.cwsat(&format!("solve done.json --as {other} --replace {word}"));
        assert!(code == 2 && said.contains("this document is a puzzle of the kind"), "{said}");
    }
}

#[test]
fn a_solution_word_stays_if_its_letters_do() {
    let desk = Desk::new();
    desk.put("a.txt", "ROSE#QXQ\n########\nTURM#AST\n");
    desk.put("clues.txt", "TURM|von Uhren\nAST|am Baum\nROSE|Blume\nROBE|Kleid\nTURN|Gas\n");
    assert_eq!(desk.cwsat("clue a.txt --clues clues.txt -o a.json").0, 0);
    let mut done = parsed(&std::fs::read_to_string(desk.path("a.json")).unwrap());
    done["solution_word"] = json!([[0, 3], [2, 3]]);
    desk.put("a.json", done.to_string());
    desk.put("w.txt", "ROBE\nTURN\n");
    let change = |args: &str| {
        let (code, answer, said) = desk.cwsat(&format!("solve a.json -w w.txt {args}"));
        assert_eq!(code, 0, "{said}");
        (parsed(&answer), said)
    };
    let (kept, said) = change("--replace ROSE --clues clues.txt");
    assert_eq!(kept["solution_word"], done["solution_word"]);
    assert!(said.contains("in which the letters of the solution word stay"), "{said}");
    assert!(!said.contains("is left out") && !said.contains("no clue now"), "{said}");
    assert_eq!(kept["entries"][0]["clues"][0]["text"], "Kleid");
    let (lost, said) = change("--replace TURM");
    assert_eq!(lost["solution_word"], Value::Null);
    assert!(said.contains("the solution word EM is left out"), "{said}");
    let (_, text, _) = desk.cwsat("solve a.json -w w.txt --replace TURM --json");
    assert_eq!(parsed(&text)["solution_word"], Value::Null);
    // A grid has no clues of its own; its words have those of the source.
    let (code, _, said) = desk.cwsat("solve a.txt -w w.txt --replace ROSE --clues clues.txt -o b.json");
    assert_eq!(code, 0, "{said}");
    let clued = parsed(&std::fs::read_to_string(desk.path("b.json")).unwrap());
    let texts: Vec<&Value> =
        clued["entries"].as_array().unwrap().iter().map(|entry| &entry["clues"][0]["text"]).collect();
    assert_eq!(json!(texts), json!(["Kleid", null, "von Uhren", "am Baum"]));
}

/// Letters of a grid are letters like any others. Those that are shown to the solver say nothing new in a solution
/// word, so they are taken last, by `solve` as by `render`.
#[test]
fn letters_that_are_shown_spell_a_solution_word_only_if_they_have_to() {
    let desk = Desk::new();
    desk.put("a.txt", "ROSE#QXQ\n########\nTURM#AST\n");
    assert_eq!(desk.cwsat("export a.txt -o a.json").0, 0);
    let mut done = parsed(&std::fs::read_to_string(desk.path("a.json")).unwrap());
    done["given"] = json!([[0, 0], [0, 2]]);
    desk.put("a.json", done.to_string());
    desk.put("w.txt", "TURN\n");
    for seed in 0..10 {
        let solve = |word: &str| {
            desk.cwsat(&format!("solve a.json -w w.txt --free TURM --solution-word {word} --seed {seed}"))
        };
        let (code, answer, said) = solve("RS");
        assert_eq!(code, 0, "{said}");
        assert_eq!(parsed(&answer)["solution_word"], json!([[2, 2], [2, 6]]), "{answer}");
        // O is beside one of the two R, which both are needed.
        let (code, _, said) = solve("ORR");
        assert!(code == 1 && said.contains("solution word ORR"), "{code} {said}");
        let (code, answer, said) = solve("RR");
        assert_eq!(code, 0, "{said}");
        let mut fields = parsed(&answer)["solution_word"].as_array().unwrap().clone();
        fields.sort_by_key(|field| field[0].as_u64());
        assert_eq!(json!(fields), json!([[0, 0], [2, 2]]));
        let (code, _, said) =
            desk.cwsat(&format!("render a.json --solution-word RRS --seed {seed} -o a.svg"));
        assert_eq!(code, 0, "{said}");
    }
}
