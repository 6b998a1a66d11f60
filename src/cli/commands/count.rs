//! `cwsat count`: how many solutions a puzzle has, or how many models its formula.

use crate::cli::budget::{interruptible, parse_duration};
use crate::cli::contract::encode::Encoded;
use crate::cli::contract::json as output;
use crate::cli::encoding::EncodingArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::located;
use crate::cli::output::keep_apart;
use crate::cli::proof::{Claim, ProofArgs, Target};
use crate::cli::reporter::Reporter;
use crate::cli::solver::SolverArgs;
use cwsat::encodings::cnf::{Formula, Lit};
use cwsat::search::count::{Count, count_models};
use cwsat::solver::{Budget, CommandLine, Counted, count_by};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Count the solutions of a puzzle
///
/// Counts the models of the formula that `cwsat encode` writes with the same flags. Models count as different if they differ
/// in the variables that make up a solution (letters, question fields, arrows, …). Each solution is found and excluded in
/// turn, so counting takes as many steps as there are solutions; a model counter (--counter) counts billions.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLE)]
pub struct Args {
    #[command(flatten)]
    encoding: EncodingArgs,

    /// Count only the different values of the variables in these families, such as `letter` or `question,arrow`
    /// (`cwsat encode --stats` lists them); `all` counts all models [default: the families that make up a solution].
    #[arg(long, value_name = "FAMILIES", value_delimiter = ',')]
    on: Vec<String>,

    /// Stop at this number.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    at_most: u64,

    #[command(flatten)]
    solver: SolverArgs,

    /// Count with this program, which has to read the format of the model counting competitions, as Ganak, SharpSAT-TD
    /// and D4 do; in COMMAND, `{cnf}` stands for the file of the formula.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["at_most", "solver", "portfolio"])]
    counter: Option<CommandLine>,

    /// Stop after this time, as in `90` (seconds), `60s`, `5m` or `1h` [default: no limit].
    #[arg(short, long, value_parser = parse_duration, value_name = "TIME")]
    time_limit: Option<Duration>,

    #[command(flatten)]
    proof: ProofArgs,

    /// Print a line of JSON.
    #[arg(long)]
    json: bool,

    /// Show neither notes nor progress on standard error.
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLE: &str = "\
Examples:
  cwsat count test_cases/3x3_rated.cwg
  cwsat count test_cases/10x10_L.cwg --stage layout --at-most 1000
  cwsat count --as digram 3x3 --words test_cases/digram/words.txt
  cwsat count test_cases/3x3_rated.cwg --proof all.lrat --proof-format lrat
  cwsat count test_cases/10x10_L.cwg --stage layout --counter 'ganak {cnf}'

Exit codes:
  0  all were counted, and the number was printed
  1  no puzzle keeps the wishes: they leave too few words, or a word cannot stand where it has to
  2  the input, a word list or an option cannot be used
  3  stopped: there are at least as many as printed, and perhaps more; or the counter's number is an estimate";

/// A family that a formula does not have.
#[derive(Debug, thiserror::Error)]
#[error("the formula has no variables `{family}`; --on takes {there}, or all")]
struct NoFamily {
    family: String,
    there: String,
}

/// A proof of what another program has counted.
#[derive(Debug, thiserror::Error)]
#[error(
    "--proof is about solutions that were found one by one, and a counter finds none; leave out --counter or --proof"
)]
struct OthersCount;

/// A number of solutions.
struct Number {
    /// Its digits, of which there may be many.
    text: String,
    certainty: Certainty,
}

/// How sure a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// There are no others.
    Exact,
    /// There may be others.
    AtLeast,
    /// There may be more or fewer.
    About,
}

impl Certainty {
    /// Returns what is said before the number.
    fn words(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::AtLeast => "at least ",
            Self::About => "about ",
        }
    }
}

impl Number {
    fn of(count: Count) -> Self {
        let certainty = if count.is_complete { Certainty::Exact } else { Certainty::AtLeast };
        Self { text: count.models.to_string(), certainty }
    }

    /// Returns it as a number, or as a string if it is too large for the numbers of other programs.
    fn json(&self) -> Value {
        self.text.parse::<u64>().map_or_else(|_| self.text.clone().into(), Value::from)
    }
}

impl Args {
    pub fn run(self) -> Result<Exit, Failure> {
        let budget = interruptible(self.time_limit);
        let reporter = Reporter::new(self.quiet);
        for file in self.proof.files() {
            keep_apart(&file, self.encoding.files_read())?;
        }
        let proof = self.proof.target(1, self.solver.back_end())?;
        if proof.is_some() && self.counter.is_some() {
            return Err(OthersCount.into());
        }
        let source = self.encoding.read(reporter)?;
        let name = source.name();
        let mut encoded = source.encode(reporter)?;
        let (families, on) = self.variables(&encoded).map_err(|error| located(Path::new(&name), error))?;
        let number = match &self.counter {
            Some(command) => self.by_counter(command, &encoded, &on, &budget),
            None => {
                let meter = reporter.meter(&name);
                let mut excluded: Vec<Vec<Lit>> = Vec::new();
                let count = self.one_by_one(&encoded, &on, &budget, |models, others| {
                    meter.show(format!("{models} so far"));
                    if proof.is_some() {
                        excluded.push(others.to_vec());
                    }
                });
                meter.finish();
                encoded.formula.label("solutions that were counted");
                excluded.into_iter().for_each(|clause| encoded.formula.add(clause));
                Number::of(count)
            }
        };
        if let Some(reason) = budget.failure() {
            return Err(located(Path::new(&name), reason));
        }
        let mut out = anstream::stdout().lock();
        if self.json {
            let own = output::fields(json!({
                "count": number.json(),
                "is_complete": number.certainty == Certainty::Exact,
                "is_estimate": number.certainty == Certainty::About,
                "on": families,
            }));
            output::write(&mut out, &output::object("count", &source.kind().to_string(), &name, own))?;
        } else {
            writeln!(out, "{}{}", number.certainty.words(), number.text)?;
        }
        out.flush()?;
        if number.certainty != Certainty::Exact {
            if let Some(target) = &proof {
                target.nothing("there may be other solutions", reporter);
            }
            return Ok(Exit::Stopped);
        }
        let Some(target) = &proof else { return Ok(Exit::Ok) };
        self.prove(target, (encoded.formula, &number, &families), &budget, reporter)
    }

    /// Writes a proof that there are no other solutions.
    fn prove(
        &self,
        target: &Target,
        (formula, number, families): (Formula, &Number, &[String]),
        budget: &Budget,
        reporter: Reporter,
    ) -> Result<Exit, Failure> {
        let text = format!(
            "there is no solution besides the {} that the last clauses exclude; solutions count as different if they differ \
             in {}",
            number.text,
            families.join(", ")
        );
        let claim = Claim::Refutation { formula: Box::new(formula), text, seed: self.encoding.seed() };
        target.prove_of(claim, true, budget, reporter)
    }

    fn one_by_one(
        &self,
        encoded: &Encoded,
        on: &[Lit],
        budget: &Budget,
        progress: impl FnMut(u64, &[Lit]),
    ) -> Count {
        let (back_end, seed) = (self.solver.back_end(), self.encoding.seed());
        count_models(&encoded.formula, on, back_end, seed, self.at_most, budget, progress)
    }

    fn by_counter(&self, command: &CommandLine, encoded: &Encoded, on: &[Lit], budget: &Budget) -> Number {
        let on = (on.len() < encoded.formula.var_count()).then_some(on);
        match count_by(command, &encoded.formula, on, self.encoding.seed(), budget) {
            Some(Counted { number: text, is_estimate }) => {
                Number { text, certainty: if is_estimate { Certainty::About } else { Certainty::Exact } }
            }
            None => Number::of(Count { models: 0, is_complete: false }),
        }
    }

    /// Returns the families whose values are counted, and their variables.
    fn variables(&self, encoded: &Encoded) -> Result<(Vec<String>, Vec<Lit>), NoFamily> {
        let families = families_of(&encoded.formula);
        let is_all = self.on.iter().any(|name| name == "all");
        if let Some(family) = self.on.iter().find(|name| !is_all && !families.contains(name)) {
            return Err(NoFamily { family: family.clone(), there: families.join(", ") });
        }
        let counts = |family: &str| match self.on.is_empty() {
            true => encoded.decoder.wants(family),
            false => is_all || self.on.iter().any(|name| name == family),
        };
        let on = encoded.formula.names().variables();
        let on =
            on.filter(|(_, family, _)| counts(family.name())).map(|(var, _, _)| var.positive()).collect();
        Ok((families.into_iter().filter(|family| counts(family)).collect(), on))
    }
}

/// Returns the names of the families that have variables.
fn families_of(formula: &Formula) -> Vec<String> {
    let families = formula.names().families();
    let there = families.filter(|(id, _)| !formula.names().ranges(*id).is_empty());
    there.map(|(_, family)| family.name().to_owned()).collect()
}
