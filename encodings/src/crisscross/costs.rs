//! How good a layout is as a sum of costs, for solvers that minimise.
//!
//! Each word that is left out, each field without a crossing and each field of the bounding box has a cost.
//! The weights keep the layers apart: all fields together cost no more than one crossing, and all possible crossings
//! together with all fields cost less than one word.
//!
//! The bounding box begins in the first row and column, because the layout touches both. So a field is in the box
//! exactly if some field in its row or below is filled, and some field in its column or further right.

use super::families::Families;
use crate::cnf::{Bit, FamilyId, Formula, Soft};
use crate::grid::{Grid, Pos};

/// The cost of a layout: the lower, the better.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// The soft constraints, each of which costs its weight if it does not hold.
    pub soft: Vec<Soft>,
    /// The cost that every layout has.
    pub base: u64,
    /// The weight of a word that is left out.
    pub word: u64,
    /// The weight of a field where no two words cross. A field of the bounding box costs 1.
    pub crossing: u64,
}

impl Costs {
    /// Charges a weight unless the bit is true.
    fn wish(&mut self, bit: Bit, weight: u64) {
        match bit {
            Bit::True => {}
            Bit::False => self.base += weight,
            Bit::Lit(lit) => self.soft.push(Soft { weight, lit }),
        }
    }
}

/// The bits that the costs depend on.
pub(super) struct Layers<'a> {
    /// For each word, whether it is laid.
    pub(super) laid: &'a [Bit],
    /// For each field, whether two words cross there.
    pub(super) crossings: &'a [Bit],
    /// For each field, whether it has a letter.
    pub(super) filled: &'a Grid<Bit>,
}

impl Layers<'_> {
    /// Adds the variables of the bounding box, and returns the costs.
    pub(super) fn price(&self, formula: &mut Formula, families: &Families) -> Costs {
        let fields = (self.filled.rows() * self.filled.cols()) as u64;
        let crossable = self.crossings.iter().filter(|&&bit| bit != Bit::False).count() as u64;
        // An across word crosses a down word once at most.
        let most = crossable.min((self.laid.len() as u64).pow(2) / 4);
        let mut costs = Costs { crossing: fields, word: fields * (most + 1), ..Costs::default() };
        let Costs { word, crossing, .. } = costs;
        self.laid.iter().for_each(|&bit| costs.wish(bit, word));
        self.crossings.iter().for_each(|&bit| costs.wish(bit, crossing));
        self.boxed(formula, families).into_iter().for_each(|bit| costs.wish(!bit, 1));
        costs
    }

    /// Returns for each field whether it is in the bounding box.
    fn boxed(&self, formula: &mut Formula, families: &Families) -> Vec<Bit> {
        let (rows, cols) = (self.filled.rows(), self.filled.cols());
        formula.label("bounding box");
        let mut from = |family: FamilyId, lines: usize, cells: &dyn Fn(usize) -> Vec<Pos>| {
            let mut from = vec![Bit::False; lines + 1];
            for line in (0..lines).rev() {
                let here = cells(line).into_iter().map(|pos| self.filled[pos]);
                let bits: Vec<Bit> = here.chain([from[line + 1]]).collect();
                from[line] = formula.or(family, &[line], &bits);
            }
            from
        };
        let row = |row: usize| (0..cols).map(|col| Pos::new(row, col)).collect();
        let col = |col: usize| (0..rows).map(|row| Pos::new(row, col)).collect();
        let below = from(families.below, rows, &row);
        let beside = from(families.beside, cols, &col);
        let mut both =
            |pos: Pos| formula.and(families.boxed, &[pos.row, pos.col], &[below[pos.row], beside[pos.col]]);
        self.filled.positions().map(&mut both).collect()
    }
}
