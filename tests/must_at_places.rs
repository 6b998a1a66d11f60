//! Words of `--must-at` that may stand in one of several places: a row, a column, beside an island. Against plain enumeration
//! of all puzzles with the word at each exact place.

use crate::common::desk::Desk;
use crate::common::enumeration::{Layout, Wishes, all_fills, fills_where, puzzles_where, words_of};
use cwsat::encodings::template::format;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

const RULES: Wishes = Wishes { lengths: &[2, 3, 4, 5], ask_all: false, no_dead: false, no_clusters: false };
const LIST: [&str; 12] = ["AA", "AB", "BA", "BC", "CA", "AAB", "ABA", "ACC", "BAB", "BCA", "CAB", "ABCA"];

/// The fields of a word: row and column.
type Cells = Vec<(i32, i32)>;

/// Returns the fields of a word at every place inside a grid, with the place as messages say it.
fn everywhere(len: usize, rows: usize, cols: usize) -> Vec<(String, Cells)> {
    let mut places = Vec::new();
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        for (name, down, right) in [("across", 0, 1), ("down", 1, 0)] {
            let cells: Cells =
                (0..len).map(|at| ((row + at * down) as i32, (col + at * right) as i32)).collect();
            if cells.iter().all(|&(row, col)| row < rows as i32 && col < cols as i32) {
                places.push((format!("{name} at row {}, column {}", row + 1, col + 1), cells));
            }
        }
    }
    places
}

/// A demand, and which fields of a word keep it.
type Demand = (String, Box<dyn Fn(&Cells) -> bool>);

/// Returns the demands with several places in a grid, and which fields of a word keep each of them.
fn demands(rows: usize, cols: usize, islands: &[(i32, i32)]) -> Vec<Demand> {
    let is_across = |cells: &Cells| cells[0].0 == cells[1].0;
    let mut all: Vec<Demand> = Vec::new();
    for row in 0..rows as i32 {
        all.push((format!("{},*", row + 1), Box::new(move |c| c.iter().all(|&(r, _)| r == row))));
        all.push((format!("{},*,down", row + 1), Box::new(move |c| c[0].0 == row && !is_across(c))));
    }
    for col in 0..cols as i32 {
        all.push((format!("*,{}", col + 1), Box::new(move |c| c.iter().all(|&(_, at)| at == col))));
        all.push((format!("*,{},across", col + 1), Box::new(move |c| c[0].1 == col && is_across(c))));
    }
    if !islands.is_empty() {
        let islands = islands.to_vec();
        let beside = move |(row, col): (i32, i32)| {
            islands.iter().any(|&(r, c)| (r - row).abs() + (c - col).abs() == 1)
        };
        all.push(("island".to_owned(), Box::new(move |c| c.iter().any(|&cell| beside(cell)))));
    }
    all
}

/// Returns the puzzle of a model of the formula; `None` if it has none, or cannot be written because each place is ruled out.
fn by_formula(desk: &Desk, file: &str, must: &str) -> Option<String> {
    let encoding = format!("{file} -w list.txt {must}");
    let (code, _, said) = desk.cwsat(&format!("encode {encoding} -o f.cnf --map f.map"));
    if code == 1 {
        return None;
    }
    assert_eq!(code, 0, "{encoding}: {said}");
    let (code, model, said) = desk.cwsat("sat f.cnf");
    if code == 1 {
        return None;
    }
    assert_eq!(code, 0, "{encoding}: {said}");
    desk.put("model", model);
    let (code, decoded, said) = desk.cwsat(&format!("decode {encoding} --map f.map --model model"));
    assert_eq!(code, 0, "{encoding}: {said}");
    Some(decoded)
}

/// Solves a file with each demand, by search and by formula, and compares whether that works, and where the word stands, with
/// the places that have a puzzle; what cannot be is explained. Returns how many demands were kept, and how many cannot be.
fn compare(
    desk: &Desk,
    file: &str,
    word: &str,
    possible: &BTreeMap<String, Cells>,
    demands: &[Demand],
) -> (usize, usize) {
    let (mut kept, mut impossible) = (0, 0);
    for (demand, keeps) in demands {
        let expected: Vec<&String> =
            possible.iter().filter(|(_, cells)| keeps(cells)).map(|(place, _)| place).collect();
        let must = format!("--must-at {word}@{demand}");
        let of_formula = by_formula(desk, file, &must);
        assert_eq!(of_formula.is_some(), !expected.is_empty(), "{file} {must}, {expected:?}");
        let (code, why, said) = desk.cwsat(&format!("explain {file} -w list.txt {must}"));
        assert_eq!(code, i32::from(expected.is_empty()), "{file} {must}, {expected:?}: {why}{said}");
        let (code, answer, said) = desk.cwsat(&format!("solve {file} -w list.txt --threads 1 {must}"));
        if expected.is_empty() {
            assert_eq!(code, 1, "{file} {must}: {said}");
            impossible += 1;
            continue;
        }
        assert_eq!(code, 0, "{file} {must}, {expected:?}: {said}");
        let chosen = said.split(&format!("these were chosen: {word} ")).nth(1).unwrap_or_default();
        assert!(expected.contains(&&chosen.trim().to_owned()), "{must}: {said} {expected:?}");
        let answered = format!("answer.{}", file.rsplit('.').next().unwrap());
        let check = |must: &str| desk.cwsat(&format!("check {answered} {must}"));
        let of_formula = of_formula.unwrap_or_default();
        desk.put(&answered, &of_formula);
        assert_eq!(check(&must).0, 0, "{must}: {of_formula}");
        desk.put(&answered, &answer);
        assert_eq!(check(&must).0, 0, "{must}: {answer}");
        // The word stands at this place and, as no word occurs twice, at no other one.
        let (others, broken): (Vec<_>, Vec<_>) =
            demands.iter().partition(|(_, is_kept)| is_kept(&possible[chosen.trim()]));
        let all = |demands: &[&Demand]| -> String {
            demands.iter().map(|(other, _)| format!("--must-at {word}@{other}")).join(" ")
        };
        let (found, judged, _) = check(&all(&others));
        assert_eq!(found, 0, "{word} {chosen}: {judged}");
        let (found, judged, _) = check(&all(&broken));
        let named = judged.matches(&format!("{word} does not stand ")).count();
        assert_eq!((found, named), (1, broken.len()), "{word} {chosen}: {judged}");
        kept += 1;
    }
    (kept, impossible)
}

#[test]
fn arrowwords_have_words_at_one_of_several_places_exactly_if_enumeration_has() {
    let desk = Desk::new();
    desk.put("list.txt", LIST.join("\n"));
    let (rows, cols, given) = (2, 4, "*** ****");
    desk.put("g.cwg", "2\n4\n...-\n....\n");
    let demands = demands(rows, cols, &[(0, 3)]);
    let (mut kept, mut impossible) = (0, 0);
    for word in ["AB", "CAB"] {
        let has_word = |layout: &Layout, at: &Cells| -> BTreeSet<String> {
            if !words_of(layout).contains(at) {
                return BTreeSet::new();
            }
            let mut fills = fills_where(layout, &LIST, |_| true);
            let here = |text: &str| {
                let text: Vec<char> = text.chars().collect();
                at.iter().zip(word.chars()).all(|(&(r, c), l)| text[r as usize * cols + c as usize] == l)
            };
            fills.retain(|text| here(text));
            fills
        };
        let mut possible = everywhere(word.len(), rows, cols);
        possible.retain(|(_, at)| {
            !puzzles_where(rows, cols, given, &RULES, |layout| has_word(layout, at)).is_empty()
        });
        let (with, without) = compare(&desk, "g.cwg", word, &possible.into_iter().collect(), &demands);
        (kept, impossible) = (kept + with, impossible + without);
    }
    assert!(kept > 5 && impossible > 5, "{kept} kept, {impossible} impossible");
}

#[test]
fn crosswords_have_words_at_one_of_several_places_exactly_if_enumeration_has() {
    let desk = Desk::new();
    desk.put("list.txt", LIST.join("\n"));
    let demands = demands(3, 3, &[]);
    let (mut kept, mut impossible) = (0, 0);
    for (file, text) in [
        ("ring.txt", "...\n.#.\n...\n"),
        ("stairs.txt", "..#\n...\n#..\n"),
        ("corner.txt", "...\n.##\n.##\n"),
        ("tee.txt", "...\n#.#\n#.#\n"),
    ] {
        desk.put(file, text);
        let given = format::read(text).unwrap();
        let of = |run: cwsat::encodings::grid::Run| -> Cells {
            run.cells().map(|pos| (pos.row as i32, pos.col as i32)).collect()
        };
        let runs: Vec<Cells> = given.runs().into_iter().map(of).collect();
        for word in ["AB", "CAB", "BCA"] {
            let mut possible = BTreeMap::new();
            all_fills(&runs, &LIST, &mut BTreeMap::new(), &mut Vec::new(), &mut |letters| {
                for (place, at) in everywhere(word.len(), 3, 3) {
                    if runs.contains(&at) && at.iter().zip(word.chars()).all(|(cell, l)| letters[cell] == l) {
                        possible.insert(place, at);
                    }
                }
            });
            let (with, without) = compare(&desk, file, word, &possible, &demands);
            (kept, impossible) = (kept + with, impossible + without);
        }
    }
    assert!(kept > 5 && impossible > 5, "{kept} kept, {impossible} impossible");
}

/// One word with a choice beside others with and without, in grids that are made.
#[test]
fn made_puzzles_have_words_at_one_of_several_places() {
    let desk = Desk::new();
    let must = "--must-at ROSE@1,* --must-at TULPE@island --must-at Süd@*,11 --must-at EI@1,1,down";
    let (code, answer, said) =
        desk.cwsat_unhurried(&format!("make arrowword 11x11 --island 3x3 --threads 1 {must}"));
    assert!(
        code == 0 && said.contains("these were chosen: EI down at row 1, column 1, ROSE across at row 1,"),
        "{said}"
    );
    desk.put("made.cwg", &answer);
    let (code, judged, _) = desk.cwsat(&format!("check made.cwg {must}"));
    assert_eq!(code, 0, "{judged}");
    let (code, judged, _) =
        desk.cwsat("check made.cwg --must-at ROSE@2,* --must-at ROSE@*,1 --must-at Süd@*,10");
    assert_eq!(code, 1, "{judged}");
    for text in ["ROSE does not stand across in row 2", "SUED does not stand down in column 10"] {
        assert!(judged.contains(text), "{judged}");
    }
    let must = "--must-at ROSE@1,* --must-at TULPE@*,3,across";
    let (code, answer, said) =
        desk.cwsat_unhurried(&format!("make crossword 9x9 --threads 1 --json -q {must}"));
    assert_eq!(code, 0, "{said}");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let rows: Vec<&str> = answer["rows"].as_array().unwrap().iter().filter_map(|row| row.as_str()).collect();
    desk.put("made.txt", rows.join("\n"));
    assert_eq!(desk.cwsat(&format!("check made.txt --as crossword {must}")).0, 0, "{rows:?}");
}

/// A finished puzzle that is refilled in part.
#[test]
fn changed_puzzles_have_words_at_one_of_several_places() {
    let desk = Desk::new();
    desk.put("list.txt", "ROSE\nROT\nEIS\nTANS\nTAUS\nLOSE\nLOT\nEAS\n");
    desk.put("done.txt", "ROSE\nO##I\nTANS\n");
    let solve = |args: &str| desk.cwsat(&format!("solve done.txt --as crossword -w list.txt {args}"));
    let (code, answer, said) = solve("--free 1,1-3,4 --must-at LOSE@*,1,across --must-at TAUS@3,*");
    assert!(code == 0 && answer.starts_with("LOSE\nO##A\nTAUS\n"), "{answer}{said}");
    assert!(said.contains("these were chosen: LOSE across at row 1, column 1"), "{said}");
    let (code, _, said) = solve("--free 3,1-3,4 --must-at LOSE@*,1,across");
    assert!(
        code == 1 && said.contains("the only way to place this was tried, and it is impossible"),
        "{said}"
    );

    desk.put("done.cwg", "2\n5\n?ROSE\n?TANS\n0 0 3\n1 0 3\n");
    let (code, answer, said) =
        desk.cwsat("solve done.cwg -w list.txt --free 1,2-1,5 --must-at LOSE@*,2,across --threads 1");
    assert!(code == 0 && answer.contains("?LOSE") && answer.contains("?TANS"), "{answer}{said}");
}

#[test]
fn what_no_place_allows_is_refused() {
    let desk = Desk::new();
    desk.put("open.cwg", "5\n5\n.....\n.....\n..-..\n.....\n....X\n");
    desk.put("full.txt", "ROSE\n");
    desk.put("t.txt", "....\n.##.\n....\n");
    desk.put("q.txt", "....\n.##.\n.##.\n....\n");
    let fails = |args: &str, code: i32, text: &str| {
        let (found, _, said) = desk.cwsat(args);
        assert!(found == code && said.contains(text), "{args}: {found} {said}");
    };
    fails("solve open.cwg --must-at ROSE@*,*", 2, "ROSE@1,* for any place in row 1");
    fails(
        "solve open.cwg --must-at ROSE@3,*",
        1,
        "ROSE cannot stand across in row 3: the grid has no place of this length there; allow it other places",
    );
    fails("solve open.cwg --must-at ROSE@9,*", 1, "ROSE cannot stand across in row 9");
    fails(
        "solve open.cwg --must-at TULPE@5,*",
        1,
        "there is one place, and TULPE cannot stand across at row 5",
    );
    fails(
        "solve open.cwg --must-at ROSE@1,* --must-at ASTER@1,*",
        1,
        "ROSE across in row 1 and ASTER across in row 1 cannot stand at their places together",
    );
    fails("solve t.txt --as crossword --must-at ROT@1,*", 1, "none of 2 places there can be used");
    fails("solve t.txt --as crossword --must-at ROSE@island", 2, "a crossword has no island");
    fails(
        "encode open.cwg --must-at TULPE@5,* -o f.cnf",
        1,
        "there is one place, and TULPE cannot stand across at row 5",
    );
    fails("explain t.txt --as crossword --must-at ROSE@island", 2, "a crossword has no island");
    fails(
        "solve full.txt --as crossword --replace ROSE --must-at OST@1,*",
        2,
        "--replace takes exact places only",
    );
    // Two places, and each is refuted by the search.
    desk.put("short.txt", "ROSE\nTAGE\n");
    fails(
        "solve q.txt --as crossword -w short.txt --must-at ROSE@1,* --must-at TAGE@*,1",
        1,
        "cannot stand at their places together",
    );
    fails(
        "solve t.txt --as crossword -w short.txt --must-at ROSE@*,1,across",
        1,
        "all 2 ways were tried, and each is impossible",
    );
}
