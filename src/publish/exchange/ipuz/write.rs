//! Writes ipuz: a structure with the format's names, filled from the puzzle.

use super::{
    ARROWS, ARROWWORD, BARRED, CLUES, CROSSWORD, Cell, DASHES, KIND, LOCALE, More, SOLUTION_WORD, STYLE,
};
use crate::encodings::arrowword::puzzle::Blocked;
use crate::encodings::crossword::bars::Bars;
use crate::encodings::grid::{Direction, Pos};
use crate::publish::exchange::{NoExport, clue_text, listed, markup, visible_clues};
use crate::publish::puzzle::{BlockedLook, Entry, Field, Ipuz, Kind, Puzzle};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The file. `origin` is the program that wrote it; all that may be absent is last.
#[derive(Serialize)]
struct File {
    version: &'static str,
    kind: Vec<&'static str>,
    origin: &'static str,
    dimensions: Dimensions,
    block: &'static str,
    empty: usize,
    puzzle: Vec<Vec<Value>>,
    solution: Vec<Vec<Value>>,
    clues: Clues,
    #[serde(flatten)]
    more: Map<String, Value>,
}

#[derive(Serialize)]
struct Dimensions {
    width: usize,
    height: usize,
}

#[derive(Serialize)]
struct Clues {
    #[serde(rename = "Across")]
    across: Vec<Clue>,
    #[serde(rename = "Down")]
    down: Vec<Clue>,
}

#[derive(Serialize)]
struct Clue {
    number: usize,
    clue: String,
    enumeration: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Cell>>,
}

/// Returns the sides of a field with bars, above it and on its left, as the format names them; `None` if there are none.
fn sides(bars: &Bars, pos: Pos) -> Option<String> {
    let sides = [(Direction::Down, 'T'), (Direction::Across, 'L')];
    let sides: String =
        sides.iter().filter(|(direction, _)| bars.before(pos, *direction)).map(|(_, side)| side).collect();
    (!sides.is_empty()).then_some(sides)
}

fn cell(pos: Pos) -> Cell {
    [pos.col + 1, pos.row + 1]
}

/// Returns an error if the format cannot hold this kind.
pub fn holds(kind: Kind) -> Result<(), NoExport> {
    form(kind).map(drop)
}

fn form(kind: Kind) -> Result<Ipuz, NoExport> {
    let holds = "arrowwords, crosswords and criss-crosses only";
    kind.features().ipuz.ok_or(NoExport::Kind { format: "ipuz", holds, kind })
}

/// Returns the puzzle as ipuz. If `strict`, its clues have no `cells`, which some readers reject; the words of a
/// criss-cross then extend as far as there are letters.
pub fn write(puzzle: &Puzzle, strict: bool) -> Result<String, NoExport> {
    let features = puzzle.kind.features();
    let form = form(puzzle.kind)?;
    let numbering = puzzle.numbering();
    let grid = |value: &dyn Fn(Pos, Field) -> Value| -> Vec<Vec<Value>> {
        let row =
            |row| puzzle.fields.row(row).iter().enumerate().map(move |(col, &f)| (Pos::new(row, col), f));
        (0..puzzle.rows()).map(|r| row(r).map(|(pos, field)| value(pos, field)).collect()).collect()
    };
    let bars = Bars::from_iter(puzzle.bars());
    let blocked = match features.blocked {
        BlockedLook::Black => json!("#"),
        BlockedLook::Island | BlockedLook::Grey | BlockedLook::Outside => Value::Null,
    };
    let numbered = |pos, field: Field| match field {
        Field::Question => json!("#"),
        Field::Blocked(_) => blocked.clone(),
        _ => {
            let number = numbering.at(pos).unwrap_or(0);
            let mut parts = Map::new();
            parts.extend(field.given().map(|letter| ("value".to_owned(), json!(letter.char()))));
            parts.extend(sides(&bars, pos).map(|sides| (STYLE.to_owned(), json!({BARRED: sides}))));
            if parts.is_empty() {
                return json!(number);
            }
            parts.insert("cell".to_owned(), json!(number));
            Value::Object(parts)
        }
    };
    let solved = |_, field: Field| match field {
        Field::Question => json!("#"),
        Field::Blocked(_) => blocked.clone(),
        _ => field.solution().map_or(json!(0), Value::String),
    };
    let clue = |number, entry: &Entry| Clue {
        number,
        clue: markup::html(clue_text(entry)),
        enumeration: entry.run.len.to_string(),
        location: entry.question.map(|question| cell(question.pos)),
        cells: (!strict).then(|| puzzle.cells(entry).map(cell).collect()),
    };
    let of = |direction| {
        let words = listed(puzzle).into_iter().filter(move |word| word.0 == direction);
        words.map(|(_, number, entry)| clue(number, entry)).collect()
    };
    let file = File {
        version: "http://ipuz.org/v2",
        kind: match form {
            Ipuz::Crossword | Ipuz::Named => vec![CROSSWORD],
            Ipuz::Arrowword => vec![CROSSWORD, ARROWWORD],
        },
        origin: "cwsat",
        dimensions: Dimensions { width: puzzle.cols(), height: puzzle.rows() },
        block: "#",
        empty: 0,
        puzzle: grid(&numbered),
        solution: grid(&solved),
        clues: Clues { across: of(Direction::Across), down: of(Direction::Down) },
        more: more(puzzle, form),
    };
    // Strings, numbers and lists can always be written as JSON.
    Ok(serde_json::to_string_pretty(&file).unwrap_or_default() + "\n")
}

/// Returns the keys that only some puzzles have.
fn more(puzzle: &Puzzle, form: Ipuz) -> Map<String, Value> {
    let mut more = Map::new();
    let mut add = |key: &str, value: Value| more.insert(key.to_owned(), value);
    if let Some(title) = &puzzle.title {
        add("title", json!(markup::html(title)));
    }
    if let Some(author) = &puzzle.author {
        add("author", json!(markup::html(author)));
    }
    if !puzzle.credits.is_empty() {
        add("copyright", json!(markup::html(&puzzle.credits.join("\n"))));
    }
    if let Some(language) = &puzzle.language {
        add(LOCALE, json!(language.tag().replace('-', "_")));
    }
    if !puzzle.solution_word.is_empty() {
        let letters = puzzle.solution_word.iter().filter_map(|&pos| puzzle.fields[pos].solution());
        add("answer", json!(letters.collect::<String>()));
        add(SOLUTION_WORD, json!(puzzle.solution_word.iter().copied().map(cell).collect::<Vec<_>>()));
    }
    match form {
        Ipuz::Arrowword => {
            add("clueplacement", json!("blocks"));
        }
        Ipuz::Named => {
            add(KIND, json!(puzzle.kind));
        }
        Ipuz::Crossword => {}
    }
    let key = |direction: Direction, number: usize| match direction {
        Direction::Across => format!("Across {number}"),
        Direction::Down => format!("Down {number}"),
    };
    let mut arrows = BTreeMap::new();
    let mut clues = BTreeMap::new();
    for (direction, number, entry) in listed(puzzle) {
        if let Some(question) = entry.question {
            arrows.insert(key(direction, number), question.arrow.to_string());
        }
        let mut visible = visible_clues(entry).cloned();
        let Some(first) = visible.next() else { continue };
        let more = More { source: first.source, weak: first.weak, others: visible.collect() };
        if more != More::default() {
            clues.insert(key(direction, number), more);
        }
    }
    if !arrows.is_empty() {
        add(ARROWS, json!(arrows));
    }
    if !clues.is_empty() {
        add(CLUES, json!(clues));
    }
    let dash = |field: &Field| *field == Field::Blocked(Blocked::Dash);
    let dashes: Vec<Cell> =
        puzzle.fields.iter().filter(|(_, field)| dash(field)).map(|(pos, _)| cell(pos)).collect();
    if !dashes.is_empty() {
        add(DASHES, json!(dashes));
    }
    more
}
