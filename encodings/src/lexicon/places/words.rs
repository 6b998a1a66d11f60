//! A variable for each word at each place.
//!
//! Every word may be at one place at most; that is a cardinality constraint over all its places, because comparing
//! pairs of possible runs by letters (as a fill does) would need a comparison for each pair of places.

use super::{Place, bits_of};
use crate::cnf::{Bit, Family, Formula, Lit, at_most_one};
use crate::grid::{Direction, Grid};
use crate::lexicon::key::{list_stride, spell};
use crate::lexicon::membership::{LetterBits, add_slot};
use crate::lexicon::relatives::keep_relatives_apart;
use crate::lexicon::{WordId, WordList};
use std::sync::Arc;

/// Adds the words of all places.
pub(super) fn add(formula: &mut Formula, cells: &Grid<LetterBits>, places: &[Place], list: &Arc<WordList>) {
    let (rows, cols) = (cells.rows(), cells.cols());
    // Key: ((direction, row, column), length, index), the last fastest.
    let longest = places.iter().map(|place| place.run.len).max().unwrap_or(0);
    let (stride, span) = (list_stride(list), longest as u64 + 1);
    let names = Arc::clone(list);
    let word = formula.family(Family::rendered("word", "d,r,c,WORD", move |key| {
        let (index, rest) = ((key % stride) as usize, key / stride);
        let (len, place) = ((rest % span) as usize, (rest / span) as usize);
        let (direction, cell) = (Direction::BOTH[place / (rows * cols) % 2], place % (rows * cols));
        format!("{direction},{},{},{}", cell / cols, cell % cols, spell(&names, len, index))
    }));
    let once = formula.family(Family::auxiliary("once"));
    // For each length and word, the variables of the places where it can be.
    let mut standing: Vec<Vec<Vec<Lit>>> =
        (0..=list.longest()).map(|len| vec![Vec::new(); list.count(len)]).collect();
    for &Place { run, condition } in places {
        // A table for a formula that has given up would go on growing, into the memory that this has left.
        if formula.check().is_err() {
            return;
        }
        let place = run.direction as usize * rows * cols + cells.index_of(run.start);
        let key = (place as u64 * span + run.len as u64) * stride;
        let words = list.words(run.len).enumerate();
        for (index, lit) in add_slot(formula, word, key, condition, &bits_of(cells, run), words) {
            standing[run.len][index].push(lit);
        }
    }
    formula.label("no word twice");
    for lits in standing.iter().flatten() {
        at_most_one(formula, once, lits);
    }
    keep_relatives_apart(formula, list, &[], |WordId { len, index }| {
        standing[len][index].iter().map(|&lit| vec![Bit::from(!lit)]).collect()
    });
}
