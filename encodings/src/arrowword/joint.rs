//! One formula for layout and letters together: any model is a finished, valid puzzle.
//!
//! It is the layout's formula with letters in the cells and words hung on the runs: for each place where a
//! word of n letters could start, in each direction, a variable `word(d,r,c,WORD)` for each word of n
//! letters, conditional on `run(d,r,c,n)`. Every word may stand at one place at most; that is a cardinality
//! constraint over all places of the word, because comparing pairs of possible runs by letters (as a fill
//! does) would need a comparison for each pair of places.
//!
//! The size is places x words, which for a whole grid and a whole list is tens of millions of variables. So a
//! number of words a length can be set ([`pick_words`]); then the formula is satisfiable less often, but each
//! model is still a valid puzzle.

use super::layout::{Domain, LayoutEncoding, LayoutOptions, LayoutSpec, Lengths};
use super::puzzle::{Field, Puzzle};
use crate::cnf::{Bit, Family, Formula, Index, Lit, at_most_one};
use crate::grid::{Direction, Grid, Pos, Run};
use crate::lexicon::fill::{list_stride, spell};
use crate::lexicon::membership::{LetterBits, add_slot, free_letter, given_letter};
use crate::lexicon::{Letter, WordId, WordList};
use std::sync::Arc;

/// The joint formula and what its bits mean.
#[derive(Clone, Debug)]
pub struct JointEncoding {
    layout: LayoutEncoding,
    cells: Grid<LetterBits>,
}

impl JointEncoding {
    /// The formula whose models are exactly the finished puzzles: layouts that fit the specification and the
    /// options, filled with different words of the list. Lengths the list lacks are taken out of the options.
    pub fn new(spec: &LayoutSpec, options: &LayoutOptions, list: &Arc<WordList>) -> Self {
        let lengths: Lengths = options.lengths.iter().filter(|&len| list.count(len) > 0).collect();
        let options = LayoutOptions { lengths, ..options.clone() };
        let mut layout = LayoutEncoding::new(spec, &options);
        let cells = add_letters(&mut layout);
        add_words(&mut layout, &cells, lengths, list);
        Self { layout, cells }
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.layout.formula
    }

    /// The formula alone.
    pub fn into_formula(self) -> Formula {
        self.layout.formula
    }

    /// The most variables `word(d,r,c,WORD)` that the formula of this grid and list can have, with at most
    /// `at_most` words of each length: what decides whether it can be written at all.
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

    /// The letter bits of a field.
    pub fn cell(&self, pos: Pos) -> &LetterBits {
        &self.cells[pos]
    }

    /// The layout part.
    pub fn layout(&self) -> &LayoutEncoding {
        &self.layout
    }

    /// The layout part, to add an objective to.
    pub fn layout_mut(&mut self) -> &mut LayoutEncoding {
        &mut self.layout
    }

    /// The puzzle that a model describes.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Puzzle {
        let mut puzzle = self.layout.decode(&model);
        for pos in puzzle.fields.positions() {
            if puzzle.fields[pos] == Field::Open
                && let Some(letter) = Letter::all().find(|l| self.cells[pos][l.index()].value(&model))
            {
                puzzle.fields[pos] = Field::Letter(letter);
            }
        }
        puzzle
    }
}

/// A letter variable means that the cell is a letter; a letter cell has exactly one of them.
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

fn add_words(layout: &mut LayoutEncoding, cells: &Grid<LetterBits>, lengths: Lengths, list: &Arc<WordList>) {
    let (rows, cols) = (cells.rows(), cells.cols());
    // Key: ((direction, row, column), length, index), the last fastest.
    let (stride, span) = (list_stride(list), Lengths::MAX as u64 + 1);
    let names = Arc::clone(list);
    let word = layout.formula.family(Family::rendered("word", "d,r,c,WORD", move |key| {
        let (index, rest) = ((key % stride) as usize, key / stride);
        let (len, place) = ((rest % span) as usize, (rest / span) as usize);
        let (direction, cell) = (Direction::BOTH[place / (rows * cols) % 2], place % (rows * cols));
        format!("{direction},{},{},{}", cell / cols, cell % cols, spell(&names, len, index))
    }));
    let once = layout.formula.family(Family::auxiliary("once"));
    // All conditions first, so that each family is one range of variables.
    let starts = Direction::BOTH.into_iter().flat_map(|d| cells.positions().map(move |pos| (d, pos)));
    let mut conditions: Vec<(usize, Direction, Pos, Bit)> = Vec::new();
    layout.formula.label("exact runs");
    for (direction, pos) in starts {
        for len in lengths.iter() {
            let condition = layout.word_of_len(direction, pos, len);
            if condition != Bit::False {
                conditions.push((len, direction, pos, condition));
            }
        }
    }
    let mut places: Vec<Vec<Vec<Lit>>> = Vec::new();
    places.resize_with(list.longest() + 1, Vec::new);
    for len in lengths.iter() {
        places[len].resize(list.count(len), Vec::new());
    }
    for (len, direction, pos, condition) in conditions {
        let bits: Vec<&LetterBits> = run_cells(cells, pos, direction, len);
        let place = direction as usize * rows * cols + cells.index_of(pos);
        let key = (place as u64 * span + len as u64) * stride;
        let words = list.words(len).enumerate();
        for (index, lit) in add_slot(&mut layout.formula, word, key, condition, &bits, words) {
            places[len][index].push(lit);
        }
    }
    layout.formula.label("no word twice");
    for lits in places.into_iter().flatten() {
        at_most_one(&mut layout.formula, once, &lits);
    }
}

fn run_cells(cells: &Grid<LetterBits>, start: Pos, direction: Direction, len: usize) -> Vec<&LetterBits> {
    Run { start, direction, len }.cells().filter_map(|pos| cells.get(pos)).collect()
}

/// The list cut down to at most so many words of each length: the best scored, and among equals a choice that
/// spreads over the alphabet and does not depend on anything but the words.
pub fn pick_words(list: &WordList, at_most: usize) -> WordList {
    pick_words_with(list, at_most, 0)
}

/// [`pick_words`] with another choice among equally scored words for each seed.
pub fn pick_words_with(list: &WordList, at_most: usize, seed: u64) -> WordList {
    let mut picked = Vec::new();
    for len in 0..=list.longest() {
        let mut ids: Vec<WordId> = (0..list.count(len)).map(|index| WordId { len, index }).collect();
        let rank = |id: &WordId| {
            let mix =
                |hash: u64, l: &Letter| (hash ^ (l.index() as u64 + 1)).wrapping_mul(0x0000_0100_0000_01b3);
            list.word(*id).iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, mix)
        };
        ids.sort_by(|a, b| list.score(*b).total_cmp(&list.score(*a)).then_with(|| rank(a).cmp(&rank(b))));
        picked.extend(ids.into_iter().take(at_most).map(|id| (list.word(id).to_vec(), list.score(id))));
    }
    WordList::new(picked)
}
