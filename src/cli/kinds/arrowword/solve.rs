//! `cwsat solve` for arrowwords.

use super::summary::Outcome;
use super::{extend, partial, read};
use crate::cli::changes::{self, Nearest, Wanted};
use crate::cli::clued::Clued;
use crate::cli::contract::solve::{
    Options as Common, Request, Search, Solved, Solves, Task, Text, Unsolved, exit_of, file_name,
};
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::{Input, seed_for, turn_for};
use crate::cli::keyword::{self, Keyword};
use crate::cli::proof::Claim;
use crate::cli::reporter::Reporter;
use crate::cli::revision::{self, Original, Revised, Sources};
use crate::cli::series::Series;
use crate::cli::together::{Asked, Conflict, Demands};
use crate::cli::vocabulary::Vocabulary;
use crate::cli::wordlists;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};
use cwsat::encodings::arrowword::rules;
use cwsat::encodings::arrowword::spec::{Spec, SpecError};
use cwsat::encodings::lexicon::Letter;
use cwsat::publish::clues::give::FIELD;
use cwsat::publish::clues::source::Source;
use cwsat::publish::puzzle::{Puzzle as Document, convert};
use cwsat::search::arrowword::claim::{claim, nothing_better, small};
use cwsat::search::arrowword::explain::is_possible;
use cwsat::search::arrowword::{
    Ending, Job, Layer, NoAnswer, NoPuzzle, Options, Progress, Road, Stopped, solve,
};
use cwsat::search::explain::ExplainOptions;
use cwsat::search::is_hopeless;
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
    series: &'a Series,
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
        let clued = Arc::new(words(request.options, longest, request.sources, request.reporter)?);
        let mut tasks: Vec<Box<dyn Task + 'a>> = Vec::new();
        for input in request.inputs {
            let clued = Arc::clone(&clued);
            let sources = Sources {
                sources: request.sources,
                language: request.options.clued.language(),
                seed: request.options.seed,
            };
            let changes = Some((request.changes, sources)).filter(|(changes, _)| changes.given().is_some());
            tasks.push(Box::new(Grid::read(input, flags, request.options, clued, request.series, changes)?));
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
    series: &'a Series,
    reporter: Reporter,
) -> Result<Box<dyn Task + 'a>, Failure> {
    let clued = Arc::new(words(common, longest_line(&input), sources, reporter)?.printed());
    Ok(Box::new(Grid::read(input, flags, common, clued, series, None)?))
}

/// Returns the number of fields in the longer side of a grid; a large number if it cannot be read, which is reported later.
fn longest_line(input: &Input) -> usize {
    let grid = input.text().ok().and_then(|text| cwg::read(text).ok());
    grid.map_or(usize::MAX, |read| read.puzzle.fields.rows().max(read.puzzle.fields.cols()))
}

/// Reads the words to fill with, for grids whose lines have at most `longest` fields.
fn words(common: &Common, longest: usize, sources: &[Source], reporter: Reporter) -> Result<Clued, Failure> {
    let mut words = wordlists::resolve(&common.words, common.clued.list_language(&common.words)?, reporter)?;
    let chosen = common.choice.choose(words.list, &words.name, reporter)?;
    words.list = common.clued.fitting(chosen.list.clone(), longest);
    let themes = common.own.themes(&mut words, reporter)?;
    chosen.bans.refuse_wanted(&themes)?;
    let asked = Asked::new(&chosen, &themes, &words.name).up_to(longest);
    words.list = common.choice.keep_apart(words.list, &words.name, common.clued.language(), &themes);
    Ok(Clued::of(&common.clued, sources, words, FIELD, reporter)?.with_themes(themes).asked(asked))
}

impl<'a> Grid<'a> {
    fn read(
        input: Input,
        flags: &Flags,
        common: &'a Common,
        clued: Arc<Clued>,
        series: &'a Series,
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
        Ok(Self { input, common, given, extend: spec.extend, road, partial, clued, series, changes, too_few })
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

    fn solve<'a>(&'a self, search: &Search) -> Result<Solved<'a>, Unsolved<'a>> {
        let options = Options {
            setup: self.common.setup(seed_for(search.seed, self.input.path())),
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
            let conflict = self.conflict(&self.given, seed, search);
            let conflict = conflict.map_or_else(String::new, |conflict| conflict.phrase());
            let failure = self.input.at(format_args!("{error}{conflict}")).into();
            let claim = Box::new(move || {
                let words = self.clued.vocabulary(self.series);
                match small(self.job(&self.given, &words)) {
                    Some(claim) => Claim::Refutation {
                        formula: Box::new(claim.formula),
                        text: format!("{}{}", claim.text, self.common.restrictions(words.has_families())),
                        seed,
                    },
                    None => Claim::Nothing("that follows from the number of words alone"),
                }
            });
            return Err(Unsolved { exit: Exit::Broken, failure, claim });
        }
        let mut words = self.clued.vocabulary(self.series);
        if self.changes.is_none() {
            words = self.clued.taking_turns(words, turn_for(search.seed, self.input.path()));
        }
        let (given, nearest) = self.changed(&mut words, search)?;
        // If a word was replaced, all letters are known, and the rest takes no time.
        let unlimited = Budget::unlimited();
        let budget = if nearest.is_some() { &unlimited } else { search.budget };
        let answer = match solve(self.job(&given, &words), &options, budget, &show) {
            Ok(answer) => answer,
            Err(reason) => return self.unfinished(reason, seed, given, words, search),
        };
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
        let of_clues = if self.clued.prints_built_in() { search.seed } else { seed };
        let mut solved = self.solved(&outcome, document, of_clues, nearest.as_ref());
        if let Some(nearest) = nearest {
            solved.claim = Box::new(move || nearest.claim(seed));
        } else {
            let (nothing, restrictions) = (solved.claim, self.common.restrictions(words.has_families()));
            solved.claim = Box::new(move || match nothing_better(self.job(&given, &words), &answer) {
                Some((formula, mut text)) => {
                    if answer.ending == Ending::Exhausted {
                        text += &restrictions;
                    }
                    Claim::Refutation { formula: Box::new(formula), text, seed }
                }
                None => nothing(),
            });
        }
        Ok(solved)
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
        let themes = Arc::clone(&words.themes);
        let wanted = Wanted {
            themes: &themes,
            placed: self.common.own.placed(),
            solution_word: self.common.solution_word.as_ref().map_or(&[], Keyword::letters),
        };
        let Search { budget, meter, .. } = *search;
        let seed = search.seed;
        let changed = changes.apply(&finished, words, wanted, budget, meter).map_err(|error| {
            let claim = error.lazy_claim(seed);
            Unsolved { exit: error.exit(), failure: self.input.at(error).into(), claim }
        })?;
        Ok((empty.with_some_letters(&positions, &changed.letters), changed.nearest))
    }

    fn job<'a>(&'a self, given: &'a Puzzle, words: &'a Vocabulary) -> Job<'a> {
        Job {
            given,
            extend: self.extend,
            list: &words.list,
            preferred: &words.preferred,
            themes: &words.themes,
            placed: self.common.own.placed(),
            wish_first: self.common.own.wish_first(),
            spelled: self.common.solution_word.as_ref().map_or(&[], Keyword::letters),
        }
    }

    fn solved(
        &self,
        outcome: &Outcome<'_>,
        document: Document,
        seed: u64,
        nearest: Option<&Nearest>,
    ) -> Solved<'_> {
        let original = self.changes.as_ref().map(|(_, original)| original);
        let clue = |document: &mut Document| self.clued.publish(document, seed, self.series);
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

    /// Returns as much of a puzzle as there is, if that is wanted.
    fn unfinished(
        &self,
        reason: NoAnswer,
        seed: u64,
        given: Puzzle,
        words: Vocabulary,
        search: &Search,
    ) -> Result<Solved<'_>, Unsolved<'_>> {
        match &reason {
            NoAnswer::Stopped(Stopped { unfinished: Some(unfinished), .. }) if self.partial.is_given() => {
                Ok(partial::solved(unfinished))
            }
            _ => Err(self.unsolved(reason, seed, given, words, search)),
        }
    }

    fn unsolved(
        &self,
        reason: NoAnswer,
        seed: u64,
        given: Puzzle,
        words: Vocabulary,
        search: &Search,
    ) -> Unsolved<'_> {
        let exit = exit_of(&reason, |own| match own {
            NoPuzzle::GaveUp(_) | NoPuzzle::Unspelled(_) => Exit::Stopped,
            NoPuzzle::NoLayout
            | NoPuzzle::NoFill(_)
            | NoPuzzle::NoFillAnywhere
            | NoPuzzle::TooLong { .. }
            | NoPuzzle::NoPlace(_)
            | NoPuzzle::NoRoom
            | NoPuzzle::NeverSpelled(_) => Exit::Broken,
        });
        let kept = self.changes.as_ref().map_or("", |(changes, _)| changes.restrictions());
        // Whether a word can stand in a certain place does not depend on the words of the list.
        let is_of_words = exit == Exit::Broken && !matches!(reason, NoAnswer::None(NoPuzzle::NoPlace(_)));
        let mut restrictions = if exit == Exit::Broken { kept.to_owned() } else { String::new() };
        let is_of_layouts = match &reason {
            NoAnswer::None(NoPuzzle::NoLayout | NoPuzzle::NoFillAnywhere) => true,
            NoAnswer::None(NoPuzzle::NoFill(_)) => !extend::has_all_arrows(&given),
            _ => false,
        };
        if is_of_layouts {
            restrictions += extend::restriction(self.extend, &given);
        }
        let mut of_claim = restrictions.clone();
        if is_of_words {
            // Whether words may meet matters only where several were tried together.
            let may_meet = match &reason {
                NoAnswer::None(NoPuzzle::NoFill(slots)) => slots.len() > 1,
                NoAnswer::None(NoPuzzle::NoFillAnywhere) => true,
                NoAnswer::None(NoPuzzle::NeverSpelled(_)) => {
                    let keyword = self.common.solution_word.as_ref().map_or(&[][..], Keyword::letters);
                    let free = given.fields.iter().filter(|(_, field)| !field.is_blocked());
                    !is_hopeless(keyword, &words.list, free.map(|(pos, _)| pos))
                }
                _ => false,
            };
            restrictions += &self.common.restrictions(may_meet && words.has_families());
            of_claim += &self.common.restrictions(words.has_families());
        }
        // Words that are too long by themselves are named already.
        let is_together = is_of_words && !matches!(reason, NoAnswer::None(NoPuzzle::TooLong { .. }));
        let conflict = match is_together && self.changes.is_none() {
            true => self.conflict(&given, seed, search),
            false => None,
        };
        let lengths = extend::has_all_arrows(&given).then(|| {
            let (problem, _) = given.slots();
            problem.slots.iter().map(|slot| slot.cells.len()).collect::<Vec<_>>()
        });
        let what = if lengths.is_some() { "the layout cannot be filled" } else { "there is no puzzle" };
        let hint = match &reason {
            NoAnswer::Stopped(Stopped { unfinished: Some(_), .. }) => self.partial.hint(),
            _ => "",
        };
        // Where a few wishes are to blame, neither layout nor list is; a word that cannot be spelled is named already.
        let is_named = matches!(reason, NoAnswer::None(NoPuzzle::NeverSpelled(_)));
        let refusal = conflict.as_ref().filter(|_| !is_named);
        let refusal = refusal.and_then(|conflict| conflict.refusal(what, lengths.as_deref()));
        let conflict = conflict.map_or_else(String::new, |conflict| conflict.phrase());
        let asked = self.common.restrictions(false);
        let why =
            refusal.map_or_else(|| format!("{reason}{restrictions}{conflict}"), |refusal| refusal + &asked);
        let failure = self.input.at(format_args!("{why}{hint}")).into();
        let claim = move || match claim(self.job(&given, &words), &reason) {
            Some(claim) => {
                let text = format!("{}{of_claim}", claim.text);
                Claim::Refutation { formula: Box::new(claim.formula), text, seed }
            }
            None if matches!(
                reason,
                NoAnswer::None(NoPuzzle::TooLong { .. } | NoPuzzle::NoPlace(_) | NoPuzzle::NoRoom)
            ) =>
            {
                Claim::Nothing(
                    "that follows from counting, and the formula of a grid of this size would not show it",
                )
            }
            None => Claim::Nothing(UNPROVEN),
        };
        Unsolved { exit, failure, claim: Box::new(claim) }
    }

    /// Returns which wishes exclude each other.
    fn conflict(&self, given: &Puzzle, seed: u64, search: &Search) -> Option<Conflict> {
        let options =
            ExplainOptions { seed, back_end: self.common.back_end().clone(), ..ExplainOptions::default() };
        let test = |demands: &Demands, budget: &Budget| {
            is_possible(job_of(given, self.extend, demands), &options, budget)
        };
        let known = words_of(given);
        self.common.conflict(&self.clued.asked, self.series, &known, search.budget, &test)
    }
}

/// Why there is no proof if nothing is claimed or the formula would be too large.
const UNPROVEN: &str = "it is not known whether there is a puzzle, or the formula has too many variables";
