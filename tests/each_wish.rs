//! Each wish of an editor in each command, for each kind of puzzle that is filled with words: `solve`, `encode` with an external
//! view of the formula and `decode`, `check` and `explain`. Judged by plain enumeration of all puzzles of a small grid. The table
//! in docs/guide.md ("What each command does with a wish") shows what is gone through here.

use crate::common::desk::Desk;
use crate::common::enumeration::{Letters, Wishes as Rules, all_fills, all_layouts, has_fields, words_of};
use crate::common::tools::is_installed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle: where its words start, by their letters, and all its letters.
struct Made {
    words: BTreeMap<String, (i32, i32)>,
    letters: Letters,
}

/// The words to fill with; the score of each is ten times its place.
const LIST: [&str; 17] = [
    "TXGE", "ROSE", "TAGE", "TORE", "ROTE", "EDEL", "ESEL", "GELD", "GENE", "DOSE", "SEIL", "TAG", "TOR",
    "ROT", "RAD", "EIS", "SEE",
];
const RELATIVES: [(&str, &str); 3] = [("TAG", "TAGE"), ("TOR", "TORE"), ("ROT", "ROTE")];
/// The words that were used before, and a list with which nothing is left.
const USED: [&str; 3] = ["ROSE", "EDEL", "TAGE"];

fn score(word: &str) -> usize {
    10 * (1 + LIST.iter().position(|&other| other == word).unwrap())
}

fn has(made: &Made, word: &str) -> bool {
    made.words.contains_key(word)
}

/// A wish: its flags, what it means for a finished puzzle, and the families of variables that a formula has for it.
struct Wish {
    name: &'static str,
    flags: &'static str,
    /// What `check` is asked in their place; `None` if a finished puzzle cannot lack it.
    checked: Option<&'static str>,
    is_kept: fn(&Made) -> bool,
    /// The own words, which may meet their relatives.
    own: &'static [&'static str],
    variables: &'static [&'static str],
}

const fn wish(name: &'static str, flags: &'static str, is_kept: fn(&Made) -> bool) -> Wish {
    Wish { name, flags, checked: Some(flags), is_kept, own: &[], variables: &[] }
}

const OWN: &[&str] = &["own(", "own_at("];
const SPELLED: &[&str] = &["spelled(", "taken("];

/// Wishes that some puzzles keep, and wishes that no crossword keeps.
const WISHES: [Wish; 17] = [
    Wish { own: &["ROSE"], variables: OWN, ..wish("must", "--must ROSE", |made| has(made, "ROSE")) },
    Wish {
        own: &["ROSE", "EDEL", "GELD"],
        ..wish("must", "--must ROSE,EDEL,GELD", |made| {
            ["ROSE", "EDEL", "GELD"].iter().all(|word| has(made, word))
        })
    },
    Wish {
        own: &["RAD"],
        ..wish("must-at", "--must-at RAD@PLACE,down", |made| made.words.get("RAD") == Some(&(1, 1)))
    },
    Wish {
        own: &["ROSE", "EDEL", "DOSE"],
        variables: OWN,
        ..wish("theme", "--theme ROSE,EDEL,DOSE --theme-at-least 2", |made| {
            ["ROSE", "EDEL", "DOSE"].iter().filter(|word| has(made, word)).count() >= 2
        })
    },
    Wish {
        own: &["DOSE"],
        checked: None,
        variables: OWN,
        ..wish("wish", "--wish DOSE", |made| has(made, "DOSE"))
    },
    wish("ban", "--ban RAD,T*", |made| !made.words.keys().any(|word| word == "RAD" || word.starts_with('T'))),
    wish("ban", "--ban TAG,TOR,ROT,RAD,EIS,SEE", |made| made.words.keys().all(|word| word.len() > 3)),
    wish("min-score", "--min-score 35", |made| made.words.keys().all(|word| score(word) >= 35)),
    wish("min-score", "--min-score 171", |_| false),
    wish("level", "--level hard", |made| !has(made, "TXGE")),
    Wish { variables: &["present("], ..wish("apart", "--apart", is_apart) },
    Wish {
        variables: SPELLED,
        ..wish("solution-word", "--solution-word ELS", |made| spells(made, "ELS", &[]))
    },
    Wish {
        variables: SPELLED,
        ..wish("solution-word", "--solution-word XX", |made| spells(made, "XX", &[]))
    },
    Wish {
        own: &["ROSE"],
        variables: SPELLED,
        ..wish("solution-word", "--must ROSE --solution-word R", |made| {
            has(made, "ROSE") && spells(made, "R", &["ROSE"])
        })
    },
    wish("no-repeat", "--no-repeat used", |made| !USED.iter().any(|word| has(made, word))),
    Wish {
        checked: Some("--no-repeat used"),
        ..wish("register", "--register used", |made| !USED.iter().any(|word| has(made, word)))
    },
    wish("no-repeat", "--no-repeat all", |made| made.words.keys().all(|word| word.len() < 4)),
];

fn is_apart(made: &Made) -> bool {
    !RELATIVES.iter().any(|(a, b)| has(made, a) && has(made, b))
}

fn spells(made: &Made, word: &str, own: &[&str]) -> bool {
    let taboo: BTreeSet<(i32, i32)> = own.iter().filter_map(|word| made.words.get(*word)).copied().collect();
    has_fields(&word.chars().collect::<Vec<_>>(), &made.letters, &taboo, &mut Vec::new())
}

/// An empty puzzle, all puzzles that can be made of it, and how they are written.
struct Ground {
    name: &'static str,
    /// The file, and its name.
    file: &'static str,
    text: &'static str,
    /// Row and column of the word that runs down.
    place: &'static str,
    puzzles: Vec<(Made, String)>,
}

/// Two rows of four letters that are joined by a word of three letters, in an arrowword.
const FREE: &str = "4\n5\n-.---\n.....\n-.---\n.....\n";
const PARTLY: &str = "4\n5\n-?---\n?....\n-.---\n?....\n";
const FULL: &str = "4\n5\n-?---\n?....\n-.---\n?....\n0 1 0\n1 0 3\n3 0 3\n";
const TEMPLATE: &str = "oooo\noxxx\noooo\n";

fn arrowwords(name: &'static str, file: &'static str, text: &'static str) -> Ground {
    let given = text.lines().skip(2).take(4).collect::<String>().replace('-', " ");
    // A grid with question fields is the whole layout: all other fields have letters.
    let given = if name == "free" { given.replace('.', "*") } else { given };
    let rules = Rules { lengths: &[3, 4], ask_all: false, no_dead: false, no_clusters: false };
    let lines: Vec<(usize, usize, usize)> = text
        .lines()
        .skip(6)
        .map(|line| {
            let numbers: Vec<usize> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            (numbers[0], numbers[1], numbers[2])
        })
        .collect();
    let mut puzzles = Vec::new();
    for layout in all_layouts(4, 5, &given, &rules) {
        let keeps_lines = lines.iter().all(|line| layout.1.contains(line));
        let runs = words_of(&layout);
        if runs.is_empty() || !keeps_lines {
            continue;
        }
        all_fills(&runs, &LIST, &mut Letters::new(), &mut Vec::new(), &mut |letters| {
            let spelled = |run: &Vec<(i32, i32)>| (run.iter().map(|cell| letters[cell]).collect(), run[0]);
            let words = runs.iter().map(spelled).collect();
            let field = |r: usize, c: usize| match layout.0[r].chars().nth(c).unwrap() {
                ' ' => '-',
                other => letters.get(&(r as i32, c as i32)).copied().unwrap_or(other),
            };
            let mut text = "4\n5\n".to_owned();
            for r in 0..4 {
                text.extend((0..5).map(|c| field(r, c)).chain(['\n']));
            }
            for (r, c, arrow) in &layout.1 {
                text += &format!("{r} {c} {arrow}\n");
            }
            puzzles.push((Made { words, letters: letters.clone() }, text));
        });
    }
    Ground { name, file, text, place: "2,2", puzzles }
}

fn crosswords() -> Ground {
    let runs: Vec<Vec<(i32, i32)>> = vec![
        (0..4).map(|c| (0, c)).collect(),
        (0..4).map(|c| (2, c)).collect(),
        (0..3).map(|r| (r, 0)).collect(),
    ];
    let mut puzzles = Vec::new();
    all_fills(&runs, &LIST, &mut Letters::new(), &mut Vec::new(), &mut |letters| {
        // The places of the words are those of the arrowwords, one further down and to the right.
        let spelled = |run: &Vec<(i32, i32)>| {
            (run.iter().map(|cell| letters[cell]).collect(), (run[0].0 + 1, run[0].1 + 1))
        };
        let words = runs.iter().map(spelled).collect();
        let mut text = String::new();
        for r in 0..3 {
            text.extend((0..4).map(|c| letters.get(&(r, c)).copied().unwrap_or('#')).chain(['\n']));
        }
        let letters = letters.iter().map(|(&(r, c), &letter)| ((r + 1, c + 1), letter)).collect();
        puzzles.push((Made { words, letters }, text));
    });
    Ground { name: "template", file: "template.txt", text: TEMPLATE, place: "1,1", puzzles }
}

fn grounds() -> [Ground; 4] {
    [
        arrowwords("free", "free.cwg", FREE),
        arrowwords("partly", "partly.cwg", PARTLY),
        arrowwords("full", "full.cwg", FULL),
        crosswords(),
    ]
}

/// A folder with the lists and an empty puzzle.
fn desk_of(ground: &Ground) -> Desk {
    let desk = Desk::new();
    desk.put(ground.file, ground.text);
    desk.put("list", LIST.map(|word| format!("{word};{}\n", score(word))).concat());
    desk.put("used", USED.join("\n"));
    desk.put("all", LIST.join("\n"));
    desk
}

impl Ground {
    /// Finds an answer among all puzzles, by its text; it has to be one of them.
    fn find(&self, text: &str) -> &Made {
        let plain = |text: &str| -> Vec<String> {
            let mut lines: Vec<String> =
                text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
            match self.name {
                "template" => lines.truncate(3),
                _ => lines[6..].sort(),
            }
            lines
        };
        let found = self.puzzles.iter().find(|(_, other)| plain(other) == plain(text));
        &found.unwrap_or_else(|| panic!("{}: no such puzzle: {text}", self.name)).0
    }
}

#[test]
fn each_wish_is_kept_by_solve_and_by_formulas_or_explained() {
    /// Solves the formulas as well, a program of other authors.
    const SOLVER: &str = "picosat";
    let is_third_party = is_installed(SOLVER);
    let mut seen = [0, 0];
    for ground in grounds() {
        let desk = desk_of(&ground);
        for wish in &WISHES {
            let flags = wish.flags.replace("PLACE", ground.place);
            let context = format!("{} {flags}", ground.name);
            // What is kept apart by default stays apart with every wish, except for own words among themselves.
            let is_apart = |made: &Made| {
                let is_own = |word: &str| wish.own.contains(&word);
                !RELATIVES.iter().any(|(a, b)| has(made, a) && has(made, b) && !(is_own(a) && is_own(b)))
            };
            let keeps = |made: &Made| is_apart(made) && (wish.is_kept)(made);
            let is_possible = ground.puzzles.iter().any(|(made, _)| keeps(made));
            seen[usize::from(is_possible)] += 1;
            let run = |verb: &str, more: &str| {
                desk.put("used", USED.join("\n"));
                let (file, kind) =
                    (ground.file, if ground.name == "template" { "template" } else { "arrowword" });
                desk.cwsat(format!("{verb} {file} --as {kind} --words list {flags} {more}").trim_end())
            };

            let (code, solved, said) = run("solve", "--threads 1 --seed 1 -q");
            // Flags that leave no word at all are named before anything is read.
            let is_nothing = code == 1 && said.contains("leaves no word");
            assert!(code == i32::from(!is_possible), "{context}: {code} {said}");
            // Own words without room are named with what they need.
            let is_named = said.contains("the wish")
                || (said.contains(" has room for ") && wish.own.iter().any(|word| said.contains(word)));
            assert!(is_possible || is_nothing || is_named, "{context}: {said}");
            if is_possible {
                assert!(keeps(ground.find(&solved)), "{context}: {solved}");
            }

            let (code, explained, said) = run("explain", "-q");
            match wish.name {
                "wish" => assert_eq!((code, said.contains("only prefers words")), (2, true), "{said}"),
                _ => assert_eq!(code, i32::from(!is_possible), "{context}: {explained}{said}"),
            }

            // Formats with costs prefer the wished words; hard clauses demand none of them.
            for membership in ["direct", "mdd"] {
                let (code, _, said) = run("encode", &format!("--encoding {membership} -o f.cnf"));
                if code != 0 {
                    // What counting alone rules out is reported as by `solve`.
                    let told = if is_nothing { "leaves no word" } else { "the wish" };
                    assert!(!is_possible && code == 1 && said.contains(told), "{context}: {code} {said}");
                    continue;
                }
                let text = std::fs::read_to_string(desk.path("f.cnf")).unwrap();
                let named = |variable: &&str| text.contains(*variable);
                assert!(!is_possible || wish.variables.iter().all(named), "{context}");
                let (code, model, _) = desk.cwsat("sat f.cnf");
                assert_eq!(code, i32::from(!is_possible), "{context} {membership}");
                let other = is_third_party.then(|| {
                    let output = std::process::Command::new(SOLVER).arg(desk.path("f.cnf")).output().unwrap();
                    let verdict = if is_possible { 10 } else { 20 };
                    assert_eq!(output.status.code(), Some(verdict), "{context} {membership}: {SOLVER}");
                    String::from_utf8(output.stdout).unwrap()
                });
                for model in [Some(model), other].into_iter().flatten().filter(|_| is_possible) {
                    desk.put("model", model);
                    let (code, decoded, said) = run("decode", "--map f.cnf --model model -q");
                    assert_eq!(code, 0, "{context} {membership}: {said}");
                    let made = ground.find(&decoded);
                    assert!(wish.name == "wish" && is_apart(made) || keeps(made), "{context}: {decoded}");
                }
            }
            if wish.name == "wish" {
                let (code, _, said) = run("encode", "--format wcnf --encoding direct -o f.wcnf");
                assert_eq!(code, 0, "{said}");
                let text = std::fs::read_to_string(desk.path("f.wcnf")).unwrap();
                assert!(text.contains("each own word that is missing costs"), "{context}");
            }
        }
    }
    assert!(seen[0] > 10 && seen[1] > 30, "{seen:?}");
}

#[test]
fn check_judges_each_wish_as_enumeration_does() {
    let mut verdicts = [0, 0];
    for ground in grounds() {
        let desk = desk_of(&ground);
        // Enough of them, leaving out those that are much like the one before.
        let step = ground.puzzles.len().div_ceil(40);
        let some: Vec<&(Made, String)> = ground.puzzles.iter().step_by(step).collect();
        let ending = if ground.name == "template" { "txt" } else { "cwg" };
        let names: Vec<String> = (0..some.len()).map(|number| format!("{number}.{ending}")).collect();
        for (name, (_, text)) in names.iter().zip(&some) {
            desk.put(name, text);
        }
        for wish in WISHES.iter().filter(|wish| wish.name != "wish") {
            let Some(flags) = wish.checked else { continue };
            let flags = flags.replace("PLACE", ground.place);
            let kind = if ground.name == "template" { "template" } else { "arrowword" };
            let (_, out, said) = desk.cwsat(&format!(
                "check --as {kind} --json --words list --against {} {flags} {}",
                ground.file,
                names.join(" ")
            ));
            let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(lines.len(), some.len(), "{} {flags}: {said}", ground.name);
            for ((made, text), verdict) in some.iter().zip(&lines) {
                let is_kept = (wish.is_kept)(made);
                assert_eq!(verdict["valid"], is_kept, "{} {flags}\n{text}{verdict}", ground.name);
                verdicts[usize::from(is_kept)] += 1;
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 300), "{verdicts:?}");
}

#[test]
fn a_puzzle_does_not_repeat_itself_and_keeps_to_its_part() {
    let ground = arrowwords("full", "full.cwg", FULL);
    let desk = desk_of(&ground);
    let (made, text) = &ground.puzzles[0];
    desk.put("series/monday.cwg", text);
    let check = |flags: &str| {
        let (code, out, said) = desk.cwsat(&format!("check series/monday.cwg --json {flags}"));
        let verdict: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{said}"));
        let messages: Vec<String> = verdict["violations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|broken| broken["message"].as_str().unwrap().to_owned())
            .collect();
        (code, messages)
    };
    assert_eq!(check("--no-repeat series"), (0, Vec::new()));
    // Its document is the same puzzle.
    let (code, _, said) =
        desk.cwsat("solve --quiet --no-apart --words list series/monday.cwg -o series/monday.json");
    assert_eq!(code, 0, "{said}");
    assert_eq!(check("--no-repeat series"), (0, Vec::new()));
    desk.put("series/tuesday.cwg", text);
    let (code, messages) = check("--no-repeat series");
    let long: Vec<&String> = made.words.keys().filter(|word| word.len() > 3).collect();
    assert_eq!((code, messages.len()), (1, long.len()), "{messages:?}");
    assert!(messages.iter().all(|message| message.contains("tuesday.cwg")), "{messages:?}");
    let own = long.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(",");
    assert_eq!(check(&format!("--no-repeat series --must {own}")).0, 0, "own words may come again");
    // Each long word is in exactly one part, and short ones are in all.
    let others: usize = (1..=3).map(|part| check(&format!("--part {part}/3")).1.len()).sum();
    assert_eq!(others, 2 * long.len());
    let (code, _, said) = desk.cwsat("check series/monday.cwg --min-score 3");
    assert!(code == 2 && said.contains("--words"), "{said}");
}
