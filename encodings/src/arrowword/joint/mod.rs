//! One formula for layout and letters together: any model is a finished, valid puzzle.
//!
//! It is the layout's formula with letters in the cells and words attached to the runs: each place where a word of n
//! letters could start, in each direction, has clauses that hold if `run(d,r,c,n)` does. They come in two forms, as
//! in a fill: a variable for each word (in `lexicon`), or a diagram of the words (`diagrams`). Each
//! ensures in its own way that no word occurs twice.
//!
//! The size is places x words, which for a whole grid and a whole list is tens of millions of variables. So the
//! number of words per length can be limited ([`pick_words`]); then the formula is satisfiable less often, but each
//! model is still a valid puzzle.

mod diagrams;

use super::layout::{Domain, LayoutEncoding, LayoutOptions, LayoutSpec, Lengths};
use super::puzzle::{Field, Puzzle};
use crate::cnf::{Bit, Family, Formula, Index, Lit};
use crate::fnv;
use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::membership::{LetterBits, Membership, free_letter, given_letter};
use crate::lexicon::places::{Place, Places};
use crate::lexicon::{Letter, OneOf, PlacedWord, Theme, WordId, WordList};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The joint formula, and what its bits mean.
#[derive(Clone, Debug)]
pub struct JointEncoding {
    layout: LayoutEncoding,
    places: Places,
}

impl JointEncoding {
    /// Builds the formula. Its models are exactly the finished puzzles: layouts that fit the specification and the
    /// options, filled with different words of the list. Lengths of which the list has no words are removed from the
    /// options. Every word has a variable at each place ([`Membership::Direct`]).
    pub fn new(spec: &LayoutSpec, options: &LayoutOptions, list: &Arc<WordList>) -> Self {
        Self::with_membership(spec, options, list, Membership::Direct)
    }

    /// Builds the formula of [`JointEncoding::new`] with this way to tie the letters to the list.
    pub fn with_membership(
        spec: &LayoutSpec,
        options: &LayoutOptions,
        list: &Arc<WordList>,
        membership: Membership,
    ) -> Self {
        let lengths: Lengths = options.lengths.iter().filter(|&len| list.count(len) > 0).collect();
        let options = LayoutOptions { lengths, ..options.clone() };
        let mut joint = Self::without_list(spec, &options);
        let Self { layout, places } = &mut joint;
        match membership {
            Membership::Direct => places.add_words(&mut layout.formula, list),
            Membership::Mdd => diagrams::add(&mut layout.formula, &places.cells, &places.places, list),
        }
        joint
    }

    /// Builds the formula of layouts and letters for every word list: what is asked for may spell anything, so a model need not
    /// be a valid puzzle. But what this formula excludes, no list allows.
    pub fn without_list(spec: &LayoutSpec, options: &LayoutOptions) -> Self {
        let mut layout = LayoutEncoding::new(spec, options);
        let cells = add_letters(&mut layout);
        let places = places(&mut layout, options.lengths);
        Self { layout, places: Places { cells, places } }
    }

    /// Adds clauses by which every puzzle has the words that the themes need. Returns the literal of each different
    /// word, true only if the puzzle has it; words that fit nowhere have none.
    pub fn add_themes(&mut self, themes: &[Theme]) -> BTreeMap<Vec<Letter>, Lit> {
        self.add_themes_at(themes, &[])
    }

    /// Does the same, and adds that each word of `one_of` is at one of its places.
    pub fn add_themes_at(&mut self, themes: &[Theme], one_of: &[OneOf]) -> BTreeMap<Vec<Letter>, Lit> {
        self.places.add_themes(&mut self.layout.formula, themes, one_of)
    }

    /// Adds clauses by which every puzzle has these words at their places.
    pub fn add_words_at(&mut self, words: &[PlacedWord]) {
        self.places.add_words_at(&mut self.layout.formula, words);
    }

    /// Adds clauses by which every puzzle spells a word in fields of which none is beside another, nor the first one of an own
    /// word. Fields with given letters may be used.
    pub fn spell(&mut self, word: &[Letter], own: &[Theme]) {
        self.places.spell(&mut self.layout.formula, word, own);
    }

    /// Returns the bits that are all true exactly if this word stands at its place: that of the run, and those of the letters.
    pub fn bits_of_word(&self, word: &PlacedWord) -> Vec<Bit> {
        self.places.bits_of_word(word)
    }

    /// Returns the formula.
    pub fn formula(&self) -> &Formula {
        &self.layout.formula
    }

    /// Returns the formula and drops the rest.
    pub fn into_formula(self) -> Formula {
        self.layout.formula
    }

    /// Returns the largest number of variables `word(d,r,c,WORD)` that the formula of this grid and list can have with
    /// at most `at_most` words of each length, which decides whether it can be written at all.
    pub fn word_places(spec: &LayoutSpec, list: &WordList, at_most: usize) -> u64 {
        let fits = |direction: Direction, pos: Pos, len: usize| {
            let (dr, dc) = direction.step();
            let n = len as isize - 1;
            pos.offset(dr * n, dc * n).is_some_and(|end| spec.contains(end))
        };
        let mut places = 0;
        for len in (2..=list.longest()).filter(|&len| list.count(len) > 0) {
            let starts =
                Direction::BOTH.into_iter().flat_map(|d| spec.base().positions().map(move |pos| (d, pos)));
            places += starts.filter(|&(d, pos)| fits(d, pos, len)).count() as u64
                * list.count(len).min(at_most) as u64;
        }
        places
    }

    /// Returns the letter bits of a field.
    pub fn cell(&self, pos: Pos) -> &LetterBits {
        &self.places.cells[pos]
    }

    /// Returns the layout part.
    pub fn layout(&self) -> &LayoutEncoding {
        &self.layout
    }

    /// Returns the layout part, so that an objective can be added.
    pub fn layout_mut(&mut self) -> &mut LayoutEncoding {
        &mut self.layout
    }

    /// Returns the puzzle that a model describes.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Puzzle {
        let mut puzzle = self.layout.decode(&model);
        for pos in puzzle.fields.positions() {
            if puzzle.fields[pos] == Field::Open
                && let Some(letter) = self.places.letter(pos, &model)
            {
                puzzle.fields[pos] = Field::Letter(letter);
            }
        }
        puzzle
    }
}

/// Adds the letter bits: a letter variable implies that its field is a letter field, and each of those has exactly one.
fn add_letters(layout: &mut LayoutEncoding) -> Grid<LetterBits> {
    let spec = layout.spec().clone();
    let (rows, cols) = (spec.rows(), spec.cols());
    let indices = [Index::Number(rows), Index::Number(cols), Index::Letter];
    let family = Family::indexed("letter", "r,c,A", indices);
    let keys = family.clone();
    let family = layout.formula.family(family);
    let mut cells = Grid::filled(rows, cols, [Bit::False; Letter::COUNT]);
    for pos in spec.base().positions() {
        let here = layout.letter(Some(pos));
        cells[pos] = match (spec.domain(pos), spec.base()[pos]) {
            (Domain::Letter, Field::Letter(letter)) => given_letter(letter),
            _ if here == Bit::False => continue,
            _ => free_letter(&mut layout.formula, family, keys.key(&[pos.row, pos.col, 0]), |_| true),
        };
        let bits = cells[pos];
        layout.formula.label("letter <-> letter field");
        for &bit in &bits {
            layout.formula.add_bits([!bit, here]);
        }
        layout.formula.add_bits(bits.into_iter().chain([!here]));
    }
    cells
}

/// Lists all places for words; places of one length are not grouped together. All conditions are made before anything
/// else, so that each family is one range of variables.
fn places(layout: &mut LayoutEncoding, lengths: Lengths) -> Vec<Place> {
    let positions: Vec<Pos> = layout.spec().base().positions().collect();
    let starts = Direction::BOTH.into_iter().flat_map(|d| positions.iter().map(move |&pos| (d, pos)));
    let mut places = Vec::new();
    layout.formula.label("exact runs");
    for (direction, start) in starts {
        for len in lengths.iter() {
            let condition = layout.word_of_len(direction, start, len);
            if condition != Bit::False {
                places.push(Place { run: Run { start, direction, len }, condition });
            }
        }
    }
    places
}

/// Cuts a list down to at most `at_most` words of each length: those with the best scores, and among equals a selection
/// that spreads over the alphabet and depends on nothing but the words.
pub fn pick_words(list: &WordList, at_most: usize) -> WordList {
    pick_words_with(list, at_most, 0)
}

/// Picks words as [`pick_words`] does, but with a different selection among equally scored words for each seed.
pub(super) fn pick_words_with(list: &WordList, at_most: usize, seed: u64) -> WordList {
    let mut picked: HashSet<WordId> = HashSet::new();
    for len in 0..=list.longest() {
        let mut ids: Vec<WordId> = (0..list.count(len)).map(|index| WordId { len, index }).collect();
        let rank = |id: &WordId| {
            fnv::extend(fnv::START ^ seed, list.word(*id).iter().map(|letter| letter.index() as u8 + 1))
        };
        ids.sort_by(|a, b| list.score(*b).total_cmp(&list.score(*a)).then_with(|| rank(a).cmp(&rank(b))));
        picked.extend(ids.into_iter().take(at_most));
    }
    list.filtered(|id| picked.contains(&id))
}
