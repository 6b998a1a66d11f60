//! `cwsat decode`: what a solver printed, back to a puzzle.
//!
//! The names of the variables come from the map: the file `--map` wrote, or the formula itself, which has the
//! map in its comments. Without either the formula is made again with the options given here, which must be
//! those of `cwsat encode`. Whatever the model says, the puzzle is judged by the rules, which know no
//! encoding; nothing that breaks one is written.

use super::encoding::{AT_LEAST, EXTEND, EncodingArgs, GRID_DIGEST, Input, STAGE, WORDS_DIGEST};
use super::encoding::{grid_digest, words_digest};
use super::files::Output;
use super::{Exit, Failure};
use cwsat::encodings::arrowword::instance::Stage;
use cwsat::encodings::arrowword::named::NamedVars;
use cwsat::encodings::arrowword::puzzle::Puzzle;
use cwsat::encodings::arrowword::rating::Counts;
use cwsat::encodings::arrowword::spec::Mode;
use cwsat::encodings::arrowword::{cwg, rules};
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::{self, MapHeader};
use cwsat::encodings::cnf::model::{self, Model, Verdict};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Make a puzzle of what a solver printed
///
/// Reads the output of SAT solvers (`s` and `v` lines), MiniSat's result files, and the output of MaxSAT and
/// pseudo-Boolean solvers. The names of the variables come from --map; without it the formula is made again,
/// with the options that `cwsat encode` was given.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    /// The grid that was encoded, a .cwg file
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// What the solver printed; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    model: PathBuf,

    /// The file that `cwsat encode --map` wrote, or a formula with the map in its comments
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    #[command(flatten)]
    encoding: EncodingArgs,

    /// Where to write the puzzle; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// No summary on standard error
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLE: &str = "\
Example:
  cwsat encode test_cases/10x10_L.cwg --stage layout -o layout.cnf
  cadical layout.cnf > layout.out
  cwsat decode test_cases/10x10_L.cwg --map layout.cnf --model layout.out -o layout.cwg

Exit codes:
  0  the puzzle was written
  1  the solver says that there is no solution
  2  the grid, the map or the model cannot be used, or do not belong together
  3  the solver gave up";

/// What the names of a formula's variables say.
struct Names {
    vars: NamedVars,
    stage: Stage,
    /// How many variables the formula has.
    count: usize,
    /// Each of them has a value in a complete model.
    complete: bool,
    extend: bool,
    at_least: Option<f64>,
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let output = self.output.as_deref().map(Output::new).transpose()?;
        let input = self.encoding.read(&self.input)?;
        let names = match &self.map {
            Some(path) => self.names_of_map(path, &input)?,
            None => self.names_made_again(&input)?,
        };
        let unusable = |source| Failure::Model { path: self.model.clone(), source };
        let verdict = model::read(open(&self.model)?, names.count).map_err(unusable)?;
        let model = match verdict {
            Verdict::Sat(model) => model,
            Verdict::Unsat => {
                let message = format!(
                    "{}: the solver says that the formula of {} has no model: there is no such {}",
                    self.model.display(),
                    input.path.display(),
                    if names.stage == Stage::Layout { "layout" } else { "puzzle" },
                );
                super::complain("no solution", anstyle::AnsiColor::Yellow, &message);
                return Ok(Exit::Broken);
            }
            Verdict::Unknown => {
                let message = format!("{}: the solver gave up without an answer", self.model.display());
                super::complain("no answer", anstyle::AnsiColor::Yellow, &message);
                return Ok(Exit::Stopped);
            }
        };
        let puzzle = self.puzzle(&input, &names, &model)?;
        let text = cwg::write(&puzzle);
        match &output {
            Some(output) => output.write(&text)?,
            None => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
        }
        if !self.quiet {
            let score = Counts::of(&puzzle).score();
            let what = if names.stage == Stage::Layout { "a valid layout" } else { "a valid puzzle" };
            let _ = writeln!(io::stderr().lock(), "{}: {what}, rating {score:.3}", input.path.display());
        }
        Ok(Exit::Ok)
    }

    /// The puzzle of a model, if it follows the rules and keeps what was given.
    fn puzzle(&self, input: &Input, names: &Names, model: &Model) -> Result<Puzzle, Failure> {
        let failed = |problem: String| Failure::Undecodable { path: self.model.clone(), problem };
        let without = (0..names.count).find(|&index| model.value(Var::new(index)).is_none());
        if let Some(index) = without.filter(|_| names.complete) {
            return Err(failed(format!(
                "the model is not complete: the formula has {} variables, and variable {} has no value; was the \
                 output cut off?",
                names.count,
                index + 1
            )));
        }
        let free = self.encoding.spec(input, names.extend)?.mode != Mode::Given;
        let value = |var| model.value(var);
        let puzzle = names
            .vars
            .decode(&input.puzzle, free, names.stage, value)
            .map_err(|error| failed(error.to_string()))?;
        let words = names.stage.has_letters().then_some(&input.words.list);
        let mut broken = rules::check(&puzzle, words);
        broken.extend(rules::check_against(&puzzle, &input.puzzle));
        if let Some(first) = broken.first() {
            return Err(failed(format!(
                "the model is none of this formula: {first} ({} broken rules); does it belong to this map and \
                 this grid?",
                broken.len()
            )));
        }
        let score = Counts::of(&puzzle).score();
        match names.at_least {
            Some(least) if score < least - 1e-9 => Err(failed(format!(
                "the model is none of this formula: the puzzle rates {score:.3}, and was to rate {least} at least"
            ))),
            _ => Ok(puzzle),
        }
    }

    fn names_of_map(&self, path: &Path, input: &Input) -> Result<Names, Failure> {
        let mut vars = NamedVars::new(input.puzzle.fields.rows(), input.puzzle.fields.cols());
        let header = map::read(open(path)?, |var, name| vars.add(var, name))
            .map_err(|source| Failure::Map { path: path.to_owned(), source })?;
        let failed = |problem: String| Failure::Undecodable { path: path.to_owned(), problem };
        let stage = match (header.get(STAGE), self.encoding.stage) {
            (Some(stage), _) => stage.parse().map_err(failed)?,
            (None, Some(stage)) => stage,
            (None, None) if vars.has_letters() => Stage::Joint,
            (None, None) => Stage::Layout,
        };
        differs(&header, GRID_DIGEST, &grid_digest(&input.puzzle)).map_or(Ok(()), |_| {
            Err(failed(format!(
                "this map was made for another grid ({}) than {}",
                header.get("grid").unwrap_or("unnamed"),
                input.path.display()
            )))
        })?;
        if stage.has_letters() && differs(&header, WORDS_DIGEST, &words_digest(&input.words)).is_some() {
            return Err(failed(format!(
                "this map was made with another word list ({}) than {}; give the same one with --words",
                header.get("words").unwrap_or("unnamed"),
                input.words.name
            )));
        }
        Ok(Names {
            vars,
            stage,
            count: header.variables,
            complete: header.get("variables").is_some(),
            extend: self.encoding.extend || header.get(EXTEND).is_some(),
            at_least: header.get(AT_LEAST).and_then(|score| score.parse().ok()),
        })
    }

    fn names_made_again(&self, input: &Input) -> Result<Names, Failure> {
        let instance = self.encoding.instance(input)?;
        let mut vars = NamedVars::new(input.puzzle.fields.rows(), input.puzzle.fields.cols());
        let mut name = String::new();
        for (var, family, key) in instance.formula.names().variables() {
            if matches!(family.name(), "question" | "arrow" | "letter") {
                name.clear();
                family.render_into(&mut name, key);
                let failed = |problem| Failure::Undecodable { path: input.path.clone(), problem };
                vars.add(var, &name).map_err(failed)?;
            }
        }
        Ok(Names {
            vars,
            stage: instance.stage,
            count: instance.formula.var_count(),
            complete: true,
            extend: self.encoding.extend,
            at_least: self.encoding.at_least,
        })
    }
}

/// What the header says under a key, if it says something and something else.
fn differs<'a>(header: &'a MapHeader, key: &str, expected: &str) -> Option<&'a str> {
    header.get(key).filter(|&found| found != expected)
}

/// A file, or standard input for `-`, to be read line by line.
fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    // A folder opens like a file, and fails only when it is read.
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 18, file)))
}
