//! Words in a grid in which it is still open where words stand: letters of fields, and places that have a word only if their
//! condition holds.
//!
//! The formulas of layout and letters together share this, whatever puzzle says when there is a word at a place. A condition
//! means that the fields of the place are exactly a word: no letter of the same word stands before or after them.

mod words;

use super::demand::{OwnPlace, add_themes};
use super::membership::{LetterBits, fits};
use super::spelled::add_spelled;
use super::{Letter, OneOf, PlacedWord, Theme, WordList};
use crate::cnf::{Bit, Formula, Lit};
use crate::grid::{Grid, Pos, Run};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place for a word: there is a word exactly if the condition holds.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) run: Run,
    pub(crate) condition: Bit,
}

/// The letters of a grid, and all places where a word could be.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// For each field and letter, whether the field has it.
    pub(crate) cells: Grid<LetterBits>,
    /// The places; their conditions are not false.
    pub(crate) places: Vec<Place>,
}

impl Places {
    /// Adds clauses by which the words at the places are different words of the list. Every word has a variable
    /// `word(d,r,c,WORD)` at each place.
    pub(crate) fn add_words(&self, formula: &mut Formula, list: &Arc<WordList>) {
        words::add(formula, &self.cells, &self.places, list);
    }

    /// Adds clauses by which every puzzle has the words that the themes need, and each word of `one_of` at one of its places. Returns the literal of each different word, true only if the puzzle has it; words that
    /// fit nowhere have none.
    pub(crate) fn add_themes(
        &self,
        formula: &mut Formula,
        themes: &[Theme],
        one_of: &[OneOf],
    ) -> BTreeMap<Vec<Letter>, Lit> {
        let place = |place: &Place| OwnPlace {
            name: format!("{},{},{}", place.run.direction, place.run.start.row, place.run.start.col),
            condition: place.condition,
            cells: bits_of(&self.cells, place.run),
        };
        let places: Vec<_> = self.places.iter().map(place).collect();
        let standing = one_of
            .iter()
            .map(|one_of| one_of.standing(|run| self.places.iter().position(|at| at.run == run)));
        add_themes(formula, themes, &places, &standing.collect::<Vec<_>>())
    }

    /// Adds clauses by which every puzzle has these words at their places.
    pub(crate) fn add_words_at(&self, formula: &mut Formula, words: &[PlacedWord]) {
        formula.label("words at their places");
        words.iter().flat_map(|word| self.bits_of_word(word)).for_each(|bit| formula.add_bits([bit]));
    }

    /// Adds clauses by which every puzzle spells a word in fields of which none is beside another, nor the first one of an own
    /// word. Fields with given letters may be used.
    pub(crate) fn spell(&self, formula: &mut Formula, word: &[Letter], own: &[Theme]) {
        let mut starts = Vec::new();
        for word in own.iter().flat_map(Theme::words) {
            for place in self.places.iter().filter(|place| place.run.len == word.len()) {
                let cells = bits_of(&self.cells, place.run);
                if fits(&cells, word) {
                    let letters = cells.iter().zip(word).map(|(cell, letter)| !cell[letter.index()]);
                    starts.push((place.run.start, letters.chain([!place.condition]).collect()));
                }
            }
        }
        let fields: Vec<(Pos, &LetterBits)> = self.cells.iter().collect();
        add_spelled(formula, word, &fields, starts);
    }

    /// Returns the bits that are all true exactly if this word stands at its place: that of the run, and those of the letters.
    pub(crate) fn bits_of_word(&self, word: &PlacedWord) -> Vec<Bit> {
        let place = self.places.iter().find(|place| place.run == word.run());
        let run = place.map_or(Bit::False, |place| place.condition);
        let letter = |(pos, letter): (Pos, Letter)| {
            self.cells.get(pos).map_or(Bit::False, |cell| cell[letter.index()])
        };
        [run].into_iter().chain(word.fields().map(letter)).collect()
    }

    /// Returns the letter of a field in a model.
    pub(crate) fn letter(&self, pos: Pos, model: impl Fn(Lit) -> bool) -> Option<Letter> {
        Letter::all().find(|letter| self.cells[pos][letter.index()].value(&model))
    }
}

/// Returns the bits of the fields of a run.
pub(crate) fn bits_of(cells: &Grid<LetterBits>, run: Run) -> Vec<&LetterBits> {
    run.cells().filter_map(|pos| cells.get(pos)).collect()
}
