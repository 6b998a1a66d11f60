//! What still fits: the words of each slot and the letters of each open field.
//!
//! The propagator of the searches provides this for a grid that can be filled. A grid in the making has faults, and then
//! the propagator only names the first slot without a word. That slot is set aside (its fields are the ones that cannot
//! be filled) and the propagator is run again on the rest, so that the other slots still have their words. Slots that
//! break a rule (a word inside another one, of one letter, or asked for twice) are left out as well, since the
//! propagator cannot represent them.

use super::board::{Board, Place};
use super::words::Vocabulary;
use crate::encodings::grid::Pos;
use crate::encodings::lexicon::{Letter, Slot, SlotProblem};
use crate::solver::words::{Propagator, UsedWords};
use std::collections::BTreeMap;

/// The slots of a grid that the rules allow.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// The slots, in the order of the words.
    pub problem: SlotProblem,
    /// The word of each slot.
    pub places: Vec<Place>,
    /// The position of each cell.
    pub positions: Vec<Pos>,
}

impl Slots {
    /// Finds the slots of a grid.
    pub fn of(board: &Board) -> Self {
        let mut slots = Self::default();
        let mut number: BTreeMap<Pos, usize> = BTreeMap::new();
        for (place, run) in board.slots() {
            let mut cells = Vec::with_capacity(run.len);
            for pos in run.cells() {
                let next = slots.positions.len();
                let cell = *number.entry(pos).or_insert(next);
                if cell == next {
                    slots.positions.push(pos);
                    slots.problem.cells.push(board.letter(pos));
                }
                cells.push(cell);
            }
            slots.problem.slots.push(Slot { cells });
            slots.places.push(place);
        }
        slots
    }

    /// Returns the letters of a slot.
    pub fn letters(&self, slot: usize) -> Vec<Option<Letter>> {
        self.problem.slots[slot].cells.iter().map(|&cell| self.problem.cells[cell]).collect()
    }
}

/// What fits into slots.
pub(super) struct Fitting {
    propagator: Propagator,
    /// The number of each slot in the propagator; `None` if nothing fits.
    live: Vec<Option<usize>>,
    /// The letters that fit into each cell, as 26 bits; 0 in a dead one.
    pub letters: Vec<u32>,
}

impl Fitting {
    /// Finds what fits.
    pub fn of(slots: &Slots, vocabulary: &Vocabulary) -> Self {
        let (index, problem) = (&vocabulary.index, &slots.problem);
        let matching =
            |slot: &usize| index.of_len(problem.slots[*slot].len()).matching(&slots.letters(*slot)) > 0;
        let mut numbers: Vec<usize> = (0..problem.slots.len()).filter(matching).collect();
        let propagator = loop {
            match Propagator::window(index, problem, &numbers, &problem.cells, &UsedWords::new()) {
                Ok(propagator) => break propagator,
                Err(conflict) => {
                    numbers.remove(conflict.slot);
                }
            }
        };
        let mut live = vec![None; problem.slots.len()];
        numbers.iter().enumerate().for_each(|(number, &slot)| live[slot] = Some(number));
        let mut letters = vec![(1 << Letter::COUNT) - 1; problem.cells.len()];
        for (place, number) in problem.slots.iter().zip(&live) {
            for (position, &cell) in place.cells.iter().enumerate() {
                letters[cell] &= number.map_or(0, |number| letters_at(&propagator, number, position));
            }
        }
        Self { propagator, live, letters }
    }

    /// Returns how many words fit into a slot.
    pub fn count(&self, slot: usize) -> usize {
        self.live[slot].map_or(0, |number| self.propagator.count(number))
    }

    /// Returns the words that fit into a slot, each with its score.
    pub fn words(&self, slot: usize) -> impl Iterator<Item = (&[Letter], f32)> {
        self.live[slot].into_iter().flat_map(move |number| {
            let lexicon = self.propagator.lexicon(number);
            self.propagator.domains().words(number).map(move |word| (lexicon.word(word), lexicon.score(word)))
        })
    }
}

/// Returns the letters that the words of a slot have at a position.
fn letters_at(propagator: &Propagator, slot: usize, position: usize) -> u32 {
    let lexicon = propagator.lexicon(slot);
    let (active, bits) = propagator.domains().active(slot);
    let has = |letter: &usize| {
        let mask = lexicon.mask(position, *letter);
        active.iter().any(|&block| bits[block as usize] & mask[block as usize] != 0)
    };
    (0..Letter::COUNT).filter(has).fold(0, |letters, letter| letters | 1 << letter)
}
