//! Solves Numberlink problems and prints one Markdown row per problem: problem, blocks, nets, published area,
//! found area, lower bound, time to the best answer, time to the proof, peak memory.
//!
//!     cargo bench --bench numberlink -- [--seed N] [--threads N] [--time-limit T] [--made N] [--crowded N] [PROBLEM…]
//!
//! Without problems: those of the 2019 contest and the example of its rules page, if they are beside the checkout
//! (`CWSAT_SHARED`), and N random problems with 8 blocks and 7 wires on 10x10. With `--crowded N` instead: N problems of
//! each of four sizes with as many wires as blocks or more, made on a board that they nearly fill. The published area is
//! that of the answer beside the problem (`…A….txt` beside `…Q….txt`), and for a crowded board its own. Every answer is
//! checked by `cwsat check` in a process of its own, and a broken rule ends the benchmark.

#[path = "common/ending.rs"]
mod ending;

use ending::ending;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let mut problems: Vec<PathBuf> = Vec::new();
    let mut passed_on: Vec<String> = Vec::new();
    let mut made = 10;
    let mut crowded = 0;
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--made" => made = value()?.parse().map_err(|e| format!("--made: {e}"))?,
            "--crowded" => crowded = value()?.parse().map_err(|e| format!("--crowded: {e}"))?,
            "--seed" | "--threads" | "--time-limit" => {
                let value = value()?;
                passed_on.extend([arg, value]);
            }
            problem => problems.push(problem.into()),
        }
    }
    if !passed_on.iter().any(|arg| arg == "--time-limit") {
        passed_on.extend(["--time-limit", "10m"].map(str::to_owned));
    }
    let folder = std::env::temp_dir().join(format!("numberlink-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    if crowded > 0 {
        for size in CROWDED {
            for seed in 1..=crowded {
                problems.push(make(size, seed, &folder)?);
            }
        }
    }
    if problems.is_empty() {
        problems = contest();
        for seed in 0..made {
            problems.push(make(("10x10", 8, 7), seed, &folder)?);
        }
    }
    println!(
        "| problem | blocks | nets | published | found | lower bound | best after s | proven after s | peak MiB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for problem in &problems {
        println!("{}", row(problem, &passed_on, &folder)?);
    }
    fs::remove_dir_all(&folder).map_err(|e| e.to_string())
}

/// Boards with their numbers of blocks and wires.
const CROWDED: [(&str, usize, usize); 4] =
    [("20x10", 40, 40), ("20x20", 80, 100), ("40x20", 160, 240), ("40x40", 320, 560)];

/// Makes a random problem and returns its file.
fn make((size, blocks, nets): (&str, usize, usize), seed: u64, folder: &Path) -> Result<PathBuf, String> {
    let path = folder.join(format!("made_{size}_{blocks}_{nets}_{seed}_Q.txt"));
    let numbers = [("--blocks", blocks), ("--nets", nets), ("--seed", seed as usize)];
    run(Command::new(PROGRAM)
        .args(["make", "numberlink", size])
        .args(numbers.iter().flat_map(|(flag, number)| [(*flag).to_owned(), number.to_string()]))
        .arg("-o")
        .arg(&path))?;
    Ok(path)
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_cwsat");

/// Returns the problems of the contest, if they are there.
fn contest() -> Vec<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("CWSAT_SHARED").map_or(beside, PathBuf::from).join("numberlink");
    if !folder.is_dir() {
        eprintln!("{} is absent: the contest's problems are left out", folder.display());
        return Vec::new();
    }
    let numbered = (1..=31).map(|number| folder.join(format!("2019/{number}_Q.txt")));
    std::iter::once(folder.join("sampleQ0.txt")).chain(numbered).collect()
}

/// Returns the table row of a problem.
fn row(problem: &Path, passed_on: &[String], folder: &Path) -> Result<String, String> {
    let answer = folder.join("A.txt");
    let started = Instant::now();
    let solve = Command::new(PROGRAM)
        .args(["solve", "--json", "--quiet"])
        .args(passed_on)
        .arg(problem)
        .arg("-o")
        .arg(&answer)
        .output()
        .map_err(|e| e.to_string())?;
    let name = problem.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if solve.status.code() == Some(3) {
        return Ok(format!(
            "| {name} | | | | none | | | stopped after {:.0} | |",
            started.elapsed().as_secs_f64()
        ));
    }
    let report: serde_json::Value = serde_json::from_slice(&solve.stdout)
        .map_err(|_| String::from_utf8_lossy(&solve.stderr).into_owned())?;
    run(Command::new(PROGRAM).arg("check").arg(problem).arg(&answer))?;
    let number = |key: &str| report[key].as_f64().unwrap_or_default();
    let proven =
        if report["optimal"] == true { format!("{:.1}", number("done_after_seconds")) } else { "-".into() };
    Ok(format!(
        "| {name} | {} | {} | {} | {} | {} | {:.1} | {proven} | {:.0} |",
        report["blocks"],
        report["nets"],
        published(problem).map_or_else(|| "-".to_owned(), |area| area.to_string()),
        report["area"],
        report["bound"],
        number("found_after_seconds"),
        number("peak_kib") / 1024.0,
    ))
}

/// Returns the area of the published answer beside a problem, or of the board that a crowded problem was made on: the size
/// that the file states.
fn published(problem: &Path) -> Option<usize> {
    let name = problem.file_name()?.to_str()?;
    let is_crowded = CROWDED.iter().any(|(size, ..)| name.starts_with(&format!("made_{size}_")));
    let name = if is_crowded { name.to_owned() } else { name.replace('Q', "A") };
    let text = fs::read_to_string(problem.with_file_name(name)).ok()?;
    let size = text.lines().find_map(|line| line.strip_prefix("SIZE"))?;
    let (width, height) = size.trim().split_once(['x', 'X'])?;
    Some(width.parse::<usize>().ok()? * height.parse::<usize>().ok()?)
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
