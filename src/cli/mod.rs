//! The command line: one file a subcommand, which holds its arguments and its `run`.
//!
//! A command returns how it ended ([`Exit`]) or why it could not do its work ([`Failure`]); it never ends the
//! process itself. Results go to standard output, everything else to standard error.

mod bound;
mod check;
mod clue;
mod crisscross;
mod decode;
mod digram_words;
mod document;
mod encode;
mod encoding;
mod explain;
mod export;
mod files;
mod import;
mod inputs;
mod interrupt;
mod kind;
pub mod logging;
mod make;
mod numberlink;
mod progress;
mod proof;
mod render;
mod sat;
mod solve;
mod solver;
mod submit;
mod wordlists;
mod words;

use clap::{Parser, Subcommand};
use cwsat::encodings::arrowword::cwg::CwgError;
use cwsat::encodings::arrowword::instance::InstanceError;
use cwsat::encodings::arrowword::spec::SpecError;
use cwsat::encodings::cnf::TooLarge;
use cwsat::encodings::cnf::dimacs::DimacsError;
use cwsat::encodings::cnf::map::MapError;
use cwsat::encodings::cnf::model::ModelError;
use cwsat::encodings::digram::format::Fault as DigramFault;
use cwsat::encodings::digram::puzzle::SizeError;
use cwsat::encodings::digram::words::NoWords;
use cwsat::encodings::lexicon::PatternError;
use cwsat::encodings::numberlink::format_a::ReadError as NumberlinkAError;
use cwsat::encodings::numberlink::format_q::ReadError as NumberlinkQError;
use cwsat::encodings::template::format::TemplateError;
use cwsat::encodings::template::puzzle::LONGEST_SIDE;
use cwsat::publish::clues::collection::CluesError;
use cwsat::publish::draw::DrawError;
use cwsat::publish::exchange::NoExport;
use cwsat::publish::exchange::ipuz::IpuzError;
use cwsat::publish::exchange::puz::PuzError;
use cwsat::publish::puzzle::convert::NoDocument;
use cwsat::publish::puzzle::json::JsonError;
use cwsat::search::arrowword::NoAnswer;
use cwsat::search::digram;
use cwsat::search::numberlink as numberlink_search;
use cwsat::search::template;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Solve, check and rate grid puzzles with a SAT solver.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What `--help` says on exit codes; every command repeats it.
const EXIT_CODES: &str = "\
Exit codes:
  0  done, and everything is as it should be
  1  a rule is broken, or there is no solution
  2  the input or the command line cannot be used
  3  stopped without a complete answer";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Clue(clue::Args),
    Bound(bound::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Explain(explain::Args),
    Words(words::Args),
    Make(make::Args),
    Render(render::Args),
    Export(export::Args),
    Import(import::Args),
    Submit(submit::Args),
    Sat(sat::Args),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> Result<Exit, Failure> {
        interrupt::catch()?;
        match self.command {
            Command::Solve(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Clue(args) => args.run(),
            Command::Bound(args) => args.run(),
            Command::Encode(args) => args.run(),
            Command::Decode(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Words(args) => args.run(),
            Command::Make(args) => args.run(),
            Command::Render(args) => args.run(),
            Command::Export(args) => args.run(),
            Command::Import(args) => args.run(),
            Command::Submit(args) => args.run(),
            Command::Sat(args) => args.run(),
        }
    }
}

/// How a command ended. The order is that of severity: of several grids the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done, and everything is as it should be.
    Ok = 0,
    /// A rule is broken, or there is no solution.
    Broken = 1,
    /// The input or the command line cannot be used.
    BadInput = 2,
    /// Stopped without a complete answer.
    Stopped = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do its work; each is a sentence with the place and what to do.
#[derive(Debug, Error)]
pub enum Failure {
    #[error("{}: {source}; check the name and whether you may read it", path.display())]
    Read { path: PathBuf, source: io::Error },

    #[error(
        "there is no file `{size}`; if that is meant as a size, say of what: `--as template {size}` for a grid without \
         blocks, rows x columns, each from 1 to {LONGEST_SIDE}; or `--as digram {size}` for a digram grid"
    )]
    SizeOfWhat { size: String },

    #[error(
        "{}: line {line}, column {column}: this is not UTF-8 text; save the file as UTF-8",
        path.display()
    )]
    NotText { path: PathBuf, line: usize, column: usize },

    #[error("{}: {source}", path.display())]
    Cwg { path: PathBuf, source: CwgError },

    #[error(
        "{}: no puzzle fits into {fields} unblocked fields: it takes a question field and a \
         word of two letters in a line; give a larger grid (or a list with longer words)",
        path.display()
    )]
    NoPuzzle { path: PathBuf, fields: usize },

    #[error("{}: {source}", path.display())]
    Base { path: PathBuf, source: cwsat::encodings::crisscross::base::BaseError },

    #[error(
        "{}: this is a finished criss-cross, where a list of words is expected; give the list, or judge the layout \
         with `cwsat check`",
        path.display()
    )]
    LayoutForList { path: PathBuf },

    #[error("--size: {0}")]
    BoardSize(String),

    #[error("{}: {source}", path.display())]
    CrissCross { path: PathBuf, source: cwsat::encodings::crisscross::format::FormatError },

    #[error(transparent)]
    WordList(#[from] wordlists::WordListError),

    #[error("{what:?} is no file, and as a pattern it is wrong: {error}")]
    NeitherListNorPattern { what: String, error: PatternError },

    #[error("{}: {source}", path.display())]
    Spec { path: PathBuf, source: SpecError },

    #[error("{}: {source}", path.display())]
    Instance { path: PathBuf, source: InstanceError },

    #[error("{}: {source}; make it smaller, or use a machine with more memory{advice}", path.display())]
    TooLarge { path: PathBuf, source: TooLarge, advice: &'static str },

    #[error("{}: {source}", path.display())]
    Map { path: PathBuf, source: MapError },

    #[error("{}: {source}", path.display())]
    Model { path: PathBuf, source: ModelError },

    #[error("{}: {problem}", path.display())]
    Undecodable { path: PathBuf, problem: String },

    #[error("{}: {source}", path.display())]
    Formula { path: PathBuf, source: DimacsError },

    #[error("{}: {reason}", path.display())]
    Solver { path: PathBuf, reason: String },

    #[error("{}: {reason}", path.display())]
    Unsolved { path: PathBuf, reason: NoAnswer },

    #[error("{}: {source}", path.display())]
    Template { path: PathBuf, source: TemplateError },

    #[error("{}: {reason}", path.display())]
    NoCrossword { path: PathBuf, reason: template::NoAnswer },

    #[error("{name}: {reason}{advice}")]
    NoMadeCrossword { name: String, reason: template::NoAnswer, advice: &'static str },

    #[error(transparent)]
    Clues(#[from] CluesError),

    #[error(
        "{list}: no word of it has a clue in the sources; leave --only-clued away, or see --language if they are in another one"
    )]
    NothingClued { list: String },

    #[error("--clues is for puzzles whose words come from a list, not for the kind {kind}; see `cwsat clue`")]
    NothingToClue { kind: kind::Kind },

    #[error("{}: there are no words in it that a clue could be for", path.display())]
    Wordless { path: PathBuf },

    #[error(
        "{}: the word that starts in row {row}, column {column} (from 0) is not filled; solve the puzzle first, with \
         `cwsat solve`",
        path.display()
    )]
    Unfilled { path: PathBuf, row: usize, column: usize },

    #[error(
        "{}: there are clues in this file already, and the list of missing words would be written over them; give it with \
         --clues, and another name with --missing",
        path.display()
    )]
    MissingHasClues { path: PathBuf },

    #[error(
        "{}: somebody wrote clues into this document that are not in the puzzle to be written, and they would be lost; \
         write to another file, or remove this one",
        path.display()
    )]
    OtherClues { path: PathBuf },

    #[error("--style, --white and --symmetry are for a template that --make makes; this one is given")]
    NothingMade,

    #[error("--against is not for the kind {kind}; leave it away")]
    NothingAgainst { kind: kind::Kind },

    #[error(
        "{}: the answer breaks a rule, which is a bug in this program; nothing was written. Please report it \
         with the grid and the command line: {broken}",
        path.display()
    )]
    Bug { path: PathBuf, broken: String },

    #[error(
        "{} looks like the kind {kind}, and {} like {other_kind}; give one kind at a time, or say which with --as",
        path.display(), other.display()
    )]
    MixedKinds { path: PathBuf, kind: kind::Kind, other: PathBuf, other_kind: kind::Kind },

    #[error(
        "there are options that only the kind {other} has (see --help under its heading), but the input is of \
         the kind {kind}; leave them away, or give the kind with --as"
    )]
    ForeignFlags { kind: kind::Kind, other: kind::Kind },

    #[error("--size is not for the kind {kind}: its puzzles are read from files; leave it away, or see --as")]
    SizeForFile { kind: kind::Kind },

    #[error(
        "--words is not for the kind {kind}: its words are those of the input; leave it away, or see `cwsat check` to \
         compare a layout with a list"
    )]
    WordsInInput { kind: kind::Kind },

    #[error("--words is not for the kind {kind}: there are no words in it; leave it away, or see --as")]
    NoWords { kind: kind::Kind },

    #[error("{}: there are {words} words in it, so --least-words {asked} cannot be; ask for fewer", path.display())]
    LeastWords { path: PathBuf, asked: usize, words: usize },

    #[error("the size is given twice, with --size and without; give it once")]
    SizeTwice,

    #[error("a puzzle of the kind {kind} is read from a file: name one")]
    NoInput { kind: kind::Kind },

    #[error(
        "nothing to solve: name a file, or give a size (`--size 4x5` for a digram grid, `--as template --size 6x6` for a \
         word square), or have a template made (`--make 13x13`)"
    )]
    NothingToSolve,

    #[error(
        "no template to fill: name a file; or give a size, as in `--size 6x6`, for one without blocks; or have one \
         made, as in `--make 13x13`"
    )]
    NoTemplate,

    #[error("no size for a digram grid: give one, as in `--size 4x5`, or be asked for it with --interactive")]
    NoSize,

    #[error(
        "`{size}` is no file and no usable size; a size is rows x columns, each from 1 to {LONGEST_SIDE}, as in `6x6`"
    )]
    TemplateSize { size: String },

    #[error(
        "{}: this is a finished grid, and only a size can be solved, as in `--size 4x5`; `cwsat check` checks a \
         finished grid",
        path.display()
    )]
    FinishedGrid { path: PathBuf },

    #[error(
        "{}: this is a file, but a digram grid is made from a size, as in `--size 4x5`; a word list is given with \
         --words",
        path.display()
    )]
    FileForSize { path: PathBuf },

    #[error(transparent)]
    Size(#[from] SizeError),

    #[error(transparent)]
    NoDigramWords(#[from] NoWords),

    #[error("{0}")]
    NoDigramGrid(digram::NoAnswer),

    #[error("--interactive asks questions, which takes a terminal; give --size, --words and --count instead")]
    NoTerminal,

    #[error("{}: {source}", path.display())]
    NumberlinkQ { path: PathBuf, source: NumberlinkQError },

    #[error("{}: {source}", path.display())]
    NumberlinkA { path: PathBuf, source: NumberlinkAError },

    #[error("{}: {reason}", path.display())]
    NumberlinkUnsolved { path: PathBuf, reason: numberlink_search::NoAnswer },

    #[error("give the problem and then an answer to it, as in `cwsat check Q.txt A.txt`")]
    NoNumberlinkAnswer,

    #[error("a Numberlink formula is about one rectangle; give it with --rect WxH, as in `--rect 10x6`")]
    NoRect,

    #[error("{0}")]
    NotMade(#[from] numberlink_search::generate::NotMade),

    #[error("puzzles of the kind {kind} are not made by chance; only numberlink problems are")]
    NotMadeByChance { kind: kind::Kind },

    #[error("{}: no proof was written: {source}", path.display())]
    Proof { path: PathBuf, source: cwsat::solver::proof::NoProof },

    #[error("{}: a proof is about one input; give a single one with --proof", path.display())]
    ProofOfSeveral { path: PathBuf },

    #[error("{}: {source}", path.display())]
    Document { path: PathBuf, source: JsonError },

    #[error("{}: {source}", path.display())]
    NotPublished { path: PathBuf, source: NoDocument },

    #[error("{}: {fault}", path.display())]
    DigramGrid { path: PathBuf, fault: DigramFault },

    #[error("{}: a problem alone has no picture; name its answer behind it, as in `Q.txt A.txt`", path.display())]
    NoAnswerToDraw { path: PathBuf },

    #[error("{}: one puzzle at a time; only a Numberlink takes two files, the problem and its answer", path.display())]
    OnePuzzle { path: PathBuf },

    #[error("{}: {source}", path.display())]
    Draw { path: PathBuf, source: DrawError },

    #[error("{}: {reason}", path.display())]
    Unusable { path: PathBuf, reason: String },

    #[error("{0}")]
    Render(String),

    #[error("{}: this is {format}; read it with `cwsat import` first", path.display())]
    Foreign { path: PathBuf, format: &'static str },

    #[error("{}: {source}", path.display())]
    NoExport { path: PathBuf, source: NoExport },

    #[error("{}: {source}", path.display())]
    Ipuz { path: PathBuf, source: IpuzError },

    #[error("{}: {source}", path.display())]
    Puz { path: PathBuf, source: PuzError },

    #[error("{0}")]
    Exchange(String),

    #[error("Ctrl-C cannot be caught: {0}")]
    Interrupt(ctrlc::Error),

    #[error("{}: {source}; choose another place to write to", path.display())]
    Write { path: PathBuf, source: io::Error },

    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Tells the user, and says with which code to end. That nobody reads our output any more (`| head`) is
    /// no failure.
    pub fn report(&self) -> Exit {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Ok,
            _ => {
                complain("error", anstyle::AnsiColor::Red, self);
                Exit::BadInput
            }
        }
    }
}

/// Writes one line to standard error, with its kind in front, coloured on a terminal. Errors in doing so are
/// ignored: there is no place left to report them.
fn complain(kind: &str, color: anstyle::AnsiColor, message: &dyn std::fmt::Display) {
    use std::io::Write;
    let style = color.on_default().bold();
    let _ = writeln!(anstream::stderr().lock(), "{style}{kind}:{style:#} {message}");
}
