//! How long the constructor takes to say what is known about a grid, after each change of a session.
//!
//!     cargo bench --bench edit [-- [--changes N] [--jobs]]
//!
//! A session is recorded from nothing to a full grid and back: the layout of a solved puzzle comes field by field, then
//! its letters one by one in random order, each followed by a look at a word, and then some are undone or replaced by
//! others that fit nothing. After each change the analysis is made as the server makes it, continuing from the last
//! one, and written as JSON; a second row is the same with what fits computed from scratch each time. A row shows the
//! median, the 99th percentile and the slowest. Then two jobs on 15x15_1: its layout filled again, and an empty grid
//! until its ceiling is reached, each with several seeds; `--jobs` runs only these.

#[path = "common/ending.rs"]
mod ending;

use cwsat::edit::analysis::Memory;
use cwsat::edit::draft::Draft;
use cwsat::edit::protocol::{Asked, Command, Event, Job, Make, Reply, Request, Scope, Towards};
use cwsat::edit::session::{Effect, Session};
use cwsat::edit::words::{Vocabulary, Words};
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::publish::puzzle::Kind;
use cwsat::solver::Budget;
use ending::ending;
use std::path::Path;
use std::process::{self, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    ending(bench())
}

fn bench() -> Result<(), String> {
    let (mut changes, mut only_jobs) = (600, false);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--changes" => {
                let number = args.next().and_then(|number| number.parse().ok());
                changes = number.ok_or("--changes needs a number")?;
            }
            "--jobs" => only_jobs = true,
            other => return Err(format!("{other} is not known")),
        }
    }
    let list = cwsat::wordlist::embedded();
    let words = Words::new(list, Vec::new(), &[], None).map_err(|error| error.to_string())?;
    let vocabulary = Vocabulary::new(Arc::new(words), Arc::default());
    println!("{:<14} {:>6} {:>12} {:>12} {:>12}", "grid", "changes", "median", "99 %", "slowest");
    let sessions: &[&str] = if only_jobs { &[] } else { &["15x15_1", "20x30_1", "40x40_1"] };
    for name in sessions {
        let solved = solved(name)?;
        let (continuing, anew) = record(&solved, &vocabulary, changes)?;
        for (name, mut times) in [((*name).to_owned(), continuing), (format!("{name} anew"), anew)] {
            times.sort();
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            let shown = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
            let (median, most) = (shown(at(0.5)), shown(at(0.99)));
            println!("{name:<14} {:>6} {median:>12} {most:>12} {:>12}", times.len(), shown(at(1.0)));
        }
    }
    let solved = solved("15x15_1")?;
    let empty = solved.fields.map(|_, field| if field.is_blocked() { *field } else { Field::Open });
    let empty = Puzzle { fields: empty, questions: Vec::new() };
    for (name, puzzle, layout) in [("refill", solved, false), ("to ceiling", empty, true)] {
        let mut times: Vec<Duration> =
            (0..11).map(|seed| job(&puzzle, layout, seed, &vocabulary)).collect::<Result<_, _>>()?;
        times.sort();
        let shown = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        println!("{name:<14} {:>6} {:>12} {:>12} {:>12}", 11, shown(times[5]), "", shown(times[10]));
    }
    Ok(())
}

/// Runs a job that may change everything, and returns how long it took: up to its end, or up to the ceiling.
fn job(puzzle: &Puzzle, layout: bool, seed: u64, vocabulary: &Vocabulary) -> Result<Duration, String> {
    let mut session = Session::new(Draft::of_puzzle(puzzle.clone()), vocabulary.clone(), seed);
    let job =
        Job { scope: Scope::All {}, layout, better: false, alternatives: 1, seconds: 30.0, seed: Some(seed) };
    let start = Instant::now();
    let outcome = session.apply(&Request { revision: None, command: Command::Start { job } });
    let [Effect::Run(work)] = &outcome.effects[..] else { return Err(format!("{:?}", outcome.reply)) };
    let budget = Budget::unlimited().within(Duration::from_secs(30));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let at_ceiling = std::sync::OnceLock::new();
    let found = work.run(threads, &budget, &|found| {
        if let (Some(best), Some(ceiling)) = (found.best, found.ceiling)
            && best > ceiling - 1e-6
        {
            at_ceiling.get_or_init(|| start.elapsed());
        }
    });
    match found.boards.is_empty() {
        true => Err(found.message),
        false => Ok(at_ceiling.get().copied().filter(|_| layout).unwrap_or_else(|| start.elapsed())),
    }
}

/// Solves a grid.
fn solved(name: &str) -> Result<Puzzle, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let to = folder.path().join("solved.cwg");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases").join(name).with_extension("cwg");
    let mut command = process::Command::new(env!("CARGO_BIN_EXE_cwsat"));
    command.arg("solve").arg(from).arg("-o").arg(&to).args(["--quiet", "--time-limit", "180s"]);
    command.stdout(Stdio::null()).status().map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(&to).map_err(|error| format!("{name} was not solved: {error}"))?;
    Ok(cwg::read(&text).map_err(|error| error.to_string())?.puzzle)
}

/// Makes a puzzle step by step, and measures the steps with the analysis of each, first as it continues from the last
/// one, then with what fits computed from scratch.
fn record(
    solved: &Puzzle,
    vocabulary: &Vocabulary,
    changes: usize,
) -> Result<(Vec<Duration>, Vec<Duration>), String> {
    let (rows, cols) = (solved.fields.rows(), solved.fields.cols());
    let draft = Draft::empty(Kind::Arrowword, rows, cols).map_err(|error| error.to_string())?;
    let mut session = Session::new(draft, vocabulary.clone(), 0);
    let mut memory = Memory::default();
    let asked = |question: &cwsat::encodings::arrowword::puzzle::Question| Asked {
        at: [question.pos.row, question.pos.col],
        arrow: question.arrow.to_string(),
    };
    let mut rng = fastrand::Rng::with_seed(1);
    let mut steps = Vec::new();
    let of = |to: Make| {
        let is = move |field: &Field| match to {
            Make::Blocked => field.is_blocked(),
            Make::Question => *field == Field::Question,
            Make::Open => false,
        };
        let cells = solved.fields.iter().filter(move |(_, field)| is(field));
        cells.map(move |(pos, _)| Command::Make { cells: vec![[pos.row, pos.col]], to }).collect::<Vec<_>>()
    };
    steps.extend(of(Make::Blocked));
    steps.extend(of(Make::Question));
    steps.extend(solved.questions.iter().map(|q| Command::Arrow { question: asked(q), there: true }));
    let write = |pos: cwsat::encodings::grid::Pos, text: String| Command::Write {
        at: [pos.row, pos.col],
        towards: Towards::Across,
        text,
    };
    let mut letters: Vec<_> = solved
        .fields
        .iter()
        .filter_map(|(pos, field)| match field {
            Field::Letter(letter) => Some((pos, letter.char())),
            _ => None,
        })
        .collect();
    rng.shuffle(&mut letters);
    for (pos, letter) in letters {
        if rng.u8(..) < 40 {
            // A letter that is probably wrong, and that is taken back.
            steps.push(write(pos, char::from(rng.u8(b'A'..=b'Z')).to_string()));
            steps.push(Command::Undo {});
        }
        steps.push(write(pos, letter.to_string()));
        if rng.u8(..) < 40 && !solved.questions.is_empty() {
            let question = asked(&solved.questions[rng.usize(..solved.questions.len())]);
            steps.push(Command::Look { question: Some(question) });
        }
    }
    // All of them are done and analysed, but only some, evenly spread, are measured.
    let every = steps.len().div_ceil(changes.max(1)).max(1);
    let (mut continuing, mut anew) = (Vec::new(), Vec::new());
    let analyse = |session: &Session, memory: &mut Memory| -> Result<Duration, String> {
        let start = Instant::now();
        let event: Option<Event> = session.analyst().analyse(memory, &|| false);
        std::hint::black_box(serde_json::to_string(&event).map_err(|error| error.to_string())?);
        Ok(start.elapsed())
    };
    for (number, command) in steps.into_iter().enumerate() {
        let start = Instant::now();
        let reply = session.apply(&Request { revision: None, command }).reply;
        if let Reply::Refused { why } = reply {
            log::debug!("{why}");
            continue;
        }
        let applied = start.elapsed();
        let forgetful = (number % every == 0).then(|| memory.clone());
        let time = applied + analyse(&session, &mut memory)?;
        if let Some(mut forgetful) = forgetful {
            continuing.push(time);
            forgetful.forget_words();
            anew.push(applied + analyse(&session, &mut forgetful)?);
        }
    }
    Ok((continuing, anew))
}
