//! Own words: how often all of them are in the puzzle, how soon, and how much of the rating that costs.
//!
//! The words are drawn at random from those of 4 to 11 letters of the embedded list, by the number of the seed or list alone, so
//! every run has the same.

use super::Settings;
use super::program::{make, number};
use super::statistics::median_and_worst;
use cwsat::encodings::lexicon::Letter;
use cwsat::wordlist;
use itertools::Itertools;

/// Sizes, numbers of words, and time limits in seconds.
const ROWS: [(&str, usize, u64); 4] =
    [("13x13", 12, 10), ("15x15", 12, 10), ("20x30", 30, 30), ("40x40", 60, 120)];

/// The puzzles that were asked for with a list each.
struct Runs {
    /// Seconds to the first puzzle with all words; infinite if there is none.
    first: Vec<f64>,
    /// Points below the ceiling of the grid.
    below: Vec<f64>,
    /// Points below the ceiling of puzzles that have these words, whose lengths may be too many for a better rating.
    below_own: Vec<f64>,
    /// The seeds without a puzzle.
    failed: Vec<u64>,
}

/// Returns whether there is a row for grids of this size.
pub fn has_row(size: &str) -> bool {
    ROWS.iter().any(|(known, ..)| *known == size)
}

/// Lists of the usual sizes.
pub fn own_words(settings: &Settings) -> Result<(), String> {
    println!(
        "| words of 4-11 letters | grid | time limit, s | all words placed | first puzzle with all, s | points below the ceiling | below the ceiling with these words |"
    );
    println!("|---|---|---|---|---|---|---|");
    let is_wanted = |size: &str| settings.sizes.is_empty() || settings.sizes.iter().any(|only| only == size);
    for (size, count, limit) in ROWS.into_iter().filter(|(size, ..)| is_wanted(size)) {
        let runs = runs(settings, size, count, limit, settings.seeds)?;
        println!(
            "| {count} | {size} | {} | {} of {} | {} | {} | {} |",
            settings.time_limit.unwrap_or(limit),
            runs.first.len() - runs.failed.len(),
            runs.first.len(),
            median_and_worst(&runs.first, 2),
            median_and_worst(&runs.below, 3),
            median_and_worst(&runs.below_own, 3),
        );
    }
    Ok(())
}

/// Many lists of 30 words.
pub fn lists(settings: &Settings) -> Result<(), String> {
    let (size, count, limit) = ROWS[2];
    println!(
        "| random lists | of words | grid | time limit, s | all words placed | first puzzle with all, s | lists without a puzzle |"
    );
    println!("|---|---|---|---|---|---|---|");
    let runs = runs(settings, size, count, limit, settings.lists)?;
    println!(
        "| {} | {count} | {size} | {} | {} | {} | {} |",
        settings.lists,
        settings.time_limit.unwrap_or(limit),
        runs.first.len() - runs.failed.len(),
        median_and_worst(&runs.first, 2),
        if runs.failed.is_empty() { "none".to_owned() } else { runs.failed.iter().join(", ") },
    );
    Ok(())
}

fn runs(settings: &Settings, size: &str, count: usize, limit: u64, seeds: u64) -> Result<Runs, String> {
    let list = wordlist::embedded();
    let words: Vec<&[Letter]> = (4..=11).flat_map(|len| list.words(len)).collect();
    let mut runs = Runs { first: Vec::new(), below: Vec::new(), below_own: Vec::new(), failed: Vec::new() };
    for seed in 1..=seeds {
        let own = fastrand::Rng::with_seed(seed).choose_multiple(words.iter(), count);
        let own = own.into_iter().map(|word| word.iter().join("")).join(",");
        let must = ["--must", &own];
        let made = make(settings, size, (seed, 1), Some(limit), &must, &must)?;
        runs.first.push(match &made {
            Some(made) => number(&made.summaries[0], "first_after_seconds")?,
            None => f64::INFINITY,
        });
        runs.below.push(made.as_ref().map_or(f64::INFINITY, |made| made.below[0]));
        runs.below_own.push(match &made {
            Some(made) => number(&made.summaries[0], "ceiling")? - number(&made.summaries[0], "score")?,
            None => f64::INFINITY,
        });
        runs.failed.extend(made.is_none().then_some(seed));
    }
    Ok(runs)
}
