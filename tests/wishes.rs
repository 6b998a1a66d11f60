//! Everything that an editor can ask for, together: own words, bans, no relatives, no repeats, a solution word. Each
//! puzzle that is found keeps every wish, according to plain enumeration and `cwsat check`; where no puzzle does, the
//! program says so and names the wishes that are in each other's way.

use crate::common::desk::Desk;
use crate::common::enumeration::{self, Layout, all_fills, all_layouts, has_fields, words_of};
use cwsat::encodings::lexicon::{Apart, Letter, WordList};
use cwsat::publish::puzzle::Language;
use cwsat::relatives::relatives;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Fields of a word, from the first to the last.
type Place = Vec<(i32, i32)>;

/// What is asked for.
#[derive(Clone, Debug)]
struct Asked {
    must: Vec<&'static str>,
    ban: Vec<&'static str>,
    /// The words of earlier puzzles.
    old: Vec<&'static str>,
    /// The letters of the solution word; empty if there is none.
    spelled: &'static str,
    apart: bool,
    seed: u32,
}

impl Asked {
    /// Returns the flags, with the lists in files of the desk.
    fn flags(&self, desk: &Desk) -> String {
        let mut flags = format!("--threads 1 --seed {}", self.seed);
        for (flag, words) in [("--must", &self.must), ("--ban", &self.ban)] {
            if !words.is_empty() {
                flags += &format!(" {flag} {}", words.join(","));
            }
        }
        if !self.old.is_empty() {
            desk.put("old.txt", self.old.join("\n"));
            flags += " --no-repeat old.txt";
        }
        if !self.spelled.is_empty() {
            flags += &format!(" --solution-word {}", self.spelled);
        }
        if !self.apart {
            flags += " --no-apart";
        }
        flags
    }

    /// Returns the words that may be used. Own words may come again.
    fn allowed(&self, list: &[&'static str]) -> Vec<&'static str> {
        let may = |word: &&str| {
            let is_old = word.len() >= 4 && self.old.contains(word);
            !self.ban.contains(word) && (!is_old || self.must.contains(word))
        };
        let mut words: Vec<&str> = list.iter().chain(&self.must).copied().filter(may).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Returns whether a puzzle with these words and letters has everything that is asked for.
    fn is_kept(&self, places: &[Place], letters: &BTreeMap<(i32, i32), char>, apart: &Apart) -> bool {
        let word = |place: &Place| place.iter().map(|field| letters[field]).collect::<String>();
        let words: Vec<String> = places.iter().map(word).collect();
        let has_own = self.must.iter().all(|own| words.iter().any(|word| word == own));
        let are_apart = !self.apart
            || words
                .iter()
                .enumerate()
                .all(|(at, a)| words[..at].iter().all(|b| !apart.are_relatives(&folded(a), &folded(b))));
        let own = |place: &&Place| self.must.contains(&word(place).as_str());
        let taboo: BTreeSet<(i32, i32)> = places.iter().filter(own).map(|place| place[0]).collect();
        let spelled: Vec<char> = self.spelled.chars().collect();
        has_own && are_apart && has_fields(&spelled, letters, &taboo, &mut Vec::new())
    }

    /// Returns whether there is a puzzle for one of these layouts.
    fn is_possible(&self, layouts: &[Vec<Place>], list: &[&'static str]) -> bool {
        if self.must.iter().any(|own| self.ban.contains(own)) {
            return false;
        }
        let allowed = self.allowed(list);
        let apart = apart(&allowed, &self.must);
        layouts.iter().any(|places| {
            let mut found = false;
            all_fills(places, &allowed, &mut BTreeMap::new(), &mut Vec::new(), &mut |letters| {
                found = found || self.is_kept(places, letters, &apart);
            });
            found
        })
    }

    /// Returns the same wishes without one of them, for each of them, with what names it in a message.
    fn without_each(&self) -> Vec<(&'static str, Self)> {
        let mut without = Vec::new();
        let mut leave = |is_there: bool, name, less: Self| {
            if is_there {
                without.push((name, less));
            }
        };
        let all = || self.clone();
        leave(!self.must.is_empty(), "--must", Self { must: Vec::new(), ..all() });
        leave(!self.ban.is_empty(), "--ban", Self { ban: Vec::new(), ..all() });
        leave(!self.old.is_empty(), "--no-repeat", Self { old: Vec::new(), ..all() });
        leave(self.apart, "--no-apart", Self { apart: false, ..all() });
        leave(!self.spelled.is_empty(), "solution word", Self { spelled: "", ..all() });
        without
    }
}

fn folded(word: &str) -> Vec<Letter> {
    word.chars().filter_map(Letter::from_char).collect()
}

/// Returns the relatives among these words; own words may meet each other.
fn apart(words: &[&str], own: &[&str]) -> Apart {
    let list: WordList = enumeration::word_list(words);
    relatives(&list, &Language::german()).except(&own.iter().map(|word| folded(word)).collect::<Vec<_>>())
}

/// Returns the words of a template: runs of two fields or more that are not blocks.
fn places_of(template: &[&str]) -> Vec<Place> {
    let is_white = |row: i32, col: i32| {
        let field = template.get(row as usize).and_then(|text| text.as_bytes().get(col as usize));
        field.is_some_and(|&field| field != b'#')
    };
    let mut places = Vec::new();
    for (row, text) in template.iter().enumerate() {
        for col in 0..text.len() {
            let (row, col) = (row as i32, col as i32);
            for (down, right) in [(0, 1), (1, 0)] {
                let starts = is_white(row, col) && !is_white(row - down, col - right);
                let field = |at: i32| (row + at * down, col + at * right);
                let place: Place =
                    (0..).map(field).take_while(|&(r, c)| r >= 0 && c >= 0 && is_white(r, c)).collect();
                if starts && place.len() > 1 {
                    places.push(place);
                }
            }
        }
    }
    places
}

/// The results of many cases.
#[derive(Debug, Default)]
struct Tally {
    kept: usize,
    impossible: usize,
    contradictory: usize,
    /// Of these, how many would be possible without the solution word.
    unspelled: usize,
}

/// Solves a puzzle with wishes, and judges what comes out. `layouts` are all that it can have.
fn judge(
    desk: &Desk,
    file: &str,
    layouts: &[Vec<Place>],
    list: &[&'static str],
    asked: &Asked,
    tally: &RefCell<Tally>,
) -> Result<(), TestCaseError> {
    let flags = asked.flags(desk);
    let (code, answer, said) = desk.cwsat(&format!("solve {file} -w words.txt {flags} --json"));
    let mut tally = tally.borrow_mut();
    if let Some(word) = asked.must.iter().find(|own| asked.ban.contains(own)) {
        tally.contradictory += 1;
        prop_assert!(code == 1 && said.contains(&format!("--ban leaves out {word}")), "{flags}: {said}");
        return Ok(());
    }
    let is_possible = asked.is_possible(layouts, list);
    match code {
        0 => {
            tally.kept += 1;
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            let rows = answer["rows"].as_array().map(|rows| {
                rows.iter().map(|row| row.as_str().unwrap_or_default().to_owned() + "\n").collect()
            });
            let text: String = rows.or(answer["cwg"].as_str().map(str::to_owned)).unwrap();
            let name = desk.put(file.replace('.', "_solved.").as_str(), &text);
            let name = name.file_name().unwrap().to_str().unwrap().to_owned();
            desk.put("allowed.txt", asked.allowed(list).join("\n"));
            let mut check = format!("check {name} --words allowed.txt");
            for (flag, words) in [("--must", &asked.must), ("--ban", &asked.ban)] {
                if !words.is_empty() {
                    check += &format!(" {flag} {}", words.join(","));
                }
            }
            if asked.apart {
                check += " --apart";
            }
            let (code, judged, said) = desk.cwsat(&check);
            prop_assert!(code == 0, "{flags}: {judged} {said}\n{text}");
            let letters: String = asked.spelled.to_owned();
            let solution = &answer["solution_word"];
            prop_assert_eq!(solution["letters"].as_str().unwrap_or_default(), letters);
            prop_assert!(is_possible, "{}: enumeration finds none, and this was found:\n{}", flags, text);
        }
        1 => {
            tally.impossible += 1;
            prop_assert!(!is_possible, "{flags}: there is a puzzle, but {said}");
            for (name, less) in asked.without_each() {
                let is_needed = less.is_possible(layouts, list);
                tally.unspelled += usize::from(is_needed && name == "solution word");
                prop_assert!(!is_needed || said.contains(name), "{flags}: {name} is not named in {said}");
            }
        }
        _ => prop_assert!(false, "{flags}: {code} {said}"),
    }
    Ok(())
}

/// Returns any wishes with words of this list and some others.
fn any_wishes(
    list: &'static [&'static str],
    others: &'static [&'static str],
    spelled: &'static [&'static str],
) -> impl Strategy<Value = Asked> {
    let words: Vec<&str> = list.iter().chain(others).copied().collect();
    (
        subsequence(words, 0..3),
        subsequence(list.to_vec(), 0..5),
        subsequence(list.to_vec(), 0..5),
        select(spelled.to_vec()),
        any::<bool>(),
        any::<u32>(),
    )
        .prop_map(|(must, ban, old, spelled, apart, seed)| Asked {
            must,
            ban,
            old,
            spelled,
            apart,
            seed,
        })
}

fn runner(cases: u32) -> TestRunner {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn wishes_for_crosswords_are_kept_or_their_conflict_is_named() {
    const LIST: &[&str] = &[
        "ROSE", "ROST", "ESEL", "EDEL", "TOTE", "TORE", "TONE", "ESSE", "LOSE", "EILE", "REST", "ELSE",
        "TEST", "ORTE", "ROSEN", "TOTEN", "LOSEN", "ESELN", "RESTE",
    ];
    const TEMPLATES: [&[&str]; 4] = [
        &["....", ".##.", ".##.", "...."],
        &["....#....."],
        &["....", "#.##", "#.##", "#..."],
        &[".....", "##.##", "##.##", "##.##", "....#"],
    ];
    let desk = Desk::new();
    desk.put("words.txt", LIST.join("\n"));
    for (number, template) in TEMPLATES.iter().enumerate() {
        desk.put(&format!("t{number}.txt"), template.join("\n") + "\n");
    }
    let tally = RefCell::default();
    let wishes = any_wishes(LIST, &["SOLE", "LOTE", "TOR"], &["", "", "SE", "TOE", "LEO"]);
    let cases = (0..TEMPLATES.len(), wishes);
    let result = runner(300).run(&cases, |(template, asked)| {
        let layouts = [places_of(TEMPLATES[template])];
        judge(&desk, &format!("t{template}.txt"), &layouts, LIST, &asked, &tally)
    });
    let tally = tally.into_inner();
    assert!(result.is_ok(), "{}", result.unwrap_err());
    assert!(tally.kept > 80 && tally.impossible > 40 && tally.contradictory > 5, "{tally:?}");
    assert!(tally.unspelled > 1, "{tally:?}");
}

#[test]
fn wishes_for_arrowwords_are_kept_or_their_conflict_is_named() {
    const LIST: &[&str] =
        &["AA", "AB", "BA", "BC", "CA", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "ABCA", "BACB"];
    const RULES: enumeration::Wishes =
        enumeration::Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };
    let desk = Desk::new();
    desk.put("words.txt", LIST.join("\n"));
    let grids =
        [(2, 5, "**********"), (3, 3, "*********"), (3, 3, "**** ****")].map(|(rows, cols, given)| {
            let text: Vec<&str> = (0..rows).map(|row| &given[row * cols..][..cols]).collect();
            let text = text.join("\n").replace('*', ".").replace(' ', "-");
            let name = format!("g{rows}{cols}{}.cwg", text.matches('-').count());
            desk.put(&name, format!("{rows}\n{cols}\n{text}\n"));
            let layouts: Vec<Layout> = all_layouts(rows, cols, given, &RULES).into_iter().collect();
            let layouts: Vec<Vec<Place>> =
                layouts.iter().filter(|layout| !layout.1.is_empty()).map(words_of).collect();
            (name, layouts)
        });
    let tally = RefCell::default();
    let wishes = any_wishes(LIST, &["CCB", "ACAB"], &["", "", "AC", "CAB", "CABCA"]);
    let result = runner(80).run(&(0..grids.len(), wishes), |(grid, asked)| {
        let (name, layouts) = &grids[grid];
        judge(&desk, name, layouts, LIST, &asked, &tally)
    });
    let tally = tally.into_inner();
    assert!(result.is_ok(), "{}", result.unwrap_err());
    assert!(tally.kept > 20 && tally.impossible > 5 && tally.contradictory > 2, "{tally:?}");
    assert!(tally.unspelled > 1, "{tally:?}");
}

#[test]
fn check_says_what_its_flags_mean_for_a_finished_puzzle() {
    let desk = Desk::new();
    let (_, help, _) = desk.cwsat("check --help");
    let help: Vec<&str> = help.split_whitespace().collect();
    let help = help.join(" ");
    for text in
        ["Require that every word of this list is in the puzzle", "Require that words of this list are in"]
    {
        assert!(help.contains(text), "{help}");
    }
    for text in ["as many words of this list as possible", "--wish", "Own words"] {
        assert!(!help.contains(text), "{text}: {help}");
    }
}

#[test]
fn programs_that_share_a_register_lose_nothing() {
    const PROGRAMS: usize = 4;
    let desk = Desk::new();
    desk.put("used.txt", "EI");
    std::thread::scope(|scope| {
        for program in 0..PROGRAMS {
            let desk = &desk;
            scope.spawn(move || {
                let words = ["AAAA", "BBBB", "CCCC", "DDDD", "EEEE", "FFFF"];
                let letter = ["V", "W", "X", "Y"][program];
                let list: Vec<String> =
                    words.iter().map(|word| word.replacen(&word[..1], letter, 1)).collect();
                desk.put(&format!("w{program}.txt"), list.join("\n"));
                let mut inputs = Vec::new();
                for (number, _) in words.iter().enumerate() {
                    let name = format!("p{program}{number}.txt");
                    desk.put(&name, "....\n");
                    inputs.push(name);
                }
                let args = format!(
                    "solve {} -w w{program}.txt --register used.txt --no-apart -o out{program} --threads 1",
                    inputs.join(" ")
                );
                let (code, _, said) = desk.cwsat(&args);
                assert_eq!(code, 0, "{said}");
            });
        }
    });
    let register = std::fs::read_to_string(desk.path("used.txt")).unwrap();
    let words: BTreeSet<&str> = register.lines().collect();
    assert!(register.starts_with("EI\n"), "{register}");
    assert_eq!((words.len(), register.lines().count()), (1 + 6 * PROGRAMS, 1 + 6 * PROGRAMS), "{register}");
}
