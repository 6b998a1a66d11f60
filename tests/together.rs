//! Wishes together (own words, bans, scores, relatives, a solution word, no repeats): all are kept, or a minimal set of those
//! that exclude each other is named. Judged by plain enumeration of all puzzles of tiny grids.

use crate::common::enumeration::{Letters, Wishes as Rules, all_fills, all_layouts, words_of};
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use fastrand::Rng;
use itertools::Itertools;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;

/// A puzzle: its words with the field each starts in, and all its letters.
struct Made {
    words: BTreeMap<String, (i32, i32)>,
    letters: Letters,
}

/// One wish of an editor.
#[derive(Clone, Debug, PartialEq)]
enum Wish {
    Must(String),
    Ban(String),
    Score(usize),
    Apart,
    Spelled(String),
    NoRepeat,
}

/// A grid, the words to fill it with, those that are relatives, and all puzzles.
struct Ground<'a> {
    kind: &'a str,
    grid: &'a str,
    words: &'a [&'a str],
    relatives: &'a [(&'a str, &'a str)],
    spelled: &'a [&'a str],
    puzzles: Vec<Made>,
}

/// The score of a word: its place in the list says it.
fn score(words: &[&str], word: &str) -> usize {
    10 * words.iter().position(|&other| other == word).unwrap()
}

/// Returns whether letters that spell a word can be chosen, none beside another and none in these fields.
fn spells(letters: &Letters, word: &str, taboo: &[(i32, i32)], chosen: &mut Vec<(i32, i32)>) -> bool {
    let Some(letter) = word.chars().nth(chosen.len()) else { return true };
    letters.iter().any(|(&(r, c), &found)| {
        let is_free = chosen.iter().all(|&(a, b)| (a - r).abs() + (b - c).abs() > 1);
        if found != letter || !is_free || taboo.contains(&(r, c)) {
            return false;
        }
        chosen.push((r, c));
        let all = spells(letters, word, taboo, chosen);
        chosen.pop();
        all
    })
}

impl Ground<'_> {
    /// Returns whether a puzzle keeps these wishes. `own` are all words that are asked for, `used` those of earlier puzzles.
    fn is_kept(&self, made: &Made, wishes: &[Wish], own: &[&String], used: &[&str]) -> bool {
        let taboo: Vec<(i32, i32)> = wishes
            .iter()
            .filter_map(|wish| if let Wish::Must(word) = wish { made.words.get(word).copied() } else { None })
            .collect();
        let of_list = || made.words.keys().filter(|word| !own.contains(word));
        wishes.iter().all(|wish| match wish {
            Wish::Must(word) => made.words.contains_key(word),
            Wish::Ban(word) => !made.words.contains_key(word),
            Wish::Score(least) => of_list().all(|word| score(self.words, word) >= *least),
            Wish::NoRepeat => of_list().all(|word| word.len() < 4 || !used.contains(&word.as_str())),
            Wish::Spelled(word) => spells(&made.letters, word, &taboo, &mut Vec::new()),
            Wish::Apart => self.relatives.iter().all(|&(a, b)| {
                let is_own = |word: &str| own.iter().any(|own| *own == word);
                !made.words.contains_key(a) || !made.words.contains_key(b) || is_own(a) && is_own(b)
            }),
        })
    }

    /// Runs the command with these wishes.
    fn run(&self, desk: &Path, verb: &str, wishes: &[Wish]) -> Output {
        let of = |pick: &dyn Fn(&Wish) -> Option<String>| wishes.iter().filter_map(pick).join(",");
        let must = of(&|wish| if let Wish::Must(word) = wish { Some(word.clone()) } else { None });
        let ban = of(&|wish| if let Wish::Ban(word) = wish { Some(word.clone()) } else { None });
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        command.current_dir(desk).env_remove("RUST_LOG").timeout(PATIENCE);
        command.args([verb, "--as", self.kind, "grid", "--words", "list", "--json"]);
        if verb == "solve" {
            command.args(["--threads", "1"]);
        }
        for (flag, words) in [("--must", must), ("--ban", ban)] {
            if !words.is_empty() {
                command.args([flag, &words]);
            }
        }
        for wish in wishes {
            let (flag, value) = match wish {
                Wish::Score(least) => ("--min-score", least.to_string()),
                Wish::Spelled(word) => ("--solution-word", word.clone()),
                Wish::NoRepeat => ("--no-repeat", "used".to_owned()),
                Wish::Must(_) | Wish::Ban(_) | Wish::Apart => continue,
            };
            command.args([flag, &value]);
        }
        if !wishes.contains(&Wish::Apart) {
            command.arg("--no-apart");
        }
        command.output().unwrap()
    }

    /// Draws some wishes, none of which is a ban of an own word: that is refused before anything is searched.
    fn draw(&self, rng: &mut Rng) -> Vec<Wish> {
        let most = rng.usize(0..=6);
        let words = rng.choose_multiple(self.words.iter(), most);
        let own = words.len().min(rng.usize(0..=2));
        let word = |word: &&&str| (**word).to_string();
        let mut wishes: Vec<Wish> = words[..own].iter().map(word).map(Wish::Must).collect();
        wishes.extend(words[own..].iter().map(word).map(Wish::Ban));
        if rng.u8(..3) == 0 {
            wishes.push(Wish::Score(10 * rng.usize(1..self.words.len() / 2)));
        }
        if rng.bool() {
            wishes.push(Wish::Spelled((*rng.choice(self.spelled).unwrap()).to_owned()));
        }
        if rng.bool() && self.words.iter().any(|word| word.len() > 3) {
            wishes.push(Wish::NoRepeat);
        }
        if rng.u8(..4) > 0 && !self.relatives.is_empty() {
            wishes.push(Wish::Apart);
        }
        wishes
    }

    /// Compares what the commands say of many wishes with all puzzles; returns how many were kept, and how many conflicts had
    /// a wish of each kind.
    fn judge(&self, seed: u64, rounds: usize) -> (usize, BTreeMap<&'static str, usize>) {
        let desk = tempfile::tempdir().unwrap();
        std::fs::write(desk.path().join("grid"), self.grid).unwrap();
        let list = self.words.iter().map(|word| format!("{word};{}", score(self.words, word))).join("\n");
        std::fs::write(desk.path().join("list"), list).unwrap();
        let mut rng = Rng::with_seed(seed);
        let (mut kept, mut kinds) = (0, BTreeMap::new());
        for _ in 0..rounds {
            let wishes = self.draw(&mut rng);
            let used = rng.choose_multiple(self.words.iter().copied(), 5);
            std::fs::write(desk.path().join("used"), used.join("\n")).unwrap();
            let own: Vec<&String> = wishes
                .iter()
                .filter_map(|wish| if let Wish::Must(word) = wish { Some(word) } else { None })
                .collect();
            let can =
                |wishes: &[Wish]| self.puzzles.iter().any(|made| self.is_kept(made, wishes, &own, &used));
            let is_possible = can(&wishes);
            let explained = self.run(desk.path(), "explain", &wishes);
            let context =
                format!("{wishes:?}, used {used:?}: {}", String::from_utf8_lossy(&explained.stdout));
            assert_eq!(explained.status.code(), Some(i32::from(!is_possible)), "{context}");
            let solved = self.run(desk.path(), "solve", &wishes);
            let said = String::from_utf8_lossy(&solved.stderr);
            assert_eq!(solved.status.code(), Some(i32::from(!is_possible)), "{context}{said}");
            if is_possible {
                kept += 1;
                continue;
            }
            let json: Value = serde_json::from_slice(&explained.stdout).unwrap();
            assert_eq!(json["result"], "conflict", "{context}");
            let Some(found) = json.get("wishes") else {
                // Keeping relatives apart alone does not count as a wish of this run; own words without room are named
                // without regard to the others.
                assert!(
                    json["level"] == "own" || wishes.iter().all(|wish| *wish == Wish::Apart),
                    "{context}"
                );
                continue;
            };
            assert_eq!(found["minimal"], true, "{context}");
            let named: Vec<Wish> = found["causes"]
                .as_array()
                .unwrap()
                .iter()
                .map(|cause| {
                    let kind = cause["kind"].as_str().unwrap();
                    let text = cause["text"].as_str().unwrap();
                    let word = || cause["word"].as_str().unwrap().to_owned();
                    let wish = match (kind, text.split_once(" is banned"), text.split_once("at least ")) {
                        ("own-word", ..) => Wish::Must(word()),
                        ("solution-word", ..) => Wish::Spelled(word()),
                        ("apart", ..) => Wish::Apart,
                        ("left-out", Some((word, _)), _) => Wish::Ban(word.to_owned()),
                        ("left-out", _, Some((_, least))) => {
                            Wish::Score(least.split(' ').next().unwrap().parse().unwrap())
                        }
                        ("left-out", ..) if text.contains("--no-repeat") => Wish::NoRepeat,
                        _ => panic!("{cause}"),
                    };
                    assert!(wishes.contains(&wish), "{wish:?}, {context}");
                    *kinds
                        .entry(match wish {
                            Wish::Must(_) => "must",
                            Wish::Ban(_) => "ban",
                            Wish::Score(_) => "score",
                            Wish::Apart => "apart",
                            Wish::Spelled(_) => "spelled",
                            Wish::NoRepeat => "no repeat",
                        })
                        .or_insert(0) += 1;
                    wish
                })
                .collect();
            assert!(!named.is_empty() && !can(&named), "{named:?} can be kept: {context}");
            for at in 0..named.len() {
                let mut fewer = named.clone();
                fewer.remove(at);
                assert!(can(&fewer), "{:?} is not needed: {context}", named[at]);
            }
            assert!(said.contains("wish"), "{said}");
        }
        (kept, kinds)
    }
}

/// All words of four and five letters that fit into two rows joined by a column.
fn crosswords(words: &[&str]) -> Vec<Made> {
    let five = || words.iter().filter(|word| word.len() == 5);
    let four = words.iter().filter(|word| word.len() == 4);
    let letter = |word: &str, at: usize| word.chars().nth(at).unwrap();
    let mut all = Vec::new();
    for (&top, &down, &bottom) in itertools::iproduct!(five(), four, five()) {
        if top == bottom || letter(top, 0) != letter(down, 0) || letter(down, 3) != letter(bottom, 0) {
            continue;
        }
        let mut letters = Letters::new();
        for (row, word) in [(0, top), (3, bottom)] {
            letters.extend(word.chars().enumerate().map(|(c, letter)| ((row, c as i32), letter)));
        }
        letters.extend(down.chars().enumerate().map(|(r, letter)| ((r as i32, 0), letter)));
        let words = [(top, (0, 0)), (down, (0, 0)), (bottom, (3, 0))];
        let words = words.into_iter().map(|(word, at)| (word.to_owned(), at)).collect();
        all.push(Made { words, letters });
    }
    all
}

#[test]
fn of_crosswords_all_wishes_are_kept_or_those_that_exclude_each_other_are_named() {
    let words = [
        "EBBEN", "RUIN", "ENTEN", "EULEN", "ROSE", "LATTE", "ENTE", "EIMER", "EDEL", "ROSEN", "NADEL",
        "RASEN", "EULE",
    ];
    let ground = Ground {
        kind: "template",
        grid: "ooooo\noxxxx\noxxxx\nooooo\n",
        words: &words,
        relatives: &[("ENTE", "ENTEN"), ("EULE", "EULEN"), ("ROSE", "ROSEN")],
        spelled: &["NEST", "TEE", "RAD", "LANDE", "X", "RR"],
        puzzles: crosswords(&words),
    };
    let (kept, kinds) = ground.judge(3, 150);
    assert!(kept > 10, "{kept} kept, {kinds:?}");
    for kind in ["must", "ban", "score", "apart", "spelled", "no repeat"] {
        assert!(kinds.get(kind).is_some_and(|&count| count > 2), "{kind}: {kinds:?}");
    }
}

#[test]
fn of_arrowwords_all_wishes_are_kept_or_those_that_exclude_each_other_are_named() {
    let words = ["AB", "ABA", "CC", "BAB", "BA", "CAB", "BCC", "ACA", "CBA"];
    let rules = Rules { lengths: &[2, 3], ask_all: false, no_dead: false, no_clusters: false };
    let mut puzzles = Vec::new();
    for layout in all_layouts(3, 3, "*********", &rules) {
        let runs = words_of(&layout);
        if runs.is_empty() {
            continue;
        }
        all_fills(&runs, &words, &mut Letters::new(), &mut Vec::new(), &mut |letters| {
            let spelled = |run: &Vec<(i32, i32)>| (run.iter().map(|cell| letters[cell]).collect(), run[0]);
            puzzles.push(Made { words: runs.iter().map(spelled).collect(), letters: letters.clone() });
        });
    }
    let ground = Ground {
        kind: "arrowword",
        grid: "3\n3\n...\n...\n...\n",
        words: &words,
        relatives: &[],
        spelled: &["CAB", "AA", "CC", "ABC", "BBC", "X"],
        puzzles,
    };
    let (kept, kinds) = ground.judge(4, 120);
    assert!(kept > 10, "{kept} kept, {kinds:?}");
    for kind in ["must", "ban", "score", "spelled"] {
        assert!(kinds.get(kind).is_some_and(|&count| count > 2), "{kind}: {kinds:?}");
    }
}
