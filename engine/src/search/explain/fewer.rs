//! What shows that no fewer slots exclude each other: fills of nearly all slots, and a small formula about them.
//!
//! A fill of some slots shows that no set of these excludes each other. So any few slots have a fill if every set of that
//! many lies within one of the fills. Whether that is so, a formula asks: choose this many slots, and of each fill at least one
//! that it lacks. It has no model. The fills themselves need no proof; anybody can read whether their words are in the list.

use crate::encodings::cnf::{Bit, Directions, Family, Formula, Lit, Totalizer};
use crate::encodings::lexicon::Letter;

/// The claim that any fewer slots than those of a conflict have a fill, as a part of a formula.
#[derive(Clone, Debug)]
pub struct Fewest {
    /// The number of slots of which any fewer have a fill.
    pub slots: usize,
    /// For each slot of the puzzle, the literal that says that it is among the fewer ones.
    pub members: Vec<Lit>,
    /// Fills of some slots: the number of the clause that names the other slots, counted from 1, and the letter of each
    /// cell that is in one of its slots.
    pub fills: Vec<(usize, Vec<Option<Letter>>)>,
}

/// A fill of some slots of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartFill {
    /// The slots.
    pub slots: Vec<usize>,
    /// The letter of each cell of the problem that is in one of them.
    pub letters: Vec<Option<Letter>>,
}

impl Fewest {
    /// Adds a case to a formula, with a literal that selects it: that fewer than this many of all slots hit what each fill
    /// lacks.
    pub(super) fn add(
        formula: &mut Formula,
        slots: usize,
        shown: &[PartFill],
        fewer_than: usize,
    ) -> (Lit, Self) {
        let [case, member, count] =
            ["fewer", "among", "count"].map(|name| formula.family(Family::auxiliary(name)));
        let fewer = formula.auxiliary(case);
        let members: Vec<Lit> = (0..slots).map(|_| formula.auxiliary(member)).collect();
        formula.label("fewer slots");
        let bits = members.iter().map(|&lit| Bit::from(lit));
        let total = Totalizer::new(formula, count, bits, fewer_than, Directions::Upper);
        if let Some(bit) = total.at_least(fewer_than) {
            formula.add_bits([Bit::from(!fewer), !bit]);
        }
        let mut fills = Vec::with_capacity(shown.len());
        for PartFill { slots: filled, letters } in shown {
            let lacks = (0..slots).filter(|slot| !filled.contains(slot));
            formula.add(lacks.map(|slot| members[slot]).chain([!fewer]));
            fills.push((formula.clause_count(), letters.clone()));
        }
        (fewer, Self { slots: fewer_than, members, fills })
    }
}
