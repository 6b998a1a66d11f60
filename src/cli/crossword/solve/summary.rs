//! What `cwsat solve` says about a filled crossword: a sentence for people, and fields for programs.

use super::super::rows;
use super::{Crossword, Given};
use crate::cli::clued::OfAnswer;
use crate::cli::contract::json::fields;
use cwsat::encodings::crossword::solution::Entry;
use cwsat::encodings::grid::{Direction, Pos};
use cwsat::search::crossword::Answer;
use serde_json::{Map, Value, json};

impl Crossword<'_> {
    /// Returns the sentence for people.
    pub fn summary(&self, answer: &Answer, entries: &[Entry], of_words: &OfAnswer) -> String {
        let puzzle = &answer.puzzle;
        let fields = puzzle.cells.rows() * puzzle.cells.cols();
        let share = 100.0 * puzzle.white() as f64 / fields as f64;
        let words = if entries.len() == 1 { "word" } else { "words" };
        let asked = match &self.given {
            Given::Template(_) => String::new(),
            Given::Make(recipe) => (recipe.remark)(puzzle),
        };
        let made = match (&self.given, answer.tries) {
            (Given::Template(_), _) => String::new(),
            (Given::Make(_), 1) => ", of the first template".to_owned(),
            (Given::Make(_), tries) => format!(", of template {tries}"),
        };
        let blocks = fields - puzzle.white();
        let blocks = match answer.least_blocks {
            None => String::new(),
            Some(0) => format!(" {blocks} blocks,"),
            Some(least) if least == blocks => format!(" {blocks} blocks, proven to be the fewest,"),
            Some(least) => format!(" {blocks} blocks (at least {least}, proven),"),
        };
        format!(
            "filled after {:.2} s{made}:{blocks} {} {words}{}, {share:.0} % white{asked}, {}",
            answer.filled_after.as_secs_f64(),
            entries.len(),
            of_words.share(),
            of_words.score(),
        )
    }
}

/// Returns the fields for programs.
pub fn summary_json(
    answer: &Answer,
    entries: &[Entry],
    words: &OfAnswer,
    solution_word: Value,
) -> Map<String, Value> {
    let list = |direction: Direction| -> Vec<Value> {
        let entry = |entry: &Entry| {
            json!({
                "number": entry.number,
                "row": entry.run.start.row,
                "column": entry.run.start.col,
                "answer": entry.answer,
                "spelling": entry.spelling,
                "clue": entry.clue,
                "own": entry.own,
            })
        };
        entries.iter().filter(|entry| entry.run.direction == direction).map(entry).collect()
    };
    let bar = |(pos, direction): (Pos, Direction)| json!({ "row": pos.row, "column": pos.col, "direction": direction.to_string() });
    let bars: Vec<Value> = answer.puzzle.bars().iter().map(bar).collect();
    fields(json!({
        "rows": rows(&answer.puzzle),
        "bars": bars,
        "across": list(Direction::Across),
        "down": list(Direction::Down),
        "words": entries.len(),
        "white": answer.puzzle.white(),
        "least_blocks": answer.least_blocks,
        "word_score": words.word_score,
        "clued_words": words.clued,
        "weak_words": words.clued.map(|_| words.weak),
        "own_words": words.own,
        "solution_word": solution_word,
        "templates_tried": answer.tries,
        "filled_after_seconds": answer.filled_after.as_secs_f64(),
    }))
}
