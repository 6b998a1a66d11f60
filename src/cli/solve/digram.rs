//! `cwsat solve` for digram grids: from a size to one, some or all grids.

use super::{Common, Exit, Failure, peak_kib, stop_on_interrupt};
use crate::cli::digram_words as words;
use crate::cli::files::{self, Output};
use crate::cli::inputs;
use cwsat::encodings::cnf::Formula;
use cwsat::encodings::digram::encoding::DigramEncoding;
use cwsat::encodings::digram::puzzle::{Cells, Size};
use cwsat::encodings::digram::{format, rules};
use cwsat::encodings::lexicon::WordList;
use cwsat::search::digram::{Answer, Ending, Engines, Job, NoAnswer, Options, Progress, solve};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{BufRead, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The flags of digram grids.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Digram grids")]
#[group(id = "digram-flags")]
pub struct Flags {
    /// So many different grids [default: 1].
    #[arg(long, value_name = "K", conflicts_with = "all")]
    count: Option<NonZeroUsize>,
    /// All grids there are.
    #[arg(long)]
    all: bool,
    /// Ask for size, word list and count.
    #[arg(long)]
    interactive: bool,
}

impl Flags {
    /// Whether the size is asked for, so that none has to be given.
    pub fn asks(&self) -> bool {
        self.interactive
    }
}

/// What was asked for, by flags or by answers.
struct Request {
    size: Size,
    words: Vec<PathBuf>,
    /// All grids without a number.
    wanted: Option<NonZeroUsize>,
}

/// Finds grids of one size after another.
pub fn run(common: &Common, flags: &Flags) -> Result<Exit, Failure> {
    let requests = match flags.interactive {
        true if std::io::stdin().is_terminal() => {
            vec![ask(&mut std::io::stdin().lock(), &mut std::io::stderr().lock())?]
        }
        true => return Err(Failure::NoTerminal),
        false => given(common, flags)?,
    };
    let proof = common.proof.target(requests.len(), common.solver.back_end())?;
    let stop = stop_on_interrupt();
    let mut exit = Exit::Ok;
    for request in &requests {
        let words = words::resolve(&request.words)?;
        words.iter().for_each(|list| common.tell(&list.to_string()));
        let list = WordList::merged(words.iter().map(|read| &read.list));
        // Refuse now what could not be written later.
        if let Some(folder) = folder_of(common, request) {
            files::make_folder(folder)?;
        } else if let Some(path) = &common.output {
            Output::new(path)?;
        }
        let job = Job { size: request.size, list: Arc::new(list), wanted: request.wanted };
        let options = Options {
            seed: common.seed,
            threads: common.threads.get(),
            back_end: common.solver.back_end().clone(),
            engines: Engines::ALL,
        };
        let started = Instant::now();
        let bar = bar(common.quiet);
        let show =
            |progress: Progress| bar.set_message(format!("{}: {} found", request.size, progress.found));
        let budget = common.budget(&stop);
        let answer = solve(&job, &options, &budget, &show);
        bar.finish_and_clear();
        common.tell_of_failure(Path::new(&request.size.to_string()), &budget);
        if let Some(proof) = &proof {
            let claim = claim(&job, &answer);
            exit = exit.max(match claim {
                None => {
                    proof.nothing("that there is no other grid is not claimed");
                    Exit::Ok
                }
                Some(formula) => {
                    let text = "there is no grid besides those that were found";
                    let tell = |told: &str| common.tell(told);
                    let made = proof.write(&formula, text, common.seed, &budget, tell)?;
                    // What is proven is no failure where there are grids.
                    if made == Exit::Broken { Exit::Ok } else { made }
                }
            });
        }
        match answer {
            Ok(answer) => exit = exit.max(deliver(common, request, &job, &answer, started.elapsed())?),
            Err(reason) => {
                exit = exit.max(match reason {
                    NoAnswer::Stopped => Exit::Stopped,
                    NoAnswer::Broken(_) | NoAnswer::Bug(_) => Exit::BadInput,
                    NoAnswer::NoWords { .. } | NoAnswer::NoGrid { .. } => Exit::Broken,
                });
                Failure::NoDigramGrid(reason).report();
            }
        }
    }
    Ok(exit)
}

/// The sizes that were given, all with the same words and count.
fn given(common: &Common, flags: &Flags) -> Result<Vec<Request>, Failure> {
    let wanted = if flags.all { None } else { Some(flags.count.unwrap_or(NonZeroUsize::MIN)) };
    let inputs = common.inputs.iter().map(|input| inputs::read_digram_size(input));
    let sizes = inputs.chain(common.size.iter().map(|size| Ok(size.parse()?)));
    sizes.map(|size| Ok(Request { size: size?, words: common.words.clone(), wanted })).collect()
}

/// The formula that has no model if the answer is right that there are no more grids; nothing if it does not say so.
fn claim(job: &Job, answer: &Result<Answer, NoAnswer>) -> Option<Formula> {
    let found: &[Cells] = match answer {
        Ok(answer) if answer.ending == Ending::All => &answer.grids,
        Err(NoAnswer::NoGrid { .. } | NoAnswer::NoWords { .. }) => &[],
        Ok(_) | Err(NoAnswer::Stopped | NoAnswer::Broken(_) | NoAnswer::Bug(_)) => return None,
    };
    let mut encoding = DigramEncoding::new(job.size, &job.list);
    found.iter().for_each(|grid| encoding.forbid(grid));
    Some(encoding.formula)
}

/// A line that shows how many grids were found, on a terminal.
fn bar(quiet: bool) -> ProgressBar {
    let shown = !quiet && std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {msg} {elapsed:.dim}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// The folder that grids are written to, unless they are printed, or one grid has a file of its own.
fn folder_of<'a>(common: &'a Common, request: &Request) -> Option<&'a Path> {
    let path = common.output.as_deref()?;
    let one = request.wanted.is_some_and(|wanted| wanted.get() == 1) && common.inputs.len() < 2;
    let as_file = one && path.extension().is_some() && !path.is_dir();
    (!as_file).then_some(path)
}

/// Checks all grids by the rules, which know no encoding, and writes them.
fn deliver(
    common: &Common,
    request: &Request,
    job: &Job,
    answer: &Answer,
    time: Duration,
) -> Result<Exit, Failure> {
    for grid in &answer.grids {
        if let Some(broken) = rules::check(grid, Some(&job.list)).first() {
            let path = PathBuf::from(format!("{} grid", request.size));
            return Err(Failure::Bug { path, broken: broken.to_string() });
        }
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match (folder_of(common, request), &common.output) {
        (Some(folder), _) => {
            let digits = answer.grids.len().to_string().len();
            let name = |number: usize| format!("{}_{:0digits$}.puz", request.size, number + 1);
            let grids = answer.grids.iter().enumerate();
            files::write_many(folder, grids.map(|(number, grid)| (name(number), format::write(grid))))?;
        }
        (None, Some(path)) => Output::new(path)?.write(&print(&answer.grids))?,
        (None, None) if !common.json => out.write_all(print(&answer.grids).as_bytes())?,
        (None, None) => {}
    }
    if common.json {
        writeln!(out, "{}", summary_json(common, request, answer, time))?;
    }
    out.flush()?;
    let count = answer.grids.len();
    let grids = if count == 1 { "grid" } else { "grids" };
    let ending = match answer.ending {
        Ending::Enough => "",
        Ending::All => "; proven: there is no other",
        Ending::Stopped => "; stopped, there may be more",
    };
    common.tell(&format!("{}: {count} {grids}{ending}, {:.2} s", request.size, time.as_secs_f64()));
    let short = answer.ending == Ending::Stopped;
    Ok(if short { Exit::Stopped } else { Exit::Ok })
}

/// Grids one after another, separated by blank lines.
fn print(grids: &[Cells]) -> String {
    grids.iter().map(format::write).collect::<Vec<_>>().join("\n")
}

fn summary_json(common: &Common, request: &Request, answer: &Answer, time: Duration) -> serde_json::Value {
    let ending = match answer.ending {
        Ending::Enough => "enough",
        Ending::All => "all",
        Ending::Stopped => "stopped",
    };
    let rows = |grid: &Cells| format::write(grid).lines().map(str::to_owned).collect::<Vec<_>>();
    serde_json::json!({
        "size": request.size.to_string(),
        "output": common.output.as_ref().map(|path| path.display().to_string()),
        "ending": ending,
        "count": answer.grids.len(),
        "seconds": time.as_secs_f64(),
        "seed": common.seed,
        "peak_kib": peak_kib(),
        "grids": answer.grids.iter().map(rows).collect::<Vec<_>>(),
    })
}

/// Asks for everything, again and again until an answer can be used.
fn ask(input: &mut dyn BufRead, screen: &mut dyn Write) -> Result<Request, Failure> {
    let size = prompt(input, screen, "Size, rows x columns, as in 4x5", "4x4", |text| {
        text.parse::<Size>().map_err(|error| error.to_string())
    })?;
    let default = words::default_name();
    let words = prompt(input, screen, "Word list, a file", default, |text| {
        let paths = if text == default { vec![] } else { vec![PathBuf::from(text)] };
        words::resolve(&paths).map(|_| paths).map_err(|error| error.to_string())
    })?;
    let wanted = prompt(input, screen, "How many grids, a number or `all`", "1", |text| match text {
        "all" => Ok(None),
        number => number.parse().map(Some).map_err(|_| "a number from 1 on, or `all`".to_owned()),
    })?;
    Ok(Request { size, words, wanted })
}

/// Asks one question until `read` can use the answer; nothing typed is the default. The end of the input is an
/// error, since nobody is left to answer.
fn prompt<T>(
    input: &mut dyn BufRead,
    screen: &mut dyn Write,
    question: &str,
    default: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    loop {
        write!(screen, "{question} [{default}]: ")?;
        screen.flush()?;
        let mut line = String::new();
        let failed = |source| Failure::Read { path: PathBuf::from("standard input"), source };
        if input.read_line(&mut line).map_err(failed)? == 0 {
            writeln!(screen)?;
            return Err(Failure::NoTerminal);
        }
        let text = Some(line.trim()).filter(|text| !text.is_empty()).unwrap_or(default);
        match read(text) {
            Ok(answer) => return Ok(answer),
            Err(problem) => writeln!(screen, "  {problem}")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_asked_until_they_are_answered() {
        let mut screen = Vec::new();
        let request = ask(&mut &b"2x2\n3x4\nno/such/list\nembedded\nmany\nall\n"[..], &mut screen).unwrap();
        assert_eq!((request.size.to_string(), request.wanted), ("3x4".to_owned(), None));
        assert_eq!(request.words, [PathBuf::from("embedded")]);
        let screen = String::from_utf8(screen).unwrap();
        assert!(screen.contains("no 2x2 grid") && screen.contains("no/such/list"), "{screen}");
        assert_eq!(screen.matches("How many grids").count(), 2, "{screen}");
        assert!(matches!(ask(&mut &b"3x3\n"[..], &mut Vec::new()), Err(Failure::NoTerminal)));
    }
}
