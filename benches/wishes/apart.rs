//! Relatives: how many pairs of them puzzles have if nobody keeps them apart, and what it costs to do so.

use super::Settings;
use super::program::{check, make};
use super::statistics::median_and_worst;

const SIZE: &str = "15x15";

/// Puzzles of the same seeds with `--apart` and with `--no-apart`, made in turns.
struct Side {
    flag: &'static str,
    pairs: usize,
    puzzles_with_pairs: usize,
    seconds: Vec<f64>,
    below: Vec<f64>,
}

/// Two rows, and the ratio of their times.
pub fn apart(settings: &Settings) -> Result<(), String> {
    let side = |flag| Side { flag, pairs: 0, puzzles_with_pairs: 0, seconds: Vec::new(), below: Vec::new() };
    let mut sides = ["--apart", "--no-apart"].map(side);
    for seed in 1..=settings.puzzles {
        for side in &mut sides {
            let made = make(settings, SIZE, (seed, 1), None, &[side.flag], &[])?;
            let Some(made) = made else {
                side.seconds.push(f64::INFINITY);
                side.below.push(f64::INFINITY);
                continue;
            };
            let verdict = check(&made.files[0], &["--apart"])?;
            let violations = verdict["violations"].as_array().ok_or("the JSON has no violations")?;
            side.pairs += violations.len();
            side.puzzles_with_pairs += usize::from(!violations.is_empty());
            if let Some(other) = violations.iter().find(|broken| broken["rule"] != "relatives") {
                return Err(format!("seed {seed}: {other}"));
            }
            side.seconds.push(made.whole);
            side.below.push(made.below[0]);
        }
    }
    println!(
        "| {} puzzles of {SIZE} | pairs of relatives | puzzles with a pair | process, s | points below the ceiling |",
        settings.puzzles
    );
    println!("|---|---|---|---|---|");
    for side in &sides {
        println!(
            "| `{}` | {} | {} | {} | {} |",
            side.flag,
            side.pairs,
            side.puzzles_with_pairs,
            median_and_worst(&side.seconds, 2),
            median_and_worst(&side.below, 4)
        );
    }
    let [with, without] = sides.map(|side| side.seconds.iter().sum::<f64>());
    println!("\nAll puzzles without relatives took {:.2} times as long as all with them.", with / without);
    Ok(())
}
