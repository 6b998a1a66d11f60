//! Words at demanded places: in clauses, in the search, and on the command line, against plain enumeration.

use crate::common::desk::Desk;
use crate::common::enumeration::{
    Layout, Wishes, all_fills, all_layouts, all_models, all_puzzles, fills_where, puzzle, puzzles_where,
    shown, with_questions, word_list, words_of,
};
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::joint::JointEncoding;
use cwsat::encodings::arrowword::layout::{LayoutOptions, LayoutSpec};
use cwsat::encodings::arrowword::placed::with_words;
use cwsat::encodings::arrowword::rating::{BONUS, Counts};
use cwsat::encodings::cnf::Lit;
use cwsat::encodings::grid::{Direction, Pos};
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, PlacedWord, Theme};
use cwsat::encodings::template::format;
use cwsat::encodings::template::placed::add_words_at;
use cwsat::search::Setup;
use cwsat::search::arrowword::{Job, NoAnswer, NoPuzzle, Options, solve};
use cwsat::search::template;
use cwsat::solver::Budget;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };
const LIST: [&str; 12] = ["AA", "AB", "BA", "BC", "CA", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "ABCA"];

fn letters(word: &str) -> Vec<Letter> {
    word.chars().map(|c| Letter::from_char(c).unwrap()).collect()
}

fn placed(word: &str, (row, col): (usize, usize), direction: Direction) -> PlacedWord {
    PlacedWord::new(letters(word), Pos::new(row, col), direction).unwrap()
}

/// Returns a word at every place where its first letter is in the grid.
fn everywhere(word: &str, rows: usize, cols: usize) -> Vec<PlacedWord> {
    let starts = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    starts.flat_map(|start| Direction::BOTH.map(|direction| placed(word, start, direction))).collect()
}

/// Returns the fields of a word as enumeration has them.
fn cells(word: &PlacedWord) -> Vec<(i32, i32)> {
    word.run().cells().map(|pos| (pos.row as i32, pos.col as i32)).collect()
}

/// Returns the texts of the fills of a layout that have these words at their places.
fn fills_with(layout: &Layout, list: &[&str], placed: &[PlacedWord]) -> BTreeSet<String> {
    let words = words_of(layout);
    if placed.iter().any(|word| !words.contains(&cells(word))) {
        return BTreeSet::new();
    }
    let cols = layout.0[0].chars().count();
    let stands = |text: &[char], word: &PlacedWord| {
        word.fields().all(|(pos, letter)| text[pos.row * cols + pos.col] == letter.char())
    };
    let mut fills = fills_where(layout, list, |_| true);
    fills.retain(|text| {
        let text: Vec<char> = text.chars().collect();
        placed.iter().all(|word| stands(&text, word))
    });
    fills
}

#[test]
fn puzzles_with_words_at_their_places_in_clauses_are_those_of_enumeration() {
    let options = LayoutOptions {
        lengths: RULES.lengths.iter().copied().collect(),
        ask_all: false,
        no_dead: false,
        no_clusters: false,
    };
    let list = Arc::new(word_list(&LIST));
    let (mut with, mut refused, mut none) = (0, 0, 0);
    for (rows, cols, given) in [(2, 3, "******"), (2, 4, "*** ****"), (3, 3, " ********")] {
        let grid = puzzle(rows, cols, given);
        let layouts = all_layouts(rows, cols, given, &RULES);
        let mut asked: Vec<Vec<PlacedWord>> = ["AB", "CAB"]
            .iter()
            .flat_map(|word| everywhere(word, rows, cols))
            .map(|word| vec![word])
            .collect();
        asked.push(vec![placed("BA", (0, 1), Direction::Across), placed("BC", (0, 1), Direction::Down)]);
        for words in asked {
            let expected: BTreeSet<Layout> =
                puzzles_where(rows, cols, given, &RULES, |layout| fills_with(layout, &LIST, &words));
            if with_words(&grid, Extend::All, &words).is_err() {
                assert!(expected.is_empty(), "{given} {words:?} is refused");
                refused += 1;
                continue;
            }
            for membership in Membership::ALL {
                let spec = LayoutSpec::new(&grid, Extend::All);
                let mut encoding = JointEncoding::with_membership(&spec, &options, &list, membership);
                encoding.add_words_at(&words);
                assert_eq!(all_puzzles(&encoding, &grid), expected, "{given} {words:?}");
            }
            with += expected.len();
            none += usize::from(expected.is_empty());
        }
        assert!(!layouts.is_empty());
    }
    assert!(with > 100 && refused > 20 && none > 0, "{with} puzzles, {refused} refused, {none} without");
}

#[test]
fn fills_with_words_at_their_places_in_clauses_are_those_of_enumeration() {
    let all_runs = Wishes { ask_all: true, ..RULES };
    let list = Arc::new(word_list(&LIST));
    let (mut with, mut without) = (0, 0);
    for layout in all_layouts(3, 3, "*********", &all_runs) {
        let laid_out = with_questions(&layout);
        let (problem, positions) = laid_out.slots();
        let runs: Vec<_> =
            laid_out.questions.iter().filter_map(|&question| laid_out.run_of(question)).collect();
        for word in ["BA", "CA", "AAB", "ABA", "CAB"].iter().flat_map(|word| everywhere(word, 3, 3)) {
            let expected = fills_with(&layout, &LIST, std::slice::from_ref(&word));
            for membership in Membership::ALL {
                let mut encoding = FillEncoding::with_membership(
                    &problem,
                    Some(&positions),
                    &list,
                    membership,
                    Distinct::Letters,
                );
                encoding.add_word_at(runs.iter().position(|&run| run == word.run()), word.letters());
                let lits =
                    |cell| encoding.cell(cell).iter().filter_map(|bit| bit.lit()).collect::<Vec<Lit>>();
                let visible: Vec<Lit> = (0..problem.cells.len()).flat_map(lits).collect();
                let fills = all_models(&encoding.formula, &visible, |model| encoding.decode(model));
                let text = |fill: Vec<Option<Letter>>| {
                    let fill: Vec<Letter> = fill.into_iter().flatten().collect();
                    shown(&laid_out.with_letters(&positions, &fill)).0.concat()
                };
                assert_eq!(
                    fills.into_iter().map(text).collect::<BTreeSet<_>>(),
                    expected,
                    "{layout:?} {word}"
                );
            }
            with += expected.len();
            without += usize::from(expected.is_empty());
        }
    }
    assert!(with > 40 && without > 100, "{with} fills, {without} without");
}

/// On tiny grids the search tries everything: it finds the best puzzle with the words at their places, or proves that there
/// is none. Every second layout is given, so that only letters are looked for.
#[test]
fn the_best_puzzle_with_words_at_their_places_is_that_of_enumeration() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut found, mut none, mut refused) = (0, 0, 0);
    let grids = [(2, 3, "******"), (3, 3, "*********"), (3, 3, "**** ****"), (2, 4, "********")];
    let rated = |(rows, cols, given): (usize, usize, &'static str)| {
        let layouts =
            all_layouts(rows, cols, given, &RULES).into_iter().filter(|layout| !layout.1.is_empty());
        let mut rated: Vec<(f64, Layout)> =
            layouts.map(|layout| (Counts::of(&with_questions(&layout)).score() + BONUS, layout)).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        (rows, cols, given, rated)
    };
    let grids = grids.map(rated);
    for turn in 0..200 {
        let (rows, cols, given, layouts) = rng.choice(&grids).unwrap();
        let words: BTreeSet<String> = (0..rng.usize(6..16))
            .map(|_| (0..rng.usize(2..5)).map(|_| *rng.choice(&['A', 'B', 'C']).unwrap()).collect())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let given_layout = rng.choice(layouts).unwrap().clone();
        let runs: Vec<_> = {
            let laid_out = with_questions(&given_layout.1);
            laid_out.questions.iter().filter_map(|&question| laid_out.run_of(question)).collect()
        };
        // Anywhere, or in a run that a layout has.
        let mut any = || {
            let word = rng.choice(&words).unwrap();
            let start = (rng.usize(..*rows), rng.usize(..*cols));
            let anywhere = placed(word, start, *rng.choice(&Direction::BOTH).unwrap());
            let fitting: Vec<_> = runs.iter().filter(|run| run.len == word.len()).collect();
            match rng.choice(&fitting) {
                Some(run) if rng.u8(..4) > 0 => placed(word, (run.start.row, run.start.col), run.direction),
                _ => anywhere,
            }
        };
        let places: Vec<PlacedWord> = if turn % 3 == 0 { vec![any(), any()] } else { vec![any()] };
        let is_given = turn % 2 == 0;
        let candidates = if is_given { std::slice::from_ref(&given_layout) } else { &layouts[..] };
        let best = candidates.iter().find(|(_, layout)| !fills_with(layout, &words, &places).is_empty());
        let (grid, list) = match is_given {
            true => (with_questions(&given_layout.1), word_list(&words)),
            false => (puzzle(*rows, *cols, given), word_list(&words)),
        };
        let themes = [Theme::all(places.iter().map(|word| word.letters().to_vec()))];
        let options = Options { setup: Setup::seeded(rng.u64(..)), ..Options::default() };
        let extend = if is_given { Extend::Nothing } else { Extend::All };
        let job = Job { themes: &themes, placed: &places, extend, ..Job::free(&grid, &list) };
        match (solve(job, &options, &Budget::unlimited(), &|_| {}), best) {
            (Ok(answer), Some((score, _))) => {
                assert!(
                    (answer.score - score).abs() < 1e-9,
                    "{given} {words:?} {places:?}: {}",
                    answer.score
                );
                found += 1;
            }
            (Err(NoAnswer::None(NoPuzzle::NoPlace(_))), None) => refused += 1,
            (
                Err(NoAnswer::None(
                    NoPuzzle::NoLayout
                    | NoPuzzle::NoFill(_)
                    | NoPuzzle::NoFillAnywhere
                    | NoPuzzle::TooLong { .. }
                    | NoPuzzle::NoRoom,
                )),
                None,
            ) => none += 1,
            (answer, best) => panic!("{given} {words:?} {places:?} {is_given}: {answer:?}, {best:?}"),
        }
    }
    assert!(found > 20 && none > 10 && refused > 20, "{found} found, {none} without, {refused} refused");
}

#[test]
fn crosswords_with_words_at_their_places_are_those_of_enumeration() {
    let list = Arc::new(word_list(&LIST));
    let (mut found, mut none) = (0, 0);
    for text in ["...\n.#.\n...\n", "..#\n...\n#..\n", "B..\n.#.\n"] {
        let given = format::read(text).unwrap();
        let (problem, positions) = given.slots();
        let runs: Vec<Vec<(i32, i32)>> = {
            let of = |run: cwsat::encodings::grid::Run| {
                run.cells().map(|pos| (pos.row as i32, pos.col as i32)).collect()
            };
            given.runs().into_iter().map(of).collect()
        };
        for word in
            ["AA", "BC", "CA", "AAB", "BCA", "CAB", "BAB"].iter().flat_map(|word| everywhere(word, 3, 3))
        {
            let mut expected = BTreeSet::new();
            all_fills(&runs, &LIST, &mut BTreeMap::new(), &mut Vec::new(), &mut |letters| {
                let text: String =
                    positions.iter().map(|pos| letters[&(pos.row as i32, pos.col as i32)]).collect();
                let keeps = positions.iter().zip(text.chars()).all(|(&pos, letter)| {
                    given.cells[pos].letter().is_none_or(|given| given.char() == letter)
                });
                let stands = runs.contains(&cells(&word))
                    && cells(&word).iter().zip(word.letters()).all(|(cell, l)| letters[cell] == l.char());
                if keeps && stands {
                    expected.insert(text);
                }
            });
            let mut encoding = FillEncoding::new(&problem, Some(&positions), &list, Distinct::Letters);
            add_words_at(&mut encoding, &given, std::slice::from_ref(&word));
            let lits = |cell| encoding.cell(cell).iter().filter_map(|bit| bit.lit()).collect::<Vec<Lit>>();
            let visible: Vec<Lit> = (0..problem.cells.len()).flat_map(lits).collect();
            let fills: BTreeSet<String> = all_models(&encoding.formula, &visible, |model| {
                encoding.decode(model).into_iter().flatten().map(|letter| letter.char()).collect()
            });
            assert_eq!(fills, expected, "{text} {word}");
            let themes = [Theme::all([word.letters().to_vec()])];
            let options = template::Options {
                themes: themes.as_slice().into(),
                placed: [word.clone()].as_slice().into(),
                ..template::Options::default()
            };
            match template::solve(&given, &list, &options, &Budget::unlimited(), &|_| {}) {
                Ok(answer) => {
                    let text: Option<Vec<Letter>> =
                        positions.iter().map(|&pos| answer.puzzle.cells[pos].letter()).collect();
                    let text: String = text.unwrap().iter().map(|letter| letter.char()).collect();
                    assert!(expected.contains(&text), "{text} for {word}");
                    found += 1;
                }
                Err(template::NoAnswer::None(_)) => {
                    assert!(expected.is_empty(), "{text} {word}");
                    none += 1;
                }
                Err(other) => panic!("{text} {word}: {other}"),
            }
        }
    }
    assert!(found > 5 && none > 20, "{found} found, {none} without");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// In the first row, at the edge of an island, in the last column, and crossing each other.
#[test]
fn an_arrowword_has_words_where_they_have_to_stand() {
    let desk = Desk::new();
    let places = "--must-at ROSE@1,1,across --must-at TULPE@4,7,across --must-at Süd@8,11,down \
                  --must-at EI@1,4,down --must ASTER --wish NELKE,ROSE";
    let flags: Vec<&str> = places.split_whitespace().collect();
    let make = "make arrowword 11x11 --island 3x3@4,4 --seed 3 --json -q --threads 1";
    let (code, answer, said) = desk.cwsat_unhurried(&format!("{make} {}", flags.join(" ")));
    assert_eq!(code, 0, "{said}");
    let answer = json(&answer);
    let own = answer["own_words"]["placed"].as_array().unwrap().clone();
    for word in ["ASTER", "EI", "ROSE", "SUED", "TULPE"] {
        assert!(own.contains(&word.into()), "{own:?}");
    }
    desk.put("made.cwg", answer["cwg"].as_str().unwrap());
    let must: Vec<&str> = flags[..10].to_vec();
    let check = |flags: &[&str]| desk.cwsat_with(&[&["check", "made.cwg"], flags].concat());
    let (code, judged, _) = check(&must);
    assert_eq!(code, 0, "{judged}");
    let (code, judged, _) = check(&["--must-at", "ROSE@1,1,down", "--must-at", "QXQ@2,2,across"]);
    assert_eq!(code, 1, "{judged}");
    for text in
        ["row 1, column 1: ROSE does not stand here down", "row 2, column 2: QXQ does not stand here across"]
    {
        assert_eq!(judged.matches(text).count(), 1, "{judged}");
    }
    assert!(!judged.contains("ROSE is not in the puzzle") && !judged.contains("QXQ is not in the puzzle"));
}

#[test]
fn a_crossword_that_is_made_has_room_for_words_at_their_places() {
    let desk = Desk::new();
    let places = "--must-at ROSE@1,1,across --must-at TULPE@5,3,across";
    let make = format!("make crossword 9x9 --style british --seed 1 -t 60s --json -q {places}");
    let (code, answer, said) = desk.cwsat(&make);
    assert_eq!(code, 0, "{said}");
    let answer = json(&answer);
    let rows: Vec<&str> = answer["rows"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(rows[0].starts_with("ROSE#") && rows[4][1..8] == *"#TULPE#", "{rows:?}");
    desk.put("made.txt", rows.join("\n"));
    assert_eq!(desk.cwsat(&format!("check made.txt --as crossword {places}")).0, 0);
    // Half a turn makes a block of the last field of one of them.
    let (code, _, said) =
        desk.cwsat("make crossword 9x9 --must-at ROSE@1,1,across --must-at UND@9,4,across -q");
    assert!(code == 1 && said.contains("--must-at have to stand at their places"), "{said}");
    let (code, _, said) = desk.cwsat("make crossword 9x9 --must-at ROSE@1,7,across -q");
    assert!(
        code == 1 && said.contains("ROSE cannot stand across at row 1, column 7: it would leave the grid"),
        "{said}"
    );
}

#[test]
fn a_place_that_cannot_be_is_refused_at_once() {
    let desk = Desk::new();
    desk.put("open.cwg", "5\n5\n.....\n.....\n..-..\n.....\n....X\n");
    desk.put("t.txt", "....\n.##.\n....\n");
    let fails = |args: &str, code: i32, text: &str| {
        let (found, _, said) = desk.cwsat(args);
        assert!(found == code && said.contains(text), "{args}: {found} {said}");
    };
    let at = |places: &str| format!("solve open.cwg --must-at {}", places.replace(' ', " --must-at "));
    fails(&at("ROSE@1,3,across"), 1, "ROSE cannot stand across at row 1, column 3: it would leave the grid");
    fails(&at("ROSE@3,1,across"), 1, "the field at row 3, column 3 is blocked; place it elsewhere");
    fails(&at("ROSE@5,2,across"), 1, "the field at row 5, column 5 has the letter X");
    fails(
        &at("ROSE@1,1,across ROT@1,2,down"),
        1,
        "ROSE across at row 1, column 1 is in its way at row 1, column 2",
    );
    fails(&at("ROSE@1,1,across ROSE@2,1,across"), 1, "no word may occur twice");
    fails(&at("ROSE@1,1,across AB@2,1,across"), 1, "no field beside its first letter can hold its question");
    fails(&at("ROSE@1,1"), 2, "write ROSE@3,4,across");
    fails("solve --as crossword t.txt --must-at ROSE@2,1,down", 1, "it would leave the grid");
    fails(
        "solve --as crossword t.txt --must-at ROT@1,1,across",
        1,
        "the field at row 1, column 4 takes a letter",
    );
    fails("solve --as crossword t.txt --must-at ROSE@1,1,across --ban ROSE", 1, "--ban leaves out ROSE");
    fails("solve --as digram 4x4 --must-at ROSE@1,1,across", 2, "--must-at");
    fails("encode open.cwg --must-at ROSE@3,1,across", 1, "the field at row 3, column 3 is blocked");
    fails("encode t.txt --must-at ROT@1,1,across", 1, "the field at row 1, column 4 takes a letter");
    fails("encode open.cwg --stage layout --must-at ROSE@1,1,across", 2, "leave out --must, --must-at");
}

/// Formulas with words at their places, solved by the embedded solver as a program of its own, and decoded.
#[test]
fn formulas_have_words_where_they_have_to_stand() {
    let desk = Desk::new();
    desk.put("t.txt", "....#.....\n");
    desk.put("g.cwg", "2\n4\n....\n....\n");
    desk.put("w.txt", "ROSE\nHAUS\nTULPE\nASTER\n");
    desk.put("l.txt", LIST.join("\n"));
    for (grid, list, flags, has) in [
        ("t.txt", "w.txt", "--must-at ROSE@1,1,across --must-at AMSEL@1,6,across", "ROSE#AMSEL\n"),
        ("g.cwg", "l.txt", "--must-at CAB@2,2,across", "?CAB\n"),
        ("g.cwg", "l.txt", "--must-at ABA@1,1,across", "ABA?\n"),
    ] {
        let (code, _, said) = desk.cwsat(&format!("encode {grid} -w {list} {flags} -o f.cnf"));
        assert_eq!(code, 0, "{said}");
        let (code, model, _) = desk.cwsat("sat f.cnf");
        assert_eq!(code, 0, "{grid} {flags}");
        desk.put("f.out", &model);
        let decode = format!("decode {grid} -w {list} {flags} --map f.cnf --model f.out");
        let (code, answer, said) = desk.cwsat(&decode);
        assert!(code == 0 && answer.contains(has), "{flags}: {said}{answer}");
    }
}

/// The first field of an own word is not one of the solution word's, however the own word was demanded.
#[test]
fn a_word_at_its_place_does_not_begin_with_a_letter_of_the_solution_word() {
    let desk = Desk::new();
    desk.put("row.txt", "....\n");
    desk.put("list.txt", "ROSE\nOFEN\n");
    for own in ["--must ROSE", "--must-at ROSE@1,1,across"] {
        let solve =
            |word: &str| desk.cwsat(&format!("solve row.txt -w list.txt {own} --solution-word {word}"));
        let (code, _, said) = solve("R");
        assert!(code == 1 && said.contains("solution word R"), "{own}: {code} {said}");
        let (code, _, said) = solve("OE");
        assert_eq!(code, 0, "{own}: {said}");
    }
}
