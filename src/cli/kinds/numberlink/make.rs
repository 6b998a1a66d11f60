//! `cwsat make` for Numberlink: random problems. Blocks are laid and wired at random, so the problem has an answer, but
//! the best one is not known.
//!
//! The problem itself takes no search. To be drawn it is solved, like any other; if nothing better is found, the board on which
//! it was made is drawn. Then the other wirings of the board that is drawn are counted, or with `--unique` excluded by
//! further blocks, which are then part of the problem.

use super::read::{NoRectangle, YearArg, parse_rect};
use super::solve::Wiring;
use crate::cli::budget::interruptible;
use crate::cli::contract::json::fields;
use crate::cli::contract::make::{Makes, Making, Problem as TextOf, Request};
use crate::cli::contract::solve::{Found, Options, Search, Solved, Task, Unsolved};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::Input;
use crate::cli::proof::Claim;
use cwsat::encodings::numberlink::{Problem, Solution, format_q};
use cwsat::search::Setup;
use cwsat::search::numberlink::Answer;
use cwsat::search::numberlink::generate::{self, NotMade, generate};
use cwsat::search::numberlink::wirings::{Difficulty, Grade, Others, count_others, difficulty, make_only};
use cwsat::solver::Budget;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The flags of Numberlink.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Numberlink")]
pub struct Flags {
    /// Make this many blocks.
    #[arg(long, value_name = "N", default_value_t = 8)]
    blocks: usize,
    /// Make this many wires.
    #[arg(long, value_name = "N", default_value_t = 7)]
    nets: usize,
    /// Add blocks without numbers to the smallest board found until the wires cannot go in any other way: the puzzle that is
    /// drawn has one solution. A tenth of the time limit, but at most 30 s, is kept for that.
    #[arg(long)]
    unique: bool,
}

/// A size that no board has.
#[derive(Debug, thiserror::Error)]
#[error("`{size}` is not the size of a board: {reason}")]
struct NoBoard {
    size: String,
    reason: NoRectangle,
}

/// The board if no size is given, width and height.
const USUAL: (usize, usize) = (10, 10);

impl Makes for super::Numberlink {
    type Flags = Flags;

    fn make<'a>(request: &Request<'a>, flags: &Flags) -> Result<Making<'a>, Failure> {
        let (cols, rows) = match request.size()? {
            Some(size) => parse_rect(size).map_err(|reason| NoBoard { size: size.to_owned(), reason })?,
            None => USUAL,
        };
        let chance = Chance { blocks: flags.blocks, nets: flags.nets, rows, cols };
        // A problem that cannot be made is refused at once. If time is up before that is known, it is reported like any
        // search that was stopped.
        match chance.problem(request.options.seed, &interruptible(request.options.time_limit)) {
            Ok(_) | Err(NotMade::Stopped) => {}
            Err(error) => return Err(error.into()),
        }
        let task = Box::new(Random { chance, is_unique: flags.unique, options: request.options });
        let random = Box::new(move |seed, budget: &Budget| {
            let (problem, _) = chance.problem(seed, budget).map_err(unsolved)?;
            Ok(format_q::write(&problem))
        });
        let problem = if flags.unique { TextOf::Searched } else { TextOf::Random(random) };
        Ok(Making { problem: Some(problem), ..Making::of(task) })
    }
}

/// What a random problem has.
#[derive(Clone, Copy)]
struct Chance {
    blocks: usize,
    nets: usize,
    rows: usize,
    cols: usize,
}

impl Chance {
    /// Makes the problem of a seed, and the answer it was made from.
    fn problem(self, seed: u64, budget: &Budget) -> Result<(Problem, Solution), NotMade> {
        let Self { blocks, nets, rows, cols } = self;
        generate(generate::Request { blocks, nets, rows, cols, seed }, budget)
    }
}

/// Returns the outcome of a search that had nothing to search for.
fn unsolved<'a>(reason: NotMade) -> Unsolved<'a> {
    Unsolved {
        exit: if reason == NotMade::Stopped { Exit::Stopped } else { Exit::BadInput },
        failure: reason.into(),
        claim: Box::new(|| Claim::Nothing("there is no problem")),
    }
}

/// The search for the answer to a random problem.
struct Random<'a> {
    chance: Chance,
    /// Whether its wiring is to be the only one.
    is_unique: bool,
    options: &'a Options,
}

/// The share of the time limit that the search leaves for wirings,
const SHARE_OF_WIRINGS: f64 = 0.1;
/// but no more than this.
const MOST_FOR_WIRINGS: Duration = Duration::from_secs(30);
/// No more other wirings than this are counted.
const COUNTED: usize = 100;

impl Task for Random<'_> {
    fn name(&self) -> String {
        format!("numberlink {}x{}", self.chance.cols, self.chance.rows)
    }

    fn file_name(&self) -> Option<PathBuf> {
        None
    }

    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>> {
        let (problem, known) = self.chance.problem(search.seed, search.budget).map_err(unsolved)?;
        let input = Input::of_text(&self.name(), String::new());
        let year = YearArg::Later.into();
        let wiring = Wiring { input, options: self.options, problem: Arc::new(problem), year, number: 0 };
        let answer = match search.budget.remaining() {
            Some(left) => {
                let budget =
                    search.budget.clone().within(left - left.mul_f64(SHARE_OF_WIRINGS).min(MOST_FOR_WIRINGS));
                wiring.find(Some(&known), &Search { budget: &budget, ..*search })?
            }
            None => wiring.find(Some(&known), search)?,
        };
        let setup = search.setup(self.options, wiring.seed(search));
        if self.is_unique {
            return Ok(only_wired(wiring, answer, &setup, search).found());
        }
        let told = Told::of(&wiring.problem, &answer.solution, &setup, search.budget);
        Ok(told.added_to(wiring.solved(answer, wiring.seed(search))).found())
    }
}

/// Makes the wiring of an answer the only one, as far as time permits.
fn only_wired<'a>(wiring: Wiring, answer: Answer, setup: &Setup, search: &Search) -> Solved<'a> {
    search.meter.show("making the wiring unique".to_owned());
    let only = make_only(&wiring.problem, &answer.solution, setup, search.budget);
    let (added, shortened) = only.as_ref().map_or((0, 0), |only| (only.added, only.shortened));
    let (missing, problem, answer) = match only {
        Ok(only) => {
            let (problem, answer) = only.answer(answer);
            (None, Arc::new(problem), answer)
        }
        Err(reason) => (Some(format!("--unique: {reason}")), Arc::clone(&wiring.problem), answer),
    };
    let wiring = Wiring { problem, ..wiring };
    let told = Told::of(&wiring.problem, &answer.solution, setup, search.budget);
    let mut solved = told.added_to(wiring.solved(answer, wiring.seed(search)));
    if added + shortened > 0 {
        let mut remark =
            format!("{} added so that the wiring is unique", counted(added + shortened, "block"));
        if shortened > 0 {
            remark += &format!("; {shortened} of them bear numbers that were on other blocks");
        }
        solved.remarks.insert(0, remark);
    }
    solved.json.extend(fields(json!({ "blocks_added": added + shortened })));
    if missing.is_some() {
        solved.exit = Exit::Stopped;
    }
    solved.missing.extend(missing);
    solved.problem = Some(format_q::write(&wiring.problem));
    solved
}

/// What is known about the wiring of a board.
struct Told {
    others: Others,
    difficulty: Option<Difficulty>,
}

impl Told {
    fn of(problem: &Problem, board: &Solution, setup: &Setup, budget: &Budget) -> Self {
        let others = count_others(problem, board, COUNTED, setup, budget);
        let difficulty = others.are_none().then(|| difficulty(problem, board, budget)).flatten();
        Self { others, difficulty }
    }

    fn added_to<'a>(&self, mut solved: Solved<'a>) -> Solved<'a> {
        let Others { found, is_complete } = self.others;
        let exact = if is_complete { "" } else { "at least " };
        solved.remarks.push(match (found, is_complete) {
            (0, true) => "the wiring is unique: with the blocks in these places, the wires can go in no other way".to_owned(),
            (0, false) => "it is not known whether the wires can go in another way: too little time, or too large a board".to_owned(),
            (1, true) => "the wiring is not unique: there is one other; --unique adds blocks that exclude it".to_owned(),
            _ => format!("the wiring is not unique: there are {exact}{found} others; --unique adds blocks that exclude them"),
        });
        if let Some(difficulty) = &self.difficulty {
            solved.remarks.push(sentence(difficulty));
        }
        let difficulty = self.difficulty.map(
            |Difficulty { grade, wires, forced, tried, open, trials, fields, detour }| {
                json!({
                    "grade": grade.name(),
                    "wires": wires,
                    "forced": forced,
                    "by_trial": tried,
                    "beyond_trials": open,
                    "trials": trials,
                    "fields": fields,
                    "detour": detour,
                })
            },
        );
        solved.json.extend(fields(json!({
            "other_wirings": found,
            "all_wirings_counted": is_complete,
            "difficulty": difficulty,
        })));
        solved
    }
}

/// Returns what the difficulty of a board consists in.
fn sentence(difficulty: &Difficulty) -> String {
    let Difficulty { grade, wires, forced, tried, open, trials, fields, detour } = *difficulty;
    let steps = match grade {
        Grade::Easy => "all of them by forced steps".to_owned(),
        Grade::Medium => {
            format!("{forced} by forced steps, {tried} after {} of one field", counted(trials, "trial"))
        }
        Grade::Hard => format!(
            "{forced} by forced steps, {tried} after trials of one field, {open} only by imagining several"
        ),
    };
    format!(
        "difficulty: {}; {} to draw, {steps}; {}, of which {detour} are detours",
        grade.name(),
        counted(wires, "wire"),
        counted(fields, "field")
    )
}

/// Returns a number of things.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
