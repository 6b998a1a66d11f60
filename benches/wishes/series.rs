//! Series: puzzles without repeated words, and how much longer they take than the same number of independent puzzles.

use super::Settings;
use super::program::{make, used};
use super::statistics::{cell, median_and_worst};

/// Words of this many letters or more must not be repeated.
const LONG: usize = 4;

/// A week of large puzzles, and a long series of small ones.
pub fn series(settings: &Settings) -> Result<(), String> {
    println!(
        "| puzzles | grid | register | process, s | time | words of {LONG} letters or more that repeat | shorter ones that repeat | points below the ceiling |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (size, count) in [("20x30", settings.days), ("15x15", settings.long_series)] {
        // So many times the time of one: puzzles with all words, one after the other, each with all threads.
        let mut singles = Vec::new();
        for seed in 1..=count {
            let made = make::<&str>(settings, size, (seed, 1), None, &[], &["--apart"])?;
            singles.push(made.ok_or_else(|| not_found(size))?);
        }
        let alone: f64 = singles.iter().map(|made| made.whole).sum();
        let below: Vec<f64> = singles.iter().flat_map(|made| made.below.clone()).collect();
        println!(
            "| {count} | {size} | one by one | {} | 1.00x |  |  | {} |",
            cell(alone, 1),
            median_and_worst(&below, 4)
        );
        for with in [false, true] {
            let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
            let register = folder.path().join("register.txt").to_string_lossy().into_owned();
            let flags = if with { vec!["--register", &register] } else { Vec::new() };
            let made = make(settings, size, (1, count), None, &flags, &["--apart"])?;
            let made = made.ok_or_else(|| not_found(size))?;
            let repeats: Vec<_> =
                used(&made.files)?.into_iter().filter(|&(_, puzzles)| puzzles > 1).collect();
            let (long, short): (Vec<_>, Vec<_>) =
                repeats.into_iter().partition(|(word, _)| word.chars().count() >= LONG);
            if with && !long.is_empty() {
                return Err(format!("{size}: these words repeat in spite of the register: {long:?}"));
            }
            println!(
                "| {count} | {size} | {} | {} | {}x | {} | {} | {} |",
                if with { "yes" } else { "no" },
                cell(made.whole, 1),
                cell(made.whole / alone, 2),
                long.len(),
                short.len(),
                median_and_worst(&made.below, 4)
            );
        }
    }
    Ok(())
}

fn not_found(size: &str) -> String {
    format!("{size}: a puzzle of the series was not found; allow more time")
}
