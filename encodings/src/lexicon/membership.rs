//! "These cells spell a word of the list" in clauses: direct encoding with support.
//!
//! A variable for each letter of a cell and for each word of a slot, tied in both directions: a word fixes
//! its letters, and a letter needs a word that has it there. Without the second direction a solver sees that
//! a letter is impossible only by running out of words one by one (measured: 5 times slower). That at most
//! one word stands in a slot follows from the cells having one letter each, so it is never written.
//!
//! A slot may be conditional (in a joint formula it exists only if the layout says so): then its words imply
//! the condition, and the condition takes the place of "true".

use super::Letter;
use crate::cnf::{Bit, FamilyId, Formula, Lit, at_most_one};

/// The bits of one cell: for each letter whether it stands there.
pub type LetterBits = [Bit; Letter::COUNT];

/// The bits of a cell with a given letter.
pub fn given_letter(letter: Letter) -> LetterBits {
    std::array::from_fn(|i| (i == letter.index()).into())
}

/// Makes the bits of a cell that may hold some letters: one variable for each of them, key `first_key` plus
/// the letter's place in the alphabet, and clauses that at most one is true. That at least one is true is
/// for the caller to say, under his own condition.
pub fn free_letter(
    formula: &mut Formula,
    family: FamilyId,
    first_key: u64,
    possible: impl Fn(Letter) -> bool,
) -> LetterBits {
    let mut bits = [Bit::False; Letter::COUNT];
    let mut lits: Vec<Lit> = Vec::new();
    formula.label("one letter a field");
    for letter in Letter::all().filter(|&l| possible(l)) {
        let lit = formula.var(family, first_key + letter.index() as u64);
        bits[letter.index()] = lit.into();
        lits.push(lit);
    }
    at_most_one(formula, family, &lits);
    bits
}

/// Whether the word can stand in these cells, as far as constants say.
pub fn fits(cells: &[&LetterBits], word: &[Letter]) -> bool {
    cells.iter().zip(word).all(|(cell, letter)| cell[letter.index()] != Bit::False)
}

/// Adds a slot: if `condition`, its cells spell one of the words, and the variable of that word is true. A
/// word variable gets the key `first_key + number`, where numbers are those given with the words. Words that
/// do not fit the cells get none. Returns the numbers and variables of those that do.
pub fn add_slot<'a>(
    formula: &mut Formula,
    family: FamilyId,
    first_key: u64,
    condition: Bit,
    cells: &[&LetterBits],
    words: impl IntoIterator<Item = (usize, &'a [Letter])>,
) -> Vec<(usize, Lit)> {
    let mut made: Vec<(usize, Lit)> = Vec::new();
    // For each position and letter the words that have it there.
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

/// Adds clauses that the cells of two slots of one length differ in at least one letter.
pub fn add_difference(formula: &mut Formula, family: FamilyId, a: &[&LetterBits], b: &[&LetterBits]) {
    add_difference_unless(formula, family, a, b, &[]);
}

/// [`add_difference`], but only where none of the bits `unless` is true.
pub fn add_difference_unless(
    formula: &mut Formula,
    family: FamilyId,
    a: &[&LetterBits],
    b: &[&LetterBits],
    unless: &[Bit],
) {
    debug_assert_eq!(a.len(), b.len());
    formula.label("no word twice");
    let mut some: Vec<Lit> = Vec::new();
    for (x, y) in a.iter().zip(b) {
        // The same cell, or the same given letter: no difference here.
        if x == y {
            continue;
        }
        let can_agree = Letter::all().any(|l| x[l.index()] != Bit::False && y[l.index()] != Bit::False);
        if !can_agree {
            return;
        }
        let differ = formula.auxiliary(family);
        for l in 0..Letter::COUNT {
            if x[l] != Bit::False && y[l] != Bit::False {
                formula.add_bits([Bit::from(!differ), !x[l], !y[l]]);
            }
        }
        some.push(differ);
    }
    formula.add_bits(some.into_iter().map(Bit::from).chain(unless.iter().copied()));
}
