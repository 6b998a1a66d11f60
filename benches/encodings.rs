//! Compares the ways to tie cells to words: encoding x back end x instance, as a Markdown table.
//!
//!     cargo bench --bench encodings -- [--runs N] [--limit SECONDS] [--words FILE] [--only PART] [--sizes]
//!
//! Each run is a process of its own (this program calls itself), so that a back end without interrupts can be ended,
//! too. Times are user CPU seconds, medians over the seeds, the slowest in brackets; `> LIMIT` is a run that did not
//! end. `--words` is a second list beside the embedded one, by default the system's `american-english`. Templates are
//! read from `$CWSAT_SHARED/templates` (default `../shared`) and left out with a message if they are not there.
//! `--only` keeps the instances with PART in their names, `--sizes` solves nothing.

use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::joint::pick_words;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, Slot, SlotProblem, WordList, read_list};
use cwsat::search::arrowword::{Job, Options, solve};
use cwsat::search::fill::{FillOptions, FillOutcome, fill};
use cwsat::solver::words::WordIndex;
use cwsat::solver::{BackEnd, Budget, SatAnswer, load};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SYSTEM_LIST: &str = "/usr/share/dict/american-english";

/// A layout and the word list for it.
struct Instance {
    name: String,
    problem: SlotProblem,
    list: Arc<WordList>,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let value = |name: &str| {
        args.iter().position(|arg| arg == name).and_then(|i| args.get(i + 1)).map(String::as_str)
    };
    let instances = instances(Path::new(value("--words").unwrap_or(SYSTEM_LIST)));
    if let Some(run) = value("--run") {
        return one_run(&instances, run);
    }
    let runs = value("--runs").and_then(|n| n.parse().ok()).unwrap_or(3);
    let limit = Duration::from_secs(value("--limit").and_then(|n| n.parse().ok()).unwrap_or(60));
    let only = value("--only").unwrap_or("");
    let wanted = |instance: &&(usize, Instance)| instance.1.name.contains(only);
    let instances: Vec<(usize, Instance)> = instances.into_iter().enumerate().collect();
    println!("| instance | slots | encoding | variables | clauses | literals | to encode, s |");
    println!("|---|---|---|---|---|---|---|");
    for (_, instance) in instances.iter().filter(wanted) {
        sizes(instance);
    }
    if args.iter().any(|arg| arg == "--sizes") {
        return ExitCode::SUCCESS;
    }
    let columns = engines();
    println!("\n| instance | {} |\n|---|{}", columns.join(" | "), "---|".repeat(columns.len()));
    for (number, instance) in instances.iter().filter(wanted) {
        print!("| {} |", instance.name);
        for engine in &columns {
            print!(" {} |", measure(*number, engine, runs, limit, value("--words")));
            // Printed row by row, because each row takes minutes.
            let _ = std::io::stdout().flush();
        }
        println!();
    }
    ExitCode::SUCCESS
}

/// Returns everything that can fill: each encoding with each back end, the propagator in CaDiCaL, and the default
/// search.
fn engines() -> Vec<String> {
    let pairs = BackEnd::ALL.iter().flat_map(|back_end| {
        Membership::ALL.iter().map(move |membership| format!("{membership}+{back_end}"))
    });
    let lazy = if cfg!(feature = "cadical") { &["propagator", "search"][..] } else { &["search"] };
    pairs.chain(lazy.iter().map(|&name| name.to_owned())).collect()
}

fn instances(other: &Path) -> Vec<Instance> {
    let german = Arc::new(cwsat::wordlist::embedded());
    let name = other.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let other = std::fs::read(other).map_err(|e| e.to_string()).and_then(|text| {
        read_list(&text, &name).map(|read| Arc::new(read.list)).map_err(|error| error.to_string())
    });
    if let Err(error) = &other {
        eprintln!("{name}: {error}; its instances are left out");
    }
    let mut instances = Vec::new();
    let mut add = |name: String, problem: SlotProblem, list: &Arc<WordList>| {
        instances.push(Instance { name, problem, list: Arc::clone(list) });
    };
    add("arrowword 15x15, embedded list".into(), arrowword(&german), &german);
    add("open 5x5, embedded list".into(), open(5), &german);
    for file in ["15x15", "13x13_56_144"] {
        match template(file) {
            Ok(problem) => {
                add(format!("{file}, embedded list"), problem.clone(), &german);
                if let Ok(list) = &other {
                    add(format!("{file}, {name}"), problem, list);
                }
            }
            Err(error) => eprintln!("{error}; its instances are left out"),
        }
    }
    let few = |words| Arc::new(pick_words(&german, words));
    add("open 5x5, 1100 words a length".into(), open(5), &few(1100));
    add("open 6x6, 1800 words a length".into(), open(6), &few(1800));
    add("arrowword 15x15, 300 words a length".into(), arrowword(&german), &few(300));
    instances
}

/// Returns the layout that the program makes of a contest grid, without its letters.
fn arrowword(list: &WordList) -> SlotProblem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/15x15_1.cwg");
    let given = std::fs::read_to_string(path).expect("a grid of the repository");
    let given = cwg::read(&given).expect("a grid of the repository").puzzle;
    let budget = Budget::unlimited();
    let answer = solve(Job::free(&given, list), &Options::default(), &budget, &|_| {}).expect("a puzzle");
    let (mut problem, _) = answer.puzzle.slots();
    problem.cells.fill(None);
    problem
}

fn open(size: usize) -> SlotProblem {
    slots_of(&vec![vec![true; size]; size])
}

/// Parses a template of `o` and `x`, or of `.` and `#`.
fn template(name: &str) -> Result<SlotProblem, String> {
    let shared = std::env::var_os("CWSAT_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let path = shared.join("templates").join(name).with_extension("txt");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows: Vec<Vec<bool>> =
        text.lines().map(|row| row.trim().chars().map(|c| matches!(c, 'o' | '.')).collect()).collect();
    Ok(slots_of(&rows))
}

/// Returns the slots of a grid: all runs of two or more.
fn slots_of(rows: &[Vec<bool>]) -> SlotProblem {
    let mut problem = SlotProblem::default();
    let mut number = Vec::new();
    for row in rows {
        let cell = |&open: &bool| {
            problem.cells.extend(open.then_some(None::<Letter>));
            if open { problem.cells.len() - 1 } else { usize::MAX }
        };
        number.push(row.iter().map(cell).collect::<Vec<usize>>());
    }
    let down = (0..number[0].len()).map(|c| number.iter().map(|row| row[c]).collect());
    let lines: Vec<Vec<usize>> = number.iter().cloned().chain(down).collect();
    for line in lines {
        for run in line.split(|&cell| cell == usize::MAX).filter(|run| run.len() >= 2) {
            problem.slots.push(Slot { cells: run.to_vec() });
        }
    }
    problem
}

fn encode(instance: &Instance, membership: Membership) -> FillEncoding {
    FillEncoding::with_membership(&instance.problem, None, &instance.list, membership, Distinct::Letters)
}

fn sizes(instance: &Instance) {
    for membership in Membership::ALL {
        let start = used();
        let encoding = encode(instance, membership);
        let seconds = used() - start;
        let formula = &encoding.formula;
        println!(
            "| {} | {} | {membership} | {} | {} | {} | {seconds:.2} |",
            instance.name,
            instance.problem.slots.len(),
            formula.var_count(),
            formula.clause_count(),
            formula.literal_count(),
        );
    }
}

/// Runs an engine with several seeds; returns the median and the slowest as text.
fn measure(instance: usize, engine: &str, runs: u64, limit: Duration, words: Option<&str>) -> String {
    let mut times = Vec::new();
    let mut fills = 0;
    for seed in 1..=runs {
        let mut command = Command::new(std::env::current_exe().expect("this program has a place"));
        command.arg("--run").arg(format!("{instance} {engine} {seed}"));
        if let Some(words) = words {
            command.args(["--words", words]);
        }
        match end_of(&mut command, limit) {
            Some((filled, seconds)) => {
                fills += usize::from(filled);
                times.push(seconds);
            }
            // One run that does not end is enough.
            None => {
                times.push(f64::INFINITY);
                break;
            }
        }
        // A back end without seeds gives the same every time.
        if engine.ends_with("varisat") {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let shown = |seconds: f64| match seconds.is_finite() {
        true => format!("{seconds:.2}"),
        false => format!("> {}", limit.as_secs()),
    };
    let end = if fills == 0 && times[0].is_finite() { ", none" } else { "" };
    format!("{} ({}){end}", shown(times[times.len() / 2]), shown(times[times.len() - 1]))
}

/// Returns whether there is a fill, and the CPU seconds of the run; `None` if it does not end within the limit.
fn end_of(command: &mut Command, limit: Duration) -> Option<(bool, f64)> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    // Making the instances takes time as well, but never this long, even on a busy machine.
    let spare = Duration::from_secs(2);
    let end = Instant::now() + 10 * (limit + spare);
    while child.try_wait().ok()?.is_none() {
        let used = user_seconds(&format!("/proc/{}/stat", child.id()));
        if used.is_none_or(|used| used > (limit + spare).as_secs_f64()) || Instant::now() > end {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (end, seconds) = text.trim().split_once(' ')?;
    let seconds = seconds.parse().ok().filter(|&seconds| seconds <= limit.as_secs_f64())?;
    Some((end == "filled", seconds))
}

/// Performs one run, `INSTANCE ENGINE SEED`; prints the outcome and the CPU seconds including encoding.
fn one_run(instances: &[Instance], run: &str) -> ExitCode {
    let parts: Vec<&str> = run.split(' ').collect();
    let [instance, engine, seed] = parts[..] else { return ExitCode::FAILURE };
    let (Ok(instance), Ok(seed)) = (instance.parse::<usize>(), seed.parse::<u64>()) else {
        return ExitCode::FAILURE;
    };
    let start = used();
    let filled = run_engine(&instances[instance], engine, seed);
    println!("{} {}", if filled { "filled" } else { "none" }, used() - start);
    ExitCode::SUCCESS
}

fn run_engine(instance: &Instance, engine: &str, seed: u64) -> bool {
    let Instance { problem, list, .. } = instance;
    if let Some((membership, back_end)) = engine.split_once('+') {
        let membership = membership.parse().expect("named by engines()");
        let back_end: BackEnd = back_end.parse().expect("named by engines()");
        let encoding = encode(instance, membership);
        let mut solver = back_end.solver(seed);
        load(&mut *solver, &encoding.formula, 0);
        return solver.solve(&Budget::unlimited()) == SatAnswer::Sat;
    }
    let index = Arc::new(WordIndex::new(list));
    let options = FillOptions { seed, ..FillOptions::default() };
    let outcome = match engine {
        #[cfg(feature = "cadical")]
        "propagator" => cwsat::search::fill::learning::learn(problem, &index, &options, &Budget::unlimited()),
        _ => fill(problem, &index, &options, &Budget::unlimited()),
    };
    matches!(outcome, FillOutcome::Filled(_))
}

/// Returns the user CPU seconds of this process so far (needs Linux).
fn used() -> f64 {
    user_seconds("/proc/self/stat").unwrap_or(f64::NAN)
}

/// Returns the user CPU seconds that the kernel has counted, with a resolution of 0.01.
fn user_seconds(stat: &str) -> Option<f64> {
    let stat = std::fs::read_to_string(stat).ok()?;
    let fields = stat.rsplit_once(')')?.1;
    Some(fields.split_whitespace().nth(11)?.parse::<f64>().ok()? / 100.0)
}
