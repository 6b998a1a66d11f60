//! The causes of slots that have no fill, and three ways to test whether some of them can hold: a solver that assumes
//! them as literals, counting of words and slots, and the fill's search.

use super::super::assumed::Assumed;
use super::super::fewer::PartFill;
use super::super::{Causes, Verdict};
use super::fills::Fills;
use super::{ExplainOptions, Ground, MOST_WORDS, QUICK, words_in_places};
use crate::encodings::cnf::{Bit, Formula};
use crate::encodings::lexicon::membership::LetterBits;
use crate::encodings::lexicon::selectable::{GivenLetters, SelectableSlots};
use crate::encodings::lexicon::{Letter, Slot, SlotProblem, WordList};
use crate::search::fill::{FillOptions, FillOutcome, fill};
use crate::search::hall::Supply;
use crate::solver::Budget;
use crate::solver::words::WordIndex;
use std::collections::HashMap;
use std::sync::Arc;

/// Some slots of a problem as a problem of their own.
pub(super) struct Part {
    pub(super) problem: SlotProblem,
    ground: Ground,
    /// The index of each cell in the whole problem.
    pub(super) cells: Vec<usize>,
}

impl Part {
    pub(super) fn new(ground: &Ground, whole: &SlotProblem, slots: &[usize]) -> Self {
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

    /// Makes a part of a problem whose slots are always present.
    pub(super) fn whole(problem: &SlotProblem, slots: &[usize]) -> Self {
        Self::new(&Ground::none(problem.slots.len()), problem, slots)
    }

    /// Returns whether some of its slots may be absent.
    pub(super) fn is_open(&self) -> bool {
        self.ground.is_open()
    }

    pub(super) fn formula(&self, list: &WordList, given: GivenLetters) -> (Formula, SelectableSlots) {
        let mut formula = self.ground.formula.clone();
        let slots = SelectableSlots::add(&mut formula, &self.problem, list, &self.ground.conditions, given);
        (formula, slots)
    }
}

/// The index of the cause "no word twice"; slot n is cause n + 1.
pub(super) const DISTINCT: usize = 0;

/// The causes "no word twice" and each slot, while all given letters hold.
pub(super) struct SlotCauses {
    assumed: Assumed,
    supply: Option<Supply>,
    /// The letter of each cell, by its index in the whole problem.
    cells: HashMap<usize, LetterBits>,
}

impl SlotCauses {
    pub(super) fn new(part: &Part, list: &WordList, options: &ExplainOptions) -> Self {
        let (formula, slots) = part.formula(list, GivenLetters::Held);
        let SelectableSlots { slots, distinct, cells, .. } = slots;
        let causes = [distinct].into_iter().chain(slots).map(|lit| vec![lit.into()]).collect();
        let assumed = Assumed::new(&formula, causes, &options.back_end, options.seed);
        let cells = part.cells.iter().copied().zip(cells).collect();
        // A slot that may be absent needs no word of its own.
        let supply = (!part.is_open()).then(|| Supply::new(&part.problem, list));
        Self { assumed, supply, cells }
    }

    /// Returns the letter of a cell; only valid after [`Verdict::Feasible`], for cells of the slots that were tested.
    fn letter(&self, cell: usize) -> Option<Letter> {
        let bits = self.cells.get(&cell)?;
        Letter::all().find(|letter| bits[letter.index()].value(|lit| self.assumed.value(lit)))
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

/// Each slot of a whole problem as a cause, while all given letters hold and no word occurs twice. For few slots, and
/// for slots that have a fill, the fill's search is quicker than any formula; the formula is therefore only made if the
/// search is undecided.
pub(super) struct Fillable<'a> {
    problem: &'a SlotProblem,
    list: &'a WordList,
    options: &'a ExplainOptions,
    supply: Supply,
    index: Arc<WordIndex>,
    /// The failures after which the search is undecided.
    pub(super) failures: u64,
    clauses: Option<SlotCauses>,
    fills: Fills,
}

impl<'a> Fillable<'a> {
    pub(super) fn new(problem: &'a SlotProblem, list: &'a WordList, options: &'a ExplainOptions) -> Self {
        let (supply, index) = (Supply::new(problem, list), Arc::new(WordIndex::new(list)));
        Self {
            problem,
            list,
            options,
            supply,
            index,
            failures: QUICK,
            clauses: None,
            fills: Fills::default(),
        }
    }

    /// Returns the fill that was found of exactly these slots.
    pub(super) fn fill_of(&mut self, slots: &[usize]) -> Option<PartFill> {
        self.fills.of(slots)
    }
}

impl Causes for Fillable<'_> {
    fn count(&self) -> usize {
        self.problem.slots.len()
    }

    fn test(&mut self, subset: &[usize], budget: &Budget) -> Verdict {
        if let Some(few) = self.supply.shortage(subset) {
            return Verdict::Infeasible(few);
        }
        let part = Part::whole(self.problem, subset);
        let failures = Some(self.failures);
        let quick = FillOptions { seed: self.options.seed, failures, ..FillOptions::default() };
        match fill(&part.problem, &self.index, &quick, budget) {
            FillOutcome::Filled(letters) => {
                let filled: HashMap<usize, Letter> = part.cells.iter().copied().zip(letters).collect();
                self.fills.keep(self.problem, subset, |cell| filled.get(&cell).copied());
                return Verdict::Feasible;
            }
            FillOutcome::Infeasible { core } => {
                return Verdict::Infeasible(core.into_iter().map(|slot| subset[slot]).collect());
            }
            FillOutcome::Stopped { .. } if budget.exhausted() => return Verdict::Unknown,
            FillOutcome::Stopped { .. } => {}
        }
        if words_in_places(self.problem, self.list) > MOST_WORDS {
            return Verdict::Unknown;
        }
        let clauses = self.clauses.get_or_insert_with(|| {
            let all: Vec<usize> = (0..self.problem.slots.len()).collect();
            let whole = Part::whole(self.problem, &all);
            SlotCauses::new(&whole, self.list, self.options)
        });
        let causes: Vec<usize> = [DISTINCT].into_iter().chain(subset.iter().map(|slot| slot + 1)).collect();
        match clauses.test(&causes, budget) {
            Verdict::Infeasible(core) => {
                Verdict::Infeasible(core.into_iter().filter(|&c| c != DISTINCT).map(|c| c - 1).collect())
            }
            Verdict::Feasible => {
                self.fills.keep(self.problem, subset, |cell| clauses.letter(cell));
                Verdict::Feasible
            }
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

/// Each given letter as a cause, while all slots hold and, if that matters, all their words differ.
pub(super) struct LetterCauses<'a> {
    assumed: Assumed,
    /// The cell of each cause.
    pub(super) given: Vec<usize>,
    problem: &'a SlotProblem,
    list: &'a WordList,
    count: bool,
}

impl<'a> LetterCauses<'a> {
    pub(super) fn new(part: &'a Part, list: &'a WordList, distinct: bool, options: &ExplainOptions) -> Self {
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
        Self { assumed, given, problem: &part.problem, list, count: distinct && !part.is_open() }
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
