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
use crate::solver::words::{Conflict, Propagator, UsedWords, WordIndex};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

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
pub(super) struct Fitting<'a> {
    propagator: Cow<'a, Propagator>,
    /// The number of each slot in the propagator; `None` if nothing fits.
    live: Vec<Option<usize>>,
    /// The letters that fit into each cell, as 26 bits; 0 in a dead one.
    pub letters: Vec<u32>,
}

impl<'a> Fitting<'a> {
    /// Finds what fits, starting from what was kept of the last analysis; `None` if this one is out of date by
    /// then.
    pub fn following(
        slots: &Slots,
        vocabulary: &Vocabulary,
        held: &'a mut Option<Held>,
        is_outdated: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (index, problem) = (&vocabulary.index, &slots.problem);
        let matches =
            |slot: &usize| index.of_len(problem.slots[*slot].len()).matching(&slots.letters(*slot)) > 0;
        let mut numbers: Vec<usize> = (0..problem.slots.len()).filter(matches).collect();
        if !held.as_ref().is_some_and(|held| held.suits(index, problem, &numbers)) {
            match Held::begin(index, problem, &numbers) {
                Ok(new) => *held = Some(new),
                Err(conflict) => {
                    numbers.remove(conflict.slot);
                    let propagator = settle(index, problem, &mut numbers, is_outdated)?;
                    return Some(Self::at(slots, Cow::Owned(propagator), &numbers));
                }
            }
        }
        if let Some(held) = held
            && held.follow(problem).is_ok()
        {
            return Some(Self::at(slots, Cow::Borrowed(&held.propagator), &numbers));
        }
        let propagator = settle(index, problem, &mut numbers, is_outdated)?;
        Some(Self::at(slots, Cow::Owned(propagator), &numbers))
    }

    /// Reads what fits off a propagator over these slots, which is at its fixpoint.
    fn at(slots: &Slots, propagator: Cow<'a, Propagator>, numbers: &[usize]) -> Self {
        let problem = &slots.problem;
        let mut live = vec![None; problem.slots.len()];
        numbers.iter().enumerate().for_each(|(number, &slot)| live[slot] = Some(number));
        let mut letters = vec![(1 << Letter::COUNT) - 1; problem.cells.len()];
        for (place, number) in problem.slots.iter().zip(&live) {
            let Some(number) = *number else {
                place.cells.iter().for_each(|&cell| letters[cell] = 0);
                continue;
            };
            // At a crossing, the propagator knows the letters.
            let mut known = vec![None; place.len()];
            propagator.crossings(number).for_each(|(position, _, _, left)| known[position] = Some(left));
            for (position, &cell) in place.cells.iter().enumerate() {
                letters[cell] &= match (known[position], problem.cells[cell]) {
                    (Some(left), _) => left,
                    (None, Some(letter)) => 1 << letter.index(),
                    (None, None) => letters_at(&propagator, number, position),
                };
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

/// Sets slots aside that are left without a word, one after the other, and returns a propagator over the others; `None` if that
/// was out of date before it was known.
fn settle(
    index: &Arc<WordIndex>,
    problem: &SlotProblem,
    numbers: &mut Vec<usize>,
    is_outdated: &dyn Fn() -> bool,
) -> Option<Propagator> {
    while !is_outdated() {
        match Propagator::window(index, problem, numbers, &problem.cells, &UsedWords::new()) {
            Ok(propagator) => return Some(propagator),
            Err(conflict) => {
                numbers.remove(conflict.slot);
            }
        }
    }
    None
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

/// The propagator of the last analysis, which the next one continues from.
///
/// It begins with the letters that are there. Each letter that comes later is a level on top, in the order in which they came;
/// when one goes, the levels down to its own are undone, and the others are made again. If a letter that it began with goes, or
/// if the layout or the words change, another one begins, which costs as much as an analysis from scratch.
///
/// As long as no slot is left without a word, it does not matter in which order letters are set: the fewer words and letters
/// are left, the more of them are removed, so there is only one fixpoint. Otherwise the slots that are set aside would depend
/// on the order; then what fits is found from scratch, and the propagator stays as it was before the letter that has no word.
#[derive(Clone, Debug)]
pub(super) struct Held {
    index: Arc<WordIndex>,
    slots: Vec<Slot>,
    numbers: Vec<usize>,
    /// The letters that it began with.
    first: Vec<Option<Letter>>,
    /// A slot of the propagator that has the cell, and the position of the cell there.
    places: Vec<Option<(usize, usize)>>,
    propagator: Propagator,
    levels: Vec<(usize, Letter)>,
    /// How many analyses it has served.
    pub served: usize,
}

impl Held {
    /// Begins with the letters that are there; an error if a slot is left without a word.
    fn begin(index: &Arc<WordIndex>, problem: &SlotProblem, numbers: &[usize]) -> Result<Self, Conflict> {
        let propagator = Propagator::window(index, problem, numbers, &problem.cells, &UsedWords::new())?;
        let mut places = vec![None; problem.cells.len()];
        for (number, &slot) in numbers.iter().enumerate() {
            for (position, &cell) in problem.slots[slot].cells.iter().enumerate() {
                places[cell] = Some((number, position));
            }
        }
        Ok(Self {
            index: Arc::clone(index),
            slots: problem.slots.clone(),
            numbers: numbers.to_vec(),
            first: problem.cells.clone(),
            places,
            propagator,
            levels: Vec::new(),
            served: 0,
        })
    }

    /// Returns whether a grid is this one with the letters that it began with, and perhaps others.
    fn suits(&self, index: &Arc<WordIndex>, problem: &SlotProblem, numbers: &[usize]) -> bool {
        let stays = |(first, now): (&Option<Letter>, &Option<Letter>)| first.is_none() || first == now;
        Arc::ptr_eq(&self.index, index)
            && self.numbers == numbers
            && self.slots == problem.slots
            && self.first.iter().zip(&problem.cells).all(stays)
    }

    /// Goes on to the letters of a grid that it suits; an error if a slot is left without a word.
    fn follow(&mut self, problem: &SlotProblem) -> Result<(), Conflict> {
        let is_there = |(cell, letter): &&(usize, Letter)| problem.cells[*cell] == Some(*letter);
        let staying = self.levels.iter().take_while(is_there).count();
        for _ in self.levels.drain(staying..) {
            self.propagator.pop();
        }
        let mut known: Vec<bool> = self.first.iter().map(Option::is_some).collect();
        self.levels.iter().for_each(|(cell, _)| known[*cell] = true);
        for (cell, letter) in problem.cells.iter().enumerate() {
            let Some(letter) = letter.filter(|_| !known[cell]) else { continue };
            self.propagator.push();
            // The other slot of a crossing follows by itself.
            if let Some((slot, position)) = self.places[cell]
                && let Err(conflict) = self.propagator.restrict(slot, position, letter)
            {
                self.propagator.pop();
                return Err(conflict);
            }
            self.levels.push((cell, letter));
        }
        self.served += 1;
        Ok(())
    }
}
