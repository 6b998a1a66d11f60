//! `cwsat make`: from nothing to a page.
//!
//! One run produces the grid, layout, letters, clues, solution and page. Its parts are those of other commands: the
//! search is the task of `solve`, the clues are given as by `clue`, the files are written as by `render` and `export`.
//! What is special about a kind is behind [`Kind::make`](crate::cli::contract::Kind::make), which says what the empty
//! puzzle is.
//!
//! Whatever can be refused is refused before the search. The files of a puzzle are written when all of them are ready,
//! each whole or not at all, and each puzzle's as soon as it and those before it are found. A search may have taken hours, so a
//! file that cannot be made or written is reported, and the puzzle goes to the others or, if there are none, is printed.

mod lanes;
mod plan;
mod press;
mod targets;

use crate::cli::contract::make::{Making, Request};
use crate::cli::contract::solve::Options;
use crate::cli::contract::{Verb, WordSource};
use crate::cli::drawing::Look;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::proof::ProofArgs;
use crate::cli::registry::{KindError, KindFlags, Known, OfVerb};
use crate::cli::reporter::Reporter;
use crate::cli::used;
use cwsat::encodings::arrowword::puzzle::Blocked;
use cwsat::encodings::grid::Grid;
use cwsat::encodings::lexicon::WordList;
use cwsat::publish::clues::collection::Clues;
use cwsat::publish::puzzle::{Field, Language, Puzzle};
use lanes::Lanes;
use plan::Plan;
use press::Press;
use std::collections::BTreeMap;
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
    /// Make this many puzzles, with the given seed and the seeds that follow it; with several threads, several puzzles at the
    /// same time.
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
  cwsat make crossword 4x5 --words list.txt --fewest-blocks --proof fewest.drat
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

/// The most puzzles that are made at once.
const MOST: usize = 10_000;

/// A text that is not a number of puzzles.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number of puzzles from 1 to {MOST} is expected")]
struct NoCount;

/// Reads a number of puzzles.
fn parse_count(text: &str) -> Result<NonZeroUsize, NoCount> {
    text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST).ok_or(NoCount)
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
            plan: Plan {
                args: &self,
                kind,
                making: &making,
                sources: &sources,
                series: &series,
                targets: &targets,
                reporter,
            },
            proof,
            made: BTreeMap::new(),
            number: 0,
        };
        let made = match Lanes::of(&press.plan) {
            Some(lanes) => lanes.make(&mut press),
            None => press.make_each(0..press.plan.runs()),
        };
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
