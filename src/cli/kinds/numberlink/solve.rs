//! `cwsat solve` for Numberlink with block placement.

use super::read::{YearArg, read_problem};
use crate::cli::contract::json::fields;
use crate::cli::contract::solve::{
    Found, Options, Request, Search, Solved, Solves, Task, Text, Unsolved, exit_of, file_name,
};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, seed_for};
use crate::cli::proof::Claim;
use cwsat::encodings::numberlink::format_a::Year;
use cwsat::encodings::numberlink::{Problem, Solution, format_a};
use cwsat::publish::puzzle::convert;
use cwsat::search::numberlink::claim as numberlink;
use cwsat::search::numberlink::{Answer, Impossible, Progress, improve};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// The flags of Numberlink.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Write the answer in the format of this year.
    #[arg(long, value_name = "YEAR", value_enum, default_value_t)]
    year: YearArg,
    /// Set `n` in the first line `A<n>` of the answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    number: usize,
}

/// A problem that can be solved.
pub struct Wiring<'a> {
    /// Where the problem is from.
    pub input: Input,
    /// The flags of all kinds.
    pub options: &'a Options,
    /// The problem.
    pub problem: Arc<Problem>,
    /// The format of the answer.
    pub year: Year,
    /// `n` in the first line `A<n>` of the answer.
    pub number: usize,
}

impl Solves for super::Numberlink {
    type Flags = Flags;

    fn missing_input(_: &Flags) -> Option<&'static str> {
        Some("")
    }

    fn tasks<'a>(request: Request<'a>, flags: &Flags) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
        let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
        for input in request.inputs {
            let (problem, year) = (Arc::new(read_problem(&input)?), flags.year.into());
            tasks.push(Box::new(Wiring {
                input,
                options: request.options,
                problem,
                year,
                number: flags.number,
            }));
        }
        Ok(tasks)
    }
}

impl Task for Wiring<'_> {
    fn name(&self) -> String {
        self.input.name()
    }

    fn file_name(&self) -> Option<PathBuf> {
        file_name(&self.input)
    }

    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>> {
        Ok(self.solved(self.find(None, search)?, self.seed(search)).found())
    }
}

impl Wiring<'_> {
    /// Searches for the smallest answer. If one is known, it is returned unless a smaller one is found.
    pub fn find<'a>(&self, known: Option<&Solution>, search: &Search) -> Result<Answer, Unsolved<'a>> {
        let seed = self.seed(search);
        let setup = search.setup(self.options, seed);
        let show = |progress: Progress| {
            let best =
                progress.best.map_or_else(|| "no answer yet".to_owned(), |area| format!("area {area}"));
            let message = format!("{best}, at least {}", progress.bound);
            // Smaller is better here, but to the meter larger is better.
            search.meter.show_best(message, progress.best.map(|area| -(area as f64)));
        };
        improve(&self.problem, known, &setup, search.budget, &show).map_err(|reason| {
            let exit = exit_of(&reason, |Impossible| Exit::Broken);
            let known = exit == Exit::Broken;
            let problem = Arc::clone(&self.problem);
            let claim = move || match known {
                true => claim(&problem, None, seed),
                false => Claim::Nothing("it is not known whether there is an answer"),
            };
            Unsolved { exit, failure: self.input.at(reason).into(), claim: Box::new(claim) }
        })
    }

    /// Returns the seed of the search, for which the name of the input counts as well.
    pub fn seed(&self, search: &Search) -> u64 {
        seed_for(search.seed, self.input.path())
    }

    /// Returns what is written and said about an answer.
    pub fn solved<'a>(&self, answer: Answer, seed: u64) -> Solved<'a> {
        let problem = Arc::clone(&self.problem);
        let published = Arc::clone(&self.problem);
        let text = format_a::write(&answer.solution, self.number, self.year);
        let proven = answer.is_optimal().then_some(answer.area);
        Solved {
            exit: Exit::Ok,
            json: self.summary_json(&answer, &text),
            text: Text::One(text),
            problem: None,
            missing: Vec::new(),
            remarks: Vec::new(),
            summary: self.summary(&answer),
            documents: Box::new(move || vec![convert::numberlink(&published, &answer.solution)]),
            needs_picture: true,
            claim: Box::new(move || match proven {
                Some(area) => claim(&problem, Some(area), seed),
                None => UNPROVEN,
            }),
        }
    }

    fn summary(&self, answer: &Answer) -> String {
        let fields = &answer.solution.fields;
        let ending = if !answer.is_optimal() {
            format!(
                "stopped; no answer has less than {}, so the gap is {}",
                answer.bound,
                answer.area - answer.bound
            )
        } else if answer.bound == answer.counted {
            "optimal: that follows from counting the fields of blocks and wires".to_owned()
        } else {
            "optimal: nothing smaller exists".to_owned()
        };
        format!(
            "{} blocks and {} wires on {}x{}, area {}: {ending}. First answer after {:.1} s, this one after {:.1} s, \
             done after {:.1} s",
            self.problem.blocks().len(),
            self.problem.nets(),
            fields.cols(),
            fields.rows(),
            answer.area,
            answer.first_after.as_secs_f64(),
            answer.found_after.as_secs_f64(),
            answer.done_after.as_secs_f64(),
        )
    }

    fn summary_json(&self, answer: &Answer, text: &str) -> Map<String, Value> {
        fields(json!({
            "blocks": self.problem.blocks().len(),
            "nets": self.problem.nets(),
            "columns": answer.solution.fields.cols(),
            "rows": answer.solution.fields.rows(),
            "area": answer.area,
            "bound": answer.bound,
            "bound_by_counting": answer.counted,
            "optimal": answer.is_optimal(),
            "quality": 1.0 / answer.area as f64,
            "first_after_seconds": answer.first_after.as_secs_f64(),
            "found_after_seconds": answer.found_after.as_secs_f64(),
            "done_after_seconds": answer.done_after.as_secs_f64(),
            "answer": text,
        }))
    }
}

/// Claims that no answer has a smaller area, or with `None`, that there is no answer.
fn claim(problem: &Problem, area: Option<usize>, seed: u64) -> Claim {
    let claim = numberlink::Claim::new(problem, area);
    if claim.is_settled() {
        return Claim::Nothing(match area {
            Some(_) => "that no smaller rectangle will do follows from counting alone",
            None => "that there is no answer follows from counting alone",
        });
    }
    Claim::Refutation { formula: Box::new(claim.formula(problem)), text: claim.to_string(), seed }
}

/// The claim if there is an answer, but nothing is proven.
const UNPROVEN: Claim = Claim::Nothing("it is not known whether anything smaller exists");
