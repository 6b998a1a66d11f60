//! Changes to finished puzzles: one word replaced with as few other letters as possible, and given words extended.

use super::Settings;
use super::program::{make, number, solve};
use super::statistics::median_and_worst;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::rules;

/// How many words of each puzzle are replaced, each by itself.
const WORDS: usize = 10;
/// The sizes with the number of puzzles, and seconds for each replacement.
const SIZES: [(&str, u64, u64); 2] = [("15x15", 10, 60), ("40x40", 2, 120)];

/// One row for each size; a replacement is decided if no puzzle needs fewer changes.
pub fn replace(settings: &Settings) -> Result<(), String> {
    println!("| size | words | replaced, proven or refused | process, s | letters changed |");
    println!("|---|---|---|---|---|");
    for (size, puzzles, limit) in SIZES {
        let (mut whole, mut letters) = (Vec::new(), Vec::new());
        let (mut asked, mut decided) = (0, 0);
        for seed in 1..=puzzles {
            let Some(made) = make::<&str>(settings, size, (seed, 1), Some(limit), &[], &[])? else {
                return Err(format!("{size}, seed {seed}: no puzzle in time"));
            };
            let text = std::fs::read_to_string(&made.files[0]).map_err(|e| e.to_string())?;
            let puzzle = cwg::read(&text).map_err(|e| e.to_string())?.puzzle;
            let words: Vec<String> = rules::words(&puzzle)
                .map(|(word, _)| word.iter().map(|letter| letter.char()).collect())
                .collect();
            // Spread over the puzzle, the same in every run.
            for word in words.iter().step_by((words.len() / WORDS).max(1)).take(WORDS) {
                let flags = ["--replace", word.as_str()];
                let solved = solve(settings, &made.files[0], seed, Some(limit), &flags)?;
                asked += 1;
                whole.push(solved.whole);
                match &solved.summary {
                    Some(summary) => {
                        let fields =
                            summary["change"]["fields"].as_array().ok_or("the JSON has no change")?;
                        letters.push(fields.len() as f64);
                        decided += usize::from(summary["change"]["is_fewest"] == true);
                    }
                    None => {
                        letters.push(f64::INFINITY);
                        decided += usize::from(!solved.is_stopped);
                    }
                }
            }
        }
        println!(
            "| {size} | {asked} | {decided} | {} | {} |",
            median_and_worst(&whole, 2),
            median_and_worst(&letters, 0)
        );
    }
    Ok(())
}

/// The grid of the guide: one word in an open grid.
const ROSE: &str = "8\n10\n..........\n..........\n..........\n..?ROSE?..\n..........\n..........\n..........\n..........\n3 2 3\n";
/// How many seeds the grid is extended with, and seconds for each.
const SEEDS: u64 = 20;
const LIMIT: u64 = 15;

/// One row: a given word extended by one thread.
pub fn extend(settings: &Settings) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("rose.cwg");
    std::fs::write(&file, ROSE).map_err(|e| e.to_string())?;
    let (mut first, mut best) = (Vec::new(), Vec::new());
    for seed in 0..SEEDS {
        let solved = solve(settings, &file, seed, Some(LIMIT), &["--extend", "--threads", "1"])?;
        let seconds = |key| solved.summary.as_ref().map_or(Ok(f64::INFINITY), |summary| number(summary, key));
        first.push(seconds("first_after_seconds")?);
        best.push(seconds("found_after_seconds")?);
    }
    println!("| `rose.cwg`, one thread | seeds | first puzzle, s | best rating, s |");
    println!("|---|---|---|---|");
    let found = first.iter().filter(|seconds| seconds.is_finite()).count();
    println!(
        "| `--extend` | {found} of {SEEDS} | {} | {} |",
        median_and_worst(&first, 2),
        median_and_worst(&best, 2)
    );
    Ok(())
}
