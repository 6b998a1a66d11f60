//! Words that are only welcome, and words that most people know.

use super::Settings;
use super::program::{check, make};
use super::statistics::median_and_worst;

const SIZE: &str = "15x15";
/// Twenty words, more than a puzzle of this size has room for without losing points.
const WISHED: &str = "ROSE,TULPE,ASTER,NELKE,LILIE,DAHLIE,MALVE,KRESSE,VEILCHEN,GARTEN,SPATEN,RASEN,HARKE,ERDE,BEET,\
                      SAMEN,KRAUT,STAUDE,BLUETE,GIESSKANNE";
/// The named levels.
const LEVELS: [&str; 3] = ["easy", "medium", "hard"];
/// Seconds for each puzzle.
const LIMIT: u64 = 30;

/// One row with the rating first, one with the words first.
pub fn wish(settings: &Settings) -> Result<(), String> {
    let of = WISHED.split(',').count();
    println!("| {of} wished words on {SIZE} | puzzles | missing | process, s | points below the ceiling |");
    println!("|---|---|---|---|---|");
    for flags in [&["--wish", WISHED][..], &["--wish", WISHED, "--wish-first"]] {
        let (mut missing, mut whole, mut below) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = 0;
        for seed in 1..=settings.seeds {
            let Some(made) = make(settings, SIZE, (seed, 1), Some(LIMIT), flags, &[])? else {
                for values in [&mut missing, &mut whole, &mut below] {
                    values.push(f64::INFINITY);
                }
                continue;
            };
            found += 1;
            let lacks =
                made.summaries[0]["own_words"]["missing"].as_array().ok_or("the JSON has no words")?;
            missing.push(lacks.len() as f64);
            whole.push(made.whole);
            below.push(made.below[0]);
        }
        println!(
            "| `{}` | {found} of {} | {} | {} | {} |",
            if flags.len() == 2 { "--wish" } else { "--wish --wish-first" },
            settings.seeds,
            median_and_worst(&missing, 0),
            median_and_worst(&whole, 2),
            median_and_worst(&below, 3)
        );
    }
    Ok(())
}

/// One row without the flag and one for each named level: how many words and clues are above each of the levels, as
/// `cwsat check` counts them.
pub fn level(settings: &Settings) -> Result<(), String> {
    println!(
        "| `--level` on {SIZE} | puzzles | words, clues above easy | above medium | above hard | points below the ceiling |"
    );
    println!("|---|---|---|---|---|---|");
    for level in [None, Some("easy"), Some("medium"), Some("hard")] {
        let flags: Vec<&str> = level.into_iter().flat_map(|level| ["--level", level]).collect();
        let (mut above, mut below) = (LEVELS.map(|_| [Vec::new(), Vec::new()]), Vec::new());
        let mut found = 0;
        for seed in 1..=settings.seeds {
            let Some(made) = make(settings, SIZE, (seed, 1), Some(LIMIT), &flags, &flags)? else {
                above.iter_mut().flatten().chain([&mut below]).for_each(|values| values.push(f64::INFINITY));
                continue;
            };
            found += 1;
            for (values, level) in above.iter_mut().zip(LEVELS) {
                let verdict = check(&made.documents[0], &["--level", level])?;
                let broken = verdict["violations"].as_array().ok_or("the JSON has no violations")?;
                let clues = broken.iter().filter(|broken| broken["rule"] == "hard-clue").count();
                values[0].push((broken.len() - clues) as f64);
                values[1].push(clues as f64);
            }
            below.push(made.below[0]);
        }
        let [easy, medium, hard] =
            above.map(|values| values.map(|values| median_and_worst(&values, 0)).join(", "));
        println!(
            "| {} | {found} of {} | {easy} | {medium} | {hard} | {} |",
            level.unwrap_or("none"),
            settings.seeds,
            median_and_worst(&below, 3)
        );
    }
    Ok(())
}
