//! What `encode` and `decode` share: which formula an input gets, the lines at the top of a formula or a map
//! that say so, and how its models are read back.
//!
//! Each kind of puzzle has a file here with its flags, its formula ([`Encoded`]) and its [`Decoder`], which
//! knows nothing but the variables' names, so that a map is enough to decode a model.

mod arrowword;
mod crisscross;
mod digram;
mod numberlink;
mod template;

use super::Failure;
use super::kind::Kind;
use clap::ValueEnum;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::cnf::{Formula, Soft, Var};
use cwsat::encodings::fnv;
use cwsat::encodings::lexicon::membership::Membership;
pub use numberlink::parse_rect;
use std::path::{Path, PathBuf};

/// The text format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// DIMACS CNF: hard clauses only
    #[default]
    Dimacs,
    /// WCNF (2022): what could be better as soft clauses
    Wcnf,
    /// OPB: what could be better as a linear objective
    Opb,
}

impl Format {
    pub fn name(self) -> &'static str {
        match self {
            Self::Dimacs => "dimacs",
            Self::Wcnf => "wcnf",
            Self::Opb => "opb",
        }
    }
}

/// The options that decide what the formula is.
#[derive(Clone, Debug, clap::Args)]
pub struct EncodingArgs {
    /// The puzzle, a file; `-` reads standard input. For digram grids a size, as in `4x5`
    #[arg(value_name = "INPUT", required_unless_present = "size")]
    input: Option<PathBuf>,

    /// Rows x columns, as in `4x5`, of a puzzle that is not read from a file. For criss-crosses the board: rows x
    /// columns, one side, or `auto` [default: auto]
    #[arg(long, value_name = "SIZE")]
    size: Option<PathBuf>,

    /// The kind of puzzle; without it, what the input looks like
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,

    /// The text format
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list; for digram grids the system's dictionary, or the embedded English list
    #[arg(short, long, value_name = "LIST")]
    words: Vec<PathBuf>,

    /// How the cells of a word are tied to the word list: direct (a variable for each word), mdd (a diagram of
    /// the words), or auto, which takes what was measured best
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_membership)]
    encoding: Encoding,

    /// Where something is drawn by chance (of equally scored words --at-most-words takes some), another seed
    /// draws otherwise
    #[arg(short, long, default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    arrowword: Option<arrowword::Flags>,
    #[command(flatten)]
    crisscross: Option<crisscross::Flags>,
    #[command(flatten)]
    numberlink: Option<numberlink::Flags>,
}

/// The choice of `--encoding`; nothing is `auto`.
#[derive(Clone, Copy, Debug)]
struct Encoding(Option<Membership>);

fn parse_membership(text: &str) -> Result<Encoding, String> {
    match text {
        "auto" => Ok(Encoding(None)),
        "propagator" => {
            Err("the propagator is for `cwsat solve`: it has no clauses for words that could be \
                             written; choose direct, mdd or auto"
                .to_owned())
        }
        _ => text.parse().map(|m| Encoding(Some(m))).map_err(|error: String| format!("{error}, and auto")),
    }
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

impl EncodingArgs {
    /// What is (or was) encoded: a file or a size.
    pub fn input(&self) -> &Path {
        self.input.as_deref().or(self.size.as_deref()).unwrap_or(Path::new("-"))
    }

    /// The files that are read to make the formula.
    pub fn files_read(&self) -> Vec<&Path> {
        self.words.iter().map(PathBuf::as_path).chain([self.input()]).collect()
    }

    fn kind(&self, path: &Path) -> Result<Kind, Failure> {
        // A size alone makes a digram grid.
        let alone = self.input.is_none() && self.size.is_some();
        let kind = Kind::of(self.kind.or(alone.then_some(Kind::Digram)), path);
        let given = [
            (Kind::Arrowword, self.arrowword.is_some()),
            (Kind::Crisscross, self.crisscross.is_some()),
            (Kind::Numberlink, self.numberlink.is_some()),
        ];
        Kind::refuse_flags(kind, &given)?;
        match kind {
            Kind::Crisscross if self.input.is_none() => return Err(Failure::NoInput { kind }),
            Kind::Crisscross if !self.words.is_empty() => return Err(Failure::WordsInInput { kind }),
            Kind::Numberlink if !self.words.is_empty() => return Err(Failure::NoWords { kind }),
            Kind::Digram if self.size.is_some() && self.input.is_some() => return Err(Failure::SizeTwice),
            Kind::Arrowword | Kind::Numberlink if self.size.is_some() && self.input.is_some() => {
                return Err(Failure::SizeForFile { kind });
            }
            _ => {}
        }
        Ok(kind)
    }

    /// The formula of an input. `tell` hears notes for the user.
    pub fn encode(&self, path: &Path, tell: &dyn Fn(&str)) -> Result<Encoded, Failure> {
        let kind = self.kind(path)?;
        let encoded = match kind {
            Kind::Arrowword => {
                arrowword::encode(self, &self.arrowword.clone().unwrap_or_default(), path, tell)
            }
            Kind::Crisscross => crisscross::encode(self, &self.crisscross.clone().unwrap_or_default(), path),
            Kind::Digram => digram::encode(self, path, tell),
            Kind::Numberlink => numberlink::encode(&self.numberlink.clone().unwrap_or_default(), path),
            Kind::Template => template::encode(self, path, tell),
        }?;
        let advice = match kind {
            Kind::Arrowword => "; --at-most-words takes fewer words",
            Kind::Crisscross => "; a smaller --size or fewer words (--place) help",
            Kind::Numberlink => "; a smaller --rect helps",
            Kind::Digram | Kind::Template => "; a list of fewer words (--words) helps",
        };
        let too_large = |source| Failure::TooLarge { path: path.to_owned(), source, advice };
        encoded.formula.check().map_err(too_large)?;
        Ok(encoded)
    }

    /// The decoder of an input's models; it knows no variable yet.
    pub fn decoder(&self, path: &Path) -> Result<Box<dyn Decoder>, Failure> {
        match self.kind(path)? {
            Kind::Arrowword => arrowword::decoder(self, &self.arrowword.clone().unwrap_or_default(), path),
            Kind::Crisscross => crisscross::decoder(self, &self.crisscross.clone().unwrap_or_default(), path),
            Kind::Digram => digram::decoder(self, path),
            Kind::Numberlink => numberlink::decoder(&self.numberlink.clone().unwrap_or_default(), path),
            Kind::Template => template::decoder(self, path),
        }
    }

    /// The lines at the top of a formula or a map.
    pub fn header(&self, path: &Path, encoded: &Encoded, command: &str) -> Result<Vec<String>, Failure> {
        let mut lines = vec![
            format!("cwsat {} {}: a model is {}", env!("CARGO_PKG_VERSION"), self.kind(path)?, encoded.model),
            format!("command: {command}"),
            format!("format: {}", self.format.name()),
        ];
        lines.extend(encoded.facts.iter().map(|(key, value)| format!("{key}: {value}")));
        lines.extend(encoded.notes.iter().cloned());
        if self.format != Format::Dimacs && encoded.soft.is_empty() {
            lines.push("there are no costs: one model is as good as another".to_owned());
        }
        lines.push(format!("variables: {}", encoded.formula.var_count()));
        lines.push(format!("clauses: {}", encoded.formula.clause_count()));
        Ok(lines)
    }
}

/// Whether the header says something under a key, and something else.
fn differs(header: &MapHeader, key: &str, expected: &str) -> bool {
    header.get(key).is_some_and(|found| found != expected)
}

/// What tells a text from others.
fn digest(text: &str) -> String {
    format!("{:016x}", fnv::extend(fnv::START, text.bytes()))
}
