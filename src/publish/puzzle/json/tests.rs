//! Documents written and read back, and what is wrong with others.

use super::*;
use crate::encodings::arrowword::cwg;
use crate::encodings::{crisscross, digram, numberlink, template};
use crate::publish::puzzle::testing::{any_grid, any_puzzle};
use crate::publish::puzzle::{Field, Language, convert};
use proptest::prelude::*;
use serde_json::{Value, json};

const GRID: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn arrowword() -> Puzzle {
    let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
    puzzle.title = Some("Rätsel <1>".to_owned());
    puzzle.author = Some("N. N.".to_owned());
    puzzle.language = Some(Language::german());
    puzzle.credits = vec!["Clues: X (CC BY-SA)".to_owned()];
    puzzle.solution_word = vec![Pos::new(0, 1), Pos::new(1, 2)];
    puzzle.fields[Pos::new(1, 1)] = match puzzle.fields[Pos::new(1, 1)] {
        Field::Letter { letter, .. } => Field::Letter { letter, given: true },
        other => other,
    };
    let source = Some("table".to_owned());
    puzzle.entries[0].clues =
        vec![Clue::new("weibl. Vorname"), Clue { text: "Frau".to_owned(), source, weak: true }];
    puzzle
}

#[test]
fn an_arrowword_comes_back_whole_and_as_the_same_grid() {
    let puzzle = arrowword();
    let text = write(&puzzle);
    let back = read(&text).unwrap();
    assert_eq!(back, puzzle);
    assert_eq!(cwg::write(&convert::to_arrowword(&back).unwrap()), GRID);
    assert_eq!(write(&back), text);
}

#[test]
fn both_blocked_characters_of_a_grid_are_kept() {
    let text = "3\n3\n?L \n-EI\n?AD\n0 0 4\n2 0 3\n";
    let puzzle = convert::arrowword(&cwg::read(text).unwrap().puzzle).unwrap();
    let back = read(&write(&puzzle)).unwrap();
    assert_eq!(cwg::write(&convert::to_arrowword(&back).unwrap()), text);
    assert_eq!(back.islands(), [vec![Pos::new(0, 2)], vec![Pos::new(1, 0)]]);
}

#[test]
fn other_kinds_come_back() {
    let crossword = template::format::read("TOR#\nE.AL\n").unwrap();
    let puzzle = convert::template(&crossword, |run| (run.len == 3).then(|| "a gate".to_owned()));
    let back = read(&write(&puzzle)).unwrap();
    assert_eq!((&back, convert::to_template(&back)), (&puzzle, Some(crossword)));
    assert_eq!(back.numbered(crate::encodings::grid::Direction::Across)[1].0, 4);

    let layout =
        "criss-cross 3 4\n.T..\nROSE\n.N..\n\nacross\n2 (1,0) ROSE\tIt has thorns\ndown\n1 (0,1) TON\n";
    let layout = crisscross::format::read(layout).unwrap().layout;
    let puzzle = convert::crisscross(&layout);
    let back = read(&write(&puzzle)).unwrap();
    assert_eq!((&back, convert::to_crisscross(&back)), (&puzzle, Some(layout)));

    let cells = digram::format::read("abacay......\n......abacus\nac..inetan..\n..ne....ther\n").unwrap();
    let puzzle = convert::digram(&cells);
    assert_eq!(puzzle.word(&puzzle.entries[2]).as_deref(), Some("ACINETAN"));
    let back = read(&write(&puzzle)).unwrap();
    assert_eq!((&back, convert::to_digram(&back)), (&puzzle, Some(cells)));

    let problem = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n";
    let problem = numberlink::format_q::read(problem).unwrap();
    let answer = "A0\nSIZE 3X3\n1,1,1\n1,+,1\n+,+,1\nBLOCK#1 @(0,1)\nBLOCK#2 @(2,2)\n";
    let answer = numberlink::format_a::read(answer, &problem, Default::default()).unwrap();
    let puzzle = convert::numberlink(&problem, &answer);
    assert_eq!(puzzle.fields[Pos::new(2, 2)], Field::Block { block: 1, number: Some(1) });
    assert_eq!(puzzle.fields[Pos::new(0, 2)], Field::Wire(1));
    assert_eq!(puzzle.fields[Pos::new(0, 0)], Field::Wire(1));
    assert_eq!(puzzle.fields[Pos::new(2, 0)], Field::Block { block: 0, number: None });
    assert_eq!(read(&write(&puzzle)).unwrap(), puzzle);
}

#[test]
fn what_contradicts_itself_is_refused_with_its_place() {
    let text = write(&arrowword());
    for (from, to, expected) in [
        ("puzzle/1", "puzzle/2", "its `cwsat` is \"puzzle/2\" instead of `\"puzzle/1\"`"),
        ("\"kind\"", "\"kidn\"", "unknown field `kidn`"),
        ("\"rows\": 3", "\"rows\": 600", "each has to be from 1 to 500"),
        ("\"rows\": 3", "\"rows\": 4", "`grid` has 3 rows, but `rows` says 4"),
        ("?EI", "?EIN", "row 2: there are 4 fields"),
        ("?EI", "?Ei", "row 2, column 3: `i` is not a field of the kind arrowword"),
        ("\"LEA\"", "\"LEO\"", "entry 1 (LEO): the fields spell `LEA`"),
        ("right-then-down", "sideways", "`sideways` is not an arrow; the arrows are down, down-then-right"),
        ("right-then-down", "right", "`row`, `column` and `direction` are not where"),
        ("\"de\"", "\"?\"", "`language`: `?` is not a language"),
        ("weibl. Vorname", " ", "entry 1 (LEA): it has a clue without text"),
        ("\"kind\": \"arrowword\"", "\"kind\": \"template\"", "row 1, column 1: `?` is not a field"),
        ("      0,\n      1\n", "      0,\n      9\n", "`solution_word`: the field [0, 9] holds no letter"),
        ("      1,\n      1\n", "      0,\n      0\n", "`given`: the field [0, 0] holds no letter"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from:?} is in {text}");
        let message = read(&changed).unwrap_err().to_string();
        assert!(message.contains(expected), "{from:?} -> {to:?}: {message}");
    }
    for text in ["", "{", "[]", "{}", "{\"cwsat\": \"puzzle/1\"}", "null"] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

/// Returns a document of this kind with these rows and entries.
fn document(kind: &str, columns: usize, grid: &[&str], entries: Value) -> Value {
    json!({"cwsat": VERSION, "kind": kind, "rows": grid.len(), "columns": columns, "grid": grid, "entries": entries})
}

/// Returns what is said about a document that is refused; `None` for a document that is read, and comes back.
fn problem(document: &Value) -> Option<String> {
    match read(&document.to_string()) {
        Ok(puzzle) => {
            assert_eq!(read(&write(&puzzle)).unwrap(), puzzle);
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn an_entry_of_a_crossword_has_its_place_its_letters_and_its_own_line() {
    let said = |entries| problem(&document("template", 3, &["TOR", "E.#"], entries));
    let tor = json!({"word": "TOR", "row": 0, "column": 0, "direction": "across", "spelling": "T'or"});
    assert_eq!(said(json!([tor])), None);
    let down = json!({"word": "O.", "row": 0, "column": 1, "direction": "down", "spelling": "not known yet"});
    assert_eq!(said(json!([tor, down])), None);
    let twice = "entry 2 (TOR): another entry has the same place; keep one of them";
    assert_eq!(said(json!([tor, tor])), Some(format!("`entries`, {twice}")));
    let nowhere = "the word leaves the grid, or crosses a field without a letter";
    for (key, value, expected) in [
        ("row", Value::Null, "`row` is missing"),
        ("column", Value::Null, "`column` is missing"),
        ("direction", Value::Null, "`direction` is missing"),
        ("word", Value::Null, "`word` is missing"),
        ("word", json!(""), nowhere),
        ("word", json!("TORE"), nowhere),
        ("row", json!(2), nowhere),
        ("row", json!(1), nowhere),
        ("column", json!(1), nowhere),
        ("column", json!(7), nowhere),
        ("word", json!("TOT"), "the fields spell `TOR`"),
        ("spelling", json!("Tür"), "its `spelling` is `Tür`, which has other letters"),
        ("question", json!({"row": 0, "column": 0, "arrow": "down"}), "which only words of arrowwords have"),
    ] {
        let mut entry = tor.clone();
        entry[key] = value;
        let said = said(json!([entry])).unwrap_or_default();
        assert!(said.starts_with("`entries`, entry 1") && said.contains(expected), "{entry}: {said}");
    }
    let low = json!({"word": "TEN", "row": 0, "column": 0, "direction": "down"});
    assert!(said(json!([low])).is_some_and(|said| said.contains(nowhere)));
}

#[test]
fn an_entry_of_a_digram_grid_is_a_whole_line() {
    for (row, column, direction, is_line) in [
        (0, 0, "across", true),
        (0, 0, "down", true),
        (0, 1, "across", false),
        (0, 1, "down", true),
        (1, 0, "across", true),
        (1, 0, "down", false),
        (1, 1, "across", false),
        (1, 1, "down", false),
    ] {
        let entry = json!({"row": row, "column": column, "direction": direction});
        let mut document = document("digram", 2, &["ABAC", "..##"], json!([entry]));
        document["solution_word"] = json!([[0, 1]]);
        assert_eq!(problem(&document).is_none(), is_line, "{entry}");
    }
}

#[test]
fn the_place_of_an_arrowwords_entry_may_be_left_out_but_not_be_another() {
    let document: Value = serde_json::from_str(&write(&arrowword())).unwrap();
    let said = |key: &str, value: Value| {
        let mut changed = document.clone();
        changed["entries"][0][key] = value;
        problem(&changed)
    };
    for (key, other) in [("row", json!(1)), ("column", json!(0)), ("direction", json!("across"))] {
        assert_eq!(said(key, Value::Null), None, "{key}");
        assert!(
            said(key, other).is_some_and(|said| said.contains("are not where its question points")),
            "{key}"
        );
    }
    assert!(said("question", Value::Null).is_some_and(|said| said.contains("it has no `question`")));
    let elsewhere = json!({"row": 1, "column": 1, "arrow": "right"});
    let expected = "its question is at row 2, column 2 (counted from 1), which is not a question field";
    assert!(said("question", elsewhere).is_some_and(|said| said.contains(expected)));
}

#[test]
fn each_block_of_a_numberlink_has_its_own_fields() {
    let with = |grid: &[&str], blocks: Value, entries: Value| {
        let mut document = document("numberlink", 2, grid, entries);
        document["blocks"] = blocks;
        problem(&document)
    };
    let grid = &["0, 1", "+,1"][..];
    assert_eq!(with(grid, json!([[[1, 0]]]), json!([])), None);
    assert_eq!(with(grid, json!([[[1, 0], [1, 1]]]), json!([])), None);
    for (blocks, place) in [
        (json!([]), "[1, 0]"),
        (json!([[[1, 1]]]), "[1, 0]"),
        (json!([[[1, 0]], [[1, 0]]]), "[1, 0]"),
        (json!([[[1, 1], [1, 0], [1, 1]]]), "[1, 1]"),
        (json!([[[1, 0], [0, 0]]]), "[0, 0]"),
        (json!([[[1, 0], [2, 0]]]), "[2, 0]"),
    ] {
        let said = with(grid, blocks.clone(), json!([])).unwrap_or_default();
        assert!(said.starts_with(&format!("`blocks`: the field {place} is in no block")), "{blocks}: {said}");
    }
    let entry = json!([{"word": "", "row": 0, "column": 0, "direction": "down"}]);
    let said = with(grid, json!([[[1, 0]]]), entry).unwrap_or_default();
    assert!(said.contains("puzzles of this kind have no words"), "{said}");
    for field in ["A", "?", "10001", "01"] {
        let said = with(&["0,1", &format!("{field},1")], json!([]), json!([])).unwrap_or_default();
        assert!(said.contains(&format!("row 2, column 1: `{field}` is not a field of the kind")), "{said}");
    }
    assert_eq!(with(&["0,10000"], json!([]), json!([])), None);
}

#[test]
fn a_grid_has_the_stated_size_and_the_fields_of_its_kind() {
    let said =
        |columns, row: &str| problem(&document("template", columns, &[row], json!([]))).unwrap_or_default();
    assert_eq!(said(2, "A."), "");
    assert!(said(501, "A.").contains("`rows` and `columns` are 1 and 501; each has to be from 1 to 500"));
    assert!(said(0, "").contains("each has to be from 1 to 500"));
    for field in ["-", "?", "Ä", "+"] {
        let message = said(2, &format!("A{field}"));
        assert!(
            message.contains(&format!("column 2: `{field}` is not a field of the kind template")),
            "{message}"
        );
    }
    assert_eq!(problem(&document("crisscross", 2, &["AÄ"], json!([]))), None);
}

proptest! {
    #[test]
    fn whatever_document_comes_back(puzzle in any_puzzle()) {
        prop_assert_eq!(read(&write(&puzzle)).unwrap(), puzzle);
    }

    #[test]
    fn whatever_grid_is_taken_comes_back(text in any_grid()) {
        let source = cwg::read(&text).unwrap().puzzle;
        if let Ok(puzzle) = convert::arrowword(&source) {
            let back = read(&write(&puzzle)).unwrap();
            prop_assert_eq!(&back, &puzzle);
            prop_assert_eq!(convert::to_arrowword(&back), Some(source));
        }
    }

    #[test]
    fn reading_never_panics(
        kind in prop::sample::select(vec!["arrowword", "template", "digram", "numberlink", "crisscross"]),
        grid in prop::collection::vec("[A-C?.#+0-9,-]{0,6}", 0..4),
        row in 0..5usize, column in 0..5usize, word in "[A-C.]{0,5}", down in any::<bool>(), arrow in any::<bool>(),
    ) {
        let mut entry = serde_json::json!({"row": row, "column": column, "word": word,
            "direction": if down { "down" } else { "across" }});
        if arrow {
            entry["question"] = serde_json::json!({"row": row, "column": column, "arrow": "right"});
        }
        let text = serde_json::json!({"cwsat": VERSION, "kind": kind, "rows": grid.len(),
            "columns": grid.first().map_or(0, |row| row.len()), "grid": grid,
            "blocks": [[[row, column]]], "entries": [entry]});
        if let Ok(puzzle) = read(&text.to_string()) {
            prop_assert_eq!(read(&write(&puzzle)).unwrap(), puzzle);
        }
        if let Ok(puzzle) = read(&text.to_string().replace("\"blocks\":[[", "\"given\":[[").replace("]]]", "]]")) {
            prop_assert_eq!(read(&write(&puzzle)).unwrap(), puzzle);
        }
    }
}
