//! One layout after another, until one can be filled or none is left.
//!
//! Annealing and windows make good layouts and assume that a good layout can be filled. Where the list is
//! tiny, or the grid is small or full of given fields, the rules allow few layouts and most of them have no
//! fill, which neither way would ever notice. Here the SAT solver enumerates layouts that follow the rules,
//! and each one without a fill becomes a clause: the words whose places and lengths have no fill by
//! themselves may not occur together again. So every turn excludes at least one layout for good, a proof
//! with a few slots excludes many, and when the solver has none left, it is proven that the grid has no puzzle
//! with words from this list. Layouts that could not be decided are excluded one at a time, and then there is no proof.
//!
//! Where the rating can be encoded exactly, the solver is only asked for layouts that rate higher than the best puzzle,
//! first for some that rate much higher. So all layouts of a grid of some dozens of fields can be tried, although there
//! are millions: nearly all of them rate lower than the first few puzzles. [`Reach`] says which grids are tried in this
//! way, and when.

use super::best::Best;
use super::{Ending, Job, Layer, NoAnswer, NoPuzzle, Options, Progress, rules_of_layout};
use crate::encodings::arrowword::layout::{EXACT_FIELDS, LayoutEncoding, LeastRating};
use crate::encodings::arrowword::puzzle::{Arrow, Field, Puzzle};
use crate::encodings::arrowword::rating::{BONUS, Counts};
use crate::encodings::cnf::{Bit, Lit};
use crate::encodings::grid::{Direction, Pos};
use crate::encodings::lexicon::SlotProblem;
use crate::search::fill::{self, FillOptions, FillOutcome};
use crate::search::layout::sat::prefer_random_fields;
use crate::solver::words::WordIndex;
use crate::solver::{Budget, SatAnswer, SatSolver, ask, load, seed};
use fastrand::Rng;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The layouts to try before giving up without a proof.
const LAYOUTS: usize = 2000;
/// The same where the search is to go on to the end.
const LAYOUTS_OF_SMALL: usize = 100_000;

/// The most free fields of the grids of each [`Reach`].
const TINY: usize = 20;
const SMALL: usize = 36;
const MEDIUM: usize = EXACT_FIELDS;

/// The most fields, free or given, of a grid whose rating goes into the formula: the tables of the rating grow with them.
const MOST_RATED: usize = 400;

/// The conflicts of one call of the solver on a medium grid, after which the search has settled.
const CONFLICTS: u32 = 600_000;

/// The finished puzzles to compare.
const PUZZLES: usize = 20;

/// The failures of one fill before its layout counts as undecided.
const FAILURES: u64 = 20_000;

/// How far the layouts of a grid can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// All of them, whatever words are asked for: this is done instead of rounds that make good layouts.
    Tiny,
    /// All that rate higher than the best puzzle so far: by one thread instead of rounds, by one of several beside rounds.
    Small,
    /// The same, but by one thread after rounds, and perhaps not to the end.
    Medium,
    /// Some, if nothing else helps.
    Large,
}

impl Reach {
    /// Returns how far the layouts of a job can be tried. Back ends that start afresh for each call are too slow for
    /// it.
    pub(super) fn of(job: Job<'_>, options: &Options) -> Self {
        let free = job.given.fields.iter().filter(|(_, field)| **field == Field::Open).count();
        let back_end = &options.setup.back_end;
        if !job.extend.opens_fields() || !back_end.is_built_in() {
            return Self::Large;
        }
        if free <= TINY {
            return Self::Tiny;
        }
        if !can_be_rated(job) || !job.spelled.is_empty() || !back_end.suits_windows() {
            return Self::Large;
        }
        if free <= SMALL {
            Self::Small
        } else if free <= MEDIUM {
            Self::Medium
        } else {
            Self::Large
        }
    }

    /// Returns whether a single thread tries layouts instead of making good ones.
    pub(super) fn is_all(self) -> bool {
        matches!(self, Self::Tiny | Self::Small)
    }

    /// Returns whether one of several threads tries the layouts from the start, while others make good ones. A tiny grid is done
    /// before these are of any use.
    pub(super) fn goes_to_the_end(self) -> bool {
        matches!(self, Self::Small | Self::Medium)
    }
}

/// Returns whether the rating alone, before the words, decides which puzzle is better, and can be encoded exactly.
fn can_be_rated(job: Job<'_>) -> bool {
    let fields = job.given.fields.iter().filter(|(_, field)| !field.is_blocked()).count();
    job.extend.opens_fields() && job.themes.is_empty() && !job.wish_first && fields <= MOST_RATED
}

/// Tries the layouts of the grid until some are filled, or, as far as the grid is in reach, until there are none that rate
/// higher than the best puzzle; the error says whether it is proven that none can be filled. The given layouts are tried first.
pub(super) fn exhaust(
    job: Job<'_>,
    options: &Options,
    start: &[Puzzle],
    budget: &Budget,
    best: &Best<'_>,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Ending, NoAnswer> {
    log::info!("the layouts that the rules allow are tried in turn");
    let reach = Reach::of(job, options);
    let (to_the_end, rated) = (reach != Reach::Large, reach != Reach::Large && can_be_rated(job));
    let most = if to_the_end { LAYOUTS_OF_SMALL } else { LAYOUTS };
    let mut layouts = Layouts::new(job, options, rated, best.rises());
    layouts.conflicts = (reach == Reach::Medium).then_some(CONFLICTS);
    let (mut undecided, mut refused, mut in_a_row, mut puzzles) = (0, 0, 0, 0);
    for turn in 1..=most {
        watch(best.progress(Layer::Layout, turn));
        let answer = match start.get(turn - 1) {
            Some(_) => SatAnswer::Sat,
            None if rated => layouts.next_better(best, refused == 0, budget),
            None => ask(&mut *layouts.solver, &layouts.encoding.formula, &"another layout", budget),
        };
        let any = best.score().is_some();
        let layout = match answer {
            SatAnswer::Sat => start.get(turn - 1).cloned().unwrap_or_else(|| layouts.decode()),
            SatAnswer::Unsat if any && rated && refused == 0 => {
                log::info!("no layout rates higher");
                return Ok(Ending::Ceiling);
            }
            SatAnswer::Unsat if any && to_the_end && undecided == 0 => {
                log::info!("none of the other {} layouts rates higher and can be filled", turn - 1);
                return Ok(Ending::Exhausted);
            }
            SatAnswer::Unsat if any => return Ok(Ending::Settled),
            SatAnswer::Unsat if turn == 1 => return Err(NoPuzzle::NoLayout.into()),
            SatAnswer::Unsat if undecided == 0 => return Err(NoPuzzle::NoFillAnywhere.into()),
            SatAnswer::Unsat => return Err(NoPuzzle::GaveUp(turn - 1).into()),
            SatAnswer::Unknown if any && !budget.exhausted() => return Ok(Ending::Settled),
            SatAnswer::Unknown => return Ok(Ending::Stopped),
        };
        if to_the_end && !best.wants(Counts::of(&layout).score() + BONUS) {
            layouts.exclude(&layout);
            continue;
        }
        watch(best.progress(Layer::Fill, turn));
        let (problem, positions) = layout.slots();
        let seed = seed::derive(options.setup.seed, turn as u64);
        let fill_options = FillOptions { failures: Some(FAILURES), ..options.fill(seed) };
        let fill = best.preference.fill(&problem, &positions, &fill_options, budget);
        best.note(&fill);
        match fill.outcome {
            FillOutcome::Filled(letters) => {
                best.offer(layout.with_letters(&positions, &letters), &layout);
                puzzles += 1;
                if best.is_done() {
                    return Ok(Ending::Ceiling);
                }
                if puzzles >= PUZZLES && !to_the_end || !job.extend.opens_fields() {
                    return Ok(Ending::Settled);
                }
                layouts.exclude(&layout);
                in_a_row = 0;
                continue;
            }
            // Own words, or a solution word, may fit elsewhere, so what excludes them is the layout as a whole.
            FillOutcome::Infeasible { .. } if !job.themes.is_empty() || fill.is_unspelled => {
                layouts.exclude(&layout);
            }
            FillOutcome::Infeasible { core } => {
                let core = if rated { fewer(&problem, core, best.preference.all(), budget) } else { core };
                layouts.exclude_words(&layout, &core);
            }
            FillOutcome::Stopped { letters, .. } => {
                if best.score().is_none() {
                    best.keep_unfinished(&layout, &letters);
                }
                best.miss(fill.missing);
                undecided += 1;
                layouts.exclude(&layout);
            }
        }
        refused += 1;
        in_a_row += 1;
        if in_a_row >= HOPELESS {
            layouts.highest = None;
        }
    }
    if best.score().is_some() { Ok(Ending::Settled) } else { Err(NoPuzzle::GaveUp(most).into()) }
}

/// The most slots without a fill from which those that are not needed are dropped.
const MANY: usize = 24;

/// The failures after which a slot is kept.
const FAILURES_OF_FEWER: u64 = 500;

/// Drops slots without which the others still have no fill together, so that these exclude more layouts.
fn fewer(problem: &SlotProblem, core: Vec<usize>, index: &Arc<WordIndex>, budget: &Budget) -> Vec<usize> {
    if core.len() > MANY {
        return core;
    }
    let (mut core, mut tried) = (core, 0);
    while tried < core.len() && core.len() > 1 {
        let rest: Vec<usize> =
            core.iter().enumerate().filter(|(at, _)| *at != tried).map(|(_, &slot)| slot).collect();
        let slots = rest.iter().map(|&slot| problem.slots[slot].clone()).collect();
        let part = SlotProblem { cells: problem.cells.clone(), slots };
        let options = FillOptions { failures: Some(FAILURES_OF_FEWER), ..FillOptions::default() };
        match fill::fill(&part, index, &options, budget) {
            // The slots before this one are needed, or were not shown to be unnecessary.
            FillOutcome::Infeasible { .. } => core = rest,
            _ => tried += 1,
        }
    }
    core
}

/// By how much more than the best puzzle a layout has to rate: far above the rounding errors of the rating in a
/// formula.
const BETTER: f64 = 1e-8;

/// How far above the best puzzle it is worth looking first, and the conflicts that each look may take.
const HOPE: f64 = 0.1;
const CONFLICTS_OF_HOPE: u32 = 4000;

/// The number of layouts in a row without a fill after which this is no longer worth it.
const HOPELESS: usize = 20;

/// The layouts of a grid that are not excluded yet.
struct Layouts {
    encoding: LayoutEncoding,
    solver: Box<dyn SatSolver>,
    /// The number of clauses of the formula that the solver already has.
    loaded: usize,
    /// The bits for words at a place, made at their first use.
    words: HashMap<(Direction, Pos, usize), Bit>,
    /// The bound of the rating, if it is in the formula, and the rating of the best puzzle when it was last raised.
    least: Option<(LeastRating, f64)>,
    /// No layout that is not excluded rates higher, as far as is known; `None` once looking for much better ones takes too long.
    highest: Option<f64>,
    /// The most conflicts of a call of the solver.
    conflicts: Option<u32>,
    /// Set when there is a better puzzle.
    rises: Arc<AtomicBool>,
}

impl Layouts {
    fn new(job: Job<'_>, options: &Options, rated: bool, rises: Arc<AtomicBool>) -> Self {
        let spec = job.layout_spec();
        let mut encoding = LayoutEncoding::new(&spec, &rules_of_layout(job.list, false));
        let least = rated.then(|| {
            let mut least = LeastRating::new(encoding.add_losses());
            least.raise(&mut encoding, 0.0);
            (least, 0.0)
        });
        let mut solver = options.setup.back_end.solver(options.setup.seed);
        let loaded = load(&mut *solver, &encoding.formula, 0);
        prefer_random_fields(&mut *solver, &encoding, &mut Rng::with_seed(options.setup.seed));
        // Other back ends have no limit on conflicts.
        let highest = options.setup.back_end.suits_windows().then_some(100.0);
        Self { encoding, solver, loaded, words: HashMap::new(), least, highest, conflicts: None, rises }
    }

    /// Looks for a layout that rates higher than the best puzzle, even if that changes meanwhile. What it learns about
    /// the ceiling is noted, if the excluded layouts are no better than the best puzzle.
    fn next_better(&mut self, best: &Best<'_>, notes_ceiling: bool, budget: &Budget) -> SatAnswer {
        let until_rise = budget.clone().with_flag(Arc::clone(&self.rises));
        loop {
            self.rises.store(false, Ordering::Relaxed);
            let answer = self.better_than(best, notes_ceiling, &until_rise);
            let is_outdated = self.rises.load(Ordering::Relaxed);
            if answer != SatAnswer::Unknown || !is_outdated || budget.exhausted() {
                return answer;
            }
        }
    }

    /// Looks for a layout that rates higher than the best puzzle does now.
    fn better_than(&mut self, best: &Best<'_>, notes_ceiling: bool, budget: &Budget) -> SatAnswer {
        let score = best.score().map_or(0.0, |score| score - BONUS);
        let Some((least, raised)) = &mut self.least else {
            return ask(&mut *self.solver, &self.encoding.formula, &"another layout", budget);
        };
        if score > *raised {
            least.raise(&mut self.encoding, score + BETTER);
            *raised = score;
            self.loaded = load(&mut *self.solver, &self.encoding.formula, self.loaded);
        }
        while let Some(highest) = self.highest.map(|highest| highest.min(best.ceiling() - BONUS))
            && highest - score > HOPE
        {
            let hoped = (score + highest) / 2.0;
            let answer = match least.assumptions(hoped) {
                None => SatAnswer::Unsat,
                Some(lits) => {
                    lits.into_iter().for_each(|lit| self.solver.assume(lit));
                    self.solver.limit_conflicts(CONFLICTS_OF_HOPE);
                    let question = format_args!("a layout that rates more than {score:.4}, about {hoped:.4}");
                    ask(&mut *self.solver, &self.encoding.formula, &question, budget)
                }
            };
            match answer {
                SatAnswer::Sat => return SatAnswer::Sat,
                SatAnswer::Unsat => {
                    self.highest = Some(hoped);
                    if notes_ceiling {
                        best.lower_ceiling(hoped + BONUS);
                    }
                }
                SatAnswer::Unknown if budget.exhausted() => return SatAnswer::Unknown,
                SatAnswer::Unknown => self.highest = None,
            }
        }
        if let Some(conflicts) = self.conflicts.filter(|_| best.score().is_some()) {
            self.solver.limit_conflicts(conflicts);
        }
        let question = format_args!("a layout that rates more than {score:.4}");
        let answer = ask(&mut *self.solver, &self.encoding.formula, &question, budget);
        if answer == SatAnswer::Unsat && notes_ceiling {
            best.lower_ceiling(score + BONUS);
        }
        answer
    }

    fn decode(&self) -> Puzzle {
        self.encoding.decode(|lit| self.solver.value(lit))
    }

    /// Excludes this layout with exactly these arrows.
    fn exclude(&mut self, layout: &Puzzle) {
        let mut clause = Vec::new();
        let asked: Vec<_> = layout.questions.iter().map(|q| (q.pos, q.arrow)).collect();
        for pos in layout.fields.positions() {
            for arrow in Arrow::ALL {
                let lit = self.encoding.arrow(pos, arrow).lit();
                let is_there = asked.binary_search(&(pos, arrow)).is_ok();
                clause.extend(lit.map(|lit| if is_there { !lit } else { lit }));
            }
        }
        self.solver.add_clause(&clause);
    }

    /// Excludes all layouts that contain the words of these questions together, whichever question fields ask them.
    fn exclude_words(&mut self, layout: &Puzzle, questions: &[usize]) {
        let mut clause: Vec<Lit> = Vec::new();
        for run in questions.iter().filter_map(|&q| layout.run_of(layout.questions[q])) {
            let key = (run.direction, run.start, run.len);
            let encoding = &mut self.encoding;
            let word = *self.words.entry(key).or_insert_with(|| encoding.word_of_len(key.0, key.1, key.2));
            clause.extend((!word).lit());
        }
        self.loaded = load(&mut *self.solver, &self.encoding.formula, self.loaded);
        self.solver.add_clause(&clause);
    }
}
