//! Why own words cannot be in an arrowword together: explanations against plain enumeration, and `cwsat explain --must`.

use crate::common::desk::Desk;
use crate::common::enumeration::{Layout, Letters, Wishes, all_fills, all_layouts, word_list, words_of};
use crate::common::patience::PATIENCE;
use assert_cmd::Command;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Arrow, Field, Puzzle, Question};
use cwsat::encodings::grid::{Direction, Grid, Pos};
use cwsat::encodings::lexicon::{Letter, PlacedWord, Theme, fold};
use cwsat::search::arrowword::Job;
use cwsat::search::arrowword::explain::{Cause, Finding, Level, explain};
use cwsat::search::explain::ExplainOptions;
use cwsat::solver::Budget;
use itertools::Itertools;
use predicates::str::contains;
use proptest::prelude::*;

const ROWS: usize = 3;
const COLS: usize = 3;

const ALL_LENGTHS: Wishes = Wishes { lengths: &[2, 3], ask_all: false, no_dead: false, no_clusters: false };

/// The words to fill with; own words are among them.
const WORDS: [&str; 9] = ["AB", "BA", "CC", "ABA", "BAB", "CAB", "BCC", "ACA", "CBA"];

type Cells = Vec<(i32, i32)>;

fn cells_of(word: &PlacedWord) -> Cells {
    word.fields().map(|(pos, _)| (pos.row as i32, pos.col as i32)).collect()
}

fn spells(letters: &Letters, cells: &Cells, word: &[Letter]) -> bool {
    cells.len() == word.len() && cells.iter().zip(word).all(|(cell, l)| letters.get(cell) == Some(&l.char()))
}

/// Returns whether a layout has the fields and arrows that these causes demand.
fn is_laid_out((rows, questions): &Layout, causes: &[Cause]) -> bool {
    let shown = |pos: &Pos| rows[pos.row].chars().nth(pos.col);
    causes.iter().all(|cause| match cause {
        Cause::Question { pos } => shown(pos) == Some('?'),
        Cause::Solution { pos } | Cause::Letter { pos, .. } => shown(pos) == Some('.'),
        Cause::Arrows { pos, arrows, .. } => {
            let here = questions.iter().filter(|&&(r, c, _)| (r, c) == (pos.row, pos.col));
            here.map(|&(_, _, code)| code).eq(arrows.iter().map(|arrow| arrow.code()))
        }
        _ => true,
    })
}

/// Writes a word into these cells; false if other letters are there.
fn write(letters: &mut Letters, cells: &Cells, word: &[Letter]) -> bool {
    cells.len() == word.len()
        && cells.iter().zip(word).all(|(&cell, l)| *letters.entry(cell).or_insert(l.char()) == l.char())
}

/// Returns whether own words have room in these runs, a different one for each.
fn have_room(own: &[&[Letter]], runs: &[Cells], letters: &Letters) -> bool {
    let Some((word, rest)) = own.split_first() else { return true };
    runs.iter().any(|run| {
        let mut letters = letters.clone();
        write(&mut letters, run, word) && have_room(rest, runs, &letters)
    })
}

/// Returns whether these causes can hold together in one of the layouts: with words of the list, or with any words.
fn can_hold(layouts: &[Layout], causes: &[Cause], list: Option<&[&str]>) -> bool {
    let own: Vec<&[Letter]> = causes
        .iter()
        .filter_map(|cause| if let Cause::Own { word } = cause { Some(&word[..]) } else { None })
        .collect();
    let placed: Vec<&PlacedWord> = causes
        .iter()
        .filter_map(|cause| if let Cause::OwnAt { word } = cause { Some(word) } else { None })
        .collect();
    let mut given = Letters::new();
    for cause in causes {
        if let Cause::Letter { pos, letter } = cause {
            given.insert((pos.row as i32, pos.col as i32), letter.char());
        }
    }
    if !placed.iter().all(|word| write(&mut given, &cells_of(word), word.letters())) {
        return false;
    }
    layouts.iter().filter(|layout| is_laid_out(layout, causes)).any(|layout| {
        let runs = words_of(layout);
        if !placed.iter().all(|word| runs.contains(&cells_of(word))) {
            return false;
        }
        let Some(list) = list else { return have_room(&own, &runs, &given) };
        let mut found = false;
        all_fills(&runs, list, &mut given.clone(), &mut Vec::new(), &mut |letters| {
            found |= own.iter().all(|word| runs.iter().any(|run| spells(letters, run, word)));
        });
        found
    })
}

/// Lists what is given, own words included.
fn everything(given: &Puzzle, extend: Extend, own: &[Vec<Letter>], placed: &[PlacedWord]) -> Vec<Cause> {
    let mut causes = Vec::new();
    for (pos, &field) in given.fields.iter() {
        causes.extend(match field {
            Field::Question => Some(Cause::Question { pos }),
            Field::Letter(letter) => Some(Cause::Letter { pos, letter }),
            Field::Open if !extend.opens_fields() => Some(Cause::Solution { pos }),
            Field::Open | Field::Blocked(_) => None,
        });
        let arrows: Vec<Arrow> = given.questions.iter().filter(|q| q.pos == pos).map(|q| q.arrow).collect();
        causes.extend((!arrows.is_empty()).then_some(Cause::Arrows {
            pos,
            arrows,
            alone: !extend.lets_join(),
        }));
    }
    causes.extend(own.iter().map(|word| Cause::Own { word: word.clone() }));
    causes.extend(placed.iter().map(|word| Cause::OwnAt { word: word.clone() }));
    causes
}

/// Compares an explanation with all layouts of the grid; returns its level, `None` if there is a puzzle.
fn judge(
    layouts: &[Layout],
    given: &Puzzle,
    extend: Extend,
    own: &[Vec<Letter>],
    placed: &[PlacedWord],
) -> Result<Option<Level>, TestCaseError> {
    let list = word_list(&WORDS);
    let themes = [Theme::all(own.iter().cloned().chain(placed.iter().map(|word| word.letters().to_vec())))];
    let job = Job { extend, themes: &themes, placed, ..Job::free(given, &list) };
    let all = everything(given, extend, own, placed);
    match explain(job, &ExplainOptions::default(), &Budget::unlimited(), &|_| {}) {
        Finding::Solvable(_) => {
            prop_assert!(can_hold(layouts, &all, Some(&WORDS)), "there is no puzzle: {:?}", all);
            Ok(None)
        }
        Finding::Conflict(found) => {
            let words = match found.level {
                Level::Layout | Level::Own => None,
                Level::Words | Level::Both => Some(&WORDS[..]),
            };
            let is_rule = |cause: &Cause| matches!(cause, Cause::Rule(_));
            let causes: Vec<Cause> = found.causes.iter().filter(|cause| !is_rule(cause)).cloned().collect();
            prop_assert!(!can_hold(layouts, &all, Some(&WORDS)), "there is a puzzle: {:?}", found);
            // The words of a given layout are causes of another kind, tested elsewhere.
            if found.level != Level::Words {
                prop_assert!(causes.iter().all(|cause| all.contains(cause)), "{:?}", found);
                prop_assert!(found.minimal && !can_hold(layouts, &causes, words), "{:?}", found);
                for at in 0..causes.len() {
                    let mut less = causes.clone();
                    less.remove(at);
                    prop_assert!(can_hold(layouts, &less, words), "{} of {:?}", at, found);
                }
            }
            Ok(Some(found.level))
        }
        other => Err(TestCaseError::fail(format!("{other:?}"))),
    }
}

fn layouts() -> Vec<Layout> {
    let all = all_layouts(ROWS, COLS, &"*".repeat(ROWS * COLS), &ALL_LENGTHS);
    all.into_iter().filter(|(_, questions)| !questions.is_empty()).collect()
}

#[test]
fn of_any_two_or_three_own_words_those_that_exclude_each_other_are_named() {
    let layouts = layouts();
    let (mut solvable, mut own, mut both) = (0, 0, 0);
    for text in ["3\n3\n...\n...\n...\n", "3\n3\n...\n.C.\n...\n", "3\n3\n...\n...\n..X\n"] {
        let given = cwg::read(text).unwrap().puzzle;
        let pairs = WORDS.iter().combinations(2);
        for words in pairs.chain(WORDS.iter().combinations(3).step_by(3)) {
            let words: Vec<Vec<Letter>> = words.into_iter().filter_map(|word| fold(word)).collect();
            match judge(&layouts, &given, Extend::All, &words, &[]).unwrap() {
                None => solvable += 1,
                Some(Level::Own) => own += 1,
                Some(Level::Both) => both += 1,
                level => panic!("{text} has layouts, and none is given: {level:?}"),
            }
        }
    }
    assert!(solvable > 0 && own > 0 && both > 0, "all should occur: {solvable}, {own}, {both}");
}

#[test]
fn own_words_and_givens_that_exclude_each_other_are_named_and_no_others() {
    let layouts = layouts();
    let config = ProptestConfig { cases: 120, ..ProptestConfig::default() };
    let words = proptest::sample::subsequence(WORDS.to_vec(), 0..=5);
    let at = proptest::option::weighted(0.3, (0..WORDS.len(), 0..ROWS, 0..COLS, any::<bool>()));
    let fields = proptest::collection::vec(
        (0..ROWS * COLS, proptest::sample::select(vec!['?', 'A', 'B', 'X'])),
        0..=2,
    );
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&(words, at, fields), |(words, at, fields)| {
            let mut grid = Grid::filled(ROWS, COLS, Field::Open);
            for (cell, kind) in fields {
                let pos = Pos::new(cell / COLS, cell % COLS);
                grid[pos] = Letter::from_char(kind).map_or(Field::Question, Field::Letter);
            }
            let given = Puzzle { fields: grid, questions: Vec::<Question>::new() };
            let placed: Vec<PlacedWord> = at
                .into_iter()
                .filter_map(|(word, row, col, is_down)| {
                    let direction = if is_down { Direction::Down } else { Direction::Across };
                    PlacedWord::new(fold(WORDS[word])?, Pos::new(row, col), direction)
                })
                .collect();
            let is_placed = |word: &Vec<Letter>| placed.iter().any(|placed| placed.letters() == *word);
            let own: Vec<Vec<Letter>> =
                words.iter().filter_map(|word| fold(word)).filter(|word| !is_placed(word)).collect();
            judge(&layouts, &given, Extend::All, &own, &placed)?;
            Ok(())
        })
        .unwrap();
}

#[test]
fn own_words_in_a_given_layout_are_explained() {
    let layouts = layouts();
    let given = cwg::read("3\n3\n??.\n...\n?..\n").unwrap().puzzle;
    let mut levels = Vec::new();
    for own in [&["ABA"][..], &["ABA", "BAB"], &["AB", "BA"], &["CAB", "CC", "AB"]] {
        let own: Vec<Vec<Letter>> = own.iter().filter_map(|word| fold(word)).collect();
        levels.push(judge(&layouts, &given, Extend::Nothing, &own, &[]).unwrap());
    }
    assert!(levels.contains(&Some(Level::Own)), "{levels:?}");
}

fn explained(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG").timeout(PATIENCE);
    command.arg("explain").args(arguments).assert()
}

#[test]
fn the_command_names_own_words_without_room() {
    let grid = "test_cases/15x15_1.cwg";
    // This word is too long for any line, whatever else is asked for.
    explained(&[grid, "--must", "OTTO,DONAUDAMPFSCHIFFAHRT"])
        .code(1)
        .stdout(contains("DONAUDAMPFSCHIFFAHRT is in the puzzle (20 letters)"))
        .stdout(contains("because of one cause"));
    // Two words that claim the same field.
    let at = ["ROSE@3,4,across", "ANNA@3,4,down", "OTTO@9,9,down"];
    let arguments = [&[grid][..], &["--must-at", at[0], "--must-at", at[1], "--must-at", at[2]]].concat();
    let output = explained(&arguments).code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("ROSE stands across at row 3, column 4"), "{text}");
    assert!(text.contains("ANNA stands down at row 3, column 4"), "{text}");
    assert!(!text.contains("OTTO"), "{text}");
    let output = explained(&[&arguments[..], &["--json"]].concat()).code(1).get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&json["level"], &json["minimal"]), (&"own".into(), &true.into()));
    assert_eq!(json["causes"][0]["kind"], "own-word");
    assert_eq!(json["causes"].as_array().unwrap().len(), 2);
}

#[test]
fn words_with_too_many_letters_are_counted() {
    let desk = tempfile::tempdir().unwrap();
    let grid = desk.path().join("a.cwg");
    std::fs::write(&grid, "6\n6\n......\n......\n......\n......\n......\n......\n").unwrap();
    let list = desk.path().join("own");
    // 14 words of six letters are at least 42 letters, and the grid has 36 fields.
    let words: Vec<String> = ('A'..='N').map(|letter| format!("{letter}ABCDE")).collect();
    std::fs::write(&list, words.join("\n")).unwrap();
    let (grid, list) = (grid.to_str().unwrap(), list.to_str().unwrap());
    explained(&[grid, "--must", list, "--time-limit", "20s"])
        .code(1)
        .stdout(contains("has room for these own words, whatever the other words"));
}

#[test]
fn solve_names_the_own_words_without_room_and_what_they_need() {
    let desk = Desk::new();
    desk.put("open.cwg", "5\n5\n.....\n.....\n.....\n.....\n.....\n");
    let words = "TULPE,NELKE,STAUB,MALVE,ROSEN,ASTER,KRAUT,BLUME,LILIE,HARKE";
    let (code, _, said) = desk.cwsat(&format!("solve open.cwg --must {words}"));
    assert_eq!(code, 1, "{said}");
    let named = said.split(" has room for ").nth(1).and_then(|rest| rest.split(" together").next());
    let named: Vec<&str> = named.unwrap_or_default().split(", ").collect();
    assert!(
        (2..words.len()).contains(&named.len()) && named.iter().all(|word| words.contains(word)),
        "{said}"
    );
    assert!(said.contains(&format!("these {} words need {} fields", named.len(), 5 * named.len())), "{said}");
    assert!(!said.contains("stopped early"), "{said}");
    // Any fewer of them have room, as the formula says, too.
    let fewer = named[1..].join(",");
    let (_, text, _) = desk.cwsat(&format!("explain open.cwg --must {fewer}"));
    assert!(!text.contains("has room for these own words"), "{text}");
    let (code, text, _) = desk.cwsat("explain open.cwg --must TULPENBEET");
    assert!(
        code == 1 && text.contains("TULPENBEET needs 10 fields in a line, and the longest has room for 5"),
        "{text}"
    );
}

#[test]
fn solve_without_a_limit_says_that_own_words_have_no_room_and_not_that_it_needs_more_time() {
    let desk = Desk::new();
    desk.put("open.cwg", "5\n5\n.....\n.....\n.....\n.....\n.....\n");
    for threads in [1, 2] {
        let command = format!("solve open.cwg --must OTTOK,PLANS,ABBAU,QUIZZ,XYLOP --threads {threads}");
        let (code, _, said) = desk.cwsat(&command);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("has room for PLANS, QUIZZ, XYLOP together"), "{said}");
    }
    // Two of the three have room.
    let (code, found, said) = desk.cwsat("explain open.cwg --must PLANS,QUIZZ");
    assert!(code == 0, "{found}{said}");
}
