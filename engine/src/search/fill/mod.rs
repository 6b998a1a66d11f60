//! Filling a fixed layout: cells and slots in, letters out.
//!
//! Two searches on the same word propagator take turns. `restart` starts from scratch again and again and is
//! quickest on anything up to a few hundred slots; on a small problem it also ends in a proof if there is
//! no fill. `repair` improves one large partial fill window by window and is the only one that gets
//! anywhere on large grids. Which goes first depends on the size; where neither is sure to be better, they alternate
//! with doubling numbers of failures; of two threads, the second does not repair there. Where neither fills at once and there is
//! no other layout to try, dives that go by beliefs about the letters (`belief`) and parts that grow by such dives (`grow`) take half of
//! the first thread's time and most of the second's. `square` takes turns with `restart` where the slots are an open rectangle, such as a word square. `better` raises the
//! scores of the words in a finished fill.
//!
//! There are two other ways on request ([`Engine`]): the same words inside CaDiCaL, which learns and so proves more
//! (`learning`), and the whole formula for any SAT solver (`clauses`).

mod belief;
mod better;
mod clauses;
mod core;
mod engine;
mod grow;
#[cfg(feature = "cadical")]
pub mod learning;
mod own;
mod part;
mod partial;
mod place;
mod repair;
mod restart;
mod scarce;
mod square;
mod tree;
mod window;

#[cfg(test)]
mod tests;

use crate::encodings::lexicon::{Letter, SlotProblem};
use crate::solver::clock::Instant;
use crate::solver::words::{Propagator, WordIndex};
use crate::solver::{BackEnd, Budget, seed, threads};
use belief::Believer;
use fastrand::Rng;
use grow::Grower;
use partial::Partial;
use repair::{Repair, Repairer};
use square::{LETTERS_A_FAILURE, Square};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tree::{Dive, Tree};

pub(super) use better::{BetterOptions, better};
pub(super) use clauses::{Demand, fill_by_clauses};
pub use engine::{Engine, NoEngine, Racers};
pub(super) use own::OwnFill;
pub(super) use part::{Choice, fill_part};
pub(super) use place::{OwnWords, Places};

/// The options of a fill.
#[derive(Clone, Debug, Default)]
pub struct FillOptions {
    /// The seed; with one thread the same one gives the same fill.
    pub seed: u64,
    /// Letters to start from, one entry per cell, kept where possible: what is left of an earlier fill.
    pub hint: Option<Vec<Option<Letter>>>,
    /// How much a point of a word's score counts in the choice of the word, compared with the logarithm of the number
    /// of words it leaves its crossings; 0.02 is noticeable and costs little.
    pub score_weight: f32,
    /// The number of threads that race with different seeds; 0 means 1.
    pub threads: usize,
    /// The most failures in each thread before it stops: a limit that does not depend on the machine.
    pub failures: Option<u64>,
    /// Whether a very large fill may end where everything failed at some places, to get another layout there. The trouble of
    /// the slots in the middle of these places is then 1, that of all others 0.
    pub ends_early: bool,
    /// The way to fill. Ways other than the default ignore `score_weight`.
    pub engine: Engine,
    /// The solver of the formula, if the way is one of clauses.
    pub back_end: BackEnd,
}

/// The outcome of a fill.
#[derive(Clone, Debug, PartialEq)]
pub enum FillOutcome {
    /// The letter of each cell: every slot spells a word, and no word occurs twice.
    Filled(Vec<Letter>),
    /// There is no fill: these slots have none even by themselves.
    Infeasible {
        /// The slots of the proof, not necessarily the fewest; the first one caused the most trouble.
        core: Vec<usize>,
    },
    /// The budget ended first.
    Stopped {
        /// The letters of the best partial fill: without contradictions, all words different.
        letters: Vec<Option<Letter>>,
        /// How much trouble each slot caused, relative to the most troublesome one (1).
        trouble: Vec<f32>,
    },
}

impl FillOutcome {
    /// Returns the outcome of a search that has not begun.
    pub(super) fn nothing(problem: &SlotProblem) -> Self {
        Self::Stopped { letters: problem.cells.clone(), trouble: vec![0.0; problem.slots.len()] }
    }
}

/// Problems up to this many slots are only restarted: a window would be the whole problem.
const SMALL: usize = 40;
/// Problems up to this many slots are repaired for a quarter of the failures: templates and layouts of 15x15 fields are filled sooner by
/// restarts, but refuted with fewer slots by windows.
const MEDIUM: usize = 100;
/// Problems from this many slots on are only repaired, after a few dives that show where the trouble is.
const LARGE: usize = 220;
/// Problems from this many slots on are repaired from the start.
const HUGE: usize = 1000;
/// The failures of the dives that only show where the trouble of a large problem is.
const SOUNDING: u64 = 1000;
/// How many times as much of its time as for restarts a search takes for dives by beliefs and for growing parts.
const BELIEFS: u64 = 8;
/// The same for one that also repairs.
const BELIEFS_BESIDE_REPAIR: u64 = 2;
/// The tenths of this time that are for growing parts in the first round, where dives fill most of the templates that they fill at all.
const GROWTH_AT_FIRST: u64 = 3;
/// The same in later rounds.
const GROWTH: u64 = 8;
/// The failures of a search in the first round; they double from round to round.
const ROUND: u64 = 2500;

/// Fills a layout with different words from a list; with several threads the first answer wins.
pub fn fill(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    options: &FillOptions,
    budget: &Budget,
) -> FillOutcome {
    let engines = options.engine.members();
    let threads = options.threads.max(engines.len());
    // On a very large fill, the threads work together instead.
    if threads <= 1 || (engines == [Engine::Auto] && problem.slots.len() >= HUGE) {
        return fill_alone(problem, index, options, true, budget);
    }
    let (budget, finish) = budget.racer();
    let outcomes = threads::race(threads, &finish, |racer| {
        let seed = seed::derive(options.seed, racer as u64);
        let engine = engines[racer % engines.len()];
        let options = FillOptions { seed, engine, ..options.clone() };
        let repairs = racer % 2 == 0 || problem.slots.len() >= LARGE;
        let outcome = fill_alone(problem, index, &options, repairs, &budget);
        if !matches!(outcome, FillOutcome::Stopped { .. }) {
            finish.store(true, Ordering::Relaxed);
        }
        outcome
    });
    let worth = |outcome: &FillOutcome| match outcome {
        FillOutcome::Filled(_) | FillOutcome::Infeasible { .. } => usize::MAX,
        FillOutcome::Stopped { letters, .. } => letters.iter().flatten().count(),
    };
    outcomes.into_iter().max_by_key(worth).unwrap_or_else(|| FillOutcome::nothing(problem))
}

/// Returns what can be shown of letters that were found for some cells: only those of different words of the list, so that
/// every slot without an open cell has such a word.
pub(super) fn presentable(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    letters: &[Option<Letter>],
) -> Vec<Option<Letter>> {
    let mut partial = Partial::new(problem, index);
    partial.spell(letters);
    partial.take_unspelled();
    partial.letters
}

/// Fills a layout with one thread, which may leave windows to others.
fn fill_alone(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    options: &FillOptions,
    repairs: bool,
    budget: &Budget,
) -> FillOutcome {
    match options.engine {
        Engine::Auto => {
            let start = Instant::now();
            let mut filler = Filler::new(problem, index, options);
            filler.repairs = repairs;
            let outcome = filler.run(budget);
            log::info!(
                "{} slots: {} words tried, {} failures, {:.3} s",
                problem.slots.len(),
                filler.tried(),
                filler.failures(),
                start.elapsed().as_secs_f64()
            );
            outcome
        }
        Engine::Clauses(membership) => {
            clauses::fill_by_clauses(problem, index, membership, Demand::default(), options, budget)
        }
        #[cfg(feature = "cadical")]
        Engine::Propagator => learning::learn(problem, index, options, budget),
        // Members of a race are not races themselves, so this ends.
        Engine::Race(_) => fill(problem, index, options, budget),
    }
}

/// The default way to fill, for one thread.
struct Filler<'a> {
    problem: &'a SlotProblem,
    index: &'a Arc<WordIndex>,
    options: &'a FillOptions,
    rng: Rng,
    tree: Option<Tree>,
    repairer: Option<Repairer<'a>>,
    square: Option<Square<'a>>,
    believer: Believer,
    grower: Option<Grower<'a>>,
    /// Whether windows are repaired, too.
    repairs: bool,
}

impl<'a> Filler<'a> {
    fn new(problem: &'a SlotProblem, index: &'a Arc<WordIndex>, options: &'a FillOptions) -> Self {
        let square = Square::new(problem, index);
        let rng = Rng::with_seed(options.seed);
        let believer = Believer::default();
        Self {
            problem,
            index,
            options,
            rng,
            tree: None,
            repairer: None,
            square,
            believer,
            grower: None,
            repairs: true,
        }
    }

    fn run(&mut self, budget: &Budget) -> FillOutcome {
        let slots = self.problem.slots.len();
        if let Some(core) = self.too_few_words() {
            return FillOutcome::Infeasible { core };
        }
        let mut partial = Partial::new(self.problem, self.index);
        if let Some(hint) = &self.options.hint {
            partial.start_from(hint);
            if let Some(letters) = partial.complete() {
                return FillOutcome::Filled(letters);
            }
        }
        // A start that has most of its words should not be searched afresh.
        let warm = slots > SMALL && partial.missing().len() * 2 < slots;
        let restarts = slots < HUGE && !(warm && slots >= LARGE);
        // Whoever limits the failures has another layout to try, which is the better use of the time that a dive by beliefs takes.
        let believes = slots > SMALL && slots < LARGE && self.options.failures.is_none();
        let beliefs = if self.repairs { BELIEFS_BESIDE_REPAIR } else { BELIEFS };
        for round in 0_u32.. {
            let failures = ROUND << round.min(30);
            let restart = restarts && (slots < LARGE || round == 0) && !(warm && round == 0);
            let sounding = slots >= LARGE || (round == 0 && believes && !self.repairs);
            let restarted = if sounding { SOUNDING } else { failures };
            if restart && let Some(outcome) = self.restart(&partial, restarted, budget) {
                return outcome;
            }
            if restart && believes {
                let failures = failures.saturating_mul(beliefs);
                let growth = failures / 10 * if round == 0 { GROWTH_AT_FIRST } else { GROWTH };
                let dives = self.believe(failures - growth, budget);
                if let Some(outcome) = dives.or_else(|| self.grow(growth, budget)) {
                    return outcome;
                }
            }
            let windows = if slots <= MEDIUM { failures / 4 } else { failures };
            if slots > SMALL
                && self.repairs
                && let Some(outcome) = self.repair(&mut partial, windows, budget)
            {
                return outcome;
            }
            let letters = self.at_most(failures).saturating_mul(LETTERS_A_FAILURE);
            if let Some(square) = &mut self.square
                && let Some(letters) = square.run(letters, &mut self.rng, budget)
            {
                return FillOutcome::Filled(letters);
            }
            if budget.exhausted() || self.failures() >= self.options.failures.unwrap_or(u64::MAX) {
                break;
            }
        }
        self.stopped()
    }

    /// Returns the slots of a length with more slots than words; on very large grids no search would notice that.
    fn too_few_words(&self) -> Option<Vec<usize>> {
        let mut by_len: Vec<Vec<usize>> = Vec::new();
        for (number, slot) in self.problem.slots.iter().enumerate() {
            if by_len.len() <= slot.len() {
                by_len.resize(slot.len() + 1, Vec::new());
            }
            by_len[slot.len()].push(number);
        }
        let words = |len| self.index.of_len(len).count();
        by_len.into_iter().enumerate().find(|(len, slots)| slots.len() > words(*len)).map(|(_, slots)| slots)
    }

    /// Returns the number of failures so far.
    fn failures(&self) -> u64 {
        self.tree.as_ref().map_or(0, Tree::failures)
            + self.repairer.as_ref().map_or(0, |repairer| repairer.failures())
            + self.square.as_ref().map_or(0, |square| square.looked_at() / LETTERS_A_FAILURE)
            + self.believer.cost()
            + self.grower.as_ref().map_or(0, Grower::cost)
    }

    /// Returns the number of words tried so far.
    fn tried(&self) -> u64 {
        self.tree.as_ref().map_or(0, Tree::tried)
            + self.repairer.as_ref().map_or(0, |repairer| repairer.tried)
    }

    /// Returns this number of failures, or what is left of the limit if that is less.
    fn at_most(&self, failures: u64) -> u64 {
        failures.min(self.options.failures.unwrap_or(u64::MAX).saturating_sub(self.failures()))
    }

    /// Runs a round of the restarting search; returns `None` if it is undecided.
    fn restart(&mut self, hint: &Partial<'_>, failures: u64, budget: &Budget) -> Option<FillOutcome> {
        let slots = self.problem.slots.len();
        let alone = slots <= SMALL && self.square.is_none();
        let failures = self.at_most(if alone { u64::MAX } else { failures });
        if self.tree.is_none() {
            let words = match Propagator::new(self.index, self.problem) {
                Ok(words) => words,
                // Distant slots may be the reason why a slot has no word, so all slots are the proof, that one first.
                Err(conflict) => {
                    let mut core: Vec<_> = (0..slots).collect();
                    core.swap(0, conflict.slot);
                    return Some(FillOutcome::Infeasible { core });
                }
            };
            let mut tree = Tree::new(words, slots);
            tree.score_weight = self.options.score_weight;
            for slot in 0..slots {
                if let Some(word) = hint.word(slot) {
                    tree.prefer(slot, word);
                }
            }
            self.tree = Some(tree);
        }
        let tree = self.tree.as_mut()?;
        let dives = if slots <= SMALL { restart::restart_small } else { restart::restart_long };
        let dive = dives(tree, failures, &mut self.rng, budget);
        self.outcome(dive)
    }

    /// Runs a round of dives that go by beliefs in the time of this many failures, after restarts; returns `None` if it is undecided.
    fn believe(&mut self, failures: u64, budget: &Budget) -> Option<FillOutcome> {
        let dive = self.believer.run(self.tree.as_mut()?, failures, &mut self.rng, budget);
        self.outcome(dive)
    }

    /// Grows a part that is filled in the time of this many failures, after restarts; returns `None` if it is undecided.
    fn grow(&mut self, failures: u64, budget: &Budget) -> Option<FillOutcome> {
        let trouble = &self.tree.as_ref()?.activity;
        let grower = self.grower.get_or_insert_with(|| Grower::new(self.problem, self.index));
        grower.run(trouble, failures, &mut self.rng, budget)
    }

    /// Returns what a dive of the tree means; `None` if it is undecided.
    fn outcome(&self, dive: Dive) -> Option<FillOutcome> {
        let tree = self.tree.as_ref()?;
        match dive {
            Dive::Filled => Some(FillOutcome::Filled(tree.letters(self.problem))),
            Dive::Exhausted => {
                let mut core: Vec<_> = (0..self.problem.slots.len()).collect();
                core.sort_by(|&a, &b| tree.activity[b].total_cmp(&tree.activity[a]));
                Some(FillOutcome::Infeasible { core })
            }
            Dive::Limit | Dive::Stopped => None,
        }
    }

    /// Runs a round of the repair; returns `None` if it is undecided.
    fn repair(&mut self, partial: &mut Partial<'a>, failures: u64, budget: &Budget) -> Option<FillOutcome> {
        let failures = self.at_most(failures);
        if self.repairer.is_none() {
            let activity = self.tree.as_ref().map_or(&[][..], |tree| &tree.activity);
            let most = activity.iter().copied().fold(1.0, f32::max);
            let mut trouble: Vec<f32> = activity.iter().map(|a| a / most).collect();
            trouble.resize(self.problem.slots.len(), 0.0);
            let empty = Partial::new(self.problem, self.index);
            let start = std::mem::replace(partial, empty);
            let repairer = Repairer::new(start, trouble, self.options.score_weight);
            let is_huge = self.problem.slots.len() >= HUGE;
            self.repairer = Some(if is_huge { repairer.for_large(self.options.threads) } else { repairer });
        }
        let repairer = self.repairer.as_mut()?;
        let threads = if self.problem.slots.len() >= HUGE { self.options.threads.max(1) } else { 1 };
        let repair = match threads {
            1 => repairer.run(failures, &mut self.rng, budget),
            _ => repairer.run_with_threads(threads, failures, &mut self.rng, budget),
        };
        match repair {
            Repair::Filled => {
                // Only a cell that is in no slot can still be empty: that is misuse, but must not cause an endless
                // loop.
                let letters = repairer.fill.complete();
                Some(letters.map_or_else(|| self.stopped(), FillOutcome::Filled))
            }
            Repair::Infeasible(core) => Some(FillOutcome::Infeasible { core }),
            Repair::Stuck if self.options.ends_early => Some(self.stopped()),
            Repair::Stuck => {
                repairer.try_again();
                None
            }
            Repair::Limit | Repair::Stopped => {
                let failures = self.at_most(failures / 4);
                let neighbours = &self.repairer.as_ref()?.fill.neighbours;
                let trouble = &self.repairer.as_ref()?.trouble;
                core::find_core(
                    self.problem,
                    self.index,
                    neighbours,
                    trouble,
                    failures,
                    &mut self.rng,
                    budget,
                )
                .map(|core| FillOutcome::Infeasible { core })
            }
        }
    }

    fn stopped(&self) -> FillOutcome {
        let slots = self.problem.slots.len();
        let (letters, mut trouble) = match (&self.repairer, &self.tree) {
            // The slots set aside are all that is left to do, or all of it that is known.
            (Some(repairer), _) if self.options.ends_early && !repairer.hard.is_empty() => {
                let mut trouble = vec![0.0; slots];
                repairer.hard.iter().for_each(|&slot| trouble[slot] = 1.0);
                (repairer.best().to_vec(), trouble)
            }
            (Some(repairer), _) => (repairer.best().to_vec(), repairer.trouble.clone()),
            (None, Some(tree)) => {
                let mut partial = Partial::new(self.problem, self.index);
                for &(slot, word) in tree.best() {
                    partial.put(slot as usize, word as usize);
                }
                (partial.letters, tree.activity.clone())
            }
            (None, None) => (self.problem.cells.clone(), vec![0.0; slots]),
        };
        let most = trouble.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        trouble.iter_mut().for_each(|t| *t /= most);
        let grown = self.grower.as_ref().map(|grower| grower.best().to_vec());
        let count = |letters: &Vec<Option<Letter>>| letters.iter().flatten().count();
        let letters = grown.into_iter().chain([letters]).max_by_key(count).unwrap_or_default();
        FillOutcome::Stopped { letters, trouble }
    }
}
