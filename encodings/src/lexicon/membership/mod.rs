//! "These cells spell a word of the list" in clauses.
//!
//! There is a variable for each letter of a cell, and two ways to tie the cells of a slot together:
//! * [`direct`]: a variable for each word, with support clauses;
//! * [`mdd`]: the words as a minimal layered diagram, with a variable for each edge and node.
//!
//! Both are arc consistent by unit propagation: when no remaining word has a letter there, the letter becomes false. A
//! slot may be conditional (in a joint formula it exists only if the layout says so): then the condition takes the
//! place of "true". A slot has at most one word because each cell has one letter, and slots differ by clauses over
//! letters, so it does not matter which of the two is used.

pub mod direct;
pub mod mdd;

pub use direct::add_slot;

use super::Letter;
use crate::cnf::{Bit, FamilyId, Formula, Lit, at_most_one};
use crate::unknown::{Unknown, find};
use std::fmt;
use std::str::FromStr;

/// How slots are tied to the word list.
///
/// The default solves fills fastest by measurement (`docs/encodings/membership.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Membership {
    /// A variable for each word of a slot, with support clauses.
    Direct,
    /// A minimal diagram of the words for each slot.
    #[default]
    Mdd,
}

impl Membership {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Direct, Self::Mdd];

    /// Returns whether there is a variable for each word of a slot. Only then can a word have a cost.
    pub fn has_word_variables(self) -> bool {
        match self {
            Self::Direct => true,
            Self::Mdd => false,
        }
    }
}

impl fmt::Display for Membership {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Direct => "direct",
            Self::Mdd => "mdd",
        })
    }
}

impl FromStr for Membership {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        find(text, "an encoding of words", &Self::ALL)
    }
}

/// The bits of one cell: for each letter, whether the cell has it.
pub type LetterBits = [Bit; Letter::COUNT];

/// Returns the bits of a cell with a given letter.
pub(crate) fn given_letter(letter: Letter) -> LetterBits {
    std::array::from_fn(|i| (i == letter.index()).into())
}

/// Makes the bits of a cell that may have some letters: one variable for each of them, with the key `first_key` plus
/// the letter's index in the alphabet, and clauses by which at most one is true. The caller adds the clause by which at
/// least one is true, under a condition of its own.
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

/// Returns whether the word is possible in these cells as far as constant bits tell.
pub fn fits(cells: &[&LetterBits], word: &[Letter]) -> bool {
    cells.iter().zip(word).all(|(cell, letter)| cell[letter.index()] != Bit::False)
}

/// Adds clauses by which the cells of two slots of the same length differ in at least one letter.
pub(crate) fn add_difference(formula: &mut Formula, family: FamilyId, a: &[&LetterBits], b: &[&LetterBits]) {
    add_difference_unless(formula, family, a, b, &[]);
}

/// Does the same as [`add_difference`], but the slots may be equal if one of the bits `unless` is true.
pub(crate) fn add_difference_unless(
    formula: &mut Formula,
    family: FamilyId,
    a: &[&LetterBits],
    b: &[&LetterBits],
    unless: &[Bit],
) {
    debug_assert_eq!(a.len(), b.len());
    formula.label("no word twice");
    let can_agree = |(x, y): (&&LetterBits, &&LetterBits)| {
        Letter::all().any(|l| x[l.index()] != Bit::False && y[l.index()] != Bit::False)
    };
    if !a.iter().zip(b).all(can_agree) {
        return;
    }
    let mut some: Vec<Lit> = Vec::new();
    for (x, y) in a.iter().zip(b) {
        // The same cell, or the same given letter: the slots cannot differ here.
        if x == y {
            continue;
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
