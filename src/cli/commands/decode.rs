//! `cwsat decode`: turns a solver's output back into a puzzle.
//!
//! The names of the variables come from the map: the file that `--map` wrote, or the formula itself, which has the
//! map in its comments. Without either, the formula is made again with the options given here, which must be those of
//! `cwsat encode`. Whatever the model says, the puzzle is judged by the rules, independently of the encoding, and
//! nothing that breaks one is written.

use crate::cli::contract::encode::{DecodeError, Decoder, Encoded};
use crate::cli::cubes::{self, in_order, parts_named};
use crate::cli::encoding::{EncodingArgs, Source};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{self, STDIN, located};
use crate::cli::output::{self, Output};
use crate::cli::reporter::{self, Reporter};
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::{self, MapHeader};
use cwsat::encodings::cnf::model::{self, Model, Verdict};
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

/// Turn a solver's output back into a puzzle
///
/// Reads the output of SAT solvers (`s` and `v` lines), the result files of MiniSat, and the output of MaxSAT and
/// pseudo-Boolean solvers. The names of the variables come from --map; without it, the formula is built again from the
/// options, which must be those that `cwsat encode` was given.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// Read the solver's output from this file, or from standard input for `-`.
    #[arg(long, value_name = "FILE", required_unless_present = "cubes")]
    model: Option<PathBuf>,

    /// Read the output for each part of a formula that `cwsat encode --cubes` has split: files with the numbers of the parts in
    /// their names, as in `grid.07.out`. The formula is the --map.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "model", requires = "map")]
    cubes: Vec<PathBuf>,

    /// Read the names of the variables from this file: what `cwsat encode --map` wrote, or a formula with the map in
    /// its comments.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Write the puzzle to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show no summary on standard error.
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLE: &str = "\
Example:
  cwsat encode test_cases/10x10_L.cwg --stage layout -o layout.cnf
  cadical layout.cnf > layout.out
  cwsat decode test_cases/10x10_L.cwg --map layout.cnf --model layout.out -o layout.cwg
In parts:
  cwsat encode test_cases/10x10_L.cwg --stage layout --cubes 16 -o layout.cnf
  parallel 'cadical {} > {.}.out' ::: layout.[0-9]*.cnf
  cwsat decode test_cases/10x10_L.cwg --map layout.cnf -o layout.cwg --cubes layout.*.out

Exit codes:
  0  the puzzle was written
  1  the solver says that there is no solution
  2  the input, the map or the model cannot be used, or they do not belong together
  3  the solver gave up, or a part has no answer yet";

/// The names of a formula's variables.
struct Names {
    decoder: Box<dyn Decoder>,
    /// The number of variables of the formula.
    count: usize,
    /// Whether that number is exact, so that a complete model must have a value for each of them.
    complete: bool,
    /// How many parts the formula was split into.
    parts: Option<usize>,
}

/// What the outputs for the parts of a formula say, taken together.
struct Outcome<'a> {
    verdict: Verdict,
    /// The output that says so, or the first of those that do.
    path: &'a Path,
    /// The parts without an answer.
    open: Vec<usize>,
}

/// A map without the number of parts.
#[derive(Debug, thiserror::Error)]
#[error(
    "it does not say how many parts there are (1 to {}); give the formula that `cwsat encode --cubes` wrote",
    cubes::MOST
)]
struct NoParts;

/// A model that has no value for a variable.
#[derive(Debug, thiserror::Error)]
#[error(
    "the model is not complete: the formula has {variables} variables, and variable {variable} has no value; was the output cut \
     off{other}?"
)]
struct Incomplete {
    variables: usize,
    variable: usize,
    /// What else may be the reason.
    other: &'static str,
}

/// What may be wrong with a model of a formula without a map.
const OTHER_OPTIONS: &str = ", or the formula written with other options (see --map)";

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let read = || self.model.iter().chain(&self.cubes).chain(&self.map).map(PathBuf::as_path);
        input::once(read().chain(self.encoding.files_read()))?;
        if let Some(output) = &self.output {
            output::keep_apart(output, read().chain(self.encoding.files_read()))?;
        }
        let output = self.output.as_deref().map(Output::new).transpose()?;
        let source = self.encoding.read(Reporter::new(true))?;
        let names = match &self.map {
            Some(path) => names_of_map(&source, path)?,
            None => names_made_again(&source)?,
        };
        let Outcome { verdict, path, open } = self.outcome(&names)?;
        let model = match verdict {
            Verdict::Sat(model) => model,
            Verdict::Unsat => {
                let says = match self.cubes.is_empty() {
                    true => "the solver says that",
                    false => "the solvers say of all its parts that",
                };
                let message = format!(
                    "{}: {says} the formula of {} has no model: there is no such {}",
                    path.display(),
                    source.name(),
                    names.decoder.answer(),
                );
                reporter::verdict("no solution", &message);
                return Ok(Exit::Broken);
            }
            Verdict::Unknown if open.is_empty() => {
                let message = format!("{}: the solver gave up without an answer", path.display());
                reporter::verdict("no answer", &message);
                return Ok(Exit::Stopped);
            }
            Verdict::Unknown => {
                let message = format!("{}: there is no answer yet for {}", source.name(), parts_named(&open));
                reporter::verdict("no answer", &message);
                return Ok(Exit::Stopped);
            }
        };
        self.check_complete(&names, &model).map_err(|problem| located(path, problem))?;
        let decoded = names.decoder.decode(&|var| model.value(var)).map_err(|error| located(path, error))?;
        output::write_or_print(output.as_ref(), decoded.text.as_bytes())?;
        Reporter::new(self.quiet).tell(&format_args!("{}: {}", source.name(), decoded.summary));
        Ok(Exit::Ok)
    }

    /// Reads the output, or those for the parts: a model of one part is a model, and there is none if no part has one.
    fn outcome(&self, names: &Names) -> Result<Outcome<'_>, Failure> {
        let read = |path: &Path| -> Result<Verdict, Failure> {
            model::read(open(path)?, names.count).map_err(|error| located(path, error))
        };
        if let Some(path) = &self.model {
            return Ok(Outcome { verdict: read(path)?, path, open: Vec::new() });
        }
        let map = self.map.as_deref().unwrap_or(Path::new(""));
        let count = names.parts.ok_or_else(|| located(map, NoParts))?;
        let mut open = Vec::new();
        for (number, path) in (1..).zip(in_order(&self.cubes, count)?) {
            match path.map(read).transpose()? {
                Some(verdict @ Verdict::Sat(_)) => {
                    return Ok(Outcome { verdict, path: path.unwrap_or(map), open: Vec::new() });
                }
                Some(Verdict::Unsat) => {}
                Some(Verdict::Unknown) | None => open.push(number),
            }
        }
        let verdict = if open.is_empty() { Verdict::Unsat } else { Verdict::Unknown };
        Ok(Outcome { verdict, path: map, open })
    }

    fn check_complete(&self, names: &Names, model: &Model) -> Result<(), Incomplete> {
        let without = (0..names.count).find(|&index| model.value(Var::new(index)).is_none());
        match without.filter(|_| names.complete) {
            Some(index) => {
                let other = if self.map.is_some() { "" } else { OTHER_OPTIONS };
                Err(Incomplete { variables: names.count, variable: index + 1, other })
            }
            None => Ok(()),
        }
    }
}

/// Reads the names from a map.
fn names_of_map(source: &Source, path: &Path) -> Result<Names, Failure> {
    let mut decoder = source.decoder()?;
    let header =
        map::read(open(path)?, |var, name| decoder.add(var, name)).map_err(|error| located(path, error))?;
    decoder.header(&header).map_err(|problem| located(path, problem))?;
    let complete = header.get("variables").is_some();
    let parts = header.get(cubes::COUNT).and_then(cubes::read_count);
    Ok(Names { decoder, count: header.variables, complete, parts })
}

/// Makes the formula again and takes the names from it.
fn names_made_again(source: &Source) -> Result<Names, Failure> {
    let failed = |error: DecodeError| located(Path::new(&source.name()), error);
    // With its own decoder: some inputs can be read only once.
    let Encoded { formula, facts, mut decoder, .. } = source.encode(Reporter::new(true))?;
    let mut name = String::new();
    for (var, family, key) in formula.names().variables() {
        if decoder.wants(family.name()) {
            name.clear();
            family.render_into(&mut name, key);
            decoder.add(var, &name).map_err(failed)?;
        }
    }
    let variables = formula.var_count();
    let lines = facts.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    decoder.header(&MapHeader { lines, variables }).map_err(failed)?;
    Ok(Names { decoder, count: variables, complete: true, parts: None })
}

/// Opens a file, or standard input for `-`, to be read line by line.
fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(input::open(path)?))
}
