//! What a problem requires, each requirement under a literal of its own: the formula for explanations.
//!
//! Only two places of the formula depend on these literals: a block without its literal needs no position, and a number
//! that is not joined is on no field, so its ends are plain. Everything else follows. A model under some of the
//! literals is a model of the part of the problem that they require ([`Problem::part`]), perhaps with more blocks and
//! wires that can be removed.
//!
//! [`Problem::part`]: super::super::Problem::part

use super::Writer;
use crate::cnf::{Family, Index, Lit};

/// The literals for what a problem requires: what is not assumed is not required.
#[derive(Clone, Debug)]
pub struct Demands {
    /// `placed(i)` for each block: it is on the board. Otherwise it has neither fields nor ends.
    pub placed: Vec<Lit>,
    /// `wired(n)` for each number, from 1: a wire joins the two ends if the blocks of both are placed. Otherwise there
    /// is no wire, and the ends are plain fields of their blocks.
    pub wired: Vec<Lit>,
}

impl Writer<'_> {
    /// Makes everything that is required depend on a literal.
    pub(super) fn relax(&mut self) -> Demands {
        let (blocks, nets) = (self.problem.blocks().len(), self.problem.nets());
        let formula = &mut self.formula;
        let placed = formula.family(Family::indexed("placed", "i", [Index::Number(blocks + 1)]));
        let wired = formula.family(Family::indexed("wired", "n", [Index::Number(nets + 1)]));
        let joined = formula.family(Family::indexed("joined", "n", [Index::Number(nets + 1)]));
        let placed: Vec<Lit> = (1..=blocks).map(|block| formula.indexed_var(placed, &[block])).collect();
        let wired: Vec<Lit> = (1..=nets).map(|number| formula.indexed_var(wired, &[number])).collect();
        formula.label("a wire joins ends that are there");
        for (number, &wired) in (1..).zip(&wired) {
            let [a, b] = self.problem.ends(number).map(|end| placed[end.block].into());
            self.joined[number - 1] = formula.and(joined, &[number], &[wired.into(), a, b]);
        }
        let complete = formula.auxiliary(self.auxiliary);
        formula.add(placed.iter().map(|&lit| !lit).chain([complete]));
        self.complete = complete.into();
        self.placed = placed.iter().map(|&lit| lit.into()).collect();
        Demands { placed, wired }
    }
}
