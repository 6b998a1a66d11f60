//! The interface between `cwsat encode`, `cwsat decode` and the kinds: the formula of an input, and how its models are
//! read back. A decoder knows only the names of the variables, so a map is enough to decode a model.

use crate::cli::choice::{Bans, Chosen};
use crate::cli::exit::Failure;
use crate::cli::input::Input;
use crate::cli::reporter::Reporter;
use crate::cli::together::{Asked, Demands, Rest};
use crate::cli::wordlists::{self, EmbeddedList};
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::cnf::{Formula, Soft, Var};
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::lexicon::{Letter, Theme, WordList};
use cwsat::family::without_blocked;
use cwsat::solver::Budget;
use std::fmt;
use std::path::PathBuf;

/// What `cwsat encode` and `cwsat decode` need from a kind.
pub trait Encodes {
    /// The kind's own flags of both commands.
    type Flags: clap::Args;

    /// Encodes an input as a formula.
    fn encode(request: &Request, flags: &Self::Flags) -> Result<Encoded, Failure>;

    /// Creates the decoder of [`Self::encode`] without the formula, for models whose variables are named by a map.
    fn decoder(request: &Request, flags: &Self::Flags) -> Result<Box<dyn Decoder>, Failure>;
}

/// What to encode, or what was encoded.
pub struct Request<'a> {
    /// The puzzle: a file, or a size.
    pub input: &'a Input,
    /// The size of the board, for kinds where `--size` means that.
    pub board: Option<&'a str>,
    /// `--words`.
    pub words: &'a [PathBuf],
    /// Which of them may be used in a formula, and what the puzzle has to have; a decoder takes all words.
    pub rest: Rest<'a>,
    /// Whether this is for decoding, when the formula already exists.
    pub decoding: bool,
    /// `--encoding`; `None` is `auto`.
    pub membership: Option<Membership>,
    /// `--seed`.
    pub seed: u64,
    /// Whether the format has soft clauses or an objective, so that flaws can cost something instead of being
    /// forbidden.
    pub priced: bool,
    /// Where messages go.
    pub reporter: Reporter,
}

/// A formula that is ready to be written.
pub struct Encoded {
    /// What a model is, as in `a model is …`.
    pub model: &'static str,
    /// The name of the formula, as in `… formula`.
    pub name: String,
    /// What the formula was made from, as lines `key: value`.
    pub facts: Vec<(&'static str, String)>,
    /// The clauses and the names.
    pub formula: Formula,
    /// The soft clauses.
    pub soft: Vec<Soft>,
    /// More lines for the header, on what the clauses and soft clauses guarantee.
    pub notes: Vec<String>,
    /// The decoder for models of the formula; it knows no variables yet.
    pub decoder: Box<dyn Decoder>,
}

/// Turns the names of variables and their values into an answer.
pub trait Decoder {
    /// Returns whether decoding needs the variables of this family.
    fn wants(&self, family: &str) -> bool;

    /// Takes note of a variable. A malformed name is an error.
    fn add(&mut self, var: Var, name: &str) -> Result<(), DecodeError>;

    /// Reads the lines `key: value` of a map, after its names. A map of another input is an error.
    fn header(&mut self, header: &MapHeader) -> Result<(), DecodeError>;

    /// Returns what a model stands for, in one word.
    fn answer(&self) -> &'static str;

    /// Decodes a model. An answer that breaks a rule or changes something given is an error.
    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, DecodeError>;
}

/// Why a model is not decoded: its map is that of another formula, or it is not a model of the formula.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// A map of another input.
    #[error("this map was made for another {what} ({found}), not for {name}")]
    OtherInput {
        /// What the input is, as in `grid`.
        what: &'static str,
        /// The input of the map.
        found: String,
        /// The name of the input.
        name: String,
    },
    /// A map for a puzzle of another size.
    #[error("this map was made for {found}, not for {size}")]
    OtherSize {
        /// The size in the map.
        found: String,
        /// The size that was asked for.
        size: String,
    },
    /// A map of another word list.
    #[error(
        "this map was made with another word list, or with other flags that choose words from it ({found}), not with {name}; \
         give the same ones"
    )]
    OtherWords {
        /// The list in the map.
        found: String,
        /// The name of the list.
        name: String,
    },
    /// A map of another list to lay, or for another board.
    #[error(
        "this map was made for another list or board ({list}, {board}); give the same list, --size, --place, --alphabet and --seed"
    )]
    OtherLayout {
        /// The list in the map.
        list: String,
        /// The board in the map.
        board: String,
    },
    /// A map without a board.
    #[error("this map does not say on which board its words lie; give --size")]
    NoBoard,
    /// A map of an old version.
    #[error(
        "the map says `extend: {0}`, which does not say whether a second question may be added to a given one; encode the grid \
         again, with --extend=fields or --extend=all"
    )]
    OldExtend(String),
    /// A name that is not one of this formula, or names that contradict each other.
    #[error("{0}")]
    Names(String),
    /// A model without a value for a variable.
    #[error("the model is not complete: it has no value for {0}")]
    NoValue(String),
    /// An answer that breaks rules.
    #[error("this is not a model of the formula: {first}{}; does it belong to this map and this {what}?", more(*.others))]
    Broken {
        /// The first broken rule.
        first: String,
        /// The number of the others.
        others: usize,
        /// What the input is.
        what: &'static str,
    },
    /// A puzzle that rates lower than the formula demands.
    #[error(
        "this is not a model of the formula: the puzzle rates {score:.3}, but should rate at least {least}"
    )]
    TooLow {
        /// Its rating.
        score: f64,
        /// The least one.
        least: f64,
    },
}

fn more(others: usize) -> String {
    if others == 0 { String::new() } else { format!(" (and {others} more)") }
}

/// An answer that has passed the rules.
pub struct Decoded {
    /// The answer in the kind's own format.
    pub text: String,
    /// What to say about it, as in `FILE: …`.
    pub summary: String,
}

/// Returns whether the header has a value for the key that is not the expected one.
pub fn differs(header: &MapHeader, key: &str, expected: &str) -> bool {
    header.get(key).is_some_and(|found| found != expected)
}

/// The header lines with the name and the digest of a word list.
pub const WORDS: &str = "words";
pub const WORDS_DIGEST: &str = "words digest";

/// Returns the digest of a word list in the header.
pub fn words_digest(list: &WordList) -> String {
    format!("{:016x}", list.digest())
}

/// The words of a formula, and what is required of them.
pub struct Worded {
    /// The words that were chosen.
    pub list: WordList,
    /// The name of their list.
    pub name: String,
    /// What must be among them.
    pub themes: Vec<Theme>,
    /// The wishes that chose them.
    pub asked: Asked,
    /// All words of the list.
    all: WordList,
}

impl Request<'_> {
    /// Returns the letters of the solution word; none if there is no such word.
    pub fn spelled(&self) -> Vec<Letter> {
        self.rest.keyword.map_or_else(Vec::new, |keyword| keyword.letters().to_vec())
    }

    /// Reads the words, and chooses those to encode.
    pub fn words(&self) -> Result<Worded, Failure> {
        let embedded = EmbeddedList::in_language(self.rest.language, self.words)?;
        let mut words = wordlists::resolve(self.words, embedded, self.reporter)?;
        let all = words.list.clone();
        let chosen = self.chosen(words.list, &words.name)?;
        words.list = chosen.list.clone();
        let themes = self.rest.own.themes(&mut words, self.reporter)?;
        chosen.bans.refuse_wanted(&themes)?;
        let asked = Asked::new(&chosen, &themes, &words.name);
        let mut list = self.rest.choice.keep_apart(words.list, &words.name, self.rest.language, &themes);
        if !self.rest.series.is_open() {
            list = self.rest.series.without_used(&list, &themes);
        }
        Ok(Worded { list, name: words.name, themes, asked, all })
    }

    /// Chooses the words to encode from a list, for a kind without own words.
    pub fn choose(&self, all: WordList, name: String) -> Result<Worded, Failure> {
        let Chosen { list, .. } = self.chosen(all.clone(), &name)?;
        Ok(Worded { list, name, themes: Vec::new(), asked: Asked::default(), all })
    }

    /// Chooses words. If none are left, decoding is still possible: the map says which words it was made with.
    fn chosen(&self, all: WordList, name: &str) -> Result<Chosen, Failure> {
        match self.rest.choice.choose(all.clone(), name, self.reporter) {
            Err(_) if self.decoding => Ok(Chosen { list: all.clone(), all, bans: Bans::default() }),
            chosen => chosen,
        }
    }

    /// Says which wishes exclude each other, if counting alone has shown that there is no puzzle with the words that were
    /// chosen. `known` are the words that are in the puzzle already; `test` says whether there is a puzzle.
    pub fn conflict(
        &self,
        words: &Worded,
        known: &[Vec<Letter>],
        test: &dyn Fn(&Demands, &Budget) -> Option<bool>,
    ) -> String {
        let conflict = words.asked.brief_conflict(self.rest, known, test, &Budget::unlimited());
        conflict.map_or_else(String::new, |conflict| conflict.phrase())
    }
}

impl Worded {
    /// Checks that a map was made with these words: those that were chosen, or the whole list with or without the words that a
    /// family newspaper does not print. An answer is then judged by the words that the map was made with.
    pub fn check(&mut self, header: &MapHeader) -> Result<(), DecodeError> {
        let is_of = |list: &WordList| !differs(header, WORDS_DIGEST, &words_digest(list));
        if is_of(&self.list) {
            return Ok(());
        }
        if is_of(&self.all) || without_blocked(&self.all).is_some_and(|rest| is_of(&rest)) {
            self.list = self.all.clone();
            return Ok(());
        }
        Err(DecodeError::OtherWords {
            found: header.get(WORDS).unwrap_or("unnamed").to_owned(),
            name: self.name.clone(),
        })
    }
}

/// Checks that a map was made for this input: its name is in the header line `what`, its digest in `key`.
pub fn check_input(
    header: &MapHeader,
    what: &'static str,
    key: &str,
    digest: &str,
    name: &str,
) -> Result<(), DecodeError> {
    if differs(header, key, digest) {
        let found = header.get(what).unwrap_or("unnamed").to_owned();
        return Err(DecodeError::OtherInput { what, found, name: name.to_owned() });
    }
    Ok(())
}

/// Checks that an answer breaks no rule; `what` names the input, as in `grid`.
pub fn check_rules<B: fmt::Display>(broken: &[B], what: &'static str) -> Result<(), DecodeError> {
    match broken {
        [] => Ok(()),
        [first, others @ ..] => {
            Err(DecodeError::Broken { first: first.to_string(), others: others.len(), what })
        }
    }
}

/// Returns a digest that identifies a text.
pub fn digest(text: &str) -> String {
    format!("{:016x}", fnv::extend(fnv::START, text.bytes()))
}
