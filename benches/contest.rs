//! Solves the contest's grids from scratch with several seeds, and prints one Markdown row per grid: rating, time to
//! the first complete puzzle, time to the best one, whole process, peak memory, words without a clue that is not weak.
//!
//!     cargo bench --bench contest -- [--words LIST] [--seeds N] [--threads N] [--time-limit T] [GRID|ROWSxCOLUMNS…]
//!
//! `100x100` is an empty grid of that size. Without grids, the eleven of `test_cases/`; without `--words`, the embedded list. Every answer is checked
//! by `cwsat check --against … --words …` in a process of its own, and a broken rule ends the benchmark.
//! A row shows the median and, in brackets, the worst of the seeds.

#[path = "common/ending.rs"]
mod ending;
#[path = "common/open.rs"]
mod open;

use cwsat::encodings::arrowword::cwg::MAX_SIDE;
use cwsat::encodings::grid::sides;
use ending::ending;
use open::{open, positive};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const CONTEST: [&str; 11] = [
    "15x15_1", "15x15_2", "15x15_3", "island_1", "island_2", "20x30_1", "20x30_2", "20x30_3", "40x40_1",
    "40x40_2", "40x40_3",
];

struct Settings {
    grids: Vec<PathBuf>,
    words: Option<String>,
    seeds: u64,
    passed_on: Vec<String>,
    /// Where empty grids are.
    folder: tempfile::TempDir,
}

/// One solved grid.
struct Run {
    score: f64,
    ceiling: f64,
    word_score: f64,
    unclued: f64,
    first: f64,
    best: f64,
    whole: f64,
    peak_mib: f64,
}

fn main() -> ExitCode {
    ending(settings().and_then(|settings| bench(&settings)))
}

fn settings() -> Result<Settings, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases");
    let temporary = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut settings =
        Settings { grids: vec![], words: None, seeds: 5, passed_on: vec![], folder: temporary };
    let mut args = std::env::args().skip(1).filter(|a| a != "--bench");
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--words" => settings.words = Some(value()?),
            "--seeds" => settings.seeds = positive(&arg, args.next())?,
            "--threads" | "--time-limit" => {
                let value = value()?;
                settings.passed_on.extend([arg, value]);
            }
            grid => settings.grids.push(match sides(grid, MAX_SIDE) {
                Some(size) if !Path::new(grid).exists() => open(size, settings.folder.path())?,
                _ => grid.into(),
            }),
        }
    }
    if settings.grids.is_empty() {
        settings.grids = CONTEST.iter().map(|name| folder.join(name).with_extension("cwg")).collect();
    }
    Ok(settings)
}

fn bench(settings: &Settings) -> Result<(), String> {
    println!(
        "| grid | rating | ceiling | first complete puzzle, s | best puzzle, s | process, s | peak MiB | word score | words without a good clue |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for grid in &settings.grids {
        let mut runs =
            (1..=settings.seeds).map(|seed| solve(settings, grid, seed)).collect::<Result<Vec<_>, _>>()?;
        runs.sort_by(|a, b| b.score.total_cmp(&a.score));
        let column = |value: fn(&Run) -> f64, digits: usize, worst_is_low: bool| {
            let mut values: Vec<f64> = runs.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            let worst = if worst_is_low { values.first() } else { values.last() };
            let (median, worst) = (values[values.len() / 2], worst.copied().unwrap_or(f64::NAN));
            format!("{median:.digits$} ({worst:.digits$})")
        };
        println!(
            "| {} | {} | {:.4} | {} | {} | {} | {} | {} | {} |",
            grid.file_stem().unwrap_or_default().to_string_lossy(),
            column(|r| r.score, 4, true),
            runs[0].ceiling,
            column(|r| r.first, 2, false),
            column(|r| r.best, 2, false),
            column(|r| r.whole, 2, false),
            column(|r| r.peak_mib, 0, false),
            column(|r| r.word_score, 1, true),
            column(|r| r.unclued, 0, false),
        );
    }
    Ok(())
}

fn solve(settings: &Settings, grid: &Path, seed: u64) -> Result<Run, String> {
    let program = env!("CARGO_BIN_EXE_cwsat");
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let solved = folder.path().join("solved.cwg");
    let words: Vec<_> = settings.words.iter().flat_map(|list| ["--words".to_owned(), list.clone()]).collect();
    let mut command = Command::new(program);
    command.arg("solve").arg(grid).arg("-o").arg(&solved).args([
        "--json",
        "--quiet",
        "--seed",
        &seed.to_string(),
    ]);
    command.args(&words).args(&settings.passed_on);
    let started = Instant::now();
    let output = command.output().map_err(|e| e.to_string())?;
    let whole = started.elapsed().as_secs_f64();
    if !output.status.success() {
        return Err(format!("{}: {}", grid.display(), String::from_utf8_lossy(&output.stderr)));
    }
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let number = |key: &str| json[key].as_f64().ok_or(format!("the summary has no {key}"));
    let mut check = Command::new(program);
    check.arg("check").arg(&solved).arg("--against").arg(grid);
    // Without `--words`, the checker gets the embedded words as a file.
    let list = folder.path().join("words.txt");
    if words.is_empty() {
        std::fs::write(&list, cwsat::wordlist::EMBEDDED_TEXT).map_err(|e| e.to_string())?;
        check.arg("--words").arg(&list);
    }
    let verdict = check.args(&words).output().map_err(|e| e.to_string())?;
    if !verdict.status.success() {
        return Err(format!("{} seed {seed}: {}", grid.display(), String::from_utf8_lossy(&verdict.stdout)));
    }
    Ok(Run {
        score: number("score")?,
        ceiling: number("ceiling")?,
        word_score: number("word_score")?,
        // Other lists than the embedded German one have no clues, unless sources are named.
        unclued: number("words")? - number("clued_words").unwrap_or(0.0)
            + number("weak_words").unwrap_or(0.0),
        first: number("first_after_seconds")?,
        best: number("found_after_seconds")?,
        whole,
        peak_mib: number("peak_kib").unwrap_or(f64::NAN) / 1024.0,
    })
}
