//! Digram grids: the formula, the enumerating engine and the whole search against plain backtracking, and the
//! known numbers of grids of the contest's lists.

use crate::common::tools::shared;
use cwsat::encodings::digram::encoding::DigramEncoding;
use cwsat::encodings::digram::puzzle::{Cells, Line, Size};
use cwsat::encodings::digram::words::read;
use cwsat::encodings::digram::{format, names, rules};
use cwsat::encodings::grid::Direction;
use cwsat::encodings::lexicon::WordList;
use cwsat::search::Setup;
use cwsat::search::digram::explain::{Cause, Finding, explain};
use cwsat::search::digram::{Answer, Ending, Engines, Job, NoAnswer, NoGrid, Options, Stopped, solve};
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const OWN: &str = include_str!("../test_cases/digram/words.txt");

/// Returns all grids as text, by plain backtracking row by row over words and placements of their blanks. This is the
/// reference: it shares no code with the library and is written from the rules of the puzzle alone.
fn judge(list: &str, rows: usize, cols: usize) -> BTreeSet<String> {
    let usable = |word: &&str| word.len().is_multiple_of(2) && word.bytes().all(|b| b.is_ascii_lowercase());
    let words: BTreeSet<&str> =
        list.lines().map(str::trim).filter(|word| !word.is_empty()).filter(usable).collect();
    let beginnings: BTreeSet<&str> =
        words.iter().flat_map(|word| (0..=word.len() / 2).map(|digrams| &word[..2 * digrams])).collect();
    // All ways to write a word into a row with at least one blank and at least half of the cells filled.
    let mut choices: Vec<(&str, Vec<Option<&str>>)> = Vec::new();
    for word in &words {
        for blanks in 0_u32..1 << cols {
            let count = blanks.count_ones() as usize;
            if count == 0 || 2 * count > cols || word.len() / 2 + count != cols {
                continue;
            }
            let mut rest = *word;
            let cells = (0..cols).map(|col| {
                (blanks >> col & 1 == 0).then(|| {
                    let (digram, after) = rest.split_at(2);
                    rest = after;
                    digram
                })
            });
            choices.push((word, cells.collect()));
        }
    }
    let mut found = BTreeSet::new();
    let mut columns = vec![(String::new(), 0); cols];
    descend(&words, &beginnings, &choices, rows, &mut Vec::new(), &mut columns, &mut found);
    found
}

fn descend<'a>(
    words: &BTreeSet<&str>,
    beginnings: &BTreeSet<&str>,
    choices: &'a [(&'a str, Vec<Option<&'a str>>)],
    rows: usize,
    chosen: &mut Vec<&'a (&'a str, Vec<Option<&'a str>>)>,
    columns: &mut [(String, usize)],
    found: &mut BTreeSet<String>,
) {
    if chosen.len() == rows {
        let mut all: Vec<&str> = chosen.iter().map(|(word, _)| *word).collect();
        all.extend(columns.iter().map(|(word, _)| word.as_str()));
        let different = all.iter().collect::<BTreeSet<_>>().len() == all.len();
        let valid = columns.iter().all(|(word, blanks)| *blanks > 0 && words.contains(word.as_str()));
        if different && valid {
            let row =
                |cells: &[Option<&str>]| cells.iter().map(|cell| cell.unwrap_or("..")).collect::<String>();
            found.insert(chosen.iter().map(|(_, cells)| row(cells) + "\n").collect());
        }
        return;
    }
    for choice in choices {
        let before = columns.to_vec();
        for ((word, blanks), cell) in columns.iter_mut().zip(&choice.1) {
            match cell {
                Some(digram) => word.push_str(digram),
                None => *blanks += 1,
            }
        }
        if columns.iter().all(|(word, blanks)| 2 * blanks <= rows && beginnings.contains(word.as_str())) {
            chosen.push(choice);
            descend(words, beginnings, choices, rows, chosen, columns, found);
            chosen.pop();
        }
        columns.clone_from_slice(&before);
    }
}

fn list(text: &str) -> Arc<WordList> {
    Arc::new(read(text.as_bytes(), "list").unwrap().list)
}

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// Returns all grids that the named engines find, checked by the rules and proven to be complete.
fn all(text: &str, size: Size, engines: Engines, threads: usize) -> BTreeSet<String> {
    let options = Options { setup: Setup { threads, ..Setup::default() }, engines };
    let job = Job { size, list: list(text), wanted: None };
    match solve(&job, &options, &Budget::unlimited(), &|_| {}) {
        Ok(Answer { grids, ending }) => {
            assert_eq!(ending, Ending::All);
            let texts: BTreeSet<String> = grids.iter().map(format::write).collect();
            assert_eq!(texts.len(), grids.len(), "no grid twice");
            assert!(grids.iter().all(|grid| rules::check(grid, Some(&job.list)).is_empty()));
            texts
        }
        Err(NoAnswer::None(_)) => BTreeSet::new(),
        Err(reason) => panic!("{reason}"),
    }
}

const ENUMERATE: Engines = Engines { quick: false, rows: false, enumerate: true, formula: false };
const FORMULA: Engines = Engines { quick: false, rows: false, enumerate: false, formula: true };

#[test]
fn every_engine_finds_what_the_judge_finds() {
    let mut counts = BTreeMap::new();
    for (rows, cols) in [(2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 4)] {
        // Two-letter words are needed for sides of two.
        let text =
            if rows.min(cols) == 2 { format!("{OWN}\nre\nma\nde\nin\nst\ned\n") } else { OWN.to_owned() };
        let text = text.lines().skip(1).collect::<Vec<_>>().join("\n");
        let expected = judge(&text, rows, cols);
        counts.insert((rows, cols), expected.len());
        let size = size(rows, cols);
        assert!(all(&text, size, ENUMERATE, 1) == expected, "{size}: enumerated");
        assert!(all(&text, size, Engines::ALL, 2) == expected, "{size}: raced");
        if expected.len() < 3000 {
            assert!(all(&text, size, FORMULA, 1) == expected, "{size}: by formula");
        }
    }
    // A reference without grids would test nothing; transposed sizes have equally many grids.
    println!("{counts:?}");
    assert!(counts.values().filter(|&&count| count > 0).count() >= 5, "{counts:?}");
    assert_eq!(counts[&(3, 4)], counts[&(4, 3)]);
    assert_eq!(counts[&(2, 4)], counts[&(4, 2)]);
}

#[test]
fn random_small_lists_agree() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut some, mut none) = (0, 0);
    for round in 0..50 {
        let digrams: Vec<String> =
            (0..rng.usize(2..5)).map(|_| format!("{}{}", rng.lowercase(), rng.lowercase())).collect();
        let word = |rng: &mut fastrand::Rng| -> String {
            (0..rng.usize(1..5)).map(|_| digrams[rng.usize(..digrams.len())].as_str()).collect()
        };
        let text: String = (0..rng.usize(15..30)).map(|_| word(&mut rng) + "\n").collect();
        let (rows, cols) = [(3, 3), (3, 4), (4, 3), (2, 4), (4, 4), (3, 5)][round % 6];
        let expected = judge(&text, rows, cols);
        if expected.len() > 20_000 {
            continue;
        }
        if expected.is_empty() {
            none += 1
        } else {
            some += 1
        }
        let size = size(rows, cols);
        assert!(all(&text, size, ENUMERATE, 1) == expected, "{size} enumerated over\n{text}");
        if expected.len() < 300 {
            assert!(all(&text, size, FORMULA, 1) == expected, "{size} by formula over\n{text}");
        }
    }
    assert!(some >= 10 && none >= 5, "{some} with grids, {none} without");
}

/// Each grid is one model of the formula with respect to the cells, and the names of the true variables determine it.
#[test]
fn models_are_grids_by_their_names_too() {
    let list = list(OWN);
    let size = size(3, 3);
    for back_end in BackEnd::ALL {
        let mut encoding = DigramEncoding::new(size, &list);
        let mut solver = back_end.solver(1);
        let mut mark = load(&mut *solver, &encoding.formula, 0);
        let mut found: Vec<Cells> = Vec::new();
        while solver.solve(&Budget::unlimited()) == SatAnswer::Sat {
            let grid = encoding.decode(|lit| solver.value(lit));
            let names = encoding.formula.names();
            let names: Vec<String> = names
                .variables()
                .filter(|(var, _, _)| solver.value(var.positive()))
                .map(|(_, family, key)| family.render(key))
                .collect();
            assert_eq!(names::from_names(&size, names.iter().map(String::as_str)).as_ref(), Ok(&grid));
            encoding.forbid(&grid);
            mark = load(&mut *solver, &encoding.formula, mark);
            found.push(grid);
        }
        assert_eq!(found.len(), judge(&OWN.lines().skip(1).collect::<Vec<_>>().join("\n"), 3, 3).len());
    }
}

#[test]
fn some_grids_are_different_ones_and_the_seed_decides() {
    let job = |count| Job { size: size(4, 4), list: list(OWN), wanted: NonZeroUsize::new(count) };
    let of = |count, seed| {
        let options = Options { setup: Setup::seeded(seed), ..Options::default() };
        let answer = solve(&job(count), &options, &Budget::unlimited(), &|_| {}).unwrap();
        assert_eq!((answer.grids.len(), answer.ending), (count, Ending::Enough));
        answer.grids.iter().map(format::write).collect::<Vec<_>>()
    };
    let twenty = of(20, 1);
    assert_eq!(twenty.iter().collect::<BTreeSet<_>>().len(), 20);
    assert_eq!(of(20, 1), twenty);
    assert_ne!(of(1, 1), of(1, 2));
}

#[test]
fn more_than_there_are_is_all_there_are() {
    let text = OWN.lines().skip(1).collect::<Vec<_>>().join("\n");
    let expected = judge(&text, 3, 3);
    for threads in [1, 2] {
        let job = Job { size: size(3, 3), list: list(OWN), wanted: NonZeroUsize::new(expected.len() + 1) };
        let options = Options { setup: Setup { threads, ..Setup::default() }, ..Options::default() };
        let answer = solve(&job, &options, &Budget::unlimited(), &|_| {}).unwrap();
        assert_eq!(answer.ending, Ending::All);
        assert_eq!(answer.grids.iter().map(format::write).collect::<BTreeSet<_>>(), expected);
    }
}

#[test]
fn no_grid_is_proven_or_explained() {
    let solve_with = |text: &str, rows, cols, budget: &Budget| {
        solve(
            &Job { size: size(rows, cols), list: list(text), wanted: Some(NonZeroUsize::MIN) },
            &Options::default(),
            budget,
            &|_| {},
        )
    };
    let unlimited = Budget::unlimited();
    // All words begin alike, so that no column has a word.
    let text = "maaa mabb macc madd maee maff magg".replace(' ', "\n");
    assert_eq!(
        solve_with(&text, 3, 3, &unlimited).unwrap_err(),
        NoGrid::RuledOut { size: size(3, 3) }.into()
    );
    let error = solve_with(&text, 4, 9, &unlimited).unwrap_err().to_string();
    assert!(error.contains("rows take words of 10 to 16 letters"), "{error}");
    let over = Budget::unlimited().within(Duration::ZERO);
    assert_eq!(solve_with(OWN, 3, 3, &over).unwrap_err(), NoAnswer::Stopped(Stopped));
}

/// What an explanation names cannot hold together, but can if any one part is dropped, according to the reference, in
/// which exempted lines may have any string over the digrams of the list.
#[test]
fn explanations_are_minimal() {
    let text = "maaa mabb macc madd maee maff magg".replace(' ', "\n");
    let job = Job::one(size(3, 3), read(text.as_bytes(), "list").unwrap().list);
    let Finding::Conflict { causes, minimal } =
        explain(&job, &Options::default(), &Budget::unlimited(), &|_| {})
    else {
        panic!("there is no grid")
    };
    assert!(minimal);
    let lines: Vec<Line> = causes
        .iter()
        .filter_map(|cause| match cause {
            Cause::Word(line) => Some(*line),
            Cause::Different => None,
        })
        .collect();
    let different = causes.contains(&Cause::Different);
    // Digrams as numbers, and the words as what a line of three cells may hold, with the blank left out.
    let digrams = ["ma", "aa", "bb", "cc", "dd", "ee", "ff", "gg"];
    let number = |digram: &str| digrams.iter().position(|&known| known == digram).expect("a digram");
    let known: Vec<[usize; 2]> = text.lines().map(|word| [number(&word[..2]), number(&word[2..])]).collect();
    // All grids over the digrams with a blank in each row and column.
    let can_hold = |lines: &[Line], different: bool| {
        let permutations = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        permutations.iter().any(|blanks| {
            (0..8_usize.pow(6)).any(|code| {
                // The cells of a row that are not blank come one after the other in the code.
                let at = |row: usize, col: usize| {
                    let before = 2 * row + col - usize::from(blanks[row] < col);
                    (blanks[row] != col).then(|| code >> (3 * before) & 7)
                };
                let word = |line: &Line| {
                    let mut digrams = (0..3).filter_map(|i| match line.direction {
                        Direction::Across => at(line.number, i),
                        Direction::Down => at(i, line.number),
                    });
                    [digrams.next(), digrams.next()].map(|digram| digram.expect("two digrams in each line"))
                };
                lines.iter().all(|line| known.contains(&word(line)))
                    && (!different || lines.iter().map(word).all_unique())
            })
        })
    };
    assert!(!can_hold(&lines, different), "{causes:?}");
    for drop in 0..lines.len() {
        let others: Vec<Line> = (0..lines.len()).filter(|&i| i != drop).map(|i| lines[i]).collect();
        assert!(can_hold(&others, different), "{causes:?} without {}", lines[drop]);
    }
    if different {
        assert!(can_hold(&lines, false), "{causes:?}");
    }
}

#[test]
fn a_search_stops_when_it_is_told() {
    let english = cwsat::wordlist::ENGLISH_TEXT;
    let job = Job { size: size(5, 5), list: list(english), wanted: None };
    let budget = Budget::unlimited().within(Duration::from_millis(500));
    let answer = solve(&job, &Options::default(), &budget, &|_| {});
    assert!(!matches!(answer, Ok(Answer { ending: Ending::All | Ending::Enough, .. })));
}

#[test]
fn the_known_numbers_of_grids_come_out() {
    let Some(folder) = shared("digram") else { return };
    for (name, rows, cols, count) in [
        ("test_3_3.dict", 3, 3, 2),
        ("test.dict", 4, 6, 2),
        ("test_min.dict", 3, 3, 0),
        ("test_min.dict", 3, 4, 0),
        ("test_min.dict", 4, 4, 0),
        ("d4_300.txt", 3, 3, 90),
        ("dg_16.txt", 3, 3, 112),
        ("dg_16.txt", 3, 4, 61),
        ("dg_16.txt", 4, 3, 61),
        ("dg_16.txt", 4, 4, 9962),
    ] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let found = all(&text, size(rows, cols), ENUMERATE, 1);
        assert_eq!(found.len(), count, "{name}, {rows}x{cols}");
        // Of more, `all` has checked that each is a grid and none comes twice, so as many as are known are all there are.
        if count < 200 {
            assert!(found == judge(&text, rows, cols), "{name}, {rows}x{cols}");
            assert!(found == all(&text, size(rows, cols), FORMULA, 1), "{name}, {rows}x{cols}: by formula");
        }
    }
}

#[test]
fn the_wrong_grids_are_refused_for_the_rule_in_their_name() {
    let Some(folder) = shared("digram") else { return };
    let verdict = |path: PathBuf| -> Vec<&'static str> {
        match format::read(&std::fs::read_to_string(path).unwrap()) {
            Ok(cells) => rules::check(&cells, None).iter().map(rules::Violation::rule).collect(),
            Err(faults) => faults.iter().map(format::Fault::rule).collect(),
        }
    };
    let mut files = 0;
    for entry in std::fs::read_dir(folder.join("wrong")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let rules = verdict(path);
        // The others are named after their size; no grid that small can be valid.
        let expected = match name.as_str() {
            "wrong_2_empty" | "wrong_2_letters" => "half-blank-cell",
            "wrong_capitalized" => "capital-letter",
            "wrong_character" => "wrong-character",
            "wrong_row_lenght_not_even" => "odd-row-length",
            "wrong_row_line" => "rows-of-different-length",
            name if name.contains("duplicate") => "word-twice",
            name if name.contains("less_50_per_cent") => "less-than-half-filled",
            name if name.contains("without_blank") => "no-blank",
            _ => rules.first().copied().unwrap_or("some rule"),
        };
        assert!(rules.contains(&expected), "{name}: {rules:?}");
        files += 1;
    }
    assert_eq!(files, 24);
    assert_eq!(verdict(folder.join("test.puz")), [""; 0]);
    for name in ["00.puz", "01.puz", "min_valid_puzzler_3n_4m_1.puz"] {
        assert!(!verdict(folder.join(name)).is_empty(), "{name}");
    }
}
