//! Solution words: whether the puzzle has their letters, and what that costs.

use super::Settings;
use super::program::{make, number};
use super::statistics::median_and_worst;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::puzzle::Field;
use cwsat::encodings::grid::Pos;
use serde_json::Value;
use std::collections::HashSet;

const SIZE: &str = "15x15";
/// Short words with rare letters, long ones, and a phrase.
const WORDS: [&str; 5] = ["QUIZ", "XYLOPHON", "JUBILAEUM", "WEIHNACHTEN", "FROHEWEIHNACHTENALLEN"];
/// Seconds for each puzzle.
const LIMIT: u64 = 60;

/// One row for each word.
pub fn solution_words(settings: &Settings) -> Result<(), String> {
    println!(
        "| solution word on {SIZE} | puzzles | best rating, s | process, s | points below the ceiling |"
    );
    println!("|---|---|---|---|---|");
    for word in WORDS {
        let (mut best, mut whole, mut below) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = 0;
        for seed in 1..=settings.seeds {
            let wish = ["--solution-word", word];
            let Some(made) = make(settings, SIZE, (seed, 1), Some(LIMIT), &wish, &[])? else {
                for values in [&mut best, &mut whole, &mut below] {
                    values.push(f64::INFINITY);
                }
                continue;
            };
            let summary = &made.summaries[0];
            if spelled(summary)? != word {
                return Err(format!("{word}, seed {seed}: the fields spell something else: {summary}"));
            }
            found += 1;
            best.push(number(summary, "found_after_seconds")?);
            whole.push(made.whole);
            below.push(made.below[0]);
        }
        println!(
            "| {word} | {found} of {} | {} | {} | {} |",
            settings.seeds,
            median_and_worst(&best, 2),
            median_and_worst(&whole, 2),
            median_and_worst(&below, 3)
        );
    }
    Ok(())
}

/// Reads the letters in the fields of the solution word; an error if a field counts twice, or has no letter.
fn spelled(summary: &Value) -> Result<String, String> {
    let text = summary["cwg"].as_str().ok_or("the JSON has no puzzle")?;
    let puzzle = cwg::read(text).map_err(|e| e.to_string())?.puzzle;
    let fields = summary["solution_word"]["fields"].as_array().ok_or("the JSON has no solution word")?;
    let mut seen = HashSet::new();
    let letter = |field: &Value| {
        let number = |key: &str| field[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let pos = Pos::new(number("row")?, number("column")?);
        match puzzle.fields.get(pos) {
            Some(&Field::Letter(letter)) if seen.insert((pos.row, pos.col)) => Some(letter.char()),
            _ => None,
        }
    };
    fields
        .iter()
        .map(letter)
        .collect::<Option<_>>()
        .ok_or("a field of the solution word has no letter".to_owned())
}
