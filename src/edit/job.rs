//! What takes a while: filling, filling a part, another word, another layout.
//!
//! A piece of [`Work`] has all that it needs, so it can be run on another thread while its draft is changed; what it finds
//! is offered, and taken over by a person. Nothing is offered that breaks a rule which the draft did not break before, or
//! that changes what was to stay: each answer is compared with the draft, whatever search it comes from.

use super::draft::{Draft, Refusal};
use super::protocol::{Job, Scope};
use super::slots::Slots;
use super::words::Vocabulary;
use crate::encodings::arrowword::given::Extend;
use crate::encodings::arrowword::puzzle::{Field, Puzzle, Question};
use crate::encodings::arrowword::rules;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, Slot, SlotProblem, WordList, fold_phrase};
use crate::search::Setup;
use crate::search::arrowword::{self, Layer, Options};
use crate::search::change::{self, change};
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::words::WordIndex;
use crate::solver::{Budget, seed};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The most alternatives of a job.
pub const MAX_ALTERNATIVES: usize = 9;

/// The longest time of a job, in seconds.
pub const MAX_SECONDS: f64 = 3600.0;

/// How much a word's score counts where only a part is filled.
const SCORE_WEIGHT: f32 = 0.02;

/// The failures a slot after which preferred words alone are given up.
const FAILURES: u64 = 200;

/// What a job has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// What it is doing, or how it ended.
    pub message: String,
    /// The best rating so far, bonus included.
    pub best: Option<f64>,
    /// The highest possible rating, bonus included.
    pub ceiling: Option<f64>,
    /// The answers, best first.
    pub puzzles: Vec<Puzzle>,
}

/// A job that is ready to run.
#[derive(Clone, Debug)]
pub struct Work {
    /// Its number.
    pub number: u64,
    /// How many seconds it may take.
    pub seconds: f64,
    draft: Draft,
    vocabulary: Vocabulary,
    alternatives: usize,
    seed: u64,
    plan: Plan,
}

/// How a job is done.
#[derive(Clone, Debug)]
enum Plan {
    /// Everything that is open is filled, or laid out and filled.
    Solve { given: Puzzle, extend: Extend },
    /// The slots that these fields are in are filled.
    Part { given: Puzzle, cells: BTreeSet<Pos> },
    /// A word of a filled grid becomes another one.
    Replace { question: Question, by: Option<Vec<Letter>> },
}

impl Work {
    /// Prepares a job for a draft. The seed is used if the job has none.
    pub fn new(
        number: u64,
        draft: &Draft,
        vocabulary: &Vocabulary,
        job: &Job,
        seed: u64,
    ) -> Result<Self, Refusal> {
        let refuse = |text: &str| Refusal::Other(text.to_owned());
        if !(1..=MAX_ALTERNATIVES).contains(&job.alternatives) {
            return Err(refuse("a job finds 1 to 9 alternatives"));
        }
        if !(job.seconds > 0.0 && job.seconds <= MAX_SECONDS) {
            return Err(refuse("a job takes more than 0 and at most 3600 seconds"));
        }
        let has_questions = draft.puzzle.fields.iter().any(|(_, field)| *field == Field::Question);
        let is_layout = job.layout || !has_questions;
        let region = |cells: &BTreeSet<Pos>| freed(draft, |pos| cells.contains(&pos), is_layout);
        let plan = match &job.scope {
            Scope::Open {} => solve(freed(draft, |_| false, is_layout), is_layout),
            Scope::All {} => solve(freed(draft, |_| true, is_layout), is_layout),
            Scope::Region { cells } => {
                let cells: BTreeSet<Pos> = draft.all(cells)?.into_iter().collect();
                match is_layout {
                    true => solve(region(&cells), true),
                    false => Plan::Part { given: region(&cells), cells },
                }
            }
            Scope::Word { question, word } => word_plan(draft, draft.question(question)?, word.as_deref())?,
        };
        let given = match &plan {
            Plan::Solve { given, .. } | Plan::Part { given, .. } => given,
            Plan::Replace { .. } => &draft.puzzle,
        };
        let mut kept: Vec<Vec<Letter>> = rules::words(given).map(|(word, _)| word).collect();
        if let Plan::Replace { by: Some(word), .. } = &plan {
            kept.push(word.clone());
        }
        Ok(Self {
            number,
            seconds: job.seconds,
            draft: draft.clone(),
            vocabulary: vocabulary.with_given(&kept),
            alternatives: job.alternatives,
            seed: job.seed.unwrap_or(seed),
            plan,
        })
    }

    /// Does the job. `tell` is called with what was found so far, from any thread; the result is what was found in the end.
    pub fn run(&self, threads: usize, budget: &Budget, tell: &(dyn Fn(Found) + Sync)) -> Found {
        let so_far = Mutex::new(Found::default());
        let update = |change: &dyn Fn(&mut Found)| {
            let mut found = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            change(&mut found);
            tell(found.clone());
        };
        let mut message = None;
        let mut avoided = self.vocabulary.clone();
        for round in 0..self.alternatives {
            // Each alternative has its share of what is left.
            let budget = match budget.remaining() {
                Some(left) => budget.clone().within(left.div_f64((self.alternatives - round) as f64)),
                None => budget.clone(),
            };
            if budget.exhausted() {
                break;
            }
            let seed = seed::derive(self.seed, round as u64);
            let answer = match &self.plan {
                Plan::Solve { given, extend } => {
                    let show = |progress: arrowword::Progress| {
                        update(&|found: &mut Found| {
                            found.message = doing(progress.layer).to_owned();
                            found.best = [progress.best, found.best].into_iter().flatten().reduce(f64::max);
                            found.ceiling = Some(progress.ceiling);
                        });
                    };
                    self.solved(given, *extend, threads, seed, &budget, &show)
                }
                Plan::Part { given, cells } => self.part(given, cells, threads, seed, &budget),
                Plan::Replace { question, by } => self.replaced(*question, by.as_deref(), &avoided, &budget),
            };
            match answer {
                Ok(puzzle) if self.is_sound(&puzzle) => {
                    if let Plan::Replace { question, .. } = &self.plan {
                        let new = Draft { puzzle: puzzle.clone(), ..self.draft.clone() }.word(*question);
                        avoided = new.map_or(avoided.clone(), |word| avoided.without(&word));
                    }
                    update(&|found: &mut Found| {
                        if !found.puzzles.contains(&puzzle) && puzzle != self.draft.puzzle {
                            found.puzzles.push(puzzle.clone());
                        }
                    });
                }
                Ok(_) => {
                    message = Some("an answer broke a rule and was dropped: please report this".to_owned())
                }
                Err(why) => message = Some(why),
            }
        }
        let mut found = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.message = match (found.puzzles.len(), message) {
            (0, Some(why)) => why,
            (0, None) => {
                "nothing else was found in time; give it more time, or let it change more".to_owned()
            }
            (1, _) => "one answer".to_owned(),
            (count, _) => format!("{count} answers"),
        };
        found
    }

    fn solved(
        &self,
        given: &Puzzle,
        extend: Extend,
        threads: usize,
        seed: u64,
        budget: &Budget,
        show: &(dyn Fn(arrowword::Progress) + Sync),
    ) -> Result<Puzzle, String> {
        let Vocabulary { list, preferred, themes, spelled, .. } = &self.vocabulary;
        let job = arrowword::Job {
            given,
            extend,
            list,
            preferred,
            themes,
            placed: &[],
            wish_first: false,
            spelled,
        };
        let options = Options { setup: Setup { threads, ..Setup::seeded(seed) }, ..Options::default() };
        let answer = arrowword::solve(job, &options, budget, show).map_err(|why| why.to_string())?;
        Ok(answer.puzzle)
    }

    /// Fills the slots that have one of these fields, with preferred words alone if that works at once.
    fn part(
        &self,
        given: &Puzzle,
        cells: &BTreeSet<Pos>,
        threads: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Puzzle, String> {
        let draft = Draft { puzzle: given.clone(), ..self.draft.clone() };
        let (problem, positions) = partial(&Slots::of(&draft), cells);
        if problem.slots.is_empty() {
            return Err("there is nothing to fill: no field without a letter is in a word here".to_owned());
        }
        let used = self.used(&draft);
        let lengths: BTreeSet<usize> = problem.slots.iter().map(Slot::len).collect();
        let index = |list: &WordList| {
            let list = list.filtered(|id| !used.contains(list.word(id)));
            Arc::new(WordIndex::of_lengths(&list, lengths.iter().copied()))
        };
        let options = |failures| FillOptions {
            seed,
            threads,
            score_weight: SCORE_WEIGHT,
            failures,
            ..FillOptions::default()
        };
        let limit = FAILURES * problem.slots.len() as u64;
        for list in self.vocabulary.preferred.iter() {
            if let FillOutcome::Filled(letters) = fill(&problem, &index(list), &options(Some(limit)), budget)
            {
                return Ok(given.with_letters(&positions, &letters));
            }
        }
        match fill(&problem, &index(&self.vocabulary.list), &options(None), budget) {
            FillOutcome::Filled(letters) => Ok(given.with_letters(&positions, &letters)),
            FillOutcome::Infeasible { .. } => {
                Err("no words of the list fit here together; free more fields, or change the layout"
                    .to_owned())
            }
            FillOutcome::Stopped { .. } => Err("nothing was found in time; give it more time".to_owned()),
        }
    }

    /// Returns the words of a draft and their relatives, none of which can be used again.
    fn used(&self, draft: &Draft) -> BTreeSet<Vec<Letter>> {
        let words: Vec<Vec<Letter>> = rules::words(&draft.puzzle).map(|(word, _)| word).collect();
        let apart = self.vocabulary.list.apart();
        let relatives =
            words.iter().flat_map(|word| apart.into_iter().flat_map(|apart| apart.relatives(word)));
        relatives.map(<[Letter]>::to_vec).chain(words.iter().cloned()).collect()
    }

    fn replaced(
        &self,
        question: Question,
        by: Option<&[Letter]>,
        vocabulary: &Vocabulary,
        budget: &Budget,
    ) -> Result<Puzzle, String> {
        let slots = Slots::of(&self.draft);
        let slot = slots.questions.iter().position(|other| *other == question);
        let letters: Option<Vec<Letter>> = slots.problem.cells.iter().copied().collect();
        let (Some(slot), Some(letters)) = (slot, letters) else {
            return Err("this word is not filled".to_owned());
        };
        let mut problem = slots.problem.clone();
        for (given, pos) in problem.cells.iter_mut().zip(&slots.positions) {
            if !self.draft.pinned.contains(pos) {
                *given = None;
            }
        }
        let old: Vec<Letter> = problem.slots[slot].cells.iter().map(|&cell| letters[cell]).collect();
        let vocabulary = vocabulary.without(&old);
        let job = change::Job { problem: &problem, letters: &letters, index: &vocabulary.index, slot, by };
        let change = change(job, budget, &|_| {}).map_err(|why| why.to_string())?;
        Ok(self.draft.puzzle.with_letters(&slots.positions, &change.letters))
    }

    /// Returns whether an answer keeps what was to stay and breaks no rule that the draft did not break before.
    fn is_sound(&self, answer: &Puzzle) -> bool {
        let list = Some(&*self.vocabulary.list);
        let before = rules::check(&self.draft.puzzle, list);
        let is_new = rules::check(answer, list).iter().any(|violation| !before.contains(violation));
        let stays = |pos: &Pos| {
            let field = self.draft.puzzle.fields[*pos];
            let asks = |puzzle: &Puzzle| -> Vec<Question> {
                puzzle.questions.iter().filter(|question| question.pos == *pos).copied().collect()
            };
            let asked = asks(&self.draft.puzzle);
            field == answer.fields[*pos]
                && (field != Field::Question || asked.is_empty() || asked == asks(answer))
        };
        let is_kept = match &self.plan {
            Plan::Solve { given, extend } => rules::check_against(answer, given, *extend).is_empty(),
            Plan::Part { given, .. } => rules::check_against(answer, given, Extend::Nothing).is_empty(),
            Plan::Replace { .. } => answer.questions == self.draft.puzzle.questions,
        };
        !is_new && is_kept && self.draft.pinned.iter().all(stays)
    }
}

/// Says what a search is doing.
fn doing(layer: Layer) -> &'static str {
    match layer {
        Layer::Layout => "laying out",
        Layer::Fill => "filling",
        Layer::Words => "looking for better words",
    }
}

fn solve(given: Puzzle, is_layout: bool) -> Plan {
    let extend = if is_layout { Extend::Fields } else { Extend::Nothing };
    Plan::Solve { extend: extend.of(&given), given }
}

/// Returns the grid without what a job may change: letters in the scope that are not pinned and, if the layout is to
/// change, question fields.
fn freed(draft: &Draft, in_scope: impl Fn(Pos) -> bool, is_layout: bool) -> Puzzle {
    let mut puzzle = draft.puzzle.clone();
    for pos in draft.puzzle.fields.positions().filter(|pos| in_scope(*pos) && !draft.pinned.contains(pos)) {
        match puzzle.fields[pos] {
            Field::Letter(_) => puzzle.fields[pos] = Field::Open,
            Field::Question if is_layout => {
                puzzle.fields[pos] = Field::Open;
                puzzle.questions.retain(|question| question.pos != pos);
            }
            _ => {}
        }
    }
    puzzle
}

/// Returns how a word becomes another one: in a filled grid with as few changes as possible, otherwise by filling it and,
/// if a word is given that does not fit, what crosses it.
fn word_plan(draft: &Draft, question: Question, word: Option<&str>) -> Result<Plan, Refusal> {
    let no_word =
        || Refusal::Other("this question has no word yet; give it an arrow to some fields".to_owned());
    let run = draft.puzzle.run_of(question).ok_or_else(no_word)?;
    let by = match word {
        Some(text) => {
            let shown = || Refusal::NoWord(text.chars().take(40).collect());
            let letters = fold_phrase(text).ok_or_else(shown)?;
            if letters.len() != run.len {
                let (is, has) = (run.len, letters.len());
                return Err(Refusal::Other(format!("this word has {is} letters, and `{text}` has {has}")));
            }
            Some(letters)
        }
        None => None,
    };
    let slots = Slots::of(draft);
    let is_full = rules::unfilled(&draft.puzzle).is_empty() && rules::check(&draft.puzzle, None).is_empty();
    if is_full && slots.questions.contains(&question) {
        return Ok(Plan::Replace { question, by });
    }
    let mut cells: BTreeSet<Pos> = run.cells().collect();
    if by.is_some() {
        let runs = slots.questions.iter().filter_map(|&other| draft.puzzle.run_of(other));
        let crossing =
            runs.filter(|other| *other != run && other.cells().any(|pos| run.cells().any(|own| own == pos)));
        cells.extend(crossing.flat_map(|other| other.cells()));
    }
    let mut given = freed(draft, |pos| cells.contains(&pos), false);
    for (pos, &letter) in run.cells().zip(by.iter().flatten()) {
        if draft.pinned.contains(&pos) && given.fields[pos] != Field::Letter(letter) {
            return Err(Refusal::Other(format!(
                "the letter at {pos} is pinned and is not {letter}; let go of it"
            )));
        }
        given.fields[pos] = Field::Letter(letter);
    }
    Ok(Plan::Part { given, cells })
}

/// Returns the slots that have one of these fields and are not filled, and the position of each of their cells.
fn partial(slots: &Slots, cells: &BTreeSet<Pos>) -> (SlotProblem, Vec<Pos>) {
    let mut problem = SlotProblem::default();
    let mut positions = Vec::new();
    let mut number: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, slot) in slots.problem.slots.iter().enumerate() {
        let is_here = slot.cells.iter().any(|&cell| cells.contains(&slots.positions[cell]));
        if !is_here || slots.letters(at).iter().all(Option::is_some) {
            continue;
        }
        let renumbered = slot.cells.iter().map(|&cell| {
            *number.entry(cell).or_insert_with(|| {
                positions.push(slots.positions[cell]);
                problem.cells.push(slots.problem.cells[cell]);
                positions.len() - 1
            })
        });
        let cells = renumbered.collect();
        problem.slots.push(Slot { cells });
    }
    (problem, positions)
}
