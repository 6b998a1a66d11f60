//! `cwsat solve`: from grids to finished puzzles.
//!
//! What can go wrong is found before the search starts: a grid that cannot be read, a word list, a place
//! where the answer cannot be written. After that the command is anytime: a time limit or the first Ctrl-C
//! ends the search, and what is best so far is written, whole or not at all.

use super::files::{self, Output};
use super::progress::Meter;
use super::{Exit, Failure, complain, wordlists};
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::spec::{Mode, Spec};
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::lexicon::WordList;
use cwsat::search::arrowword::{Answer, Ending, Job, NoAnswer, Options, Road, solve};
use cwsat::solver::{BackEnd, Budget};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Make finished puzzles of empty or partly given grids
///
/// A grid without any `?` is free: the program decides which fields hold questions. A grid with `?` is taken
/// as the whole layout, unless --extend lets it add more. Ctrl-C ends the search and writes the best puzzle
/// so far; a second Ctrl-C ends the program at once.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The grids to solve, `.cwg` files.
    #[arg(required = true, value_name = "GRID")]
    grids: Vec<PathBuf>,
    /// Where to write: a file for one grid, a folder for several (each under its own name). Without it the
    /// puzzle is printed.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list.
    #[arg(short, long, value_name = "LIST")]
    words: Vec<PathBuf>,
    /// Another seed gives another puzzle. The grid's file name counts as well, so that equal grids of
    /// different names get different puzzles.
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// The longest time for each grid, as in `90`, `60s`, `5m` or `1h`. Without it, until the rating cannot
    /// get better or does not.
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,
    /// How many threads search at the same time. With one, the same seed gives the same puzzle.
    #[arg(long, value_name = "N", default_value_t = default_threads(), value_parser = parse_threads)]
    threads: NonZeroUsize,
    /// Who solves the layout's formula: cadical (where it is built in) or varisat.
    #[arg(long, value_name = "NAME", default_value = BackEnd::default().name())]
    solver: BackEnd,
    /// How layouts are made: by annealing, by windows of the formula, or both ways in a race.
    #[arg(long, value_name = "ROAD", value_enum, default_value = "both")]
    layout: Roads,
    /// In a grid that has question fields, the program may add more.
    #[arg(long)]
    extend: bool,
    /// No progress and no summary on standard error.
    #[arg(short, long)]
    quiet: bool,
    /// A summary of each answer as JSON, one line a grid, on standard output.
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Examples:
  cwsat solve test_cases/15x15_1.cwg
  cwsat solve test_cases/island_1.cwg test_cases/island_2.cwg -o solved/ --time-limit 60s
  cwsat solve my.cwg --words words.txt --seed 7 -o my_solved.cwg

Exit codes:
  0  every puzzle is finished
  1  a grid has no solution
  2  a grid, a word list or the place to write to cannot be used
  3  stopped before there was a complete puzzle";

/// The choices of `--layout`.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Roads {
    /// Both, if there are two threads.
    Both,
    /// Simulated annealing of the pattern of question fields.
    Annealing,
    /// The layout's formula and windows of it.
    Formula,
}

/// Reads a number of threads that a machine can be asked for.
fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 256;
    let number: NonZeroUsize = text.parse().map_err(|_| format!("a number from 1 to {MOST} is expected"))?;
    if number.get() <= MOST { Ok(number) } else { Err(format!("{MOST} threads are the most")) }
}

fn default_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Reads `90`, `1.5`, `60s`, `500ms`, `5m` or `1h`.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("`{other}` is no unit of time; use ms, s, m or h, as in `60s`")),
    };
    let number: f64 =
        number.parse().map_err(|_| "a time is a number and a unit, as in `60s` or `5m`".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

/// A grid that was read and can be solved.
struct Task {
    path: PathBuf,
    given: Puzzle,
    mode: Mode,
    output: Option<Output>,
    seed: u64,
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let words = wordlists::resolve(&self.words)?;
        if !self.quiet {
            words.notes().for_each(|note| complain("note", anstyle::AnsiColor::Cyan, &note));
        }
        let tasks = self.tasks(&words.list)?;
        let stop = stop_on_interrupt()?;
        let mut exit = Exit::Ok;
        for task in &tasks {
            let budget = Budget::unlimited().with_flag(Arc::clone(&stop));
            let budget = match self.time_limit {
                Some(limit) => budget.within(limit),
                None => budget,
            };
            let job = Job { given: &task.given, free_layout: task.mode != Mode::Given, list: &words.list };
            let options = Options {
                seed: task.seed,
                threads: self.threads.get(),
                back_end: self.solver,
                road: match self.layout {
                    Roads::Both => None,
                    Roads::Annealing => Some(Road::Annealing),
                    Roads::Formula => Some(Road::Formula),
                },
            };
            let meter = Meter::new(&task.path, self.quiet);
            let answer = solve(job, &options, &budget, &|progress| meter.show(progress));
            meter.finish();
            match answer {
                Ok(answer) => self.deliver(task, &answer, &words.list)?,
                Err(reason) => {
                    let ended = match reason {
                        NoAnswer::Stopped | NoAnswer::GaveUp(_) => Exit::Stopped,
                        NoAnswer::NoLayout | NoAnswer::NoFill(_) | NoAnswer::NoFillAnywhere => Exit::Broken,
                    };
                    exit = exit.max(ended);
                    Failure::Unsolved { path: task.path.clone(), reason }.report();
                }
            }
        }
        Ok(exit)
    }

    /// Everything that can be refused before the search starts.
    fn tasks(&self, list: &WordList) -> Result<Vec<Task>, Failure> {
        let mut tasks = Vec::new();
        for path in &self.grids {
            let given = files::read_puzzle(path)?;
            let failed = |source| Failure::Spec { path: path.clone(), source };
            let spec = Spec::new(given.clone(), self.extend).map_err(failed)?;
            spec.check_words(list).map_err(failed)?;
            tasks.push(Task {
                path: path.clone(),
                given,
                mode: spec.mode,
                output: None,
                seed: seed_for(self.seed, path),
            });
        }
        // Last, because it makes the folder.
        if let Some(output) = &self.output {
            for (task, output) in tasks.iter_mut().zip(files::outputs(output, &self.grids)?) {
                task.output = Some(output);
            }
        }
        Ok(tasks)
    }

    /// Checks an answer by the rules, which know no encoding, and writes it.
    fn deliver(&self, task: &Task, answer: &Answer, list: &WordList) -> Result<(), Failure> {
        let mut broken = rules::check(&answer.puzzle, Some(list));
        broken.extend(rules::check_against(&answer.puzzle, &task.given));
        let broken = broken.iter().map(ToString::to_string);
        let unfilled = rules::unfilled(&answer.puzzle).into_iter().map(|pos| format!("{pos} is not filled"));
        if let Some(broken) = broken.chain(unfilled).next() {
            return Err(Failure::Bug { path: task.path.clone(), broken });
        }
        let text = cwg::write(&answer.puzzle);
        if let Some(output) = &task.output {
            output.write(&text)?;
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", summary_json(task, answer, &text, self.seed))?;
        } else if task.output.is_none() {
            out.write_all(text.as_bytes())?;
        }
        out.flush()?;
        complain_unless(self.quiet, &summary(task, answer));
        Ok(())
    }
}

/// Tells the user, unless it is to be quiet.
fn complain_unless(quiet: bool, message: &str) {
    if !quiet {
        let _ = writeln!(std::io::stderr().lock(), "{message}");
    }
}

fn summary(task: &Task, answer: &Answer) -> String {
    let layout = match task.mode {
        Mode::Free => "free layout",
        Mode::Given => "given layout",
        Mode::Extend => "extended layout",
    };
    let ending = match answer.ending {
        Ending::Ceiling => "no layout of this grid can rate higher".to_owned(),
        Ending::Filled => "the layout was given, its rating is fixed".to_owned(),
        Ending::Settled => format!("nothing better was found; the ceiling is {:.3}", answer.ceiling),
        Ending::Stopped => format!("stopped; the ceiling is {:.3}", answer.ceiling),
    };
    let output =
        task.output.as_ref().map(|output| format!(" -> {}", output.path().display())).unwrap_or_default();
    format!(
        "{}: {layout}, rating {:.3}: {ending}. {} words of mean score {:.1}. First complete puzzle after {:.1} s, this rating after {:.1} s, done after {:.1} s{output}",
        task.path.display(),
        answer.score,
        answer.puzzle.questions.len(),
        answer.word_score,
        answer.first_after.as_secs_f64(),
        answer.found_after.as_secs_f64(),
        answer.done_after.as_secs_f64(),
    )
}

fn summary_json(task: &Task, answer: &Answer, text: &str, seed: u64) -> serde_json::Value {
    let ending = match answer.ending {
        Ending::Ceiling => "ceiling",
        Ending::Filled => "filled",
        Ending::Settled => "settled",
        Ending::Stopped => "stopped",
    };
    serde_json::json!({
        "grid": task.path.display().to_string(),
        "output": task.output.as_ref().map(|o| o.path().display().to_string()),
        "score": answer.score,
        "ceiling": answer.ceiling,
        "ending": ending,
        "words": answer.puzzle.questions.len(),
        "word_score": answer.word_score,
        "first_after_seconds": answer.first_after.as_secs_f64(),
        "found_after_seconds": answer.found_after.as_secs_f64(),
        "done_after_seconds": answer.done_after.as_secs_f64(),
        "seed": seed,
        "peak_kib": peak_kib(),
        "cwg": text,
    })
}

/// The most memory the process has held so far, in KiB, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The seed of a grid: the given one and the file's name, mixed.
fn seed_for(seed: u64, path: &Path) -> u64 {
    // FNV-1a: stable over platforms and versions, unlike the standard hasher.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.bytes().fold(seed ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// A flag that the first Ctrl-C (or a request to terminate) raises; a later one ends the program.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    /// Two signals so close together are one request: `timeout` sends its own to the process and to its group.
    const ONE_REQUEST: Duration = Duration::from_secs(1);
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        let since = first.get_or_insert_with(Instant::now).elapsed();
        if !raised.swap(true, Ordering::Relaxed) {
            eprintln!("\nstopping: the best puzzle so far will be written; Ctrl-C once more ends at once");
        } else if since > ONE_REQUEST {
            std::process::exit(130);
        }
    })
    .map_err(Failure::Interrupt)?;
    Ok(flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_unit() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert!(parse_duration("5 weeks").is_err_and(|e| e.contains("weeks")));
        assert!(
            parse_duration("-3s").is_err() && parse_duration("").is_err() && parse_duration("1e999").is_err()
        );
    }

    #[test]
    fn equal_grids_of_different_names_get_different_seeds() {
        assert_ne!(seed_for(0, Path::new("15x15_1.cwg")), seed_for(0, Path::new("15x15_2.cwg")));
        assert_eq!(seed_for(0, Path::new("a/15x15_1.cwg")), seed_for(0, Path::new("b/15x15_1.cwg")));
    }
}
