//! The program that is measured: makes puzzles in a process, and judges each in another one.

use super::Settings;
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cwsat");

/// The exit code of a search whose time was too short.
const STOPPED: i32 = 3;

/// Puzzles that were made by one process.
pub struct Made {
    /// The summary of each.
    pub summaries: Vec<Value>,
    /// How many points each lacks of the ceiling of its grid, as `cwsat check` says.
    pub below: Vec<f64>,
    /// Seconds from the start of the process to its end.
    pub whole: f64,
    /// The `.cwg` files, which are gone when this is dropped.
    pub files: Vec<PathBuf>,
    /// The documents, with clues, which are gone then, too.
    pub documents: Vec<PathBuf>,
    _folder: TempDir,
}

/// Makes `count` arrowwords of this size from the embedded list, and checks them. `None` if the time was too short for one.
///
/// `wishes` are the flags of `cwsat make`, and `checks` those of `cwsat check` that judge them. An error is any other end of the
/// programs.
pub fn make<S: AsRef<OsStr>>(
    settings: &Settings,
    size: &str,
    (seed, count): (u64, u64),
    time_limit: Option<u64>,
    wishes: &[S],
    checks: &[S],
) -> Result<Option<Made>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut command = Command::new(PROGRAM);
    command.args(["make", "arrowword", size, "--json", "--quiet"]).args(&settings.passed_on);
    command.args(["--seed", &seed.to_string(), "--count", &count.to_string()]).args(wishes);
    command.arg("-o").arg(folder.path().join("{}.cwg")).arg("-o").arg(folder.path().join("{}.json"));
    if let Some(limit) = settings.time_limit.or(time_limit) {
        command.args(["--time-limit", &limit.to_string()]);
    }
    let started = Instant::now();
    let output = command.output().map_err(|e| e.to_string())?;
    let whole = started.elapsed().as_secs_f64();
    if output.status.code() == Some(STOPPED) {
        return Ok(None);
    }
    if !output.status.success() {
        return Err(format!("{size}, seed {seed}: {}", said(&output)));
    }
    let summaries = objects(&output)?;
    // `cwsat make` writes all numbers with as many digits as the last one.
    let digits = count.to_string().len();
    let of = |ending: &str| -> Vec<PathBuf> {
        (1..=count).map(|n| folder.path().join(format!("{n:0digits$}.{ending}"))).collect()
    };
    let (files, documents) = (of("cwg"), of("json"));
    let mut below = Vec::new();
    for file in &files {
        let verdict = check(file, checks)?;
        if verdict["valid"] != true {
            return Err(format!("{size}, seed {seed}: {}", verdict["violations"]));
        }
        below.push(number(&verdict["ceiling"], "score")? - number(&verdict, "score")?);
    }
    Ok(Some(Made { summaries, below, whole, files, documents, _folder: folder }))
}

/// What a search in a given grid came to.
pub struct Solved {
    /// The summary; `None` if there is no puzzle.
    pub summary: Option<Value>,
    /// Whether that is only because the time was too short.
    pub is_stopped: bool,
    /// Seconds from the start of the process to its end.
    pub whole: f64,
}

/// Solves a grid with these flags, with words of the embedded list. An error is any end but an answer, a refusal, or that the
/// time was too short.
pub fn solve(
    settings: &Settings,
    file: &Path,
    seed: u64,
    time_limit: Option<u64>,
    flags: &[&str],
) -> Result<Solved, String> {
    let mut command = Command::new(PROGRAM);
    command.arg("solve").arg(file).args(["--json", "--quiet", "--seed", &seed.to_string()]).args(flags);
    if !flags.contains(&"--threads") {
        command.args(&settings.passed_on);
    }
    if let Some(limit) = settings.time_limit.or(time_limit) {
        command.args(["--time-limit", &limit.to_string()]);
    }
    let started = Instant::now();
    let output = command.output().map_err(|e| e.to_string())?;
    let whole = started.elapsed().as_secs_f64();
    match output.status.code() {
        Some(0) => Ok(Solved { summary: objects(&output)?.pop(), is_stopped: false, whole }),
        Some(1) => Ok(Solved { summary: None, is_stopped: false, whole }),
        Some(STOPPED) => Ok(Solved { summary: None, is_stopped: true, whole }),
        _ => Err(format!("{}: {}", file.display(), said(&output))),
    }
}

/// Returns the verdict of `cwsat check` on a puzzle from the embedded list.
pub fn check<S: AsRef<OsStr>>(file: &Path, checks: &[S]) -> Result<Value, String> {
    let mut command = Command::new(PROGRAM);
    command.args(["check", "--json", "--words", "embedded"]).args(checks).arg(file);
    let output = command.output().map_err(|e| e.to_string())?;
    objects(&output)?.pop().ok_or_else(|| said(&output))
}

/// Returns what `cwsat words --used` says of puzzles: each word, and how many of them have it.
pub fn used(files: &[PathBuf]) -> Result<Vec<(String, u64)>, String> {
    let mut command = Command::new(PROGRAM);
    command.args(["words", "--json", "--used"]).args(files);
    let output = command.output().map_err(|e| e.to_string())?;
    let said = objects(&output)?.pop().ok_or_else(|| said(&output))?;
    let words = said["used"].as_array().ok_or("no words are used")?;
    let word = |word: &Value| Some((word["word"].as_str()?.to_owned(), word["puzzles"].as_u64()?));
    words.iter().map(word).collect::<Option<_>>().ok_or("a word is not described".to_owned())
}

/// Reads the JSON objects on standard output, one after the other.
fn objects(output: &Output) -> Result<Vec<Value>, String> {
    let objects = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    objects.collect::<Result<_, _>>().map_err(|e| format!("{e}: {}", said(output)))
}

fn said(output: &Output) -> String {
    format!("{}, {}", output.status, String::from_utf8_lossy(&output.stderr).trim())
}

/// Returns a number of a JSON object.
pub fn number(object: &Value, key: &str) -> Result<f64, String> {
    object[key].as_f64().ok_or(format!("the JSON has no {key}"))
}
