//! Why slots cannot be filled: which slots, which given letters, and whether it matters that no word occurs twice.
//!
//! If the list has fewer words of a length than there are slots, that is all there is to say. Otherwise there are three
//! steps, each on less than the one before. The first finds *some* slots that have no fill: by counting words, by
//! the fill's own search (which proves small parts infeasible quickly) and by the SAT solver, the latter two in
//! a race. The second finds a minimal set of slots among them, with all given letters held, so that the formula has
//! only the words that fit. The third finds a minimal set of the letters in these slots, with all words of their
//! lengths. The result is minimal as a whole: a slot that was needed with all letters is needed with fewer. On
//! request, the slots are a smallest set among all slots of the problem, not only among those of the first step.

mod causes;
mod fills;

#[cfg(test)]
use super::assumed::Assumed;
use super::claim::{Claim, NoClaim};
use super::fewer::PartFill;
use super::smallest::{Smallest, smallest};
use super::{Causes, Conflict, Outcome, Verdict, Watch, minimise};
use crate::encodings::cnf::{Bit, Formula};
use crate::encodings::lexicon::selectable::GivenLetters;
use crate::encodings::lexicon::{Letter, SlotProblem, WordList};
use crate::search::Setup;
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::search::hall::{FEW_PIGEONS, MOST_PIGEONS, Supply, TooFew, shortage, too_few};
use crate::solver::words::WordIndex;
use crate::solver::{BackEnd, Budget, threads};
use causes::{DISTINCT, Fillable, LetterCauses, Part, SlotCauses};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The options of an explanation.
#[derive(Clone, Debug)]
pub struct ExplainOptions {
    /// The seed; another one may find another minimal set.
    pub seed: u64,
    /// The solver of the formulas.
    pub back_end: BackEnd,
    /// The number of orders in which to drop causes; the smallest set found is kept.
    pub orders: usize,
    /// How long to look at most for a smallest set of slots and the proof that it is one; `None` does not look for it.
    pub smallest: Option<Duration>,
}

impl Default for ExplainOptions {
    fn default() -> Self {
        Self { seed: 0, back_end: BackEnd::default(), orders: 4, smallest: None }
    }
}

/// Slots, letters and a rule that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotConflict {
    /// The slots that have no fill, by index, ascending.
    pub slots: Vec<usize>,
    /// The cells with the given letters that matter, ascending.
    pub letters: Vec<usize>,
    /// Whether there is no fill only because no word may occur twice.
    pub distinct: bool,
    /// Whether it is known that dropping any one of them leaves a fill for the others.
    pub minimal: bool,
    /// Whether it is proven that any fewer slots have a fill.
    pub smallest: bool,
    /// Fills of some slots. If it is proven that any fewer slots have one, they are within the slots of one of these.
    pub fillable: Vec<PartFill>,
}

/// The outcome of [`explain_slots`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotOutcome {
    /// The slots can be filled: the letter of each cell, if the fill's search found them.
    Fillable(Option<Vec<Letter>>),
    /// The slots cannot be filled.
    Conflict(SlotConflict),
    /// The slots cannot be filled because the list has too few words of these lengths, each of which is reason enough.
    /// Of at least one of them it has some words; a slot for which it has none is a [`SlotConflict`] of one slot.
    TooFew(Vec<TooFew>),
    /// The budget ended before either was known.
    Stopped,
}

/// Clauses over conditions of slots, for a layout that is partly open: slot n is present if bit n is true.
#[derive(Clone, Debug)]
pub(in crate::search) struct Ground {
    /// The clauses about the conditions.
    pub(in crate::search) formula: Formula,
    /// The bit of each slot.
    pub(in crate::search) conditions: Vec<Bit>,
}

impl Ground {
    /// Returns the ground on which all slots are always present.
    fn none(slots: usize) -> Self {
        Self { formula: Formula::new(), conditions: vec![Bit::True; slots] }
    }

    fn is_open(&self) -> bool {
        self.conditions.iter().any(|&bit| bit != Bit::True)
    }
}

/// How long to look for fewer slots to name in a sentence.
const NAMING: Duration = Duration::from_secs(1);

/// Returns fewer of these slots without a fill, if they are found at once: a search that tried everything has all slots for a proof,
/// but nobody wants to look at all of them.
pub(in crate::search) fn fewer_to_name(
    mut core: Vec<usize>,
    problem: &SlotProblem,
    list: &WordList,
    setup: &Setup,
    budget: &Budget,
) -> Vec<usize> {
    let back_end = setup.back_end.clone();
    let options = ExplainOptions { seed: setup.seed, back_end, orders: 1, smallest: None };
    if core.len() > 1
        && let SlotOutcome::Conflict(conflict) =
            explain_slots(problem, list, &options, &budget.clone().within(NAMING), &|_| {})
        && conflict.slots.len() < core.len()
    {
        core = conflict.slots;
    }
    core
}

/// The most word variables that a formula over all slots may have.
const MOST_WORDS: usize = 4_000_000;

/// Explains why the slots of a problem have no fill from this list without using a word twice.
pub fn explain_slots(
    problem: &SlotProblem,
    list: &WordList,
    options: &ExplainOptions,
    budget: &Budget,
    watch: Watch<'_>,
) -> SlotOutcome {
    explain_slots_on(&Ground::none(problem.slots.len()), problem, list, options, budget, watch)
}

/// Does the same as [`explain_slots`] for slots that are present under conditions.
pub(in crate::search) fn explain_slots_on(
    ground: &Ground,
    problem: &SlotProblem,
    list: &WordList,
    options: &ExplainOptions,
    budget: &Budget,
    watch: Watch<'_>,
) -> SlotOutcome {
    // A slot that may be absent needs no word of its own.
    if !ground.is_open() {
        let few = too_few(problem, list);
        if few.iter().any(|few| few.words > 0) {
            return SlotOutcome::TooFew(few);
        }
    }
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
    let few = fewer(&mut causes, options, budget, watch);
    let slots = few.causes.iter().filter(|&&cause| cause != DISTINCT).map(|&cause| core[cause - 1]);
    let mut found = SlotConflict {
        slots: slots.collect(),
        letters: Vec::new(),
        distinct: few.causes.contains(&DISTINCT),
        minimal: few.minimal,
        smallest: few.minimal && few.causes.len() == 1,
        fillable: Vec::new(),
    };
    if let Some(limit) = options.smallest.filter(|_| few.minimal && !found.smallest && !ground.is_open()) {
        // The letters come afterwards and need some time as well.
        let limit = budget.remaining().map_or(limit, |left| limit.min(left.mul_f64(SHARE)));
        fewest(&mut found, problem, list, options, &budget.clone().within(limit), watch);
    }
    let part = Part::new(ground, problem, &found.slots);
    if part.problem.cells.iter().any(Option::is_some) {
        let mut causes = LetterCauses::new(&part, list, found.distinct, options);
        let Conflict { causes: cells, minimal } = fewer(&mut causes, options, budget, watch);
        found.letters = cells.into_iter().map(|cause| part.cells[causes.given[cause]]).collect();
        found.letters.sort_unstable();
        found.minimal &= minimal;
    }
    SlotOutcome::Conflict(found)
}

/// Returns the claim that slots, letters and a rule exclude each other. Its causes are the slots, then the letters, and then,
/// if it matters, that all words differ.
pub fn claim_of_slots(
    problem: &SlotProblem,
    list: &WordList,
    conflict: &SlotConflict,
) -> Result<Claim, NoClaim> {
    claim_of_slots_on(&Ground::none(problem.slots.len()), problem, list, conflict)
}

/// Does the same as [`claim_of_slots`], and if the slots are a smallest set, the claim says that, too: any fewer have a fill.
pub fn claim_of_fewest(
    problem: &SlotProblem,
    list: &WordList,
    conflict: &SlotConflict,
) -> Result<Claim, NoClaim> {
    let fills = (conflict.smallest && conflict.slots.len() > 1).then_some(&conflict.fillable[..]);
    claim_with(&Ground::none(problem.slots.len()), problem, list, conflict, fills)
}

/// Returns the claim that a list has too few words of a length: for one slot more than it has words. Its causes are these
/// slots, and, if there are several, that all words differ.
pub fn claim_of_few(problem: &SlotProblem, list: &WordList, few: &TooFew) -> Result<Claim, NoClaim> {
    let of_len = (0..problem.slots.len()).filter(|&slot| problem.slots[slot].len() == few.len);
    let conflict = SlotConflict {
        slots: of_len.take(few.words + 1).collect(),
        letters: Vec::new(),
        distinct: few.words > 0,
        minimal: true,
        smallest: false,
        fillable: Vec::new(),
    };
    claim_of_slots(problem, list, &conflict)
}

/// Does the same as [`claim_of_slots`] for slots that are present under conditions.
pub(in crate::search) fn claim_of_slots_on(
    ground: &Ground,
    problem: &SlotProblem,
    list: &WordList,
    conflict: &SlotConflict,
) -> Result<Claim, NoClaim> {
    claim_with(ground, problem, list, conflict, None)
}

/// Returns the claim about a conflict, with fills that show that any fewer slots have one.
fn claim_with(
    ground: &Ground,
    problem: &SlotProblem,
    list: &WordList,
    conflict: &SlotConflict,
    fills: Option<&[PartFill]>,
) -> Result<Claim, NoClaim> {
    let SlotConflict { slots, letters, distinct, .. } = conflict;
    let mut named = problem.clone();
    for (cell, letter) in named.cells.iter_mut().enumerate() {
        *letter = letter.filter(|_| letters.contains(&cell));
    }
    let part = Part::new(ground, &named, slots);
    if words_in_places(&part.problem, list) > MOST_WORDS {
        return Err(NoClaim::TooLarge);
    }
    let all: Vec<usize> = (0..slots.len()).collect();
    let supply = Supply::new(&part.problem, list);
    let pigeons = supply.shortage(&all).filter(|_| *distinct && !part.is_open()).unwrap_or_default();
    if pigeons.len() > MOST_PIGEONS {
        return Err(NoClaim::Counted);
    }
    let (mut formula, made) = part.formula(list, GivenLetters::Selectable);
    if pigeons.len() > FEW_PIGEONS {
        made.count_words(&mut formula, &pigeons, &supply.words_of(&pigeons));
    }
    let spells = made.slots.iter().map(|&slot| vec![Bit::from(slot)]);
    let holds = |&cell: &usize| {
        let at = part.cells.iter().position(|&other| other == cell)?;
        Some(vec![made.cells[at][part.problem.cells[at]?.index()]])
    };
    let differ = distinct.then(|| vec![Bit::from(made.distinct)]);
    let causes = spells.chain(letters.iter().filter_map(holds)).chain(differ);
    let causes: Vec<Option<Vec<Bit>>> = causes.map(Some).collect();
    Ok(match fills {
        Some(fills) => Claim::of_fewest(formula, &causes, problem.slots.len(), fills, slots.len()),
        None => Claim::new(formula, &causes),
    })
}

/// Replaces a minimal set of slots by a smallest one, if the budget allows.
fn fewest(
    found: &mut SlotConflict,
    problem: &SlotProblem,
    list: &WordList,
    options: &ExplainOptions,
    budget: &Budget,
    watch: Watch<'_>,
) {
    let mut causes = Fillable::new(problem, list, options);
    let Smallest { causes: slots, proven, feasible } =
        smallest(&mut causes, found.slots.clone(), options.seed, budget, watch);
    found.smallest = proven;
    found.fillable = feasible.iter().filter_map(|slots| causes.fill_of(slots)).collect();
    debug_assert_eq!(
        found.fillable.len(),
        feasible.len(),
        "every set was found to have a fill by finding one"
    );
    if slots.len() == found.slots.len() {
        return;
    }
    let part = Part::whole(problem, &slots);
    let mut causes = SlotCauses::new(&part, list, options);
    let alone: Vec<usize> = (1..=slots.len()).collect();
    let without = causes.test(&alone, budget);
    found.distinct = !matches!(without, Verdict::Infeasible(_));
    found.minimal = without != Verdict::Unknown;
    found.slots = slots;
}

/// Reduces all causes, which are known to be in conflict, to a minimal set.
fn fewer(causes: &mut dyn Causes, options: &ExplainOptions, budget: &Budget, watch: Watch<'_>) -> Conflict {
    match minimise(causes, options.orders, options.seed, budget, watch) {
        Outcome::Conflict(conflict) => conflict,
        outcome => {
            debug_assert_eq!(outcome, Outcome::Stopped);
            Conflict { causes: (0..causes.count()).collect(), minimal: false }
        }
    }
}

/// The fraction of the remaining time that the search for a smallest set may take.
const SHARE: f64 = 0.75;

/// The failures of a quick attempt at a fill.
const QUICK: u64 = 2000;

/// Returns about how many variables for words the formula has.
fn words_in_places(problem: &SlotProblem, list: &WordList) -> usize {
    problem.slots.iter().map(|slot| list.count(slot.len())).sum()
}

/// The outcome of the first step.
enum First {
    Fillable(Option<Vec<Letter>>),
    Slots(Vec<usize>),
    Stopped,
}

/// Finds some slots that have no fill.
fn some_slots(
    ground: &Ground,
    problem: &SlotProblem,
    list: &WordList,
    options: &ExplainOptions,
    budget: &Budget,
) -> First {
    let all: Vec<usize> = (0..problem.slots.len()).collect();
    if !ground.is_open()
        && let Some(core) = shortage(problem, list)
    {
        return First::Slots(core);
    }
    let words = words_in_places(problem, list);
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
    // Most grids can be filled, and at once; a formula would only cost memory.
    let quick = FillOptions { seed: options.seed, failures: Some(QUICK), ..FillOptions::default() };
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
    match threads::both(&done, || known(by_clauses(&budget)), || known(by_search(&budget))) {
        (clauses, First::Stopped) => clauses,
        (_, search) => search,
    }
}

/// Minimises the causes of a problem without a fill in the plain way that tests compare with: no steps, no search,
/// every word of the list.
#[cfg(test)]
pub(super) fn at_once(
    problem: &SlotProblem,
    list: &WordList,
    options: &ExplainOptions,
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
    match minimise(&mut assumed, 1, options.seed, budget, &|_| {}) {
        Outcome::Conflict(conflict) => Some(conflict),
        _ => None,
    }
}
