//! A fill whose slots can be switched off one by one: the formula that explanations are made with.
//!
//! Each slot gets a literal `select(n)`; while it is assumed, the slot spells a word of the list, otherwise its
//! cells are free. One more literal, `distinct(0)`, stands for "no word twice". Given letters are either held, as
//! constants (the formula then has only the words that fit them), or are literals to assume like the slots. So
//! what cannot hold together comes out as a set of assumptions.
//!
//! A slot may have a condition of its own (a layout whose arrows are still open asks some runs and not others):
//! it spells a word if it is selected *and* its condition holds.

use super::membership::{LetterBits, add_difference_unless, add_slot, free_letter, given_letter};
use super::{Letter, SlotProblem, WordList};
use crate::cnf::{Bit, Family, Formula, Index, Lit};

/// What becomes of the letters that a problem gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenLetters {
    /// They are constants.
    Held,
    /// They hold only where their literal is assumed.
    Selectable,
}

/// The literals to assume.
#[derive(Clone, Debug)]
pub struct SelectableSlots {
    /// For each slot: it spells a word of the list.
    pub slots: Vec<Lit>,
    /// No word stands in two of the selected slots.
    pub distinct: Lit,
    /// For each cell the bits of its letters; of a given letter that is selectable, that letter's bit is what
    /// to assume.
    pub cells: Vec<LetterBits>,
}

impl SelectableSlots {
    /// Adds the slots of a problem to a formula. `conditions` has a bit for each slot, true where the slot is
    /// there in any case.
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
        for (number, slot) in problem.slots.iter().enumerate() {
            let selected = formula.indexed_var(select, &[number]);
            let condition = formula.and(active, &[number], &[selected.into(), conditions[number]]);
            let bits: Vec<&LetterBits> = slot.cells.iter().map(|&cell| &cells[cell]).collect();
            // The words need no names: nobody reads them off a model of this formula.
            let first_key = formula.var_count() as u64;
            add_slot(formula, word, first_key, condition, &bits, list.words(slot.len()).enumerate());
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
        Self { slots, distinct, cells }
    }
}
