//! A fill as letters and lemmas: the formula of a run in which the solver never saw the words.
//!
//! The word propagator gives a SAT solver no clauses for words, only those for one letter per cell, and explains each
//! propagation by a *lemma*: a clause over letters that follows from the words of ONE slot, less those that other slots
//! spell already. The clauses for letters and the lemmas of a run are a formula of their own. If it has no model, there
//! is no fill, because every lemma follows from the word list ([`certify`](super::certify())); and any SAT solver and
//! proof checker can confirm that it has none.

use super::fill::{letter_family, letters_of_cells};
use super::membership::LetterBits;
use super::{Letter, SlotProblem};
use crate::cnf::{Bit, Formula, Lit};
use crate::grid::Pos;

/// "This cell has this letter", or "this cell does not have this letter".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterLit {
    /// The cell's number.
    pub cell: usize,
    /// The letter.
    pub letter: Letter,
    /// Whether the cell has it.
    pub here: bool,
}

/// A clause over letters that follows from the words of one slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The slot of the words that imply it.
    pub slot: usize,
    /// The literals, one of which holds in every fill.
    pub clause: Vec<LetterLit>,
}

/// The formula of one letter in each cell, without any words.
///
/// Every cell without a given letter has all 26 variables `letter(r,c,A)`, in the order of the alphabet.
#[derive(Clone, Debug)]
pub struct LetterEncoding {
    /// The formula; callers may add clauses of their own.
    pub formula: Formula,
    cells: Vec<LetterBits>,
}

impl LetterEncoding {
    /// Writes the formula of a problem's cells. `positions` names them by row and column; without it they have
    /// numbers.
    pub fn new(problem: &SlotProblem, positions: Option<&[Pos]>) -> Self {
        let mut formula = Formula::new();
        let letter = formula.family(letter_family(positions));
        let any = vec![(1 << Letter::COUNT) - 1; problem.cells.len()];
        let cells = letters_of_cells(&mut formula, letter, problem, &any);
        formula.label("some letter a field");
        for bits in &cells {
            formula.add_bits(bits.iter().copied());
        }
        Self { formula, cells }
    }

    /// Adds the clauses of lemmas.
    pub fn add_lemmas<'a>(&mut self, lemmas: impl IntoIterator<Item = &'a Lemma>) {
        self.formula.label("lemma");
        for lemma in lemmas {
            let bits = lemma.clause.iter().map(|lit| {
                let bit = self.cells[lit.cell][lit.letter.index()];
                if lit.here { bit } else { !bit }
            });
            self.formula.add_bits(bits);
        }
    }

    /// Returns the letter of each cell in a model.
    pub fn decode(&self, model: impl Fn(Lit) -> bool) -> Vec<Option<Letter>> {
        self.cells.iter().map(|bits| Letter::all().find(|l| bits[l.index()].value(&model))).collect()
    }

    /// Returns the literal of a letter in a cell; `None` if the cell's letter is given.
    pub fn lit(&self, cell: usize, letter: Letter) -> Option<Lit> {
        self.cells[cell][letter.index()].lit()
    }

    /// Iterates over all variables with their cells and letters, in the order of the variables.
    pub fn variables(&self) -> impl Iterator<Item = (Lit, usize, Letter)> {
        self.cells.iter().enumerate().flat_map(|(cell, bits)| {
            Letter::all().filter_map(move |letter| match bits[letter.index()] {
                Bit::Lit(lit) => Some((lit, cell, letter)),
                _ => None,
            })
        })
    }
}
