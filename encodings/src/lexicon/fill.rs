//! The CNF of a fill: a fixed layout, its slots spelling different words of a list.
//!
//! Variables: `letter(r,c,A)` for each cell and each letter that both of its slots have there in some word,
//! `word(slot,WORD)` for each word that fits a slot, `differ(n)` where words are kept apart by letters. The
//! clauses of a slot are those of [`membership`](crate::lexicon::membership).
//!
//! It works on a [`SlotProblem`], so templates and other puzzles share it.

use super::membership::{LetterBits, add_difference, add_slot, free_letter, given_letter};
use super::{Letter, SlotProblem, WordId, WordList};
use crate::cnf::{Bit, Family, FamilyId, Formula, Index, Lit, Soft};
use crate::grid::Pos;
use std::sync::Arc;

/// How words are kept from coming twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distinct {
    /// By clauses: each two slots of one length differ in a letter.
    #[default]
    Letters,
    /// Not at all; [`FillEncoding::forbid_repeats`] adds clauses for words that did come twice.
    Lazy,
}

/// The fill's formula and what its bits mean.
#[derive(Clone, Debug)]
pub struct FillEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    cells: Vec<LetterBits>,
    slots: Vec<SlotWords>,
}

#[derive(Clone, Debug)]
struct SlotWords {
    len: usize,
    /// Index in the list and variable, ascending.
    words: Vec<(usize, Lit)>,
}

impl FillEncoding {
    /// The formula whose models are exactly the fills. `positions` names the cells by row and column; without
    /// it they have numbers. A word list that lacks a length the problem needs gives a formula without model.
    pub fn new(
        problem: &SlotProblem,
        positions: Option<&[Pos]>,
        list: &Arc<WordList>,
        distinct: Distinct,
    ) -> Self {
        let mut formula = Formula::new();
        let letter = formula.family(letter_family(positions));
        let lengths: Vec<usize> = problem.slots.iter().map(|slot| slot.len()).collect();
        let stride = list_stride(list);
        let word = formula.family(word_family(Arc::clone(list), lengths));
        let differ = formula.family(Family::auxiliary("differ"));
        let cells = letters_of_cells(&mut formula, letter, problem, list);
        let mut slots = Vec::with_capacity(problem.slots.len());
        for (number, slot) in problem.slots.iter().enumerate() {
            let bits: Vec<&LetterBits> = slot.cells.iter().map(|&cell| &cells[cell]).collect();
            let words = list.words(slot.len()).enumerate();
            let key = number as u64 * stride;
            let words = add_slot(&mut formula, word, key, Bit::True, &bits, words);
            slots.push(SlotWords { len: slot.len(), words });
        }
        let mut encoding = Self { formula, cells, slots };
        if distinct == Distinct::Letters {
            encoding.keep_apart(problem, differ);
        }
        encoding
    }

    fn keep_apart(&mut self, problem: &SlotProblem, differ: FamilyId) {
        let cells = &self.cells;
        let bits = |slot: usize| -> Vec<&LetterBits> {
            problem.slots[slot].cells.iter().map(|&cell| &cells[cell]).collect()
        };
        for a in 0..problem.slots.len() {
            for b in a + 1..problem.slots.len() {
                if problem.slots[a].len() == problem.slots[b].len() {
                    add_difference(&mut self.formula, differ, &bits(a), &bits(b));
                }
            }
        }
    }

    /// The letter of each cell in a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Vec<Option<Letter>> {
        self.cells.iter().map(|bits| Letter::all().find(|l| bits[l.index()].value(&model))).collect()
    }

    /// The word of each slot in a model.
    pub fn words(&self, model: impl Fn(Lit) -> bool) -> Vec<Option<WordId>> {
        let word = |slot: &SlotWords| {
            let found = slot.words.iter().find(|&&(_, lit)| model(lit));
            found.map(|&(index, _)| WordId { len: slot.len, index })
        };
        self.slots.iter().map(word).collect()
    }

    /// Adds clauses against each word that a model has twice: from now on it stands in one of *these* slots
    /// at most. Returns how many words came twice.
    pub fn forbid_repeats(&mut self, model: impl Fn(Lit) -> bool) -> usize {
        let words = self.words(model);
        let mut repeats = 0;
        for (a, &word) in words.iter().enumerate() {
            let Some(id) = word else { continue };
            for b in (a + 1..words.len()).filter(|&b| words[b] == word) {
                repeats += 1;
                if let (Some(x), Some(y)) = (self.word_lit(a, id), self.word_lit(b, id)) {
                    self.formula.add([!x, !y]);
                }
            }
        }
        repeats
    }

    /// The variable "this slot spells that word", if the word fits the slot.
    pub fn word_lit(&self, slot: usize, word: WordId) -> Option<Lit> {
        let slot = self.slots.get(slot).filter(|slot| slot.len == word.len)?;
        let place = slot.words.binary_search_by_key(&word.index, |&(index, _)| index).ok()?;
        Some(slot.words[place].1)
    }

    /// What each word costs that is not among the best of the list: for each variable of a word, how much
    /// its score lies below the best score, rounded. Empty if all words are equal.
    pub fn score_wishes(&self, list: &WordList) -> Vec<Soft> {
        let best = list.ids().map(|id| list.score(id)).fold(f32::MIN, f32::max);
        let mut soft = Vec::new();
        for slot in &self.slots {
            for &(index, lit) in &slot.words {
                let weight = (best - list.score(WordId { len: slot.len, index })).round() as u64;
                if weight > 0 {
                    soft.push(Soft { weight, lit: !lit });
                }
            }
        }
        soft
    }

    /// The letter bits of a cell.
    pub fn cell(&self, cell: usize) -> &LetterBits {
        &self.cells[cell]
    }
}

/// Each cell's bits: a letter is possible where every slot through the cell has a word with it there that
/// agrees with the given letters.
fn letters_of_cells(
    formula: &mut Formula,
    family: FamilyId,
    problem: &SlotProblem,
    list: &WordList,
) -> Vec<LetterBits> {
    let all = (1u32 << Letter::COUNT) - 1;
    let mut possible: Vec<u32> =
        problem.cells.iter().map(|given| given.map_or(all, |letter| 1 << letter.index())).collect();
    let given = possible.clone();
    for slot in &problem.slots {
        let mut seen = vec![0u32; slot.len()];
        for word in list.words(slot.len()) {
            let masks = word.iter().map(|letter| 1u32 << letter.index());
            if masks.clone().zip(&slot.cells).all(|(mask, &cell)| given[cell] & mask != 0) {
                masks.zip(&mut seen).for_each(|(mask, seen)| *seen |= mask);
            }
        }
        slot.cells.iter().zip(seen).for_each(|(&cell, seen)| possible[cell] &= seen);
    }
    let mut bits = Vec::with_capacity(problem.cells.len());
    for (cell, given) in problem.cells.iter().enumerate() {
        bits.push(match given {
            Some(letter) => given_letter(*letter),
            None => {
                let may = possible[cell];
                let key = (cell * Letter::COUNT) as u64;
                free_letter(formula, family, key, |letter| may >> letter.index() & 1 == 1)
            }
        });
    }
    bits
}

fn letter_family(positions: Option<&[Pos]>) -> Family {
    let Some(positions) = positions else {
        return Family::indexed("letter", "cell,A", [Index::Number(usize::MAX), Index::Letter]);
    };
    let positions: Arc<[Pos]> = positions.into();
    Family::rendered("letter", "r,c,A", move |key| {
        let (cell, letter) = (key as usize / Letter::COUNT, key as usize % Letter::COUNT);
        let pos = positions.get(cell).copied().unwrap_or(Pos::new(0, 0));
        Letter::from_index(letter).map_or_else(String::new, |l| format!("{},{},{l}", pos.row, pos.col))
    })
}

/// Word keys are slot times this, plus the word's index: the largest number of words of one length.
pub(crate) fn list_stride(list: &WordList) -> u64 {
    (0..=list.longest()).map(|len| list.count(len)).max().unwrap_or(0).max(1) as u64
}

fn word_family(list: Arc<WordList>, lengths: Vec<usize>) -> Family {
    let stride = list_stride(&list);
    Family::rendered("word", "slot,WORD", move |key| {
        let (slot, index) = ((key / stride) as usize, (key % stride) as usize);
        format!("{slot},{}", spell(&list, lengths.get(slot).copied().unwrap_or(0), index))
    })
}

/// The letters of a word, or nothing if the list has no such word.
pub(crate) fn spell(list: &WordList, len: usize, index: usize) -> String {
    if index >= list.count(len) {
        return String::new();
    }
    list.word(WordId { len, index }).iter().map(|l| l.char()).collect()
}
