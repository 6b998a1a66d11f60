//! What `encode` and `decode` share: the options that decide which formula a grid gets, and the lines at the
//! top of a formula or a map that say so.

use super::wordlists::{self, Words};
use super::{Failure, files};
use clap::ValueEnum;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::instance::{Instance, Request, Stage};
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::spec::Spec;
use std::path::{Path, PathBuf};

/// The text format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// DIMACS CNF: hard clauses only
    #[default]
    Dimacs,
    /// WCNF (2022): what the rating loses as soft clauses
    Wcnf,
    /// OPB: what the rating loses as a linear objective
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
    /// joint (layout and letters in one formula), layout, or fill. Without it: fill for a layout that is given
    /// in full, else joint
    #[arg(long, value_name = "STAGE")]
    pub stage: Option<Stage>,

    /// The text format
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// A word list, one word a line, optionally `WORD;SCORE`; may be given more than once. Without it, the
    /// embedded German list
    #[arg(short, long, value_name = "LIST")]
    pub words: Vec<PathBuf>,

    /// Take only so many words of each length, the best scored first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub at_most_words: Option<u32>,

    /// Every model rates so high (0 to 100, without the bonus): bounds on the counts as clauses
    #[arg(long, value_name = "SCORE", value_parser = parse_score)]
    pub at_least: Option<f64>,

    /// In a grid that has question fields, more may be added
    #[arg(long)]
    pub extend: bool,

    /// Which of equally scored words --at-most-words takes
    #[arg(short, long, default_value_t = 0)]
    pub seed: u64,
}

fn parse_score(text: &str) -> Result<f64, String> {
    let score = text.parse::<f64>().ok().filter(|score| (0.0..=100.0).contains(score));
    score.ok_or_else(|| "a rating is a number from 0 to 100".to_owned())
}

/// A grid that was read, with its words.
pub struct Input {
    pub path: PathBuf,
    pub puzzle: Puzzle,
    pub words: Words,
}

impl EncodingArgs {
    /// Reads the grid and the words.
    pub fn read(&self, path: &Path) -> Result<Input, Failure> {
        let puzzle = files::read_puzzle(path)?;
        let words = wordlists::resolve(&self.words)?;
        Ok(Input { path: path.to_owned(), puzzle, words })
    }

    /// What the grid asks for.
    pub fn spec(&self, input: &Input, extend: bool) -> Result<Spec, Failure> {
        let failed = |source| Failure::Spec { path: input.path.clone(), source };
        Spec::new(input.puzzle.clone(), extend).map_err(failed)
    }

    /// The formula.
    pub fn instance(&self, input: &Input) -> Result<Instance, Failure> {
        let spec = self.spec(input, self.extend)?;
        let failed = |source| Failure::Spec { path: input.path.clone(), source };
        spec.check_words(&input.words.list).map_err(failed)?;
        let request = Request {
            stage: self.stage,
            at_most_words: self.at_most_words.map(|n| n as usize),
            seed: self.seed,
            at_least: self.at_least,
            wishes: self.format != Format::Dimacs,
        };
        let failed = |source| Failure::Instance { path: input.path.clone(), source };
        Instance::new(&spec, &input.words.list, &request).map_err(failed)
    }
}

/// The keys of the lines at the top that `decode` looks at.
pub const STAGE: &str = "stage";
pub const EXTEND: &str = "extend";
pub const WORDS_DIGEST: &str = "words digest";
pub const GRID_DIGEST: &str = "grid digest";
pub const AT_LEAST: &str = "at least";

/// The lines at the top of a formula or a map.
pub fn header(args: &EncodingArgs, input: &Input, instance: &Instance, command: &str) -> Vec<String> {
    let (rows, cols) = (input.puzzle.fields.rows(), input.puzzle.fields.cols());
    let what = match instance.stage {
        Stage::Joint => "a model is a finished puzzle",
        Stage::Layout => "a model is a layout: question fields and their arrows",
        Stage::Fill => "a model is the letters of a given layout",
    };
    let mut lines = vec![
        format!("cwsat {} arrowword: {what}", env!("CARGO_PKG_VERSION")),
        format!("command: {command}"),
        format!("{STAGE}: {}", instance.stage),
        format!("format: {}", args.format.name()),
        format!("grid: {} ({rows} rows, {cols} columns)", input.path.display()),
        format!("{GRID_DIGEST}: {}", grid_digest(&input.puzzle)),
        format!("words: {} ({} words)", input.words.name, input.words.list.len()),
        format!("{WORDS_DIGEST}: {}", words_digest(&input.words)),
    ];
    if args.extend {
        lines.push(format!("{EXTEND}: yes"));
    }
    if let Some(n) = args.at_most_words {
        lines.push(format!("at most words: {n} of each length, seed {}", args.seed));
    }
    lines.extend(instance.notes.iter().cloned());
    lines.push(format!("variables: {}", instance.formula.var_count()));
    lines.push(format!("clauses: {}", instance.formula.clause_count()));
    lines
}

/// What tells a word list from others.
pub fn words_digest(words: &Words) -> String {
    format!("{:016x}", words.list.digest())
}

/// What tells a grid from others (FNV-1a of its normal form).
pub fn grid_digest(puzzle: &Puzzle) -> String {
    let hash = cwg::write(puzzle).bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("{hash:016x}")
}
