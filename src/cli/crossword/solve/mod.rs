//! `cwsat solve` for crosswords: from a template, or a maker of templates, to a grid with clues and answers.

mod claim;
mod placing;
mod refusal;
mod summary;

pub use placing::{can_keep, one_of};

use self::claim::UNCLAIMED;
use self::refusal::Tried;
use self::summary::summary_json;
use super::Form;
use crate::cli::changes::{self, Nearest};
use crate::cli::clued::Clued;
use crate::cli::contract::make;
use crate::cli::contract::solve::{
    Found, Options as Common, Request, Search, Solved, Task, Text, Unsolved, file_name,
};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, located, seed_for, turn_for};
use crate::cli::keyword::{self, Keyword};
use crate::cli::proof::Claim;
use crate::cli::revision::{self, Original, Revised, Sources};
use crate::cli::series::{self, Series};
use crate::cli::together::Demands;
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::crossword::puzzle::{Cell, Template};
use cwsat::encodings::crossword::rules;
use cwsat::encodings::crossword::solution::{self, Said};
use cwsat::encodings::lexicon::{Letter, Sign};
use cwsat::publish::clues::give::LIST;
use cwsat::publish::puzzle::{Field, Puzzle as Document, convert};
use cwsat::search::Setup;
use cwsat::search::crossword::{Answer, Maker, Options, Progress, solve, solve_made};
use cwsat::solver::Budget;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to fill.
enum Given {
    Template(Template),
    Make(Recipe),
}

/// Templates that are to be made, and what to say about them.
pub struct Recipe {
    /// Makes them.
    pub maker: Box<dyn Maker>,
    /// What they are called in messages, as in `the british 13x13 template`.
    pub name: String,
    /// What a crossword from one of them is, after `no`, as in `barred crossword of 4 rows and 4 columns`.
    pub kind: String,
    /// The file name of the answer; the seed depends on it.
    pub file_name: PathBuf,
    /// Returns what to say about the shape of a filled one; often nothing.
    pub remark: Remark,
    /// What would help if none could be filled in time, preceded by `; `.
    pub advice: Option<&'static str>,
}

/// A function that describes a template.
pub type Remark = Box<dyn Fn(&Template) -> String + Sync>;

/// The search for a crossword.
struct Crossword<'a> {
    form: &'static Form,
    /// The name in messages: that of the input, or a description of the template to be made.
    name: String,
    /// The name that is mixed into the seed.
    seed_name: PathBuf,
    file_name: Option<PathBuf>,
    options: &'a Common,
    given: Given,
    clued: Arc<Clued>,
    /// What is to be changed, if the template is a finished puzzle, and that puzzle.
    changes: Option<(&'a changes::Flags, Original)>,
}

/// Reads the inputs and reports everything that can be refused before a search starts.
pub fn tasks<'a>(form: &'static Form, request: Request<'a>) -> Result<Vec<Box<dyn Task + 'a>>, Failure> {
    let longest = request.inputs.iter().map(|input| longest_line(form, input)).max().unwrap_or(usize::MAX);
    request.options.own.of_crossword()?;
    if request.changes.replaces() {
        request.options.own.refuse_choices("--replace")?;
    }
    let clued = request.options.read_words(longest, LIST, request.sources, request.reporter)?;
    // Words that a change leaves as they were keep their clues, or have none.
    let clued = Arc::new(if request.changes.given().is_none() { clued.printed() } else { clued });
    let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
    let sources = Sources {
        sources: request.sources,
        language: request.options.clued.language(),
        seed: request.options.seed,
    };
    for input in request.inputs {
        let (template, changes) = match request.changes.given() {
            None => (form.read_connected(&input)?, None),
            Some(_) => {
                let read = || Ok((form.read_connected(&input)?, Ok(form.document(&input)?)));
                let convert = |document: &Document| {
                    convert::to_crossword(document).filter(|_| document.kind == form.published)
                };
                let (template, original) = Original::read(&input, sources, convert, read)?;
                (template, Some((request.changes, original)))
            }
        };
        tasks.push(Box::new(Crossword {
            form,
            name: input.name(),
            seed_name: input.path().to_owned(),
            file_name: file_name(&input),
            options: request.options,
            given: Given::Template(template),
            clued: Arc::clone(&clued),
            changes,
        }));
    }
    Ok(tasks)
}

/// Returns the task of making a template and filling it.
pub fn making<'a>(
    form: &'static Form,
    recipe: Recipe,
    request: &make::Request<'a>,
) -> Result<Box<dyn Task + 'a>, Failure> {
    let (rows, cols) = recipe.maker.sides();
    let make::Request { options, sources, reporter, .. } = *request;
    options.own.of_crossword()?;
    Ok(Box::new(Crossword {
        form,
        name: recipe.name.clone(),
        seed_name: recipe.file_name.clone(),
        file_name: Some(recipe.file_name.clone()),
        options,
        given: Given::Make(recipe),
        clued: Arc::new(options.read_words(rows.max(cols), LIST, sources, reporter)?.printed()),
        changes: None,
    }))
}

/// Returns the number of fields in the longer side of a template; a large number if it cannot be read, which is reported
/// later.
fn longest_line(form: &Form, input: &Input) -> usize {
    form.read_connected(input).map_or(usize::MAX, |template| template.cells.rows().max(template.cells.cols()))
}

impl Task for Crossword<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn file_name(&self) -> Option<PathBuf> {
        self.file_name.clone()
    }

    fn is_document(&self) -> bool {
        self.changes.as_ref().is_some_and(|(_, original)| original.is_document())
    }

    fn supply(&self, series: &Series) -> usize {
        series::supply(self.clued.vocabulary(series).favourites())
    }

    fn search<'a>(&'a self, search: &Search) -> Result<Found<'a>, Unsolved<'a>> {
        let seed = seed_for(search.seed, &self.seed_name);
        let watch = |progress| {
            search.meter.show(match progress {
                Progress::Pattern(turn) => format!("template {turn}"),
                Progress::Letters(1) => "letters".to_owned(),
                Progress::Letters(turn) => format!("letters of template {turn}"),
                Progress::Words => "better words".to_owned(),
                Progress::Fewer { blocks, turn } => format!("{blocks} blocks; template {turn} with fewer"),
            });
        };
        let mut words = self.clued.vocabulary(search.series);
        if self.changes.is_none() {
            words = self.clued.taking_turns(words, turn_for(search.seed, &self.seed_name));
        }
        let (template, nearest) = self.changed(&mut words, search)?;
        // If a word was replaced, all letters are known, and the rest takes no time.
        let unlimited = Budget::unlimited();
        let budget = if nearest.is_some() { &unlimited } else { search.budget };
        let run = |words: &Vocabulary, budget: &Budget| {
            let options = self.options_with(words, search.setup(self.options, seed));
            match &self.given {
                Given::Template(given) => {
                    let template = template.as_ref().unwrap_or(given);
                    solve(template, &words.list, &options, budget, &watch)
                }
                Given::Make(recipe) => solve_made(&*recipe.maker, &words.list, &options, budget, &watch),
            }
        };
        let (answer, words) = if self.options.own.with_choice().next().is_none() {
            (run(&words, budget), words)
        } else {
            self.placing(template.as_ref(), &words, seed, budget, &run)?
        };
        let options = self.options_with(&words, search.setup(self.options, seed));
        let tried = Tried { template, words, seed };
        match answer {
            Ok(answer) => {
                let (of_command, budget) = (search.seed, search.budget.clone());
                let of_search = OfSearch { nearest, of_command, options, budget };
                Ok(Found {
                    words: words_of(&answer.puzzle),
                    finish: Box::new(move |series| self.found(answer, tried, of_search, series)),
                })
            }
            Err(reason) => Err(self.unsolved(reason, tried, search)),
        }
    }
}

/// How an answer was looked for.
struct OfSearch {
    /// How close it is to a finished puzzle, if a word was replaced.
    nearest: Option<Nearest>,
    /// The seed of the command.
    of_command: u64,
    options: Options,
    budget: Budget,
}

impl Crossword<'_> {
    /// Returns the template to fill, if a finished puzzle is to be changed, and how close it is to that one if a word
    /// was replaced.
    fn changed<'a>(
        &self,
        words: &mut Vocabulary,
        search: &Search,
    ) -> Result<(Option<Template>, Option<Nearest>), Unsolved<'a>> {
        let Given::Template(given) = &self.given else { return Ok((None, None)) };
        let Some((changes, original)) = &self.changes else {
            *words = words.clone().letting_meet(&words_of(given));
            return Ok((None, None));
        };
        let mut empty = given.emptied();
        let (problem, positions) = empty.slots();
        let finished = original.finished(&problem, &positions, |pos| given.cells[pos].letter());
        let locate = |error| located(Path::new(&self.name), error);
        let changed = self.options.change(changes, &finished, words, search, locate)?;
        for (&pos, letter) in positions.iter().zip(changed.letters) {
            empty.cells[pos] = letter.map_or(Cell::Open, Cell::Letter);
        }
        Ok((Some(empty), changed.nearest))
    }

    /// Gives an answer its clues and describes it.
    fn found(
        &self,
        answer: Answer,
        Tried { template, words, seed }: Tried,
        OfSearch { nearest, of_command, options, budget }: OfSearch,
        series: &Series,
    ) -> Result<Solved<'_>, Unsolved<'_>> {
        let keyword = self.options.solution_word.as_ref();
        let mut document = convert::crossword(self.form.published, &answer.puzzle, |_| None);
        if let Some((_, original)) = &self.changes {
            original.mark(&mut document);
        }
        if let Some(keyword) = keyword {
            keyword.place(&mut document, &words.themes, seed).map_err(|why| Unsolved {
                exit: Exit::Stopped,
                failure: located(Path::new(&self.name), why),
                claim: Box::new(|| Claim::Nothing("it is not known whether there is a crossword")),
            })?;
        }
        let of_clues = if self.clued.prints_built_in() { of_command } else { seed };
        let mut solved = self.solved(&answer, document, (of_clues, series), nearest.as_ref());
        solved.summary += &words.chosen_places();
        if let Some(nearest) = nearest {
            solved.claim = Box::new(move || nearest.claim(of_command));
        } else {
            solved.claim = Box::new(move || {
                let made = answer.puzzle.emptied();
                let template = match &self.given {
                    Given::Template(given) => template.as_ref().unwrap_or(given),
                    Given::Make(_) => &made,
                };
                self.nothing_better(&answer, template, &words, &options, &budget)
            });
        }
        Ok(solved)
    }

    /// Does that with a document.
    fn solved<'a>(
        &self,
        answer: &Answer,
        document: Document,
        (seed, series): (u64, &Series),
        nearest: Option<&Nearest>,
    ) -> Solved<'a> {
        let original = self.changes.as_ref().map(|(_, original)| original);
        let clue = |document: &mut Document| self.clued.publish(document, seed, series);
        let Revised { puzzle: document, remarks, json: change } =
            revision::publish(original, document, nearest, clue);
        let words = self.clued.of_answer(&document).most_wished(answer.has_most_wished.then_some(MOST));
        let entries = solution::entries(&answer.puzzle, |run| {
            let entry = document.entries.iter().find(|entry| entry.run == run);
            let clue = entry.and_then(|entry| entry.clue()).map(|clue| clue.text.clone());
            let spelling = entry.and_then(|entry| entry.spelling.clone());
            Said { spelling, clue, own: entry.is_some_and(|entry| entry.own) }
        });
        // All letters of a finished puzzle are known; only its document says which of them are shown.
        let given = match (&self.given, &self.changes) {
            (Given::Template(template), None) => Some(template.clone()),
            (Given::Template(template), Some(_)) => Some(shown(template, &document)),
            (Given::Make(_), _) => None,
        };
        let mut json = summary_json(answer, &entries, &words, keyword::as_json(&document));
        json.extend(change);
        Solved {
            exit: Exit::Ok,
            text: Text::One((self.form.solution)(&answer.puzzle, given.as_ref(), &entries)),
            problem: None,
            json,
            missing: Vec::new(),
            remarks,
            summary: self.summary(answer, &entries, &words),
            documents: Box::new(move || vec![document]),
            needs_picture: false,
            claim: Box::new(|| UNCLAIMED),
        }
    }

    /// Returns the options of the search.
    fn options_with(&self, words: &Vocabulary, setup: Setup) -> Options {
        let keyword = self.options.solution_word.as_ref();
        Options {
            setup,
            engine: self.options.engine(),
            preferred: Arc::clone(&words.preferred),
            themes: Arc::clone(&words.themes),
            placed: words.placed.clone().unwrap_or_else(|| self.options.own.placed().into()),
            spelled: keyword.map_or(&[][..], Keyword::letters).into(),
        }
    }
}

/// What is proven if no crossword has more of the wished words.
const MOST: &str = "no crossword from this template has more";

/// Returns the words that a template has already.
pub fn words_of(given: &Template) -> Vec<Vec<Letter>> {
    rules::words(given).map(|(word, _)| word).collect()
}

/// Returns the options of the search for a crossword that keeps some wishes.
pub fn options_of(setup: Setup, demands: &Demands) -> Options {
    Options {
        setup,
        themes: demands.themes.clone().into(),
        placed: demands.placed.clone().into(),
        spelled: demands.spelled.clone().into(),
        ..Options::default()
    }
}

/// Returns the letters that are shown to the solver.
fn shown(template: &Template, document: &Document) -> Template {
    let cell = |field: &Field| match field {
        Field::Blocked(_) => Cell::Block,
        field => field.given().and_then(Sign::latin).map_or(Cell::Open, Cell::Letter),
    };
    Template::with_bars(document.fields.map(|_, field| cell(field)), template.bars())
}
