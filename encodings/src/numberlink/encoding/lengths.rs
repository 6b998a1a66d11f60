//! How many fields the wires need, wherever the blocks lie: redundant clauses that make proofs short.
//!
//! Two blocks leave the wire between them at least the fields of a shortest way around both. The rules imply that, but unit
//! propagation sees it only after it has followed the wire field by field. With a literal for each number of fields, a block's
//! position and a limit for the wire leave few positions for the other block at once; and all wires together have no more
//! fields than the blocks leave.

use super::super::bounds::own_wire;
use super::super::ways::Ways;
use super::Writer;
use crate::cnf::{Bit, Directions, Family, Index, Lit, Totalizer};
use crate::grid::Pos;

/// Wires that need more fields count as if they needed this many. Few wires of good answers do.
pub const LONGEST_WAY: usize = 6;

impl Writer<'_> {
    /// All wires together need at most `spare` fields, by the positions of the blocks.
    pub(super) fn lengths(&mut self, spare: usize) {
        let problem = self.problem;
        let family = Family::indexed("longer", "n,k", [problem.nets() + 1, LONGEST_WAY].map(Index::Number));
        let family = self.formula.family(family);
        self.formula.label("wires need fields");
        let mut needed = Vec::new();
        let (mut own, mut between) = (0, false);
        for number in 1..=problem.nets() {
            let Some(ways) = Ways::new(problem, number, LONGEST_WAY) else {
                own += own_wire(problem, number);
                continue;
            };
            between = true;
            let [first, second] = problem.ends(number).map(|end| self.places(end.block));
            // Literal k, from 0: the wire needs more than k fields.
            let longer: Vec<Lit> =
                (0..LONGEST_WAY).map(|k| self.formula.indexed_var(family, &[number, k])).collect();
            for pair in longer.windows(2) {
                self.formula.add([!pair[1], pair[0]]);
            }
            for (k, &more) in longer.iter().enumerate() {
                let is_near = |a: &Pos, b: &Pos| ways.fields(*a, *b) <= k;
                for (at, lit) in &first {
                    let near = second.iter().filter(|(other, _)| is_near(at, other)).map(|(_, lit)| *lit);
                    self.formula.add([!*lit, more].into_iter().chain(near));
                }
                for (at, lit) in &second {
                    let near = first.iter().filter(|(other, _)| is_near(other, at)).map(|(_, lit)| *lit);
                    self.formula.add([!*lit, more].into_iter().chain(near));
                }
            }
            needed.extend(longer.into_iter().map(Bit::from));
        }
        let left = spare.saturating_sub(own);
        if between {
            let sum = Totalizer::new(&mut self.formula, self.auxiliary, needed, left + 1, Directions::Upper);
            if let Some(over) = sum.at_least(left + 1) {
                self.formula.add_bits([!over]);
            }
        }
    }

    /// Returns where a block can lie, with the literals that it does.
    fn places(&self, block: usize) -> Vec<(Pos, Lit)> {
        let of_block = self.placements.iter().filter(|placement| placement.block == block);
        of_block.map(|placement| (placement.at, placement.lit)).collect()
    }
}
