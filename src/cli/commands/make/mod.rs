//! `cwsat make`: from nothing to a page.
//!
//! One run produces the grid, layout, letters, clues, solution and page. Its parts are those of other commands: the
//! search is the task of `solve`, the clues are given as by `clue`, the files are written as by `render` and `export`.
//! What is special about a kind is behind [`Kind::make`](crate::cli::contract::Kind::make), which says what the empty
//! puzzle is.
//!
//! Whatever can be refused is refused before the search. The files of a puzzle are written when all of them are ready,
//! each whole or not at all, and each puzzle's before the next one is searched for. A search may have taken hours, so a
//! file that cannot be made or written is reported, and the puzzle goes to the others or, if there are none, is printed.

mod targets;

use crate::cli::answer::{self, Head, Said, tell_again};
use crate::cli::budget::interruptible;
use crate::cli::clued::up_to_level;
use crate::cli::contract::make::{Making, Problem, Request};
use crate::cli::contract::solve::{Options, Solved, Unsolved};
use crate::cli::contract::{Verb, WordSource};
use crate::cli::drawing::Look;
use crate::cli::exchange::{self, Wishes};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::located;
use crate::cli::interrupt::is_interrupted;
use crate::cli::output::{self, Output};
use crate::cli::proof::{Claim, LazyClaim, ProofArgs, Target};
use crate::cli::registry::{KindError, KindFlags, Known, OfVerb};
use crate::cli::reporter::{self, Reporter};
use crate::cli::series::Series;
use crate::cli::used;
use cwsat::encodings::arrowword::puzzle::Blocked;
use cwsat::encodings::grid::Grid;
use cwsat::encodings::lexicon::WordList;
use cwsat::publish::clues::collection::Clues;
use cwsat::publish::clues::faults::Tally;
use cwsat::publish::clues::give::{Given, give_fresh, words};
use cwsat::publish::clues::source::Source;
use cwsat::publish::draw::book::{Book, Chapter};
use cwsat::publish::puzzle::{Field, Language, Puzzle};
use cwsat::solver::Budget;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use targets::{Labels, Targets, Wanted};

/// Make a puzzle from scratch
///
/// One run makes the grid, the layout, the letters, the clues, the solution and the page. The extension of each FILE chooses
/// the format: pdf, html, svg and png are pages and pictures as from `cwsat render`; ipuz, jpz, puz and json are as from
/// `cwsat export`; cwg and txt are the text of the puzzle, which is printed if no FILE is named.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Make a puzzle of this kind; `crossword` stands for `template`.
    #[arg(value_name = "KIND", value_parser = Known::parser())]
    kind: Option<Known>,
    /// Use this size, ROWSxCOLUMNS as in `15x15`; for a criss-cross, use the words in this file, with or without clues
    /// (`cwsat words --help` shows the forms of lists); for a Numberlink, use this size, WIDTHxHEIGHT [default: 10x10].
    #[arg(value_name = "SIZE|LIST")]
    what: Option<String>,
    /// Set the size with a flag instead of after the kind; for criss-crosses, the size of the board: ROWSxCOLUMNS, one
    /// side, or `auto`, a square with room for all words, cropped at the end [default: auto].
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Write to this file; may be repeated. Several puzzles are numbered, in place of `{}` in the name or before its
    /// extension, as in puzzle_1.pdf and puzzle_2.pdf [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Make this many puzzles, with the given seed and the seeds that follow it.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count)]
    count: NonZeroUsize,
    /// Make this many puzzles with the letters A, B, C, … in their titles and file names, as for a class; for a criss-cross, the
    /// same words laid differently.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u8).range(1..=26),
        conflicts_with_all = ["count", "book"]
    )]
    versions: Option<u8>,
    /// Make each PDF one book of all puzzles: contents, each puzzle starting on a new page, and the solutions at the end.
    #[arg(long)]
    book: bool,
    /// Set the title of the puzzle, in which `{}` stands for its number, or of the book.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Set the author of the puzzle, or of the book.
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// Print a summary of each puzzle as one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    flags: KindFlags<Make>,
}

/// The kinds' own flags for this command.
#[derive(Clone, Debug)]
pub struct Make;

impl OfVerb for Make {
    const VERB: Verb = Verb::Make;
}

const EXAMPLE: &str = "\
Examples:
  cwsat make arrowword 15x15 -o puzzle.pdf
  cwsat make arrowword 20x25 --island 7x10 --picture lake.jpg -o puzzle.pdf -o puzzle.html
  cwsat make crossword 13x13 --style british --count 10 --book --title Rätsel -o book.pdf
  cwsat make crisscross words.txt -o puzzle.pdf
  cwsat make digram 5x5
  cwsat make crossword 4x4 --words list.txt --proof none.lrat --proof-format lrat
  cwsat make numberlink 10x10 --blocks 8 --nets 7 --seed 1 -o Q.txt

Exit codes:
  0  every puzzle was made
  1  there is no such puzzle
  2  the command line, a word list or the output cannot be used
  3  stopped before there was a complete puzzle";

/// Why nothing can be made.
#[derive(Debug, thiserror::Error)]
enum MakeError {
    #[error(
        "make what? Name a kind and its size, as in `cwsat make arrowword 15x15 -o puzzle.pdf`; the kinds are {}, and \
         crossword for template",
        kinds()
    )]
    NoKind,

    #[error(
        "--picture needs a place in the puzzle: an arrowword with an island, as in `cwsat make arrowword 15x15 --island \
         5x4`"
    )]
    NoIsland,
}

fn kinds() -> String {
    Known::all().map(|kind| kind.to_string()).collect::<Vec<_>>().join(", ")
}

/// Reads a number of puzzles.
fn parse_count(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 10_000;
    let number = text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST);
    number.ok_or_else(|| format!("a number of puzzles from 1 to {MOST} is expected"))
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let kind = self.kind.ok_or(MakeError::NoKind)?;
        let flags = self.flags.of(kind)?;
        kind.refuse_words(&self.options.words)?;
        kind.refuse_choice(&self.options.choice)?;
        kind.refuse_filling(self.options.of_filling())?;
        if !self.options.clued.clues.is_empty() && kind.kind().takes().words == WordSource::Nowhere {
            return Err(KindError::NothingToClue { kind, flag: "--clues" }.into());
        }
        let sources = self.options.clued.sources()?;
        let reporter = Reporter::new(self.options.quiet);
        let series = used::series(&self.options.series, reporter)?;
        let request = Request {
            what: self.what.as_deref(),
            size: self.size.as_deref(),
            count: self.count(),
            options: &self.options,
            sources: &sources,
            series: &series,
            reporter,
        };
        let making = kind.kind().make(&request, flags)?;
        if self.look.picture.is_some() && !making.has_island {
            return Err(MakeError::NoIsland.into());
        }
        if !kind.kind().takes().fill && !sources.is_empty() {
            // Kinds that are filled have already read them, for their words.
            let clues = Clues::of(&sources, &WordList::default(), self.language(&making))?;
            clues.notes.iter().for_each(|note| reporter.note(note));
        }
        let targets = Targets::new(&Wanted {
            names: &self.output,
            kind,
            count: self.count().get(),
            labels: self.labels(),
            book: self.book,
            sample: self.sample(kind, &making).as_ref(),
            has_problem: making.problem.is_some(),
            look: &self.look,
            read: &self.files_read(),
        })?;
        for file in self.proof.files() {
            let read = self.files_read();
            output::keep_apart(&file, read.iter().chain(&self.output).map(PathBuf::as_path))?;
        }
        let proof = self.proof.target(self.count().get(), self.options.back_end())?;
        let mut press = Press {
            args: &self,
            kind,
            making: &making,
            sources: &sources,
            series: &series,
            targets: &targets,
            proof,
            reporter,
            made: Vec::new(),
            number: 0,
        };
        let made = press.make();
        // The puzzles made so far go into the book even if one failed.
        let bound = press.bind();
        Ok(made?.max(bound?))
    }

    /// Returns the number of puzzles.
    fn count(&self) -> NonZeroUsize {
        let versions = self.versions.and_then(|versions| NonZeroUsize::new(versions.into()));
        versions.unwrap_or(self.count)
    }

    fn labels(&self) -> Labels {
        if self.versions.is_some() { Labels::Letters } else { Labels::Numbers }
    }

    /// Returns a puzzle without words, as large as those to come, if their size is known.
    fn sample(&self, kind: Known, making: &Making) -> Option<Puzzle> {
        let (rows, cols) = making.extent?;
        let fields = Grid::filled(rows, cols, Field::Blocked(Blocked::Space));
        let (title, author) = (self.title.clone(), self.author.clone());
        Some(Puzzle { title, author, ..Puzzle::new(kind.kind().published(), fields, Vec::new()) })
    }

    /// Returns the files that the command reads.
    fn files_read(&self) -> Vec<PathBuf> {
        let lists = self.options.words.iter().chain(&self.options.clued.clues);
        let list = self.what.as_ref().map(PathBuf::from);
        let more = self.look.files().chain(self.options.files());
        lists.cloned().chain(more.map(Path::to_owned)).chain(list).collect()
    }

    /// Returns the language of words and clues, as far as the command line says.
    fn language<'a>(&'a self, making: &'a Making) -> Option<&'a Language> {
        self.options.clued.language().or(making.language.as_ref())
    }
}

/// What is claimed of an answer whose claim was taken out of it.
const UNCLAIMED: Claim = Claim::Nothing("nothing is claimed");

/// The state of making all puzzles.
struct Press<'a> {
    args: &'a Args,
    kind: Known,
    making: &'a Making<'a>,
    sources: &'a [Source],
    series: &'a Series,
    targets: &'a Targets,
    /// Where to write a proof, if one is wanted.
    proof: Option<Target>,
    reporter: Reporter,
    /// The puzzles for the book.
    made: Vec<Chapter>,
    /// The number of the puzzle that was made last.
    number: usize,
}

impl Press<'_> {
    /// Makes and writes all puzzles, one after the other; returns the worst of their exit codes. The first Ctrl-C ends
    /// the search with its best answer, and no further one is started.
    fn make(&mut self) -> Result<Exit, Failure> {
        let args = self.args;
        let random = match &self.making.problem {
            Some(Problem::Random(random)) => Some(random),
            Some(Problem::Searched) | None => None,
        };
        let needs_search = random.is_none() || args.json || !self.targets.take_no_search();
        let runs = if self.making.task.has_many_answers() { 1 } else { args.count().get() };
        let mut exit = Exit::Ok;
        for run in 0..runs {
            if run > 0 && is_interrupted() {
                return Ok(exit.max(Exit::Stopped));
            }
            self.number = run;
            let seed = args.options.seed.wrapping_add(run as u64);
            let name = match runs {
                1 => self.making.task.name(),
                _ => format!("{}, number {}", self.making.task.name(), run + 1),
            };
            let budget = interruptible(args.options.time_limit);
            let problem = random.map(|random| random(seed, &budget));
            let problem = match problem.transpose() {
                Ok(problem) => problem,
                Err(Unsolved { exit: ended, failure, .. }) => {
                    located(Path::new(&name), failure).report();
                    exit = exit.max(ended);
                    continue;
                }
            };
            if !needs_search {
                self.number += 1;
                let (written, ended) = self.write(&name, None, problem.as_deref())?;
                self.say(&written);
                exit = exit.max(ended);
                continue;
            }
            let short = (self.series, args.options.repeat_short);
            let task = self.making.task.as_ref();
            match answer::search_in_series(task, &name, seed, &budget, short, self.reporter) {
                Ok(mut solved) => {
                    let claim = std::mem::replace(&mut solved.claim, Box::new(|| UNCLAIMED));
                    exit = exit.max(self.deliver(&name, seed, problem.as_deref(), solved)?);
                    // A proof that nothing better exists is not a failure: it makes the answer optimal.
                    let made = self.prove(claim, &budget)?;
                    exit = exit.max(if made == Exit::Broken { Exit::Ok } else { made });
                }
                Err(Unsolved { exit: ended, failure, claim }) => {
                    failure.report();
                    exit = exit.max(ended).max(self.prove(claim, &budget)?);
                }
            }
        }
        Ok(exit)
    }

    /// Writes a proof of what is claimed, if one is wanted.
    fn prove(&self, claim: LazyClaim<'_>, budget: &Budget) -> Result<Exit, Failure> {
        self.proof.as_ref().map_or(Ok(Exit::Ok), |target| target.prove(claim(), budget, self.reporter))
    }

    /// Gives an answer its clues, writes it, and reports it.
    fn deliver(
        &mut self,
        name: &str,
        seed: u64,
        problem: Option<&str>,
        solved: Solved,
    ) -> Result<Exit, Failure> {
        let Solved {
            mut exit,
            json: mut own,
            problem: made,
            missing,
            remarks,
            summary,
            documents,
            needs_picture,
            ..
        } = solved;
        let problem = made.as_deref().or(problem);
        let mut written = Vec::new();
        let mut unclued = Vec::new();
        let mut again = Vec::new();
        let mut shown = None;
        for mut puzzle in documents() {
            self.number += 1;
            match self.publish(&mut puzzle, seed) {
                Ok(given) => unclued.extend(given.map(|given| given.missing).unwrap_or_default()),
                Err(failure) => exit = exit.max(located(Path::new(name), failure).report()),
            }
            let tally = Tally::of(&puzzle);
            if self.targets.has_page() && tally.has_faults() {
                let only =
                    if self.kind.kind().takes().fill { ", --only-clued uses no other words" } else { "" };
                reporter::warn(&format_args!("{name}: {tally}; --clues names sources of more{only}"));
            }
            let (files, ended) = self.write(name, Some(&puzzle), problem)?;
            written.extend(files);
            exit = exit.max(ended);
            match self.series.add(&puzzle) {
                Ok(more) => again.extend(more),
                Err(failure) => exit = exit.max(failure.report()),
            }
            if self.targets.has_book() {
                self.made.push(Chapter::unnamed(Puzzle { title: None, ..puzzle.clone() }));
            }
            shown.get_or_insert(puzzle);
        }
        if self.args.json {
            own.insert("without_clue".to_owned(), unclued.into());
            let used_before = || again.iter().map(|again| again.again).sum::<usize>();
            own.insert("used_before".to_owned(), (!again.is_empty()).then(used_before).into());
            own.extend(problem.map(|text| ("problem".to_owned(), text.into())));
            self.print_json(name, seed, &written, own)?;
        }
        let picture = shown.as_ref().filter(|_| needs_picture);
        answer::tell(
            self.reporter,
            name,
            &Said { picture, missing: &missing, remarks: &remarks, summary: &summary },
        );
        again.into_iter().for_each(|again| tell_again(self.reporter, name, Some(again)));
        self.say(&written);
        Ok(exit)
    }

    /// Gives a puzzle its title, author, language and clues; returns what is known about its clues.
    fn publish(&self, puzzle: &mut Puzzle, seed: u64) -> Result<Option<Given>, Failure> {
        let args = self.args;
        let language = args.language(self.making);
        puzzle.title = args.labels().titled(args.title.as_deref(), self.number);
        puzzle.author.clone_from(&args.author);
        let given = words(puzzle).filter(|words| !words.is_empty()).map(|words| {
            // A list of words may have said which language they are in.
            let language = language.or(puzzle.language.as_ref());
            let clues =
                up_to_level(Clues::of(self.sources, &words, language)?, args.options.choice.most_level());
            Ok(give_fresh(puzzle, &clues, None, seed, self.series.clues()))
        });
        puzzle.language = language.cloned().or(puzzle.language.take());
        given.transpose()
    }

    /// Writes the files of a puzzle and returns their names; reports those that cannot be made. Prints the puzzle if no
    /// file is wanted, or none was written.
    fn write(
        &self,
        name: &str,
        puzzle: Option<&Puzzle>,
        problem: Option<&str>,
    ) -> Result<(Vec<PathBuf>, Exit), Failure> {
        let (files, failures) = self.targets.files(self.number, name, puzzle, problem);
        let (written, exit) = write_each(files, failures);
        if written.is_empty() && (self.targets.is_empty() || exit != Exit::Ok) {
            self.print(name, self.number, puzzle, problem)?;
        }
        Ok((written, exit))
    }

    /// Prints the text of a puzzle, unless the JSON holds it.
    fn print(
        &self,
        name: &str,
        number: usize,
        puzzle: Option<&Puzzle>,
        problem: Option<&str>,
    ) -> Result<(), Failure> {
        if self.args.json {
            return Ok(());
        }
        let text = match (problem, puzzle, exchange::Format::own(self.kind.kind().published())) {
            (None, Some(puzzle), Some(format)) => {
                exchange::bytes(puzzle, Path::new(name), format, Wishes::default())?
            }
            (problem, ..) => problem.unwrap_or_default().into(),
        };
        if number > 1 {
            output::print(b"\n")?;
        }
        output::print(&text)
    }

    fn print_json(
        &self,
        name: &str,
        seed: u64,
        written: &[PathBuf],
        own: Map<String, Value>,
    ) -> Result<(), Failure> {
        let output: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        let kind = self.kind.to_string();
        let mut out = std::io::stdout().lock();
        let head = Head { command: "make", kind: &kind, name, output: json!(output), seed };
        let printed = head.write(&mut out, own).and_then(|()| out.flush());
        let is_kept = !written.is_empty() || self.targets.has_book();
        if is_kept {
            output::unless_unread(printed)?
        } else {
            printed?
        }
        Ok(())
    }

    /// Reports the files that were written.
    fn say(&self, written: &[PathBuf]) {
        for path in written {
            self.reporter.tell(&format_args!("wrote {}", path.display()));
        }
    }

    /// Writes the book, if one is wanted and there is a puzzle for it. If that fails and the puzzles are in no other
    /// file, they are printed.
    fn bind(mut self) -> Result<Exit, Failure> {
        if self.made.is_empty() {
            return Ok(Exit::Ok);
        }
        let (title, author) = (self.args.title.clone(), self.args.author.clone());
        let chapters = std::mem::take(&mut self.made);
        let language = Chapter::language_of(&chapters);
        let book = Book { title, author, language, chapters };
        let (written, exit) = match self.targets.books(&book) {
            Ok((files, warnings)) => {
                warnings.iter().for_each(|warning| reporter::warn(warning));
                write_each(files, Vec::new())
            }
            Err(failure) => (Vec::new(), failure.report()),
        };
        if exit != Exit::Ok && self.targets.are_books() {
            for (index, Chapter { name, puzzle }) in book.chapters.iter().enumerate() {
                self.print(name, index + 1, Some(puzzle), None)?;
            }
        }
        self.say(&written);
        Ok(exit)
    }
}

/// Writes files, each whole or not at all, and reports those that cannot be written, after these failures. Returns the
/// names of the others.
fn write_each(files: Vec<(PathBuf, Vec<u8>)>, mut failures: Vec<Failure>) -> (Vec<PathBuf>, Exit) {
    let mut written = Vec::new();
    for (path, bytes) in files {
        let output = Output::new(&path);
        match output.and_then(|output| output.write_with(|file| file.write_all(&bytes))) {
            Ok(()) => written.push(path),
            Err(failure) => failures.push(failure),
        }
    }
    let exit = failures.iter().map(Failure::report).max().unwrap_or(Exit::Ok);
    (written, exit)
}
