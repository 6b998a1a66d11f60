//! A diagram of the words at each place.
//!
//! A diagram has no variable for a word, so letters have to ensure that no word occurs twice: two runs of the same
//! length, if both exist, differ somewhere. That takes a comparison for each pair of places of one length that can
//! both have a run, and is the bulk of the formula.

use crate::cnf::{Bit, Family, Formula, Index};
use crate::grid::{Direction, Grid, Run};
use crate::lexicon::membership::mdd::{self, DiagramFamilies};
use crate::lexicon::membership::{LetterBits, add_difference_unless, fits};
use crate::lexicon::places::{Place, bits_of};
use crate::lexicon::relatives::keep_relatives_apart;
use crate::lexicon::{Diagram, WordList};
use std::collections::HashMap;
use std::sync::Arc;

/// Adds the diagrams of all places.
pub(super) fn add(formula: &mut Formula, cells: &Grid<LetterBits>, places: &[Place], list: &Arc<WordList>) {
    let diagrams = diagrams(cells, places, list);
    let longest = list.longest();
    let runs = Index::Run { rows: cells.rows(), cols: cells.cols(), longest };
    let width = diagrams.iter().map(|diagram| diagram.width()).max().unwrap_or(0);
    let place = [runs, Index::Number(longest + 1), Index::Number(width)];
    let edge = place.into_iter().chain([Index::Letter]);
    let families = DiagramFamilies {
        node: formula.family(Family::indexed("node", "d,r,c,len,i,n", place)),
        edge: formula.family(Family::indexed("edge", "d,r,c,len,i,n,A", edge)),
    };
    let differ = formula.family(Family::auxiliary("differ"));
    for (&Place { run, condition }, diagram) in places.iter().zip(&diagrams) {
        mdd::add_slot(formula, families, runs.run(run), condition, &bits_of(cells, run), diagram);
    }
    for (number, a) in places.iter().enumerate() {
        let others = places[..number].iter().filter(|b| b.run.len == a.run.len && !exclude(a.run, b.run));
        for b in others {
            let unless = [!a.condition, !b.condition];
            add_difference_unless(formula, differ, &bits_of(cells, a.run), &bits_of(cells, b.run), &unless);
        }
    }
    keep_relatives_apart(formula, list, &[], |id| {
        let word = list.word(id);
        let here = places.iter().filter(|place| place.run.len == id.len);
        let spelled = here.filter_map(|place| {
            let cells = bits_of(cells, place.run);
            let letters = cells.iter().zip(word).map(|(cell, letter)| !cell[letter.index()]);
            fits(&cells, word).then(|| letters.chain([!place.condition]).collect())
        });
        spelled.collect()
    });
}

/// Makes for each place the diagram of the words that fit its cells. Places where the same letters are possible share
/// one.
fn diagrams(cells: &Grid<LetterBits>, places: &[Place], list: &WordList) -> Vec<Arc<Diagram>> {
    let mut shared: HashMap<Vec<LetterBits>, Arc<Diagram>> = HashMap::new();
    let diagram = |place: &Place| {
        let bits = bits_of(cells, place.run);
        // It does not matter which variables the bits are, only which of them are false.
        let possible = bits.iter().map(|bits| bits.map(|bit| (bit != Bit::False).into())).collect();
        let make =
            || Arc::new(Diagram::new(bits.len(), list.words(bits.len()).filter(|word| fits(&bits, word))));
        Arc::clone(shared.entry(possible).or_insert_with(make))
    };
    places.iter().map(diagram).collect()
}

/// Tells whether two runs of the same length cannot both exist: in one line, overlapping or end to end.
fn exclude(a: Run, b: Run) -> bool {
    let (line, along) = match a.direction {
        Direction::Across => (a.start.row == b.start.row, a.start.col.abs_diff(b.start.col)),
        Direction::Down => (a.start.col == b.start.col, a.start.row.abs_diff(b.start.row)),
    };
    a.direction == b.direction && line && along <= a.len
}
