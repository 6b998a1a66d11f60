//! A fill in which slots can be switched off one by one: the formula for explanations.
//!
//! Each slot gets a literal `select(n)`; while it is assumed, the slot spells a word of the list, otherwise its
//! cells are free. One more literal, `distinct(0)`, stands for "no word twice", and for
//! no two words that the list keeps apart. Given letters are either constants (the
//! formula then has only the words that fit them), or literals to assume like the slots. So a conflict is found as a
//! set of assumptions.
//!
//! A slot may have a condition of its own (in a layout with undecided arrows only some runs are words):
//! it spells a word if it is selected *and* its condition holds.

use super::membership::{LetterBits, add_difference_unless, add_slot, free_letter, given_letter};
use super::relatives::keep_relatives_apart;
use super::{Letter, SlotProblem, WordId, WordList};
use crate::cnf::{Bit, Family, Formula, Index, Lit, all_different};
use std::collections::HashMap;

/// How the given letters of a problem are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenLetters {
    /// As constants.
    Held,
    /// Each holds only if its literal is assumed.
    Selectable,
}

/// The literals to assume.
#[derive(Clone, Debug)]
pub struct SelectableSlots {
    /// For each slot, that it spells a word of the list.
    pub slots: Vec<Lit>,
    /// That no word is in two of the selected slots, and no word with another that the list keeps apart from it.
    pub distinct: Lit,
    /// The words that each slot can spell: the index of each in the list, and its literal.
    pub words: Vec<Vec<(usize, Lit)>>,
    /// The letter bits of each cell; a given letter that is selectable is assumed by its bit.
    pub cells: Vec<LetterBits>,
}

impl SelectableSlots {
    /// Adds the slots of a problem to a formula. `conditions` has a bit for each slot, `Bit::True` if the slot is
    /// unconditional.
    pub fn add(
        formula: &mut Formula,
        problem: &SlotProblem,
        list: &WordList,
        conditions: &[Bit],
        given: GivenLetters,
    ) -> Self {
        debug_assert_eq!(conditions.len(), problem.slots.len());
        let any = Index::Number(usize::MAX);
        let letter = formula.family(Family::indexed("letter", "cell,A", [any, Index::Letter]));
        let word = formula.family(Family::auxiliary("word"));
        let differ = formula.family(Family::auxiliary("differ"));
        let select = formula.family(Family::indexed("select", "n", [any]));
        let active = formula.family(Family::indexed("active", "n", [any]));
        let distinct = formula.family(Family::indexed("distinct", "n", [any]));
        let cells: Vec<LetterBits> = (problem.cells.iter().enumerate())
            .map(|(cell, &held)| match held.filter(|_| given == GivenLetters::Held) {
                Some(held) => given_letter(held),
                None => free_letter(formula, letter, (cell * Letter::COUNT) as u64, |_| true),
            })
            .collect();
        let distinct = formula.indexed_var(distinct, &[0]);
        let mut slots = Vec::with_capacity(problem.slots.len());
        let mut here = Vec::with_capacity(problem.slots.len());
        let mut words_of = Vec::with_capacity(problem.slots.len());
        let mut spelled: HashMap<WordId, Vec<Vec<Bit>>> = HashMap::new();
        for (number, slot) in problem.slots.iter().enumerate() {
            let selected = formula.indexed_var(select, &[number]);
            let condition = formula.and(active, &[number], &[selected.into(), conditions[number]]);
            let bits: Vec<&LetterBits> = slot.cells.iter().map(|&cell| &cells[cell]).collect();
            // The words need no names: models of this formula are not decoded by name.
            let first_key = formula.var_count() as u64;
            let words = list.words(slot.len()).enumerate();
            let made = add_slot(formula, word, first_key, condition, &bits, words);
            for &(index, lit) in &made {
                spelled.entry(WordId { len: slot.len(), index }).or_default().push(vec![Bit::from(!lit)]);
            }
            words_of.push(made);
            slots.push(selected);
            here.push(condition);
        }
        for b in 0..slots.len() {
            for a in (0..b).filter(|&a| problem.slots[a].len() == problem.slots[b].len()) {
                let unless = [!here[a], !here[b], Bit::from(!distinct)];
                if unless.contains(&Bit::True) {
                    continue;
                }
                let [a, b] = [a, b].map(|slot| -> Vec<&LetterBits> {
                    problem.slots[slot].cells.iter().map(|&cell| &cells[cell]).collect()
                });
                add_difference_unless(formula, differ, &a, &b, &unless);
            }
        }
        let places = |id| spelled.remove(&id).unwrap_or_default();
        keep_relatives_apart(formula, list, &[Bit::from(!distinct)], places);
        Self { slots, distinct, words: words_of, cells }
    }

    /// Adds to the formula, by counting, that some slots of the same length spell different ones of these words, given by
    /// their indices in the list. That follows already, but solvers do not see from it when there are too few words.
    pub fn count_words(&self, formula: &mut Formula, slots: &[usize], words: &[usize]) {
        let spells = |slot: &usize, word: &usize| {
            let made = &self.words[*slot];
            let found = made.binary_search_by_key(word, |&(index, _)| index);
            found.map_or(Bit::False, |at| Bit::from(made[at].1))
        };
        let has: Vec<Vec<Bit>> =
            slots.iter().map(|slot| words.iter().map(|word| spells(slot, word)).collect()).collect();
        let family = formula.family(Family::auxiliary("counted"));
        all_different(formula, family, &has, &[Bit::from(!self.distinct)]);
    }
}
