//! Jobs, which take some time: filling, filling a part, another word, another layout.
//!
//! A piece of [`Work`] has everything it needs, so it can run on another thread while its draft is changed; its results
//! are offered, and the user accepts one of them. No result is offered that breaks a rule which the draft did not break
//! before, or that changes something that was to stay: each answer is compared with the draft, whatever search it comes
//! from.

mod lay;
mod no_result;
mod part;
mod plan;
mod solve;

pub use self::no_result::NoResult;
use self::plan::Plan;
use super::analysis::missing;
use super::board::{Board, Place};
use super::draft::Draft;
use super::protocol::Job;
use super::refusal::{MAX_ALTERNATIVES, MAX_SECONDS, Refusal};
use super::slots::Slots;
use super::words::Vocabulary;
use crate::encodings::arrowword::rating::{BONUS, Counts};
use crate::encodings::lexicon::Letter;
use crate::search::change::{self, change};
use crate::solver::{Budget, seed};
use std::sync::{Mutex, PoisonError};

/// What a job has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// What it is doing, or how it ended.
    pub message: String,
    /// The best rating so far, bonus included.
    pub best: Option<f64>,
    /// The highest possible rating, bonus included.
    pub ceiling: Option<f64>,
    /// The answers, in the order in which they were found, so that the number of each stays the same.
    pub boards: Vec<Board>,
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
    /// The rating that an answer has to exceed, bonus included.
    bound: Option<f64>,
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
        if !(1..=MAX_ALTERNATIVES).contains(&job.alternatives) {
            return Err(Refusal::Alternatives);
        }
        if !(job.seconds > 0.0 && job.seconds <= MAX_SECONDS) {
            return Err(Refusal::Seconds);
        }
        let plan = Plan::of(draft, job)?;
        let given = match &plan {
            Plan::Solve { given, .. } | Plan::Part { given, .. } => given,
            Plan::Replace { .. } => &draft.board,
        };
        let mut kept: Vec<Vec<Letter>> = given.filled().into_iter().map(|(_, word)| word).collect();
        if draft.board.lays_words() {
            // Its words were chosen by a person, wherever they are laid.
            kept = draft.board.filled().into_iter().map(|(_, word)| word).collect();
        }
        if let Plan::Solve { given: Board::Crossword(given), layout: true } = &plan {
            kept.extend(solve::pinned_words(given, &draft.pinned).into_iter().map(|(_, word)| word));
        }
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
            bound: if job.better { finished(draft, vocabulary) } else { None },
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
        let mut nothing = None;
        let mut avoided = self.vocabulary.clone();
        for round in 0..self.alternatives {
            // Each alternative gets its share of the time that is left.
            let budget = match budget.remaining() {
                Some(left) => budget.clone().within(left.div_f64((self.alternatives - round) as f64)),
                None => budget.clone(),
            };
            if budget.exhausted() {
                break;
            }
            let seed = seed::derive(self.seed, round as u64);
            let answer = match &self.plan {
                Plan::Solve { given, layout } => {
                    let task = solve::Task { given, layout: *layout, threads, seed, budget: &budget };
                    let solved = self.solved(&task, &update);
                    nothing = self.not_higher(&task, solved.as_ref().ok()).or(nothing);
                    solved.map(|solved| solved.board)
                }
                Plan::Part { given, cells } => {
                    let mut known = so_far.lock().unwrap_or_else(PoisonError::into_inner).boards.clone();
                    known.push(self.draft.board.clone());
                    self.another_part(given, cells, &known, threads, seed, &budget)
                }
                Plan::Replace { place, by } => self.replaced(*place, by.as_deref(), &avoided, &budget),
            };
            match answer {
                Ok(board) if self.is_sound(&board) => {
                    if let Plan::Replace { place, .. } = &self.plan {
                        let new = board.word(*place);
                        avoided = new.map_or(avoided.clone(), |word| avoided.without(&word));
                    }
                    update(&|found: &mut Found| {
                        if !found.boards.contains(&board) && board != self.draft.board {
                            found.boards.push(board.clone());
                        }
                    });
                }
                Ok(_) => nothing = Some(NoResult::Unsound),
                Err(why) => nothing = nothing.or(Some(why)),
            }
        }
        let mut found = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.message = match found.boards.len() {
            0 => nothing.unwrap_or(NoResult::NothingElse).to_string(),
            1 => "one answer".to_owned(),
            count => format!("{count} answers"),
        };
        found
    }

    /// Returns why there is no result if a search for another layout of an arrowword has only found what is there, or not even
    /// that.
    fn not_higher(&self, task: &solve::Task<'_>, solved: Option<&solve::Solved>) -> Option<NoResult> {
        let board = &self.draft.board;
        let is_known = || finished(&self.draft, &self.vocabulary).is_some();
        match solved {
            _ if !task.layout || board.arrowword().is_none() => None,
            Some(solved) if solved.board != *board => None,
            Some(solved) if solved.is_best => Some(NoResult::NoHigherLayout),
            // Perhaps there is one.
            Some(_) => Some(NoResult::NothingHigher),
            None => is_known().then_some(NoResult::NothingHigher),
        }
    }

    fn replaced(
        &self,
        place: Place,
        by: Option<&[Letter]>,
        vocabulary: &Vocabulary,
        budget: &Budget,
    ) -> Result<Board, NoResult> {
        let slots = Slots::of(&self.draft.board);
        let slot = slots.places.iter().position(|other| *other == place);
        let letters: Option<Vec<Letter>> = slots.problem.cells.iter().copied().collect();
        let (Some(slot), Some(letters)) = (slot, letters) else {
            return Err(NoResult::NotFilled);
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
        let change = change(job, budget, &|_| {})?;
        Ok(self.draft.board.with_letters(&slots.positions, &change.letters))
    }

    /// Returns whether an answer keeps what was to stay and breaks no rule that the draft did not break before.
    fn is_sound(&self, answer: &Board) -> bool {
        let list = Some(&*self.vocabulary.list);
        let before = self.draft.board.faults(list);
        let is_new = answer.faults(list).iter().any(|fault| !before.contains(fault));
        let is_kept = match &self.plan {
            Plan::Solve { given, layout } => answer.keeps(given, *layout),
            Plan::Part { given, .. } => answer.keeps(given, false),
            Plan::Replace { .. } => answer.has_words_of(&self.draft.board),
        };
        !is_new && is_kept && self.draft.pinned.iter().all(|pos| answer.keeps_field(&self.draft.board, *pos))
    }
}

/// Returns the rating of an arrowword that is finished and has all that is wished for, bonus included; `None` of any other draft.
fn finished(draft: &Draft, vocabulary: &Vocabulary) -> Option<f64> {
    let board = &draft.board;
    let puzzle = board.arrowword()?;
    let is_finished = board.is_full()
        && board.faults(Some(&vocabulary.list)).is_empty()
        && missing(vocabulary, &board.filled(), draft).is_empty();
    is_finished.then(|| Counts::of(puzzle).score() + BONUS)
}
