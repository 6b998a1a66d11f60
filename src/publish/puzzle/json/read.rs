//! Reads a document: every position in it is checked before it is used.

use super::{Asked, Cell, Document, Towards, VERSION, Word, fields};
use crate::encodings::arrowword::puzzle::{self as arrowword, NoArrow, Question};
use crate::encodings::grid::{Direction, Grid, Pos, Run};
use crate::encodings::lexicon::{Alphabet, Sign};
use crate::publish::puzzle::{Entry, Field, Kind, MAX_SIDE, Puzzle, convert, sort};
use serde::Deserialize;
use std::collections::BTreeSet;
use thiserror::Error;

/// Why a text is not a valid document. Rows and columns are counted from 0, as in the document; entries from 1.
#[derive(Debug, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum JsonError {
    #[error("this is not a puzzle in cwsat's JSON: {0}")]
    Json(#[from] serde_json::Error),

    #[error(
        "its `cwsat` is {found} instead of `\"{VERSION}\"`; it is not a puzzle of cwsat, or is from \
         another version of the program; `cwsat import` reads ipuz"
    )]
    Version { found: String },

    #[error("`rows` and `columns` are {rows} and {cols}; each has to be from 1 to {MAX_SIDE}")]
    Size { rows: usize, cols: usize },

    #[error("`grid` has {found} rows, but `rows` says {rows}")]
    Rows { found: usize, rows: usize },

    #[error("`grid`, row {}: there are {found} fields, but `columns` says {cols}", row + 1)]
    Width { row: usize, found: usize, cols: usize },

    #[error("`grid`, row {}, column {}: `{found}` is not a field of the kind {kind}", row + 1, col + 1)]
    Field { row: usize, col: usize, found: String, kind: Kind },

    #[error(
        "`blocks`: the field [{}, {}] is in no block or in two, is outside the grid, or is neither `+` nor a number \
         there", cell[0], cell[1]
    )]
    Blocks { cell: Cell },

    #[error("`{list}`: the field [{}, {}] holds no letter of the solution; remove it there", cell[0], cell[1])]
    NoLetter { list: &'static str, cell: Cell },

    #[error("`language`: {0}")]
    Language(#[from] crate::publish::puzzle::NoLanguage),

    #[error("`entries`, entry {number}{}: {problem}", named(word))]
    Entry { number: usize, word: Option<String>, problem: EntryProblem },
}

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the messages say what the parts are
#[non_exhaustive]
pub enum EntryProblem {
    #[error("it has no `question`, which every word of an arrowword needs: its field and its arrow")]
    NoQuestion,
    #[error("it has a `question`, which only words of arrowwords have")]
    Question,
    #[error(transparent)]
    NoArrow(#[from] NoArrow),
    #[error("its question is at {0} (counted from 1), which is not a question field")]
    NoQuestionField(Pos),
    #[error("there are no fields for a word where its question points")]
    NoWord,
    #[error(
        "`row`, `column` and `direction` are not where its question points; correct them or leave them out"
    )]
    OtherPlace,
    #[error("`{0}` is missing, which says where the word is")]
    Missing(&'static str),
    #[error("the word leaves the grid, or crosses a field without a letter")]
    NoFields,
    #[error("the fields spell `{0}`; correct one or the other")]
    OtherWord(String),
    #[error("its `spelling` is `{0}`, which has other letters; correct it or leave it out")]
    OtherSpelling(String),
    #[error("another entry has the same place; keep one of them")]
    Twice,
    #[error("it has a clue without text; leave the clue out")]
    EmptyClue,
    #[error("puzzles of this kind have no words")]
    Wordless,
}

fn named(word: &Option<String>) -> String {
    word.as_ref().map(|word| format!(" ({})", word.chars().take(40).collect::<String>())).unwrap_or_default()
}

/// Reads a document.
pub fn read(text: &str) -> Result<Puzzle, JsonError> {
    // The version first: in another version, any other field may look wrong.
    #[derive(Deserialize)]
    struct Version {
        #[serde(default)]
        cwsat: serde_json::Value,
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Version { cwsat } = serde_json::from_str(text)?;
    if cwsat != VERSION {
        let found = if cwsat.is_null() { "missing".to_owned() } else { cwsat.to_string() };
        return Err(JsonError::Version { found: found.chars().take(40).collect() });
    }
    let document: Document = serde_json::from_str(text)?;
    let mut fields = read_fields(&document)?;
    for &cell in &document.given {
        match fields_at(&mut fields, cell) {
            Some(Field::Letter { given, .. }) => *given = true,
            _ => return Err(JsonError::NoLetter { list: "given", cell }),
        }
    }
    let mut puzzle = Puzzle::new(document.kind, fields, Vec::new());
    for &cell in &document.solution_word {
        match puzzle.fields.get(Pos::new(cell[0], cell[1])) {
            Some(Field::Letter { .. } | Field::Digram(_)) => {}
            _ => return Err(JsonError::NoLetter { list: "solution_word", cell }),
        }
    }
    puzzle.entries = read_entries(&puzzle, document.entries)?;
    puzzle.title = document.title;
    puzzle.author = document.author;
    puzzle.language = document.language.map(|tag| tag.parse()).transpose()?;
    puzzle.credits = document.credits;
    puzzle.solution_word = document.solution_word.into_iter().map(|[row, col]| Pos::new(row, col)).collect();
    Ok(puzzle)
}

fn fields_at(fields: &mut Grid<Field>, [row, col]: Cell) -> Option<&mut Field> {
    let pos = Pos::new(row, col);
    fields.contains(pos).then(|| &mut fields[pos])
}

fn read_fields(document: &Document) -> Result<Grid<Field>, JsonError> {
    let (kind, rows, cols) = (document.kind, document.rows, document.columns);
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
        return Err(JsonError::Size { rows, cols });
    }
    if document.grid.len() != rows {
        return Err(JsonError::Rows { found: document.grid.len(), rows });
    }
    let row = |(row, text): (usize, &String)| {
        fields::read_row(kind, text, cols).map_err(|fault| match fault {
            fields::Fault::Width(found) => JsonError::Width { row, found, cols },
            fields::Fault::Field(col, found) => JsonError::Field { row, col, found, kind },
        })
    };
    let table: Vec<Vec<Field>> = document.grid.iter().enumerate().map(row).collect::<Result<_, _>>()?;
    let mut grid = Grid::from_fn(rows, cols, |pos| table[pos.row][pos.col]);
    fields::lay_blocks(&mut grid, &document.blocks).map_err(|cell| JsonError::Blocks { cell })?;
    Ok(grid)
}

fn read_entries(puzzle: &Puzzle, words: Vec<Word>) -> Result<Vec<Entry>, JsonError> {
    let arrows = convert::to_arrowword(puzzle);
    let mut entries = Vec::new();
    let mut places = BTreeSet::new();
    for (index, word) in words.into_iter().enumerate() {
        let stated = word.word.clone();
        let failed = |problem| JsonError::Entry { number: index + 1, word: stated.clone(), problem };
        let entry = read_entry(puzzle, arrows.as_ref(), word).map_err(failed)?;
        let spelled = puzzle.pattern(&entry);
        if stated.as_ref().is_some_and(|stated| *stated != spelled) {
            return Err(failed(EntryProblem::OtherWord(spelled)));
        }
        let signs =
            puzzle.word(&entry).map(|word| word.chars().filter_map(Sign::from_char).collect::<Vec<_>>());
        if let (Some(signs), Some(spelling)) = (signs, &entry.spelling)
            && Alphabet::keeping(signs.iter().copied()).fold(spelling) != Ok(signs)
        {
            return Err(failed(EntryProblem::OtherSpelling(spelling.chars().take(40).collect())));
        }
        // Two questions of an arrowword for the same word break a rule, but can be drawn.
        if !places.insert((entry.run, entry.question)) {
            return Err(failed(EntryProblem::Twice));
        }
        entries.push(entry);
    }
    sort(&mut entries);
    Ok(entries)
}

fn read_entry(
    puzzle: &Puzzle,
    arrows: Option<&arrowword::Puzzle>,
    word: Word,
) -> Result<Entry, EntryProblem> {
    if !puzzle.kind.has_words() {
        return Err(EntryProblem::Wordless);
    }
    if word.clues.iter().any(|clue| clue.text.trim().is_empty()) {
        return Err(EntryProblem::EmptyClue);
    }
    let (run, question) = match (arrows, &word.question) {
        (Some(arrows), Some(asked)) => {
            let question = question(arrows, asked)?;
            let run = arrows.run_of(question).ok_or(EntryProblem::NoWord)?;
            let same = |stated: Option<usize>, is| stated.is_none_or(|stated| stated == is);
            let towards = word.direction.is_none_or(|towards| direction(towards) == run.direction);
            if !same(word.row, run.start.row) || !same(word.column, run.start.col) || !towards {
                return Err(EntryProblem::OtherPlace);
            }
            (run, Some(question))
        }
        (Some(_), None) => return Err(EntryProblem::NoQuestion),
        (None, Some(_)) => return Err(EntryProblem::Question),
        (None, None) => (place(puzzle, &word)?, None),
    };
    Ok(Entry { run, question, spelling: word.spelling, clues: word.clues, own: word.own })
}

fn question(arrows: &arrowword::Puzzle, asked: &Asked) -> Result<Question, EntryProblem> {
    let arrow = asked.arrow.parse()?;
    let pos = Pos::new(asked.row, asked.column);
    match arrows.fields.get(pos) {
        Some(arrowword::Field::Question) => Ok(Question { pos, arrow }),
        _ => Err(EntryProblem::NoQuestionField(pos)),
    }
}

/// Returns the fields of a word that states its place: as many as it has letters or, in a digram grid, a whole line.
fn place(puzzle: &Puzzle, word: &Word) -> Result<Run, EntryProblem> {
    let start = Pos::new(
        word.row.ok_or(EntryProblem::Missing("row"))?,
        word.column.ok_or(EntryProblem::Missing("column"))?,
    );
    let direction = direction(word.direction.ok_or(EntryProblem::Missing("direction"))?);
    let room = match direction {
        Direction::Across => puzzle.cols().saturating_sub(start.col),
        Direction::Down => puzzle.rows().saturating_sub(start.row),
    };
    let is_line = puzzle.kind.has_line_words();
    let len = match (is_line, &word.word) {
        (true, _) => room,
        (false, Some(word)) => word.chars().count(),
        (false, None) => return Err(EntryProblem::Missing("word")),
    };
    if len == 0 || len > room || !puzzle.fields.contains(start) {
        return Err(EntryProblem::NoFields);
    }
    let run = Run { start, direction, len };
    let at_border =
        start.col == 0 && direction == Direction::Across || start.row == 0 && direction == Direction::Down;
    let is_written = |pos| puzzle.fields[pos].is_solution();
    if is_line && !at_border || !is_line && !run.cells().all(is_written) {
        return Err(EntryProblem::NoFields);
    }
    Ok(run)
}

fn direction(towards: Towards) -> Direction {
    match towards {
        Towards::Across => Direction::Across,
        Towards::Down => Direction::Down,
    }
}
