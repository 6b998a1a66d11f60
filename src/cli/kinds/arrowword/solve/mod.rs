//! `cwsat solve` for arrowwords.

mod placing;
mod refusal;
mod summary;

pub use placing::{can_keep, one_of};

use self::refusal::{Tried, UNPROVEN};
use self::summary::Outcome;
use super::{extend, partial, read};
use crate::cli::changes::{self, Nearest};
use crate::cli::clued::Clued;
use crate::cli::contract::solve::{
    Found, Options as Common, Request, Search, Solved, Solves, Task, Text, Unsolved, file_name,
};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, seed_for, turn_for};
use crate::cli::keyword::{self, Keyword};
use crate::cli::proof::Claim;
use crate::cli::reporter::Reporter;
use crate::cli::revision::{self, Original, Revised, Sources};
use crate::cli::series::{self, Series};
use crate::cli::together::Demands;
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::arrowword::spec::{Spec, SpecError};
use cwsat::encodings::lexicon::Letter;
use cwsat::publish::clues::give::FIELD;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::{Puzzle as Document, convert};
use cwsat::search::arrowword::claim::{Better, nothing_better};
use cwsat::search::arrowword::{Answer, Job, Layer, Options, Progress, Road, solve};
use cwsat::solver::Budget;
use std::path::PathBuf;
use std::sync::Arc;

/// The flags of arrowwords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flags {
    #[command(flatten)]
    pub method: Method,
    #[command(flatten)]
    pub extend: extend::Flag,
    #[command(flatten)]
    pub partial: partial::Flag,
}

/// How layouts are made.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Method {
    /// Make layouts by this method.
    #[arg(long, value_name = "METHOD", value_enum, default_value = "both")]
    layout: Roads,
}

/// The choices of `--layout`.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Roads {
    /// Both methods: in a race if there are two threads, else in turns.
    Both,
    /// Simulated annealing of the pattern of question fields.
    Annealing,
    /// The SAT formula of the layout, and windows of it.
    Formula,
}

/// A grid that was read and can be solved.
struct Grid<'a> {
    input: Input,
    common: &'a Common,
    given: Puzzle,
    extend: Extend,
    road: Option<Road>,
    partial: partial::Flag,
    clued: Arc<Clued>,
    /// What is to be changed, if the grid is a finished puzzle, and that puzzle.
    changes: Option<(&'a changes::Flags, Original)>,
    /// Why counting alone says that the wishes leave too few words for the grid, if it does.
    too_few: Option<SpecError>,
}

impl Solves for super::Arrowword {
    type Flags = Flags;

    fn missing_input(_: &Flags) -> Option<&'static str> {
        Some("")
    }

    fn tasks<'a>(request: Request<'a>, flags: &Flags) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
        let longest = request.inputs.iter().map(longest_line).max().unwrap_or(usize::MAX);
        if request.changes.replaces() {
            request.options.own.refuse_choices("--replace")?;
        }
        let clued =
            Arc::new(request.options.read_words(longest, FIELD, request.sources, request.reporter)?);
        let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
        for input in request.inputs {
            let clued = Arc::clone(&clued);
            let sources = Sources {
                sources: request.sources,
                language: request.options.clued.language(),
                seed: request.options.seed,
            };
            let changes = Some((request.changes, sources)).filter(|(changes, _)| changes.given().is_some());
            tasks.push(Box::new(Grid::read(input, flags, request.options, clued, changes)?));
        }
        Ok(tasks)
    }
}

/// Does the same for a single grid.
pub fn task<'a>(
    input: Input,
    flags: &Flags,
    common: &'a Common,
    sources: &[Source],
    reporter: Reporter,
) -> Result<Box<dyn Task + 'a>, Failure> {
    let clued = Arc::new(common.read_words(longest_line(&input), FIELD, sources, reporter)?.printed());
    Ok(Box::new(Grid::read(input, flags, common, clued, None)?))
}

/// Returns the number of fields in the longer side of a grid; a large number if it cannot be read, which is reported later.
fn longest_line(input: &Input) -> usize {
    let grid = input.text().ok().and_then(|text| cwg::read(text).ok());
    grid.map_or(usize::MAX, |read| read.puzzle.fields.rows().max(read.puzzle.fields.cols()))
}

impl<'a> Grid<'a> {
    fn read(
        input: Input,
        flags: &Flags,
        common: &'a Common,
        clued: Arc<Clued>,
        changes: Option<(&'a changes::Flags, Sources<'_>)>,
    ) -> Result<Self, Failure> {
        let road = match flags.method.layout {
            Roads::Both => None,
            Roads::Annealing => Some(Road::Annealing),
            Roads::Formula => Some(Road::Formula),
        };
        let (given, changes) = match changes {
            None => (read(&input)?, None),
            Some((flags, sources)) => {
                let read = || read(&input).map(|given| (given.clone(), convert::arrowword(&given)));
                let (given, original) = Original::read(&input, sources, convert::to_arrowword, read)?;
                (given, Some((flags, original)))
            }
        };
        let spec = Spec::new(given.clone(), flags.extend.said()).map_err(|error| input.at(error))?;
        // The words of a puzzle that is to be changed need not be in any list.
        let mut too_few = None;
        if changes.is_none() {
            let words = clued.words.clone().letting_meet(&words_of(&given));
            too_few = spec.check_words(&words.list).err();
            // A list that is too small even with all its words cannot be used; if wishes left out too many words, they
            // are named.
            if let Some(error) = too_few.take_if(|_| spec.check_words(clued.asked.all()).is_err()) {
                return Err(input.at(error).into());
            }
        }
        let partial = flags.partial;
        Ok(Self { input, common, given, extend: spec.extend, road, partial, clued, changes, too_few })
    }
}

impl Task for Grid<'_> {
    fn name(&self) -> String {
        self.input.name()
    }

    fn file_name(&self) -> Option<PathBuf> {
        file_name(&self.input)
    }

    fn is_document(&self) -> bool {
        self.changes.as_ref().is_some_and(|(_, original)| original.is_document())
    }

    fn supply(&self, series: &Series) -> usize {
        series::supply(self.clued.vocabulary(series).favourites())
    }

    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>> {
        let options = Options {
            setup: search.setup(self.common, seed_for(search.seed, self.input.path())),
            engine: self.common.engine(),
            road: self.road,
            ..Options::default()
        };
        let show = |progress| {
            let (message, best) = message(progress);
            search.meter.show_best(message, best);
        };
        let seed = options.setup.seed;
        if let Some(error) = &self.too_few {
            return Err(self.too_few(error, seed, search));
        }
        let mut words = self.clued.vocabulary(search.series);
        if self.changes.is_none() {
            words = self.clued.taking_turns(words, turn_for(search.seed, self.input.path()));
        }
        let (given, nearest) = self.changed(&mut words, search)?;
        // If a word was replaced, all letters are known, and the rest takes no time.
        let unlimited = Budget::unlimited();
        let budget = if nearest.is_some() { &unlimited } else { search.budget };
        let of_command = search.seed;
        let run = |words: &Vocabulary, present: Option<&Puzzle>, budget: &Budget| {
            solve(Job { present, ..self.job(&given, words) }, &options, budget, &show)
        };
        let found = if self.common.own.with_choice().next().is_none() {
            run(&words, None, budget).map_err(|reason| (reason, words.clone())).map(|answer| (answer, words))
        } else {
            self.placing(&given, &words, seed, budget, &run)?
        };
        match found {
            Ok((answer, words)) => Ok(Found {
                words: words_of(&answer.puzzle),
                finish: Box::new(move |series| {
                    self.found(answer, Tried { given, words, seed }, nearest, of_command, series)
                }),
            }),
            Err((reason, words)) => {
                self.unfinished(reason, Tried { given, words, seed }, search).map(Solved::found)
            }
        }
    }
}

/// Returns the words that a grid has already.
pub fn words_of(given: &Puzzle) -> Vec<Vec<Letter>> {
    rules::words(given).map(|(word, _)| word).collect()
}

/// Returns the job of a puzzle that keeps some wishes.
pub fn job_of<'a>(given: &'a Puzzle, extend: Extend, demands: &'a Demands) -> Job<'a> {
    Job {
        given,
        extend,
        list: &demands.list,
        preferred: &[],
        themes: &demands.themes,
        placed: &demands.placed,
        wish_first: false,
        spelled: &demands.spelled,
        present: None,
    }
}

/// Returns the progress message and the best rating so far.
fn message(progress: Progress) -> (String, Option<f64>) {
    let layer = match progress.layer {
        Layer::Layout => format!("round {}, layout", progress.round),
        Layer::Fill => format!("round {}, letters", progress.round),
        Layer::Words => "better words".to_owned(),
    };
    let best = progress.best.map_or_else(|| "no puzzle yet".to_owned(), |s| format!("rating {s:.3}"));
    (format!("{layer}: {best} of at most {:.3}", progress.ceiling), progress.best)
}

impl Grid<'_> {
    /// Returns the grid to fill, which is the given one unless a finished puzzle is to be changed, and how close it is
    /// to that one if a word was replaced.
    fn changed<'a>(
        &self,
        words: &mut Vocabulary,
        search: &Search,
    ) -> Result<(Puzzle, Option<Nearest>), Unsolved<'a>> {
        let Some((changes, original)) = &self.changes else {
            let known = words_of(&self.given);
            *words = words.clone().letting_meet(&known);
            return Ok((self.given.clone(), None));
        };
        let mut empty = self.given.clone();
        for pos in empty.fields.positions() {
            if let Field::Letter(_) = empty.fields[pos] {
                empty.fields[pos] = Field::Open;
            }
        }
        let (problem, positions) = empty.slots();
        let finished = original.finished(&problem, &positions, |pos| match self.given.fields[pos] {
            Field::Letter(letter) => Some(letter),
            _ => None,
        });
        let locate = |error| self.input.at(error).into();
        let changed = self.common.change(changes, &finished, words, search, locate)?;
        Ok((empty.with_some_letters(&positions, &changed.letters), changed.nearest))
    }

    /// Gives an answer its clues and describes it; `of_command` is the seed of the command.
    fn found(
        &self,
        answer: Answer,
        Tried { given, words, seed }: Tried,
        nearest: Option<Nearest>,
        of_command: u64,
        series: &Series,
    ) -> Result<Solved<'_>, Unsolved<'_>> {
        let unproven =
            |exit, failure| Unsolved { exit, failure, claim: Box::new(|| Claim::Nothing(UNPROVEN)) };
        // The answer has passed the rules; the conversion refuses only what breaks one.
        let mut document = convert::arrowword(&answer.puzzle)
            .map_err(|error| unproven(Exit::BadInput, self.input.at(error).into()))?;
        if let Some((_, original)) = &self.changes {
            original.mark(&mut document);
        }
        if let Some(keyword) = &self.common.solution_word {
            keyword
                .place(&mut document, &words.themes, seed)
                .map_err(|why| unproven(Exit::Stopped, self.input.at(why).into()))?;
        }
        let outcome = Outcome::new(&answer, self.job(&given, &words));
        let of_clues = if self.clued.prints_built_in() { of_command } else { seed };
        let mut solved = self.solved(&outcome, document, (of_clues, series), nearest.as_ref());
        solved.summary += &words.chosen_places();
        if let Some(nearest) = nearest {
            solved.claim = Box::new(move || nearest.claim(seed));
        } else {
            let (nothing, restrictions) = (solved.claim, self.common.restrictions(words.has_families()));
            let restrictions = restrictions + &words.chosen_places();
            solved.claim = Box::new(move || match nothing_better(self.job(&given, &words), &answer) {
                Some(Better { formula, mut text, is_of_words }) => {
                    if is_of_words {
                        text += &restrictions;
                    }
                    Claim::Refutation { formula: Box::new(formula), text, seed }
                }
                None => nothing(),
            });
        }
        Ok(solved)
    }

    fn job<'a>(&'a self, given: &'a Puzzle, words: &'a Vocabulary) -> Job<'a> {
        Job {
            given,
            extend: self.extend,
            list: &words.list,
            preferred: &words.preferred,
            themes: &words.themes,
            placed: words.placed.as_deref().unwrap_or(self.common.own.placed()),
            wish_first: self.common.own.wish_first(),
            spelled: self.common.solution_word.as_ref().map_or(&[], Keyword::letters),
            present: None,
        }
    }

    fn solved(
        &self,
        outcome: &Outcome<'_>,
        document: Document,
        (seed, series): (u64, &Series),
        nearest: Option<&Nearest>,
    ) -> Solved<'_> {
        let original = self.changes.as_ref().map(|(_, original)| original);
        let clue = |document: &mut Document| self.clued.publish(document, seed, series);
        let Revised { puzzle: document, remarks, json: change } =
            revision::publish(original, document, nearest, clue);
        let text = cwg::write(&outcome.answer.puzzle);
        let words = self.clued.of_answer(&document).most_wished(outcome.most_wished());
        let why = outcome.why_nothing();
        let mut json = outcome.json(&text, &words, keyword::as_json(&document));
        json.extend(change);
        Solved {
            exit: Exit::Ok,
            json,
            text: Text::One(text),
            problem: None,
            missing: Vec::new(),
            remarks,
            summary: outcome.summary(&self.given, self.extend, &words),
            documents: Box::new(move || vec![document]),
            needs_picture: true,
            claim: Box::new(move || Claim::Nothing(why)),
        }
    }
}
