//! Fills of some slots, kept as they are found, to be shown.
//!
//! Whether some slots have a fill is known because one was found. What a smallest set rests on are such fills, and a proof
//! shows them, so they are kept rather than looked for again.

use super::super::fewer::PartFill;
use crate::encodings::lexicon::{Letter, SlotProblem};
use std::collections::HashMap;

/// The fills that were found of sets of slots.
#[derive(Debug, Default)]
pub(super) struct Fills {
    /// The letters for each set, whose slots ascend.
    found: HashMap<Vec<usize>, Vec<Option<Letter>>>,
}

impl Fills {
    /// Keeps a fill of some slots: `letter` returns what is in a cell of one of them.
    pub(super) fn keep(
        &mut self,
        problem: &SlotProblem,
        slots: &[usize],
        letter: impl Fn(usize) -> Option<Letter>,
    ) {
        let mut letters = vec![None; problem.cells.len()];
        for &cell in slots.iter().flat_map(|&slot| &problem.slots[slot].cells) {
            letters[cell] = letter(cell);
        }
        self.found.insert(sorted(slots), letters);
    }

    /// Returns the fill that was found of exactly these slots.
    pub(super) fn of(&mut self, slots: &[usize]) -> Option<PartFill> {
        let slots = sorted(slots);
        let letters = self.found.remove(&slots)?;
        Some(PartFill { slots, letters })
    }
}

fn sorted(slots: &[usize]) -> Vec<usize> {
    let mut slots = slots.to_vec();
    slots.sort_unstable();
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::lexicon::{Slot, WordList};
    use crate::search::explain::slots::causes::Fillable;
    use crate::search::explain::{Causes, ExplainOptions, Verdict};
    use crate::solver::Budget;

    /// Slots of an open square that have a fill show one, whether the search found it or, after its first failure, a solver.
    #[test]
    fn what_is_kept_are_fills() {
        let mut rng = fastrand::Rng::with_seed(16);
        let side = 3;
        let lines = (0..side).map(|r| (0..side).map(|c| r * side + c).collect());
        let columns = (0..side).map(|c| (0..side).map(|r| r * side + c).collect());
        let slots: Vec<Slot> = lines.chain(columns).map(|cells| Slot { cells }).collect();
        let mut kept = [0, 0];
        for round in 0..60 {
            let mut cells = vec![None; side * side];
            cells[rng.usize(..side * side)] = Letter::from_char('A');
            let problem = SlotProblem { cells, slots: slots.clone() };
            let word = |rng: &mut fastrand::Rng| {
                (0..side).filter_map(|_| Letter::from_char(rng.choice(['A', 'B', 'C'])?)).collect()
            };
            let words: Vec<Vec<Letter>> = (0..9).map(|_| word(&mut rng)).collect();
            let list =
                WordList::new(words.iter().map(|word: &Vec<Letter>| (word.clone(), WordList::DEFAULT_SCORE)));
            let options = ExplainOptions { seed: round, ..ExplainOptions::default() };
            for (way, failures) in [(0, u64::MAX), (1, 0)] {
                let mut causes = Fillable::new(&problem, &list, &options);
                causes.failures = failures;
                let mut tested: Vec<usize> = (0..slots.len()).filter(|_| rng.bool()).collect();
                rng.shuffle(&mut tested);
                if causes.test(&tested, &Budget::unlimited()) != Verdict::Feasible {
                    assert_eq!(causes.fill_of(&tested), None);
                    continue;
                }
                let PartFill { slots: filled, letters } = causes.fill_of(&tested).unwrap();
                tested.sort_unstable();
                assert_eq!(filled, tested);
                let spelled = |slot: &usize| slots[*slot].cells.iter().map(|&cell| letters[cell]).collect();
                let mut spelled: Vec<Option<Vec<Letter>>> = filled.iter().map(spelled).collect();
                assert!(spelled.iter().all(|word| word.as_ref().is_some_and(|word| words.contains(word))));
                spelled.sort();
                spelled.dedup();
                assert_eq!(spelled.len(), tested.len(), "a word occurs twice");
                for (cell, given) in problem.cells.iter().enumerate() {
                    let is_filled = tested.iter().any(|&slot| slots[slot].cells.contains(&cell));
                    assert_eq!(letters[cell].is_some(), is_filled);
                    assert!(!is_filled || given.is_none() || *given == letters[cell]);
                }
                kept[way] += usize::from(tested.len() > 3);
            }
        }
        assert!(kept.iter().all(|&count| count > 3), "{kept:?}");
    }
}
