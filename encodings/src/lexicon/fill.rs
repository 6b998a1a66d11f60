//! The CNF of a fill: a fixed layout, in which the slots spell different words of a list.
//!
//! Variables: `letter(r,c,A)` for each cell and each letter that both of its slots have there in some word,
//! those of the chosen [`Membership`] (`word(slot,WORD)`, or `node(slot,i,n)` and `edge(slot,i,n,A)`), and
//! `differ(n)` where words are kept apart by letters; `present(WORD)` for words that the list keeps apart from others; `counted(n)` where so
//! many slots have too few words that they are counted;
//! `spelled(i,r,c)` and `taken(r,c)` for a solution word. A model is decoded from its letters alone, so the models are the
//! same fills whatever the membership.
//!
//! It works on a [`SlotProblem`], so that templates and other puzzles share it.

use super::demand::{OwnPlace, add_themes};
use super::key::{list_stride, spell};
use super::membership::mdd::{self, DiagramFamilies};
use super::membership::{LetterBits, Membership, add_difference, add_slot, fits, free_letter, given_letter};
use super::relatives::keep_relatives_apart;
use super::spelled::add_spelled;
use super::{Diagram, Letter, OneOf, SlotProblem, Theme, WordId, WordList};
use crate::cnf::{Bit, Family, FamilyId, Formula, Index, Lit, Soft, all_different};
use crate::grid::{Pos, Run};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How words are kept from occurring twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distinct {
    /// By clauses: any two slots of the same length differ in a letter.
    #[default]
    Letters,
    /// Not at all; [`FillEncoding::forbid_repeats`] adds clauses for words that did occur twice.
    Lazy,
}

/// The formula of a fill and the meaning of its bits.
#[derive(Clone, Debug)]
pub struct FillEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    cells: Vec<LetterBits>,
    slots: Vec<SlotWords>,
    list: Arc<WordList>,
}

#[derive(Clone, Debug)]
struct SlotWords {
    cells: Vec<usize>,
    /// The index in the list and the variable of each word, ascending; empty where words have no variables.
    words: Vec<(usize, Lit)>,
}

impl FillEncoding {
    /// Writes the formula whose models are exactly the fills, with the direct encoding of words. `positions` names the
    /// cells by row and column; without it they have numbers. If the word list lacks a length that the problem needs,
    /// the formula has no model.
    pub fn new(
        problem: &SlotProblem,
        positions: Option<&[Pos]>,
        list: &Arc<WordList>,
        distinct: Distinct,
    ) -> Self {
        Self::with_membership(problem, positions, list, Membership::Direct, distinct)
    }

    /// Writes the formula whose models are exactly the fills, with the words encoded according to `membership`.
    pub fn with_membership(
        problem: &SlotProblem,
        positions: Option<&[Pos]>,
        list: &Arc<WordList>,
        membership: Membership,
        distinct: Distinct,
    ) -> Self {
        let mut formula = Formula::new();
        let letter = formula.family(letter_family(positions));
        let cells = letters_of_cells(&mut formula, letter, problem, &possible_letters(problem, list));
        let slots =
            problem.slots.iter().map(|slot| SlotWords { cells: slot.cells.clone(), words: Vec::new() });
        let mut encoding = Self { formula, cells, slots: slots.collect(), list: Arc::clone(list) };
        match membership {
            Membership::Direct => encoding.add_words(),
            Membership::Mdd => encoding.add_diagrams(),
        }
        if distinct == Distinct::Letters {
            encoding.keep_apart(problem);
        }
        encoding.keep_relatives_apart();
        encoding
    }

    fn add_words(&mut self) {
        let stride = list_stride(&self.list);
        let lengths = self.slots.iter().map(|slot| slot.cells.len()).collect();
        let word = self.formula.family(word_family(Arc::clone(&self.list), lengths));
        for (number, slot) in self.slots.iter_mut().enumerate() {
            let bits: Vec<&LetterBits> = slot.cells.iter().map(|&cell| &self.cells[cell]).collect();
            let words = self.list.words(bits.len()).enumerate();
            let key = number as u64 * stride;
            slot.words = add_slot(&mut self.formula, word, key, Bit::True, &bits, words);
        }
    }

    /// Slots of the same length with the same restrictions on their letters (most have no given letter) share a
    /// diagram.
    fn add_diagrams(&mut self) {
        let mut shared: HashMap<Vec<u32>, Arc<Diagram>> = HashMap::new();
        let mut diagrams = Vec::with_capacity(self.slots.len());
        for slot in &self.slots {
            let bits: Vec<&LetterBits> = slot.cells.iter().map(|&cell| &self.cells[cell]).collect();
            let diagram = shared.entry(restriction(&bits, &self.list)).or_insert_with(|| {
                let words = self.list.words(bits.len()).filter(|word| fits(&bits, word));
                Arc::new(Diagram::new(bits.len(), words))
            });
            diagrams.push(Arc::clone(diagram));
        }
        let width = diagrams.iter().map(|diagram| diagram.width()).max().unwrap_or(0);
        let place = [Index::Number(usize::MAX), Index::Number(self.list.longest() + 1), Index::Number(width)];
        let families = DiagramFamilies {
            node: self.formula.family(Family::indexed("node", "slot,i,n", place)),
            edge: self.formula.family(Family::indexed(
                "edge",
                "slot,i,n,A",
                place.into_iter().chain([Index::Letter]),
            )),
        };
        for (number, (slot, diagram)) in self.slots.iter().zip(&diagrams).enumerate() {
            let bits: Vec<&LetterBits> = slot.cells.iter().map(|&cell| &self.cells[cell]).collect();
            mdd::add_slot(&mut self.formula, families, number, Bit::True, &bits, diagram);
        }
    }

    fn keep_apart(&mut self, problem: &SlotProblem) {
        let differ = self.formula.family(Family::auxiliary("differ"));
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

    fn keep_relatives_apart(&mut self) {
        let list = Arc::clone(&self.list);
        let bits = |slot: &SlotWords| slot.cells.iter().map(|&cell| &self.cells[cell]).collect::<Vec<_>>();
        let may_spell =
            |slot: &SlotWords, id: WordId| slot.cells.len() == id.len && fits(&bits(slot), list.word(id));
        let places: HashMap<WordId, Vec<Vec<Bit>>> = {
            let pairs = list.apart().into_iter().flat_map(|apart| apart.pairs());
            let of = |id| {
                let slots = (0..self.slots.len()).filter(|&slot| may_spell(&self.slots[slot], id));
                (id, slots.map(|slot| self.not_spelled(slot, id)).collect())
            };
            let words: BTreeSet<WordId> =
                pairs.flat_map(|(a, b)| [a, b]).filter_map(|word| list.find(word)).collect();
            words.into_iter().map(of).collect()
        };
        let places = |id: WordId| places.get(&id).cloned().unwrap_or_default();
        keep_relatives_apart(&mut self.formula, &list, &[], places);
    }

    /// Adds clauses by which every fill has the words that the themes need. Returns the literal of each different word,
    /// true only if the fill has it; words that fit no slot have none.
    pub fn add_themes(&mut self, themes: &[Theme]) -> BTreeMap<Vec<Letter>, Lit> {
        self.add_themes_at(themes, &[], &[])
    }

    /// Does the same, and adds that each word of `one_of` is at one of its places. `runs` are the fields of the slots, in their
    /// order.
    pub fn add_themes_at(
        &mut self,
        themes: &[Theme],
        one_of: &[OneOf],
        runs: &[Run],
    ) -> BTreeMap<Vec<Letter>, Lit> {
        let place = |(number, slot): (usize, &SlotWords)| OwnPlace {
            name: number.to_string(),
            condition: Bit::True,
            cells: slot.cells.iter().map(|&cell| &self.cells[cell]).collect(),
        };
        let places: Vec<_> = self.slots.iter().enumerate().map(place).collect();
        let standing =
            one_of.iter().map(|one_of| one_of.standing(|run| runs.iter().position(|&at| at == run)));
        add_themes(&mut self.formula, themes, &places, &standing.collect::<Vec<_>>())
    }

    /// Adds clauses by which every fill has this word in this slot; `None` for a slot that there is not, so that there is no
    /// fill.
    pub fn add_word_at(&mut self, slot: Option<usize>, word: &[Letter]) {
        self.formula.label("words at their places");
        match slot.and_then(|slot| self.slots.get(slot)).filter(|slot| slot.cells.len() == word.len()) {
            Some(slot) => {
                for (&cell, letter) in slot.cells.iter().zip(word) {
                    self.formula.add_bits([self.cells[cell][letter.index()]]);
                }
            }
            None => self.formula.add([]),
        }
    }

    /// Adds clauses by which every fill spells a word in cells of which none is beside another, nor the first one of an own
    /// word. `positions` are those of the cells; cells with given letters may be used.
    pub fn spell(&mut self, word: &[Letter], positions: &[Pos], own: &[Theme]) {
        let mut starts = Vec::new();
        for id in own.iter().flat_map(Theme::words).filter_map(|word| self.list.find(word)) {
            for slot in (0..self.slots.len()).filter(|&slot| self.slots[slot].cells.len() == id.len) {
                starts.push((positions[self.slots[slot].cells[0]], self.not_spelled(slot, id)));
            }
        }
        let fields: Vec<_> = positions.iter().copied().zip(&self.cells).collect();
        add_spelled(&mut self.formula, word, &fields, starts);
    }

    /// Adds, by counting, that some slots of the same length spell different ones of these words, given by their indices in the
    /// list; other words fit none of these slots. That follows already, but solvers do not see from it when there are too few
    /// words. Only with word variables.
    pub fn count_words(&mut self, slots: &[usize], words: &[usize]) {
        let spells = |&slot: &usize, &index: &usize| {
            let id = WordId { len: self.slots[slot].cells.len(), index };
            self.word_lit(slot, id).map_or(Bit::False, Bit::from)
        };
        let has: Vec<Vec<Bit>> =
            slots.iter().map(|slot| words.iter().map(|word| spells(slot, word)).collect()).collect();
        let family = self.formula.family(Family::auxiliary("counted"));
        all_different(&mut self.formula, family, &has, &[]);
    }

    /// Returns the letter of each cell in a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Vec<Option<Letter>> {
        self.cells.iter().map(|bits| Letter::all().find(|l| bits[l.index()].value(&model))).collect()
    }

    /// Returns the word of each slot in a model, by its letters.
    pub fn words(&self, model: impl Fn(Lit) -> bool) -> Vec<Option<WordId>> {
        let letters = self.decode(model);
        let word = |slot: &SlotWords| {
            let word: Option<Vec<Letter>> = slot.cells.iter().map(|&cell| letters[cell]).collect();
            self.list.find(&word?)
        };
        self.slots.iter().map(word).collect()
    }

    /// Adds clauses against each word that a model has twice: from now on it is in at most one of *these* slots.
    /// Returns how many words occurred twice.
    pub fn forbid_repeats(&mut self, model: impl Fn(Lit) -> bool) -> usize {
        let words = self.words(model);
        let mut repeats = 0;
        self.formula.label("no word twice");
        for (a, &word) in words.iter().enumerate() {
            let Some(id) = word else { continue };
            for b in (a + 1..words.len()).filter(|&b| words[b] == word) {
                repeats += 1;
                let mut clause = self.not_spelled(a, id);
                clause.extend(self.not_spelled(b, id));
                self.formula.add_bits(clause);
            }
        }
        repeats
    }

    /// Returns bits of which at least one is true unless a slot spells a word: the negation of the word's bit, or of
    /// its letters'.
    fn not_spelled(&self, slot: usize, id: WordId) -> Vec<Bit> {
        if let Some(word) = self.word_lit(slot, id) {
            return vec![Bit::from(!word)];
        }
        let letters = self.list.word(id).iter().zip(&self.slots[slot].cells);
        letters.map(|(letter, &cell)| !self.cells[cell][letter.index()]).collect()
    }

    /// Returns the literal "this slot spells this word"; `None` without word variables, or if the word does not fit the
    /// slot.
    fn word_lit(&self, slot: usize, word: WordId) -> Option<Lit> {
        let slot = self.slots.get(slot).filter(|slot| slot.cells.len() == word.len)?;
        let place = slot.words.binary_search_by_key(&word.index, |&(index, _)| index).ok()?;
        Some(slot.words[place].1)
    }

    /// Returns the cost of each word that is not among the best of the list: for each word variable, the rounded
    /// difference of its score from the best score. Empty if all scores are equal, or words have no variables.
    pub(crate) fn score_wishes(&self) -> Vec<Soft> {
        let list = &self.list;
        let best = list.ids().map(|id| list.score(id)).fold(f32::MIN, f32::max);
        let mut soft = Vec::new();
        for slot in &self.slots {
            for &(index, lit) in &slot.words {
                let weight = (best - list.score(WordId { len: slot.cells.len(), index })).round() as u64;
                if weight > 0 {
                    soft.push(Soft { weight, lit: !lit });
                }
            }
        }
        soft
    }

    /// Returns the letter bits of a cell.
    pub fn cell(&self, cell: usize) -> &LetterBits {
        &self.cells[cell]
    }
}

/// Returns for each position the letters (26 bits) that its cell allows and some word of the list has there.
fn restriction(cells: &[&LetterBits], list: &WordList) -> Vec<u32> {
    let mut seen = vec![0; cells.len()];
    for word in list.words(cells.len()) {
        word.iter().zip(&mut seen).for_each(|(letter, seen)| *seen |= 1u32 << letter.index());
    }
    let allowed = |cell: &LetterBits| {
        (0..Letter::COUNT).filter(|&l| cell[l] != Bit::False).fold(0, |mask, letter| mask | 1u32 << letter)
    };
    cells.iter().zip(seen).map(|(cell, seen)| allowed(cell) & seen).collect()
}

/// Returns for each cell the letters (26 bits) that every slot through it has there in some word that agrees with the
/// given letters.
fn possible_letters(problem: &SlotProblem, list: &WordList) -> Vec<u32> {
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
    possible
}

/// Returns the bits of each cell: a given letter, or a variable for each possible one (26 bits per cell), at most one
/// of them true.
pub(super) fn letters_of_cells(
    formula: &mut Formula,
    family: FamilyId,
    problem: &SlotProblem,
    possible: &[u32],
) -> Vec<LetterBits> {
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

pub(super) fn letter_family(positions: Option<&[Pos]>) -> Family {
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

fn word_family(list: Arc<WordList>, lengths: Vec<usize>) -> Family {
    let stride = list_stride(&list);
    Family::rendered("word", "slot,WORD", move |key| {
        let (slot, index) = ((key / stride) as usize, (key % stride) as usize);
        format!("{slot},{}", spell(&list, lengths.get(slot).copied().unwrap_or(0), index))
    })
}
