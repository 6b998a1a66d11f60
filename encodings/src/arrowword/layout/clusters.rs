//! What clusters of question fields lose of the rating, exactly.
//!
//! The factor needs the number of clusters and the sum of the squared sizes of those of three or more. "In the same
//! cluster" is implied from neighbour to neighbour, for all pairs of fields. A cluster's first field, in reading order,
//! stands for it: that counts clusters. A squared size is the number of ordered pairs: each field with itself, and each
//! two fields twice.
//!
//! A model may claim fewer clusters than there are, and more pairs, but not the reverse; both make the loss greater.

use super::LayoutEncoding;
use super::losses::{ALL, Row, from, up_to};
use crate::arrowword::rating::cluster_factor;
use crate::cnf::{Bit, Directions, Totalizer};
use crate::grid::Pos;

impl LayoutEncoding {
    /// Returns the table of the clusters, over the sum of their squares and their number.
    pub(super) fn cluster_rows(&mut self) -> Vec<Row> {
        let grid = &self.spec.base;
        let positions: Vec<Pos> = grid.positions().filter(|&pos| self.question(pos) != Bit::False).collect();
        self.formula.label("clusters");
        let same = self.same_cluster(&positions);
        let big = self.in_big_cluster(&positions);
        let mut firsts = Vec::new();
        let mut pairs = Vec::new();
        for (n, &pos) in positions.iter().enumerate() {
            let first = Bit::from(self.formula.auxiliary(self.families.cluster));
            self.formula.add_bits([!first, self.question(pos)]);
            same[n].iter().for_each(|&earlier| self.formula.add_bits([!first, !earlier]));
            firsts.push(first);
            for (m, &same) in same[n].iter().enumerate() {
                if !beside(pos, positions[m]) {
                    pairs.push(same); // there is a third field between them
                    continue;
                }
                let pair = Bit::from(self.formula.auxiliary(self.families.cluster));
                self.formula.add_bits([!same, !big[n], pair]);
                pairs.push(pair);
            }
        }
        // Fields that are two apart need not touch, so there is at most one cluster for each 2 x 2 fields.
        let blocks = self.spec.rows().div_ceil(2) * self.spec.cols().div_ceil(2);
        let most = blocks.min(positions.len());
        // With ten per cluster nothing is left to lose.
        let cap = 10 * most;
        let firsts = self.counter(firsts, Directions::Lower);
        let squares = self.squares(big, pairs, cap);
        let mut rows = Vec::new();
        for clusters in 1..=most {
            for (sum, bit) in squares.iter().enumerate().take(10 * clusters + 1).skip(9) {
                rows.push((vec![*bit, up_to(&firsts, clusters)], ALL - cluster_factor(sum, clusters)));
            }
        }
        rows
    }

    /// Adds the sum of fields and twice the pairs; returns the bits that are implied if it is at least 0, 1, …, `cap`.
    fn squares(&mut self, fields: Vec<Bit>, pairs: Vec<Bit>, cap: usize) -> Vec<Bit> {
        self.formula.label("counts");
        let family = self.families.count;
        let up = Directions::Upper;
        let fields = Totalizer::new(&mut self.formula, family, fields, cap, up);
        let pairs = Totalizer::new(&mut self.formula, family, pairs, cap.div_ceil(2), up);
        let mut squares = vec![Bit::True];
        for sum in 1..=cap {
            let bit = Bit::from(self.formula.auxiliary(family));
            self.formula.add_bits([!bit, squares[sum - 1]]);
            squares.push(bit);
        }
        for a in 0..=fields.max().min(cap) {
            for b in 0..=pairs.max().min(cap.div_ceil(2)) {
                let sum = squares[(a + 2 * b).min(cap)];
                self.formula.add_bits([!from(&fields, a), !from(&pairs, b), sum]);
            }
        }
        squares
    }

    /// Returns, for each of the fields and each before it, the bit that is implied if both are in the same cluster.
    fn same_cluster(&mut self, positions: &[Pos]) -> Vec<Vec<Bit>> {
        let mut same: Vec<Vec<Bit>> = Vec::new();
        for n in 0..positions.len() {
            let bits = (0..n).map(|_| Bit::from(self.formula.auxiliary(self.families.cluster))).collect();
            same.push(bits);
        }
        let of = |a: usize, b: usize| if a > b { same[a][b] } else { same[b][a] };
        for (b, &between) in positions.iter().enumerate() {
            for (c, &pos) in positions.iter().enumerate() {
                if b == c || !beside(between, pos) {
                    continue;
                }
                let [here, there] = [between, pos].map(|pos| !self.question(pos));
                if b < c {
                    self.formula.add_bits([here, there, of(b, c)]);
                }
                for a in (0..positions.len()).filter(|&a| a != b && a != c) {
                    self.formula.add_bits([!of(a, b), there, of(a, c)]);
                }
            }
        }
        same
    }

    /// Returns, for each of the fields, the bit that is implied if it is in a cluster of three or more: if it is one of
    /// three of which one touches the others.
    fn in_big_cluster(&mut self, positions: &[Pos]) -> Vec<Bit> {
        let family = self.families.cluster;
        let bits: Vec<Bit> = positions.iter().map(|_| Bit::from(self.formula.auxiliary(family))).collect();
        for (m, &middle) in positions.iter().enumerate() {
            let around: Vec<usize> =
                (0..positions.len()).filter(|&n| n != m && beside(positions[n], middle)).collect();
            for (i, &a) in around.iter().enumerate() {
                for &b in &around[i + 1..] {
                    let three = [m, a, b].map(|n| !self.question(positions[n]));
                    for n in [m, a, b] {
                        self.formula.add_bits(three.into_iter().chain([bits[n]]));
                    }
                }
            }
        }
        bits
    }
}

/// Tells whether two fields touch at an edge or a corner.
fn beside(a: Pos, b: Pos) -> bool {
    a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1
}
