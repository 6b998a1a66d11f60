//! What `cwsat encode`, `cwsat decode` and the kinds tell each other: the formula of an input, and how its models are
//! read back. A decoder knows nothing but the variables' names, so that a map is enough to decode a model.

use crate::cli::input::Input;
use crate::cli::reporter::Reporter;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::cnf::{Formula, Soft, Var};
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::membership::Membership;
use std::path::PathBuf;

/// What was asked for.
pub struct Request<'a> {
    /// What is encoded: a file, or a size.
    pub input: &'a Input,
    /// The size of the board, for kinds to which `--size` means that.
    pub board: Option<&'a str>,
    /// `--words`.
    pub words: &'a [PathBuf],
    /// `--encoding`; `None` is `auto`.
    pub membership: Option<Membership>,
    /// `--seed`.
    pub seed: u64,
    /// Whether wishes can be written, so that what could be better has a price instead of being forbidden.
    pub priced: bool,
    /// Who is told.
    pub reporter: Reporter,
}

/// A formula that is ready to be written.
pub struct Encoded {
    /// What a model is, as in `a model is …`.
    pub model: &'static str,
    /// What the formula is called, as in `… formula`.
    pub name: String,
    /// What it was made of, as lines `key: value`.
    pub facts: Vec<(&'static str, String)>,
    /// The clauses and the names.
    pub formula: Formula,
    /// What is wished.
    pub soft: Vec<Soft>,
    /// More lines for the top, on what the clauses and wishes promise.
    pub notes: Vec<String>,
}

/// From the names of variables and their values to an answer.
pub trait Decoder {
    /// Whether the variables of this family are needed at all.
    fn wants(&self, family: &str) -> bool;

    /// Takes note of a variable. A name that makes no sense is an error.
    fn add(&mut self, var: Var, name: &str) -> Result<(), String>;

    /// Looks at the lines `key: value` of a map, after its names. A map of another input is an error.
    fn header(&mut self, header: &MapHeader) -> Result<(), String>;

    /// What a model would be, in one word.
    fn answer(&self) -> &'static str;

    /// The answer, if it follows the rules and keeps what was given.
    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, String>;
}

/// An answer that has passed the rules.
pub struct Decoded {
    /// The answer in its own format.
    pub text: String,
    /// What to say of it, as in `FILE: …`.
    pub summary: String,
}

/// Whether the header says something under a key, and something else.
pub fn differs(header: &MapHeader, key: &str, expected: &str) -> bool {
    header.get(key).is_some_and(|found| found != expected)
}

/// What tells a text from others.
pub fn digest(text: &str) -> String {
    format!("{:016x}", fnv::extend(fnv::START, text.bytes()))
}
