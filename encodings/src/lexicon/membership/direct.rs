//! The words of a slot one by one: the direct encoding with support.
//!
//! A variable for each word, tied to the letters in both directions: a word implies its letters, and a letter implies
//! some word that has it there. Without the second direction a solver sees that a letter is impossible only by running
//! out of words one by one (measured: 5 times slower). No at-most-one over words is needed.

use super::{LetterBits, fits};
use crate::cnf::{Bit, FamilyId, Formula, Lit};
use crate::lexicon::Letter;

/// Adds a slot: if `condition` holds, its cells spell one of the words, and the variable of that word is true. A word
/// variable has the key `first_key + number`, with the number given for the word. Words that do not fit the cells get
/// no variable. Returns the numbers and variables of those that do.
pub fn add_slot<'a>(
    formula: &mut Formula,
    family: FamilyId,
    first_key: u64,
    condition: Bit,
    cells: &[&LetterBits],
    words: impl IntoIterator<Item = (usize, &'a [Letter])>,
) -> Vec<(usize, Lit)> {
    let mut made: Vec<(usize, Lit)> = Vec::new();
    // For each position and letter, the words that have it there.
    let mut having: Vec<Vec<Lit>> = vec![Vec::new(); cells.len() * Letter::COUNT];
    if condition == Bit::False {
        return made;
    }
    formula.label("word -> letters");
    for (number, word) in words {
        if word.len() != cells.len() || !fits(cells, word) {
            continue;
        }
        let lit = formula.var(family, first_key + number as u64);
        for (i, letter) in word.iter().enumerate() {
            formula.add_bits([Bit::from(!lit), cells[i][letter.index()]]);
            having[i * Letter::COUNT + letter.index()].push(lit);
        }
        made.push((number, lit));
    }
    formula.label("word -> run");
    for &(_, lit) in &made {
        formula.add_bits([Bit::from(!lit), condition]);
    }
    formula.label("run -> some word");
    let any = made.iter().map(|&(_, lit)| Bit::from(lit));
    formula.add_bits(any.chain([!condition]));
    formula.label("letter -> some word with it");
    for (i, cell) in cells.iter().enumerate() {
        for letter in Letter::all() {
            // A given letter needs no support of its own: "some word" says the same.
            if let Bit::Lit(here) = cell[letter.index()] {
                let support = having[i * Letter::COUNT + letter.index()].iter().map(|&lit| Bit::from(lit));
                formula.add_bits(support.chain([Bit::from(!here), !condition]));
            }
        }
    }
    made
}
