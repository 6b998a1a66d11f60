//! The contract between the commands and the kinds of puzzles.
//!
//! A kind is a folder in `cli/kinds` and a line in `cli/registry.rs`. Its folder implements [`Kind`], which says what
//! each command needs of it; what is missing the compiler names. A command knows no kind: it reads its inputs once,
//! asks the registry which kind they are, and runs the one loop that serves all kinds (budget, proof, progress, output,
//! exit code, JSON). So arrows point one way: commands, registry, kinds, contract.
//!
//! [`Kind`] has a type for the flags of each command, which a table of objects cannot hold; [`AnyKind`] is the same
//! contract without these types, and every [`Kind`] has it for free.

pub mod check;
pub mod encode;
pub mod explain;
pub mod flags;
pub mod json;
pub mod solve;

use super::exit::Failure;
use super::input::Input;
use clap::{Arg, ArgMatches};
use cwsat::publish::puzzle::Puzzle;
use flags::{args_of, parse};
use std::fmt::Debug;

/// How much an input looks like a puzzle of a kind. The greatest likeness among all kinds decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is none.
    No,
    /// Nothing speaks for it; what nothing speaks for at all is of the kind that says this.
    Fallback,
    /// Its lines could be of this kind.
    Possible,
    /// Its lines are of this kind, though those of another kind can look alike.
    Likely,
    /// Its lines look like no other kind.
    Strong,
    /// It has the ending of this kind's files.
    Named,
    /// It says so itself.
    Certain,
}

/// Where the words of a kind come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordSource {
    /// From word lists, so that `--words` means something.
    Lists,
    /// From the input.
    Input,
    /// There are no words.
    Nowhere,
}

/// What `--size` means to a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeFlag {
    /// Nothing: its puzzles are read from files.
    Refused,
    /// The size of the board on which the input is to be laid.
    Board,
    /// A puzzle without a file.
    Input,
}

/// What of the flags of all kinds means something to a kind; the others are refused.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// `--words` of the commands that make something.
    pub words: WordSource,
    /// `--size`.
    pub size: SizeFlag,
    /// `--clues` of `cwsat solve`.
    pub clues: bool,
    /// `--against` of `cwsat check`.
    pub against: bool,
}

/// A kind of puzzle as the commands see it.
pub trait Kind: Debug + Send + Sync + 'static {
    /// Its name in `--as`, in JSON, and in messages.
    const NAME: &'static str;
    /// What `--help` says behind the name.
    const ABOUT: &'static str;
    /// How the answer to a puzzle from standard input is called in a folder.
    const UNNAMED: &'static str;
    /// Which of the flags of all kinds it takes.
    const TAKES: Takes;
    /// What to do where its formula is too large.
    const SMALLER: &'static str;

    /// Its own flags of `cwsat solve`.
    type SolveFlags: clap::Args;
    /// Its own flags of `cwsat check`.
    type CheckFlags: clap::Args;
    /// Its own flags of `cwsat encode` and `cwsat decode`.
    type EncodeFlags: clap::Args;
    /// Its own flags of `cwsat explain`.
    type ExplainFlags: clap::Args;
    /// Its own flags of `cwsat make`.
    type MakeFlags: clap::Args;

    /// How much the input looks like a puzzle, or a solved puzzle, of this kind. This never judges: what looks like it
    /// may still be a wrong one, and the reader says so much better than a guess could.
    fn likeness(input: &Input) -> Likeness;

    /// Whether `input` can be published as it is. Lists of words that are yet to be laid cannot.
    fn is_drawable(text: &str) -> bool;

    /// Reads the inputs of `cwsat solve`; finds everything that can be refused before a search starts.
    fn solve<'a>(
        request: &'a solve::Request<'a>,
        flags: Self::SolveFlags,
    ) -> Result<Vec<Box<dyn solve::Task + 'a>>, Failure>;

    /// What is missing to solve, if there is no input and no size. `None` if nothing is.
    fn missing_input(flags: &Self::SolveFlags) -> Option<&'static str>;

    /// Prepares the judgement of `cwsat check`.
    fn check<'a>(
        request: &'a check::Request<'a>,
        flags: Self::CheckFlags,
    ) -> Result<check::Bench<'a>, Failure>;

    /// The formula of an input.
    fn encode(request: &encode::Request, flags: Self::EncodeFlags) -> Result<encode::Encoded, Failure>;

    /// The decoder of the models of an input's formula; it knows no variable yet.
    fn decoder(
        request: &encode::Request,
        flags: Self::EncodeFlags,
    ) -> Result<Box<dyn encode::Decoder>, Failure>;

    /// Why an input has no solution.
    fn explain(request: &explain::Request, flags: Self::ExplainFlags) -> Result<explain::Found, Failure>;

    /// The solved puzzle in these inputs as a document to be published: one input, or two for kinds whose answers do
    /// not hold the problem.
    fn document(inputs: &[Input]) -> Result<Puzzle, Failure>;

    /// Whether a puzzle to be published stands in two files, the problem and its answer.
    const HAS_ANSWER_FILE: bool = false;

    /// A problem made by chance, as text; `None` for kinds of which none are.
    fn make(flags: Self::MakeFlags) -> Option<Result<String, Failure>>;
}

/// [`Kind`] as an object.
pub trait AnyKind: Debug + Send + Sync {
    /// [`Kind::NAME`].
    fn name(&self) -> &'static str;
    /// [`Kind::ABOUT`].
    fn about(&self) -> &'static str;
    /// [`Kind::UNNAMED`].
    fn unnamed(&self) -> &'static str;
    /// [`Kind::TAKES`].
    fn takes(&self) -> Takes;
    /// [`Kind::SMALLER`].
    fn smaller(&self) -> &'static str;
    /// [`Kind::HAS_ANSWER_FILE`].
    fn has_answer_file(&self) -> bool;
    /// Its flags of a command.
    fn flags(&self, verb: Verb) -> Vec<Arg>;
    /// [`Kind::likeness`].
    fn likeness(&self, input: &Input) -> Likeness;
    /// [`Kind::is_drawable`].
    fn is_drawable(&self, text: &str) -> bool;
    /// [`Kind::missing_input`].
    fn missing_input(&self, flags: &ArgMatches) -> Result<Option<&'static str>, Failure>;
    /// [`Kind::solve`].
    fn solve<'a>(
        &self,
        request: &'a solve::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<Vec<Box<dyn solve::Task + 'a>>, Failure>;
    /// [`Kind::check`].
    fn check<'a>(
        &self,
        request: &'a check::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<check::Bench<'a>, Failure>;
    /// [`Kind::encode`].
    fn encode(&self, request: &encode::Request, flags: &ArgMatches) -> Result<encode::Encoded, Failure>;
    /// [`Kind::decoder`].
    fn decoder(
        &self,
        request: &encode::Request,
        flags: &ArgMatches,
    ) -> Result<Box<dyn encode::Decoder>, Failure>;
    /// [`Kind::explain`].
    fn explain(&self, request: &explain::Request, flags: &ArgMatches) -> Result<explain::Found, Failure>;
    /// [`Kind::document`].
    fn document(&self, inputs: &[Input]) -> Result<Puzzle, Failure>;
    /// [`Kind::make`].
    fn make(&self, flags: &ArgMatches) -> Option<Result<String, Failure>>;
}

/// The commands in which kinds have flags of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `cwsat solve`
    Solve,
    /// `cwsat check`
    Check,
    /// `cwsat encode` and `cwsat decode`
    Encode,
    /// `cwsat explain`
    Explain,
    /// `cwsat make`
    Make,
}

impl<K: Kind> AnyKind for K {
    fn name(&self) -> &'static str {
        K::NAME
    }

    fn about(&self) -> &'static str {
        K::ABOUT
    }

    fn unnamed(&self) -> &'static str {
        K::UNNAMED
    }

    fn takes(&self) -> Takes {
        K::TAKES
    }

    fn smaller(&self) -> &'static str {
        K::SMALLER
    }

    fn has_answer_file(&self) -> bool {
        K::HAS_ANSWER_FILE
    }

    fn flags(&self, verb: Verb) -> Vec<Arg> {
        match verb {
            Verb::Solve => args_of::<K::SolveFlags>(),
            Verb::Check => args_of::<K::CheckFlags>(),
            Verb::Encode => args_of::<K::EncodeFlags>(),
            Verb::Explain => args_of::<K::ExplainFlags>(),
            Verb::Make => args_of::<K::MakeFlags>(),
        }
    }

    fn likeness(&self, input: &Input) -> Likeness {
        K::likeness(input)
    }

    fn is_drawable(&self, text: &str) -> bool {
        K::is_drawable(text)
    }

    fn missing_input(&self, flags: &ArgMatches) -> Result<Option<&'static str>, Failure> {
        Ok(K::missing_input(&parse(flags)?))
    }

    fn solve<'a>(
        &self,
        request: &'a solve::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<Vec<Box<dyn solve::Task + 'a>>, Failure> {
        K::solve(request, parse(flags)?)
    }

    fn check<'a>(
        &self,
        request: &'a check::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<check::Bench<'a>, Failure> {
        K::check(request, parse(flags)?)
    }

    fn encode(&self, request: &encode::Request, flags: &ArgMatches) -> Result<encode::Encoded, Failure> {
        K::encode(request, parse(flags)?)
    }

    fn decoder(
        &self,
        request: &encode::Request,
        flags: &ArgMatches,
    ) -> Result<Box<dyn encode::Decoder>, Failure> {
        K::decoder(request, parse(flags)?)
    }

    fn explain(&self, request: &explain::Request, flags: &ArgMatches) -> Result<explain::Found, Failure> {
        K::explain(request, parse(flags)?)
    }

    fn document(&self, inputs: &[Input]) -> Result<Puzzle, Failure> {
        K::document(inputs)
    }

    fn make(&self, flags: &ArgMatches) -> Option<Result<String, Failure>> {
        match parse(flags) {
            Ok(flags) => K::make(flags),
            Err(failure) => Some(Err(failure)),
        }
    }
}
