//! The contract between the commands and the kinds of puzzles.
//!
//! A kind is a folder in `cli/kinds` and an entry in its list, `kinds::ALL`. Its folder implements [`Kind`] and, in a file for
//! each command, what that command needs from it ([`Solves`], [`Checks`], [`Encodes`], [`Explains`], [`Makes`]); the
//! compiler names what is missing. A command knows no kind, except for `bound` and `submit`, which are about arrowwords
//! alone: it reads its inputs once, asks the registry for their kind, and runs the one loop that serves all kinds (budget,
//! proof, progress, output, exit code, JSON). What a kind needs and cannot read without knowing other kinds, such as the
//! words of earlier puzzles, is read by the command and is part of the request. So dependencies point one way: commands,
//! registry, kinds, contract; `tests/layers.rs` fails if files of the program use each other in a circle.
//!
//! A kind has a type for its flags of each command, so [`Kind`] cannot be a trait object; [`AnyKind`] is the same contract
//! without these types, implemented for every [`Kind`].

pub mod check;
pub mod encode;
pub mod explain;
pub mod flags;
pub mod json;
pub mod make;
pub mod solve;

use super::exit::Failure;
use super::input::Input;
use check::Checks;
use clap::{Arg, ArgMatches};
use cwsat::publish::puzzle::{self, Puzzle};
use encode::Encodes;
use explain::Explains;
use flags::{args_of, parse};
use make::Makes;
use solve::Solves;
use std::fmt::Debug;

/// How much an input looks like a puzzle of a kind. The kind with the greatest likeness wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is not of this kind.
    No,
    /// Nothing suggests this kind, but it is the kind of an input that nothing is known about.
    Fallback,
    /// Its lines could be of this kind.
    Possible,
    /// Its lines are of this kind, though another kind can look the same.
    Likely,
    /// Its lines look like no other kind.
    Strong,
    /// It has the file name extension of this kind.
    Named,
    /// Its text names the kind.
    Certain,
}

/// Where the words of a kind come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordSource {
    /// From word lists, so `--words` applies.
    Lists,
    /// From the input.
    Input,
    /// There are no words.
    Nowhere,
}

/// What `--size` means for a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeFlag {
    /// Nothing: its puzzles are read from files.
    Refused,
    /// The size of the board on which the input is laid out.
    Board,
    /// A puzzle without a file.
    Input,
}

/// Which of the common flags apply to a kind; the others are refused.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// `--words` of the commands that make something.
    pub words: WordSource,
    /// `--size`.
    pub size: SizeFlag,
    /// Those of puzzles that are filled with words of a list: `--encoding`, `--prefer-clued`, `--only-clued`, and
    /// `--clues` of `cwsat solve`.
    pub fill: bool,
    /// `--against` of `cwsat check`.
    pub against: bool,
}

/// A kind of puzzle as the commands see it.
pub trait Kind: Solves + Checks + Encodes + Explains + Makes + Debug + Send + Sync + 'static {
    /// The name in `--as`, in JSON, and in messages.
    const NAME: &'static str;
    /// Other words that `--as` and `cwsat make` take for it.
    const ALIASES: &'static [&'static str] = &[];
    /// What it is called when it is published.
    const PUBLISHED: puzzle::Kind;
    /// The file name extension that only this kind has, so that such a file is of this kind whatever is in it.
    const EXTENSION: Option<&'static str> = None;
    /// The description beside the name in `--help`.
    const ABOUT: &'static str;
    /// The file name, in a folder of answers, of the answer to a puzzle from standard input.
    const UNNAMED: &'static str;
    /// Which of the common flags apply.
    const TAKES: Takes;
    /// What to do if a formula is too large.
    const SMALLER: &'static str;

    /// Returns how much the input looks like a puzzle, or a solved puzzle, of this kind. This never validates: what
    /// looks like one may still be malformed, and its reader reports that much better than a guess could.
    fn likeness(input: &Input) -> Likeness;

    /// Returns whether an input with this text can be published as it is. A list of words still to be laid out cannot.
    fn is_drawable(text: &str) -> bool;

    /// Reads a solved puzzle as a document to be published: from one input, or from two for kinds whose answers do not
    /// contain the problem.
    fn document(inputs: &[Input]) -> Result<Puzzle, Failure>;

    /// Whether a puzzle to be published consists of two files, the problem and its answer.
    const HAS_ANSWER_FILE: bool = false;
}

/// [`Kind`] as a trait object.
pub trait AnyKind: Debug + Send + Sync {
    /// [`Kind::NAME`].
    fn name(&self) -> &'static str;
    /// [`Kind::ALIASES`].
    fn aliases(&self) -> &'static [&'static str];
    /// [`Kind::PUBLISHED`].
    fn published(&self) -> puzzle::Kind;
    /// [`Kind::EXTENSION`].
    fn extension(&self) -> Option<&'static str>;
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
    /// Returns the kind's own flags of a command.
    fn flags(&self, verb: Verb) -> Vec<Arg>;
    /// [`Kind::likeness`].
    fn likeness(&self, input: &Input) -> Likeness;
    /// [`Kind::is_drawable`].
    fn is_drawable(&self, text: &str) -> bool;
    /// [`Solves::missing_input`].
    fn missing_input(&self, flags: &ArgMatches) -> Result<Option<&'static str>, Failure>;
    /// [`Solves::tasks`].
    fn solve<'a>(
        &self,
        request: solve::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<Vec<Box<dyn solve::Task + 'a>>, Failure>;
    /// [`Checks::bench`].
    fn check<'a>(
        &self,
        request: &'a check::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<check::Bench<'a>, Failure>;
    /// [`Encodes::encode`].
    fn encode(&self, request: &encode::Request, flags: &ArgMatches) -> Result<encode::Encoded, Failure>;
    /// [`Encodes::decoder`].
    fn decoder(
        &self,
        request: &encode::Request,
        flags: &ArgMatches,
    ) -> Result<Box<dyn encode::Decoder>, Failure>;
    /// [`Explains::explained`].
    fn explain(&self, request: &explain::Request, flags: &ArgMatches) -> Result<explain::Found, Failure>;
    /// [`Kind::document`].
    fn document(&self, inputs: &[Input]) -> Result<Puzzle, Failure>;
    /// [`Makes::make`].
    fn make<'a>(&self, request: &make::Request<'a>, flags: &ArgMatches) -> Result<make::Making<'a>, Failure>;
}

/// A command in which kinds have flags of their own.
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

    fn aliases(&self) -> &'static [&'static str] {
        K::ALIASES
    }

    fn published(&self) -> puzzle::Kind {
        K::PUBLISHED
    }

    fn extension(&self) -> Option<&'static str> {
        K::EXTENSION
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
            Verb::Solve => args_of::<<K as Solves>::Flags>(),
            Verb::Check => args_of::<<K as Checks>::Flags>(),
            Verb::Encode => args_of::<<K as Encodes>::Flags>(),
            Verb::Explain => args_of::<<K as Explains>::Flags>(),
            Verb::Make => args_of::<<K as Makes>::Flags>(),
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
        request: solve::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<Vec<Box<dyn solve::Task + 'a>>, Failure> {
        K::tasks(request, &parse(flags)?)
    }

    fn check<'a>(
        &self,
        request: &'a check::Request<'a>,
        flags: &ArgMatches,
    ) -> Result<check::Bench<'a>, Failure> {
        K::bench(request, &parse(flags)?)
    }

    fn encode(&self, request: &encode::Request, flags: &ArgMatches) -> Result<encode::Encoded, Failure> {
        <K as Encodes>::encode(request, &parse(flags)?)
    }

    fn decoder(
        &self,
        request: &encode::Request,
        flags: &ArgMatches,
    ) -> Result<Box<dyn encode::Decoder>, Failure> {
        <K as Encodes>::decoder(request, &parse(flags)?)
    }

    fn explain(&self, request: &explain::Request, flags: &ArgMatches) -> Result<explain::Found, Failure> {
        K::explained(request, &parse(flags)?)
    }

    fn document(&self, inputs: &[Input]) -> Result<Puzzle, Failure> {
        K::document(inputs)
    }

    fn make<'a>(&self, request: &make::Request<'a>, flags: &ArgMatches) -> Result<make::Making<'a>, Failure> {
        K::make(request, &parse(flags)?)
    }
}
