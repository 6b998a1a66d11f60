//! `cwsat solve`: from inputs to finished puzzles.
//!
//! Whatever can be refused is refused before the search starts: a grid or word list that cannot be read, a place that
//! cannot be written to. From then on the command is anytime: a time limit or the first Ctrl-C ends the search, and
//! the best answer so far is written, whole or not at all. The loop below serves all kinds; what is special about a
//! kind is behind [`Task`].

use crate::cli::answer::{self, Head, Looking, Said};
use crate::cli::budget::interruptible;
use crate::cli::changes;
use crate::cli::contract::solve::{Options, Request, Solved, Task, Text, Unsolved, file_name};
use crate::cli::contract::{Verb, WordSource};
use crate::cli::exchange::Format;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use crate::cli::output::{self, Output};
use crate::cli::proof::{LazyClaim, ProofArgs};
use crate::cli::registry::{KindError, KindFlags, Known, OfVerb};
use crate::cli::reporter::Reporter;
use crate::cli::series::Series;
use crate::cli::used;
use cwsat::publish::puzzle::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Solve empty or partly filled puzzles
///
/// The kind of puzzle is recognised from the input, or set with --as. Ctrl-C ends the search and writes the best
/// answer so far; a second Ctrl-C ends the program at once.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The puzzles: files, or `-` for standard input; for kinds that need no file, sizes, as in `4x5`.
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Treat the input as this kind of puzzle [default: recognised from the input].
    #[arg(long = "as", value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Set the size, ROWSxCOLUMNS as in `4x5`, of a puzzle that is not read from a file; for criss-crosses, the size of
    /// the board: ROWSxCOLUMNS, one side, or `auto`, a square with room for all words, cropped at the end
    /// [default: auto].
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Write the answer to this file, or the answers of several inputs to this folder, each under the name of its input; as a
    /// document, with words and clues, if the name ends in .json [default: standard output].
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// Print a summary of each answer as one line of JSON instead of the answer.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    changes: changes::Flags,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    flags: KindFlags<Solve>,
}

/// The kinds' own flags for this command.
#[derive(Clone, Debug)]
pub struct Solve;

impl OfVerb for Solve {
    const VERB: Verb = Verb::Solve;
}

const EXAMPLE: &str = "\
Examples:
  cwsat solve test_cases/15x15_1.cwg
  cwsat solve test_cases/island_1.cwg test_cases/island_2.cwg -o solved/ --time-limit 60s
  cwsat solve my.cwg --words words.txt --seed 7 -o my_solved.cwg
  cwsat solve --as digram --size 4x5 --count 3
  cwsat solve template.txt --clues clues.txt
  cwsat solve done.json --replace ELUAT -o better.json

Exit codes:
  0  every puzzle was solved
  1  an input has no solution
  2  an input, a word list or the output cannot be used
  3  stopped before there was a complete answer";

/// Why there is nothing to solve.
#[derive(Debug, thiserror::Error)]
enum SolveError {
    #[error(
        "nothing to solve: name a file, or give a size (`--size 4x5` for a digram grid, `--as template --size 6x6` for \
         a word square); `cwsat make` makes a puzzle from scratch"
    )]
    Nothing,

    #[error("{0}")]
    Missing(&'static str),
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let mut inputs = Input::read_all(&self.inputs)?;
        let kind = self.kind(&inputs)?;
        let flags = self.flags.of(kind)?;
        kind.refuse_words(&self.options.words)?;
        kind.refuse_choice(&self.options.choice)?;
        kind.refuse_filling(self.options.of_filling().or(self.changes.given()))?;
        self.refuse_clued(kind)?;
        let (size, board) = kind.sort_size(self.size.as_deref())?;
        inputs.extend(size);
        if inputs.is_empty()
            && let Some(missing) = kind.kind().missing_input(flags)?
        {
            return Err(match missing {
                "" => KindError::NoInput { kind }.into(),
                missing => SolveError::Missing(missing).into(),
            });
        }
        self.keep_apart(&inputs)?;
        let sources = self.options.clued.sources()?;
        let reporter = Reporter::new(self.options.quiet);
        let series = used::series(&self.options.series, reporter)?;
        let request = Request {
            inputs,
            board,
            options: &self.options,
            sources: &sources,
            changes: &self.changes,
            reporter,
        };
        let tasks = kind.kind().solve(request, flags)?;
        let places = self.places(&tasks, kind)?;
        let proof = self.proof.target(tasks.len(), self.options.back_end())?;
        let mut exit = Exit::Ok;
        for (task, place) in tasks.iter().zip(&places) {
            let budget = interruptible(self.options.time_limit);
            let name = task.name();
            let (seed, threads) = (self.options.seed, self.options.threads());
            let looking = Looking { name: &name, seed, threads, budget: &budget, series: &series, reporter };
            let solved = answer::search_in_series(task.as_ref(), looking, self.options.repeat_short);
            let (ended, claim, is_solved) = match solved {
                Ok(solved) => {
                    let delivery = Delivery { name: &name, kind, place, as_document: task.is_document() };
                    let (exit, claim) = self.deliver(delivery, solved, &series)?;
                    (exit, claim, true)
                }
                Err(Unsolved { exit, failure, claim }) => {
                    failure.report();
                    (exit, claim, false)
                }
            };
            exit = exit.max(ended);
            if let Some(target) = &proof {
                exit = exit.max(target.prove_of(claim(), is_solved, &budget, reporter)?);
            }
        }
        Ok(exit)
    }

    /// Returns an error if there are flags on clues that do not apply to this kind.
    fn refuse_clued(&self, kind: Known) -> Result<(), KindError> {
        let (clued, takes) = (&self.options.clued, kind.kind().takes());
        if !takes.fill && !clued.clues.is_empty() {
            return Err(KindError::NothingToClue { kind, flag: "--clues" });
        }
        // Digram grids have no clues here, but the language also says which embedded list is meant.
        if takes.words != WordSource::Lists && clued.language().is_some() {
            return Err(KindError::NothingToClue { kind, flag: "--language" });
        }
        Ok(())
    }

    /// Determines the kind of the inputs. Without inputs there is nothing to recognise: the flags of a kind imply it,
    /// and a size alone means a digram grid.
    fn kind(&self, inputs: &[Input]) -> Result<Known, Failure> {
        if !inputs.is_empty() || self.kind.is_some() {
            return match self.changes.given() {
                Some(_) => Known::of_finished(self.kind, inputs),
                None => Known::of_all(self.kind, inputs),
            };
        }
        let by_size = || self.size.is_some().then(Known::of_size_alone).flatten();
        self.flags.told().or_else(by_size).ok_or_else(|| SolveError::Nothing.into())
    }

    /// Makes sure, before anything is parsed, that neither an answer nor a proof overwrites an input, a word list or a
    /// clue source.
    fn keep_apart(&self, inputs: &[Input]) -> Result<(), Failure> {
        for proof in self.proof.files() {
            output::keep_apart(&proof, self.files_read())?;
        }
        let Some(output) = &self.output else { return Ok(()) };
        let names: Vec<PathBuf> = inputs.iter().filter_map(file_name).collect();
        for place in output::destinations(output, &names) {
            output::keep_apart(&place, self.files_read())?;
        }
        Ok(())
    }

    /// Returns the files that the command reads.
    fn files_read(&self) -> impl Iterator<Item = &Path> {
        let files = [&self.inputs, &self.options.words, &self.options.clued.clues];
        files.into_iter().flatten().map(PathBuf::as_path).chain(self.options.files())
    }

    /// Determines where the answers go. Makes sure that all of them can be written, and that none overwrites a file
    /// that the command reads or another one that it writes.
    fn places(&self, tasks: &[Box<dyn Task + '_>], kind: Known) -> Result<Vec<Place>, Failure> {
        let of_tasks = tasks.iter().flat_map(|task| task.files_read()).map(PathBuf::as_path);
        let read: Vec<&Path> = self.files_read().chain(of_tasks).collect();
        let mut places = Vec::new();
        match &self.output {
            None => places.resize_with(tasks.len(), || Place::Printed),
            Some(folder) if tasks.iter().any(|task| task.has_many_answers()) => {
                places.resize_with(tasks.len(), || Place::Folder(folder.clone()));
            }
            Some(output) => {
                let unnamed = || PathBuf::from(kind.kind().unnamed());
                let names: Vec<PathBuf> =
                    tasks.iter().map(|task| task.file_name().unwrap_or_else(unnamed)).collect();
                for place in output::destinations(output, &names) {
                    output::keep_apart(&place, read.iter().copied())?;
                }
                places.extend(output::outputs(output, &names)?.into_iter().map(Place::File));
            }
        }
        let written: Vec<&Path> = places.iter().filter_map(Place::path).collect();
        for proof in self.proof.files() {
            output::keep_apart(&proof, read.iter().chain(&written).copied())?;
        }
        // Last, because this creates the folder.
        if let Some(Place::Folder(folder)) = places.first() {
            output::make_folder(folder)?;
        }
        Ok(places)
    }

    /// Writes an answer and reports it; returns its exit code and what can be proven about it.
    fn deliver<'a>(
        &self,
        delivery: Delivery<'_>,
        solved: Solved<'a>,
        series: &Series,
    ) -> Result<(Exit, LazyClaim<'a>), Failure> {
        let Delivery { name, kind, place, as_document } = delivery;
        let Solved {
            exit, text, json: own, missing, remarks, summary, documents, needs_picture, claim, ..
        } = solved;
        let as_document = place.path().map_or(as_document, |path| Format::of(path) == Some(Format::Json));
        let wants_documents = as_document || needs_picture || !series.is_open();
        let documents = if wants_documents { documents() } else { Vec::new() };
        let text = match documents.as_slice() {
            [document] if as_document => Text::One(json::write(document)),
            _ => text,
        };
        place.write(&text)?;
        let mut out = std::io::stdout().lock();
        if self.json {
            let output = place.path().map(|path| path.display().to_string()).into();
            let (kind, seed) = (kind.to_string(), self.options.seed);
            let head = Head { command: "solve", kind: &kind, name, output, seed };
            let printed = head.write(&mut out, own).and_then(|()| out.flush());
            if matches!(place, Place::Printed) { printed? } else { output::unless_unread(printed)? }
        } else if matches!(place, Place::Printed) {
            out.write_all(text.joined().as_bytes())?;
            out.flush()?;
        }
        let reporter = Reporter::new(self.options.quiet);
        let to = place.path().map(|path| format!(" -> {}", path.display())).unwrap_or_default();
        let shown = documents.first().filter(|_| needs_picture);
        let summary = format!("{summary}{to}");
        answer::tell(
            reporter,
            name,
            &Said { picture: shown, missing: &missing, remarks: &remarks, summary: &summary },
        );
        // The words of an unfinished puzzle do not count as used.
        for puzzle in documents.iter().filter(|_| exit != Exit::Stopped) {
            match series.add(puzzle) {
                Ok(again) => answer::tell_again(reporter, name, again),
                Err(failure) => drop(failure.report()),
            }
        }
        Ok((exit, claim))
    }
}

/// How an answer is delivered.
struct Delivery<'a> {
    /// The name of the input.
    name: &'a str,
    kind: Known,
    place: &'a Place,
    /// Whether it is printed as a document.
    as_document: bool,
}

/// Where an answer goes.
enum Place {
    /// To standard output.
    Printed,
    /// To a file.
    File(Output),
    /// To a folder, along with others.
    Folder(PathBuf),
}

impl Place {
    fn path(&self) -> Option<&Path> {
        match self {
            Self::Printed => None,
            Self::File(output) => Some(output.path()),
            Self::Folder(folder) => Some(folder),
        }
    }

    /// Writes the answer, unless it is to be printed.
    fn write(&self, text: &Text) -> Result<(), Failure> {
        match (self, text) {
            (Self::Printed, _) => Ok(()),
            (Self::File(output), text) => output.write(&text.joined()),
            (Self::Folder(folder), Text::Many(texts)) => output::write_many(folder, texts),
            (Self::Folder(folder), Text::One(text)) => {
                output::write_many(folder, &[(String::from("answer.txt"), text.clone())])
            }
        }
    }
}
