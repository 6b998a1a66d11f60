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
        let mut single = f64::NAN;
        for with in [false, true] {
            let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
            let register = folder.path().join("register.txt").to_string_lossy().into_owned();
            let flags = if with { vec!["--register", &register] } else { Vec::new() };
            let Some(made) = make(settings, size, (1, count), None, &flags, &["--apart"])? else {
                return Err(format!("{size}: a puzzle of the series was not found; allow more time"));
            };
            let repeats: Vec<_> =
                used(&made.files)?.into_iter().filter(|&(_, puzzles)| puzzles > 1).collect();
            let (long, short): (Vec<_>, Vec<_>) =
                repeats.into_iter().partition(|(word, _)| word.chars().count() >= LONG);
            if with && !long.is_empty() {
                return Err(format!("{size}: these words repeat in spite of the register: {long:?}"));
            }
            if !with {
                single = made.whole;
            }
            println!(
                "| {count} | {size} | {} | {} | {}x | {} | {} | {} |",
                if with { "yes" } else { "no" },
                cell(made.whole, 1),
                cell(made.whole / single, 2),
                long.len(),
                short.len(),
                median_and_worst(&made.below, 4)
            );
        }
    }
    Ok(())
}
