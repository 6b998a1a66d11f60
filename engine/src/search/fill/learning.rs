//! The learning search: CaDiCaL with the word list as its external propagator.
//!
//! It is slower per node than the restarting search (`restart`), but never forgets what it has learnt about a corner,
//! and so proves that there is no fill where the others would try forever. Everything the solver learns about words
//! is available as lemmas, each of which follows from the words of one slot; with them the proof can be repeated by
//! any solver ([`LetterEncoding::add_lemmas`]) and checked without trusting any of this
//! ([`certify`](crate::encodings::lexicon::certify())).

use super::{FillOptions, FillOutcome};
use crate::encodings::cnf::Lit;
use crate::encodings::lexicon::{Lemma, Letter, LetterEncoding, SlotProblem};
use crate::solver::words::{ExternalWords, LazyWords, WordIndex};
use crate::solver::{Budget, Cadical, SatAnswer, SatSolver, load};
use fastrand::Rng;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Fills a layout, or proves that there is no fill, with one thread. `options.failures` limits the conflicts.
pub fn learn(
    problem: &SlotProblem,
    index: &Arc<WordIndex>,
    options: &FillOptions,
    budget: &Budget,
) -> FillOutcome {
    Learner::new(problem, index, options, false).solve(budget)
}

/// A learning search that can be continued to find further fills.
pub struct Learner<'a> {
    problem: &'a SlotProblem,
    encoding: LetterEncoding,
    solver: Cadical,
    external: Rc<RefCell<ExternalWords>>,
    conflicts: Option<u32>,
}

impl<'a> Learner<'a> {
    /// Creates the search for a problem. The lemmas take memory and are only kept on request.
    pub fn new(
        problem: &'a SlotProblem,
        index: &Arc<WordIndex>,
        options: &FillOptions,
        keep_lemmas: bool,
    ) -> Self {
        let mut rng = Rng::with_seed(options.seed);
        let mut encoding = LetterEncoding::new(problem, None);
        let (words, facts) = LazyWords::new(index, problem, keep_lemmas);
        encoding.add_lemmas(&facts);
        let mut external = ExternalWords::new(words, &encoding, rng.u64(..));
        if let Some(hint) = &options.hint {
            for (number, slot) in problem.slots.iter().enumerate() {
                let word: Option<Vec<_>> = slot.cells.iter().map(|&cell| hint[cell]).collect();
                if let Some(word) = word.and_then(|word| index.find(&word)) {
                    external.prefer(number, word);
                }
            }
        }
        let external = Rc::new(RefCell::new(external));
        let mut solver = Cadical::new();
        solver.set_seed(rng.u64(..));
        // A literal belongs to the level at which the words implied it; chronological backtracking mixes levels up.
        solver.set_option("chrono", 0);
        solver.connect(Rc::clone(&external), encoding.variables().map(|(lit, ..)| lit));
        load(&mut solver, &encoding.formula, 0);
        let conflicts = options.failures.map(|failures| u32::try_from(failures).unwrap_or(u32::MAX));
        Self { problem, encoding, solver, external, conflicts }
    }

    /// Looks for a fill that is not excluded.
    pub fn solve(&mut self, budget: &Budget) -> FillOutcome {
        if let Some(conflicts) = self.conflicts {
            self.solver.limit_conflicts(conflicts);
        }
        let answer = self.solver.solve(budget);
        let letters = self.encoding.decode(|lit| self.solver.value(lit));
        match (answer, letters.into_iter().collect()) {
            (SatAnswer::Sat, Some(letters)) => FillOutcome::Filled(letters),
            (SatAnswer::Unsat, _) => {
                FillOutcome::Infeasible { core: (0..self.problem.slots.len()).collect() }
            }
            _ => {
                let trouble = self.external.borrow().words.trouble();
                FillOutcome::Stopped { letters: self.problem.cells.clone(), trouble }
            }
        }
    }

    /// Excludes a fill from further searches.
    pub fn exclude(&mut self, fill: &[Letter]) {
        let lits = fill.iter().enumerate().filter_map(|(cell, &letter)| self.encoding.lit(cell, letter));
        let clause: Vec<Lit> = lits.map(|lit| !lit).collect();
        self.solver.add_clause(&clause);
    }

    /// Takes out the lemmas so far, if they are kept. If there is no fill (and none was excluded), [`LetterEncoding`]
    /// with these lemmas has no model.
    pub fn take_lemmas(&mut self) -> Vec<Lemma> {
        self.external.borrow_mut().words.take_lemmas()
    }
}
