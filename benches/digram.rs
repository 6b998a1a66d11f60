//! Digram grids: the time to the first grid for the whole process, and a comparison of the exact engines.
//!
//!     cargo bench --bench digram -- [--words LIST] [--runs N] [--limit SECONDS]
//!
//! The first table is the first grid of each size with a list (by default `/usr/share/dict/american-english`, Debian's
//! `wamerican`), over the seeds 1 to N; the last column is the target. The second table is the time to find all grids,
//! and to prove that there are no others, over random words of the embedded English list: by walking along a trie, and
//! by the formula with a clause against each grid that was found.

#[path = "common/ending.rs"]
mod ending;

use cwsat::encodings::digram::words::{read, spell};
use cwsat::encodings::lexicon::WordList;
use cwsat::search::digram::{Ending, Engines, Job, NoAnswer, Options, solve};
use cwsat::solver::Budget;
use ending::ending;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Sizes, and the seconds within which their first grid has to be found; the last ones go beyond what was required.
const SIZES: [(&str, f64); 10] = [
    ("3x3", 1.0),
    ("3x4", 1.0),
    ("4x3", 1.0),
    ("4x4", 1.0),
    ("4x5", 5.0),
    ("5x4", 5.0),
    ("5x5", 5.0),
    ("6x6", 30.0),
    ("6x7", f64::NAN),
    ("7x6", f64::NAN),
];

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let (mut words, mut runs, mut limit) = ("/usr/share/dict/american-english".to_owned(), 5, 60);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{arg} needs a number"));
        match arg.as_str() {
            "--words" => words = value,
            "--runs" => runs = number()?,
            "--limit" => limit = number()?,
            _ => return Err(format!("there is no option {arg}")),
        }
    }
    first_grids(&words, runs, limit)?;
    all_grids(Duration::from_secs(limit))
}

fn first_grids(words: &str, runs: u64, limit: u64) -> Result<(), String> {
    println!("first grid over {words}, whole process, {runs} seeds\n");
    println!("| size | median, s | slowest, s | to be reached, s |\n|---|---|---|---|");
    for (size, reach) in SIZES {
        let mut times = Vec::new();
        let mut failed = 0;
        for seed in 1..=runs {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
            command.args(["solve", "--as", "digram", "--size", size, "--words", words, "--quiet"]);
            command.args(["--time-limit", &format!("{limit}s"), "--seed", &seed.to_string()]);
            let started = Instant::now();
            let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
            failed += u64::from(!status.map_err(|error| error.to_string())?.success());
            times.push(started.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        let failed = if failed == 0 { String::new() } else { format!(" ({failed} without a grid)") };
        let reach = if reach.is_nan() { "-".to_owned() } else { format!("{reach}") };
        println!("| {size} | {median:.3}{failed} | {slowest:.3} | {reach} |");
    }
    Ok(())
}

fn all_grids(limit: Duration) -> Result<(), String> {
    let english =
        read(cwsat::wordlist::ENGLISH_TEXT.as_bytes(), "English").map_err(|error| error.to_string())?.list;
    println!(
        "\nall grids over random English words of 4 to 10 letters, one thread, at most {limit:?} each\n"
    );
    println!("| words | size | grids | walk, s | formula, s |\n|---|---|---|---|---|");
    for (words, size) in
        [(100, "3x3"), (300, "3x3"), (300, "4x4"), (600, "4x4"), (400, "5x5"), (800, "5x5"), (800, "6x6")]
    {
        let list = Arc::new(some_of(&english, words));
        let mut row = Vec::new();
        let mut grids = "?".to_owned();
        for formula in [false, true] {
            let engines = Engines { quick: false, rows: false, enumerate: !formula, formula };
            let size = size.parse().map_err(|error| format!("{size}: {error}"))?;
            let job = Job { size, list: Arc::clone(&list), wanted: None };
            let options = Options { engines, ..Options::default() };
            let started = Instant::now();
            let answer = solve(&job, &options, &Budget::unlimited().within(limit), &|_| {});
            let time = started.elapsed().as_secs_f64();
            let (count, complete) = match answer {
                Ok(answer) => (answer.grids.len(), answer.ending == Ending::All),
                Err(NoAnswer::Stopped(_)) => (0, false),
                Err(_) => (0, true),
            };
            if complete {
                grids = count.to_string();
            }
            row.push(if complete { format!("{time:.2}") } else { format!("> {time:.0} ({count} found)") });
        }
        println!("| {words} | {size} | {grids} | {} |", row.join(" | "));
    }
    Ok(())
}

/// Returns this many random words of 4 to 10 letters.
fn some_of(list: &WordList, count: usize) -> WordList {
    let mut words: Vec<String> =
        list.ids().filter(|id| (4..=10).contains(&id.len)).map(|id| spell(list.word(id))).collect();
    fastrand::Rng::with_seed(1).shuffle(&mut words);
    let text = words[..count].join("\n");
    read(text.as_bytes(), "some").map(|read| read.list).unwrap_or_default()
}
