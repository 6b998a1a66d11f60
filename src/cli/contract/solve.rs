//! The interface between `cwsat solve` and the kinds.

use crate::cli::budget::parse_duration;
use crate::cli::changes::{self, ChangeError, Changed, Finished, Wanted};
use crate::cli::choice;
use crate::cli::clued::{self, Clued};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, STDIN};
use crate::cli::keyword::Keyword;
use crate::cli::own;
use crate::cli::proof::LazyClaim;
use crate::cli::reporter::{Meter, Reporter};
use crate::cli::seed;
use crate::cli::series::{self, Series};
use crate::cli::solver::SolverArgs;
use crate::cli::together::{Asked, Conflict, Demands, Rest};
use crate::cli::vocabulary::Vocabulary;
use crate::cli::wordlists;
use cwsat::encodings::lexicon::Letter;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::Puzzle;
use cwsat::search::fill::Engine;
use cwsat::search::{NoAnswer, OwnReason, Setup};
use cwsat::solver::{BackEnd, Budget};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The flags of a search that mean the same for all kinds.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Take words from this list: a word per line, optionally with a score or a clue, as in `WORD;SCORE`, `WORD|clue` or
    /// `WORD;SCORE;clue`, or a table whose first line names its columns (`cwsat words --help`); may be repeated [default:
    /// the embedded German list; for digram grids, the system's dictionary if there is one, else the embedded English
    /// list].
    #[arg(short, long, value_name = "LIST")]
    pub words: Vec<PathBuf>,
    #[command(flatten)]
    pub choice: choice::Flags,
    /// Set the seed; another seed gives another answer. The name of the input counts as well, so equal grids with
    /// different names get different puzzles.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    pub seed: u64,
    /// Stop the search for each input after this time, as in `90` (seconds), `60s`, `5m` or `1h` [default: no limit;
    /// the search ends when the answer is proven to be the best or stops improving].
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Search with this many threads; with 1, the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = default_threads(), value_parser = parse_threads)]
    threads: NonZeroUsize,
    #[command(flatten)]
    solver: SolverArgs,
    /// Find letters this way: auto (cwsat's own search, the quickest), propagator (the word list inside CaDiCaL, which
    /// learns clauses), or clauses alone: direct (a variable for each word) or mdd (a decision diagram of the words).
    /// With several names, as in `auto,mdd,propagator`, these race, and the first answer counts [default: auto].
    #[arg(long, value_name = "NAME,…")]
    encoding: Option<Engine>,
    /// Show neither progress nor summaries on standard error.
    #[arg(short, long)]
    pub quiet: bool,
    /// Make a puzzle (arrowword or crossword) in which this word or phrase can be spelled by letters in numbered fields: QUIZ,
    /// or `Frohes Fest`. The fields are in the JSON, and in every page.
    #[arg(long, value_name = "TEXT")]
    pub solution_word: Option<Keyword>,
    #[command(flatten)]
    pub series: series::Flags,
    /// Repeat at most this many words of less than four letters that are in the puzzles of --no-repeat or --register; the
    /// summary says how many there are [default: no limit, but few].
    #[arg(
        long,
        value_name = "N",
        requires = "series-flags",
        help_heading = "Series (arrowwords, crosswords)"
    )]
    pub repeat_short: Option<usize>,
    #[command(flatten)]
    pub own: own::Flags,
    #[command(flatten)]
    pub clued: clued::Flags,
}

impl Options {
    /// Returns the number of threads.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// Reads the words to fill with, and their clues, for grids whose lines have at most `longest` fields. `space` is the
    /// number of characters a clue may have.
    pub fn read_words(
        &self,
        longest: usize,
        space: usize,
        sources: &[Source],
        reporter: Reporter,
    ) -> Result<Clued, Failure> {
        let language = self.clued.list_language(&self.words)?;
        // How many words of the whole list these flags leave out is reported.
        let counts = self.choice.of_lists().next().is_some();
        let read = if counts { usize::MAX } else { self.clued.longest_read(longest) };
        let mut words = wordlists::resolve_up_to(&self.words, language, read, reporter)?;
        let chosen = self.choice.choose(words.list, &words.name, reporter)?;
        words.list = self.clued.fitting(chosen.list.clone(), longest);
        let themes = self.own.themes(&mut words, reporter)?;
        chosen.bans.refuse_wanted(&themes)?;
        let asked = Asked::new(&chosen, &themes, &words.name).up_to(longest);
        words.list = self.choice.keep_apart(words.list, &words.name, self.clued.language(), &themes);
        let clued =
            Clued::of(&self.clued, sources, words, space, reporter)?.up_to_level(self.choice.most_level());
        Ok(clued.with_themes(themes).asked(asked))
    }

    /// Applies a change to a finished puzzle, which keeps the wishes of these flags; `locate` names the puzzle in an error.
    pub fn change<'a>(
        &self,
        changes: &changes::Flags,
        puzzle: &Finished<'_>,
        words: &mut Vocabulary,
        search: &Search,
        locate: impl FnOnce(ChangeError) -> Failure,
    ) -> Result<Changed, Unsolved<'a>> {
        let themes = Arc::clone(&words.themes);
        let wanted = Wanted {
            themes: &themes,
            placed: self.own.placed(),
            solution_word: self.solution_word.as_ref().map_or(&[], Keyword::letters),
        };
        changes.apply(puzzle, words, wanted, search.budget, search.meter).map_err(|error| Unsolved {
            exit: error.exit(),
            claim: error.lazy_claim(search.seed),
            failure: locate(error),
        })
    }

    /// Returns the way in which letters are found.
    pub fn engine(&self) -> Engine {
        self.encoding.unwrap_or_default()
    }

    /// Returns a flag that was given and applies only to filling with words from a list, if there is one.
    pub fn of_filling(&self) -> Option<&'static str> {
        self.encoding
            .as_ref()
            .map(|_| "--encoding")
            .or(self.clued.choice())
            .or(self.own.given())
            .or(self.series.given().next())
            .or(self.repeat_short.map(|_| "--repeat-short"))
            .or(self.solution_word.as_ref().map(|_| "--solution-word"))
    }

    /// Returns the files that are read for wishes.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.choice.files().chain(self.series.files()).chain(self.own.files())
    }

    /// Returns what these flags leave out or ask for, for the end of a sentence that says that there is no puzzle: that
    /// holds only for the words that may be used, and only if all required ones are used. `families` says whether it
    /// matters that words of one family are kept apart.
    pub fn restrictions(&self, families: bool) -> String {
        let given: Vec<&str> = self.choice.of_lists().chain(self.series.given()).collect();
        let mut text = self.own.demands();
        if families && self.choice.keeps_apart() {
            text += "; words of one family are kept apart (--no-apart lets them meet)";
        }
        if !given.is_empty() {
            text += &format!("; not all words of the list were allowed ({})", given.join(", "));
        }
        text
    }

    /// Returns which of the wishes exclude each other, for a puzzle that is proven not to exist; `None` if that is not found.
    pub fn conflict(
        &self,
        asked: &Asked,
        series: &Series,
        known: &[Vec<Letter>],
        budget: &Budget,
        test: &dyn Fn(&Demands, &Budget) -> Option<bool>,
    ) -> Option<Conflict> {
        let rest = Rest {
            choice: &self.choice,
            own: &self.own,
            keyword: self.solution_word.as_ref(),
            series,
            language: self.clued.language(),
        };
        asked.brief_conflict(rest, known, test, budget)
    }

    /// Returns the SAT solver.
    pub fn back_end(&self) -> &BackEnd {
        self.solver.back_end()
    }
}

/// What `cwsat solve` needs from a kind.
pub trait Solves {
    /// The kind's own flags.
    type Flags: clap::Args;

    /// Returns an error message for the case that neither an input nor a size was given: empty for the usual one, and
    /// `None` if these flags are enough.
    fn missing_input(flags: &Self::Flags) -> Option<&'static str>;

    /// Reads the inputs and reports everything that can be refused before a search starts.
    fn tasks<'a>(request: Request<'a>, flags: &Self::Flags) -> Result<Vec<Box<dyn Task + 'a>>, Failure>;
}

/// What to solve.
pub struct Request<'a> {
    /// The inputs, files and sizes, all of one kind.
    pub inputs: Vec<Input>,
    /// The size of the board, for kinds where `--size` means that.
    pub board: Option<&'a str>,
    /// The flags of all kinds.
    pub options: &'a Options,
    /// The sources of `--clues`.
    pub sources: &'a [Source],
    /// What is to be changed in finished puzzles.
    pub changes: &'a changes::Flags,
    /// Where messages go.
    pub reporter: Reporter,
}

/// A puzzle that was read and can be solved; with several seeds at the same time, if there are to be several answers.
pub trait Task: Sync {
    /// Returns the name in messages and in JSON, usually that of the input.
    fn name(&self) -> String;

    /// Returns the file name of the answer in a folder of answers; `None` for [`Kind::UNNAMED`](super::Kind::UNNAMED).
    fn file_name(&self) -> Option<PathBuf>;

    /// Returns files that it was made from and that are not on the command line, because the user was asked for them; it
    /// may also repeat some that are.
    fn files_read(&self) -> &[PathBuf] {
        &[]
    }

    /// Returns whether there may be several answers, each to be a file of its own in a folder.
    fn has_many_answers(&self) -> bool {
        false
    }

    /// Returns whether it was read from a document, so that the answer is to be printed as one.
    fn is_document(&self) -> bool {
        false
    }

    /// Returns how many words of those that a series does not repeat it prefers to all others; 0 for kinds without series.
    fn supply(&self, series: &Series) -> usize {
        let _ = series;
        0
    }

    /// Searches for the answer.
    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>>;
}

/// Returns the file name of an input's answer in a folder, which is that of the input; `None` for standard input.
pub fn file_name(input: &Input) -> Option<PathBuf> {
    let path = input.path();
    path.file_name().filter(|_| path != Path::new(STDIN)).map(PathBuf::from)
}

/// The context of the search for one answer.
pub struct Search<'a> {
    /// When to stop.
    pub budget: &'a Budget,
    /// Where progress is shown.
    pub meter: &'a Meter,
    /// The seed, as in `--seed`; another seed gives another answer.
    pub seed: u64,
    /// How many threads to search with.
    pub threads: NonZeroUsize,
    /// What earlier puzzles have used.
    pub series: &'a Series,
}

impl Search<'_> {
    /// Returns how the search is done with this seed, into which the name of the input may be mixed.
    pub fn setup(&self, options: &Options, seed: u64) -> Setup {
        Setup { seed, threads: self.threads.get(), back_end: options.back_end().clone() }
    }
}

/// What a search has found.
pub struct Found<'a> {
    /// The words, for kinds with series.
    pub words: Vec<Vec<Letter>>,
    /// Gives the answer its clues and describes it. The series as it is then decides about the clues: a word that is
    /// repeated gets another one.
    pub finish: Finish<'a>,
}

/// See [`Found::finish`].
pub type Finish<'a> = Box<dyn FnOnce(&Series) -> Result<Solved<'a>, Unsolved<'a>> + Send + 'a>;

/// The text of an answer.
pub enum Text {
    /// One text.
    One(String),
    /// Several pairs of a file name and a text.
    Many(Vec<(String, String)>),
}

impl Text {
    /// Returns all of it as one text.
    pub fn joined(&self) -> Cow<'_, str> {
        match self {
            Self::One(text) => text.into(),
            Self::Many(texts) => {
                texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n").into()
            }
        }
    }
}

/// An answer that has passed the rules.
pub struct Solved<'a> {
    /// [`Exit::Ok`], or [`Exit::Stopped`] if the answer is not complete.
    pub exit: Exit,
    /// The answer in the kind's own format.
    pub text: Text,
    /// The puzzle, if the search has made that, too.
    pub problem: Option<String>,
    /// The JSON fields in addition to those of all kinds.
    pub json: Map<String, Value>,
    /// What was asked for and is not in the answer; `--quiet` does not silence these lines, which come first.
    pub missing: Vec<String>,
    /// Lines to report before the summary.
    pub remarks: Vec<String>,
    /// One or two sentences on how good the answer is.
    pub summary: String,
    /// The answer as documents to be published; several if the text is [`Text::Many`].
    pub documents: LazyDocuments<'a>,
    /// Whether the text does not show what the answer looks like, so that a terminal should show a picture of it.
    pub needs_picture: bool,
    /// What can be proven about the answer.
    pub claim: LazyClaim<'a>,
}

impl<'a> Solved<'a> {
    /// Returns this answer as that of a search whose clues do not depend on a series.
    pub fn found(self) -> Found<'a> {
        Found { words: Vec::new(), finish: Box::new(|_| Ok(self)) }
    }
}

/// Documents, made only if they are wanted.
pub type LazyDocuments<'a> = Box<dyn FnOnce() -> Vec<Puzzle> + Send + 'a>;

/// Why there is no answer.
pub struct Unsolved<'a> {
    /// [`Exit::Broken`] if there is none, [`Exit::Stopped`] if that is not known, [`Exit::BadInput`] for an error.
    pub exit: Exit,
    /// A sentence that names the input.
    pub failure: Failure,
    /// What can be proven about it.
    pub claim: LazyClaim<'a>,
}

/// Returns the exit code of a search without an answer; `own` decides for the reasons of the kind.
pub fn exit_of<R: OwnReason>(reason: &NoAnswer<R>, own: impl FnOnce(&R) -> Exit) -> Exit {
    match reason {
        NoAnswer::None(reason) => own(reason),
        NoAnswer::Broken(_) | NoAnswer::Bug(_) => Exit::BadInput,
        NoAnswer::Stopped(_) => Exit::Stopped,
    }
}

/// The largest number of threads to search with.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(256).unwrap();

/// Why a text is not a number of threads.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NoThreads {
    #[error("a number from 1 to {MOST_THREADS} is expected")]
    NoNumber,

    #[error("the most is {MOST_THREADS} threads")]
    TooMany,
}

/// Reads a number of threads that a machine can be expected to run.
fn parse_threads(text: &str) -> Result<NonZeroUsize, NoThreads> {
    let number: NonZeroUsize = text.parse().map_err(|_| NoThreads::NoNumber)?;
    if number <= MOST_THREADS { Ok(number) } else { Err(NoThreads::TooMany) }
}

fn default_threads() -> NonZeroUsize {
    usual_threads(std::thread::available_parallelism().ok())
}

/// Returns the default for a machine that can run this many threads. It is read like a number that a user typed, so it
/// has to be one that is accepted.
fn usual_threads(parallel: Option<NonZeroUsize>) -> NonZeroUsize {
    parallel.unwrap_or(NonZeroUsize::MIN).min(MOST_THREADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_number_of_threads_is_accepted_on_every_machine() {
        for (parallel, usual) in [(1, 1), (8, 8), (256, 256), (384, 256)] {
            let number = usual_threads(NonZeroUsize::new(parallel));
            assert_eq!((number.get(), parse_threads(&number.to_string())), (usual, Ok(number)));
        }
        assert_eq!(parse_threads("257"), Err(NoThreads::TooMany));
        assert_eq!(NoThreads::TooMany.to_string(), "the most is 256 threads");
        assert_eq!(
            (parse_threads("0"), parse_threads("two")),
            (Err(NoThreads::NoNumber), Err(NoThreads::NoNumber))
        );
    }
}
