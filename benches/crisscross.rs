//! Criss-crosses, whole process: `cwsat solve` on lists of words, beside genxword if it is installed.
//!
//!     cargo bench --bench crisscross -- [--lists FILE.json] [--seeds N]
//!
//! FILE.json maps names to lists of words; those named 12, 20 and 50 are laid on 15x15, 20x20 and 25x25 within 10, 20
//! and 60 seconds. Without it, the lists of `test_cases/crisscross` are laid on 15x15 within 10 seconds. Each answer is
//! judged by `cwsat check` in a process of its own. genxword (PyPI; measured with 2.2.0) is run through its `Crossword`
//! class by the Python that GENXWORD_PYTHON names, for the same time on the same board; without it only our own figures
//! are printed. Rows show words/crossings of each seed and the seconds until the best layout.

#[path = "common/ending.rs"]
mod ending;

use ending::ending;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// genxword ends with the first layout that has all words. So it is restarted until the time is up, with its words in
/// random order and the longest first, as it does itself, and the layout with the most words counts, among these the
/// one with the most crossings. It runs without its drawing libraries.
const GENXWORD: &str = r#"
import random, sys, time
from unittest.mock import MagicMock
sys.modules.update({name: MagicMock() for name in ('gi', 'gi.repository', 'cairo')})
from genxword.calculate import Crossword
rows, cols, seconds, words = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]
end, best = time.time() + seconds, (0, 0)
while time.time() < end:
    random.shuffle(words)
    words.sort(key=len, reverse=True)
    crossword = Crossword(rows, cols, '-', [[word, ''] for word in words])
    crossword.compute_crossword(max(0.01, end - time.time()))
    laid = crossword.best_wordlist
    letters = sum(cell != '-' for row in crossword.best_grid for cell in row)
    best = max(best, (len(laid), sum(len(word[0]) for word in laid) - letters))
print('%d/%d' % best)
"#;

struct Case {
    name: String,
    words: Vec<String>,
    side: usize,
    seconds: u64,
}

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let (mut lists, mut seeds) = (None, 3);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--lists" => lists = args.next().map(PathBuf::from),
            "--seeds" => seeds = args.next().and_then(|n| n.parse().ok()).ok_or("--seeds needs a number")?,
            other => {
                return Err(format!("{other} is not an option; there are --lists FILE.json and --seeds N"));
            }
        }
    }
    let cases = match lists {
        Some(path) => cases_of(&path)?,
        None => own_cases()?,
    };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let python = std::env::var("GENXWORD_PYTHON").ok();
    println!("| list | board | time, s | cwsat | best layout after, s | process, s | genxword |");
    println!("|---|---|---|---|---|---|---|");
    for case in &cases {
        let list = folder.path().join(&case.name).with_extension("txt");
        write(&list, &case.words.join("\n"))?;
        let (mut values, mut found, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        let mut theirs = Vec::new();
        for seed in 1..=seeds {
            let started = Instant::now();
            let json = solve(case, &list, seed)?;
            whole.push(format!("{:.1}", started.elapsed().as_secs_f64()));
            let words = json["words"].as_array().map_or(0, Vec::len);
            values.push(format!("{words}/{}", json["crossings"]));
            found.push(format!("{:.1}", json["found_after_seconds"].as_f64().unwrap_or(f64::NAN)));
            check(&json, &list, folder.path())?;
            if let Some(python) = &python {
                let mut command = Command::new(python);
                let side = case.side.to_string();
                command.args(["-c", GENXWORD, &side, &side, &case.seconds.to_string()]).args(&case.words);
                theirs.push(output(&mut command)?.trim().to_owned());
            }
        }
        let theirs = if theirs.is_empty() { "not installed".to_owned() } else { theirs.join(", ") };
        println!(
            "| {} | {2}x{2} | {1} | {3} | {4} | {5} | {theirs} |",
            case.name,
            case.seconds,
            case.side,
            values.join(", "),
            found.join(", "),
            whole.join(", ")
        );
    }
    Ok(())
}

/// Returns the lists of a JSON file that are named after numbers of words.
fn cases_of(path: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lists: std::collections::BTreeMap<String, Vec<String>> =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let case = |(name, side, seconds): (&str, usize, u64)| {
        let words = lists.get(name).ok_or_else(|| format!("{}: no list {name}", path.display()))?;
        Ok(Case { name: name.to_owned(), words: words.clone(), side, seconds })
    };
    [("12", 15, 10), ("20", 20, 20), ("50", 25, 60)].into_iter().map(case).collect()
}

fn own_cases() -> Result<Vec<Case>, String> {
    let case = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("test_cases/crisscross")
            .join(name)
            .with_extension("txt");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let word = |line: &str| line.split(['\t', '|', ' ']).next().unwrap_or_default().to_lowercase();
        let words = text.lines().filter(|line| !line.starts_with('#')).map(word).collect();
        Ok(Case { name: name.to_owned(), words, side: 15, seconds: 10 })
    };
    ["flowers", "trees"].into_iter().map(case).collect()
}

fn solve(case: &Case, list: &Path, seed: u64) -> Result<serde_json::Value, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.args(["solve", "--as", "crisscross", "--json", "--quiet", "--threads", "2"]).arg(list);
    command.args(["--size", &case.side.to_string(), "--seed", &seed.to_string()]);
    command.args(["--time-limit", &format!("{}s", case.seconds)]);
    serde_json::from_str(&output(&mut command)?).map_err(|error| error.to_string())
}

/// Returns an error if the checker finds anything wrong.
fn check(json: &serde_json::Value, list: &Path, folder: &Path) -> Result<(), String> {
    let path = folder.join("layout.txt");
    write(&path, json["layout"].as_str().unwrap_or_default())?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.args(["check", "--as", "crisscross"]).arg(&path).arg("--words").arg(list);
    output(&mut command).map(drop)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the output of a process; exit code 3 (some words are left out) is an answer, too.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !matches!(output.status.code(), Some(0 | 3)) {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{command:?} ended with {}: {message}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
