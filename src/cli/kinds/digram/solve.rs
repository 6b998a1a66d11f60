//! `cwsat solve` for digram grids: finds one, some or all grids of a size.

use super::read::{SizeError, read_size};
use super::words;
use crate::cli::contract::json::fields;
use crate::cli::contract::solve::{
    Found, Options as Common, Request, Search, Solved, Solves, Task, Text, Unsolved, exit_of,
};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::located;
use crate::cli::proof::Claim;
use crate::cli::reporter::Reporter;
use cwsat::encodings::digram::format;
use cwsat::encodings::digram::puzzle::{Cells, Size};
use cwsat::encodings::lexicon::WordList;
use cwsat::publish::puzzle::convert;
use cwsat::search::digram::claim::no_other_grid;
use cwsat::search::digram::{Answer, Ending, Job, NoAnswer, Options, Progress, solve};
use serde_json::{Map, Value, json};
use std::io::{BufRead, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The flags of digram grids.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Digram grids")]
pub struct Flags {
    /// Find this many different grids [default: 1].
    #[arg(long, value_name = "N", conflicts_with = "all")]
    count: Option<NonZeroUsize>,
    /// Find all grids.
    #[arg(long)]
    all: bool,
    /// Ask for the size, the word list and the count.
    #[arg(long, conflicts_with_all = ["count", "all"])]
    interactive: bool,
}

impl Flags {
    /// Returns whether the user is asked for the size, so that none has to be given.
    pub fn asks(&self) -> bool {
        self.interactive
    }
}

/// What the user wants, according to flags or to answers to questions.
struct Wish {
    size: Size,
    words: Vec<PathBuf>,
    /// The number of grids; `None` for all.
    wanted: Option<NonZeroUsize>,
}

impl Solves for super::Digram {
    type Flags = Flags;

    fn missing_input(flags: &Flags) -> Option<&'static str> {
        let missing =
            "no size for a digram grid: give one, as in `--size 4x5`, or be asked for it with --interactive";
        (!flags.asks()).then_some(missing)
    }

    fn tasks<'a>(request: Request<'a>, flags: &Flags) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
        let wishes = match flags.interactive {
            true if !request.inputs.is_empty() => return Err(SizeError::Asked { what: "size" }.into()),
            true if !request.options.words.is_empty() => {
                return Err(SizeError::Asked { what: "word list" }.into());
            }
            true if std::io::stdin().is_terminal() => {
                vec![ask(&mut std::io::stdin().lock(), &mut std::io::stderr().lock())?]
            }
            true => return Err(SizeError::NoTerminal.into()),
            false => given(&request, flags)?,
        };
        let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
        for wish in wishes {
            tasks.push(Box::new(Grids::of(wish, request.options, request.reporter)?));
        }
        Ok(tasks)
    }
}

/// Returns the task of making this many different grids of a size.
pub fn making<'a>(
    size: Size,
    count: NonZeroUsize,
    common: &'a Common,
    reporter: Reporter,
) -> Result<Box<dyn Task + 'a>, Failure> {
    let wish = Wish { size, words: common.words.clone(), wanted: Some(count) };
    Ok(Box::new(Grids::of(wish, common, reporter)?))
}

/// Returns the sizes on the command line, all with the same words and count.
fn given(request: &Request, flags: &Flags) -> Result<Vec<Wish>, Failure> {
    let wanted = if flags.all { None } else { Some(flags.count.unwrap_or(NonZeroUsize::MIN)) };
    let sizes = request.inputs.iter().map(read_size);
    sizes.map(|size| Ok(Wish { size: size?, words: request.options.words.clone(), wanted })).collect()
}

/// The search for grids of a size.
struct Grids<'a> {
    common: &'a Common,
    /// The files with the words.
    files: Vec<PathBuf>,
    job: Job,
}

impl<'a> Grids<'a> {
    fn of(wish: Wish, common: &'a Common, reporter: Reporter) -> Result<Self, Failure> {
        let Wish { size, words, wanted } = wish;
        let files = words;
        let lists = words::resolve(&files, common.clued.list_language(&files)?, reporter)?;
        let list = WordList::merged(lists.iter().map(|read| &read.list));
        let list = Arc::new(common.choice.choose(list, &words::names(&lists), reporter)?.list);
        Ok(Self { common, files, job: Job { size, list, wanted } })
    }
}

impl Task for Grids<'_> {
    fn name(&self) -> String {
        self.job.size.to_string()
    }

    fn file_name(&self) -> Option<PathBuf> {
        Some(format!("{}.puz", self.job.size).into())
    }

    fn files_read(&self) -> &[PathBuf] {
        &self.files
    }

    fn has_many_answers(&self) -> bool {
        self.job.wanted.is_none_or(|wanted| wanted.get() > 1)
    }

    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>> {
        let seed = search.seed;
        let options = Options { setup: search.setup(self.common, seed), ..Options::default() };
        let started = Instant::now();
        let show = |progress: Progress| search.meter.show(format!("{} found", progress.found));
        match solve(&self.job, &options, search.budget, &show) {
            Ok(answer) => Ok(self.solved(answer, started.elapsed(), seed).found()),
            Err(reason) => {
                let exit = exit_of(&reason, |_| Exit::Broken);
                let known = exit == Exit::Broken;
                let claim = move || if known { self.claim(&[], seed) } else { UNCLAIMED };
                // The kind's own reasons name the size themselves.
                let failure = match reason {
                    NoAnswer::None(reason) => reason.into(),
                    reason => located(Path::new(&self.name()), reason),
                };
                Err(Unsolved { exit, failure, claim: Box::new(claim) })
            }
        }
    }
}

/// The claim if further grids may exist.
const UNCLAIMED: Claim = Claim::Nothing("it is not claimed that there is no other grid");

impl Grids<'_> {
    /// Claims that there is no grid besides these.
    fn claim(&self, found: &[Cells], seed: u64) -> Claim {
        Claim::Refutation {
            formula: Box::new(no_other_grid(self.job.size, &self.job.list, found)),
            text: "there is no grid besides those that were found".to_owned(),
            seed,
        }
    }

    fn solved(&self, answer: Answer, time: Duration, seed: u64) -> Solved<'_> {
        let count = answer.grids.len();
        let digits = count.to_string().len();
        let name = |number: usize| format!("{}_{:0digits$}.puz", self.name(), number + 1);
        let numbered = answer.grids.iter().enumerate();
        let texts = numbered.map(|(number, grid)| (name(number), format::write(grid))).collect();
        let documents = answer.grids.iter().map(convert::digram).collect();
        let grids = if count == 1 { "grid" } else { "grids" };
        let ending = match answer.ending {
            Ending::Enough => "",
            Ending::All => "; proven: there is no other",
            Ending::Stopped => "; stopped, there may be more",
        };
        Solved {
            exit: if answer.ending == Ending::Stopped { Exit::Stopped } else { Exit::Ok },
            text: Text::Many(texts),
            problem: None,
            json: summary_json(&answer, time),
            missing: Vec::new(),
            remarks: Vec::new(),
            summary: format!("{count} {grids}{ending}, {:.2} s", time.as_secs_f64()),
            documents: Box::new(move || documents),
            needs_picture: false,
            claim: Box::new(move || match answer.ending {
                Ending::All => self.claim(&answer.grids, seed),
                Ending::Enough | Ending::Stopped => UNCLAIMED,
            }),
        }
    }
}

fn summary_json(answer: &Answer, time: Duration) -> Map<String, Value> {
    let ending = match answer.ending {
        Ending::Enough => "enough",
        Ending::All => "all",
        Ending::Stopped => "stopped",
    };
    let rows = |grid: &Cells| format::write(grid).lines().map(str::to_owned).collect::<Vec<_>>();
    fields(json!({
        "ending": ending,
        "count": answer.grids.len(),
        "seconds": time.as_secs_f64(),
        "grids": answer.grids.iter().map(rows).collect::<Vec<_>>(),
    }))
}

/// Asks for everything, each time until the answer can be used.
fn ask(input: &mut dyn BufRead, screen: &mut dyn Write) -> Result<Wish, Failure> {
    let size = prompt(input, screen, "Size, rows x columns, as in 4x5", "4x4", |text| {
        text.parse::<Size>().map_err(|error| error.to_string())
    })?;
    let default = words::default_name();
    let words = prompt(input, screen, "Word list, a file", default, |text| {
        let paths = vec![PathBuf::from(text)];
        words::resolve(&paths, None, Reporter::new(true)).map(|_| paths).map_err(|error| error.to_string())
    })?;
    let wanted = prompt(input, screen, "How many grids, a number or `all`", "1", |text| match text {
        "all" => Ok(None),
        number => number.parse().map(Some).map_err(|_| "a whole number of 1 or more, or `all`".to_owned()),
    })?;
    Ok(Wish { size, words, wanted })
}

/// Asks one question until `read` accepts the answer; an empty answer means the default. The end of the input is an
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
        if input.read_line(&mut line).map_err(SizeError::Question)? == 0 {
            writeln!(screen)?;
            return Err(SizeError::NoTerminal.into());
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
        let ended = ask(&mut &b"3x3\n"[..], &mut Vec::new()).err().map(|error| error.to_string());
        assert!(ended.is_some_and(|error| error.contains("--interactive")));
    }
}
