//! Back end x encoding x instance, beside third-party solvers: this table decides which solver and which encoding are
//! the defaults.
//!
//!     cargo bench --bench solvers -- [--runs N] [--time-limit SECONDS] [--words LIST] [INSTANCE…]
//!
//! Each instance is written by `cwsat encode` and read by every solver as a process of its own, alternately: ours as
//! `cwsat sat FILE --solver NAME` (so all of them pay for reading the file), the others (`cadical`, `kissat`,
//! `minisat`, `cryptominisat5`) if they are on the PATH. A cell is the median of user CPU seconds over the runs, each
//! with another seed, and in brackets the slowest; `-` is a solver that does not end within the limit. Different
//! verdicts end the benchmark with an error. Encodings are those of `cwsat encode --encoding`; where a rating is asked
//! for, those of `--cardinality` and, in small grids, `--sums`.

#[path = "common/ending.rs"]
mod ending;
#[path = "common/open.rs"]
mod open;

use ending::ending;
use open::{open, positive};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// An instance: its name, the grid (`laid_out` is a layout that is made first, `empty` an empty grid of 6x6), and the
/// arguments of `encode`.
struct Instance {
    name: &'static str,
    grid: &'static str,
    options: &'static [&'static str],
    /// The flags that choose an encoding: the name in the table, and the arguments.
    ways: &'static [(&'static str, &'static [&'static str])],
}

const LAID_OUT: &str = "laid_out";
const EMPTY: &str = "empty";

const ONE_WAY: &[(&str, &[&str])] = &[("direct", &[])];
const OF_WORDS: &[(&str, &[&str])] =
    &[("direct", &["--encoding", "direct"]), ("mdd", &["--encoding", "mdd"])];
const OF_COUNTS: &[(&str, &[&str])] = &[
    ("totalizer", &["--cardinality", "totalizer"]),
    ("sequential", &["--cardinality", "sequential"]),
    ("network", &["--cardinality", "network"]),
];
const OF_SUMS: &[(&str, &[&str])] = &[
    ("totalizer, both", &["--cardinality", "totalizer"]),
    ("totalizer, adder", &["--cardinality", "totalizer", "--sums", "adder"]),
    ("sequential, both", &["--cardinality", "sequential"]),
    ("sequential, adder", &["--cardinality", "sequential", "--sums", "adder"]),
    ("network, both", &["--cardinality", "network"]),
    ("network, adder", &["--cardinality", "network", "--sums", "adder"]),
];

const INSTANCES: [Instance; 7] = [
    Instance { name: "layout_15x15", grid: "15x15_1", options: &["--stage", "layout"], ways: ONE_WAY },
    Instance {
        name: "layout_15x15_99",
        grid: "15x15_1",
        options: &["--stage", "layout", "--at-least", "99"],
        ways: OF_COUNTS,
    },
    // The best layouts of this grid rate between these two.
    Instance {
        name: "layout_6x6_86",
        grid: EMPTY,
        options: &["--stage", "layout", "--at-least", "86"],
        ways: OF_SUMS,
    },
    Instance {
        name: "layout_6x6_86.5",
        grid: EMPTY,
        options: &["--stage", "layout", "--at-least", "86.5"],
        ways: OF_SUMS,
    },
    Instance { name: "fill_15x15", grid: LAID_OUT, options: &["--stage", "fill"], ways: OF_WORDS },
    Instance {
        name: "fill_15x15_unsat",
        grid: LAID_OUT,
        options: &["--stage", "fill", "--at-most-words", "300"],
        ways: OF_WORDS,
    },
    Instance {
        name: "joint_10x10_L",
        grid: "10x10_L",
        options: &["--stage", "joint", "--at-most-words", "200"],
        ways: OF_WORDS,
    },
];

/// A solver as a command, in which `{cnf}` and `{seed}` are replaced.
struct Solver {
    name: &'static str,
    command: &'static [&'static str],
}

const OURS: &str = env!("CARGO_BIN_EXE_cwsat");

const SOLVERS: &[Solver] = &[
    #[cfg(feature = "cadical")]
    Solver {
        name: "cadical, embedded",
        command: &[OURS, "sat", "{cnf}", "--solver", "cadical", "--seed", "{seed}"],
    },
    Solver {
        name: "varisat, embedded",
        command: &[OURS, "sat", "{cnf}", "--solver", "varisat", "--seed", "{seed}"],
    },
    #[cfg(feature = "cadical")]
    Solver {
        name: "portfolio of both",
        command: &[OURS, "sat", "{cnf}", "--portfolio", "cadical,varisat", "--seed", "{seed}"],
    },
    Solver { name: "cadical", command: &["cadical", "-q", "--seed={seed}", "{cnf}"] },
    Solver { name: "kissat", command: &["kissat", "-q", "--seed={seed}", "{cnf}"] },
    Solver { name: "minisat", command: &["minisat", "-verb=0", "-rnd-seed={seed}", "{cnf}"] },
    Solver {
        name: "cryptominisat5",
        command: &["cryptominisat5", "--verb", "0", "--random", "{seed}", "{cnf}"],
    },
];

struct Settings {
    runs: u64,
    limit: Duration,
    words: Option<String>,
    only: Vec<String>,
}

fn main() -> ExitCode {
    ending(settings().and_then(|settings| bench(&settings)))
}

fn settings() -> Result<Settings, String> {
    let mut settings = Settings { runs: 3, limit: Duration::from_secs(60), words: None, only: Vec::new() };
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--runs" => settings.runs = positive(&arg, args.next())?,
            "--time-limit" => settings.limit = Duration::from_secs(positive(&arg, args.next())?),
            "--words" => settings.words = args.next(),
            name if INSTANCES.iter().any(|instance| instance.name == name) => settings.only.push(arg),
            other => return Err(format!("there is no instance {other}")),
        }
    }
    Ok(settings)
}

fn bench(settings: &Settings) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let solvers: Vec<&Solver> = SOLVERS.iter().filter(|solver| is_there(solver.command[0])).collect();
    let names: Vec<&str> = solvers.iter().map(|solver| solver.name).collect();
    println!("| instance | encoding | variables | clauses | verdict | {} |", names.join(" | "));
    println!("|---|---|---|---|---|{}", "---|".repeat(names.len()));
    let mut laid_out: Option<PathBuf> = None;
    for instance in
        INSTANCES.iter().filter(|i| settings.only.is_empty() || settings.only.iter().any(|o| o == i.name))
    {
        let grid = match instance.grid {
            LAID_OUT => match &laid_out {
                Some(path) => path.clone(),
                None => laid_out.insert(lay_out(folder.path(), settings)?).clone(),
            },
            EMPTY => open((6, 6), folder.path())?,
            name => test_case(name),
        };
        for (way, flags) in instance.ways {
            let formula = folder.path().join("f.cnf");
            let mut encode = cwsat(&["encode"], settings);
            encode.arg(&grid).args(instance.options).arg("-o").arg(&formula).args(*flags);
            if encode.output().is_ok_and(|output| !output.status.success()) {
                continue; // not every stage has every encoding
            }
            let row = row(&formula, &solvers, settings)?;
            println!("| {} | {way} | {row} |", instance.name);
        }
    }
    Ok(())
}

/// Runs all solvers on one formula; returns its size, the verdict, and the times.
fn row(formula: &Path, solvers: &[&Solver], settings: &Settings) -> Result<String, String> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); solvers.len()];
    let mut verdict: Option<(bool, &str)> = None;
    for seed in 1..=settings.runs {
        for (solver, times) in solvers.iter().zip(&mut times) {
            // A solver that was too slow once is not run again.
            if times.iter().any(|time: &f64| time.is_infinite()) {
                continue;
            }
            let (time, said) = run(solver, formula, seed, settings.limit)?;
            times.push(time);
            match (said, verdict) {
                (Some(said), Some((before, who))) if said != before => {
                    return Err(format!("{} and {who} do not agree on {}", solver.name, formula.display()));
                }
                (Some(said), None) => verdict = Some((said, solver.name)),
                _ => {}
            }
        }
    }
    let verdict = match verdict {
        Some((true, _)) => "SAT",
        Some((false, _)) => "UNSAT",
        None => "?",
    };
    let text = fs::read_to_string(formula).map_err(|e| e.to_string())?;
    let header = text.lines().find_map(|line| line.strip_prefix("p cnf ")).unwrap_or_default();
    let sizes = header.replace(' ', " | ");
    let cells: Vec<String> = times.iter_mut().map(|times| cell(times)).collect();
    Ok(format!("{sizes} | {verdict} | {}", cells.join(" | ")))
}

fn cell(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    match times {
        [] => "-".to_owned(),
        [.., slowest] if slowest.is_infinite() => "-".to_owned(),
        [.., slowest] => {
            let slowest = *slowest;
            format!("{:.2} ({slowest:.2})", times[times.len() / 2])
        }
    }
}

/// Returns the user CPU seconds of one run, infinite if it took too long, and whether there is a model.
fn run(solver: &Solver, formula: &Path, seed: u64, limit: Duration) -> Result<(f64, Option<bool>), String> {
    let formula = formula.to_string_lossy();
    let words =
        solver.command.iter().map(|w| w.replace("{cnf}", &formula).replace("{seed}", &seed.to_string()));
    let words: Vec<String> = words.collect();
    let output = tempfile::NamedTempFile::new().map_err(|e| e.to_string())?;
    let stdout = output.reopen().map_err(|e| e.to_string())?;
    let before = children_seconds();
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("{}: {e}", solver.name))?;
    let started = Instant::now();
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        if started.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Ok((f64::INFINITY, None));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let text = fs::read_to_string(output.path()).map_err(|e| e.to_string())?;
    // MiniSat omits the `s`.
    let said = |word: &str| text.lines().any(|line| line.trim_start_matches("s ") == word);
    match (said("SATISFIABLE"), said("UNSATISFIABLE")) {
        (true, false) => Ok((children_seconds() - before, Some(true))),
        (false, true) => Ok((children_seconds() - before, Some(false))),
        _ => Err(format!("{} gave no answer", solver.name)),
    }
}

/// Returns the user CPU seconds of all child processes that have ended (needs Linux).
fn children_seconds() -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().nth(13).and_then(|ticks| ticks.parse::<f64>().ok());
    ticks.unwrap_or(f64::NAN) / TICKS_A_SECOND
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Path::new(program).is_file() || std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn test_case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases").join(name).with_extension("cwg")
}

fn cwsat(args: &[&str], settings: &Settings) -> Command {
    let mut command = Command::new(OURS);
    command.args(args).args(settings.words.iter().flat_map(|words| ["--words", words.as_str()]));
    command
}

/// Returns the layout of a solved 15x15 grid, without its letters.
fn lay_out(folder: &Path, settings: &Settings) -> Result<PathBuf, String> {
    use cwsat::encodings::arrowword::{cwg, puzzle::Field};
    let path = folder.join(LAID_OUT).with_extension("cwg");
    let mut solve = cwsat(&["solve", "--threads", "1", "--quiet", "--solver", "varisat", "-o"], settings);
    let ended = solve.arg(&path).arg(test_case("15x15_1")).status().map_err(|e| e.to_string())?;
    if !ended.success() {
        return Err("no layout was found".to_owned());
    }
    let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let mut puzzle = cwg::read(&text).map_err(|e| e.to_string())?.puzzle;
    puzzle.fields = puzzle.fields.map(|_, &field| if field.is_solution() { Field::Open } else { field });
    fs::write(&path, cwg::write(&puzzle)).map_err(|e| e.to_string())?;
    Ok(path)
}
