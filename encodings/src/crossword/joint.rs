//! One formula for a crossword that is still to be made, blocks or bars and letters together: any model is a finished crossword.
//!
//! It is the formula of a kind's templates ([`Ground`]) with letters in the fields, and words at all places where a word of the
//! list could stand. `run(d,r,c,len)` says that the fields of such a place are exactly a word; from there on it is the
//! [joint formula](crate::lexicon) of any grid. The templates' formula allows no word of a length that the list lacks, so each
//! word of a template is at one of the places.
//!
//! The size is places times words, so this is for small grids: there it decides whether there is a crossword at all, and a proof
//! that it has no model is one about every template and every fill.

use super::puzzle::{Cell, Template};
use super::shape::{Ground, Shapes};
use crate::cnf::{Bit, Family, Formula, Index, Lit};
use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::membership::{LetterBits, free_letter};
use crate::lexicon::places::{Place, Places};
use crate::lexicon::{Letter, PlacedWord, Theme, WordList};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The formula, and what its bits mean.
#[derive(Clone, Debug)]
pub struct JointEncoding<G> {
    ground: G,
    places: Places,
}

impl<G: Ground> JointEncoding<G> {
    /// Builds the formula whose models are the templates of this ground, in one part or not, filled with different words of the
    /// list. The ground must not allow words of lengths that the list lacks.
    pub fn new(mut ground: G, list: &Arc<WordList>) -> Self {
        let cells = add_letters(&mut ground);
        let places = add_runs(&mut ground, list);
        let places = Places { cells, places };
        places.add_words(ground.formula_mut(), list);
        Self { ground, places }
    }

    /// Adds clauses by which every crossword has the words that the themes need. Returns the literal of each different word,
    /// true only if the crossword has it; words that fit nowhere have none.
    pub fn add_themes(&mut self, themes: &[Theme]) -> BTreeMap<Vec<Letter>, Lit> {
        self.places.add_themes(self.ground.formula_mut(), themes, &[])
    }

    /// Adds clauses by which every crossword has these words at their places.
    pub fn add_words_at(&mut self, words: &[PlacedWord]) {
        self.places.add_words_at(self.ground.formula_mut(), words);
    }

    /// Adds clauses by which every crossword spells a word in fields of which none is beside another, nor the first one of an
    /// own word.
    pub fn spell(&mut self, word: &[Letter], own: &[Theme]) {
        self.places.spell(self.ground.formula_mut(), word, own);
    }

    /// Returns the formula of the templates, with what was added.
    pub fn ground(&self) -> &G {
        &self.ground
    }

    /// Returns the letter bits of a field.
    pub fn cell(&self, pos: Pos) -> &LetterBits {
        &self.places.cells[pos]
    }
}

impl<G: Ground> Shapes for JointEncoding<G> {
    fn formula(&self) -> &Formula {
        self.ground.formula()
    }

    fn into_formula(self) -> Formula {
        self.ground.into_formula()
    }

    fn decode(&self, model: &dyn Fn(Lit) -> bool) -> Template {
        let template = self.ground.decode(model);
        let letter = |pos| self.places.letter(pos, model).map_or(Cell::Open, Cell::Letter);
        let cells = template.cells.map(|pos, &cell| if cell.is_white() { letter(pos) } else { Cell::Block });
        Template::with_bars(cells, template.bars())
    }

    fn connect(&mut self, template: &Template) -> usize {
        self.ground.connect(template)
    }
}

/// Adds the letters: exactly one in each field that takes one, and none in the others.
fn add_letters<G: Ground>(ground: &mut G) -> Grid<LetterBits> {
    let (rows, cols) = ground.sides();
    let family =
        Family::indexed("letter", "r,c,A", [Index::Number(rows), Index::Number(cols), Index::Letter]);
    let keys = family.clone();
    let family = ground.formula_mut().family(family);
    Grid::from_fn(rows, cols, |pos| {
        let here = ground.takes_letter(pos);
        let formula = ground.formula_mut();
        let bits = free_letter(formula, family, keys.key(&[pos.row, pos.col, 0]), |_| true);
        formula.label("letter <-> letter field");
        bits.iter().for_each(|&bit| formula.add_bits([!bit, here]));
        formula.add_bits(bits.into_iter().chain([!here]));
        bits
    })
}

/// Adds the places for words of the list, with a variable for each.
fn add_runs<G: Ground>(ground: &mut G, list: &WordList) -> Vec<Place> {
    let (rows, cols) = ground.sides();
    let longest = rows.max(cols);
    let runs = Index::Run { rows, cols, longest };
    let family = ground.formula_mut().family(Family::indexed("run", "d,r,c,len", [runs]));
    let mut places = Vec::new();
    for direction in Direction::BOTH {
        for start in ground.fields().collect::<Vec<_>>() {
            let room = match direction {
                Direction::Across => cols - start.col,
                Direction::Down => rows - start.row,
            };
            for len in (G::SHORTEST..=room).filter(|&len| list.count(len) > 0) {
                let run = Run { start, direction, len };
                let unless = ground.not_a_word(run);
                let formula = ground.formula_mut();
                formula.label("exact runs");
                let here = formula.var(family, runs.run(run) as u64);
                unless.iter().for_each(|&bit| formula.add_bits([Bit::from(!here), !bit]));
                formula.add_bits(unless.into_iter().chain([here.into()]));
                places.push(Place { run, condition: here.into() });
            }
        }
    }
    places
}
