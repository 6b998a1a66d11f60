//! `cwsat solve`: from inputs to finished puzzles.
//!
//! What can go wrong is found before the search starts: a grid that cannot be read, a word list, a place
//! where the answer cannot be written. After that the command is anytime: a time limit or the first Ctrl-C
//! ends the search, and what is best so far is written, whole or not at all. What all kinds of puzzles have in
//! common is here; each kind has a file with its own flags and its own `run`.

mod arrowword;
mod clued;
mod crisscross;
mod digram;
mod numberlink;
mod template;

use super::interrupt::stop_on_interrupt;
use super::kind::Kind;
use super::proof;
use super::solver::SolverArgs;
use super::{Exit, Failure, complain, files};
use cwsat::encodings::fnv;
use cwsat::search::fill::Engine;
use cwsat::solver::Budget;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Make finished puzzles of empty or partly given ones
///
/// The kind of puzzle is seen from the input, or told by --as. Ctrl-C ends the search and writes the best
/// answer so far; a second Ctrl-C ends the program at once.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    arrowword: Option<arrowword::Flags>,
    #[command(flatten)]
    crisscross: Option<crisscross::Flags>,
    #[command(flatten)]
    digram: Option<digram::Flags>,
    #[command(flatten)]
    numberlink: Option<numberlink::Flags>,
    #[command(flatten)]
    template: Option<template::Flags>,
}

/// What all kinds of puzzles have in common.
#[derive(Debug, clap::Args)]
struct Common {
    /// What to solve: files; `-` reads standard input. For kinds that need no file, sizes as in `4x5`.
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// The kind of puzzle; without it, what the input looks like.
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,
    /// Rows x columns, as in `4x5`, of a puzzle that is not read from a file. For criss-crosses the board: rows x
    /// columns, one side, or `auto` [default: auto], a square with room for all words, cut to what is used.
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Where to write: a file for one input, a folder for several (each under its own name). Without it the
    /// answer is printed.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list; for digram grids the system's dictionary, or the embedded English list.
    #[arg(short, long, value_name = "LIST")]
    words: Vec<PathBuf>,
    /// Another seed gives another answer. The input's file name counts as well, so that equal grids of
    /// different names get different puzzles.
    #[arg(short, long, default_value_t = 0)]
    seed: u64,
    /// The longest time for each input, as in `90`, `60s`, `5m` or `1h`. Without it, until the answer cannot
    /// get better or does not.
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,
    /// How many threads search at the same time. With one, the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = default_threads(), value_parser = parse_threads)]
    threads: NonZeroUsize,
    #[command(flatten)]
    solver: SolverArgs,
    /// How letters are found: auto (this program's own search, quickest), propagator (the word list inside
    /// CaDiCaL, which learns), or all clauses for the solver: direct (a variable for each word) or mdd (a
    /// diagram of the words). Of several, as in `auto,mdd,propagator`, the first answer counts.
    #[arg(long, value_name = "NAME,…", default_value_t)]
    encoding: Engine,
    /// No progress and no summary on standard error.
    #[arg(short, long)]
    quiet: bool,
    /// A summary of each answer as JSON, one line an input, on standard output.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    proof: proof::ProofArgs,
    #[command(flatten)]
    clued: clued::Flags,
}

const EXAMPLE: &str = "\
Examples:
  cwsat solve test_cases/15x15_1.cwg
  cwsat solve test_cases/island_1.cwg test_cases/island_2.cwg -o solved/ --time-limit 60s
  cwsat solve my.cwg --words words.txt --seed 7 -o my_solved.cwg
  cwsat solve --as digram --size 4x5 --count 3
  cwsat solve --as template --make 13x13 --style british --clues clues.txt

Exit codes:
  0  every puzzle is finished
  1  an input has no solution
  2  an input, a word list or the place to write to cannot be used
  3  stopped before there was a complete answer";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let makes = self.template.as_ref().is_some_and(template::Flags::makes);
        let asks = self.digram.as_ref().is_some_and(digram::Flags::asks);
        // Not for clap to say: what may stand in place of a file depends on the kind.
        if self.common.inputs.is_empty() && self.common.size.is_none() && !makes && !asks {
            return Err(match self.common.kind {
                None => Failure::NothingToSolve,
                Some(Kind::Template) => Failure::NoTemplate,
                Some(Kind::Digram) => Failure::NoSize,
                Some(kind) => Failure::NoInput { kind },
            });
        }
        // Without a file there is nothing to recognise; a size alone makes a digram grid.
        let without_file = if makes { Kind::Template } else { Kind::Digram };
        let told = self.common.kind.or(self.common.inputs.is_empty().then_some(without_file));
        let kind = Kind::of_all(told, &self.common.inputs)?;
        // Each flag of another kind is a misunderstanding that is better told than passed over.
        let given = [
            (Kind::Arrowword, self.arrowword.is_some()),
            (Kind::Crisscross, self.crisscross.is_some()),
            (Kind::Digram, self.digram.is_some()),
            (Kind::Numberlink, self.numberlink.is_some()),
            (Kind::Template, self.template.is_some()),
        ];
        Kind::refuse_flags(kind, &given)?;
        self.common.keep_apart(kind)?;
        match kind {
            Kind::Arrowword | Kind::Numberlink if self.common.size.is_some() => {
                Err(Failure::SizeForFile { kind })
            }
            Kind::Arrowword | Kind::Crisscross | Kind::Numberlink if self.common.inputs.is_empty() => {
                Err(Failure::NoInput { kind })
            }
            Kind::Crisscross | Kind::Digram | Kind::Numberlink if !self.common.clued.clues.is_empty() => {
                Err(Failure::NothingToClue { kind })
            }
            Kind::Crisscross if !self.common.words.is_empty() => Err(Failure::WordsInInput { kind }),
            Kind::Numberlink if !self.common.words.is_empty() => Err(Failure::NoWords { kind }),
            Kind::Arrowword => arrowword::run(&self.common, &self.arrowword.unwrap_or_default()),
            Kind::Crisscross => crisscross::run(&self.common, &self.crisscross.unwrap_or_default()),
            Kind::Digram => digram::run(&self.common, &self.digram.unwrap_or_default()),
            Kind::Numberlink => numberlink::run(&self.common, &self.numberlink.unwrap_or_default()),
            Kind::Template => template::run(&self.common, &self.template.unwrap_or_default()),
        }
    }
}

impl Common {
    /// The budget of one input, which ends when `stop` is raised.
    fn budget(&self, stop: &Arc<AtomicBool>) -> Budget {
        let budget = Budget::unlimited().with_flag(Arc::clone(stop));
        match self.time_limit {
            Some(limit) => budget.within(limit),
            None => budget,
        }
    }

    /// Makes sure that no file is overwritten that the command reads, or writes besides.
    fn keep_apart(&self, kind: Kind) -> Result<(), Failure> {
        let answers = self
            .output
            .iter()
            .flat_map(|output| files::destinations(output, &self.inputs, kind.unnamed()))
            .collect::<Vec<_>>();
        let proofs = self.proof.files();
        let read: Vec<&Path> =
            self.inputs.iter().chain(&self.words).chain(&self.clued.clues).map(PathBuf::as_path).collect();
        for answer in &answers {
            files::keep_apart(answer, read.iter().copied())?;
        }
        let all = || read.iter().copied().chain(answers.iter().map(PathBuf::as_path));
        proofs.iter().try_for_each(|proof| files::keep_apart(proof, all()))
    }

    /// Tells the user if the solver broke, where there is an answer all the same.
    fn tell_of_failure(&self, path: &Path, budget: &Budget) {
        if let Some(failure) = budget.failure() {
            let message = format!("{}: the search ended early: {failure}", path.display());
            complain("warning", anstyle::AnsiColor::Yellow, &message);
        }
    }

    /// Tells the user, unless it is to be quiet.
    fn tell(&self, message: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr().lock(), "{message}");
        }
    }
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
pub fn parse_duration(text: &str) -> Result<Duration, String> {
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

/// The most memory the process has held so far, in KiB, where the system tells.
fn peak_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The seed of an input: the given one and the file's name, mixed.
pub fn seed_for(seed: u64, path: &Path) -> u64 {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    fnv::extend(fnv::START ^ seed, name.bytes())
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
