//! The flags that `encode` and `decode` share: those that determine the formula.

use super::contract::encode::{Decoder, Encoded, Request};
use super::contract::{Verb, encode};
use super::exit::Failure;
use super::keyword::Keyword;
use super::own;
use super::puzzle::{PuzzleArgs, ReadPuzzle};
use super::registry::{KindFlags, Known, OfVerb};
use super::reporter::Reporter;
use super::seed;
use super::series::{self, Series};
use super::together::Rest;
use super::used;
use clap::ValueEnum;
use cwsat::encodings::cnf::TooLarge;
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::unknown::Unknown;
use std::path::Path;
use std::time::{Duration, Instant};

/// The text format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// DIMACS CNF: hard clauses only.
    #[default]
    Dimacs,
    /// WCNF: quality as soft clauses.
    Wcnf,
    /// OPB: quality as a linear objective.
    Opb,
}

impl Format {
    /// Returns the name in the header.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dimacs => "dimacs",
            Self::Wcnf => "wcnf",
            Self::Opb => "opb",
        }
    }
}

/// The form of WCNF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum WcnfVersion {
    /// `h` before hard clauses, as in the MaxSAT evaluations from 2022 on.
    #[default]
    #[value(name = "2022")]
    New,
    /// A line `p wcnf VARIABLES CLAUSES TOP`, and the weight TOP before hard clauses.
    Old,
}

/// The options that determine the formula.
#[derive(Clone, Debug, clap::Args)]
pub struct EncodingArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,

    /// Write the formula in this format.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// Tie the cells of a word to the word list this way: direct (a variable for each word), mdd (a decision diagram of
    /// the words), or auto, which was measured to be best [default: auto].
    #[arg(long, value_name = "NAME", value_parser = parse_membership)]
    encoding: Option<Encoding>,

    /// Set the seed for what is chosen at random, such as which of equally scored words --at-most-words takes.
    #[arg(short, long, default_value_t = 0, value_parser = seed::parse)]
    seed: u64,

    #[command(flatten)]
    own: own::Flags,
    /// Require that letters in fields that are not adjacent spell this word or phrase.
    #[arg(long, value_name = "TEXT", help_heading = "Own words (arrowwords, crosswords)")]
    solution_word: Option<Keyword>,
    #[command(flatten)]
    series: series::Flags,
    #[command(flatten)]
    flags: KindFlags<Encode>,
}

/// The kinds' own flags for these commands.
#[derive(Clone, Debug)]
pub struct Encode;

impl OfVerb for Encode {
    const VERB: Verb = Verb::Encode;
}

/// The choice of `--encoding`; `None` is `auto`.
#[derive(Clone, Copy, Debug)]
struct Encoding(Option<Membership>);

/// Why a value of `--encoding` cannot be used.
#[derive(Debug, thiserror::Error)]
enum NoEncoding {
    #[error("{0}, and auto")]
    Unknown(#[from] Unknown),

    #[error(
        "the propagator is for `cwsat solve`: it has no clauses for words that could be written; choose direct, mdd or auto"
    )]
    Propagator,
}

fn parse_membership(text: &str) -> Result<Encoding, NoEncoding> {
    match text {
        "auto" => Ok(Encoding(None)),
        "propagator" => Err(NoEncoding::Propagator),
        _ => Ok(Encoding(Some(text.parse()?))),
    }
}

/// A formula with more variables or clauses than the formats can number.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {source}; make it smaller, or use a machine with more memory; {advice}")]
struct TooLargeHere {
    name: String,
    source: TooLarge,
    advice: &'static str,
}

impl EncodingArgs {
    /// Returns the files that are read to make the formula.
    pub fn files_read(&self) -> impl Iterator<Item = &Path> {
        self.puzzle.files().chain(self.own.files()).chain(self.series.files())
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Reads what is (or was) encoded, a file or a size.
    pub fn read(&self, reporter: Reporter) -> Result<Source<'_>, Failure> {
        let puzzle = self.puzzle.read(&self.flags)?;
        let spelled = self.solution_word.as_ref().map(|_| "--solution-word");
        let wished = self.own.given().or(spelled).or(self.series.given().next());
        puzzle.kind.refuse_filling(self.encoding.map(|_| "--encoding").or(wished))?;
        let series = used::series(&self.series, reporter)?;
        Ok(Source { args: self, puzzle, series })
    }
}

/// Logs what was built, family by family.
fn log_built(name: &str, encoded: &Encoded, time: Duration) {
    if !log::log_enabled!(log::Level::Debug) {
        return;
    }
    let Encoded { name: stage, formula, soft, notes, .. } = encoded;
    let (size, seconds) = (formula.size(), time.as_secs_f64());
    log::debug!("{name}: {stage} formula: {size}, {} soft clauses, built in {seconds:.3} s", soft.len());
    for (id, family) in formula.names().families() {
        let variables: usize = formula.names().ranges(id).iter().map(|(from, to)| to - from).sum();
        if variables > 0 {
            log::debug!("{variables} variables {}", family.signature());
        }
    }
    for family in formula.clause_families() {
        log::debug!("{} clauses, {} literals: {}", family.clauses, family.literals, family.name);
    }
    notes.iter().for_each(|note| log::debug!("{note}"));
}

/// What is encoded: an input of a kind.
pub struct Source<'a> {
    args: &'a EncodingArgs,
    puzzle: ReadPuzzle<'a>,
    series: Series,
}

impl Source<'_> {
    /// Returns the name of the input.
    pub fn name(&self) -> String {
        self.puzzle.input.name()
    }

    /// Returns the kind of the input.
    pub fn kind(&self) -> Known {
        self.puzzle.kind
    }

    fn request(&self, reporter: Reporter, decoding: bool) -> Request<'_> {
        Request {
            input: &self.puzzle.input,
            board: self.puzzle.board,
            words: &self.args.puzzle.words,
            rest: Rest {
                choice: &self.args.puzzle.choice,
                own: &self.args.own,
                keyword: self.args.solution_word.as_ref(),
                series: &self.series,
                language: self.args.puzzle.language.as_ref(),
            },
            decoding,
            membership: self.args.encoding.and_then(|encoding| encoding.0),
            seed: self.args.seed,
            priced: self.args.format != Format::Dimacs,
            reporter,
        }
    }

    /// Makes the formula.
    pub fn encode(&self, reporter: Reporter) -> Result<Encoded, Failure> {
        let kind = self.puzzle.kind.kind();
        let start = Instant::now();
        let encoded = kind.encode(&self.request(reporter, false), self.args.flags.of(self.puzzle.kind)?)?;
        log_built(&self.name(), &encoded, start.elapsed());
        let too_large = |source| TooLargeHere { name: self.name(), source, advice: kind.smaller() };
        encoded.formula.check().map_err(too_large)?;
        Ok(encoded)
    }

    /// Creates the decoder for models of the formula; it knows no variables yet.
    pub fn decoder(&self) -> Result<Box<dyn Decoder>, Failure> {
        let request = self.request(Reporter::new(true), true);
        self.puzzle.kind.kind().decoder(&request, self.args.flags.of(self.puzzle.kind)?)
    }

    /// Returns the lines at the top of a formula or a map.
    pub fn header(&self, encoded: &encode::Encoded, command: &str) -> Vec<String> {
        let mut lines = vec![
            format!("cwsat {} {}: a model is {}", env!("CARGO_PKG_VERSION"), self.puzzle.kind, encoded.model),
            format!("command: {command}"),
            format!("format: {}", self.args.format.name()),
        ];
        lines.extend(encoded.facts.iter().map(|(key, value)| format!("{key}: {value}")));
        lines.extend(encoded.notes.iter().cloned());
        if self.args.format != Format::Dimacs && encoded.soft.is_empty() {
            lines.push("there are no costs: one model is as good as another".to_owned());
        }
        lines.push(format!("variables: {}", encoded.formula.var_count()));
        lines.push(format!("clauses: {}", encoded.formula.clause_count()));
        lines
    }
}
