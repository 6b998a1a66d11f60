//! Fills templates, whole process against whole process: `cwsat solve` beside `ingrid_core` 2.0.0 and Qxw, alternately,
//! with the same words.
//!
//!     cargo bench --bench template -- [--words LIST]… [--runs N] [--time-limit SECONDS] [--threads N] [--no-peers]
//!         [--made ROWSxCOLUMNS:WHITE:NUMBER]… [TEMPLATE…]
//!
//! `--made` makes this many American templates (every letter checked) of a size, with this share of white fields in percent:
//! with 83 to 86 at sides of 15 to 23 they are like the newspaper grids that the literature measures with. They are the same each time.
//!
//! From each list only the words of a-z are taken, written as each program expects them; without a list, the embedded
//! German one. The peers are taken from INGRID_CORE and QXW or the PATH; without them only our own times are printed.
//! Qxw reads a deck: the slots as lists of cells, run with `-b`. Each of our runs has another seed; a
//! peer that reached the time limit once is not run again. A row shows medians, wall clock and user seconds, in brackets
//! what nine of ten of our runs do not exceed and our slowest run, and the ratio of the user seconds to the better peer's.

#[path = "common/ending.rs"]
mod ending;

use cwsat::encodings::lexicon::{Letter, WordList};
use cwsat::encodings::template::format;
use cwsat::encodings::template::puzzle::{Cell, Template};
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::search::Setup;
use cwsat::search::template::make::{MakeSpec, make};
use cwsat::solver::Budget;
use ending::ending;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Wall-clock and user CPU seconds.
type Times = (f64, f64);

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let (mut lists, mut runs, mut limit, mut threads, mut peers) = (Vec::new(), 5, 60.0, 2, true);
    let mut templates: Vec<PathBuf> = Vec::new();
    let mut made: Vec<String> = Vec::new();
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().and_then(|n| n.parse::<f64>().ok()).ok_or(format!("{arg} needs a number"));
        match arg.as_str() {
            "--runs" => runs = number()? as usize,
            "--time-limit" => limit = number()?,
            "--words" => lists.extend(args.next().map(PathBuf::from)),
            "--threads" => threads = number()? as usize,
            "--no-peers" => peers = false,
            "--made" => made.extend(args.next()),
            template => templates.push(PathBuf::from(template)),
        }
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    for wanted in &made {
        templates.extend(make_templates(wanted, folder.path())?);
    }
    if templates.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases/template");
        let entries = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
        templates = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        templates.sort();
    }
    let limit = Duration::from_secs_f64(limit);
    println!(
        "| template | list | slots | cwsat wall | cwsat user | ingrid_core wall | user | qxw wall | user | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let lists = if lists.is_empty() { vec![None] } else { lists.into_iter().map(Some).collect() };
    for template in &templates {
        for list in &lists {
            row(template, list.as_deref(), folder.path(), runs, threads, limit, peers)?;
        }
    }
    Ok(())
}

fn row(
    path: &Path,
    list: Option<&Path>,
    folder: &Path,
    runs: usize,
    threads: usize,
    limit: Duration,
    peers: bool,
) -> Result<(), String> {
    let failed = |path: &Path, e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let text = std::fs::read_to_string(path).map_err(|e| failed(path, &e))?;
    let template = format::read(&text).map_err(|e| failed(path, &e))?;
    if template.cells.iter().any(|(_, cell)| matches!(cell, Cell::Letter(_))) {
        // A deck could say so, but not every peer supports it.
        return Ok(());
    }
    let words = match list {
        Some(list) => std::fs::read_to_string(list).map_err(|e| failed(list, &e))?,
        None => cwsat::wordlist::EMBEDDED_TEXT.to_owned(),
    };
    let words = a_to_z(&words);
    let file = |name: &str, text: String| -> Result<PathBuf, String> {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| failed(&path, &e))?;
        Ok(path)
    };
    let plain = file("words.txt", words.join("\n"))?;
    let scored = file("scored.txt", words.iter().map(|word| format!("{word};50\n")).collect())?;
    let blocks = file("template.txt", format::write(&template))?;
    let deck = file("deck.qxd", deck(&template))?;
    let (mut ours, mut ingrid, mut qxw) = (Vec::new(), Vec::new(), Vec::new());
    let program = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let (ingrid_core, qxw_program) = (program("INGRID_CORE", "ingrid_core"), program("QXW", "qxw"));
    let there =
        |program: &str| peers && Command::new(program).arg("-?").stdin(Stdio::null()).output().is_ok();
    let (has_ingrid, has_qxw) = (there(&ingrid_core), there(&qxw_program));
    for seed in 1..=runs {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cwsat"));
        command.args(["solve", "--as", "template", "--quiet"]);
        command.args(["--threads", &threads.to_string(), "--seed", &seed.to_string()]);
        ours.push(time(command.arg(path).arg("--words").arg(&plain), limit)?);
        if has_ingrid && !timed_out(&ingrid, limit) {
            let mut command = Command::new(&ingrid_core);
            ingrid.push(time(
                command.arg(&blocks).arg("--wordlist").arg(&scored).args(["--min-score", "0"]),
                limit,
            )?);
        }
        if has_qxw && !timed_out(&qxw, limit) {
            qxw.push(time(Command::new(&qxw_program).args(["-b", "-d"]).arg(&plain).arg(&deck), limit)?);
        }
    }
    let mut users: Vec<f64> = ours.iter().map(|times| times.1).collect();
    users.sort_by(f64::total_cmp);
    let (nine_of_ten, slowest) = (users[(users.len() * 9).div_ceil(10) - 1], users[users.len() - 1]);
    let (wall, user) = median(&ours);
    let shown = |times: &[Times]| match (timed_out(times, limit), median(times)) {
        (true, _) => format!("> {0:.0} | > {0:.0}", limit.as_secs_f64()),
        (false, (wall, user)) => format!("{wall:.2} | {user:.2}"),
    };
    let better = [&ingrid, &qxw].into_iter().filter(|times| !timed_out(times, limit)).map(|t| median(t).1);
    let ratio = user / better.fold(f64::NAN, f64::min);
    println!(
        "| {} | {} | {} | {wall:.2} | {user:.2} ({nine_of_ten:.2}, {slowest:.2}) | {} | {} | {ratio:.2} |",
        path.file_stem().unwrap_or_default().to_string_lossy(),
        list.map_or("embedded".into(), |list| list.file_stem().unwrap_or_default().to_string_lossy()),
        template.runs().len(),
        shown(&ingrid),
        shown(&qxw),
    );
    Ok(())
}

/// Makes american templates, as in `15x15:84:3`: three with 84 % white fields.
fn make_templates(wanted: &str, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = || format!("`{wanted}` is not ROWSxCOLUMNS:WHITE:NUMBER, as in 15x15:84:3");
    let numbers: Option<Vec<usize>> = wanted.split(['x', ':']).map(|number| number.parse().ok()).collect();
    let Some([rows, cols, white, number]) = numbers.as_deref() else { return Err(wrong()) };
    let spec = MakeSpec {
        rows: *rows,
        cols: *cols,
        style: Style::American,
        symmetry: Symmetry::HalfTurn,
        white: Some(*white as f64 / 100.0),
    };
    // Words of any length will do.
    let longest = *rows.max(cols);
    let any =
        (3..=longest).map(|len| (vec![Letter::from_char('A'); len].into_iter().flatten().collect(), 50.0));
    let list = WordList::new(any);
    let one = |seed: usize| {
        let setup = Setup::seeded(seed as u64);
        let template =
            make(&spec, &list, &[], &setup, &Budget::unlimited()).map_err(|e| format!("{wanted}: {e}"))?;
        let path = folder.join(format!("{rows}x{cols}_{white}_{seed}.txt"));
        std::fs::write(&path, format::write(&template)).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    };
    (1..=*number).map(one).collect()
}

/// Returns the words of a-z in lower case, each once. Capitals are converted only if the list has no lower-case letters
/// at all.
fn a_to_z(text: &str) -> Vec<String> {
    let words = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let all_caps = !text.contains(|c: char| c.is_ascii_lowercase());
    let embedded = text == cwsat::wordlist::EMBEDDED_TEXT;
    let mut words: Vec<String> = words
        .map(|word| if all_caps || embedded { word.to_ascii_lowercase() } else { word.to_owned() })
        .filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()))
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns a deck for Qxw (which does not repeat answers by default): each slot as the numbers of its cells.
fn deck(template: &Template) -> String {
    let number = |pos| format!("{:05}", template.cells.index_of(pos));
    let slot =
        |run: cwsat::encodings::grid::Run| run.cells().map(number).collect::<Vec<_>>().join(" ") + "\n";
    ".RANDOM 2\n".to_owned() + &template.runs().into_iter().map(slot).collect::<String>()
}

/// Returns the times of a process; it is ended if it reaches the limit.
fn time(command: &mut Command, limit: Duration) -> Result<Times, String> {
    let (started, before) = (Instant::now(), user_seconds_of_children());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            let wall = started.elapsed().as_secs_f64();
            return match status.success() {
                true => Ok((wall, user_seconds_of_children() - before)),
                false => Err(format!("{command:?} ended with {status}")),
            };
        }
        if started.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Ok((limit.as_secs_f64(), user_seconds_of_children() - before));
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// Returns the user time of all children that have ended, from /proc, in ticks of 10 ms; NaN where there is no /proc.
fn user_seconds_of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may contain blanks.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    fields
        .split_whitespace()
        .nth(13)
        .and_then(|ticks| ticks.parse::<f64>().ok())
        .map_or(f64::NAN, |t| t / 100.0)
}

fn timed_out(times: &[Times], limit: Duration) -> bool {
    times.iter().any(|&(wall, _)| wall >= limit.as_secs_f64())
}

/// Returns the medians of both.
fn median(times: &[Times]) -> Times {
    let middle = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    (middle(times.iter().map(|t| t.0).collect()), middle(times.iter().map(|t| t.1).collect()))
}
