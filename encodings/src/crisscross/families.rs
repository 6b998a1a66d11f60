//! The variable families of the criss-cross formula, with their names.

use super::puzzle::Puzzle;
use crate::cnf::{Family, FamilyId, Formula, Index};
use crate::grid::Direction;

/// The variable families.
#[derive(Clone, Copy)]
pub(super) struct Families {
    pub(super) place: FamilyId,
    pub(super) letter: FamilyId,
    pub(super) filled: FamilyId,
    pub(super) joined: FamilyId,
    pub(super) start: FamilyId,
    pub(super) covered: FamilyId,
    pub(super) crossing: FamilyId,
    pub(super) laid: FamilyId,
    pub(super) meet: FamilyId,
    pub(super) root: FamilyId,
    pub(super) near: FamilyId,
    pub(super) via: FamilyId,
    pub(super) below: FamilyId,
    pub(super) beside: FamilyId,
    pub(super) boxed: FamilyId,
    pub(super) one_place: FamilyId,
    pub(super) count_words: FamilyId,
    pub(super) count_crossings: FamilyId,
}

impl Families {
    pub(super) fn declare(formula: &mut Formula, puzzle: &Puzzle) -> Self {
        let (rows, cols, words) = (puzzle.rows, puzzle.cols, puzzle.entries.len());
        let cell = [Index::Number(rows), Index::Number(cols)];
        let line = [Index::Direction, cell[0], cell[1]];
        let alphabet = puzzle.alphabet();
        let letter = Family::rendered("letter", "r,c,A", move |key| {
            let (cell, letter) = (key as usize / alphabet.len().max(1), key as usize % alphabet.len().max(1));
            let letter = alphabet.get(letter).map_or('?', |sign| sign.char());
            format!("{},{},{letter}", cell / cols, cell % cols)
        });
        let texts: Vec<String> = puzzle.entries.iter().map(|entry| entry.text()).collect();
        let place = Family::rendered("place", "WORD,d,r,c", move |key| {
            let key = key as usize;
            let (word, rest) = (key / (2 * rows * cols), key % (2 * rows * cols));
            let (direction, cell) = (Direction::BOTH[rest / (rows * cols) % 2], rest % (rows * cols));
            let text = texts.get(word).map_or("", String::as_str);
            format!("{text},{direction},{},{}", cell / cols, cell % cols)
        });
        Self {
            place: formula.family(place),
            letter: formula.family(letter),
            filled: formula.family(Family::indexed("filled", "r,c", cell)),
            joined: formula.family(Family::indexed("joined", "d,r,c", line)),
            start: formula.family(Family::indexed("start", "d,r,c", line)),
            covered: formula.family(Family::indexed("covered", "d,r,c", line)),
            crossing: formula.family(Family::indexed("crossing", "r,c", cell)),
            laid: formula.family(Family::indexed("laid", "w", [Index::Number(words)])),
            meet: formula.family(Family::indexed("meet", "v,w", [Index::Number(words); 2])),
            root: formula.family(Family::indexed("root", "w", [Index::Number(words)])),
            near: formula.family(Family::indexed("near", "w,n", [Index::Number(words); 2])),
            via: formula.family(Family::indexed("via", "v,w,n", [Index::Number(words); 3])),
            below: formula.family(Family::indexed("below", "r", [cell[0]])),
            beside: formula.family(Family::indexed("beside", "c", [cell[1]])),
            boxed: formula.family(Family::indexed("boxed", "r,c", cell)),
            one_place: formula.family(Family::auxiliary("one_place")),
            count_words: formula.family(Family::auxiliary("words")),
            count_crossings: formula.family(Family::auxiliary("crossings")),
        }
    }
}
