//! ipuz written and read back, and files of other programs.

use super::*;
use crate::encodings::arrowword::cwg;
use crate::encodings::arrowword::puzzle::Blocked;
use crate::encodings::grid::{Direction, Pos};
use crate::encodings::template::format;
use crate::publish::exchange::Read;
use crate::publish::puzzle::testing::any_puzzle;
use crate::publish::puzzle::{Clue, Field, Kind, Puzzle, convert};
use proptest::prelude::*;
use serde_json::{Value, json};

const GRID: &str = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";

fn arrowword() -> Puzzle {
    let mut puzzle = convert::arrowword(&cwg::read(GRID).unwrap().puzzle).unwrap();
    puzzle.entries[0].clues = vec![Clue::new("<b>Frau & Mann")];
    puzzle
}

/// Returns a crossword as other programs write it: clues in pairs, another character for blocks, words located by
/// number.
fn foreign() -> Value {
    json!({
        "version": "http://ipuz.org/v1", "kind": ["http://ipuz.org/crossword#1"], "block": "X", "empty": "_",
        "dimensions": {"width": 3, "height": 3}, "title": "A <i>small</i> one",
        "puzzle": [[1, 2, "X"], [{"cell": 3, "style": {"shapebg": "circle"}}, "_", {"cell": "4", "value": "T"}],
                   [null, 5, "_"]],
        "solution": [["C", "A", "X"], ["B", {"value": "o"}, "T"], [null, "L", "OE"]],
        "clues": {"Across": [[1, "OR neighbour"], {"number": 3, "clue": "Droid", "references": []}, [5, "&amp;"]],
                  "Down:Vertical": [[1, "Radio"], [2, "It &lt; all"], [4, ""]]},
    })
}

fn refused(file: &Value) -> String {
    read(&file.to_string()).unwrap_err().to_string()
}

#[test]
fn a_crossword_of_another_program_is_read() {
    let Read { puzzle, warnings } = read(&foreign().to_string()).unwrap();
    assert_eq!(format::write(&convert::to_template(&puzzle).unwrap()), "CA#\nBOT\n#L.\n");
    assert_eq!(warnings.len(), 1);
    assert_eq!(
        warnings[0].to_string(),
        "row 3, column 3: `OE` is not one letter A to Z; the field is left open"
    );
    assert_eq!(puzzle.title.as_deref(), Some("A small one"));
    let clues = |direction| -> Vec<(usize, String, String)> {
        let words = puzzle.numbered(direction).into_iter();
        words
            .map(|(n, entry)| {
                (n, puzzle.pattern(entry), entry.clue().map_or(String::new(), |c| c.text.clone()))
            })
            .collect()
    };
    let text = |number, word: &str, clue: &str| (number, word.to_owned(), clue.to_owned());
    assert_eq!(
        clues(Direction::Across),
        [text(1, "CA", "OR neighbour"), text(3, "BOT", "Droid"), text(5, "L.", "&")]
    );
    assert_eq!(
        clues(Direction::Down),
        [text(1, "CB", "Radio"), text(2, "AOL", "It < all"), text(4, "T.", "")]
    );
    assert_eq!(puzzle.fields[Pos::new(1, 2)].given().map(|l| l.char()), Some('T'));
    let mut numbers = foreign();
    numbers["clues"]["Across"][0] = json!(["1", "OR neighbour"]);
    // Cells counted from 0, of a clue without a number.
    numbers["clues"]["Across"][1] = json!({"clue": "Droid", "cells": [[0, 1], [1, 1], [2, 1]]});
    assert_eq!(read(&numbers.to_string()).unwrap().puzzle, puzzle);
    for name in ["ipuz", "my_ipuz"] {
        let called = format!("\u{feff}{name}({});\n", foreign());
        assert_eq!(read(&called).unwrap().puzzle, puzzle);
    }
}

#[test]
fn a_field_is_open_if_the_solution_has_a_block_nothing_or_another_script_there() {
    for (value, told) in [(json!("X"), 0), (json!("_"), 0), (json!(""), 0), (Value::Null, 0), (json!("Ω"), 1)]
    {
        let mut file = foreign();
        file["solution"][2][2] = value.clone();
        let Read { puzzle, warnings } = read(&file.to_string()).unwrap();
        assert_eq!(puzzle.fields[Pos::new(2, 2)], Field::Open, "{value}");
        assert_eq!(warnings.len(), told, "{value}: {warnings:?}");
    }
    let mut file = foreign();
    file["solution"][2][2] = json!(["E", "I"]);
    let puzzle = read(&file.to_string()).unwrap().puzzle;
    assert_eq!(puzzle.fields[Pos::new(2, 2)].solution().as_deref(), Some("E"), "the first of several");
}

#[test]
fn a_block_of_an_arrowword_may_hold_no_clue_and_cells_may_be_those_of_another_word() {
    let mut file: Value = serde_json::from_str(&write(&arrowword(), false).unwrap()).unwrap();
    file.as_object_mut().unwrap().remove(ARROWS);
    let mut without = file.clone();
    without["clues"]["Down"].as_array_mut().unwrap().pop();
    let Read { puzzle, warnings } = read(&without.to_string()).unwrap();
    assert_eq!((puzzle.entries.len(), warnings.len()), (3, 0));
    assert_eq!(puzzle.fields[Pos::new(0, 2)], Field::Blocked(Blocked::Space));
    assert_eq!(puzzle.fields[Pos::new(0, 0)], Field::Question);
    // The cells of 1 down end too early.
    file["clues"]["Down"][0]["cells"].as_array_mut().unwrap().pop();
    let Read { puzzle, warnings } = read(&file.to_string()).unwrap();
    assert_eq!(puzzle, arrowword());
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].0, "clue Down 1: its `cells` are not those of the word that it asks for");
}

#[test]
fn an_arrowword_says_where_its_clues_are() {
    let file: Value = serde_json::from_str(&write(&arrowword(), false).unwrap()).unwrap();
    assert_eq!(file["kind"], json!(["http://ipuz.org/crossword#1", "http://ipuz.org/crossword/arrowword#1"]));
    assert_eq!(file["clueplacement"], "blocks");
    assert_eq!(file["puzzle"], json!([["#", 0, "#"], ["#", 0, 0], ["#", 0, 0]]));
    assert_eq!(file["solution"], json!([["#", "L", "#"], ["#", "E", "I"], ["#", "A", "D"]]));
    let crossword = convert::template(&format::read("AB\n.#\n").unwrap(), |_| None);
    let crossword: Value = serde_json::from_str(&write(&crossword, false).unwrap()).unwrap();
    assert_eq!(crossword["solution"], json!([["A", "B"], [0, "#"]]));
    let first = json!({"number": 1, "clue": "&lt;b&gt;Frau &amp; Mann", "enumeration": "3", "location": [1, 1],
        "cells": [[2, 1], [2, 2], [2, 3]]});
    assert_eq!(file["clues"]["Down"][0], first);
    assert_eq!(file["io.github.cwsat:arrows"]["Down 1"], "right-then-down");
    let strict: Value = serde_json::from_str(&write(&arrowword(), true).unwrap()).unwrap();
    assert_eq!(strict["clues"]["Down"][0].get("cells"), None);
    assert_eq!(read(&strict.to_string()).unwrap().puzzle, arrowword());
}

fn clues(file: &mut Value) -> impl Iterator<Item = &mut Value> {
    let lists = file["clues"].as_object_mut().unwrap().values_mut();
    lists.flat_map(|list| list.as_array_mut().unwrap())
}

/// Other programs do not write arrows, and some count from 0.
#[test]
fn arrows_are_found_from_cells_and_directions() {
    let mut file: Value = serde_json::from_str(&write(&arrowword(), false).unwrap()).unwrap();
    file.as_object_mut().unwrap().remove(ARROWS);
    assert_eq!(read(&file.to_string()).unwrap().puzzle, arrowword());
    let mut from_zero = file.clone();
    for clue in clues(&mut from_zero) {
        let before = |cell: &Value| json!([cell[0].as_u64().unwrap() - 1, cell[1].as_u64().unwrap() - 1]);
        let (location, cells) = (&clue["location"], clue["cells"].as_array().unwrap());
        let (location, cells) = (before(location), cells.iter().map(before).collect::<Vec<_>>());
        clue["location"] = location;
        clue["cells"] = json!(cells);
    }
    assert_eq!(read(&from_zero.to_string()).unwrap().puzzle, arrowword());
    for clue in clues(&mut file) {
        clue.as_object_mut().unwrap().remove("cells");
    }
    // The bent arrow in the corner is the only one downward from there.
    assert_eq!(read(&file.to_string()).unwrap().puzzle, arrowword());
    // A clue in a list without direction could be for either word of its field.
    let other = cwg::read("3\n3\n?AB\nC?D\nEFG\n0 0 0\n0 0 3\n").unwrap().puzzle;
    let text = write(&convert::arrowword(&other).unwrap(), true).unwrap();
    let mut file: Value = serde_json::from_str(&text.replace("Down\": [", "Clues\": [")).unwrap();
    file.as_object_mut().unwrap().remove(ARROWS);
    assert!(
        refused(&file).contains("Clues 1: its arrow is not clear; give its `cells`"),
        "{}",
        refused(&file)
    );
}

#[test]
fn a_crossword_without_clues_has_its_words() {
    let mut file = foreign();
    file.as_object_mut().unwrap().remove("clues");
    let words: Vec<String> = {
        let puzzle = read(&file.to_string()).unwrap().puzzle;
        puzzle.entries.iter().map(|entry| puzzle.pattern(entry)).collect()
    };
    assert_eq!(words, ["CA", "BOT", "L.", "CB", "AOL", "T."]);
}

#[test]
fn bars_end_the_words_of_other_programs_whatever_side_names_them() {
    let mut bare = foreign();
    bare.as_object_mut().unwrap().remove("clues");
    bare["solution"][2] = json!([null, "L", "T"]);
    bare["styles"] = json!({"mine": {"barred": "R"}});
    // Bars along a block and along the edge say nothing.
    bare["puzzle"][0][1] = json!({"cell": 2, "style": {"barred": "TR"}});
    // To the right of B, and below O.
    for (left, middle, below) in [
        (json!({"barred": "R"}), "B", ""),
        (json!("mine"), "B", "T"),
        (json!({}), "LB", ""),
        (json!({"barred": "BLR"}), "L", "T"),
    ] {
        let mut file = bare.clone();
        file["puzzle"][1][0] = json!({"cell": 3, "style": left});
        file["puzzle"][1][1] = json!({"cell": "_", "style": {"barred": middle}});
        file["puzzle"][2][1] = json!({"cell": 5, "style": {"barred": below}});
        let Read { puzzle, warnings } = read(&file.to_string()).unwrap();
        let words: Vec<String> = puzzle.entries.iter().map(|entry| puzzle.pattern(entry)).collect();
        assert_eq!(words, ["CA", "OT", "LT", "CB", "AO", "TT"], "{file}");
        assert_eq!((puzzle.kind, warnings.len()), (Kind::Barred, 0), "{warnings:?}");
    }
    // With clues: the word of 2 down ends at the bar, and a clue for fields beyond it is left out.
    let mut file = foreign();
    file["puzzle"][1][1] = json!({"cell": "_", "style": {"barred": "B"}});
    let clue_of_2_down = |file: &Value| {
        let Read { puzzle, warnings } = read(&file.to_string()).unwrap();
        let entry = puzzle.entries.iter().find(|entry| puzzle.pattern(entry) == "AO").unwrap();
        (entry.clue().map(|clue| clue.text.clone()), warnings.len())
    };
    // One warning is about a field with two letters.
    assert_eq!(clue_of_2_down(&file), (Some("It < all".to_owned()), 1));
    file["clues"]["Down:Vertical"][1] =
        json!({"number": 2, "clue": "long", "cells": [[2, 1], [2, 2], [2, 3]]});
    assert_eq!(clue_of_2_down(&file), (None, 2));
}

#[test]
fn a_text_is_ipuz_by_its_version_or_kind() {
    for text in
        ["{\"version\": \"http://ipuz.org/v2\", ", "ipuz({\"kind\" :[\"http://ipuz.org/crossword#1\"]})"]
    {
        assert!(is_ipuz(text), "{text}");
    }
    assert!(!is_ipuz("{\"cwsat\": \"puzzle/1\", \"title\": \"made with ipuz.org/tool\", \"version\": 2}"));
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let change = |key: &str, value: Value| {
        let mut file = foreign();
        file[key] = value;
        refused(&file)
    };
    for (key, value, expected) in [
        ("version", json!("http://ipuz.org/v9"), "`version` is \"http://ipuz.org/v9\"; versions 1 and 2"),
        ("version", json!(2), "`version` is 2"),
        ("kind", json!(["http://ipuz.org/sudoku#1"]), "only crosswords and arrowwords"),
        (
            "dimensions",
            json!({"width": 0, "height": 3}),
            "3 rows and 0 columns; each has to be from 1 to 500",
        ),
        ("dimensions", json!({"width": 3, "height": 4}), "`puzzle` has 3 rows, but `dimensions` says 4"),
        ("dimensions", json!({"width": -3, "height": 4}), "this is not an ipuz file"),
        ("puzzle", json!([[1, 2], [3, 4], [5, 6]]), "`puzzle`, row 1: there are 2 fields"),
        ("puzzle", json!([[1, 2, [3]], [3, 4, 5], [5, 6, 7]]), "row 1, column 3: [3] is not a field"),
        ("solution", json!([["A"]]), "`solution` has 1 rows"),
        ("clues", json!({"Across": [[9, "?"]]}), "`clues`, Across 9: its place is unknown"),
        ("clues", json!({"Across": [true]}), "`clues`, Across true: it is neither"),
        ("clues", json!({"Across": [["_", "a"]]}), "`clues`, Across _: its place is unknown"),
        ("clues", json!({"Across": ["a text alone"]}), "`clues`, Across : its place is unknown"),
        ("clues", json!({"Across": [{"number": 1, "cells": 3}]}), "it is neither"),
        ("dimensions", json!({"width": 3, "height": 501}), "501 rows and 3 columns"),
        ("clues", json!({"Across": [[1, "a"], [1, "b"]]}), "Across 1: another clue asks for the same word"),
        ("clues", json!({"Across": [{"number": 1, "location": [1, -1]}]}), "it is neither"),
        (
            "clues",
            json!({"Zones": [{"number": 8, "cells": [[1, 1], [2, 2]]}]}),
            "Zones 8: its place is unknown",
        ),
        ("clues", json!({"Across": [{"cells": [[1, 1], [2, 1], [3, 1]]}]}), "no fields for a word"),
        (SOLUTION_WORD, json!([[3, 1]]), "column 3, row 1 holds no letter of the solution"),
        (DASHES, json!([[1, 9]]), "column 1, row 9 holds no blocked field"),
    ] {
        let message = change(key, value);
        assert!(message.contains(expected), "{key}: {message}");
    }
    let arrowword: Value = serde_json::from_str(&write(&arrowword(), false).unwrap()).unwrap();
    let change = |pointer: &str, value: Value| {
        let mut file = arrowword.clone();
        *file.pointer_mut(pointer).unwrap() = value;
        refused(&file)
    };
    assert!(
        change("/clues/Down/0/location", json!([9, 9]))
            .contains("Down 1: its `location` is not a field for clues")
    );
    assert!(change("/clues/Down/0", json!([1, "Frau"])).contains("Down 1: it has no `location`"));
    assert!(
        change("/io.github.cwsat:arrows/Down 1", json!("up"))
            .contains("`up` is not an arrow; the arrows are down, ")
    );
    assert!(
        change("/io.github.cwsat:arrows/Down 1", json!("up-then-right")).contains("no fields for a word")
    );
    for text in ["", "{", "ipuz(", "[]", "{\"version\": \"http://ipuz.org/v2\"}"] {
        assert!(read(text).is_err(), "{text:?}");
    }
    let mut numberlink = puzzle_without_words();
    numberlink.kind = Kind::Numberlink;
    assert!(super::write(&numberlink, false).unwrap_err().to_string().contains("kind numberlink"));
}

fn puzzle_without_words() -> Puzzle {
    convert::template(&format::read("A\n").unwrap(), |_| None)
}

/// Control characters are written as blanks, and a clue of blanks is read as none: the next clue takes its place, with its
/// own source.
#[test]
fn a_clue_that_shows_nothing_gives_way_to_the_next() {
    let of = |text: &str, source: &str| Clue { source: Some(source.to_owned()), ..Clue::new(text) };
    let mut puzzle = arrowword();
    puzzle.entries[0].clues = vec![of("\u{6}", "nobody"), of("Frau", "somebody"), of("\u{3}\u{7}", "nobody")];
    let back = read(&write(&puzzle, false).unwrap()).unwrap().puzzle;
    assert_eq!(back.entries[0].clues, [of("Frau", "somebody")]);
    assert_eq!(read(&write(&back, false).unwrap()).unwrap().puzzle, back);
    puzzle.entries[0].clues = vec![of("\u{6}", "nobody"), Clue::new("\u{7}")];
    let back = read(&write(&puzzle, false).unwrap()).unwrap().puzzle;
    assert_eq!(back.entries[0].clues, []);
}

proptest! {
    #[test]
    fn whatever_document_comes_back(puzzle in any_puzzle()) {
        let Read { puzzle: back, warnings } = read(&write(&puzzle, false).unwrap()).unwrap();
        prop_assert_eq!((back, warnings.len()), (puzzle.clone(), 0));
        prop_assert_eq!(read(&write(&puzzle, true).unwrap()).unwrap().puzzle, puzzle);
    }

    #[test]
    fn damaged_files_never_panic(puzzle in any_puzzle(), at in any::<prop::sample::Index>(), with in "\\PC{0,3}", len in 0..30usize) {
        let text: Vec<char> = write(&puzzle, false).unwrap().chars().collect();
        let at = at.index(text.len());
        let text: String = text[..at].iter().chain(with.chars().collect::<Vec<_>>().iter())
            .chain(text.iter().skip(at + len)).collect();
        let _ = read(&text);
    }
}
