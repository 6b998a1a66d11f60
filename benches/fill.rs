//! Fills given layouts, whole process against whole process: `cwsat solve` beside `ingrid_core` 2.0.0 on the same slots
//! with the same list, alternately.
//!
//!     cargo bench --bench fill -- --words LIST [--runs N] GRID…
//!
//! A GRID is a solved or laid-out `.cwg` file; its letters are removed first. Without grids, 15x15_1, island_1,
//! 20x30_1 and 40x40_1 of `test_cases/` are laid out by `cwsat solve` itself. The competitor is taken from INGRID_CORE
//! or the PATH; without it only our own times are printed. Each run has another seed; a row shows medians, the slowest
//! run in brackets, and the ratio of the medians.

#[path = "common/ending.rs"]
mod ending;

use ending::ending;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// A run of the competitor that takes longer than this is ended and counts as this long.
const TIME_LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let (mut words, mut runs, mut grids) = (None, 5, Vec::new());
    let mut args = std::env::args().skip(1).filter(|a| a != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--words" => words = args.next(),
            "--runs" => runs = args.next().and_then(|n| n.parse().ok()).ok_or("--runs needs a number")?,
            grid => grids.push(PathBuf::from(grid)),
        }
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let list = folder.path().join("words.txt");
    let text = match &words {
        Some(path) => std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?,
        None => cwsat::wordlist::EMBEDDED_TEXT.to_owned(),
    };
    // Both read the same words, unscored: with scores we would have more to do.
    let plain: Vec<&str> =
        text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split(';').next()).collect();
    write(&list, &plain.join("\n"))?;
    let scored = folder.path().join("scored.txt");
    write(&scored, &plain.iter().map(|w| format!("{};50\n", w.to_lowercase())).collect::<String>())?;
    if grids.is_empty() {
        for name in ["15x15_1", "island_1", "20x30_1", "40x40_1"] {
            let empty =
                Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases").join(name).with_extension("cwg");
            let solved = folder.path().join(name).with_extension("cwg");
            let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
            command.arg("solve").arg(empty).arg("--words").arg(&list).arg("-o").arg(&solved);
            time(command.args(["--quiet", "--time-limit", "20s"]))?;
            grids.push(solved);
        }
    }
    let rival = std::env::var("INGRID_CORE").unwrap_or_else(|_| "ingrid_core".to_owned());
    let has_rival = Command::new(&rival).arg("--version").output().is_ok();
    println!("| layout | slots | cwsat, s | ingrid_core, s | ratio |\n|---|---|---|---|---|");
    for grid in &grids {
        let puzzle = std::fs::read_to_string(grid).map_err(|e| e.to_string())?;
        let puzzle = cwsat::encodings::arrowword::cwg::read(&puzzle).map_err(|e| e.to_string())?.puzzle;
        let empty = folder.path().join("empty.cwg");
        let template = folder.path().join("template.txt");
        let (layout, blocks) = strip(&puzzle);
        write(&empty, &layout)?;
        write(&template, &blocks)?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for seed in 1..=runs {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
            command.arg("solve").arg(&empty).arg("--words").arg(&list);
            ours.push(time(command.args(["--quiet", "--threads", "1", "--seed", &seed.to_string()]))?);
            if has_rival {
                let mut command = Command::new(&rival);
                theirs.push(time(
                    command.arg(&template).arg("--wordlist").arg(&scored).args(["--min-score", "0"]),
                )?);
            }
        }
        let name = grid.file_stem().unwrap_or_default().to_string_lossy();
        let (our, their) = (median(&mut ours), median(&mut theirs));
        println!(
            "| {name} | {} | {our:.3} ({:.3}) | {their:.3} ({:.3}) | {:.3} |",
            puzzle.questions.len(),
            ours.last().unwrap_or(&f64::NAN),
            theirs.last().unwrap_or(&f64::NAN),
            our / their
        );
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Returns the layout without its letters as `.cwg`, and as a template of `#` and `.` with the same runs.
fn strip(puzzle: &cwsat::encodings::arrowword::puzzle::Puzzle) -> (String, String) {
    use cwsat::encodings::arrowword::puzzle::Field;
    let mut empty = puzzle.clone();
    empty.fields = puzzle.fields.map(|_, &field| if field.is_solution() { Field::Open } else { field });
    let row = |row: usize| -> String {
        empty.fields.row(row).iter().map(|f| if f.is_solution() { '.' } else { '#' }).chain(['\n']).collect()
    };
    (cwsat::encodings::arrowword::cwg::write(&empty), (0..empty.fields.rows()).map(row).collect())
}

/// Returns the wall-clock seconds of a process that has to succeed within the time limit.
fn time(command: &mut Command) -> Result<f64, String> {
    let started = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            let seconds = started.elapsed().as_secs_f64();
            return if status.success() {
                Ok(seconds)
            } else {
                Err(format!("{command:?} ended with {status}"))
            };
        }
        if started.elapsed() > TIME_LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(TIME_LIMIT.as_secs_f64());
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// Sorts the values and returns the median.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
