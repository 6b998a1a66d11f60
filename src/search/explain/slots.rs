//! Why slots cannot be filled: which slots, which given letters, and whether it matters that no word comes twice.
//!
//! Three steps, each on less than the one before. First *some* slots that have no fill: by counting words, by
//! the fill's own search (which proves small parts infeasible quickly) and by the SAT solver, the latter two in
//! a race. Then the minimal slots among them, with all given letters held, so that the formula has only the
//! words that fit. Then the minimal letters among those in these slots, with all words of their lengths. What
//! comes out is minimal as a whole: a slot that was needed with all letters is needed with fewer.

use super::assumed::Assumed;
use super::hall::Supply;
use super::{Causes, Conflict, Outcome, Verdict, minimise};
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::solver::words::WordIndex;
use crate::solver::{BackEnd, Budget};
use cwsat_encodings::cnf::{Bit, Formula};
use cwsat_encodings::lexicon::selectable::{GivenLetters, SelectableSlots};
use cwsat_encodings::lexicon::{Letter, Slot, SlotProblem, WordList};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

/// How to go about an explanation.
#[derive(Clone, Debug)]
pub struct Options {
    /// Another seed may find another minimal set.
    pub seed: u64,
    /// Who solves the formulas.
    pub back_end: BackEnd,
    /// How many orders of dropping are tried; the smallest set counts.
    pub orders: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, back_end: BackEnd::default(), orders: 4 }
    }
}

/// What cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotConflict {
    /// These slots, by number, ascending, have no fill,
    pub slots: Vec<usize>,
    /// with the given letters of these cells, ascending,
    pub letters: Vec<usize>,
    /// and, if this is set, only because no word may come twice.
    pub distinct: bool,
    /// Whether dropping any one of them is known to leave a fill for the others.
    pub minimal: bool,
}

/// Whether slots can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotOutcome {
    /// They can: the letter of each cell where the fill's search found them, else nothing.
    Fillable(Option<Vec<Letter>>),
    /// They cannot.
    Conflict(SlotConflict),
    /// The budget ended before that was known.
    Stopped,
}

/// Clauses over conditions of slots, for a layout that is partly open: slot n is there where bit n is true.
#[derive(Clone, Debug)]
pub struct Ground {
    /// What is known of the conditions.
    pub formula: Formula,
    /// A bit for each slot.
    pub conditions: Vec<Bit>,
}

impl Ground {
    /// All slots are there in any case.
    fn none(slots: usize) -> Self {
        Self { formula: Formula::new(), conditions: vec![Bit::True; slots] }
    }

    fn is_open(&self) -> bool {
        self.conditions.iter().any(|&bit| bit != Bit::True)
    }
}

/// The most word variables that a formula over all slots may have.
const MOST_WORDS: usize = 4_000_000;

/// Explains why the slots of a problem have no fill from this list, no word twice.
pub fn explain(problem: &SlotProblem, list: &WordList, options: &Options, budget: &Budget) -> SlotOutcome {
    explain_on(&Ground::none(problem.slots.len()), problem, list, options, budget)
}

/// [`explain`] for slots that are there under conditions.
pub fn explain_on(
    ground: &Ground,
    problem: &SlotProblem,
    list: &WordList,
    options: &Options,
    budget: &Budget,
) -> SlotOutcome {
    let core = match some_slots(ground, problem, list, options, budget) {
        First::Fillable(letters) => return SlotOutcome::Fillable(letters),
        First::Stopped => return SlotOutcome::Stopped,
        First::Slots(mut core) => {
            core.sort_unstable();
            core
        }
    };
    log::info!("{} of {} slots have no fill", core.len(), problem.slots.len());
    let part = Part::new(ground, problem, &core);
    let mut causes = SlotCauses::new(&part, list, options);
    let few = fewest(&mut causes, options, budget);
    let distinct = few.causes.contains(&DISTINCT);
    let slots: Vec<usize> =
        few.causes.iter().filter(|&&cause| cause != DISTINCT).map(|&cause| core[cause - 1]).collect();
    let part = Part::new(ground, problem, &slots);
    if part.problem.cells.iter().all(Option::is_none) {
        let conflict = SlotConflict { slots, letters: Vec::new(), distinct, minimal: few.minimal };
        return SlotOutcome::Conflict(conflict);
    }
    let mut causes = LetterCauses::new(&part, list, distinct, options);
    let Conflict { causes: cells, minimal } = fewest(&mut causes, options, budget);
    let mut letters: Vec<usize> = cells.into_iter().map(|cause| part.cells[causes.given[cause]]).collect();
    letters.sort_unstable();
    SlotOutcome::Conflict(SlotConflict { slots, letters, distinct, minimal: minimal && few.minimal })
}

/// A minimal set of causes that are known to be too many.
fn fewest(causes: &mut dyn Causes, options: &Options, budget: &Budget) -> Conflict {
    match minimise(causes, options.orders, options.seed, budget) {
        Outcome::Conflict(conflict) => conflict,
        outcome => {
            debug_assert_eq!(outcome, Outcome::Stopped);
            Conflict { causes: (0..causes.count()).collect(), minimal: false }
        }
    }
}

/// What the first step found.
enum First {
    Fillable(Option<Vec<Letter>>),
    Slots(Vec<usize>),
    Stopped,
}

/// Some slots that have no fill.
fn some_slots(
    ground: &Ground,
    problem: &SlotProblem,
    list: &WordList,
    options: &Options,
    budget: &Budget,
) -> First {
    let all: Vec<usize> = (0..problem.slots.len()).collect();
    if !ground.is_open()
        && let Some(core) = Supply::new(problem, list).shortage(&all)
    {
        return First::Slots(core);
    }
    let words: usize = problem.slots.iter().map(|slot| list.count(slot.len())).sum();
    let by_clauses = |budget: &Budget| {
        let part = Part::new(ground, problem, &all);
        let mut causes = SlotCauses::new(&part, list, options);
        let everything: Vec<usize> = (0..causes.count()).collect();
        match causes.test(&everything, budget) {
            Verdict::Feasible => First::Fillable(None),
            Verdict::Unknown => First::Stopped,
            Verdict::Infeasible(core) => {
                First::Slots(core.into_iter().filter(|&c| c != DISTINCT).map(|c| c - 1).collect())
            }
        }
    };
    if ground.is_open() {
        return by_clauses(budget);
    }
    let index = Arc::new(WordIndex::new(list));
    let by_search = |budget: &Budget| {
        let fill_options = FillOptions { seed: options.seed, ..FillOptions::default() };
        match fill(problem, &index, &fill_options, budget) {
            FillOutcome::Filled(letters) => First::Fillable(Some(letters)),
            FillOutcome::Infeasible { core } => First::Slots(core),
            FillOutcome::Stopped { .. } => First::Stopped,
        }
    };
    // Most grids can be filled, and then at once; a formula would only cost memory.
    let quick = FillOptions { seed: options.seed, failures: Some(2000), ..FillOptions::default() };
    match fill(problem, &index, &quick, budget) {
        FillOutcome::Filled(letters) => return First::Fillable(Some(letters)),
        FillOutcome::Infeasible { core } => return First::Slots(core),
        FillOutcome::Stopped { .. } if words > MOST_WORDS => return by_search(budget),
        FillOutcome::Stopped { .. } => {}
    }
    let (budget, done) = budget.racer();
    let known = |first: First| {
        if !matches!(first, First::Stopped) {
            done.store(true, Ordering::Relaxed);
        }
        first
    };
    thread::scope(|scope| {
        let clauses = scope.spawn(|| known(by_clauses(&budget)));
        let search = known(by_search(&budget));
        match (search, clauses.join()) {
            (First::Stopped, Ok(other)) => other,
            (search, Ok(_)) => search,
            (_, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}

/// Some slots of a problem as a problem of their own.
struct Part {
    problem: SlotProblem,
    ground: Ground,
    /// The number of each cell in the whole problem.
    cells: Vec<usize>,
}

impl Part {
    fn new(ground: &Ground, whole: &SlotProblem, slots: &[usize]) -> Self {
        let mut number = vec![None; whole.cells.len()];
        let (mut cells, mut problem) = (Vec::new(), SlotProblem::default());
        for &slot in slots {
            let numbered = whole.slots[slot].cells.iter().map(|&cell| {
                *number[cell].get_or_insert_with(|| {
                    cells.push(cell);
                    problem.cells.push(whole.cells[cell]);
                    cells.len() - 1
                })
            });
            problem.slots.push(Slot { cells: numbered.collect() });
        }
        let conditions = slots.iter().map(|&slot| ground.conditions[slot]).collect();
        Self { problem, ground: Ground { formula: ground.formula.clone(), conditions }, cells }
    }

    fn formula(&self, list: &WordList, given: GivenLetters) -> (Formula, SelectableSlots) {
        let mut formula = self.ground.formula.clone();
        let slots = SelectableSlots::add(&mut formula, &self.problem, list, &self.ground.conditions, given);
        (formula, slots)
    }
}

/// The number of the cause "no word twice"; slot n is cause n + 1.
const DISTINCT: usize = 0;

/// Causes: no word twice, and each slot; all given letters hold.
struct SlotCauses {
    assumed: Assumed,
    supply: Option<Supply>,
}

impl SlotCauses {
    fn new(part: &Part, list: &WordList, options: &Options) -> Self {
        let (formula, slots) = part.formula(list, GivenLetters::Held);
        let causes = [slots.distinct].into_iter().chain(slots.slots).map(|lit| vec![lit.into()]).collect();
        let assumed = Assumed::new(&formula, causes, &options.back_end, options.seed);
        // A slot that may not be there needs no word of its own.
        let supply = (!part.ground.is_open()).then(|| Supply::new(&part.problem, list));
        Self { assumed, supply }
    }
}

impl Causes for SlotCauses {
    fn count(&self) -> usize {
        self.assumed.count()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        if let Some(supply) = self.supply.as_ref().filter(|_| subset.contains(&DISTINCT)) {
            let slots: Vec<usize> = subset.iter().filter(|&&c| c != DISTINCT).map(|&c| c - 1).collect();
            if let Some(few) = supply.shortage(&slots) {
                let distinct = (few.len() > 1).then_some(DISTINCT);
                return Verdict::Infeasible(few.into_iter().map(|slot| slot + 1).chain(distinct).collect());
            }
        }
        self.assumed.test(subset, budget)
    }
}

/// Causes: each given letter; all slots hold, and all their words differ if that matters.
struct LetterCauses<'a> {
    assumed: Assumed,
    /// The cell of each cause.
    given: Vec<usize>,
    problem: &'a SlotProblem,
    list: &'a WordList,
    count: bool,
}

impl<'a> LetterCauses<'a> {
    fn new(part: &'a Part, list: &'a WordList, distinct: bool, options: &Options) -> Self {
        let (formula, slots) = part.formula(list, GivenLetters::Selectable);
        let (mut given, mut causes) = (Vec::new(), Vec::new());
        for (cell, letter) in part.problem.cells.iter().enumerate() {
            if let Some(letter) = letter {
                given.push(cell);
                causes.push(vec![slots.cells[cell][letter.index()]]);
            }
        }
        let always = slots.slots.into_iter().chain(distinct.then_some(slots.distinct)).map(Bit::from);
        let assumed = Assumed::new(&formula, causes, &options.back_end, options.seed).always(always);
        Self { assumed, given, problem: &part.problem, list, count: distinct && !part.ground.is_open() }
    }
}

impl Causes for LetterCauses<'_> {
    fn count(&self) -> usize {
        self.assumed.count()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        if self.count {
            let mut problem = self.problem.clone();
            for (cause, &cell) in self.given.iter().enumerate() {
                if !subset.contains(&cause) {
                    problem.cells[cell] = None;
                }
            }
            let all: Vec<usize> = (0..problem.slots.len()).collect();
            if Supply::new(&problem, self.list).shortage(&all).is_some() {
                return Verdict::Infeasible(subset.to_vec());
            }
        }
        self.assumed.test(subset, budget)
    }
}

/// A problem without a fill is [`minimise`]d like any other set of causes; this is the plain way, which tests
/// compare with: no steps, no search, every word of the list.
#[cfg(test)]
pub(super) fn at_once(
    problem: &SlotProblem,
    list: &WordList,
    options: &Options,
    budget: &Budget,
) -> Option<Conflict> {
    let all: Vec<usize> = (0..problem.slots.len()).collect();
    let part = Part::new(&Ground::none(all.len()), problem, &all);
    let (formula, slots) = part.formula(list, GivenLetters::Selectable);
    let mut causes: Vec<Vec<Bit>> =
        [slots.distinct].into_iter().chain(slots.slots).map(|lit| vec![lit.into()]).collect();
    for (cell, letter) in part.problem.cells.iter().enumerate() {
        causes.extend(letter.map(|letter| vec![slots.cells[cell][letter.index()]]));
    }
    let mut assumed = Assumed::new(&formula, causes, &options.back_end, options.seed);
    match minimise(&mut assumed, 1, options.seed, budget) {
        Outcome::Conflict(conflict) => Some(conflict),
        _ => None,
    }
}
